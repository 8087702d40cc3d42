//! Puzzles that can be solved by chosen techniques, and that need some of them.

use gridwright_control::Limits;
use gridwright_explain::{Difficulty, ExplainOptions, cost_up_to, named_cost, rate};
use gridwright_puzzles::{AnyAnswer, AnyInstance, NamedTechnique, TechniqueChoice};

use crate::difficulty::{Rater, Solvability};

/// Rates puzzles like [`ExplanationRater`](crate::ExplanationRater), but only those that the techniques allowed solve and that need the required ones.
#[derive(Clone, Debug)]
pub struct TechniqueRater {
    /// The techniques of the kind.
    pub list: Vec<NamedTechnique>,
    /// Those that steps may use.
    pub allowed: TechniqueChoice,
    /// The indices of those without which a puzzle must not be solvable.
    pub required: Vec<usize>,
}

impl TechniqueRater {
    fn solves(
        &self,
        instance: &dyn AnyInstance,
        allowed: TechniqueChoice,
        limits: &Limits,
    ) -> Solvability {
        let deadline = limits.deadline();
        let path = instance.named_path(allowed, &mut || deadline.reached().is_some());
        match path {
            Some(path) if path.is_solved => Solvability::Solved,
            Some(path) if !path.was_stopped => Solvability::Stuck(path.known),
            _ => Solvability::Unknown,
        }
    }
}

impl Rater for TechniqueRater {
    fn rate(&self, instance: &dyn AnyInstance, answer: &AnyAnswer, limits: &Limits) -> Option<f64> {
        let options = ExplainOptions {
            limits: limits.clone(),
            answer: Some(answer),
            techniques: Some(self.allowed),
            ..ExplainOptions::default()
        };
        let rating = rate(instance, &options).ok()?;
        let is_needed = |&technique: &usize| {
            let id = self.list[technique].id;
            let others = TechniqueChoice::of(&self.list, |one| one.id != id).and(self.allowed);
            matches!(self.solves(instance, others, limits), Solvability::Stuck(_))
        };
        let is_met = rating.is_whole() && self.required.iter().all(is_needed);
        is_met.then_some(rating.number)
    }

    fn solvability(
        &self,
        instance: &dyn AnyInstance,
        _: &AnyAnswer,
        max: f64,
        limits: &Limits,
    ) -> Solvability {
        let Some(max_cost) = cost_up_to(max) else {
            return Solvability::Stuck(Vec::new());
        };
        let within = TechniqueChoice::of(&self.list, |one| named_cost(one) <= max_cost);
        self.solves(instance, self.allowed.and(within), limits)
    }

    fn levels(&self) -> &'static [(&'static str, f64)] {
        &Difficulty::SCALE
    }
}
