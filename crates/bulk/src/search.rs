//! The search: narrow, decide which line of a box a digit takes, and come back for the rest.

use crate::board::{Answer, Board, Row};
use crate::lanes::Lanes;
use crate::narrow::{Columns, Rows, Words, columns_of, narrow, rows_of};

/// How many nodes pass between two questions whether to go on.
const PATIENCE: u64 = 256;

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// How many answers were found, at most as many as were wanted.
    pub found: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// How many boards were narrowed: the first, and every alternative tried.
    pub nodes: u64,
    /// How many of these were found to have no answer at once.
    pub failures: u64,
    /// How many times the search went back over boards that had looked well.
    pub backtracks: u64,
    /// How many times all boxes were looked at.
    pub rounds: u64,
}

/// What is wanted of a search.
pub(crate) struct Wanted<'w> {
    /// So many answers at most.
    pub(crate) most: u64,
    /// So many nodes at most.
    pub(crate) nodes: u64,
    /// Who is told of each answer.
    pub(crate) tell: Option<&'w mut dyn FnMut(&Answer)>,
    /// Who says now and then whether to go on, told what came of it so far.
    pub(crate) go_on: Option<&'w mut dyn FnMut(&Run) -> bool>,
}

/// Searches from the board on top of the stack, which is left empty or not, as it comes.
#[inline(always)]
pub(crate) fn search<L: Lanes>(stack: &mut Vec<Board>, mut wanted: Wanted<'_>) -> Run {
    let mut run = Run::default();
    let mut next_look = PATIENCE;
    let mut looked_well = false;
    while let Some(board) = stack.pop() {
        run.backtracks += u64::from(looked_well);
        looked_well = false;
        let mut words = loaded::<L>(&board);
        loop {
            if run.nodes >= next_look {
                next_look += PATIENCE;
                if let Some(go_on) = &mut wanted.go_on
                    && !go_on(&run)
                {
                    return run;
                }
            }
            if run.nodes == wanted.nodes {
                return run;
            }
            run.nodes += 1;
            if !narrow(&mut words, &mut run.rounds) {
                run.failures += 1;
                break;
            }
            looked_well = true;
            let Some(choice) = choice(&words) else {
                run.found += 1;
                if let Some(tell) = &mut wanted.tell {
                    tell(&stored(&words).answer());
                }
                if run.found == wanted.most {
                    return run;
                }
                break;
            };
            let mut board = stored(&words);
            let (row, lane, line) = choice.place(&board);
            let places = board.0[row].0[lane];
            board.0[row].0[lane] = places & !line;
            stack.push(board);
            board.0[row].0[lane] = places & line;
            words = loaded(&board);
        }
    }
    run.complete = true;
    run
}

/// What is decided: how a digit is arranged in the rows of a band, or in the columns of a stack.
struct Choice {
    is_band: bool,
    /// The number of the band or stack.
    which: usize,
    digit: usize,
}

/// Chooses what to decide; `None` if everything is.
///
/// The lines that a digit takes in the three boxes of a band or stack are a permutation, and six of these there are. The band or stack with the fewest
/// left over all digits is chosen, and in it the digit with the fewest: so decisions stay together, and the next ones are soon forced.
#[inline(always)]
fn choice<L: Lanes>(words: &Words<L>) -> Option<Choice> {
    let Rows { lines, one, two } = rows_of(words);
    let even = lines[0].and(one[1]).and(two[2]);
    let odd = lines[0].and(two[1]).and(one[2]);
    let mut bands = Row([0; 48]);
    even.or(odd.left::<1>()).store(&mut bands);
    let (Columns { lines, next, last }, _) = columns_of(words);
    let even = lines.and(next[0]).and(last[1]);
    let odd = lines.and(next[1]).and(last[0]);
    let mut stacks = [Row([0; 48]); 3];
    let evens = [even, even.right::<5>(), even.right::<10>()];
    let odds = [odd, odd.right::<5>(), odd.right::<10>()];
    for (stack, row) in stacks.iter_mut().enumerate() {
        let seven = L::all(0o7);
        let odd = odds[stack].and(seven).left::<3>();
        evens[stack].and(seven).or(odd).store(row);
    }
    let of_band = |band: usize| bands.0[9 * band..].first_chunk::<9>();
    let of_stack = |stack: usize| stacks[stack].0.first_chunk::<9>();
    let mut least = u32::MAX;
    let mut found = None;
    for (is_band, which) in [
        (true, 0),
        (true, 1),
        (true, 2),
        (false, 0),
        (false, 1),
        (false, 2),
    ] {
        let nine = if is_band {
            of_band(which)
        } else {
            of_stack(which)
        }?;
        let n = arrangements(nine);
        // One for each digit is what a band has in which nothing is left to decide.
        if n > 9 && n < least {
            least = n;
            found = Some((is_band, which, nine));
        }
    }
    let (is_band, which, nine) = found?;
    let mut digit = 0;
    let mut fewest = u32::MAX;
    for (at, lane) in nine.iter().enumerate() {
        let n = lane.count_ones();
        if n > 1 && n < fewest {
            fewest = n;
            digit = at;
        }
    }
    Some(Choice {
        is_band,
        which,
        digit,
    })
}

/// How many arrangements nine digits have together.
#[inline(always)]
fn arrangements(nine: &[u16; 9]) -> u32 {
    let four = |at: usize| {
        u64::from(nine[at])
            | u64::from(nine[at + 1]) << 16
            | u64::from(nine[at + 2]) << 32
            | u64::from(nine[at + 3]) << 48
    };
    four(0).count_ones() + four(4).count_ones() + nine[8].count_ones()
}

impl Choice {
    /// Where it is decided: a row of the board, a lane, and the cells of one line of the box, which are tried first. It is a box with several lines for
    /// the digit, and as few as can be.
    #[inline(always)]
    fn place(&self, board: &Board) -> (usize, usize, u16) {
        let lines = match self.is_band {
            true => [0o7, 0o70, 0o700],
            false => [0o111, 0o222, 0o444],
        };
        let mut best = (0, 0, 0);
        let mut least = u32::MAX;
        for at in 0..3 {
            let (row, lane) = match self.is_band {
                true => (at, 9 * self.which + self.digit),
                false => (self.which, 9 * at + self.digit),
            };
            let places = board.0[row].0[lane];
            let mut n_lines = 0;
            let mut first = 0;
            for line in lines.into_iter().rev() {
                if places & line != 0 {
                    n_lines += 1;
                    first = line;
                }
            }
            let dear = 16 * n_lines + places.count_ones();
            if n_lines > 1 && dear < least {
                least = dear;
                best = (row, lane, first);
            }
        }
        best
    }
}

#[inline(always)]
fn loaded<L: Lanes>(board: &Board) -> Words<L> {
    [
        L::load(&board.0[0]),
        L::load(&board.0[1]),
        L::load(&board.0[2]),
    ]
}

#[inline(always)]
fn stored<L: Lanes>(words: &Words<L>) -> Board {
    let mut board = Board::EMPTY;
    words[0].store(&mut board.0[0]);
    words[1].store(&mut board.0[1]);
    words[2].store(&mut board.0[2]);
    board
}
