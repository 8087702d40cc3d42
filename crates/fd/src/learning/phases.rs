//! Saved phases: the value that is tried first for a variable that is one item of the activity heap.
//!
//! It is the value in the best solution so far (Demirović, Chu and Stuckey 2018), in the longest recent conflict-free
//! assignment (Biere and Fleury 2020) or else the last value (Pipatsrisawat and Darwiche 2007).

use crate::store::{Entry, Store};
use crate::vars::{Op, Var};

/// The best phases are reset after this many conflicts, so that the search does not stay near one assignment.
const BEST_PHASE_LIFETIME: u64 = 1000;

/// Saved values by variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phases {
    /// The best solution so far, of a model with an objective; otherwise empty.
    solution: Vec<i32>,
    last: Vec<Option<i32>>,
    best: Vec<Option<i32>>,
    /// The length of the log of the best assignment.
    longest: u32,
    n_conflicts: u64,
    /// Whether variables with few values and no saved phase start with the largest value. Without an objective this
    /// prunes more: in a puzzle, "present" implies more than "absent". A cost to minimise should start small.
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

    /// Saves the last value of a variable.
    pub(crate) fn save(&mut self, var: Var, value: i32) {
        if let Some(last) = self.last.get_mut(var.index()) {
            *last = Some(value);
        }
    }

    /// Saves the values of a solution, which precede all others.
    pub(crate) fn save_solution(&mut self, values: &[i32]) {
        self.solution.clear();
        self.solution.extend_from_slice(values);
    }

    /// The value of a variable in the best solution, if it is in the domain.
    pub(crate) fn in_solution(&self, store: &Store, var: Var) -> Option<i32> {
        let value = self.solution.get(var.index()).copied();
        value.filter(|&value| store.contains(var.view(), value))
    }

    /// Counts a conflict, and saves the best phases from the log before the last decision if it is the longest so far.
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

    /// The saved value of a variable, if it is in the domain; its maximum, if the saved value is larger.
    pub(crate) fn saved(&self, store: &Store, var: Var) -> Option<i32> {
        let view = var.view();
        let max = store.max(view);
        if let Some(value) = self.in_solution(store, var) {
            return Some(value);
        }
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
    fn the_best_phase_precedes_the_last_value_until_it_is_reset() {
        let mut store = Store::new(true);
        for _ in 0..3 {
            store.add_var(&Domain::from(0..=4), DomainRepr::Auto);
        }
        let mut phases = Phases::new(3);
        let saved = |phases: &Phases| [0, 1, 2].map(|var| phases.saved(&store, Var::at(var)));
        assert_eq!(saved(&phases), [None, None, None]);
        phases.save(Var::at(0), 1);
        phases.save(Var::at(1), 7);
        assert_eq!(saved(&phases), [Some(1), Some(4), None]);
        phases.conflict(&[entry(0, 2), entry(2, 3)]);
        phases.conflict(&[entry(0, 0)]);
        assert_eq!(saved(&phases), [Some(2), Some(4), Some(3)]);
        for _ in 2..BEST_PHASE_LIFETIME {
            phases.conflict(&[]);
        }
        assert_eq!(saved(&phases), [Some(1), Some(4), None]);
        phases.save_solution(&[3, 9, 0]);
        assert_eq!(saved(&phases), [Some(3), Some(4), Some(0)]);
    }
}
