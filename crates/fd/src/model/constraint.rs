//! The trait of constraints: meaning, scope, propagators, CNF encoding.

use std::fmt::Debug;
use std::sync::Arc;

use gridwright_term::Term;

use crate::encoding::CnfEncoder;
use crate::model::Model;
use crate::model::error::ModelError;
use crate::propagation::Poster;
use crate::vars::{Var, View};

/// A relation over variables: what it means, and how it is enforced.
pub trait Constraint: Debug + Send + Sync {
    /// The name of its family, such as `all_different`; propagation strength is set by family.
    fn name(&self) -> &'static str;

    /// Its printed form, `all_different([a, b])`.
    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term;

    /// The views it constrains; repeats are allowed. A constraint that is not defined over views implements
    /// [`Constraint::scope`] instead.
    fn views(&self) -> Vec<View> {
        Vec::new()
    }

    /// The variables it constrains; repeats are allowed.
    fn scope(&self) -> Vec<Var> {
        self.views().into_iter().map(|view| view.var).collect()
    }

    /// The last variable it constrains, in model order. A constraint that occurs thousands of times in a model
    /// should override it, to avoid building the scope.
    fn last_var(&self) -> Var {
        self.scope().into_iter().max().unwrap_or(Var::ZERO)
    }

    /// The variables it constrains, ascending, each once.
    fn distinct_scope(&self) -> Vec<Var> {
        let mut scope = self.scope();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// The ground meaning: whether an assignment satisfies it. It may be slow but must be obviously correct; all tests refer
    /// to it.
    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool;

    /// Rejects invalid arguments, and views and sums that can leave the range of values. Called when it is added to a model. The
    /// default checks the views.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views())
    }

    /// Adds propagators of the requested strength. It must not prune.
    fn post(&self, out: &mut Poster<'_>);

    /// The negated constraint, if there is a better one than [`Not`](crate::Not).
    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        None
    }

    /// Whether it is reified or half-reified.
    fn is_reified(&self) -> bool {
        false
    }

    /// Whether [`Constraint::encode_cnf`] is implemented.
    fn has_cnf_encoding(&self) -> bool {
        false
    }

    /// Adds its CNF encoding; called only if it [has one](Constraint::has_cnf_encoding).
    fn encode_cnf(&self, out: &mut CnfEncoder) {
        let _ = out;
    }
}
