//! Constraints: relations over variables, and how they are posted.

use std::fmt::Debug;
use std::sync::Arc;

use gridwright_term::Term;

use crate::atom::Atom;
use crate::kernel::Posted;
use crate::model::{Model, ModelError};
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
}

/// How hard a constraint should think.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// React to fixed variables.
    Value,
    /// Make the bounds consistent.
    Bounds,
    /// Make every value consistent.
    Domain,
}

/// The level for every family of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    default: Level,
    by_family: Vec<(String, Level)>,
}

impl Levels {
    /// The same level for all.
    pub fn all(level: Level) -> Levels {
        Levels {
            default: level,
            by_family: Vec::new(),
        }
    }

    /// Another level for one family.
    pub fn with(mut self, family: impl Into<String>, level: Level) -> Levels {
        self.by_family.push((family.into(), level));
        self
    }

    /// The level of a family; what was said last counts.
    pub fn of(&self, family: &str) -> Level {
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
    pub(crate) level: Level,
    /// The constraint being posted, by its place in the model.
    pub(crate) constraint: u32,
    /// Propagators added now run only when all of these hold.
    pub(crate) guards: Vec<Atom>,
}

impl Poster<'_> {
    /// The level asked for.
    pub fn level(&self) -> Level {
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
        let wakes: Vec<Wake> = wakes.into_iter().collect();
        let n_slots = wakes
            .iter()
            .filter_map(|wake| wake.slot)
            .max()
            .map_or(0, |slot| slot + 1);
        let id = self.store.queue.add_propagator(cost, n_slots);
        for wake in wakes {
            self.store.queue.add_watch(
                wake.view,
                wake.on,
                Watch {
                    propagator: id,
                    slot: wake.slot.unwrap_or(NO_SLOT),
                },
            );
        }
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
            guards: self.guards.clone().into_boxed_slice(),
            constraint: self.constraint,
        });
    }

    /// Adds a propagator of `x != y`. Where both sides are variables that are only shifted, and nothing guards it, the kernel acts
    /// for it: when one side is fixed its value leaves the other, under `Tag(0)` if it was `x` and `Tag(1)` if it was `y`.
    /// The propagator then runs once, before anything else happens, and is asked for reasons as ever.
    pub fn add_apart(&mut self, propagator: impl Propagator + 'static, x: View, y: View) {
        let shifted = x.scale == y.scale && x.scale.abs() == 1 && x.var != y.var;
        let gap = (i64::from(x.offset) - i64::from(y.offset)) * i64::from(x.scale);
        match i32::try_from(gap) {
            Ok(gap) if shifted && self.guards.is_empty() && gap != i32::MIN => {
                let id = self.posted.len() as u32;
                self.add(Cost::Binary, propagator, []);
                for (var, other, gap, tag) in
                    [(x.var, y.var, gap, Tag(0)), (y.var, x.var, -gap, Tag(1))]
                {
                    let apart = Apart {
                        var: other,
                        gap,
                        propagator: id,
                        tag,
                    };
                    self.store.queue.add_apart(var, apart);
                }
            }
            _ => self.add(
                Cost::Binary,
                propagator,
                [Wake::on(x, On::Fix), Wake::on(y, On::Fix)],
            ),
        }
    }

    /// Posts another constraint's propagators, to run only while `guard` holds.
    pub fn post_guarded(&mut self, guard: Atom, constraint: &dyn Constraint) {
        self.guards.push(guard);
        constraint.post(self);
        self.guards.pop();
    }
}
