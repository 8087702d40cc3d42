//! The clause database: clauses over atoms with two watched atoms each. New entries of the log are propagated through
//! them before any propagator runs; without a log, the store notes the changes of the variables of clauses.
//!
//! Clauses of the model come first and are never removed. Then come nogoods, which are active only during a learning
//! search. Each atom of a variable whose domain is one word has its own watch list, whose index is computed from the
//! value. A wider variable gets these lists when its first atom is watched; in a very wide one, the atoms of a range of
//! values share a list, in which entries are filtered by value.

mod watch;

use crate::store::{ClauseEvent, Store};
use crate::vars::{Atom, Op, Var};

/// A clause: at least one of its atoms holds.
#[derive(Clone, Debug)]
struct Clause {
    /// The index of its first atom in `NogoodDb::arena`, after the header.
    start: u32,
    len: u32,
    /// Its LBD: the number of levels of its atoms when it was learnt, or fewer since.
    lbd: u32,
    /// How many more reductions it survives because it was used in a conflict recently.
    survives: u8,
    /// For a clause of the model, its propagator, which gives the reasons.
    propagator: Option<u32>,
    /// Never removed by a reduction: it excludes a solution or bounds the objective.
    permanent: bool,
    /// It holds in one run only: it contains the epoch.
    run_specific: bool,
    alive: bool,
}

/// An entry of a watch list. The blocker is another atom of the clause: if it holds, the clause need not be visited.
#[derive(Clone, Copy, Debug)]
struct NogoodWatch {
    /// The index of the first atom of the clause in `NogoodDb::arena`.
    start: u32,
    /// The value of the watched atom; the list determines its variable and comparison.
    value: i32,
    blocker: Atom,
}

/// Set in `NogoodWatch::start` for binary clauses, whose other atom is the blocker.
const BINARY: u32 = 1 << 31;

/// The number of arena entries before the atoms of a clause.
const HEADER: usize = 2;

/// The largest width of a variable with a watch list per atom.
const MAX_DENSE_WIDTH: u32 = 1024;

/// The most ranges of a wider variable.
const MAX_RANGES: u32 = 256;

/// The most watch lists of all variables.
const MAX_LISTS: usize = 1 << 21;

/// The first reduction comes after this many new nogoods, and each later one after more.
const FIRST_REDUCTION: usize = 1000;
const REDUCTION_INCREMENT: usize = 200;

/// Nogoods up to this LBD are never removed.
const CORE_LBD: u32 = 2;

/// Used nogoods up to this LBD survive two reductions, others one.
const MIDDLE_LBD: u32 = 6;

/// Clauses of ended runs are removed once there are this many: removal visits all clauses.
const MAX_RUN_SPECIFIC: usize = 1000;

/// The watch lists of a variable.
#[derive(Clone, Copy, Debug)]
struct Lists {
    first: u32,
    base: i32,
    /// The number of ranges of values with their own lists; 0 if all values share four lists.
    width: u32,
    /// The range of its words in `NogoodDb::in_use`, per comparison.
    bits: u32,
    words: u32,
    /// A range has two to this power values.
    shift: u32,
    /// The number of ranges it gets when its first atom is watched; 0 if it stays as it is.
    dense_width: u32,
}

impl Lists {
    /// The number of the range of a value.
    #[inline]
    fn range(self, value: i32) -> u32 {
        (value.wrapping_sub(self.base) as u32) >> self.shift
    }

    /// The number of the range whose list has the atoms with this value: the last one for values outside the bounds of the root, which are decided.
    #[inline]
    fn listed_range(self, value: i32) -> u32 {
        let range = self.range(value);
        debug_assert!(range < self.width || self.shift > 0, "{value} is decided");
        range.min(self.width - 1)
    }

    /// The first value of a range.
    #[inline]
    fn first_of(self, range: u32) -> i32 {
        self.base.wrapping_add((range << self.shift) as i32)
    }

    /// The index in `NogoodDb::in_use` of the word with the bit of a range.
    #[inline]
    fn word(self, op: Op, range: u32) -> usize {
        (self.bits + op as u32 * self.words + range / 64) as usize
    }

    /// Whether different values share a list.
    #[inline]
    fn is_shared(self) -> bool {
        self.width == 0 || self.shift > 0
    }

    /// Plans lists for a variable with these bounds, of which no atom is watched yet: one per value, or per range of two values or more.
    fn plan(&mut self, (min, max): (i32, i32)) {
        let last = max.wrapping_sub(min) as u32;
        self.base = min;
        if self.shift > 0 || last >= MAX_DENSE_WIDTH {
            self.shift = 1;
            while last >> self.shift >= MAX_RANGES {
                self.shift += 1;
            }
        }
        self.dense_width = (last >> self.shift) + 1;
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct NogoodDb {
    clauses: Vec<Clause>,
    /// Every clause: a header (its number, its length, and where the last search for a new watch ended), then its atoms.
    /// Most visits find nothing to do, so everything they read is in one place.
    arena: Vec<Atom>,
    /// The numbers of removed clauses, for reuse.
    free: Vec<u32>,
    /// The clauses of the model come first, up to these indices of `clauses` and `arena`.
    n_model_clauses: u32,
    model_clauses_end: u32,
    /// Whether nogoods are active.
    learning: bool,
    lists: Vec<Lists>,
    watches: Vec<Vec<NogoodWatch>>,
    /// A bit per atom: whether its list is non-empty. Most are empty.
    in_use: Vec<u64>,
    /// The log entries before this one were processed.
    head: u32,
    n_learnt: usize,
    /// The nogoods learnt since the last reduction, and the number of reductions.
    n_new: usize,
    n_reductions: usize,
    n_run_specific: usize,
    /// An empty buffer, swapped with a list while it is visited.
    spare: Vec<NogoodWatch>,
    /// The number of watches visited, since last taken.
    n_visited: u64,
    /// An empty buffer, swapped with the changes that the store has noted.
    events: Vec<ClauseEvent>,
    /// The clauses removed since last taken, if a proof is logged.
    removed: Option<Vec<u32>>,
}

impl NogoodDb {
    /// An empty database; without a log only clauses of the model can be added.
    pub(crate) fn new(store: &Store) -> NogoodDb {
        let mut clauses = NogoodDb::default();
        if store.is_recording() {
            for var in store.vars_and_hidden() {
                clauses.add_var(store, var);
            }
        }
        clauses
    }

    pub(crate) fn add_var(&mut self, store: &Store, var: Var) {
        let first = self.watches.len() as u32;
        let bits = self.in_use.len() as u32;
        let (base, width, words) = match store.bits(var.view()) {
            Some((base, word)) => (base, 64 - word.leading_zeros(), 1),
            None => (0, 0, 0),
        };
        let mut lists = Lists {
            first,
            base,
            width,
            bits,
            words,
            shift: 0,
            dense_width: 0,
        };
        if width == 0 {
            lists.plan(store.bounds(var.view()));
        }
        let n_lists = (4 * lists.width).max(4);
        self.watches
            .resize_with((first + n_lists) as usize, Vec::new);
        self.in_use.resize((bits + 4 * lists.words) as usize, 0);
        self.lists.push(lists);
    }

    /// Adds a variable of a store that keeps no log. It gets a watch list per atom when the first one is watched, if its domain is one word: then the old
    /// values of a change are known.
    fn add_var_without_log(&mut self, store: &Store, var: Var) {
        let first = self.watches.len() as u32;
        let (base, dense_width) = match store.bits(var.view()) {
            Some((base, word)) => (base, 64 - word.leading_zeros()),
            None => (0, 0),
        };
        self.watches.resize_with(first as usize + 4, Vec::new);
        self.lists.push(Lists {
            first,
            base,
            width: 0,
            bits: self.in_use.len() as u32,
            words: 0,
            shift: 0,
            dense_width,
        });
    }

    /// Gives a wide variable its planned lists, unless there are too many. Its old lists must be empty.
    #[cold]
    fn widen(&mut self, var: Var) {
        let lists = &mut self.lists[var.index()];
        let width = std::mem::take(&mut lists.dense_width);
        let end = self.watches.len() + 4 * width as usize;
        if end > MAX_LISTS {
            lists.shift = 0;
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

    /// Whether there are clauses to propagate.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.n_model_clauses > 0 || self.learning
    }

    /// Activates nogoods. Called at the fixpoint of the root; its bounds are divided into ranges from now on.
    pub(crate) fn begin_learning(&mut self, store: &Store) {
        self.learning = true;
        for (at, lists) in self.lists.iter_mut().enumerate() {
            if lists.dense_width > 0 && lists.shift > 0 {
                lists.plan(store.bounds(Var::at(at).view()));
            }
        }
    }

    /// Deactivates nogoods.
    pub(crate) fn end_learning(&mut self) {
        self.learning = false;
    }

    /// Adds a clause of the model. Returns false and changes nothing if a variable occurs twice, an atom holds, or fewer
    /// than two atoms are undecided; its propagator must then do the work. Called before anything is learnt.
    pub(crate) fn add_model_clause(
        &mut self,
        store: &mut Store,
        propagator: u32,
        atoms: &[Atom],
    ) -> bool {
        for var in self.lists.len()..store.n_vars() {
            self.add_var_without_log(store, Var::at(var));
        }
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
            lbd: 0,
            survives: 0,
            propagator: Some(propagator),
            permanent: true,
            run_specific: false,
            alive: true,
        });
        self.n_model_clauses += 1;
        self.model_clauses_end = self.arena.len() as u32;
        self.watch(self.n_model_clauses - 1);
        if !store.is_recording() {
            store.queue.add_clause(&self.arena[start as usize..]);
        }
        true
    }

    /// Begins a clause in the arena; returns the index of its first atom.
    fn begin(&mut self, id: u32) -> u32 {
        self.arena.push(Atom::of_parts(id, 0));
        self.arena.push(Atom::of_parts(0, 2));
        self.arena.len() as u32
    }

    /// Ends the clause that begins at `start`; returns its length.
    fn end(&mut self, start: u32) -> u32 {
        let len = self.arena.len() as u32 - start;
        let head = &mut self.arena[start as usize - HEADER];
        *head = Atom::of_parts(head.code(), len as i32);
        len
    }

    /// The canonical atom: for a variable of two values, an equality. Equivalent atoms then share a watch list.
    pub(crate) fn canonical(&self, atom: Atom) -> Atom {
        let lists = self.lists[atom.var().index()];
        if lists.width != 2 {
            return atom;
        }
        Atom::eq(atom.var(), lists.base + i32::from(!atom.admits(lists.base)))
    }

    /// The atoms of a clause. If the clause is a reason, the atom it forced comes first.
    pub(crate) fn atoms(&self, clause: u32) -> &[Atom] {
        let clause = &self.clauses[clause as usize];
        &self.arena[clause.start as usize..(clause.start + clause.len) as usize]
    }

    /// Adds a clause of two or more atoms. The first two are watched: neither may be false unless all others are.
    pub(crate) fn add(&mut self, atoms: &[Atom], lbd: usize, permanent: bool) -> u32 {
        let id = self.free.pop().unwrap_or(self.clauses.len() as u32);
        let start = self.begin(id);
        self.arena.extend_from_slice(atoms);
        let clause = Clause {
            start,
            len: self.end(start),
            lbd: lbd as u32,
            survives: 1,
            propagator: None,
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

    /// Whether a clause holds in one run only: it contains the epoch, which is the last variable.
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
        if self.lists[atom.var().index()].dense_width > 0 {
            self.widen(atom.var());
        }
        let lists = self.lists[atom.var().index()];
        if lists.width > 0 {
            let range = lists.listed_range(atom.value());
            self.in_use[lists.word(atom.op(), range)] |= 1 << (range % 64);
        }
        let list = self.list(atom);
        self.watches[list].push(NogoodWatch {
            start,
            value: atom.value(),
            blocker,
        });
    }

    /// The index of the watch list of an atom.
    fn list(&self, atom: Atom) -> usize {
        let lists = self.lists[atom.var().index()];
        let op = atom.op() as u32;
        if lists.width == 0 {
            return (lists.first + op) as usize;
        }
        let range = lists.listed_range(atom.value());
        (lists.first + 4 * range + op) as usize
    }

    /// The number of watches visited since the last call.
    pub(crate) fn take_n_visited(&mut self) -> u64 {
        std::mem::take(&mut self.n_visited)
    }

    /// Marks log entries from `len` on as not processed.
    pub(crate) fn rewind(&mut self, len: u32) {
        self.head = self.head.min(len);
    }

    pub(crate) fn memory(&self) -> usize {
        self.arena.capacity() * size_of::<Atom>()
            + self.clauses.capacity() * size_of::<Clause>()
            + (2 * self.clauses.len()) * size_of::<NogoodWatch>()
            + self.watches.capacity() * size_of::<Vec<NogoodWatch>>()
            + self.in_use.capacity() * size_of::<u64>()
    }

    /// Records that a nogood took part in a conflict, and its current LBD.
    pub(crate) fn used(&mut self, id: u32, lbd: usize) {
        let clause = &mut self.clauses[id as usize];
        clause.lbd = clause.lbd.min(lbd as u32);
        clause.survives = if clause.lbd <= MIDDLE_LBD { 2 } else { 1 };
    }

    /// Keeps the clauses removed from now on for [`NogoodDb::take_removed`]; returns the number of clauses of the model.
    pub(crate) fn log_removals(&mut self) -> u32 {
        self.removed = Some(Vec::new());
        self.n_model_clauses
    }

    /// The clauses removed since the last call.
    pub(crate) fn take_removed(&mut self) -> Vec<u32> {
        self.removed
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Whether a reduction is due.
    pub(crate) fn needs_reduction(&self) -> bool {
        self.n_new >= FIRST_REDUCTION + REDUCTION_INCREMENT * self.n_reductions
    }

    /// If a reduction is due, removes three quarters of the nogoods that were not used recently, highest LBD first.
    /// Called at the root, where no clause is needed as a reason.
    pub(crate) fn reduce(&mut self) {
        if !self.needs_reduction() {
            return;
        }
        self.n_reductions += 1;
        self.n_new = 0;
        let mut candidates: Vec<u32> = Vec::new();
        for (id, clause) in self.clauses.iter_mut().enumerate() {
            if !clause.alive || clause.permanent || clause.lbd <= CORE_LBD || clause.len <= 2 {
                continue;
            }
            if clause.survives > 0 {
                clause.survives -= 1;
            } else {
                candidates.push(id as u32);
            }
        }
        candidates.sort_by_key(|&id| {
            let clause = &self.clauses[id as usize];
            std::cmp::Reverse((clause.lbd, clause.len))
        });
        candidates.truncate(candidates.len() * 3 / 4);
        for id in candidates {
            self.remove(id);
        }
        self.rebuild();
    }

    /// Removes the clauses of ended runs, once there are many. Called at the root, before a run adds its own.
    pub(crate) fn forget_run_clauses(&mut self) {
        if self.n_run_specific < MAX_RUN_SPECIFIC {
            return;
        }
        for id in 0..self.clauses.len() as u32 {
            let clause = &self.clauses[id as usize];
            if clause.alive && clause.run_specific {
                self.remove(id);
            }
        }
        self.rebuild();
    }

    /// Frees a clause; its watches stay until [`NogoodDb::rebuild`].
    fn remove(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        clause.alive = false;
        self.n_learnt -= usize::from(!clause.permanent);
        self.n_run_specific -= usize::from(clause.run_specific);
        self.free.push(id);
        if let Some(removed) = &mut self.removed {
            removed.push(id);
        }
    }

    /// Compacts the arena and rebuilds the watch lists.
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
