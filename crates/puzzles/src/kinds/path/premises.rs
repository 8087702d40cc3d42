//! The premises of Numbrix and Hidato, and the sentences of their steps.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `clue` | a number is given, a clue | 0 |
//! | `one_number`, `one_cell` | a cell has one number, a number one cell | 0 |
//! | `beside` | a number is in a cell next to that of the following number | 2 |
//! | `number_needs` | a number needs a cell | 3 |
//! | `gap` | the numbers between two clues are within reach of both clues, and each is next to the following one, implied | 1 |
//! | `parity` | Numbrix only: the cells of one colour have the odd numbers, implied | 1 |
//! | `cell_needs` | a cell needs a number | 4 |

use gridwright_grid::Cell;

use crate::blocks::number_cells::{CELL_NEEDS, NUMBER_NEEDS, clue_premises, permutation_premises};
use crate::blocks::step_words::list;
use crate::contract::{Argument, Claim, Premise, PremiseForm, StepText};
use crate::kinds::path::instance::Instance;

/// The names of the rules.
const BESIDE: &str = "beside";
const GAP: &str = "gap";
const PARITY: &str = "parity";

/// All premises of a board.
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
        let words = format!("{number} stands beside {next}");
        premises.push(Premise::new(BESIDE, 2, words, [], PremiseForm::All(forms)));
    }
    // Parity is easy to see, so it comes first: of equal weights, the earlier premise is preferred.
    if !king {
        premises.extend(parities(instance));
    }
    premises.extend(gaps(instance, &neighbours));
    premises
}

/// The maximum number of candidates in a gap, summed over its numbers, for which the premise includes that consecutive numbers are neighbours. In a wider gap it only
/// excludes the cells out of reach.
const MAX_GAP_CANDIDATES: usize = 4_000;

/// One premise for every gap between two successive clues, and for both ends of the path: it excludes the cells that are too far from a clue for a number, and requires that
/// consecutive numbers are neighbours on the cells that are left.
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
        let mut forms = Vec::new();
        let (mut far, mut near) = (Vec::new(), Vec::new());
        for number in numbers {
            let (out, within): (Vec<usize>, Vec<usize>) =
                (0..n).partition(|&at| ends.iter().any(|&end| is_far(end, at, number)));
            far.extend(out.iter().map(|&at| Claim::is(at * n + number)));
            near.push((number, within));
        }
        if !far.is_empty() {
            forms.push(PremiseForm::at_most(0, far));
        }
        if near.iter().map(|(_, cells)| cells.len()).sum::<usize>() <= MAX_GAP_CANDIDATES {
            forms.extend(each_beside_the_next(n, neighbours, &near));
        }
        if !forms.is_empty() {
            let cells = ends.iter().map(|&end| instance.free[clues[end].1]);
            let form = PremiseForm::All(forms);
            premises.push(Premise::new(GAP, 1, words, cells, form).summary());
        }
    }
    premises
}

/// Every number of a gap has one of its candidate cells, and the numbers before and after it are in two different neighbouring cells.
fn each_beside_the_next(
    n: usize,
    neighbours: &[Vec<usize>],
    near: &[(usize, Vec<usize>)],
) -> Vec<PremiseForm> {
    let mut forms = Vec::new();
    for (number, cells) in near {
        let places = cells.iter().map(|&at| Claim::is(at * n + number));
        forms.push(PremiseForm::at_least(1, places.collect()));
    }
    for pair in near.windows(2) {
        for (here, there) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
            for &at in &here.1 {
                let beside = neighbours[at].iter().filter(|at| there.1.contains(at));
                let beside = beside.map(|&at| Claim::is(at * n + there.0)).collect();
                let beside = Box::new(PremiseForm::at_least(1, beside));
                forms.push(PremiseForm::When(vec![Claim::is(at * n + here.0)], beside));
            }
        }
    }
    // The numbers before and after a number are in different cells next to it: for every cell that both could have, at least one of them is elsewhere.
    for triple in near.windows(3) {
        let [before, here, after] = triple else {
            continue;
        };
        for &at in &here.1 {
            let beside = |of: &(usize, Vec<usize>)| -> Vec<(usize, Claim)> {
                let cells = neighbours[at].iter().filter(|at| of.1.contains(at));
                cells.map(|&at| (at, Claim::is(at * n + of.0))).collect()
            };
            let (before, after) = (beside(before), beside(after));
            for &(both, _) in before
                .iter()
                .filter(|(at, _)| after.iter().any(|a| a.0 == *at))
            {
                let others = before.iter().chain(&after).filter(|(at, _)| *at != both);
                let others = others.map(|(_, claim)| *claim).collect();
                let another = Box::new(PremiseForm::at_least(1, others));
                forms.push(PremiseForm::When(vec![Claim::is(at * n + here.0)], another));
            }
        }
    }
    forms
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
    Some(Premise::new(PARITY, 1, words, [clue], form).implied())
}

/// The name and sentence of a step, if it has a name.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let n = instance.free.len();
    let [premise] = argument.premises else {
        return None;
    };
    let placed: Vec<(Cell, usize)> = argument
        .concludes
        .iter()
        .filter(|claim| claim.holds)
        .map(|claim| (instance.free[claim.fact / n], claim.fact % n + 1))
        .collect();
    let step = |technique, sentence: String| Some(StepText::new(technique, sentence));
    match (premise.rule, &placed[..]) {
        (NUMBER_NEEDS, [(cell, number)]) => step(
            "only cell",
            format!("{number} needs a cell, and only {cell} can take it."),
        ),
        (CELL_NEEDS, [(cell, number)]) => step(
            "only number",
            format!("{cell} needs a number, and only {number} can stand there."),
        ),
        (BESIDE, [(cell, number)]) => step(
            "next step",
            format!(
                "{}, and only {cell} is free for {number}.",
                premise.sentence()
            ),
        ),
        (BESIDE, []) => step(
            // Either a placed number restricts its neighbour, or a cell has no neighbour left for the next number.
            match argument.used.iter().any(|claim| claim.holds) {
                true => "distance",
                false => "dead end",
            },
            format!(
                "{}: {}.",
                premise.sentence(),
                ruled_out(instance, argument)?
            ),
        ),
        (GAP, []) => step(
            match argument.used.is_empty() {
                true => "distance",
                false => "dead end",
            },
            format!(
                "{}: {}.",
                premise.sentence(),
                out_of_reach(instance, argument)?
            ),
        ),
        (GAP, placed) => {
            let mut placed = placed.to_vec();
            placed.sort_unstable_by_key(|(_, number)| *number);
            let gap = premise.sentence();
            let more = argument.concludes.iter().filter(|claim| {
                let (cell, number) = (instance.free[claim.fact / n], claim.fact % n + 1);
                !placed
                    .iter()
                    .any(|&(at, placed)| at == cell || placed == number)
            });
            let more = match more.count() {
                0 => String::new(),
                1 => ", and one other place is ruled out".to_owned(),
                n => format!(", and {n} other places are ruled out"),
            };
            if let [(cell, number)] = placed[..] {
                let sentence = format!("{gap}, so {number} can stand only at {cell}{more}.");
                return step("only cell", sentence);
            }
            let places: Vec<String> = placed
                .iter()
                .map(|(cell, number)| format!("{number} at {cell}"))
                .collect();
            let places = places.join(", ");
            step(
                "only way",
                format!("{gap}, and there is only one way for these: {places}{more}."),
            )
        }
        (PARITY, []) => step("parity", format!("{}.", premise.sentence())),
        _ => None,
    }
}

/// The conclusions about cells out of reach of a clue: cell by cell if there are few, otherwise their number.
fn out_of_reach(instance: &Instance, argument: &Argument<'_>) -> Option<String> {
    let n = instance.free.len();
    let mut numbers: Vec<usize> = argument.concludes.iter().map(|c| c.fact % n + 1).collect();
    numbers.sort_unstable();
    numbers.dedup();
    match numbers[..] {
        [] | [_] | [_, _] => ruled_out(instance, argument),
        [first, .., last] => Some(format!(
            "numbers from {first} to {last} are ruled out in cells too far away for them, {} in all",
            argument.concludes.len()
        )),
    }
}

/// The conclusions in words: a number excluded from some cells, or some numbers excluded from a cell.
fn ruled_out(instance: &Instance, argument: &Argument<'_>) -> Option<String> {
    let n = instance.free.len();
    let mut by_number: Vec<(usize, Vec<Cell>)> = Vec::new();
    for claim in argument.concludes {
        let (cell, number) = (instance.free[claim.fact / n], claim.fact % n + 1);
        match by_number.iter_mut().find(|(other, _)| *other == number) {
            Some((_, cells)) => cells.push(cell),
            None => by_number.push((number, vec![cell])),
        }
    }
    let parts: Vec<String> = by_number
        .iter()
        .map(|(number, cells)| match &cells[..] {
            cells if cells.len() <= 3 => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                format!("{number} is not at {}", list(&cells, "or"))
            }
            more => format!("{number} is ruled out in {} cells", more.len()),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", and "))
}
