//! The search: propagate, decide which line of a box a digit takes, and backtrack.

use std::fmt;

use crate::board::{Answer, Board, Row};
use crate::lanes::Lanes;
use crate::propagate::{Columns, Rows, Words, columns_of, propagate, rows_of};

/// The number of nodes between two calls of `keep_going`.
const CALLBACK_INTERVAL: u64 = 256;

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The number of answers found, at most the requested number.
    pub found: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The number of propagated boards: the first, and every alternative tried.
    pub nodes: u64,
    /// The number of these that failed at once.
    pub failures: u64,
    /// The number of times the search went back over boards that had passed propagation.
    pub backtracks: u64,
    /// The number of propagation rounds.
    pub rounds: u64,
}

/// The limits and callbacks of a search.
pub struct SearchOptions<'w> {
    /// The largest number of answers.
    pub max_answers: u64,
    /// The largest number of nodes.
    pub max_nodes: u64,
    /// Called with each answer.
    pub on_answer: Option<&'w mut dyn FnMut(&Answer)>,
    /// Called now and then with the counts so far; the search stops if it returns false.
    pub keep_going: Option<&'w mut dyn FnMut(&Run) -> bool>,
}

impl SearchOptions<'_> {
    /// A limit on answers, no other limit and no callbacks.
    pub fn new(max_answers: u64) -> Self {
        SearchOptions {
            max_answers,
            max_nodes: u64::MAX,
            on_answer: None,
            keep_going: None,
        }
    }
}

impl fmt::Debug for SearchOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchOptions")
            .field("max_answers", &self.max_answers)
            .field("max_nodes", &self.max_nodes)
            .finish_non_exhaustive()
    }
}

/// Searches from the board on top of the stack; leftover boards stay on it.
#[inline(always)]
pub(crate) fn search<L: Lanes>(stack: &mut Vec<Board>, mut options: SearchOptions<'_>) -> Run {
    let mut run = Run::default();
    let mut next_callback = CALLBACK_INTERVAL;
    let mut passed = false;
    while let Some(board) = stack.pop() {
        run.backtracks += u64::from(passed);
        passed = false;
        let mut words = loaded::<L>(&board);
        loop {
            if run.nodes >= next_callback {
                next_callback += CALLBACK_INTERVAL;
                if let Some(keep_going) = &mut options.keep_going
                    && !keep_going(&run)
                {
                    return run;
                }
            }
            if run.nodes == options.max_nodes {
                return run;
            }
            run.nodes += 1;
            if !propagate(&mut words, &mut run.rounds) {
                run.failures += 1;
                break;
            }
            passed = true;
            let Some(choice) = choice(&words) else {
                run.found += 1;
                if let Some(on_answer) = &mut options.on_answer {
                    on_answer(&stored(&words).answer());
                }
                if run.found == options.max_answers {
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

/// A decision: how a digit is arranged in the rows of a band, or in the columns of a stack.
struct Choice {
    is_band: bool,
    /// The index of the band or stack.
    which: usize,
    digit: usize,
}

/// Chooses the next decision; `None` if the board is solved.
///
/// The lines that a digit takes in the three boxes of a band or stack are one of six permutations. The band or stack
/// with the fewest permutations left over all digits is chosen, and in it the digit with the fewest: decisions stay
/// together, and the next ones are soon forced.
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
        let seven = L::splat(0o7);
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
        // Nine digits with one permutation each: nothing is left to decide.
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

/// The number of permutations left to nine digits.
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
    /// The row of the board, the lane, and the cells of the line tried first. The box with the fewest lines for the
    /// digit, but more than one, is chosen.
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
            let cost = 16 * n_lines + places.count_ones();
            if n_lines > 1 && cost < least {
                least = cost;
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
