//! Difficulty: raters, which define a scale, and the check whether a puzzle can be solved with steps up to a limit on that scale.

use std::fmt;
use std::sync::Arc;

use gridwright_control::{Deadline, Limits};
use gridwright_explain::{
    Bounded, Difficulty, ExplainOptions, ExplanationEnd, cost_up_to, rate, solve_bounded,
};
use gridwright_puzzles::{AnyAnswer, AnyInstance, FactState};

use crate::generated::{Result, check_deadline};

/// The failure limit of a rater.
const RATING_FAILURE_LIMIT: u64 = 100_000;

/// Whether a puzzle can be solved by steps up to some difficulty.
#[derive(Clone, PartialEq, Debug)]
pub enum Solvability {
    /// It can be solved. This is an estimate: the exact rating may be above the limit.
    Solved,
    /// Stuck: no step within the limit follows from these facts. Empty if the rater does not report them.
    Stuck(Vec<FactState>),
    /// A limit was reached first, or the puzzle cannot be rated.
    Unknown,
}

/// Rates puzzles on some scale.
pub trait Rater: fmt::Debug + Send + Sync {
    /// The difficulty of a puzzle with this only answer; `None` if it cannot be found within the limits.
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64>;

    /// Whether a puzzle can be solved by steps of difficulty up to `max`. An implementation may be faster than rating and occasionally wrong: generated
    /// puzzles are rated in the end.
    fn solvability(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        max: f64,
        limits: &Limits,
    ) -> Solvability {
        match self.rate(instance, answer, limits) {
            Some(score) if score <= max => Solvability::Solved,
            Some(_) => Solvability::Stuck(Vec::new()),
            None => Solvability::Unknown,
        }
    }

    /// The levels of the scale, the easiest first, each with its maximum score, which is infinite for the last.
    fn levels(&self) -> &'static [(&'static str, f64)];

    /// The level of a score.
    fn level(&self, score: f64) -> &'static str {
        let levels = self.levels();
        let found = levels.iter().find(|(_, max)| score <= *max);
        found.or(levels.last()).map_or("", |(level, _)| level)
    }

    /// The scores of a level: above the first number, up to the second.
    fn score_range(&self, level: &str) -> Option<(f64, f64)> {
        let levels = self.levels();
        let index = levels.iter().position(|(known, _)| *known == level)?;
        let above = match index.checked_sub(1) {
            Some(before) => levels[before].1,
            None => f64::NEG_INFINITY,
        };
        let last = index + 1 == levels.len();
        Some((above, if last { f64::INFINITY } else { levels[index].1 }))
    }
}

/// Rates a puzzle by the steps of its explanation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplanationRater;

impl Rater for ExplanationRater {
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64> {
        let options = ExplainOptions {
            limits: limits.clone(),
            answer: Some(answer),
            ..ExplainOptions::default()
        };
        let rating = rate(instance, &options).ok()?;
        (rating.end == ExplanationEnd::Solved).then_some(rating.number)
    }

    fn solvability(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        max: f64,
        limits: &Limits,
    ) -> Solvability {
        let Some(max_cost) = cost_up_to(max) else {
            return Solvability::Stuck(Vec::new());
        };
        match solve_bounded(instance, answer, max_cost, limits) {
            Ok(Bounded::Solved) => Solvability::Solved,
            Ok(Bounded::Stuck(known)) => Solvability::Stuck(known),
            Ok(Bounded::Stopped(_)) | Err(_) => Solvability::Unknown,
        }
    }

    fn levels(&self) -> &'static [(&'static str, f64)] {
        &Difficulty::SCALE
    }
}

/// A rater, and the greatest difficulty of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct DifficultyLimit {
    pub(crate) rater: Arc<dyn Rater>,
    pub(crate) max: f64,
}

impl DifficultyLimit {
    /// Whether a puzzle can be solved within the limit.
    pub(crate) fn solvability(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Solvability> {
        if self.max == f64::INFINITY {
            return Ok(Solvability::Solved);
        }
        let limits = deadline.limits().failure_limit(RATING_FAILURE_LIMIT);
        let solvability = self.rater.solvability(instance, answer, self.max, &limits);
        check_deadline(deadline).map(|()| solvability)
    }

    /// The difficulty of a puzzle.
    pub(crate) fn rate(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Option<f64>> {
        let limits = deadline.limits().failure_limit(RATING_FAILURE_LIMIT);
        let score = self.rater.rate(instance, answer, &limits);
        check_deadline(deadline).map(|()| score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_match_ratings() {
        for (level, max) in ExplanationRater.levels() {
            let rated = Difficulty::of(max.min(1e9));
            assert_eq!(rated.to_string(), *level);
        }
    }
}
