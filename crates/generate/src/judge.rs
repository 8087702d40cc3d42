//! Judges of difficulty: what a puzzle is rated by. The setter knows no scale of its own; it aims at a range of whatever scale the judge has.

use std::fmt;

use gridwright_explain::{
    Bounded, ExplainOptions, ExplanationEnd, cost_up_to, rate, solve_bounded,
};
use gridwright_fd::Limits;
use gridwright_puzzles::{AnyAnswer, AnyInstance, Known};

/// How far a puzzle can be solved by steps that are no harder than some number.
#[derive(Clone, PartialEq, Debug)]
pub enum Reach {
    /// To the end, as far as can be told without rating it.
    Within,
    /// To what is known of each fact here: what comes next is harder. Nothing is told where a judge does not know.
    Stuck(Vec<Known>),
    /// A limit came first, or the judge has no opinion.
    Unknown,
}

/// Rates puzzles on some scale.
pub trait Rater: fmt::Debug + Send + Sync {
    /// The number of a puzzle whose only answer is known; `None` where it cannot be told within the limits.
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64>;

    /// How far a puzzle can be solved by steps that are no harder than `most`. A judge who can tell that sooner than by rating it says so here. He may be
    /// wrong now and then: what is made is rated in the end.
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

    /// The words of the scale, the easiest first, each with the number it goes up to; the last goes on for ever.
    fn words(&self) -> &'static [(&'static str, f64)];

    /// The word for a number.
    fn word(&self, number: f64) -> &'static str {
        let words = self.words();
        let found = words.iter().find(|(_, most)| number <= *most);
        found.or(words.last()).map_or("", |(word, _)| word)
    }

    /// The numbers a word stands for: above the first, up to the second.
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

/// A judge that explains a puzzle as a person would solve it, and rates it by the steps that takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplanationRater;

impl Rater for ExplanationRater {
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64> {
        let wanted = ExplainOptions {
            limits: limits.clone(),
            answer: Some(answer),
            ..ExplainOptions::default()
        };
        let rating = rate(instance, &wanted).ok()?;
        // A rating of a part says nothing of the whole.
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
        &[
            ("easy", 4.6),
            ("medium", 7.2),
            ("hard", 9.0),
            ("expert", 12.0),
            ("extreme", f64::INFINITY),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_explain::Difficulty;

    #[test]
    fn words_are_those_of_ratings() {
        for (word, most) in ExplanationRater.words() {
            let rated = Difficulty::of(most.min(1e9));
            assert_eq!(rated.to_string(), *word);
        }
    }
}
