//! A constraint with its own propagation strength, independent of its family.

use std::sync::Arc;

use gridwright_term::Term;

use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::error::ModelError;
use crate::model::reify::not_shared;
use crate::propagation::{Consistency, Poster};
use crate::vars::Var;

/// A constraint posted at its own strength; made by [`with_consistency`].
#[derive(Clone, Debug)]
pub struct WithConsistency {
    consistency: Consistency,
    inner: Arc<dyn Constraint>,
}

/// The constraint, posted at this strength. Its negation keeps the strength too.
pub fn with_consistency(consistency: Consistency, inner: Arc<dyn Constraint>) -> WithConsistency {
    WithConsistency { consistency, inner }
}

impl Constraint for WithConsistency {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        self.inner.term(name)
    }

    fn scope(&self) -> Vec<Var> {
        self.inner.scope()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.inner.holds(at)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.inner.check(model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let requested = std::mem::replace(&mut out.consistency, self.consistency);
        self.inner.post(out);
        out.consistency = requested;
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(with_consistency(
            self.consistency,
            not_shared(&self.inner),
        )))
    }
}
