//! Propagators: the trait of the algorithms that remove values that no solution can take.

use std::fmt::Debug;

use crate::store::{Cost, On, PastStore, Pruned, Reason, Store, Tag};
use crate::vars::{Atom, Var, View};

/// An algorithm that removes values that no solution of a constraint can take, and can give a reason for each removal.
///
/// # How to write one
///
/// 1. State the relation in a [`Constraint`](crate::Constraint): `name`, `term`, `views`, `holds`, and `check`, which rejects
///    invalid arguments and views that can leave the range of values. `holds` is the reference of every test.
/// 2. In its `post`, read the requested [`Consistency`](crate::Consistency) and call [`Poster::add`](crate::Poster::add) with a
///    propagator, its [`Cost`] and what wakes it. `post` itself never prunes: the same propagator may be posted under a guard.
/// 3. Write [`Propagator::propagate`] from scratch first: read the domains, remove impossible values, and return
///    `Ok(Status::Active)` when running again at once would change nothing. Pruning goes through [`Store`] and may fail: use `?`.
/// 4. Pass a [`Tag`] to every removal: a number of your choice, from which `explain` knows which rule removed the value.
/// 5. Write [`Propagator::explain`]: given an atom that the propagator made true and the tag, add atoms that already held ([`PastStore`])
///    and that, with the relation alone, imply it. It is called only when a reason is needed. The atom is about the variable, not
///    about your view of it, which may be shifted, scaled or negated; and a variable may occur twice in the scope. The atom has the
///    form of the removal: `!=` for a removed value, `>=` or `<=` for a bound, `==` for a fixed variable.
/// 6. Return [`Status::Entailed`] when the relation can no longer be violated: the propagator is off until that is undone.
/// 7. Only then make it incremental: trailed numbers ([`Trailed`](crate::Trailed)) are undone on backtracking, changed slots
///    ([`Store::next_changed`]) name the variables that changed, and [`Status::Stage`] runs the expensive part last. Untrailed
///    state may only be a cache that stays correct, or can be repaired, after any undo.
///    Iterate over values only where they are few: a domain may have four billion.
/// 8. Add a test with the laws of `gridwright-testing`: it checks all of the above against `holds`.
pub trait Propagator: Debug + Send {
    /// Removes values that cannot be part of a solution of the relation.
    ///
    /// Its own changes do not wake it: unless it returns [`Status::Rerun`] it must be at its own fixpoint. When every
    /// variable is fixed it must fail if the relation is violated.
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status>;

    /// Adds to `why` atoms that held at `past` and imply `needed`.
    ///
    /// `needed` is an atom that the propagator made true, or a weaker atom implied by it; it is [`Atom::FALSE`] after
    /// [`Store::fail`], or if a view could not take the requested value at all. `past` shows the domains just before
    /// this one removal, including earlier removals of the same run. `why` may already contain atoms: only add to it.
    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason);

    /// What the domains say about the relation; `None` if only a run decides it. While the guard of a propagator is
    /// undecided, this saves speculative runs: it returns [`Truth::Violated`] exactly if a run would fail.
    fn truth(&self, _store: &Store) -> Option<Truth> {
        None
    }
}

/// What the domains say about a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// A run would not fail.
    Open,
    /// The relation holds for every remaining assignment.
    Entailed,
    /// A run would fail.
    Violated,
}

/// How a run of a propagator ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is at its fixpoint: wake it when something else changes.
    Active,
    /// Its own changes may allow it to remove more: run it again.
    Rerun,
    /// The cheap part is done: run it again later at this cost, which [`Store::stage`] then returns.
    Stage(Cost),
    /// The relation holds for every remaining assignment: switch it off.
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

    /// `Entailed` if the relation can no longer be violated, else `Active`.
    pub fn entailed_if(entailed: bool) -> Status {
        if entailed {
            Status::Entailed
        } else {
            Status::Active
        }
    }
}

/// An event that wakes a propagator: a change of a view. With a slot, the propagator can find out which view changed.
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

    /// Also reports the change through [`Store::next_changed`], under this number.
    pub fn slot(self, slot: usize) -> Wake {
        Wake {
            slot: Some(slot as u32),
            ..self
        }
    }
}
