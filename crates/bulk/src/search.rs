//! The search: narrow, decide where a digit of a box goes, and come back for the rest.

use crate::board::{Answer, Board};
use crate::lanes::Lanes;
use crate::narrow::{Words, narrow};

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
            let Some((at, lane)) = choice(&words) else {
                run.found += 1;
                if let Some(tell) = &mut wanted.tell {
                    tell(&stored(&words).answer());
                }
                if run.found == wanted.most {
                    return run;
                }
                break;
            };
            let mut first = stored(&words);
            let mut other = first;
            let places = first.0[at].0[lane];
            let place = places & places.wrapping_neg();
            first.0[at].0[lane] = place;
            other.0[at].0[lane] = places & !place;
            stack.push(other);
            words = loaded(&first);
        }
    }
    run.complete = true;
    run
}

/// Where to decide: a stack and a lane with several places; `None` if there is none.
///
/// A digit with two places is best, because both ways say something; and of these one that has two places in the other boxes of its band or stack
/// too, because then one decision settles several.
#[inline(always)]
fn choice<L: Lanes>(words: &Words<L>) -> Option<(usize, usize)> {
    let pairs = [words[0].pairs(), words[1].pairs(), words[2].pairs()];
    let mut best = None;
    let mut best_score = 0;
    for at in 0..3 {
        let (own, a, b) = (pairs[at], pairs[(at + 1) % 3], pairs[(at + 2) % 3]);
        let (c, d) = (turned(own, 9), turned(own, 18));
        // The number of others in four masks, as three bits.
        let (s0, c0) = (a ^ b, a & b);
        let (s1, c1) = (c ^ d, c & d);
        let ones = s0 ^ s1;
        let carry = s0 & s1;
        let twos = c0 ^ c1 ^ carry;
        let fours = c0 & c1;
        let mut lanes = own;
        let mut score = 0;
        for (bit, worth) in [(fours, 4), (twos, 2), (ones, 1)] {
            if lanes & bit != 0 {
                lanes &= bit;
                score += worth;
            }
        }
        if lanes != 0 && score + 1 > best_score {
            best_score = score + 1;
            best = Some((at, lanes.trailing_zeros() as usize));
        }
    }
    if best.is_some() {
        return best;
    }
    fewest(words)
}

/// A set of lanes turned by some of 27.
#[inline(always)]
fn turned(lanes: u32, by: u32) -> u32 {
    (lanes >> by | lanes << (27 - by)) & 0x7ff_ffff
}

/// The lane with the fewest places above one.
#[inline(always)]
fn fewest<L: Lanes>(words: &Words<L>) -> Option<(usize, usize)> {
    if words[0].open() | words[1].open() | words[2].open() == 0 {
        return None;
    }
    let board = stored(words);
    let mut best = None;
    let mut least = 10;
    for (at, row) in board.0.iter().enumerate() {
        for (lane, places) in row.0[..27].iter().enumerate() {
            let n = places.count_ones();
            if n > 1 && n < least {
                least = n;
                best = Some((at, lane));
            }
        }
    }
    best
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
