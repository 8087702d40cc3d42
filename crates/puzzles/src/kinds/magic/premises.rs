//! The rules of magic squares as people say them.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `clue` | r1c1 is given as 5, a clue | 0 |
//! | `one_number`, `one_cell` | a cell has one number, a number one cell | 0 |
//! | `sum` | row 1 adds up to 34 | 3 |
//! | `number_needs` | 7 needs a cell | 3 |
//! | `cell_needs` | r1c1 needs a number | 4 |

use gridwright_grid::Cell;

use crate::contract::{Argument, Claim, Known, Premise, PremiseForm, StepText};
use crate::kinds::magic::Instance;

/// The names of the premises.
const CLUE: &str = "clue";
const ONE_NUMBER: &str = "one_number";
const ONE_CELL: &str = "one_cell";
const SUM: &str = "sum";
const NUMBER_NEEDS: &str = "number_needs";
const CELL_NEEDS: &str = "cell_needs";

/// All premises of a square.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.n;
    let size = n * n;
    let cell = |at: usize| Cell::new(at / n, at % n);
    let fact = |at: usize, number: usize| at * size + number - 1;
    let mut premises = Vec::new();
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(number) = clue {
            let words = format!("{} is given as {number}", cell(at));
            let form = PremiseForm::just(Claim::is(fact(at, *number as usize)));
            premises.push(Premise::new(CLUE, 0, words, [cell(at)], form).clue());
        }
    }
    for at in 0..size {
        let numbers: Vec<Claim> = (1..=size).map(|k| Claim::is(fact(at, k))).collect();
        let words = format!("{} has one number only", cell(at));
        let one = PremiseForm::at_most(1, numbers.clone());
        premises.push(Premise::new(ONE_NUMBER, 0, words, [cell(at)], one));
        let words = format!("{} needs a number", cell(at));
        let some = PremiseForm::at_least(1, numbers);
        premises.push(Premise::new(CELL_NEEDS, 4, words, [cell(at)], some));
    }
    for number in 1..=size {
        let cells: Vec<Claim> = (0..size).map(|at| Claim::is(fact(at, number))).collect();
        let words = format!("{number} stands in one cell only");
        let one = PremiseForm::at_most(1, cells.clone());
        premises.push(Premise::new(ONE_CELL, 0, words, [], one));
        let words = format!("{number} needs a cell");
        let some = PremiseForm::at_least(1, cells);
        premises.push(Premise::new(NUMBER_NEEDS, 3, words, [], some));
    }
    for (i, line) in instance.lines().into_iter().enumerate() {
        let name = match i / 2 {
            at if at < n && i % 2 == 0 => format!("row {}", at + 1),
            at if at < n => format!("column {}", at + 1),
            _ if i % 2 == 0 => "the falling diagonal".to_owned(),
            _ => "the rising diagonal".to_owned(),
        };
        let words = format!("{name} adds up to {}", instance.sum());
        let numbers = |&at: &usize| (1..=size).map(|k| (fact(at, k), k as i64)).collect();
        let form = PremiseForm::Total {
            of: line.iter().map(numbers).collect(),
            min: instance.sum(),
            max: instance.sum(),
        };
        let cells: Vec<Cell> = line.iter().map(|&at| cell(at)).collect();
        premises.push(Premise::new(SUM, 3, words, cells, form));
    }
    premises
}

/// The lines with little left, all ways to fill which are tried: each of them, then the two with least left, then three.
pub(super) fn together(instance: &Instance, known: &[Known]) -> Vec<Vec<usize>> {
    let size = instance.n * instance.n;
    let clues = instance.clues.iter().flatten().count();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (i, line) in instance.lines().into_iter().enumerate() {
        let numbers = |&at: &usize| &known[at * size..(at + 1) * size];
        let open = line.iter().map(numbers);
        let open = open.filter(|numbers| !numbers.contains(&Known::True));
        let left = open.map(|numbers| numbers.iter().filter(|&&k| k == Known::Open).count());
        let left: Vec<usize> = left.collect();
        if left.len() > 1 {
            let ways = left
                .iter()
                .fold(1, |ways: usize, n| ways.saturating_mul(*n));
            lines.push((ways, clues + 4 * size + i));
        }
    }
    lines.sort_unstable();
    let lines: Vec<usize> = lines.into_iter().map(|(_, premise)| premise).collect();
    let single = lines.iter().map(|&line| vec![line]);
    let several = (2..=lines.len().min(3)).map(|n| lines[..n].to_vec());
    single.chain(several).collect()
}

/// How many ways to fill lines are told one by one.
const TOLD_WAYS: usize = 6;

/// A step by all ways to fill some lines.
fn by_ways(instance: &Instance, argument: &Argument<'_>) -> StepText {
    let size = instance.n * instance.n;
    let filled: Vec<Vec<String>> = argument
        .ways
        .iter()
        .map(|way| {
            let mut claims: Vec<&Claim> = way.iter().flatten().collect();
            claims.sort_unstable_by_key(|claim| claim.fact);
            let told = claims.iter().map(|claim| {
                let at = claim.fact / size;
                let cell = Cell::new(at / instance.n, at % instance.n);
                format!("{cell} is {}", claim.fact % size + 1)
            });
            told.collect()
        })
        .collect();
    let cells = argument.ways.iter().flatten().flatten();
    let mut cells: Vec<usize> = cells.map(|claim| claim.fact / size).collect();
    cells.sort_unstable();
    cells.dedup();
    let cells: Vec<String> = cells
        .iter()
        .map(|at| Cell::new(at / instance.n, at % instance.n).to_string())
        .collect();
    let then = told(instance, argument.concludes);
    let cells = cells.join(", ");
    let sentence = match &filled[..] {
        [way] => format!(
            "There is only one way to fill {cells} that the rest can go with, {}: {then}.",
            way.join(" and ")
        ),
        ways if ways.len() <= TOLD_WAYS => {
            let each: Vec<String> = ways.iter().map(|way| way.join(" and ")).collect();
            format!(
                "There are {} ways to fill {cells} that the rest can go with: {}. In all of them {then}.",
                ways.len(),
                each.join("; or ")
            )
        }
        ways => format!(
            "There are {} ways to fill {cells} that the rest can go with, and in all of them {then}.",
            ways.len()
        ),
    };
    StepText {
        technique: "ways to fill a line",
        sentence,
    }
}

/// A step by its name.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let size = instance.n * instance.n;
    let said = |technique, sentence| {
        Some(StepText {
            technique,
            sentence,
        })
    };
    if !argument.ways.is_empty() {
        return Some(by_ways(instance, argument));
    }
    let [premise] = argument.premises else {
        let told = argument.told?;
        return said("what if", told.to_owned());
    };
    let cell = |claim: &Claim| {
        Cell::new(
            claim.fact / size / instance.n,
            claim.fact / size % instance.n,
        )
    };
    let number = |claim: &Claim| claim.fact % size + 1;
    let placed: Vec<&Claim> = argument
        .concludes
        .iter()
        .filter(|claim| claim.holds)
        .collect();
    let title = premise.sentence();
    match (premise.rule, &placed[..]) {
        (NUMBER_NEEDS, [claim]) => said(
            "only cell",
            format!("{title}, and only {} can take it.", cell(claim)),
        ),
        (CELL_NEEDS, [claim]) => said(
            "only number",
            format!("{title}, and only {} is left for it.", number(claim)),
        ),
        (SUM, _) => {
            let is_open = |cell: &&Cell| {
                let at = cell.row * instance.n + cell.col;
                !argument.known[at * size..(at + 1) * size].contains(&Known::True)
            };
            let open: Vec<&Cell> = premise.cells.iter().filter(is_open).collect();
            let told = told(instance, argument.concludes);
            match open.len() {
                1 => said(
                    "last of a line",
                    format!("{title}, and only {} is open: {told}.", open[0]),
                ),
                2 => said(
                    "complements",
                    format!(
                        "{title}, so {} and {} complete each other: {told}.",
                        open[0], open[1]
                    ),
                ),
                _ => said(
                    "sum bounds",
                    format!("{title}, and the rest cannot make up for more or less: {told}."),
                ),
            }
        }
        _ => None,
    }
}

/// What is concluded, cell by cell.
fn told(instance: &Instance, claims: &[Claim]) -> String {
    let size = instance.n * instance.n;
    let mut claims = claims.to_vec();
    claims.sort_unstable_by_key(|claim| claim.fact);
    let of_cells = claims.chunk_by(|a, b| a.fact / size == b.fact / size);
    let told = of_cells.map(|claims| {
        let at = claims[0].fact / size;
        let cell = Cell::new(at / instance.n, at % instance.n);
        if let Some(placed) = claims.iter().find(|claim| claim.holds) {
            return format!("{cell} is {}", placed.fact % size + 1);
        }
        let numbers: Vec<usize> = claims.iter().map(|claim| claim.fact % size + 1).collect();
        format!("{cell} is not {}", stretches(&numbers))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// "1 to 4, 7 or 9".
fn stretches(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words: Vec<String> = runs
        .map(|run| match run {
            [one] => one.to_string(),
            [one, other] => format!("{one}, {other}"),
            _ => format!("{} to {}", run[0], run[run.len() - 1]),
        })
        .collect();
    words.join(", ")
}
