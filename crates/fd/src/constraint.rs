//! Constraints: relations over variables, and how they are posted.

use std::fmt::Debug;
use std::sync::Arc;

use gridwright_term::Term;

use crate::atom::Atom;
use crate::clauses::Clauses;
use crate::cnf_encoder::CnfEncoder;
use crate::guards::Guards;
use crate::kernel::Posted;
use crate::model::Model;
use crate::model_error::ModelError;
use crate::propagator::{Cost, On, Propagator, Tag, Wake};
use crate::store::{Apart, NO_SLOT, Store, Trailed, Watch};
use crate::var::{Var, View};

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

/// How hard a constraint should think.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Consistency {
    /// React to fixed variables.
    Value,
    /// Make the bounds consistent.
    Bounds,
    /// Make every value consistent.
    Domain,
}

/// The level for every family of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConsistencyMap {
    default: Consistency,
    by_family: Vec<(String, Consistency)>,
}

impl ConsistencyMap {
    /// The same level for all.
    pub fn all(level: Consistency) -> ConsistencyMap {
        ConsistencyMap {
            default: level,
            by_family: Vec::new(),
        }
    }

    /// Another level for one family. That somebody is of the family is not checked here: who knows the families does that, as
    /// [`ConsistencyMap::families`] allows.
    pub fn with(mut self, family: impl Into<String>, level: Consistency) -> ConsistencyMap {
        self.by_family.push((family.into(), level));
        self
    }

    /// The families that were named.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.by_family.iter().map(|(family, _)| family.as_str())
    }

    /// The level of a family; what was said last counts.
    pub fn of(&self, family: &str) -> Consistency {
        self.by_family
            .iter()
            .rev()
            .find(|(name, _)| name == family)
            .map_or(self.default, |&(_, level)| level)
    }
}

/// What a constraint posts its propagators to.
#[derive(Debug)]
pub struct Poster<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) posted: &'a mut Vec<Posted>,
    pub(crate) clauses: &'a mut Clauses,
    pub(crate) level: Consistency,
    /// The constraint being posted, by its place in the model.
    pub(crate) constraint: u32,
    /// Propagators added now run only when all of these hold.
    pub(crate) guards: Vec<Atom>,
}

impl Poster<'_> {
    /// The level asked for.
    pub fn level(&self) -> Consistency {
        self.level
    }

    /// The domains at posting, to read. Do not keep what you read unless it can only shrink.
    pub fn store(&self) -> &Store {
        self.store
    }

    /// A trailed number.
    pub fn trailed(&mut self, value: i64) -> Trailed {
        self.store.add_cells(1, value)
    }

    /// An array of `n` trailed numbers; [`Trailed::at`] finds the `i`-th.
    pub fn trailed_array(&mut self, n: usize, value: i64) -> Trailed {
        self.store.add_cells(n, value)
    }

    /// Adds a propagator: how dear it is, and what wakes it. It is run once before anything else happens.
    pub fn add(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        wakes: impl IntoIterator<Item = Wake>,
    ) {
        let id = self.store.queue.add_propagator(cost);
        let mut n_slots = 0;
        for wake in wakes {
            n_slots = n_slots.max(wake.slot.map_or(0, |slot| slot + 1));
            self.store.queue.add_watch(
                wake.view,
                wake.on,
                Watch {
                    propagator: id,
                    slot: wake.slot.unwrap_or(NO_SLOT),
                },
            );
        }
        self.store.queue.add_slots(id, n_slots);
        for &guard in &self.guards {
            self.store.queue.add_watch(
                View::from(guard.var()),
                crate::propagator::On::Domain,
                Watch {
                    propagator: id,
                    slot: NO_SLOT,
                },
            );
        }
        self.posted.push(Posted {
            propagator: Box::new(propagator),
            guards: Guards::of(&self.guards),
            constraint: self.constraint,
        });
    }

    /// Adds a propagator of views that all differ, and says whether the kernel acts for it. It does where the views are variables
    /// that are only shifted, none of them twice, and nothing guards them: when a view is fixed its value leaves the others,
    /// under its place as the tag. The propagator then runs once, before anything else happens, and is asked for reasons as ever.
    /// Where the kernel does not act, the propagator is woken when a view is fixed.
    pub fn add_apart(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        views: &[View],
    ) -> bool {
        let id = self.posted.len() as u32;
        if !self.guards.is_empty() || !are_shifted_variables(views) {
            self.add(
                cost,
                propagator,
                views.iter().map(|&view| Wake::on(view, On::Fix)),
            );
            return false;
        }
        self.add(cost, propagator, []);
        for (i, x) in views.iter().enumerate() {
            for y in views.iter().filter(|y| y.var != x.var) {
                let apart = Apart {
                    var: y.var,
                    gap: (x.offset - y.offset) * x.scale,
                    propagator: id,
                    tag: Tag(i as u32),
                };
                self.store.queue.add_apart(x.var, apart);
            }
        }
        true
    }

    /// Adds a propagator of the clause that one of the atoms holds. Where reasons are kept, nothing guards the clause and no variable
    /// stands in it twice, the kernel acts for it, as for a nogood: the propagator then runs once, before anything else
    /// happens, and is asked for reasons as ever. Else it is woken whenever an atom may have turned false.
    pub fn add_clause(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        atoms: &[Atom],
        wakes: impl IntoIterator<Item = Wake>,
    ) {
        let id = self.posted.len() as u32;
        if self.store.is_recording()
            && self.guards.is_empty()
            && self.clauses.add_given(self.store, id, atoms)
        {
            return self.add(cost, propagator, []);
        }
        self.add(cost, propagator, wakes);
    }

    /// Posts another constraint's propagators, to run only while `guard` holds.
    pub fn post_guarded(&mut self, guard: Atom, constraint: &dyn Constraint) {
        self.guards.push(guard);
        constraint.post(self);
        self.guards.pop();
    }
}

/// Whether the views are variables, no variable twice, all counted in the same direction, with numbers added that are not wide.
fn are_shifted_variables(views: &[View]) -> bool {
    let Some(first) = views.first() else {
        return false;
    };
    let mut vars: Vec<Var> = views.iter().map(|view| view.var).collect();
    vars.sort_unstable();
    vars.windows(2).all(|pair| pair[0] != pair[1])
        && first.scale.abs() == 1
        && views.iter().all(|view| {
            view.scale == first.scale && view.offset.unsigned_abs() <= i32::MAX as u32 / 2
        })
}
