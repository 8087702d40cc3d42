//! Why the sum of some cells rules numbers out, in words, for the steps of kinds with sums.

use gridwright_grid::Cell;

use crate::blocks::step_words::list;
use crate::contract::{Argument, Claim, Premise, PremiseForm};

/// The most pairs of numbers that a sentence lists.
const MAX_PAIRS: usize = 3;

/// The most cells of which a sentence lists numbers.
const MAX_CELLS: usize = 5;

/// The most combinations that are tried for a sentence.
const MAX_TRIED: u64 = 10_000;

/// The technique of a step by a sum, and why: the words between the sum and the conclusion. `cell` is the cell of a fact; `None` if the premise is no sum.
pub(crate) fn by_sum(
    argument: &Argument<'_>,
    premise: &Premise,
    cell: impl Fn(usize) -> Cell,
) -> Option<(&'static str, String)> {
    let PremiseForm::Total { of, min, .. } = &premise.form else {
        return None;
    };
    // What the step does not use may not have been shown yet.
    let left = |list: &Vec<(usize, i64)>| -> Vec<usize> {
        let uses = |claim: Claim| argument.used.contains(&claim);
        let placed = list.iter().find(|one| uses(Claim::is(one.0)));
        match placed {
            Some((_, number)) => vec![*number as usize],
            None => {
                let open = list.iter().filter(|one| !uses(Claim::is_not(one.0)));
                open.map(|one| one.1 as usize).collect()
            }
        }
    };
    let sum = OpenSum {
        sum: *min as usize,
        cells: of.iter().map(|list| cell(list[0].0).to_string()).collect(),
        numbers: of.iter().map(left).collect(),
    };
    let mut excluded: Vec<(usize, usize)> = Vec::new();
    for claim in argument.concludes {
        for (at, list) in of.iter().enumerate() {
            let Some((_, number)) = list.iter().find(|one| one.0 == claim.fact) else {
                continue;
            };
            let all = sum.numbers[at].iter().copied();
            let out = all.filter(|&one| (one == *number as usize) != claim.holds);
            excluded.extend(out.map(|one| (at, one)));
        }
    }
    Some(sum.why(&excluded))
}

/// Cells with a sum, and the numbers that each can still have, ascending.
#[derive(Debug)]
struct OpenSum {
    sum: usize,
    /// The names of the cells.
    cells: Vec<String>,
    numbers: Vec<Vec<usize>>,
}

impl OpenSum {
    /// The cells that are open, by their position.
    fn open(&self) -> Vec<usize> {
        let cells = 0..self.cells.len();
        cells.filter(|&at| self.numbers[at].len() > 1).collect()
    }

    /// The technique by which these numbers, each with the position of its cell, are ruled out, and why.
    fn why(&self, excluded: &[(usize, usize)]) -> (&'static str, String) {
        match self.open()[..] {
            [_] => ("last of a sum", "one cell is left".to_owned()),
            [a, b] => ("complements", self.pairs(a, b)),
            _ => {
                let why = self.ways().unwrap_or_else(|| self.bounds(excluded));
                ("sum bounds", why)
            }
        }
    }

    /// The ways to make the sum of different numbers, cell by cell; `None` if there are many, or many cells.
    fn ways(&self) -> Option<String> {
        let all = self.numbers.iter().map(|all| all.len() as u64);
        if self.cells.len() > MAX_CELLS || all.product::<u64>() > MAX_TRIED {
            return None;
        }
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        for numbers in &self.numbers {
            let longer = ways.iter().flat_map(|way| {
                let others = numbers.iter().filter(|number| !way.contains(number));
                let longer = others.map(|&number| [&way[..], &[number]].concat());
                longer.filter(|way| way.iter().sum::<usize>() <= self.sum)
            });
            ways = longer.collect();
        }
        ways.retain(|way| way.iter().sum::<usize>() == self.sum);
        let words = |way: &Vec<usize>| {
            let numbers: Vec<String> = way.iter().map(usize::to_string).collect();
            numbers.join(" + ")
        };
        let words: Vec<String> = ways.iter().map(words).collect();
        match words.len() {
            1 => Some(format!("in this order only {} is left", words[0])),
            2..=MAX_PAIRS => Some(format!(
                "in this order only {} are left",
                list(&words, "or")
            )),
            _ => None,
        }
    }

    /// What is left for two open cells.
    fn pairs(&self, a: usize, b: usize) -> String {
        let is_placed = |at: &usize| *at != a && *at != b;
        let placed = (0..self.cells.len()).filter(is_placed);
        let placed: usize = placed.flat_map(|at| &self.numbers[at]).sum();
        let rest = self.sum.saturating_sub(placed);
        let has_partner = |one: &&usize| {
            **one < rest && 2 * **one != rest && self.numbers[b].contains(&(rest - **one))
        };
        let firsts = self.numbers[a].iter().filter(has_partner);
        let pairs: Vec<String> = firsts
            .map(|one| format!("{one} + {}", rest - one))
            .collect();
        let left = match pairs.len() {
            1 => format!("only {} is left", pairs[0]),
            2..=MAX_PAIRS => format!("only {} are left", list(&pairs, "or")),
            _ => "the other numbers have no partner".to_owned(),
        };
        match self.cells.len() {
            2 => left,
            _ => format!(
                "{} and {} add up to {rest}; {left}",
                self.cells[a], self.cells[b]
            ),
        }
    }

    /// Why several open cells exclude some numbers.
    fn bounds(&self, excluded: &[(usize, usize)]) -> String {
        let others = |at: usize| {
            let others = (0..self.cells.len()).filter(move |&other| other != at);
            others.map(|other| &self.numbers[other])
        };
        let least = |at: usize| others(at).filter_map(|all| all.first()).sum::<usize>();
        let most = |at: usize| others(at).filter_map(|all| all.last()).sum::<usize>();
        let is_large = |&(at, number): &(usize, usize)| number + least(at) > self.sum;
        let is_small = |&(at, number): &(usize, usize)| number + most(at) < self.sum;
        let same_cell = excluded.iter().all(|one| one.0 == excluded[0].0);
        match excluded.first() {
            Some(&(at, _)) if same_cell && excluded.iter().all(is_large) => {
                format!("the other cells add up to at least {}", least(at))
            }
            Some(&(at, _)) if same_cell && excluded.iter().all(is_small) => {
                format!("the other cells add up to at most {}", most(at))
            }
            Some(_) if excluded.iter().all(is_large) => {
                "otherwise the other cells would make it too large".to_owned()
            }
            Some(_) if excluded.iter().all(is_small) => {
                "otherwise the other cells would make it too small".to_owned()
            }
            _ => "no numbers that are left for the other cells complete the sum".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(sum: usize, numbers: &[&[usize]]) -> OpenSum {
        OpenSum {
            sum,
            cells: (1..=numbers.len()).map(|at| format!("r1c{at}")).collect(),
            numbers: numbers.iter().map(|all| all.to_vec()).collect(),
        }
    }

    #[test]
    fn pairs_are_listed_and_bounds_computed() {
        for (sum, numbers, excluded, expected) in [
            (
                34,
                &[&[5, 9, 12][..], &[13], &[12, 16]][..],
                (0, 12),
                "r1c1 and r1c3 add up to 21; only 5 + 16 or 9 + 12 are left",
            ),
            (10, &[&[1, 5, 7], &[5, 9]], (0, 7), "only 1 + 9 is left"),
            (
                9,
                &[&[6, 7], &[1, 2], &[2, 3]],
                (0, 7),
                "in this order only 6 + 1 + 2 is left",
            ),
            (
                15,
                &[&[1, 2, 3, 4, 11], &[1, 2, 3, 4, 5], &[4, 5, 6, 7, 8]],
                (0, 11),
                "the other cells add up to at least 5",
            ),
            (
                15,
                &[&[1, 6, 7, 8, 9], &[1, 2, 3, 5], &[2, 3, 4]],
                (0, 1),
                "the other cells add up to at most 9",
            ),
        ] {
            assert_eq!(left(sum, numbers).why(&[excluded]).1, expected);
        }
    }
}
