//! Random and mutated boards of nine, an oracle that knows nothing but the rules, and the law that the engine agrees with it at every width.

use std::collections::BTreeSet;

use gridwright_bulk::{Bulk, Clues, Width};

/// A board, row by row; 0 is an empty cell.
pub(crate) type Cells = [u8; 81];

/// Numbers that look random, the same ones for the same seed.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

/// The answers of a board, at most so many, by trying whatever has the fewest ways.
pub(crate) fn by_trying(cells: &Cells, most: usize, random: &mut Random) -> Vec<Cells> {
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
    try_all(&mut board, most, random, &mut found);
    found
}

fn try_all(board: &mut Cells, most: usize, random: &mut Random, found: &mut Vec<Cells>) {
    let Some(mut ways) = fewest(board) else {
        found.push(*board);
        return;
    };
    random.shuffle(&mut ways);
    for (at, number) in ways {
        board[at] = number;
        try_all(board, most, random, found);
        board[at] = 0;
        if found.len() >= most {
            return;
        }
    }
}

/// The ways to fill a cell, or to place a number in a row, column or block, whatever has the fewest; `None` if the board is full.
fn fewest(board: &Cells) -> Option<Vec<(usize, u8)>> {
    let numbers =
        |at: usize| (1..=9_u8).filter(move |number| possible(board, at) >> number & 1 == 1);
    let open = (0..81).filter(|&at| board[at] == 0);
    let at = open.min_by_key(|&at| possible(board, at).count_ones())?;
    let mut best: Vec<(usize, u8)> = numbers(at).map(|number| (at, number)).collect();
    let candidates: [u16; 81] = std::array::from_fn(|at| {
        if board[at] == 0 {
            possible(board, at)
        } else {
            0
        }
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
            let places = (0..9)
                .map(cell)
                .filter(|&at| candidates[at] >> number & 1 == 1);
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
fn full(random: &mut Random) -> Cells {
    let mut digits: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut digits);
    let mut cells: Cells = std::array::from_fn(|at| {
        let (row, col) = (at / 9, at % 9);
        digits[(row * 3 + row / 3 + col) % 9]
    });
    // Of so regular a board a few cells are kept, and the rest is found again in a random way.
    thin(&mut cells, 12, random);
    by_trying(&cells, 1, random).pop().unwrap_or(cells)
}

/// Keeps so many cells.
fn thin(cells: &mut Cells, kept: usize, random: &mut Random) {
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    for at in &order[kept..] {
        cells[*at] = 0;
    }
}

/// A board with no answer, one, two or many, or one that breaks the rules at once.
pub(crate) fn board(random: &mut Random) -> Cells {
    let mut cells = full(random);
    match random.below(8) {
        // Few clues: one answer at best.
        0 | 1 => thin(&mut cells, 20 + random.below(15), random),
        // Many clues: one answer or few.
        2 => thin(&mut cells, 35 + random.below(47), random),
        // A clue that is another.
        3 => {
            thin(&mut cells, 22 + random.below(30), random);
            let at = random.below(81);
            cells[at] = 1 + random.below(9) as u8;
        }
        // Two clues exchanged.
        4 => {
            thin(&mut cells, 25 + random.below(56), random);
            cells.swap(random.below(81), random.below(81));
        }
        // Anything at all.
        5 => {
            cells = [0; 81];
            for _ in 0..random.below(14) {
                cells[random.below(81)] = 1 + random.below(9) as u8;
            }
        }
        // As few clues as one answer needs, and then perhaps one less.
        6 => {
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut bulk = Bulk::new();
            for at in order.into_iter().take(50 + random.below(32)) {
                let clue = std::mem::replace(&mut cells[at], 0);
                let clues = Clues::new(cells).expect("digits");
                if bulk.count(&clues, 2).found != 1 {
                    cells[at] = clue;
                }
            }
            if random.below(2) == 0 {
                cells[random.below(81)] = 0;
            }
        }
        // Numbers of two rows of a band exchanged in a few columns: often two answers.
        _ => {
            let band = random.below(3) * 3;
            for col in 0..9 {
                if random.below(3) > 0 {
                    cells[band * 9 + col] = 0;
                    cells[(band + 1) * 9 + col] = 0;
                }
            }
        }
    }
    cells
}

/// Checks that every width finds what the oracle finds; says how many answers there are, at most `most`.
pub(crate) fn agree(cells: &Cells, most: usize, random: &mut Random) -> usize {
    let expected = by_trying(cells, most, random);
    let text: String = cells.iter().map(|cell| char::from(b'0' + cell)).collect();
    let clues = Clues::new(*cells).expect("digits");
    let set: BTreeSet<Cells> = expected.iter().copied().collect();
    for width in Width::EVERY {
        let Some(mut bulk) = Bulk::of(width) else {
            continue;
        };
        let mut found = BTreeSet::new();
        let run = bulk.answers(&clues, most as u64, |answer| {
            assert!(found.insert(*answer.cells()), "{text}: twice by {width:?}");
        });
        assert_eq!(run.found as usize, expected.len(), "{text} by {width:?}");
        assert_eq!(run.complete, expected.len() < most, "{text} by {width:?}");
        assert_eq!(bulk.count(&clues, most as u64), run, "{text} by {width:?}");
        if run.complete {
            assert_eq!(found, set, "{text} by {width:?}");
        }
    }
    expected.len()
}
