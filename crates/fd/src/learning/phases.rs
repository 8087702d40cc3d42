//! Which value a variable is given when the search picks it as a whole.
//!
//! The one it had when most of the variables were fixed without a conflict, of late (Biere and Fleury 2020); else the one it had last (Pipatsrisawat
//! and Darwiche 2007); else a first one. Where there are solutions, search comes back to its best beginning and mends it.

use crate::store::{Entry, Store};
use crate::vars::{Op, Var};

/// After so many conflicts the best beginning is forgotten, or search would never leave it.
const BEST_PHASE_LIFETIME: u64 = 1000;

/// Values remembered, by variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phases {
    last: Vec<Option<i32>>,
    best: Vec<Option<i32>>,
    /// How long the log of the best beginning was.
    longest: u32,
    n_conflicts: u64,
    /// Whether variables of few values start with the largest. A ship that lies somewhere says more than one that does not;
    /// but what is to be made small had better start small.
    pub(crate) from_above: bool,
}

impl Phases {
    pub(crate) fn new(n_vars: usize) -> Phases {
        Phases {
            last: vec![None; n_vars],
            best: vec![None; n_vars],
            ..Phases::default()
        }
    }

    /// Remembers the value a variable had.
    pub(crate) fn remember(&mut self, var: Var, value: i32) {
        if let Some(last) = self.last.get_mut(var.index()) {
            *last = Some(value);
        }
    }

    /// Notes a conflict, and what the log had before the decision that led to it.
    pub(crate) fn conflict(&mut self, before: &[Entry]) {
        self.n_conflicts += 1;
        if self.n_conflicts.is_multiple_of(BEST_PHASE_LIFETIME) {
            self.longest = 0;
            self.best.fill(None);
        }
        let len = before.len() as u32;
        if len <= self.longest {
            return;
        }
        self.longest = len;
        for entry in before.iter().filter(|entry| entry.atom.op() == Op::Eq) {
            if let Some(best) = self.best.get_mut(entry.atom.var().index()) {
                *best = Some(entry.atom.value());
            }
        }
    }

    /// The value to give a variable, if one is remembered that it can take, or that lies above all it can.
    pub(crate) fn saved(&self, store: &Store, var: Var) -> Option<i32> {
        let view = var.view();
        let max = store.max(view);
        match self.best[var.index()].or(self.last[var.index()]) {
            Some(value) if store.contains(view, value) => Some(value),
            Some(value) if value > max => Some(max),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{DomainRepr, Why};
    use crate::vars::{Atom, Domain};

    fn entry(var: usize, value: i32) -> Entry {
        Entry {
            atom: Atom::eq(Var::at(var), value),
            old: 0,
            prev: 0,
            level: 1,
            why: Why::Decision,
        }
    }

    #[test]
    fn the_best_beginning_comes_before_the_last_value_until_it_is_forgotten() {
        let mut store = Store::new(true);
        for _ in 0..3 {
            store.add_var(&Domain::from(0..=4), DomainRepr::Auto);
        }
        let mut phases = Phases::new(3);
        let saved = |phases: &Phases| [0, 1, 2].map(|var| phases.saved(&store, Var::at(var)));
        assert_eq!(saved(&phases), [None, None, None]);
        phases.remember(Var::at(0), 1);
        phases.remember(Var::at(1), 7);
        assert_eq!(saved(&phases), [Some(1), Some(4), None]);
        phases.conflict(&[entry(0, 2), entry(2, 3)]);
        phases.conflict(&[entry(0, 0)]);
        assert_eq!(saved(&phases), [Some(2), Some(4), Some(3)]);
        for _ in 2..BEST_PHASE_LIFETIME {
            phases.conflict(&[]);
        }
        assert_eq!(saved(&phases), [Some(1), Some(4), None]);
    }
}
