//! The judge: checks every row, column and block cell by cell, by coordinates alone.

use crate::contract::Violation;
use crate::kinds::sudoku::{Answer, Instance, variants};

pub(super) fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
    let n = instance.n();
    if answer.0.len() != n * n {
        return Err(Violation(format!(
            "the board has {} cells, not {}",
            n * n,
            answer.0.len()
        )));
    }
    let clue = |at: usize| instance.clues[at];
    let block = match instance.region_of_cells() {
        None => instance.block,
        // Blocks that are rows add no rule; irregular regions are judged with the other constraints.
        Some(_) => (1, n),
    };
    judge(n, block, clue, |at| answer.0[at])?;
    variants::check(instance, answer)
}

/// Judges an answer of a 9x9 board, both given row by row; a clue of 0 is an empty cell. For bulk solving without an [`Instance`] per board.
pub fn judge_nine(clues: &[u8; 81], answer: &[u8; 81]) -> Result<(), Violation> {
    let clue = |at: usize| (clues[at] > 0).then_some(i32::from(clues[at]));
    judge(9, (3, 3), clue, |at| i32::from(answer[at]))
}

fn judge(
    n: usize,
    (height, width): (usize, usize),
    clue: impl Fn(usize) -> Option<i32>,
    number: impl Fn(usize) -> i32,
) -> Result<(), Violation> {
    for at in 0..n * n {
        let (row, col, number) = (at / n + 1, at % n + 1, number(at));
        if !(1..=n as i32).contains(&number) {
            return Err(Violation(format!("row {row}, column {col} has {number}")));
        }
        if clue(at).is_some_and(|clue| clue != number) {
            return Err(Violation(format!(
                "row {row}, column {col} has {number}, not its clue"
            )));
        }
    }
    // For every number, the last row, column or block in which it was seen.
    let mut seen = vec![0; n + 1];
    let mut twice = |at: usize, group: usize| {
        let number = number(at);
        let before = std::mem::replace(&mut seen[number as usize], group);
        (before == group).then_some(number)
    };
    for i in 0..n {
        let (top, left) = (i / height * height, i % height * width);
        for (name, group) in [
            ("row", 3 * i + 1),
            ("column", 3 * i + 2),
            ("block", 3 * i + 3),
        ] {
            for k in 0..n {
                let at = match name {
                    "row" => i * n + k,
                    "column" => k * n + i,
                    _ => (top + k / width) * n + left + k % width,
                };
                if let Some(number) = twice(at, group) {
                    let which = i + 1;
                    return Err(Violation(format!("{name} {which} has {number} twice")));
                }
            }
        }
    }
    Ok(())
}
