//! `check_only(c)`: the relation of another constraint, checked only when all its variables are fixed.
//!
//! Some published models post redundant constraints only as checks; experiments that reproduce them need this.
//! All levels: no value is removed, and an assignment that violates the relation fails. Constant time while the cached unfixed
//! variable stays unfixed, else linear.

use std::sync::Arc;

use crate::support::prelude::*;
use crate::support::terms::Name;

/// The relation of a constraint, checked when all its variables are fixed; made by [`check_only`].
#[derive(Clone, Debug)]
pub struct CheckOnly {
    inner: Arc<dyn Constraint>,
}

/// The relation of `inner`, checked only when all its variables are fixed.
pub fn check_only(inner: impl Constraint + 'static) -> CheckOnly {
    CheckOnly {
        inner: Arc::new(inner),
    }
}

impl Constraint for CheckOnly {
    fn name(&self) -> &'static str {
        "check_only"
    }

    fn term(&self, name: Name<'_>) -> Term {
        Term::compound("check_only", [self.inner.term(name)])
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
        let scope = self.inner.distinct_scope();
        let wakes = Wake::when_fixed(&scope);
        let propagator = CheckWhenFixed {
            inner: Arc::clone(&self.inner),
            scope,
            last_unfixed: 0,
        };
        out.add(Cost::Linear, propagator, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let inner = self.inner.negated()?;
        Some(Arc::new(CheckOnly { inner }))
    }
}

/// Waits until all variables are fixed, then checks.
#[derive(Debug)]
struct CheckWhenFixed {
    inner: Arc<dyn Constraint>,
    scope: Vec<Var>,
    /// A variable that was unfixed in the last run: a cache, checked before use.
    last_unfixed: usize,
}

impl Propagator for CheckWhenFixed {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let is_unfixed = |var: &Var| !store.is_fixed(var.view());
        if self.scope.get(self.last_unfixed).is_some_and(is_unfixed) {
            return Ok(Status::Active);
        }
        if let Some(index) = self.scope.iter().position(is_unfixed) {
            self.last_unfixed = index;
            return Ok(Status::Active);
        }
        if self.inner.holds(&|var| store.min(var.view())) {
            return Ok(Status::Entailed);
        }
        Err(store.fail(Tag(0)))
    }

    fn explain(&mut self, _: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for &var in &self.scope {
            why.add(Atom::eq(var, past.min(var.view())));
        }
    }
}
