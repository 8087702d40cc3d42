//! The level-capped test: whether a puzzle can be solved by steps that are no harder than asked for. What is taken away under this test is in its range from
//! above, however much is taken away.

use std::sync::Arc;

use gridwright_puzzles::{AnyInstance, Found};

use crate::judge::{Judge, Reach};
use crate::made::NotMade;
use crate::patience::Patience;

/// How many failures a judge may have.
const FAILURES: u64 = 100_000;

/// A judge, and how hard he may find a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) judge: Arc<dyn Judge>,
    pub(crate) most: f64,
}

impl Level {
    /// How far a puzzle can be solved within the level. Where it may be as hard as can be, nobody is asked.
    pub(crate) fn test(
        &self,
        instance: &dyn AnyInstance,
        answer: &Found,
        patience: &Patience,
    ) -> Result<Option<Reach>, NotMade> {
        if self.most == f64::INFINITY {
            return Ok(None);
        }
        let limits = patience.limits(FAILURES);
        let reach = self.judge.reach(instance, answer, self.most, &limits);
        match patience.over() {
            Some(limit) => Err(NotMade::Stopped(limit)),
            None => Ok(Some(reach)),
        }
    }

    /// How hard a puzzle is.
    pub(crate) fn rate(
        &self,
        instance: &dyn AnyInstance,
        answer: &Found,
        patience: &Patience,
    ) -> Result<Option<f64>, NotMade> {
        let rating = self
            .judge
            .rate(instance, answer, &patience.limits(FAILURES));
        match patience.over() {
            Some(limit) => Err(NotMade::Stopped(limit)),
            None => Ok(rating),
        }
    }
}
