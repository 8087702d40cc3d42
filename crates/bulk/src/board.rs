//! Clues, answers, and the board between them: for every box and digit, the cells of the box that may take the digit.
//!
//! A box is nine bits, its cells row by row. The three boxes of a stack times nine digits are the 27 lanes of one
//! [`Row`]: lane `9 * band + digit`. So a digit in a band occupies the same lane of three rows, and in a stack three
//! lanes of one row.

/// The number of lanes used in a row.
pub(crate) const LANES: usize = 27;

/// All nine cells of a box.
pub(crate) const ALL: u16 = 0o777;

/// The lanes of one stack in memory, with padding for vector loads.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Row(pub(crate) [u16; 48]);

/// The candidates in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board(pub(crate) [Row; 3]);

/// The clues of a board, row by row; 0 is an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clues([u8; 81]);

/// A full board, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Answer([u8; 81]);

/// The cell of each byte of a text: a digit, 0 for an empty cell, or [`NO_CELL`].
const CELLS: [u8; 256] = {
    let mut cells = [NO_CELL; 256];
    let mut digit = 0;
    while digit < 10 {
        cells[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    cells[b'.' as usize] = 0;
    cells[b'_' as usize] = 0;
    cells[b'*' as usize] = 0;
    cells
};

/// Marks a byte that is not a cell.
const NO_CELL: u8 = 0x80;

impl Clues {
    /// The clues of 81 characters: digits, and `.`, `0`, `_` or `*` for an empty cell. `None` if the text is anything else.
    #[inline(never)]
    pub fn read(text: &[u8]) -> Option<Clues> {
        let text: &[u8; 81] = text.try_into().ok()?;
        let mut cells = [0; 81];
        let mut wrong = 0;
        for (cell, byte) in cells.iter_mut().zip(text) {
            *cell = CELLS[usize::from(*byte)];
            wrong |= *cell;
        }
        (wrong & NO_CELL == 0).then_some(Clues(cells))
    }

    /// The clues of 81 numbers, 0 for an empty cell. `None` if one is greater than nine.
    pub fn new(cells: [u8; 81]) -> Option<Clues> {
        cells.iter().all(|&cell| cell <= 9).then_some(Clues(cells))
    }

    /// The number of every cell, row by row; 0 is an empty one.
    pub fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The cells as 81 characters, `.` for an empty one.
    #[inline(never)]
    pub fn text(&self) -> [u8; 81] {
        self.0
            .map(|cell| if cell == 0 { b'.' } else { b'0' + cell })
    }
}

impl Answer {
    /// The number of every cell, row by row.
    pub fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The cells as 81 characters.
    #[inline(never)]
    pub fn text(&self) -> [u8; 81] {
        self.0.map(|cell| b'0' + cell)
    }
}

/// The stack, first lane and bit of each cell.
static PLACES: [(u8, u8, u16); 81] = {
    let mut places = [(0, 0, 0); 81];
    let mut at = 0;
    while at < 81 {
        let (row, col) = (at / 9, at % 9);
        places[at] = (
            (col / 3) as u8,
            (row / 3 * 9) as u8,
            1 << (row % 3 * 3 + col % 3),
        );
        at += 1;
    }
    places
};

impl Board {
    /// No candidates.
    pub(crate) const EMPTY: Board = Board([Row([0; 48]); 3]);

    /// The board of some clues; `None` if a box has a digit twice.
    #[inline]
    pub(crate) fn new(clues: &Clues) -> Option<Board> {
        let mut board = Board::EMPTY;
        for (clue, &(stack, lane, bit)) in clues.0.iter().zip(&PLACES) {
            // An empty cell writes too, into the padding: that is faster than a branch.
            let lane = match clue.checked_sub(1) {
                Some(digit) => usize::from(lane + digit),
                None => 32 + usize::from(bit.trailing_zeros() as u8),
            };
            board.0[usize::from(stack)].0[lane] |= bit;
        }
        let mut twice = 0;
        for row in &mut board.0 {
            for lane in &mut row.0[..LANES] {
                twice |= *lane & lane.wrapping_sub(1);
                if *lane == 0 {
                    *lane = ALL;
                }
            }
        }
        (twice == 0).then_some(board)
    }

    /// The answer, if every lane has one cell.
    pub(crate) fn answer(&self) -> Answer {
        let mut cells = [0; 81];
        for (stack, row) in self.0.iter().enumerate() {
            for band in 0..3 {
                for digit in 0..9 {
                    let bit = row.0[9 * band + digit].trailing_zeros() as usize % 9;
                    cells[(3 * band + bit / 3) * 9 + 3 * stack + bit % 3] = digit as u8 + 1;
                }
            }
        }
        Answer(cells)
    }
}
