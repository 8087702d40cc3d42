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
    match is_nine(clues, answer) {
        true => Ok(()),
        false => judge_numbers(clues, answer),
    }
}

/// Whether every row, column and block has all nine numbers, and every clue is kept.
fn is_nine(clues: &[u8; 81], answer: &[u8; 81]) -> bool {
    // Sets of numbers as bits.
    let [mut rows, mut cols, mut blocks] = [[0_u16; 9]; 3];
    let mut is_right = true;
    let lines = clues.chunks_exact(9).zip(answer.chunks_exact(9));
    for (row, (clues, numbers)) in lines.enumerate() {
        for (col, (&clue, &number)) in clues.iter().zip(numbers).enumerate() {
            is_right &= (clue == 0) | (clue == number);
            let bit = 1_u16.checked_shl(u32::from(number)).unwrap_or(0);
            rows[row] |= bit;
            cols[col] |= bit;
            blocks[row / 3 * 3 + col / 3] |= bit;
        }
    }
    // Nine cells that have all nine numbers have each of them once.
    let has_all = |set: &u16| *set == 0b11_1111_1110;
    is_right && [rows, cols, blocks].iter().flatten().all(has_all)
}

/// Judges like [`judge_nine`], cell by cell.
fn judge_numbers(clues: &[u8; 81], answer: &[u8; 81]) -> Result<(), Violation> {
    let clue = |at: usize| (clues[at] > 0).then_some(i32::from(clues[at]));
    judge(9, (3, 3), clue, |at| i32::from(answer[at]))
}

/// Judges a board with blocks and without constraints of variants.
pub(super) fn judge(
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

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    #[test]
    fn sets_of_numbers_agree_with_the_judgement_of_cells() {
        let full =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let full = full.map(|digit| digit - b'0');
        let mut rng = Rng::new(7);
        let mut n_right = 0;
        for _ in 0..3000 {
            let mut answer = full;
            // Any byte, a number, or two cells exchanged.
            match rng.below(4) {
                0 => answer[rng.below(81)] = rng.below(256) as u8,
                1 => answer[rng.below(81)] = rng.below(11) as u8,
                2 => answer.swap(rng.below(81), rng.below(81)),
                _ => {}
            }
            let mut clues = full.map(|number| if rng.below(3) == 0 { number } else { 0 });
            if rng.below(4) == 0 {
                clues[rng.below(81)] = rng.below(10) as u8;
            }
            let is_right = is_nine(&clues, &answer);
            n_right += u32::from(is_right);
            assert_eq!(
                is_right,
                judge_numbers(&clues, &answer).is_ok(),
                "{answer:?}"
            );
            assert_eq!(judge_nine(&clues, &answer).is_ok(), is_right);
        }
        assert!((300..2700).contains(&n_right), "{n_right}");
    }
}
