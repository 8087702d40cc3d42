//! Reification (`atom <-> constraint`), half-reification (`atom -> constraint`), and the negation of any constraint.
//!
//! A half-reified constraint posts its propagators under a guard (see `Kernel`): while the guard is undecided they
//! run speculatively, and a failure makes the guard false. Full reification is two halves: the constraint and its
//! negation.
//!
//! The generic negation is as strong as forward checking: with one unfixed variable it removes the values that satisfy
//! the constraint, and with none it fails if the constraint holds. It evaluates the ground meaning and allocates
//! nothing itself. A ground meaning that traverses a graph does allocate: the negation of such a constraint is the
//! exception to the rule that plain search allocates nothing.

use std::sync::Arc;

use gridwright_term::Term;

use crate::encoding::CnfEncoder;
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::error::ModelError;
use crate::propagation::{Poster, Propagator, Status, Wake};
use crate::store::{Cost, PastStore, Pruned, Reason, Store, Tag};
use crate::vars::{Atom, Op, Var, View};

/// A reified or half-reified constraint; made by [`iff`] and [`half_reified`].
#[derive(Clone, Debug)]
pub struct Reified {
    when: Atom,
    then: Arc<dyn Constraint>,
    /// For full reification, the negation of `then`, which is required if the atom is false.
    otherwise: Option<Arc<dyn Constraint>>,
}

/// The generic negation, for constraints that provide none of their own.
#[derive(Clone, Debug)]
pub struct Not {
    inner: Arc<dyn Constraint>,
}

/// `when -> then`.
pub fn half_reified(when: Atom, then: impl Constraint + 'static) -> Reified {
    half_reified_shared(when, Arc::new(then))
}

/// `when -> then`, for a shared constraint.
pub fn half_reified_shared(when: Atom, then: Arc<dyn Constraint>) -> Reified {
    Reified {
        when,
        then,
        otherwise: None,
    }
}

/// `when <-> then`.
pub fn iff(when: Atom, then: impl Constraint + 'static) -> Reified {
    iff_shared(when, Arc::new(then))
}

/// `when <-> then`, for a shared constraint.
pub fn iff_shared(when: Atom, then: Arc<dyn Constraint>) -> Reified {
    Reified {
        when,
        otherwise: Some(not_shared(&then)),
        then,
    }
}

/// The negation of a constraint.
pub fn not_shared(constraint: &Arc<dyn Constraint>) -> Arc<dyn Constraint> {
    constraint.negated().unwrap_or_else(|| {
        Arc::new(Not {
            inner: Arc::clone(constraint),
        })
    })
}

/// An atom as a term, `x #>= 3`.
pub fn atom_term(atom: Atom, name: &dyn Fn(Var) -> Term) -> Term {
    let op = match atom.op() {
        Op::Ge => "#>=",
        Op::Le => "#=<",
        Op::Eq => "#=",
        Op::Ne => "#\\=",
    };
    Term::compound(op, [name(atom.var()), Term::from(atom.value())])
}

impl Constraint for Reified {
    fn name(&self) -> &'static str {
        self.then.name()
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let arrow = match self.otherwise {
            Some(_) => "#<==>",
            None => "#==>",
        };
        Term::compound(arrow, [atom_term(self.when, name), self.then.term(name)])
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope = self.then.scope();
        scope.push(self.when.var());
        scope
    }

    fn last_var(&self) -> Var {
        self.then.last_var().max(self.when.var())
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        match self.when.admits(at(self.when.var())) {
            true => self.then.holds(at),
            false => self.otherwise.is_none() || !self.then.holds(at),
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.then.check(model)?;
        match &self.otherwise {
            Some(otherwise) => otherwise.check(model),
            None => Ok(()),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        out.guarded(self.when, |out| self.then.post(out));
        if let Some(otherwise) = &self.otherwise {
            out.guarded(!self.when, |out| otherwise.post(out));
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        self.otherwise.as_ref()?;
        Some(Arc::new(Reified {
            when: !self.when,
            ..self.clone()
        }))
    }

    fn is_reified(&self) -> bool {
        true
    }

    fn has_cnf_encoding(&self) -> bool {
        let has = |c: &Arc<dyn Constraint>| c.has_cnf_encoding();
        has(&self.then) && self.otherwise.as_ref().is_none_or(has)
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        out.guarded(self.when, |out| self.then.encode_cnf(out));
        if let Some(otherwise) = &self.otherwise {
            out.guarded(!self.when, |out| otherwise.encode_cnf(out));
        }
    }
}

impl Constraint for Not {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound("#\\", [self.inner.term(name)])
    }

    fn scope(&self) -> Vec<Var> {
        self.inner.scope()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        !self.inner.holds(at)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.inner.check(model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let scope = self.inner.distinct_scope();
        let wakes = Wake::when_fixed(&scope);
        let violated = Violated {
            inner: Arc::clone(&self.inner),
            scope,
            open: [0, 0],
        };
        out.add(Cost::Linear, violated, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::clone(&self.inner))
    }
}

/// Enforces that a relation does not hold, once at most one of its variables is unfixed.
#[derive(Debug)]
struct Violated {
    inner: Arc<dyn Constraint>,
    scope: Vec<Var>,
    /// The indices of two variables that were unfixed at the last run (both 0 at first): watches. They are checked on
    /// use, so backtracking needs no undo.
    open: [usize; 2],
}

impl Violated {
    fn inner_holds(&self, store: &Store, open: Option<(Var, i32)>) -> bool {
        self.inner.holds(&|var| match open {
            Some((other, value)) if other == var => value,
            _ => store.min(View::from(var)),
        })
    }
}

impl Propagator for Violated {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let is_open = |&index: &usize| !store.is_fixed(View::from(self.scope[index]));
        if self.open[0] != self.open[1] && self.open.iter().all(is_open) {
            return Ok(Status::Active);
        }
        let mut open = (0..self.scope.len()).filter(is_open);
        match (open.next(), open.next()) {
            (None, _) => {
                if self.inner_holds(store, None) {
                    return Err(store.fail(Tag(0)));
                }
                Ok(Status::Entailed)
            }
            (Some(index), None) => {
                let var = self.scope[index];
                let mut next = Some(store.min(View::from(var)));
                while let Some(value) = next {
                    // Removing the last value fails, so the domain is never empty here.
                    if self.inner_holds(store, Some((var, value))) {
                        store.remove(View::from(var), value, Tag(0))?;
                    }
                    next = store.next_value(View::from(var), value + 1);
                }
                Ok(Status::Entailed)
            }
            (Some(first), Some(second)) => {
                self.open = [first, second];
                Ok(Status::Active)
            }
        }
    }

    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for &var in &self.scope {
            if needed == Atom::FALSE || var != needed.var() {
                why.bounds(past, View::from(var));
            }
        }
    }
}
