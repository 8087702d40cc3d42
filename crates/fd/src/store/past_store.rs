//! Past domains: what they were just before an entry of the log, and the reasons built from them.

use crate::store::Store;
use crate::store::domain_repr::Wide;
use crate::vars::{Atom, Domain, Op, Var, View};

/// The domains as they were just before a removal.
#[derive(Clone, Copy, Debug)]
pub struct PastStore<'a> {
    store: &'a Store,
    /// Entries from here on are ignored.
    position: u32,
}

impl<'a> PastStore<'a> {
    pub(crate) fn new(store: &'a Store, position: u32) -> PastStore<'a> {
        PastStore { store, position }
    }

    /// The smallest value of a view then.
    pub fn min(&self, view: View) -> i32 {
        view.of(if view.scale > 0 {
            self.var_min(view.var)
        } else {
            self.var_max(view.var)
        })
    }

    /// The largest value of a view then.
    pub fn max(&self, view: View) -> i32 {
        view.of(if view.scale > 0 {
            self.var_max(view.var)
        } else {
            self.var_min(view.var)
        })
    }

    /// The value of a view, if one was left then.
    pub fn fixed(&self, view: View) -> Option<i32> {
        let min = self.var_min(view.var);
        (min == self.var_max(view.var)).then(|| view.of(min))
    }

    /// Whether one value was left then.
    pub fn is_fixed(&self, view: View) -> bool {
        self.var_min(view.var) == self.var_max(view.var)
    }

    /// Whether a view could take `value` then.
    pub fn contains(&self, view: View, value: i32) -> bool {
        view.solve(value)
            .is_some_and(|value| self.var_contains(view.var, value))
    }

    /// The values of a view then, ascending.
    pub fn values(&self, view: View) -> impl Iterator<Item = i32> + use<'a> {
        let past = *self;
        let mut next = if view.scale > 0 {
            past.var_next(view.var, past.var_min(view.var))
        } else {
            past.var_previous(view.var, past.var_max(view.var))
        };
        std::iter::from_fn(move || {
            let value = next?;
            next = if view.scale > 0 {
                past.var_next(view.var, value + 1)
            } else {
                past.var_previous(view.var, value - 1)
            };
            Some(view.of(value))
        })
    }

    /// Whether an atom held then.
    pub fn holds(&self, atom: Atom) -> bool {
        let var = atom.var();
        match atom.op() {
            Op::Ge => self.var_min(var) >= atom.value(),
            Op::Le => self.var_max(var) <= atom.value(),
            Op::Eq => self.var_min(var) == atom.value() && self.var_max(var) == atom.value(),
            Op::Ne => !self.var_contains(var, atom.value()),
        }
    }

    fn var_min(&self, var: Var) -> i32 {
        let log = &self.store.log;
        log.fixed_before(var, self.position)
            .or_else(|| log.bound_before(var, Op::Ge, self.position))
            .unwrap_or(self.store.doms[var.index()].min)
    }

    fn var_max(&self, var: Var) -> i32 {
        let log = &self.store.log;
        log.fixed_before(var, self.position)
            .or_else(|| log.bound_before(var, Op::Le, self.position))
            .unwrap_or(self.store.doms[var.index()].max)
    }

    /// The first value then at or above `value`; gaps of the initial domain are skipped.
    fn var_next(&self, var: Var, mut value: i32) -> Option<i32> {
        let max = self.var_max(var);
        while value <= max {
            if self.var_contains(var, value) {
                return Some(value);
            }
            value = match self.start(var) {
                Some(start) => start
                    .ranges()
                    .find(|range| range.1 > value)
                    .map_or(max + 1, |range| range.0.max(value + 1)),
                None => value + 1,
            };
        }
        None
    }

    /// The last value then at or below `value`.
    fn var_previous(&self, var: Var, mut value: i32) -> Option<i32> {
        let min = self.var_min(var);
        while value >= min {
            if self.var_contains(var, value) {
                return Some(value);
            }
            value = match self.start(var) {
                Some(start) => start
                    .ranges()
                    .rev()
                    .find(|range| range.0 < value)
                    .map_or(min - 1, |range| range.1.min(value - 1)),
                None => value - 1,
            };
        }
        None
    }

    /// The initial values of a sparse domain.
    fn start(&self, var: Var) -> Option<&'a Domain> {
        match self.store.wide_of(var) {
            Some(Wide::Sparse { start, .. }) => Some(start),
            _ => None,
        }
    }

    fn var_contains(&self, var: Var, value: i32) -> bool {
        if self.store.var_contains(var, value) {
            return true;
        }
        if let Ok(removed) = self.store.log.removed_at_entry(var, value) {
            return removed.is_some_and(|at| at >= self.position);
        }
        if value < self.var_min(var) || value > self.var_max(var) {
            return false;
        }
        match self.store.log.removal(var, value) {
            Some(at) => at >= self.position,
            // No `!=` entry removed it: either a later bound did, or it was never present.
            None => self.start(var).is_none_or(|start| start.contains(value)),
        }
    }

    /// Which of the 64 values from `from` on the view could take then, as bits; `None` if the view scales its
    /// variable or the domain is sparse.
    pub fn bits_from(&self, view: View, from: i32) -> Option<u64> {
        if view.scale != 1 {
            return None;
        }
        let from = i32::try_from(i64::from(from) - i64::from(view.offset)).ok()?;
        let removed = self
            .store
            .log
            .removed_since(view.var, from, self.position)?;
        Some(removed | self.store.var_word(view.var, from))
    }
}

impl Store {
    /// Adds an atom `!=` for each value in `from..=to` that was removed by itself and not by a bound.
    pub(crate) fn add_holes(&self, var: Var, from: i32, to: i32, why: &mut Reason) {
        let mut add = |value: i32| {
            if self.log.removal(var, value).is_some() {
                why.add(Atom::ne(var, value));
            }
        };
        if let Some(Wide::Sparse { holes, .. }) = self.wide_of(var) {
            // Values at a bound are not among the holes.
            add(from);
            if to > from {
                add(to);
            }
            for &hole in holes.iter().filter(|&&hole| hole > from && hole < to) {
                add(hole);
            }
            return;
        }
        (from..=to).for_each(add);
    }

    /// Whether a sparse domain never had a value. The log has no entry for that; a bound that passed the value later is
    /// not the cause.
    pub(crate) fn never_had(&self, var: Var, value: i32) -> bool {
        match self.wide_of(var) {
            Some(Wide::Sparse { start, .. }) => !start.contains(value),
            _ => false,
        }
    }

    fn wide_of(&self, var: Var) -> Option<&Wide> {
        self.wide.get(self.doms[var.index()].wide as usize)
    }
}

/// The reason of one atom: a conjunction of atoms that imply it.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    atoms: Vec<Atom>,
}

impl Reason {
    /// A reason without atoms: the relation alone implies the atom.
    pub fn new() -> Reason {
        Reason::default()
    }

    /// Adds an atom.
    pub fn add(&mut self, atom: Atom) {
        self.atoms.push(atom);
    }

    /// Adds the lower bound of `view` at that time.
    pub fn min(&mut self, past: &PastStore<'_>, view: View) {
        self.add(view.at_least(past.min(view)));
    }

    /// Adds the upper bound of `view` at that time.
    pub fn max(&mut self, past: &PastStore<'_>, view: View) {
        self.add(view.at_most(past.max(view)));
    }

    /// Adds both bounds of `view` at that time; for a fixed view, its value.
    pub fn bounds(&mut self, past: &PastStore<'_>, view: View) {
        match past.fixed(view) {
            Some(value) => self.add(view.is(value)),
            None => {
                self.min(past, view);
                self.max(past, view);
            }
        }
    }

    /// Adds that `view` could not take `value`.
    pub fn absent(&mut self, view: View, value: i32) {
        self.add(view.is_not(value));
    }

    /// Adds the whole domain of `view` at that time: its bounds and its holes.
    pub fn domain(&mut self, past: &PastStore<'_>, view: View) {
        self.bounds(past, view);
        let var = view.var;
        let (min, max) = (past.var_min(var), past.var_max(var));
        if min == max {
            return;
        }
        if let Some(Wide::Sparse { holes, .. }) = past.store.wide_of(var) {
            // Values that were never in the domain are omitted; there could be billions.
            for &value in holes {
                if value > min && value < max && !past.var_contains(var, value) {
                    self.add(Atom::ne(var, value));
                }
            }
            return;
        }
        for value in min + 1..max {
            if !past.var_contains(var, value) {
                self.add(Atom::ne(var, value));
            }
        }
    }

    /// The atoms so far.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// Keeps only the first `len` atoms.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.atoms.truncate(len);
    }

    /// Removes all atoms, keeping the memory.
    pub fn clear(&mut self) {
        self.atoms.clear();
    }
}
