//! Nogoods as clauses over atoms: two watched atoms each, propagated from the log before any propagator runs.
//!
//! Atoms of domains kept in one word have a watch list each, found by arithmetic;
//! wider variables have one list per kind of atom, filtered when it is walked.

use crate::atom::{Atom, Op};
use crate::propagator::Pruned;
use crate::store::{Store, Why};
use crate::var::Var;

/// A clause in `Clauses::atoms`: at least one of its atoms holds.
#[derive(Clone, Debug)]
struct Clause {
    start: u32,
    len: u32,
    /// How many levels its atoms came from when it was learnt, or fewer since.
    n_levels: u32,
    activity: f32,
    /// Not forgotten while its run lasts: it says which solutions were found, or bounds the objective.
    permanent: bool,
    /// It speaks of one run only.
    dated: bool,
    alive: bool,
}

/// One clause in a watch list. If the blocker holds, the clause does.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    atom: Atom,
    blocker: Atom,
}

/// Where a variable's watch lists are.
#[derive(Clone, Copy, Debug)]
struct Lists {
    first: u32,
    base: i32,
    /// The number of values with lists of their own; 0 for a wide variable, which has four lists in all.
    width: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    clauses: Vec<Clause>,
    atoms: Vec<Atom>,
    free: Vec<u32>,
    lists: Vec<Lists>,
    watches: Vec<Vec<Watch>>,
    /// Entries of the log before this one were seen.
    head: u32,
    n_learnt: usize,
    n_dated: usize,
    bump: f32,
    /// Room for walking a list.
    walked: Vec<Watch>,
}

/// Forgetting begins when there are this many learnt clauses, and waits for this many more each time.
const FIRST_REDUCTION: usize = 4000;
const MORE_EACH_TIME: usize = 600;
/// So many clauses of runs that are over are kept before they are swept out: sweeping looks at all clauses.
const MOST_DATED: usize = 1000;

impl Clauses {
    pub(crate) fn new(store: &Store) -> Clauses {
        let mut clauses = Clauses {
            bump: 1.0,
            ..Clauses::default()
        };
        for var in store.vars_and_hidden() {
            let (base, width) = match store.bits(var.view()) {
                Some((base, bits)) => (base, 64 - bits.leading_zeros()),
                None => (0, 0),
            };
            let first = clauses.watches.len() as u32;
            let n_lists = if width == 0 { 4 } else { 4 * width };
            clauses
                .watches
                .resize_with((first + n_lists) as usize, Vec::new);
            clauses.lists.push(Lists { first, base, width });
        }
        clauses
    }

    /// The atoms of a clause; the one it forced comes first.
    pub(crate) fn atoms(&self, clause: u32) -> &[Atom] {
        let clause = &self.clauses[clause as usize];
        &self.atoms[clause.start as usize..(clause.start + clause.len) as usize]
    }

    /// Adds a clause of two or more atoms. Neither of the first two may be false unless all the others are:
    /// they are watched.
    pub(crate) fn add(&mut self, atoms: &[Atom], n_levels: usize, permanent: bool) -> u32 {
        let clause = Clause {
            start: self.atoms.len() as u32,
            len: atoms.len() as u32,
            n_levels: n_levels as u32,
            activity: self.bump,
            permanent,
            dated: self.is_dated(atoms),
            alive: true,
        };
        self.n_dated += usize::from(clause.dated);
        self.atoms.extend_from_slice(atoms);
        let id = match self.free.pop() {
            Some(id) => {
                self.clauses[id as usize] = clause;
                id
            }
            None => {
                self.clauses.push(clause);
                self.clauses.len() as u32 - 1
            }
        };
        self.n_learnt += usize::from(!permanent);
        self.watch(id);
        id
    }

    /// Whether a clause speaks of one run only: the variable that tells runs apart is the last of all.
    fn is_dated(&self, atoms: &[Atom]) -> bool {
        let last = self.lists.len() - 1;
        atoms.iter().any(|atom| atom.var().index() == last)
    }

    fn watch(&mut self, id: u32) {
        let atoms = self.atoms(id);
        let (first, second) = (atoms[0], atoms[1]);
        for (atom, blocker) in [(first, second), (second, first)] {
            let list = self.list(atom);
            self.watches[list].push(Watch {
                clause: id,
                atom,
                blocker,
            });
        }
    }

    /// The list of those who watch an atom.
    fn list(&self, atom: Atom) -> usize {
        let lists = self.lists[atom.var().index()];
        let op = atom.op() as u32;
        if lists.width == 0 {
            return (lists.first + op) as usize;
        }
        let offset = (atom.value() - lists.base) as u32;
        debug_assert!(offset < lists.width, "{atom:?} is decided from the start");
        (lists.first + 4 * offset + op) as usize
    }

    /// Forgets which entries of the log were seen, from `len` on.
    pub(crate) fn rewind(&mut self, len: u32) {
        self.head = self.head.min(len);
    }

    /// Makes true what clauses force, for every entry of the log not seen yet.
    pub(crate) fn propagate(&mut self, store: &mut Store) -> Pruned {
        while self.head < store.log.len() {
            let entry = store.log.entries[self.head as usize];
            self.head += 1;
            let (var, value, old) = (entry.atom.var(), entry.atom.value(), entry.old);
            match entry.atom.op() {
                Op::Ge => self.falsified(store, var, Op::Le, old, value - 1)?,
                Op::Le => self.falsified(store, var, Op::Ge, value + 1, old)?,
                Op::Eq => self.walk(store, Atom::ne(var, value))?,
                Op::Ne => self.walk(store, Atom::eq(var, value))?,
            }
        }
        Ok(())
    }

    /// A bound passed the values `from..=to`: atoms of the opposite bound and of equality with them are false.
    fn falsified(&mut self, store: &mut Store, var: Var, op: Op, from: i32, to: i32) -> Pruned {
        let lists = self.lists[var.index()];
        if lists.width == 0 {
            self.walk(store, Atom::new(var, op, from))?;
            return self.walk(store, Atom::eq(var, from));
        }
        let from = from.max(lists.base);
        let to = to.min(lists.base + (lists.width - 1) as i32);
        for value in from..=to {
            self.walk(store, Atom::new(var, op, value))?;
            // Of a value removed before, those who watch were told then.
            if store.log.removal(var, value).is_none() {
                self.walk(store, Atom::eq(var, value))?;
            }
        }
        Ok(())
    }

    /// Looks at those who watch a false atom (for a wide variable, at all who share its list).
    fn walk(&mut self, store: &mut Store, atom: Atom) -> Pruned {
        let list = self.list(atom);
        if self.watches[list].is_empty() {
            return Ok(());
        }
        let is_shared = self.lists[atom.var().index()].width == 0;
        let mut watches =
            std::mem::replace(&mut self.watches[list], std::mem::take(&mut self.walked));
        let mut kept = 0;
        let mut outcome = Ok(());
        for i in 0..watches.len() {
            let watch = watches[i];
            if outcome.is_err()
                || store.holds(watch.blocker)
                || (is_shared && !store.is_false(watch.atom))
            {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = &self.clauses[watch.clause as usize];
            if !clause.alive {
                continue;
            }
            let (start, end) = (clause.start as usize, (clause.start + clause.len) as usize);
            if self.atoms[start] == watch.atom {
                self.atoms.swap(start, start + 1);
            }
            let first = self.atoms[start];
            let kept_watch = Watch {
                blocker: first,
                ..watch
            };
            if first != watch.blocker && store.holds(first) {
                watches[kept] = kept_watch;
                kept += 1;
                continue;
            }
            if let Some(next) = (start + 2..end).find(|&i| !store.is_false(self.atoms[i])) {
                self.atoms.swap(start + 1, next);
                let atom = self.atoms[start + 1];
                let other = self.list(atom);
                self.watches[other].push(Watch {
                    clause: watch.clause,
                    atom,
                    blocker: first,
                });
                continue;
            }
            watches[kept] = kept_watch;
            kept += 1;
            outcome = store
                .set_because(first, Why::Clause(watch.clause))
                .map(|_| ());
        }
        watches.truncate(kept);
        // Clauses of a wide variable may have moved within the list while it was out.
        watches.append(&mut self.watches[list]);
        self.walked = std::mem::replace(&mut self.watches[list], watches);
        outcome
    }

    /// Notes that a clause took part in a conflict.
    pub(crate) fn used(&mut self, id: u32, n_levels: usize) {
        let clause = &mut self.clauses[id as usize];
        clause.activity += self.bump;
        clause.n_levels = clause.n_levels.min(n_levels as u32);
    }

    /// Makes recent conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.bump /= 0.999;
        // New clauses begin with the bump, so it must stay finite even if no clause is ever used.
        if self.bump > 1e20 {
            for clause in &mut self.clauses {
                clause.activity *= 1e-20;
            }
            self.bump *= 1e-20;
        }
    }

    /// Whether it is time to forget.
    pub(crate) fn is_full(&self, n_reductions: usize) -> bool {
        self.n_learnt >= FIRST_REDUCTION + MORE_EACH_TIME * n_reductions
    }

    /// Forgets the worse half of the learnt clauses once there are too many; those of few levels stay.
    /// Called at the root, where no clause is a reason that is still asked for.
    pub(crate) fn reduce(&mut self, n_reductions: &mut usize) {
        if !self.is_full(*n_reductions) {
            return;
        }
        *n_reductions += 1;
        let mut candidates: Vec<u32> = (0..self.clauses.len() as u32)
            .filter(|&id| {
                let clause = &self.clauses[id as usize];
                clause.alive && !clause.permanent && clause.n_levels > 2 && clause.len > 2
            })
            .collect();
        let worth = |id: u32| {
            let clause = &self.clauses[id as usize];
            // Up to six levels a clause is judged by its activity alone.
            (clause.n_levels.max(6), clause.activity)
        };
        candidates.sort_by(|&a, &b| {
            let (a, b) = (worth(a), worth(b));
            b.0.cmp(&a.0).then(a.1.total_cmp(&b.1))
        });
        for &id in &candidates[..candidates.len() / 2] {
            self.forget(id);
        }
        self.rebuild();
    }

    /// Forgets the clauses of runs that are over, once they are many. Called at the root, before a run adds its own.
    pub(crate) fn forget_runs(&mut self) {
        if self.n_dated < MOST_DATED {
            return;
        }
        for id in 0..self.clauses.len() as u32 {
            let clause = &self.clauses[id as usize];
            if clause.alive && clause.dated {
                self.forget(id);
            }
        }
        self.rebuild();
    }

    /// Frees a clause; its watches stay until [`Clauses::rebuild`].
    fn forget(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        clause.alive = false;
        self.n_learnt -= usize::from(!clause.permanent);
        self.n_dated -= usize::from(clause.dated);
        self.free.push(id);
    }

    /// Packs the atoms of the clauses that are alive and watches them anew.
    fn rebuild(&mut self) {
        for list in &mut self.watches {
            list.clear();
        }
        let old = std::mem::take(&mut self.atoms);
        self.atoms.reserve(old.len());
        for id in 0..self.clauses.len() {
            let clause = &mut self.clauses[id];
            if !clause.alive {
                continue;
            }
            let (start, end) = (clause.start as usize, (clause.start + clause.len) as usize);
            clause.start = self.atoms.len() as u32;
            self.atoms.extend_from_slice(&old[start..end]);
            self.watch(id as u32);
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.atoms.capacity() * size_of::<Atom>()
            + self.clauses.capacity() * size_of::<Clause>()
            + (2 * self.clauses.len()) * size_of::<Watch>()
            + self.watches.capacity() * size_of::<Vec<Watch>>()
    }
}
