//! The rules of Numbrix and Hidato as people say them.
//!
//! | premise | says | weight |
//! |---|---|---|
//! | `clue` | a number is given, a clue | 0 |
//! | `one_number`, `one_cell` | a cell has one number, a number one cell | 0 |
//! | `beside` | a number stands beside the next | 2 |
//! | `number_needs` | a number needs a cell | 3 |
//! | `distance` | a number is as many steps from a clue as it differs from it at most, implied | 3 |
//! | `parity` | of Numbrix: a cell of the colour of a clue has a number that is odd as the clue is, implied | 3 |
//! | `cell_needs` | a cell needs a number | 4 |

use gridwright_grid::Cell;

use super::instance::Instance;
use crate::premise::{Argument, Claim, Form, Premise, Said};

/// The names of the premises.
const CLUE: &str = "clue";
const ONE_NUMBER: &str = "one_number";
const ONE_CELL: &str = "one_cell";
const BESIDE: &str = "beside";
const NUMBER_NEEDS: &str = "number_needs";
const DISTANCE: &str = "distance";
const PARITY: &str = "parity";
const CELL_NEEDS: &str = "cell_needs";

/// All premises of a board.
pub(super) fn premises(instance: &Instance, king: bool) -> Vec<Premise> {
    let n = instance.free.len();
    let fact = |place: usize, number: usize| place * n + number - 1;
    let mut premises = Vec::new();
    for (place, clue) in instance.clues.iter().enumerate() {
        if let Some(number) = clue {
            let cell = instance.free[place];
            let form = Form::just(Claim::is(fact(place, *number as usize)));
            let words = format!("{cell} is given as {number}");
            premises.push(Premise::new(CLUE, 0, words, [cell], form).clue());
        }
    }
    for (place, &cell) in instance.free.iter().enumerate() {
        let numbers: Vec<Claim> = (1..=n).map(|k| Claim::is(fact(place, k))).collect();
        let one = Form::at_most(1, numbers.clone());
        let words = format!("{cell} has one number only");
        premises.push(Premise::new(ONE_NUMBER, 0, words, [cell], one));
        let words = format!("{cell} needs a number");
        let some = Form::at_least(1, numbers);
        premises.push(Premise::new(CELL_NEEDS, 4, words, [cell], some));
    }
    for number in 1..=n {
        let cells: Vec<Claim> = (0..n).map(|at| Claim::is(fact(at, number))).collect();
        let one = Form::at_most(1, cells.clone());
        let words = format!("{number} stands in one cell only");
        premises.push(Premise::new(ONE_CELL, 0, words, [], one));
        let words = format!("{number} needs a cell");
        let some = Form::at_least(1, cells);
        premises.push(Premise::new(NUMBER_NEEDS, 3, words, [], some));
    }
    let neighbours = instance.neighbours(king);
    for number in 1..n {
        let (mut forms, next) = (Vec::with_capacity(2 * n), number + 1);
        for (place, near) in neighbours.iter().enumerate() {
            for (here, there) in [(number, next), (next, number)] {
                let beside = near.iter().map(|&near| Claim::is(fact(near, there)));
                let beside = Box::new(Form::at_least(1, beside.collect()));
                forms.push(Form::When(vec![Claim::is(fact(place, here))], beside));
            }
        }
        let words = format!("{number} stands beside {next}");
        premises.push(Premise::new(BESIDE, 2, words, [], Form::All(forms)));
    }
    premises.extend(distances(instance, &neighbours));
    if !king {
        premises.extend(parities(instance));
    }
    premises
}

/// For every number that is not given: the cells that are too far from the clue before it or from the clue after it.
fn distances(instance: &Instance, neighbours: &[Vec<usize>]) -> Vec<Premise> {
    let n = instance.free.len();
    let given = instance.given();
    let steps: Vec<Option<Vec<usize>>> = given
        .iter()
        .map(|place| place.map(|place| walk(neighbours, place)))
        .collect();
    let mut premises = Vec::new();
    for number in (0..n).filter(|&number| given[number].is_none()) {
        let before = (0..number).rev().find(|&other| given[other].is_some());
        let after = (number + 1..n).find(|&other| given[other].is_some());
        for clue in [before, after].into_iter().flatten() {
            let (Some(place), Some(steps)) = (given[clue], &steps[clue]) else {
                continue;
            };
            let most = clue.abs_diff(number);
            let far = (0..n).filter(|&at| steps[at] > most);
            let far: Vec<Claim> = far.map(|at| Claim::is(at * n + number)).collect();
            if !far.is_empty() {
                let cell = instance.free[place];
                let words = format!(
                    "{} is at most {} from the {} at {cell}",
                    number + 1,
                    in_steps(most),
                    clue + 1
                );
                let form = Form::at_most(0, far);
                premises.push(Premise::new(DISTANCE, 3, words, [cell], form).implied());
            }
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

/// How many steps it takes from a cell to each other.
fn walk(neighbours: &[Vec<usize>], from: usize) -> Vec<usize> {
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

/// For every cell that is not given, the numbers that have the wrong parity, judged by the first clue.
fn parities(instance: &Instance) -> Vec<Premise> {
    let n = instance.free.len();
    let mut clues = instance.clues.iter().enumerate();
    let Some((at, number)) = clues.find_map(|(at, clue)| clue.map(|number| (at, number))) else {
        return Vec::new();
    };
    let is_odd = number % 2 == 1;
    let clue = instance.free[at];
    let open = (0..n).filter(|&place| instance.clues[place].is_none());
    open.map(|place| {
        let cell = instance.free[place];
        let alike = instance.is_dark(place) == instance.is_dark(at);
        let odd_here = is_odd == alike;
        let wrong = (1..=n).filter(|number| (number % 2 == 1) != odd_here);
        let wrong = wrong.map(|number| Claim::is(place * n + number - 1));
        let words = format!(
            "colours alternate from the {number} at {clue}, so {cell} has an {} number",
            if odd_here { "odd" } else { "even" }
        );
        let form = Form::at_most(0, wrong.collect());
        Premise::new(PARITY, 3, words, [clue, cell], form).implied()
    })
    .collect()
}

/// A step in the words of paths.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<Said> {
    let n = instance.free.len();
    let [premise] = argument.premises else {
        return None;
    };
    let told: Vec<(Cell, usize)> = argument
        .concludes
        .iter()
        .filter(|claim| claim.holds)
        .map(|claim| (instance.free[claim.fact / n], claim.fact % n + 1))
        .collect();
    let said = |technique, sentence: String| {
        Some(Said {
            technique,
            sentence,
        })
    };
    match (premise.rule, &told[..]) {
        (NUMBER_NEEDS, [(cell, number)]) => said(
            "only cell",
            format!("{number} needs a cell, and only {cell} can take it."),
        ),
        (CELL_NEEDS, [(cell, number)]) => said(
            "only number",
            format!("{cell} needs a number, and only {number} can stand there."),
        ),
        (BESIDE, [(cell, number)]) => said(
            "next step",
            format!(
                "{}, and only {cell} is free for {number}.",
                premise.sentence()
            ),
        ),
        (BESIDE, []) => said(
            // From a number that has its cell it is one step; elsewhere a cell has no neighbour left for the next number.
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
        (DISTANCE, []) => said(
            "distance",
            format!(
                "{}: {}.",
                premise.sentence(),
                ruled_out(instance, argument)?
            ),
        ),
        (PARITY, []) => said("parity", format!("{}.", premise.sentence())),
        _ => None,
    }
}

/// What is ruled out: a number in some cells, or some numbers in a cell.
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
            [] => String::new(),
            [cell] => format!("{number} is not at {cell}"),
            [first, second] => format!("{number} is not at {first} or {second}"),
            [first, second, third] => format!("{number} is not at {first}, {second} or {third}"),
            more => format!("{number} is ruled out in {} cells", more.len()),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", and "))
}
