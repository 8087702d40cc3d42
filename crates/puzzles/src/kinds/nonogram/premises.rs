//! The premises of Nonogram.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `number` | row 1 has 5 shaded cells; implied | 2 |
//! | `runs` | row 1 has the runs 2 3 | 2 |
//!
//! A clue is the list of all ways to place its runs. A board with a line that has more than `MAX_WAYS` ways has no premises, hence no explanation.

use gridwright_grid::Cell;

use crate::blocks::open_cells::Conclusions;
use crate::contract::{Argument, Claim, Premise, PremiseForm, StepText, plural};
use crate::kinds::nonogram::{Instance, needed, text};

const NUMBER: &str = "number";
const RUNS: &str = "runs";

/// The most ways to place the runs of a line that are listed.
const MAX_WAYS: usize = 5000;

const WORDS: Conclusions = Conclusions {
    is: "shaded",
    are: "shaded",
    is_not: "blank",
    are_not: "blank",
};

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n_rows = instance.grid.rows();
    let mut premises = Vec::new();
    for (i, (line, clue)) in instance.lines().into_iter().enumerate() {
        let Some(lengths) = clue else { continue };
        let name = match i < n_rows {
            true => format!("row {}", i + 1),
            false => format!("column {}", i - n_rows + 1),
        };
        let cells: Vec<Cell> = line.iter().map(|&at| instance.grid.cell(at)).collect();
        let shaded: usize = lengths.iter().sum();
        let all: Vec<Claim> = line.iter().map(|&at| Claim::is(at)).collect();
        if lengths.is_empty() || needed(lengths) == line.len() {
            let words = match lengths.is_empty() {
                true => format!("{name} has no shaded cell"),
                false => format!("{name} has the runs {}, which fill it", text(clue)),
            };
            let mut claims = all.iter().map(|claim| claim.opposite()).collect::<Vec<_>>();
            for (start, &length) in starts(lengths).into_iter().zip(lengths) {
                claims[start..start + length].copy_from_slice(&all[start..start + length]);
            }
            let form = PremiseForm::exactly(claims.len(), claims);
            premises.push(Premise::new(RUNS, 1, words, cells, form).clue());
            continue;
        }
        let Some(ways) = ways(lengths, line.len()) else {
            return Vec::new();
        };
        let words = format!("{name} has {}", plural(shaded, "shaded cell"));
        let count = PremiseForm::exactly(shaded, all.clone());
        let count = Premise::new(NUMBER, 2, words, cells.iter().copied(), count);
        premises.push(count.clue().implied());
        let group = |way: &Vec<usize>| {
            let mut claims: Vec<Claim> = all.iter().map(|claim| claim.opposite()).collect();
            for (&start, &length) in way.iter().zip(lengths) {
                claims[start..start + length].copy_from_slice(&all[start..start + length]);
            }
            claims
        };
        let form = PremiseForm::Groups {
            of: ways.iter().map(group).collect(),
            min: 1,
            max: 1,
        };
        let words = format!("{name} has the runs {}", text(clue));
        premises.push(Premise::new(RUNS, 2, words, cells, form).clue());
    }
    premises
}

/// Where each run begins at the earliest.
fn starts(lengths: &[usize]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::with_capacity(lengths.len());
    for &length in lengths {
        starts.push(at);
        at += length + 1;
    }
    starts
}

/// Every way to place runs on a line of `n` cells, as where they begin; `None` if there are too many.
fn ways(lengths: &[usize], n: usize) -> Option<Vec<Vec<usize>>> {
    let slack = n - needed(lengths);
    // The number of ways to share the slack among the places before, between and after the runs.
    let mut count: usize = 1;
    for i in 1..=lengths.len() {
        count = count.checked_mul(slack + i)? / i;
        if count > MAX_WAYS {
            return None;
        }
    }
    let first = starts(lengths);
    let mut ways = Vec::with_capacity(count);
    // The shift of each run, which never decreases along the line.
    let mut shifts = vec![0; lengths.len()];
    loop {
        ways.push(
            first
                .iter()
                .zip(&shifts)
                .map(|(start, shift)| start + shift)
                .collect(),
        );
        let Some(next) = (0..shifts.len()).rev().find(|&i| shifts[i] < slack) else {
            return Some(ways);
        };
        let shift = shifts[next] + 1;
        shifts[next..].fill(shift);
    }
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    if let Some(sentence) = argument.chain {
        return Some(StepText::new("what if", sentence.to_owned()));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let then = instance.open.conclusions(argument, &WORDS);
    let title = premise.sentence();
    match (premise.rule, &premise.form) {
        (RUNS, PremiseForm::Groups { .. }) => Some(StepText::new(
            "line",
            format!("{title}, and wherever they go: {then}."),
        )),
        (RUNS, _) => Some(StepText::new("line", format!("{title}: {then}."))),
        (NUMBER, PremiseForm::Count { of, max, .. }) => {
            let known = of
                .iter()
                .filter(|claim| argument.used.contains(claim))
                .count();
            let how = match known == *max {
                true => "and they are all there",
                false => "and no other cells are left for them",
            };
            Some(StepText::new("number", format!("{title}, {how}: {then}.")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_are_listed_once() {
        for (lengths, n, expected) in [
            (&[1, 1][..], 4, 3),
            (&[2], 5, 4),
            (&[1, 2, 1], 8, 10),
            (&[3], 3, 1),
        ] {
            let mut all = ways(lengths, n).expect("few");
            assert_eq!(all.len(), expected, "{lengths:?}");
            all.sort();
            all.dedup();
            assert_eq!(all.len(), expected);
            for way in all {
                let pairs = way.windows(2).zip(lengths);
                assert!(pairs.into_iter().all(|(w, length)| w[0] + length < w[1]));
                assert!(way[way.len() - 1] + lengths[lengths.len() - 1] <= n);
            }
        }
        assert_eq!(ways(&[1; 20], 80), None);
    }
}
