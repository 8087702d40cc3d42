//! Propagators: the algorithms that remove values no solution can take.
//!
//! # How to write one
//!
//! 1. State the relation in a [`Constraint`](crate::Constraint): `name`, `term`, `scope`, `holds`, and `check`, which refuses arguments that do
//!    not fit and views that can leave the range of numbers. `holds` is the referee of every test.
//! 2. In its `post`, read the wanted [`Consistency`](crate::Consistency) and call [`Poster::add`](crate::Poster::add) with a propagator,
//!    its [`Cost`] and what wakes it. `post` itself never prunes: the same propagator may be posted under a guard.
//! 3. Write [`Propagator::propagate`] from scratch first: look at the domains, remove what cannot be, say `Ok(Status::Active)`
//!    when running again at once would change nothing. Removing goes through [`Store`] and may fail: use `?`.
//! 4. Pass a [`Tag`] to every removal: a number of your choice that lets `explain` know later which rule removed what.
//! 5. Write [`Propagator::explain`]: given the fact that was removed and the tag, name facts that already held ([`Past`]) and
//!    that, with the relation alone, make it true. Nothing is computed unless somebody asks. The fact speaks of the variable, not of your
//!    view of it, which may be shifted, stretched or negated; and a variable may occur twice in the scope. Removing values one by one
//!    is explained one by one, bounds as bounds.
//! 6. Return [`Status::Entailed`] when the relation can no longer be broken: the propagator sleeps until that is undone.
//! 7. Only then make it incremental: trailed numbers ([`Trailed`](crate::Trailed)) are undone with the search,
//!    changed slots ([`Store::next_changed`]) say which variables moved, and [`Status::Stage`] runs the dear part last.
//!    State of your own that is not trailed may only be a cache that stays correct, or can be repaired, after any undo.
//!    Look at values one by one only where they are few: a domain may have four billion.
//! 8. Add a test with the laws of `gridwright-testing`: it checks all of the above against `holds`.

use std::fmt::Debug;

use crate::atom::Atom;
use crate::store::{Past, Reason, Store};
use crate::var::{Var, View};

/// The current domains admit no solution. What clashed is kept by the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The outcome of pruning.
pub type Pruned<T = ()> = Result<T, Conflict>;

/// A number a propagator attaches to what it removes, to find the reason again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tag(pub u32);

/// An algorithm that removes values no solution can take, and can say why.
pub trait Propagator: Debug + Send {
    /// Removes values that cannot be part of a solution of the relation.
    ///
    /// What it changes itself does not wake it: unless it returns [`Status::Rerun`] it must be at its own fixpoint when it returns.
    /// When every variable is fixed it must fail if the relation is broken.
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status>;

    /// Adds to `why` facts that held at `past` and force `needed`.
    ///
    /// `needed` is what was removed under `tag`, or a weaker fact that follows from it;
    /// it is [`Atom::FALSE`] after [`Store::fail`], or when a view could not take what was asked of it at all.
    /// `past` shows the domains as they were just before this one removal: earlier removals of the same run are in it.
    /// `why` may hold facts already: add to it, and take nothing out.
    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason);
}

/// How a run of a propagator ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// At its fixpoint: wake it when something else changes.
    Active,
    /// It may still remove more because of what it changed itself: run it again.
    Rerun,
    /// The cheap part is done: run it again, later, at this cost ([`Store::stage`] then tells it).
    Stage(Cost),
    /// The relation holds for every assignment that is left: let it sleep.
    Entailed,
}

impl Status {
    /// `Rerun` if something changed, else `Active`.
    pub fn rerun_if(changed: bool) -> Status {
        if changed {
            Status::Rerun
        } else {
            Status::Active
        }
    }
}

/// How dear a run is, cheapest first; cheaper propagators run before dearer ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cost {
    /// One variable.
    Unary = 1,
    /// Two variables.
    Binary,
    /// Three variables.
    Ternary,
    /// Linear in the scope.
    Linear,
    /// Quadratic in the scope.
    Quadratic,
    /// Matching, flow, connectivity.
    Cubic,
    /// Anything dearer: run last.
    Heavy,
}

impl Cost {
    pub(crate) const COUNT: usize = 7;
}

/// The change of a view that wakes a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum On {
    /// Any value was removed.
    Domain,
    /// The smallest or the largest value changed.
    Bounds,
    /// The smallest value rose.
    Min,
    /// The largest value fell.
    Max,
    /// One value is left.
    Fix,
}

/// A wish to be woken: by which view, for what, and under which slot.
#[derive(Clone, Copy, Debug)]
pub struct Wake {
    pub(crate) view: View,
    pub(crate) on: On,
    pub(crate) slot: Option<u32>,
}

impl Wake {
    /// Wakes on the given change of `view`.
    pub fn on(view: View, on: On) -> Wake {
        Wake {
            view,
            on,
            slot: None,
        }
    }

    /// Wakes when one of the variables is fixed.
    pub fn when_fixed(vars: &[Var]) -> Vec<Wake> {
        let wake = |var: &Var| Wake::on(var.view(), On::Fix);
        vars.iter().map(wake).collect()
    }

    /// Also reports the change under this number through [`Store::next_changed`].
    pub fn slot(self, slot: usize) -> Wake {
        Wake {
            slot: Some(slot as u32),
            ..self
        }
    }
}
