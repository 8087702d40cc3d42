//! Constraints: relations over variables, and how they are posted.

use gridwright_term::Term;
use std::fmt::Debug;
use std::sync::Arc;

use crate::encoding::CnfEncoder;
use crate::model::Model;
use crate::model::error::ModelError;
use crate::propagation::Poster;
use crate::vars::Var;

/// A relation over variables: what it means, and how it is enforced.
pub trait Constraint: Debug + Send + Sync {
    /// The family's name, `all_different`: levels are chosen and costs are counted by it.
    fn name(&self) -> &'static str;

    /// Its printed form, `all_different([a, b])`.
    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term;

    /// The variables it speaks of; repeats are allowed.
    fn scope(&self) -> Vec<Var>;

    /// The last variable it speaks of, in the order of the model. A model asks before a constraint joins it; who is posted by the thousand answers without
    /// making the scope.
    fn last_var(&self) -> Var {
        self.scope().into_iter().max().unwrap_or(Var::ZERO)
    }

    /// The variables it speaks of, ascending, each once.
    fn distinct_scope(&self) -> Vec<Var> {
        let mut scope = self.scope();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// The meaning on ground values: slow, obvious, and the referee of every test.
    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool;

    /// Refuses arguments that do not fit together or numbers that can leave their range. Called before it joins a model.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let _ = model;
        Ok(())
    }

    /// Attaches the propagators for the level the poster asks for. It never prunes.
    fn post(&self, out: &mut Poster<'_>);

    /// The constraint that holds exactly when this one does not, where a better one than [`Not`](crate::Not) is known.
    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        None
    }

    /// Whether it holds only if, or exactly when, an atom does: a constraint under a guard.
    fn is_reified(&self) -> bool {
        false
    }

    /// Whether [`Constraint::encode_cnf`] says all of it in clauses.
    fn has_cnf_encoding(&self) -> bool {
        false
    }

    /// Says it in clauses; called only if it [`has_cnf_encoding`](Constraint::has_cnf_encoding).
    fn encode_cnf(&self, out: &mut CnfEncoder) {
        let _ = out;
    }
}
