//! The premises of Numbrix and Hidato.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `clue` | a number is given, a clue | 0 |
//! | `one_number`, `one_cell` | a cell has one number, a number one cell | 0 |
//! | `parity` | Numbrix only: the cells of one colour have the odd numbers, bookkeeping | 0 |
//! | `reach` | a number between two clues is within reach of both, bookkeeping | 0 |
//! | `link` | a number has a cell only if the numbers before and after it can be in two different cells next to it, bookkeeping | 0 |
//! | `beside` | a number is in a cell next to that of the following number | 2 |
//! | `number_needs` | a number needs a cell | 3 |
//! | `cell_needs` | a cell needs a number | 4 |
//!
//! The bookkeeping is what players see at once and do not write down: which numbers can be in which cell.

use crate::blocks::number_cells::{clue_premises, permutation_premises};
use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::path::instance::Instance;

pub(super) const BESIDE: &str = "beside";
const REACH: &str = "reach";
const LINK: &str = "link";
const PARITY: &str = "parity";

pub(super) fn premises(instance: &Instance, king: bool) -> Vec<Premise> {
    let n = instance.free.len();
    let fact = |index: usize, number: usize| index * n + number - 1;
    let cell = |index: usize| instance.free[index];
    let mut premises = clue_premises(&instance.clues, n, cell);
    premises.extend(permutation_premises(n, cell));
    let neighbours = instance.neighbours(king);
    for number in 1..n {
        let (mut forms, next) = (Vec::with_capacity(2 * n), number + 1);
        for (index, near) in neighbours.iter().enumerate() {
            for (here, there) in [(number, next), (next, number)] {
                let beside = near.iter().map(|&near| Claim::is(fact(near, there)));
                let beside = Box::new(PremiseForm::at_least(1, beside.collect()));
                forms.push(PremiseForm::When(
                    vec![Claim::is(fact(index, here))],
                    beside,
                ));
            }
        }
        let words = format!("{number} must be next to {next}");
        let beside = Premise::new(BESIDE, 2, words, [], PremiseForm::All(forms));
        let violation = format!("{number} and {next} cannot be neighbours");
        let brief = format!("{number} next to {next}");
        premises.push(beside.violation(violation).brief(brief));
    }
    if !king {
        premises.extend(parities(instance));
    }
    premises.extend(gaps(instance, &neighbours));
    premises
}

/// The maximum number of candidates between two clues, summed over the numbers, for which the bookkeeping includes that consecutive numbers are neighbours. In a wider gap
/// it only rules out the cells out of reach.
const MAX_GAP_CANDIDATES: usize = 20_000;

/// The bookkeeping of every gap between two successive clues, and of both ends of the path: the cells that are too far from a clue for a number are ruled out, and on the
/// cells that are left consecutive numbers are neighbours.
fn gaps(instance: &Instance, neighbours: &[Vec<usize>]) -> Vec<Premise> {
    let n = instance.free.len();
    let given = instance.given();
    let clues: Vec<(usize, usize)> = given
        .iter()
        .enumerate()
        .filter_map(|(number, index)| index.map(|index| (number, index)))
        .collect();
    let (Some(&first), Some(&last)) = (clues.first(), clues.last()) else {
        return Vec::new();
    };
    let steps: Vec<Vec<usize>> = clues
        .iter()
        .map(|&(_, index)| distances(neighbours, index))
        .collect();
    // The numbers of a gap, the indices of the clues at its ends, and its words.
    let mut gaps: Vec<(std::ops::Range<usize>, Vec<usize>, String)> = Vec::new();
    let named =
        |(number, index): (usize, usize)| format!("the {} at {}", number + 1, instance.free[index]);
    let words = format!(
        "the path begins {} before {}",
        in_steps(first.0),
        named(first)
    );
    gaps.push((0..first.0, vec![0], words));
    for (at, pair) in clues.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let words = format!(
            "the path goes from {} to {} in {}",
            named(from),
            named(to),
            in_steps(to.0 - from.0)
        );
        gaps.push((from.0 + 1..to.0, vec![at, at + 1], words));
    }
    let words = format!(
        "the path ends {} after {}",
        in_steps(n - 1 - last.0),
        named(last)
    );
    gaps.push((last.0 + 1..n, vec![clues.len() - 1], words));
    let mut premises = Vec::new();
    for (numbers, ends, words) in gaps {
        let is_far =
            |end: usize, at: usize, number: usize| steps[end][at] > clues[end].0.abs_diff(number);
        let (mut far, mut near) = (Vec::new(), Vec::new());
        for number in numbers {
            let (out, within): (Vec<usize>, Vec<usize>) = (0..n)
                .filter(|&at| instance.clues[at].is_none())
                .partition(|&at| ends.iter().any(|&end| is_far(end, at, number)));
            far.extend(out.iter().map(|&at| Claim::is(at * n + number)));
            near.push((number, within));
        }
        let cells = ends.iter().map(|&end| instance.free[clues[end].1]);
        if !far.is_empty() {
            let form = PremiseForm::at_most(0, far);
            premises.push(Premise::new(REACH, 0, words, cells, form).bookkeeping());
        }
        if near.iter().map(|(_, cells)| cells.len()).sum::<usize>() <= MAX_GAP_CANDIDATES {
            premises.extend(links(n, neighbours, &near));
        }
    }
    premises
}

/// One premise for every number of a gap: wherever it is, the number after it is in a neighbouring cell and the other way round, and the numbers before and after it are in two
/// different cells.
fn links(n: usize, neighbours: &[Vec<usize>], near: &[(usize, Vec<usize>)]) -> Vec<Premise> {
    let mut is_near: Vec<Vec<bool>> = Vec::with_capacity(near.len());
    for (_, cells) in near {
        let mut is_in = vec![false; n];
        cells.iter().for_each(|&at| is_in[at] = true);
        is_near.push(is_in);
    }
    let candidates = |of: usize, at: usize| -> Vec<(usize, Claim)> {
        let cells = neighbours[at].iter().filter(|&&at| is_near[of][at]);
        cells
            .map(|&at| (at, Claim::is(at * n + near[of].0)))
            .collect()
    };
    let clause = |at: usize, number: usize, of: Vec<Claim>| {
        let some = Box::new(PremiseForm::at_least(1, of));
        PremiseForm::When(vec![Claim::is(at * n + number)], some)
    };
    let claims = |of: &[(usize, Claim)]| of.iter().map(|(_, claim)| *claim).collect();
    let mut premises = Vec::new();
    for (i, (number, cells)) in near.iter().enumerate() {
        let mut forms = Vec::new();
        for &at in cells {
            let before = match i {
                0 => Vec::new(),
                _ => candidates(i - 1, at),
            };
            let after = match i + 1 < near.len() {
                true => candidates(i + 1, at),
                false => Vec::new(),
            };
            if i > 0 {
                forms.push(clause(at, *number, claims(&before)));
            }
            if i + 1 < near.len() {
                forms.push(clause(at, *number, claims(&after)));
            }
            // For every cell that both the number before and the number after could have, at least one of them is elsewhere.
            let both = before
                .iter()
                .filter(|(at, _)| after.iter().any(|a| a.0 == *at));
            for &(both, _) in both {
                let others = before.iter().chain(&after).filter(|(at, _)| *at != both);
                let others = others.map(|(_, claim)| *claim).collect();
                forms.push(clause(at, *number, others));
            }
        }
        if !forms.is_empty() {
            let words = format!(
                "{} needs room for the numbers before and after it",
                number + 1
            );
            let form = PremiseForm::All(forms);
            premises.push(Premise::new(LINK, 0, words, [], form).bookkeeping());
        }
    }
    premises
}

fn in_steps(steps: usize) -> String {
    match steps {
        1 => "one step".to_owned(),
        n => format!("{n} steps"),
    }
}

/// The distance from a cell to every cell, by breadth-first search.
fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut steps = vec![usize::MAX; neighbours.len()];
    steps[from] = 0;
    let mut row = vec![from];
    while !row.is_empty() {
        let mut next = Vec::new();
        for &at in &row {
            for &near in &neighbours[at] {
                if steps[near] == usize::MAX {
                    steps[near] = steps[at] + 1;
                    next.push(near);
                }
            }
        }
        row = next;
    }
    steps
}

/// One premise that excludes, for all open cells, the numbers whose parity contradicts the first clue. It is one premise because players see all of it at once.
fn parities(instance: &Instance) -> Option<Premise> {
    let n = instance.free.len();
    let mut clues = instance.clues.iter().enumerate();
    let (at, number) = clues.find_map(|(at, clue)| clue.map(|number| (at, number as usize)))?;
    let open = (0..n).filter(|&index| instance.clues[index].is_none());
    let wrong = open.flat_map(|index| {
        let alike = instance.is_dark(index) == instance.is_dark(at);
        let is_wrong = move |other: &usize| (other % 2 == number % 2) != alike;
        let numbers = (1..=n).filter(is_wrong);
        numbers.map(move |other| Claim::is(index * n + other - 1))
    });
    let clue = instance.free[at];
    let (here, there) = match number % 2 {
        1 => ("odd", "even"),
        _ => ("even", "odd"),
    };
    let words = format!(
        "the path changes colour with every step, so cells of the colour of the {number} at {clue} have {here} numbers and the others {there} ones"
    );
    let form = PremiseForm::at_most(0, wrong.collect());
    Some(Premise::new(PARITY, 0, words, [clue], form).bookkeeping())
}
