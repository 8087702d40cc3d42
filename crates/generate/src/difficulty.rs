//! Difficulty: raters, which define a scale, and the test whether a puzzle can be solved with steps up to a limit on that scale.

use std::fmt;
use std::sync::Arc;

use gridwright_control::{Deadline, Limits};
use gridwright_explain::{
    Bounded, Difficulty, ExplainOptions, ExplanationEnd, cost_up_to, rate, solve_bounded,
};
use gridwright_puzzles::{AnyAnswer, AnyInstance, FactState};

use crate::generated::{GenerateFailure, check_deadline};

/// The failure limit of a rater.
const FAILURES: u64 = 100_000;

/// How far a puzzle can be solved by steps up to some difficulty.
#[derive(Clone, PartialEq, Debug)]
pub enum Reach {
    /// To the end. A rating, which is exact, may still be above the limit.
    Within,
    /// To this point, from which every next step is harder; empty if the rater does not know the point.
    Stuck(Vec<FactState>),
    /// A limit was reached first, or the puzzle cannot be rated.
    Unknown,
}

/// Rates puzzles on some scale.
pub trait Rater: fmt::Debug + Send + Sync {
    /// The difficulty of a puzzle with this only answer; `None` if it cannot be found within the limits.
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64>;

    /// How far a puzzle can be solved by steps of difficulty up to `most`. An implementation may be faster than rating and occasionally wrong: generated
    /// puzzles are rated in the end.
    fn reach(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        most: f64,
        limits: &Limits,
    ) -> Reach {
        match self.rate(instance, answer, limits) {
            Some(number) if number <= most => Reach::Within,
            Some(_) => Reach::Stuck(Vec::new()),
            None => Reach::Unknown,
        }
    }

    /// The words of the scale, the easiest first, each with its greatest number, which is infinite for the last.
    fn words(&self) -> &'static [(&'static str, f64)];

    /// The word for a number.
    fn word(&self, number: f64) -> &'static str {
        let words = self.words();
        let found = words.iter().find(|(_, most)| number <= *most);
        found.or(words.last()).map_or("", |(word, _)| word)
    }

    /// The range of a word: above the first number, up to the second.
    fn range(&self, word: &str) -> Option<(f64, f64)> {
        let words = self.words();
        let at = words.iter().position(|(known, _)| *known == word)?;
        let above = match at.checked_sub(1) {
            Some(before) => words[before].1,
            None => f64::NEG_INFINITY,
        };
        let last = at + 1 == words.len();
        Some((above, if last { f64::INFINITY } else { words[at].1 }))
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

    fn reach(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        most: f64,
        limits: &Limits,
    ) -> Reach {
        let Some(most) = cost_up_to(most) else {
            return Reach::Stuck(Vec::new());
        };
        match solve_bounded(instance, answer, most, limits) {
            Ok(Bounded::Solved) => Reach::Within,
            Ok(Bounded::Stuck(known)) => Reach::Stuck(known),
            Ok(Bounded::Stopped(_)) | Err(_) => Reach::Unknown,
        }
    }

    fn words(&self) -> &'static [(&'static str, f64)] {
        &Difficulty::SCALE
    }
}

/// A rater, and the greatest difficulty of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct DifficultyLimit {
    pub(crate) rater: Arc<dyn Rater>,
    pub(crate) most: f64,
}

impl DifficultyLimit {
    /// How far a puzzle can be solved within the limit.
    pub(crate) fn reach(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Reach, GenerateFailure> {
        if self.most == f64::INFINITY {
            return Ok(Reach::Within);
        }
        let limits = deadline.limits().failure_limit(FAILURES);
        let reach = self.rater.reach(instance, answer, self.most, &limits);
        check_deadline(deadline).map(|()| reach)
    }

    /// The difficulty of a puzzle.
    pub(crate) fn rate(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Option<f64>, GenerateFailure> {
        let limits = deadline.limits().failure_limit(FAILURES);
        let number = self.rater.rate(instance, answer, &limits);
        check_deadline(deadline).map(|()| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_words_match_ratings() {
        for (word, most) in ExplanationRater.words() {
            let rated = Difficulty::of(most.min(1e9));
            assert_eq!(rated.to_string(), *word);
        }
    }
}
