//! Local search, by simulated annealing, towards fewer clues or the right difficulty. A move exchanges clues, or, if none can be removed, changes alternatives.

use std::ops::RangeInclusive;

use gridwright_control::Rng;

use crate::alternatives;
use crate::attempt::{AttemptContext, Candidate};
use crate::checker::CandidateChecker;
use crate::counterexample::Counterexample;
use crate::exchange_clues::exchange_clues;
use crate::generated::Result;

/// The number of moves towards fewer clues.
const CLUE_MOVES: u32 = 600;

/// How long the search for the right difficulty goes on.
#[derive(Clone, Copy, Debug)]
struct SearchLimits {
    /// The maximum number of moves.
    moves: u32,
    /// The search gives up after this many moves in a row without progress: a new full board is more promising.
    moves_without_progress: u32,
}

/// For exchanges of clues, each of which takes many checks.
const FOR_CLUES: SearchLimits = SearchLimits {
    moves: 30,
    moves_without_progress: 6,
};

/// For changes of alternatives, each of which takes few checks.
const FOR_ALTERNATIVES: SearchLimits = SearchLimits {
    moves: 150,
    moves_without_progress: 20,
};

/// The first and the last temperature, in clues and in points of the scale.
const START_TEMPERATURE: f64 = 0.7;
const END_TEMPERATURE: f64 = 0.15;

/// What the search is to reach.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) max_clues: usize,
    /// `None` is any difficulty.
    pub(crate) difficulty: Option<RangeInclusive<f64>>,
}

impl Target {
    fn distance(&self, candidate: &Candidate) -> f64 {
        let clues = candidate.n_clues().saturating_sub(self.max_clues) as f64;
        clues + self.difficulty_distance(candidate)
    }

    /// The distance to the right difficulty; infinite for a candidate that cannot be rated.
    fn difficulty_distance(&self, candidate: &Candidate) -> f64 {
        let Some(range) = &self.difficulty else {
            return 0.0;
        };
        let score = candidate.score.unwrap_or(f64::INFINITY);
        (range.start() - score).max(score - range.end()).max(0.0)
    }
}

/// Returns the best candidate found, and the number of moves spent on difficulty.
pub(crate) fn local_search(
    context: &AttemptContext<'_>,
    mut start: Candidate,
    target: &Target,
    checker: &mut CandidateChecker,
    rng: &mut Rng,
) -> Result<(Candidate, u64)> {
    let rate = |candidate: &mut Candidate| match &target.difficulty {
        Some(_) => context.rate(candidate),
        None => Ok(()),
    };
    rate(&mut start)?;
    let for_difficulty = target.difficulty_distance(&start) > 0.0;
    let limits = match context.groups.is_empty() {
        false => FOR_CLUES,
        true => FOR_ALTERNATIVES,
    };
    let max_moves = match for_difficulty {
        true => limits.moves,
        false => CLUE_MOVES,
    };
    let (mut moves, mut without_progress) = (0, 0);
    let mut best = start.clone();
    let mut current = start;
    let mut counterexamples: Vec<Counterexample> = Vec::new();
    let cooling = (END_TEMPERATURE / START_TEMPERATURE).powf(1.0 / f64::from(max_moves));
    let mut temperature = START_TEMPERATURE;
    for _ in 0..max_moves {
        if target.distance(&best) <= 0.0 || without_progress == limits.moves_without_progress {
            break;
        }
        temperature *= cooling;
        moves += u64::from(for_difficulty);
        without_progress += u32::from(for_difficulty);
        let next = match context.groups.is_empty() {
            false => exchange_clues(context, &current.choice, &mut counterexamples, checker, rng)?,
            true => alternatives::change(context, &current.choice, rng)?,
        };
        let Some(mut next) = next else { continue };
        rate(&mut next)?;
        let worse = target.distance(&next) - target.distance(&current);
        if target.distance(&next) < target.distance(&best) {
            best = next.clone();
            without_progress = 0;
        }
        let chance = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if worse <= 0.0 || chance < (-worse / temperature).exp() {
            current = next;
        }
    }
    Ok((best, moves))
}
