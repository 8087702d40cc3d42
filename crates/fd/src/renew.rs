//! A solver that is set up once and renewed for each of many models, which share their constraints and differ in their domains.
//!
//! Setting a model up is posting its propagators: they are allocated, and so is what tells them of changes. None of it depends on the domains but for what can only
//! shrink, so a solver set up with wide domains serves all narrower ones. To renew it, everything is taken back to where it was set up, which the trail can do since
//! what is found out before any decision is on it too; then the domains are narrowed, and the next run propagates the root as a fresh solver would.
//! What propagators remember beside the trail they must be able to remember after going back, and this is no more than that.

use std::sync::Arc;

use crate::domain::Domain;
use crate::kernel::Kernel;
use crate::model::Model;
use crate::solver::{Root, Solver};
use crate::var::Var;

impl Solver {
    /// Makes it the solver of another model that differs from its own only in domains, which must lie in those it was set up with: what
    /// [`Model::narrowed`] makes. It is then as if it were set up for that model, without having allocated anything.
    ///
    /// False, and nothing is changed, where that cannot be: the model is another, or this solver is recording and may have learnt.
    pub fn renew(&mut self, model: &Model) -> bool {
        let from = self.kept.as_ref().unwrap_or(&self.domains);
        let same = Arc::ptr_eq(&self.constraints, model.shared_constraints())
            && self.learner.is_none()
            && from.len() == model.n_vars();
        let to = model.domains();
        if !same || !from.iter().zip(&**to).all(|(from, to)| to.is_within(from)) {
            return false;
        }
        let from = Arc::clone(from);
        self.kernel.renew(&from, to);
        self.domains = Arc::clone(to);
        self.kept = Some(from);
        self.root = Root::Fresh;
        true
    }
}

impl Kernel {
    /// Goes back to where it was set up, for these domains instead of those it was set up with, in which they lie.
    fn renew(&mut self, from: &[Domain], to: &[Domain]) {
        self.store.queue.clear();
        self.store.rewind();
        for (index, (from, to)) in from.iter().zip(to).enumerate() {
            if from != to {
                self.store.narrow(Var::at(index), to);
            }
        }
        self.culprit = None;
    }
}
