//! Random and mutated 9x9 boards, a brute-force oracle, and the check that the engine agrees with it at every width.

use std::collections::BTreeSet;

use gridwright_bulk::{Bulk, Clues, Width};
use gridwright_control::Rng;

/// A board, row by row; 0 is an empty cell.
pub(crate) type Cells = [u8; 81];

/// At most `max` answers of a board, by branching on what has the fewest alternatives.
pub(crate) fn brute_force(cells: &Cells, max: usize, rng: &mut Rng) -> Vec<Cells> {
    let mut found = Vec::new();
    let mut board = [0; 81];
    for at in 0..81 {
        if cells[at] != 0 {
            if possible(&board, at) & 1 << cells[at] == 0 {
                return found;
            }
            board[at] = cells[at];
        }
    }
    try_all(&mut board, max, rng, &mut found);
    found
}

fn try_all(board: &mut Cells, max: usize, rng: &mut Rng, found: &mut Vec<Cells>) {
    let Some(mut alternatives) = fewest(board) else {
        found.push(*board);
        return;
    };
    rng.shuffle(&mut alternatives);
    for (at, number) in alternatives {
        board[at] = number;
        try_all(board, max, rng, found);
        board[at] = 0;
        if found.len() >= max {
            return;
        }
    }
}

/// The alternatives of the cell, or of the digit in a row, column or box, with the fewest; `None` if the board is
/// full.
fn fewest(board: &Cells) -> Option<Vec<(usize, u8)>> {
    let numbers =
        |at: usize| (1..=9_u8).filter(move |number| possible(board, at) >> number & 1 == 1);
    let open = (0..81).filter(|&at| board[at] == 0);
    let at = open.min_by_key(|&at| possible(board, at).count_ones())?;
    let mut best: Vec<(usize, u8)> = numbers(at).map(|number| (at, number)).collect();
    let candidates: [u16; 81] = std::array::from_fn(|at| match board[at] {
        0 => possible(board, at),
        _ => 0,
    });
    for group in 0..27 {
        if best.len() < 2 {
            break;
        }
        let cell = |k: usize| match group / 9 {
            0 => group % 9 * 9 + k,
            1 => k * 9 + group % 9,
            _ => (group % 9 / 3 * 3 + k / 3) * 9 + group % 3 * 3 + k % 3,
        };
        for number in 1..=9 {
            if (0..9).any(|k| board[cell(k)] == number) {
                continue;
            }
            let is_place = |at: &usize| candidates[*at] >> number & 1 == 1;
            let places = (0..9).map(cell).filter(is_place);
            if places.clone().count() < best.len() {
                best = places.map(|at| (at, number)).collect();
            }
        }
    }
    Some(best)
}

/// The numbers that no cell in the row, column or block has, as bits.
fn possible(board: &Cells, at: usize) -> u16 {
    let (row, col) = (at / 9, at % 9);
    let mut taken = 0;
    for k in 0..9 {
        taken |= 1 << board[row * 9 + k];
        taken |= 1 << board[k * 9 + col];
        taken |= 1 << board[(row / 3 * 3 + k / 3) * 9 + col / 3 * 3 + k % 3];
    }
    !taken & 0x3fe
}

/// A full board.
fn full(rng: &mut Rng) -> Cells {
    let mut digits: Vec<u8> = (1..=9).collect();
    rng.shuffle(&mut digits);
    let mut cells: Cells = std::array::from_fn(|at| {
        let (row, col) = (at / 9, at % 9);
        digits[(row * 3 + row / 3 + col) % 9]
    });
    // Keeps a few cells of this regular board and completes them at random.
    thin(&mut cells, 12, rng);
    brute_force(&cells, 1, rng).pop().unwrap_or(cells)
}

/// Keeps `kept` random cells.
fn thin(cells: &mut Cells, kept: usize, rng: &mut Rng) {
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    for at in &order[kept..] {
        cells[*at] = 0;
    }
}

/// A board with no answer, one, two or many, or one that violates the rules.
pub(crate) fn board(rng: &mut Rng) -> Cells {
    let mut cells = full(rng);
    match rng.below(8) {
        // Few clues: at most one answer, usually.
        0 | 1 => thin(&mut cells, 20 + rng.below(15), rng),
        // Many clues: one answer or few.
        2 => thin(&mut cells, 35 + rng.below(47), rng),
        // One wrong clue.
        3 => {
            thin(&mut cells, 22 + rng.below(30), rng);
            let at = rng.below(81);
            cells[at] = 1 + rng.below(9) as u8;
        }
        // Two cells swapped.
        4 => {
            thin(&mut cells, 25 + rng.below(56), rng);
            cells.swap(rng.below(81), rng.below(81));
        }
        // Random clues.
        5 => {
            cells = [0; 81];
            for _ in 0..rng.below(14) {
                cells[rng.below(81)] = 1 + rng.below(9) as u8;
            }
        }
        // A minimal puzzle, sometimes with one clue less.
        6 => {
            let mut order: Vec<usize> = (0..81).collect();
            rng.shuffle(&mut order);
            let mut bulk = Bulk::new();
            for at in order.into_iter().take(50 + rng.below(32)) {
                let clue = std::mem::replace(&mut cells[at], 0);
                let clues = Clues::new(cells).expect("digits");
                if bulk.count(&clues, 2).found != 1 {
                    cells[at] = clue;
                }
            }
            if rng.below(2) == 0 {
                cells[rng.below(81)] = 0;
            }
        }
        // Two rows of a band emptied in some columns: often two answers.
        _ => {
            let band = rng.below(3) * 3;
            for col in 0..9 {
                if rng.below(3) > 0 {
                    cells[band * 9 + col] = 0;
                    cells[(band + 1) * 9 + col] = 0;
                }
            }
        }
    }
    cells
}

/// Checks that every width agrees with the oracle; returns the number of answers, at most `max`.
pub(crate) fn agree(cells: &Cells, max: usize, rng: &mut Rng) -> usize {
    let expected = brute_force(cells, max, rng);
    let text: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
    let clues = Clues::new(*cells).expect("digits");
    let set: BTreeSet<Cells> = expected.iter().copied().collect();
    for width in Width::ALL {
        let Some(mut bulk) = Bulk::with_width(width) else {
            continue;
        };
        let mut found = BTreeSet::new();
        let run = bulk.answers(&clues, max as u64, |answer| {
            assert!(found.insert(*answer.cells()), "{text}: twice by {width:?}");
        });
        assert_eq!(run.found as usize, expected.len(), "{text} by {width:?}");
        assert_eq!(run.complete, expected.len() < max, "{text} by {width:?}");
        assert_eq!(bulk.count(&clues, max as u64), run, "{text} by {width:?}");
        if run.complete {
            assert_eq!(found, set, "{text} by {width:?}");
        }
    }
    expected.len()
}
