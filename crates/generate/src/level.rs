//! The level-capped test: whether a puzzle can be solved by steps that are no harder than asked for. What is taken away under this test is in its range from
//! above, however much is taken away.

use std::sync::Arc;

use gridwright_puzzles::{AnyAnswer, AnyInstance};

use crate::generated::GenerateFailure;
use crate::judge::{Rater, Reach};
use gridwright_control::Deadline;

/// How many failures a judge may have.
const FAILURES: u64 = 100_000;

/// A judge, and how hard he may find a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) judge: Arc<dyn Rater>,
    pub(crate) most: f64,
}

impl Level {
    /// How far a puzzle can be solved within the level. Where it may be as hard as can be, nobody is asked.
    pub(crate) fn test(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Option<Reach>, GenerateFailure> {
        if self.most == f64::INFINITY {
            return Ok(None);
        }
        let limits = deadline.limits().failure_limit(FAILURES);
        let reach = self.judge.reach(instance, answer, self.most, &limits);
        match deadline.reached() {
            Some(limit) => Err(GenerateFailure::Stopped(limit)),
            None => Ok(Some(reach)),
        }
    }

    /// How hard a puzzle is.
    pub(crate) fn rate(
        &self,
        instance: &dyn AnyInstance,
        answer: &AnyAnswer,
        deadline: &Deadline,
    ) -> Result<Option<f64>, GenerateFailure> {
        let rating = self
            .judge
            .rate(instance, answer, &deadline.limits().failure_limit(FAILURES));
        match deadline.reached() {
            Some(limit) => Err(GenerateFailure::Stopped(limit)),
            None => Ok(rating),
        }
    }
}
