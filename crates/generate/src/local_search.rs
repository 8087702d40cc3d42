//! Local search, by simulated annealing, towards fewer clues or the right difficulty. A move exchanges clues, or, if none can be removed, changes alternatives.

use std::ops::RangeInclusive;

use gridwright_control::Rng;

use crate::alternatives;
use crate::checker::CandidateChecker;
use crate::exchange_clues::exchange_clues;
use crate::generated::Result;
use crate::remove_clues::Counterexample;
use crate::task::{Candidate, Task};

/// The number of moves towards fewer clues.
const CLUE_MOVES: u32 = 600;

/// The number of moves towards the right difficulty.
const DIFFICULTY_MOVES: u32 = 30;

/// The search gives up after this many moves in a row without progress in difficulty: a new full board is more promising.
const MAX_FUTILE: u32 = 6;

/// The first and the last temperature, in clues and in points of the scale.
const HOT: f64 = 0.7;
const COLD: f64 = 0.15;

/// The goal of the search.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) max_clues: usize,
    /// `None` is any difficulty.
    pub(crate) difficulty: Option<RangeInclusive<f64>>,
}

impl Goal {
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
    task: &Task<'_>,
    mut start: Candidate,
    goal: &Goal,
    checker: &mut CandidateChecker,
    rng: &mut Rng,
) -> Result<(Candidate, u64)> {
    let rate = |candidate: &mut Candidate| match &goal.difficulty {
        Some(_) => task.rate(candidate),
        None => Ok(()),
    };
    rate(&mut start)?;
    let for_difficulty = goal.difficulty_distance(&start) > 0.0;
    let max_moves = match for_difficulty {
        true => DIFFICULTY_MOVES,
        false => CLUE_MOVES,
    };
    let (mut moves, mut futile) = (0, 0);
    let mut best = start.clone();
    let mut current = start;
    let mut counterexamples: Vec<Counterexample> = Vec::new();
    let cooling = (COLD / HOT).powf(1.0 / f64::from(max_moves));
    let mut temperature = HOT;
    for _ in 0..max_moves {
        if goal.distance(&best) <= 0.0 || futile == MAX_FUTILE {
            break;
        }
        temperature *= cooling;
        moves += u64::from(for_difficulty);
        futile += u32::from(for_difficulty);
        let next = match task.groups.is_empty() {
            false => exchange_clues(task, &current.choice, &mut counterexamples, checker, rng)?,
            true => alternatives::change(task, &current.choice, rng)?,
        };
        let Some(mut next) = next else { continue };
        rate(&mut next)?;
        let worse = goal.distance(&next) - goal.distance(&current);
        if goal.distance(&next) < goal.distance(&best) {
            best = next.clone();
            futile = 0;
        }
        let chance = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if worse <= 0.0 || chance < (-worse / temperature).exp() {
            current = next;
        }
    }
    Ok((best, moves))
}
