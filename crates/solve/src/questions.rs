//! Questions in one line, for a model that is asked once. For more, make a [`Session`].
//!
//! [`count`], [`unique`] and [`backbone`] speak of all solutions. Of a model with an objective they are refused, since it asks for
//! the best; who means all of its solutions, good or bad, says so with [`Model::without_objective`].

use gridwright_fd::{Assignment, Flow, Model, Sink};

use crate::engine::Unsupported;
use crate::plan::Plan;
use crate::session::Session;
use crate::verdict::{Backbone, Count, Optimum, Solved, Unique};

/// Looks for a solution; with an objective, for the best.
pub fn solve(model: &Model) -> Result<Solved, Unsupported> {
    Session::new(model, &Plan::new())?.solve(&[])
}

/// Counts the solutions, up to `most`.
pub fn count(model: &Model, most: u64) -> Result<Count, Unsupported> {
    Session::new(model, &Plan::new())?.count(most)
}

/// Whether there is exactly one solution.
pub fn unique(model: &Model) -> Result<Unique, Unsupported> {
    Session::new(model, &Plan::new())?.unique()
}

/// What every solution shares.
pub fn backbone(model: &Model) -> Result<Backbone, Unsupported> {
    Session::new(model, &Plan::new())?.backbone(&[])
}

/// Looks for the best solution.
pub fn optimise(model: &Model) -> Result<Optimum, Unsupported> {
    Session::new(model, &Plan::new())?.optimise(&[], &mut Deaf)
}

/// Listens to nothing.
struct Deaf;

impl Sink for Deaf {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }
}
