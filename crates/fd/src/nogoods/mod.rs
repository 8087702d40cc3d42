//! Clauses over atoms: two watched atoms each, propagated from the log before any propagator runs.
//!
//! Those of the model come first and stay; behind them are nogoods, which count only while the search learns.
//! Atoms have a watch list each, found by arithmetic; those of a wide variable get theirs when the first of them is watched. Very wide
//! variables have one list per kind of atom, filtered when it is walked.

mod watch;

use crate::store::Store;
use crate::vars::{Atom, Op, Var};

/// A clause: at least one of its atoms holds.
#[derive(Clone, Debug)]
struct Clause {
    /// Where its atoms begin in `NogoodDb::arena`, behind their header.
    start: u32,
    len: u32,
    /// How many levels its atoms came from when it was learnt, or fewer since.
    n_levels: u32,
    /// How many times it is spared when clauses are forgotten, since it was used.
    spared: u8,
    /// For a clause of the model, its propagator, which gives its reasons.
    origin: Option<u32>,
    /// Not forgotten while its run lasts: it says which solutions were found, or bounds the objective.
    permanent: bool,
    /// It speaks of one run only.
    run_specific: bool,
    alive: bool,
}

/// One clause in a watch list. If the blocker holds, the clause does.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Where its atoms begin.
    start: u32,
    /// The value of the watched atom; its variable and kind are those of the list.
    value: i32,
    blocker: Atom,
}

/// Set in `Watch::start` when the blocker is all that is left of the clause.
const BINARY: u32 = 1 << 31;

/// How many places of the arena stand before the atoms of a clause.
const HEADER: usize = 2;

/// The most values that a variable with a list for each of its atoms can have, and the most lists of all wide variables.
const MAX_DENSE_WIDTH: i64 = 1024;
const MAX_LISTS: usize = 1 << 21;

/// Where a variable's watch lists are.
#[derive(Clone, Copy, Debug)]
struct Lists {
    first: u32,
    base: i32,
    /// The number of values with lists of their own; 0 for a wide variable, which has four lists in all.
    width: u32,
    /// Where its words in `NogoodDb::in_use` begin, and how many there are for each kind of atom.
    bits: u32,
    words: u32,
    /// The width that a wide variable gets when an atom of it is watched; 0 if it is too wide.
    later: u32,
}

impl Lists {
    /// The word of `NogoodDb::in_use` with the bit of a value, by its distance from the base.
    #[inline]
    fn word(self, op: Op, offset: u32) -> usize {
        (self.bits + op as u32 * self.words + offset / 64) as usize
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct NogoodDb {
    clauses: Vec<Clause>,
    /// The atoms of every clause, and before them its number and length, and where the search for an atom to watch begins: who looks at
    /// a clause most often looks in vain, and should not have to look in two places.
    arena: Vec<Atom>,
    free: Vec<u32>,
    /// So many of the first clauses are the model's, and so much of the arena.
    n_model_clauses: u32,
    model_clauses_end: u32,
    /// Whether nogoods count.
    learning: bool,
    lists: Vec<Lists>,
    watches: Vec<Vec<Watch>>,
    /// For each variable and kind of atom, which values have a list with something in it, a bit each: most have not.
    in_use: Vec<u64>,
    /// Entries of the log before this one were seen.
    head: u32,
    n_learnt: usize,
    /// Learnt since clauses were last forgotten, and how often they were.
    n_new: usize,
    n_reductions: usize,
    n_run_specific: usize,
    /// Room for walking a list.
    spare: Vec<Watch>,
    /// How many watches were looked at, since somebody took the number.
    looks: u64,
}

impl NogoodDb {
    /// No clauses yet; none can be added unless the store keeps a log.
    pub(crate) fn new(store: &Store) -> NogoodDb {
        let mut clauses = NogoodDb::default();
        if store.is_recording() {
            for var in store.vars_and_hidden() {
                clauses.add_var(store, var);
            }
        }
        clauses
    }

    /// Makes room for clauses about one more variable.
    pub(crate) fn add_var(&mut self, store: &Store, var: Var) {
        let first = self.watches.len() as u32;
        let bits = self.in_use.len() as u32;
        let lists = match store.bits(var.view()) {
            Some((base, word)) => Lists {
                first,
                base,
                width: 64 - word.leading_zeros(),
                bits,
                words: 1,
                later: 0,
            },
            None => {
                let (min, max) = (store.min(var.view()), store.max(var.view()));
                let width = i64::from(max) - i64::from(min) + 1;
                Lists {
                    first,
                    base: min,
                    width: 0,
                    bits,
                    words: 0,
                    later: if width > MAX_DENSE_WIDTH {
                        0
                    } else {
                        width as u32
                    },
                }
            }
        };
        let n_lists = (4 * lists.width).max(4);
        self.watches
            .resize_with((first + n_lists) as usize, Vec::new);
        self.in_use.resize((bits + 4 * lists.words) as usize, 0);
        self.lists.push(lists);
    }

    /// Gives a wide variable lists for each of its atoms, if there is room; nothing is in its lists yet.
    #[cold]
    fn widen(&mut self, var: Var) {
        let lists = &mut self.lists[var.index()];
        let width = std::mem::take(&mut lists.later);
        let end = self.watches.len() + 4 * width as usize;
        if end > MAX_LISTS {
            return;
        }
        *lists = Lists {
            first: self.watches.len() as u32,
            width,
            bits: self.in_use.len() as u32,
            words: width.div_ceil(64),
            ..*lists
        };
        self.in_use
            .resize((lists.bits + 4 * lists.words) as usize, 0);
        self.watches.resize_with(end, Vec::new);
    }

    /// Whether there is anything to propagate.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.n_model_clauses > 0 || self.learning
    }

    /// Says whether nogoods count from now on. Called at the root.
    pub(crate) fn set_learning(&mut self, learning: bool) {
        self.learning = learning;
    }

    /// Adds a clause of the model, unless it is better left to its propagator: when a variable stands in it twice,
    /// or fewer than two atoms are open. Called before anything is learnt.
    pub(crate) fn add_model_clause(
        &mut self,
        store: &Store,
        propagator: u32,
        atoms: &[Atom],
    ) -> bool {
        let begin = self.arena.len();
        let start = self.begin(self.n_model_clauses);
        let mut fits = true;
        for (i, &atom) in atoms.iter().enumerate() {
            let again = atoms[..i].iter().any(|other| other.var() == atom.var());
            fits = fits && !again && !store.holds(atom);
            if !store.is_false(atom) {
                self.arena.push(atom);
            }
        }
        let len = self.end(start);
        if !fits || len < 2 {
            self.arena.truncate(begin);
            return false;
        }
        debug_assert!(self.free.is_empty() && self.n_learnt == 0);
        self.clauses.push(Clause {
            start,
            len,
            n_levels: 0,
            spared: 0,
            origin: Some(propagator),
            permanent: true,
            run_specific: false,
            alive: true,
        });
        self.n_model_clauses += 1;
        self.model_clauses_end = self.arena.len() as u32;
        self.watch(self.n_model_clauses - 1);
        true
    }

    /// Begins a clause in the arena, and gives the place of its first atom.
    fn begin(&mut self, id: u32) -> u32 {
        self.arena.push(Atom::of_parts(id, 0));
        self.arena.push(Atom::of_parts(0, 2));
        self.arena.len() as u32
    }

    /// Ends the clause whose atoms begin at `start`, and gives their number.
    fn end(&mut self, start: u32) -> u32 {
        let len = self.arena.len() as u32 - start;
        let head = &mut self.arena[start as usize - HEADER];
        *head = Atom::of_parts(head.code(), len as i32);
        len
    }

    /// The usual form of an atom: of a variable with two values, that it has one of them. Those who watch the same fact then are in one list.
    pub(crate) fn canonical(&self, atom: Atom) -> Atom {
        let lists = self.lists[atom.var().index()];
        if lists.width != 2 {
            return atom;
        }
        Atom::eq(atom.var(), lists.base + i32::from(!atom.admits(lists.base)))
    }

    /// The atoms of a clause; the one it forced comes first.
    pub(crate) fn atoms(&self, clause: u32) -> &[Atom] {
        let clause = &self.clauses[clause as usize];
        &self.arena[clause.start as usize..(clause.start + clause.len) as usize]
    }

    /// Adds a clause of two or more atoms. Neither of the first two may be false unless all the others are:
    /// they are watched.
    pub(crate) fn add(&mut self, atoms: &[Atom], n_levels: usize, permanent: bool) -> u32 {
        let id = self.free.pop().unwrap_or(self.clauses.len() as u32);
        let start = self.begin(id);
        self.arena.extend_from_slice(atoms);
        let clause = Clause {
            start,
            len: self.end(start),
            n_levels: n_levels as u32,
            spared: 1,
            origin: None,
            permanent,
            run_specific: self.is_run_specific(atoms),
            alive: true,
        };
        self.n_run_specific += usize::from(clause.run_specific);
        match self.clauses.get_mut(id as usize) {
            Some(place) => *place = clause,
            None => self.clauses.push(clause),
        }
        self.n_learnt += usize::from(!permanent);
        self.n_new += usize::from(!permanent);
        self.watch(id);
        id
    }

    /// Whether a clause speaks of one run only: the variable that tells runs apart is the last of all.
    fn is_run_specific(&self, atoms: &[Atom]) -> bool {
        let last = self.lists.len() - 1;
        atoms.iter().any(|atom| atom.var().index() == last)
    }

    fn watch(&mut self, id: u32) {
        let start = self.clauses[id as usize].start;
        let atoms = self.atoms(id);
        let (first, second) = (atoms[0], atoms[1]);
        let binary = if atoms.len() == 2 { BINARY } else { 0 };
        for (atom, blocker) in [(first, second), (second, first)] {
            self.watch_atom(atom, start | binary, blocker);
        }
    }

    fn watch_atom(&mut self, atom: Atom, start: u32, blocker: Atom) {
        if self.lists[atom.var().index()].later > 0 {
            self.widen(atom.var());
        }
        let lists = self.lists[atom.var().index()];
        if lists.width > 0 {
            let offset = (atom.value() - lists.base) as u32;
            self.in_use[lists.word(atom.op(), offset)] |= 1 << (offset % 64);
        }
        let list = self.list(atom);
        self.watches[list].push(Watch {
            start,
            value: atom.value(),
            blocker,
        });
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

    /// How many clauses were looked at since this was last asked.
    pub(crate) fn take_looks(&mut self) -> u64 {
        std::mem::take(&mut self.looks)
    }

    /// Forgets which entries of the log were seen, from `len` on.
    pub(crate) fn rewind(&mut self, len: u32) {
        self.head = self.head.min(len);
    }

    pub(crate) fn memory(&self) -> usize {
        self.arena.capacity() * size_of::<Atom>()
            + self.clauses.capacity() * size_of::<Clause>()
            + (2 * self.clauses.len()) * size_of::<Watch>()
            + self.watches.capacity() * size_of::<Vec<Watch>>()
            + self.in_use.capacity() * size_of::<u64>()
    }
}

/// Forgetting begins when there are this many nogoods, and then waits for so many more each time.
const FIRST_REDUCTION: usize = 1000;
const MORE_EACH_TIME: usize = 200;

/// Nogoods from so few levels are never forgotten.
const CORE: u32 = 2;

/// Nogoods from so few levels that are used are spared twice, others once.
const MIDDLE: u32 = 6;

/// So many clauses of runs that are over are kept before they are swept out: sweeping looks at all clauses.
const MAX_RUN_SPECIFIC: usize = 1000;

impl NogoodDb {
    /// Notes that a nogood took part in a conflict, and how many levels its atoms come from now.
    pub(crate) fn used(&mut self, id: u32, n_levels: usize) {
        let clause = &mut self.clauses[id as usize];
        clause.n_levels = clause.n_levels.min(n_levels as u32);
        clause.spared = if clause.n_levels <= MIDDLE { 2 } else { 1 };
    }

    /// Whether it is time to forget.
    pub(crate) fn needs_reduction(&self) -> bool {
        self.n_new >= FIRST_REDUCTION + MORE_EACH_TIME * self.n_reductions
    }

    /// Forgets nogoods once there are many: most of those not used of late, first those of many levels.
    /// Nogoods of two levels stay. Called at the root, where no clause is a reason that is still asked for.
    pub(crate) fn reduce(&mut self) {
        if !self.needs_reduction() {
            return;
        }
        self.n_reductions += 1;
        self.n_new = 0;
        let mut candidates: Vec<u32> = Vec::new();
        for (id, clause) in self.clauses.iter_mut().enumerate() {
            if !clause.alive || clause.permanent || clause.n_levels <= CORE || clause.len <= 2 {
                continue;
            }
            if clause.spared > 0 {
                clause.spared -= 1;
            } else {
                candidates.push(id as u32);
            }
        }
        candidates.sort_by_key(|&id| {
            let clause = &self.clauses[id as usize];
            std::cmp::Reverse((clause.n_levels, clause.len))
        });
        candidates.truncate(candidates.len() * 3 / 4);
        for id in candidates {
            self.forget(id);
        }
        self.rebuild();
    }

    /// Forgets the clauses of runs that are over, once they are many. Called at the root, before a run adds its own.
    pub(crate) fn forget_run_clauses(&mut self) {
        if self.n_run_specific < MAX_RUN_SPECIFIC {
            return;
        }
        for id in 0..self.clauses.len() as u32 {
            let clause = &self.clauses[id as usize];
            if clause.alive && clause.run_specific {
                self.forget(id);
            }
        }
        self.rebuild();
    }

    /// Frees a clause; its watches stay until [`NogoodDb::rebuild`].
    fn forget(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        clause.alive = false;
        self.n_learnt -= usize::from(!clause.permanent);
        self.n_run_specific -= usize::from(clause.run_specific);
        self.free.push(id);
    }

    /// Packs the atoms of the clauses that are alive and watches them anew.
    fn rebuild(&mut self) {
        for list in &mut self.watches {
            list.clear();
        }
        self.in_use.fill(0);
        let old = std::mem::take(&mut self.arena);
        self.arena.reserve(old.len());
        for id in 0..self.clauses.len() as u32 {
            if !self.clauses[id as usize].alive {
                continue;
            }
            let start = self.begin(id);
            let clause = &mut self.clauses[id as usize];
            let from = std::mem::replace(&mut clause.start, start) as usize;
            let to = from + clause.len as usize;
            self.arena.extend_from_slice(&old[from..to]);
            self.end(start);
            self.watch(id);
        }
    }
}
