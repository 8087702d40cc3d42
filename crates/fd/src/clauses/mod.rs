//! Clauses over atoms: two watched atoms each, propagated from the log before any propagator runs.
//!
//! Those of the model come first and stay; behind them are nogoods, which count only while the search learns.
//! Atoms of domains kept in one word have a watch list each, found by arithmetic;
//! wider variables have one list per kind of atom, filtered when it is walked.

mod forget;

use crate::atom::{Atom, Op};
use crate::propagator::{Pruned, Tag};
use crate::store::{Store, Why};
use crate::var::Var;

/// A clause in `Clauses::atoms`: at least one of its atoms holds.
#[derive(Clone, Debug)]
struct Clause {
    start: u32,
    len: u32,
    /// How many levels its atoms came from when it was learnt, or fewer since.
    n_levels: u32,
    /// Where the search for an atom to watch begins.
    next: u32,
    /// How many times it is spared when clauses are forgotten, since it was used.
    spared: u8,
    /// For a clause of the model, its propagator, which gives its reasons.
    origin: Option<u32>,
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

/// Set in `Watch::clause` when the blocker is all that is left of the clause.
const BINARY: u32 = 1 << 31;

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
    /// So many of the first clauses are the model's.
    n_given: u32,
    /// Whether nogoods count.
    learning: bool,
    lists: Vec<Lists>,
    watches: Vec<Vec<Watch>>,
    /// Entries of the log before this one were seen.
    head: u32,
    n_learnt: usize,
    /// Learnt since clauses were last forgotten, and how often they were.
    n_new: usize,
    n_reductions: usize,
    n_dated: usize,
    /// Room for walking a list.
    walked: Vec<Watch>,
}

impl Clauses {
    /// No clauses yet; none can be added unless the store keeps a log.
    pub(crate) fn new(store: &Store) -> Clauses {
        let mut clauses = Clauses::default();
        if store.is_recording() {
            for var in store.vars_and_hidden() {
                clauses.add_var(store, var);
            }
        }
        clauses
    }

    /// Makes room for clauses about one more variable.
    pub(crate) fn add_var(&mut self, store: &Store, var: Var) {
        let (base, width) = match store.bits(var.view()) {
            Some((base, bits)) => (base, 64 - bits.leading_zeros()),
            None => (0, 0),
        };
        let first = self.watches.len() as u32;
        let n_lists = if width == 0 { 4 } else { 4 * width };
        self.watches
            .resize_with((first + n_lists) as usize, Vec::new);
        self.lists.push(Lists { first, base, width });
    }

    /// Whether there is anything to propagate.
    #[inline]
    pub(crate) fn are_at_work(&self) -> bool {
        self.n_given > 0 || self.learning
    }

    /// Says whether nogoods count from now on. Called at the root.
    pub(crate) fn set_learning(&mut self, learning: bool) {
        self.learning = learning;
    }

    /// Adds a clause of the model, unless it is better left to its propagator: when a variable stands in it twice,
    /// or fewer than two atoms are open. Called before anything is learnt.
    pub(crate) fn add_given(&mut self, store: &Store, propagator: u32, atoms: &[Atom]) -> bool {
        let begin = self.atoms.len();
        let mut fits = true;
        for (i, &atom) in atoms.iter().enumerate() {
            let again = atoms[..i].iter().any(|other| other.var() == atom.var());
            fits = fits && !again && !store.holds(atom);
            if !store.is_false(atom) {
                self.atoms.push(atom);
            }
        }
        let len = self.atoms.len() - begin;
        if !fits || len < 2 {
            self.atoms.truncate(begin);
            return false;
        }
        debug_assert!(self.free.is_empty() && self.n_learnt == 0);
        self.clauses.push(Clause {
            start: begin as u32,
            len: len as u32,
            n_levels: 0,
            next: 2,
            spared: 0,
            origin: Some(propagator),
            permanent: true,
            dated: false,
            alive: true,
        });
        self.n_given += 1;
        self.watch(self.n_given - 1);
        true
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
            next: 2,
            spared: 1,
            origin: None,
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
        self.n_new += usize::from(!permanent);
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
        let binary = if atoms.len() == 2 { BINARY } else { 0 };
        for (atom, blocker) in [(first, second), (second, first)] {
            let list = self.list(atom);
            self.watches[list].push(Watch {
                clause: id | binary,
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
        let mut i = 0;
        while i < watches.len() {
            let watch = watches[i];
            i += 1;
            if store.truth(watch.blocker).holds
                || (is_shared && !store.is_false(watch.atom))
                || (!self.learning && watch.clause & !BINARY >= self.n_given)
            {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let id = watch.clause & !BINARY;
            let clause = &self.clauses[id as usize];
            let (start, end) = (clause.start as usize, (clause.start + clause.len) as usize);
            if self.atoms[start] == watch.atom {
                self.atoms.swap(start, start + 1);
            }
            let first = self.atoms[start];
            if watch.clause & BINARY == 0 {
                if first != watch.blocker && store.truth(first).holds {
                    watches[kept] = Watch {
                        blocker: first,
                        ..watch
                    };
                    kept += 1;
                    continue;
                }
                let from = start + clause.next as usize;
                let is_open = |&i: &usize| !store.truth(self.atoms[i]).is_false;
                let next = (from..end).find(is_open);
                if let Some(next) = next.or_else(|| (start + 2..from).find(is_open)) {
                    self.clauses[id as usize].next = (next - start) as u32;
                    self.atoms.swap(start + 1, next);
                    let atom = self.atoms[start + 1];
                    let other = self.list(atom);
                    self.watches[other].push(Watch {
                        clause: id,
                        atom,
                        blocker: first,
                    });
                    continue;
                }
            }
            watches[kept] = Watch {
                blocker: first,
                ..watch
            };
            kept += 1;
            let why = match clause.origin {
                Some(propagator) => Why::Propagator(propagator, Tag(0)),
                None => Why::Clause(id),
            };
            if let Err(conflict) = store.set_because(first, why) {
                outcome = Err(conflict);
                let n = watches.len() - i;
                watches.copy_within(i.., kept);
                kept += n;
                break;
            }
        }
        watches.truncate(kept);
        // Clauses of a wide variable may have moved within the list while it was out.
        watches.append(&mut self.watches[list]);
        self.walked = std::mem::replace(&mut self.watches[list], watches);
        outcome
    }

    pub(crate) fn memory(&self) -> usize {
        self.atoms.capacity() * size_of::<Atom>()
            + self.clauses.capacity() * size_of::<Clause>()
            + (2 * self.clauses.len()) * size_of::<Watch>()
            + self.watches.capacity() * size_of::<Vec<Watch>>()
    }
}
