//! Latin squares: every row and every column has each number from 1 to n once. What Futoshiki and Skyscrapers share.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Cell;
use gridwright_term::Diagnostic;

use crate::blocks::number_cells::{CELL_NEEDS, clue_premises, describe_claims};
use crate::blocks::step_words::list;
use crate::blocks::{cell_names, headed_text};
use crate::contract::{Argument, Claim, Premise, PremiseForm, StepText, tokens};

/// The largest side of a board that is read: a cell has one fact per number.
pub(crate) const MAX_SIDE: usize = 60;

const NEEDS: &str = "needs";

/// The cell with this index.
pub(crate) fn cell(n: usize, at: usize) -> Cell {
    Cell::new(at / n, at % n)
}

/// The rows, then the columns.
pub(crate) fn lines(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|i| (0..n).map(|k| i * n + k).collect());
    let cols = (0..n).map(|i| (0..n).map(|k| k * n + i).collect());
    rows.chain(cols).collect()
}

/// "row 3", "column 1".
pub(crate) fn line_name(n: usize, line: usize) -> String {
    match line < n {
        true => format!("row {}", line + 1),
        false => format!("column {}", line - n + 1),
    }
}

/// One variable per cell, its number, and the rules of Latin squares.
pub(crate) fn post(
    n: usize,
    clues: &[Option<i32>],
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let mut cells = Vec::with_capacity(n * n);
    for (at, clue) in clues.iter().enumerate() {
        let (min, max) = clue.map_or((1, n as i32), |clue| (clue, clue));
        cells.push(model.var(cell_names::of_cell(cell(n, at)), min..=max)?);
    }
    for line in lines(n) {
        let line: Vec<Var> = line.into_iter().map(|at| cells[at]).collect();
        model.post(all_different(&line))?;
    }
    Ok(cells)
}

/// Reads an answer or marks: a number or `.` for every cell.
pub(crate) fn read_cells(n: usize, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let cells = headed_text::cells(text, n * n)?.into_iter();
    let number = |token: tokens::Token<'_>| match token.text {
        "." => Ok(None),
        _ => tokens::number(token, 1, n as i32).map(Some),
    };
    cells.map(number).collect()
}

/// The premises of a Latin square with given numbers.
pub(crate) fn premises(n: usize, clues: &[Option<i32>]) -> Vec<Premise> {
    let mut premises = clue_premises(clues, n, |at| cell(n, at));
    for at in 0..n * n {
        let numbers: Vec<Claim> = (0..n).map(|k| Claim::is(at * n + k)).collect();
        let cell = cell(n, at);
        let words = format!("{cell} has one number only");
        let one = PremiseForm::at_most(1, numbers.clone());
        premises.push(Premise::new("one_number", 0, words, [cell], one));
        let words = format!("{cell} needs a number");
        let some = PremiseForm::at_least(1, numbers);
        premises.push(Premise::new(CELL_NEEDS, 3, words, [cell], some));
    }
    for (i, line) in lines(n).into_iter().enumerate() {
        let name = line_name(n, i);
        let cells: Vec<Cell> = line.iter().map(|&at| cell(n, at)).collect();
        for number in 1..=n {
            let places: Vec<Claim> = line
                .iter()
                .map(|&at| Claim::is(at * n + number - 1))
                .collect();
            let words = format!("{name} has {number} only once");
            let once = PremiseForm::at_most(1, places.clone());
            premises.push(Premise::new("once", 0, words, cells.iter().copied(), once));
            let words = format!("{name} needs the {number}");
            let needs = PremiseForm::at_least(1, places);
            premises.push(Premise::new(NEEDS, 2, words, cells.iter().copied(), needs));
        }
    }
    premises
}

/// The conclusions of a step in words: "r1c1 is 3, r1c2 is not 4 or 5".
pub(crate) fn conclusions(n: usize, claims: &[Claim]) -> String {
    let numbers = |numbers: &[usize]| {
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        list(&words, "or")
    };
    describe_claims(claims, n, |at| cell(n, at), numbers).join(", ")
}

/// The steps that all Latin squares have: a hidden single, a naked single, and chains.
pub(crate) fn describe_step(n: usize, argument: &Argument<'_>) -> Option<StepText> {
    let [premise] = argument.premises else {
        let sentence = argument.chain?;
        return Some(StepText::new("what if", sentence.to_owned()));
    };
    let placed = argument.concludes.iter().find(|claim| claim.holds)?;
    let title = premise.sentence();
    let cell = cell(n, placed.fact / n);
    match premise.rule {
        NEEDS => Some(StepText::new(
            "only cell",
            format!("{title}, and only {cell} is left for it."),
        )),
        CELL_NEEDS => Some(StepText::new(
            "only number",
            format!("{title}, and only {} is left.", placed.fact % n + 1),
        )),
        _ => None,
    }
}
