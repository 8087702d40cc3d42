//! The store: the current domain of every variable, the trail that undoes changes, and the log of changes and their reasons.
//!
//! Reading and pruning go through views. Pruning wakes the propagators that watch the variable. The store neither
//! searches nor runs propagators: `Kernel` does.

mod disequalities;
mod domain_repr;
mod log;
mod past_store;
mod pruning;
mod queue;
mod trail;

pub use domain_repr::DomainRepr;
pub use log::{Tag, Why};
pub use past_store::{PastStore, Reason};
pub use pruning::{Conflict, Pruned};
pub use queue::{Cost, On};
pub use trail::Trailed;

pub(crate) use disequalities::Disequality;
pub(crate) use log::Entry;
pub(crate) use queue::{ClauseEvent, FIX, MAX, MIN, NO_PROPAGATOR, NO_SLOT, Watch};

use crate::store::domain_repr::{
    Dom, SLAB_SPAN, WORD, Wide, next_set, previous_set, sparse_next, sparse_previous, to_bit,
    word_base,
};
use crate::store::log::{ConflictCause, Log};
use crate::store::queue::{Queue, QueueSize};
use crate::store::trail::{Mark, Undo};
use crate::vars::{Atom, Domain, Op, Var, View};

/// From this number of failures on, expensive propagators may prune less and leave the rest to nogoods. Most models are
/// solved with fewer failures.
const FAILURES_BEFORE_NOGOODS: u64 = 1000;

/// The domains of all variables, and everything needed to change them and to undo changes.
#[derive(Clone, Debug)]
pub struct Store {
    doms: Vec<Dom>,
    /// The number of internal variables, which come last.
    n_hidden: usize,
    /// The domains that do not fit in one word.
    wide: Vec<Wide>,
    /// The words of all slab domains.
    words: Vec<u64>,
    word_stamps: Vec<u32>,
    /// The trailed numbers.
    cells: Vec<i64>,
    cell_stamps: Vec<u32>,
    trail: Vec<Undo>,
    /// Where each decision level begins.
    marks: Vec<Mark>,
    /// The stamp of the current level, and the last one used.
    stamp: u32,
    last_stamp: u32,
    /// How often the stamps were renewed.
    n_renewals: u32,
    pub(crate) queue: Queue,
    pub(crate) log: Log,
    recording: bool,
    /// The number of failures of the learning search that is running, if one is.
    pub(crate) learnt_from: Option<u64>,
    /// The running propagator: the log names it as the cause of removals, and its own changes do not wake it.
    pub(crate) running: u32,
    /// The cost at which the running propagator was queued.
    pub(crate) running_cost: u8,
    /// Set during speculative runs, which wake no propagator.
    pub(crate) is_speculative: bool,
    pub(crate) conflict_cause: Option<ConflictCause>,
    prunings: u64,
    /// The bytes that propagators keep outside the store.
    charged: usize,
}

impl Store {
    /// An empty store. `recording` keeps the log, so that reasons are available.
    pub(crate) fn new(recording: bool) -> Store {
        Store {
            doms: Vec::new(),
            n_hidden: 0,
            wide: Vec::new(),
            words: Vec::new(),
            word_stamps: Vec::new(),
            cells: Vec::new(),
            cell_stamps: Vec::new(),
            trail: Vec::new(),
            marks: Vec::new(),
            stamp: 1,
            last_stamp: 1,
            n_renewals: 0,
            queue: Queue::default(),
            log: Log::default(),
            recording,
            learnt_from: None,
            running: NO_PROPAGATOR,
            running_cost: 1,
            is_speculative: false,
            conflict_cause: None,
            prunings: 0,
            charged: 0,
        }
    }

    /// Reserves space for more variables.
    pub(crate) fn reserve(&mut self, n_vars: usize) {
        self.doms.reserve_exact(n_vars);
    }

    /// Adds a variable whose domain is not empty.
    pub(crate) fn add_var(&mut self, domain: &Domain, repr: DomainRepr) -> Var {
        let var = Var::at(self.doms.len());
        let min = domain.min().expect("domains are checked by the model");
        let max = domain.max().expect("domains are checked by the model");
        let span = i64::from(max) - i64::from(min) + 1;
        let mut dom = Dom {
            min,
            max,
            size: u32::try_from(domain.size())
                .expect("the range of values has fewer than 2^32 values"),
            base: min,
            bits: 0,
            stamp: 0,
            wide: WORD,
        };
        if span <= 64 && repr == DomainRepr::Auto {
            dom.base = word_base(min);
            for value in domain.values() {
                dom.bits |= 1 << (value - dom.base);
            }
        } else if span <= SLAB_SPAN && repr != DomainRepr::Sparse {
            let first = self.words.len();
            let n_words = (span as usize).div_ceil(64);
            self.words.resize(first + n_words, 0);
            self.word_stamps.resize(first + n_words, 0);
            for value in domain.values() {
                let bit = (value - min) as usize;
                self.words[first + bit / 64] |= 1 << (bit % 64);
            }
            dom.wide = self.wide.len() as u32;
            self.wide.push(Wide::Slab { first, n_words });
        } else {
            dom.wide = self.wide.len() as u32;
            self.wide.push(Wide::Sparse {
                start: domain.clone(),
                holes: Vec::new(),
            });
        }
        self.doms.push(dom);
        if self.recording {
            let dense = span <= SLAB_SPAN && repr != DomainRepr::Sparse;
            self.log.add_var(dense.then_some((min, span as usize)));
            if dense {
                for value in (min..=max).filter(|&value| !domain.contains(value)) {
                    self.log.push(Atom::ne(var, value), 0, 0, Why::Root);
                }
            }
        }
        var
    }

    /// Adds an internal variable, after all others; branching neither sees nor decides it.
    pub(crate) fn add_hidden_var(&mut self, domain: &Domain, repr: DomainRepr) -> Var {
        self.n_hidden += 1;
        self.add_var(domain, repr)
    }

    /// Makes new watches and disequalities effective, for this number of variables.
    pub(crate) fn rebuild_queue(&mut self, n_vars: usize) {
        let doms = &self.doms;
        let base = |var: Var| {
            let dom = &doms[var.index()];
            (dom.wide == WORD).then_some(dom.base)
        };
        self.queue.rebuild(n_vars, base);
    }

    /// From now on, variables and propagators are added during search.
    pub(crate) fn grow(&mut self) {
        self.queue.grow();
        for _ in 0..self.doms.len() {
            self.queue.grow_var();
        }
    }

    /// Adds a variable during search.
    pub(crate) fn grow_var(&mut self, domain: &Domain) -> Var {
        self.queue.grow_var();
        self.add_var(domain, DomainRepr::Auto)
    }

    /// Reports changes of a variable to [`Store::take_reported`].
    pub(crate) fn report(&mut self, var: Var, on: On) {
        self.queue.add_report(var, on);
    }

    /// Takes the variables reported since the last call; one may occur several times.
    pub(crate) fn take_reported(&mut self) -> Vec<Var> {
        self.queue.take_reported().into_iter().map(Var).collect()
    }

    /// The size of a store that grows, to return to with [`Store::shrink`].
    pub(crate) fn size_now(&self) -> StoreSize {
        StoreSize {
            n_doms: self.doms.len(),
            n_wide: self.wide.len(),
            n_words: self.words.len(),
            n_cells: self.cells.len(),
            charged: self.charged,
            queue: self.queue.size(),
        }
    }

    /// Removes what was added since; the levels since then must have been undone.
    pub(crate) fn shrink(&mut self, size: StoreSize) {
        self.queue.shrink(size.queue, size.n_doms);
        self.doms.truncate(size.n_doms);
        self.wide.truncate(size.n_wide);
        self.words.truncate(size.n_words);
        self.word_stamps.truncate(size.n_words);
        self.cells.truncate(size.n_cells);
        self.cell_stamps.truncate(size.n_cells);
        self.charged = size.charged;
    }

    /// The number of variables.
    pub fn n_vars(&self) -> usize {
        self.doms.len() - self.n_hidden
    }

    /// All variables, [`Var::ZERO`] first.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + use<> {
        (0..self.n_vars()).map(Var::at)
    }

    /// All variables, then the internal ones.
    pub(crate) fn vars_and_hidden(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.doms.len()).map(Var::at)
    }

    /// The smallest value of a view.
    #[inline]
    pub fn min(&self, view: View) -> i32 {
        let dom = &self.doms[view.var.index()];
        view.of(if view.scale > 0 { dom.min } else { dom.max })
    }

    /// The largest value of a view.
    #[inline]
    pub fn max(&self, view: View) -> i32 {
        let dom = &self.doms[view.var.index()];
        view.of(if view.scale > 0 { dom.max } else { dom.min })
    }

    /// The smallest and the largest value of a view.
    #[inline]
    pub fn bounds(&self, view: View) -> (i32, i32) {
        (self.min(view), self.max(view))
    }

    /// The number of values of a view.
    #[inline]
    pub fn size(&self, view: View) -> u32 {
        self.doms[view.var.index()].size
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, view: View) -> bool {
        let dom = &self.doms[view.var.index()];
        dom.min == dom.max
    }

    /// The value of a view if one is left.
    #[inline]
    pub fn fixed(&self, view: View) -> Option<i32> {
        let dom = &self.doms[view.var.index()];
        (dom.min == dom.max).then(|| view.of(dom.min))
    }

    /// Whether a view can still take `value`.
    #[inline]
    pub fn contains(&self, view: View, value: i32) -> bool {
        view.solve(value)
            .is_some_and(|value| self.var_contains(view.var, value))
    }

    /// The values of a view, ascending.
    pub fn values(&self, view: View) -> Values<'_> {
        Values::new(self, view)
    }

    /// The value of bit 0, and the values of a view as bits of one word;
    /// `None` unless its domain is kept in one word and the view has scale 1.
    #[inline]
    pub fn bits(&self, view: View) -> Option<(i32, u64)> {
        let dom = &self.doms[view.var.index()];
        (dom.wide == WORD && view.scale == 1).then(|| (view.of(dom.base), dom.bits))
    }

    /// The values of a variable as bits of one word, and their number. Only for variables for which [`Store::bits`]
    /// returns a word; the value of bit 0 never changes.
    #[inline]
    pub fn word(&self, var: Var) -> (u64, u32) {
        let dom = &self.doms[var.index()];
        debug_assert!(dom.wide == WORD);
        (dom.bits, dom.size)
    }

    /// Which of the 64 values from `from` on the view can take, as bits; `None` if the view scales its variable by more
    /// than its sign, or `from` is far outside the range of values.
    #[inline]
    pub fn bits_from(&self, view: View, from: i32) -> Option<u64> {
        let (from, offset) = (i64::from(from), i64::from(view.offset));
        match view.scale {
            1 => {
                let from = i32::try_from(from - offset).ok()?;
                Some(self.var_word(view.var, from))
            }
            -1 => {
                let from = i32::try_from(offset - from - 63).ok()?;
                Some(self.var_word(view.var, from).reverse_bits())
            }
            _ => None,
        }
    }

    /// Whether a view takes every value between its bounds; false for scaled views of several values.
    #[inline]
    pub fn is_interval(&self, view: View) -> bool {
        let dom = &self.doms[view.var.index()];
        let span = i64::from(dom.max) - i64::from(dom.min);
        i64::from(dom.size) == span + 1 && (view.scale.abs() == 1 || span == 0)
    }

    /// The smallest value of a view at or above `value`, if any.
    pub fn next_value(&self, view: View, value: i32) -> Option<i32> {
        self.nearest(view, view.at_least(value))
    }

    /// The largest value of a view at or below `value`, if any.
    pub fn previous_value(&self, view: View, value: i32) -> Option<i32> {
        self.nearest(view, view.at_most(value))
    }

    /// The value of a view that satisfies a bound on its variable most tightly.
    fn nearest(&self, view: View, bound: Atom) -> Option<i32> {
        let found = match bound.op() {
            Op::Ge => self.var_next(view.var, bound.value()),
            _ => self.var_previous(view.var, bound.value()),
        };
        found.map(|value| view.of(value))
    }

    /// Whether an atom holds for every value left.
    #[inline]
    pub fn holds(&self, atom: Atom) -> bool {
        let dom = &self.doms[atom.var().index()];
        match atom.op() {
            Op::Ge => dom.min >= atom.value(),
            Op::Le => dom.max <= atom.value(),
            Op::Eq => dom.min == atom.value() && dom.max == atom.value(),
            Op::Ne => !self.var_contains(atom.var(), atom.value()),
        }
    }

    /// Whether an atom holds for no value left.
    #[inline]
    pub fn is_false(&self, atom: Atom) -> bool {
        let dom = &self.doms[atom.var().index()];
        match atom.op() {
            Op::Ge => dom.max < atom.value(),
            Op::Le => dom.min > atom.value(),
            Op::Eq => !self.var_contains(atom.var(), atom.value()),
            Op::Ne => dom.min == atom.value() && dom.max == atom.value(),
        }
    }

    /// The number of propagators that watch a variable.
    pub fn degree(&self, var: Var) -> u32 {
        self.queue.degree(var.index())
    }

    /// The number of propagators that watch a variable and may still prune: those that are entailed, and clauses that hold, do not count.
    pub fn dynamic_degree(&self, var: Var) -> u32 {
        let is_open = |other: Var| !self.is_fixed(other.view());
        let holds = |atom: Atom| self.holds(atom);
        self.queue.dynamic_degree(var.index(), is_open, holds)
    }

    /// The number of decisions in force.
    pub fn depth(&self) -> usize {
        self.marks.len()
    }

    /// The number of domain changes so far; backtracking does not reduce it.
    #[inline]
    pub fn prunings(&self) -> u64 {
        self.prunings
    }

    /// Resets the number of changes after a speculative run; returns whether there were any.
    pub(crate) fn forget_prunings(&mut self, before: u64) -> bool {
        std::mem::replace(&mut self.prunings, before) != before
    }

    /// Whether the log is kept, so that reasons are available.
    pub fn is_recording(&self) -> bool {
        self.recording
    }

    /// Whether a learning search is running, so that what a propagator leaves out is learnt where it matters. An expensive
    /// propagator may then leave out runs, as long as it fails when every variable is fixed and the relation is violated.
    pub fn is_learning(&self) -> bool {
        self.learnt_from.is_some()
    }

    /// Whether the search has learnt from many conflicts, so that nogoods make expensive propagation unnecessary. A
    /// propagator may then prune less than its consistency requires, as long as it fails when every variable is fixed
    /// and the relation is violated.
    pub fn prefers_nogoods(&self) -> bool {
        self.learnt_from
            .is_some_and(|n| n >= FAILURES_BEFORE_NOGOODS)
    }

    /// The cost at which the running propagator was queued: its own, or the stage it returned.
    pub fn stage(&self) -> Cost {
        const COSTS: [Cost; Cost::COUNT] = [
            Cost::Unary,
            Cost::Binary,
            Cost::Ternary,
            Cost::Linear,
            Cost::Quadratic,
            Cost::Cubic,
            Cost::Heavy,
        ];
        COSTS[self.running_cost as usize - 1]
    }

    /// Takes the lowest slot of the running propagator whose view has changed since that slot was last taken.
    ///
    /// Only views watched with [`Wake::slot`](crate::Wake::slot) are reported, also for changes the propagator made
    /// itself. On its first run, and on every run under a guard, all slots are reported. Slots that are not taken are
    /// lost.
    pub fn next_changed(&mut self) -> Option<usize> {
        self.queue.take_changed(self.running)
    }

    /// An estimate of the bytes in use.
    pub fn memory(&self) -> usize {
        self.doms.len() * size_of::<Dom>()
            + self.words.len() * 12
            + self.cells.len() * 12
            + self.trail.capacity() * size_of::<Undo>()
            + self.queue.memory()
            + self.log.memory()
            + self.charged
    }

    /// Counts bytes that a propagator keeps outside the store.
    pub(crate) fn charge(&mut self, bytes: usize) {
        self.charged = self.charged.saturating_add(bytes);
    }

    /// An estimate of the bytes in use while a model is set up.
    pub(crate) fn setup_memory(&self) -> usize {
        self.memory() + self.queue.pending_memory()
    }

    #[inline]
    pub(crate) fn var_contains(&self, var: Var, value: i32) -> bool {
        let dom = &self.doms[var.index()];
        if value < dom.min || value > dom.max {
            return false;
        }
        if dom.wide == WORD {
            return dom.bits >> (value - dom.base) & 1 != 0;
        }
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, .. } => {
                let bit = (value - dom.base) as usize;
                self.words[first + bit / 64] >> (bit % 64) & 1 != 0
            }
            Wide::Sparse { start, holes } => {
                holes.binary_search(&value).is_err() && start.contains(value)
            }
        }
    }
}

/// The size of a store that grows during search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreSize {
    n_doms: usize,
    n_wide: usize,
    n_words: usize,
    n_cells: usize,
    charged: usize,
    queue: QueueSize,
}

/// The truth value of an atom under the current domains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtomTruth {
    pub(crate) holds: bool,
    pub(crate) is_false: bool,
}

impl Store {
    /// [`Store::holds`] and [`Store::is_false`] at once, without branching on the comparison if the domain is one
    /// word.
    #[inline]
    pub(crate) fn truth(&self, atom: Atom) -> AtomTruth {
        let dom = &self.doms[atom.var().index()];
        let offset = atom.value().wrapping_sub(dom.base) as u32;
        if dom.wide != WORD || offset >= 64 {
            return self.truth_of_wide(atom);
        }
        let bit = 1u64 << offset;
        let admitted = match atom.op() {
            Op::Ge => bit.wrapping_neg(),
            Op::Le => bit | (bit - 1),
            Op::Eq => bit,
            Op::Ne => !bit,
        };
        AtomTruth {
            holds: dom.bits & !admitted == 0,
            is_false: dom.bits & admitted == 0,
        }
    }

    #[cold]
    fn truth_of_wide(&self, atom: Atom) -> AtomTruth {
        AtomTruth {
            holds: self.holds(atom),
            is_false: self.is_false(atom),
        }
    }
}

/// The values of a view, ascending; made by [`Store::values`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    store: &'a Store,
    view: View,
    /// The variable's next value.
    next: Option<i32>,
}

impl<'a> Values<'a> {
    pub(super) fn new(store: &'a Store, view: View) -> Values<'a> {
        let dom = &store.doms[view.var.index()];
        let next = Some(if view.scale > 0 { dom.min } else { dom.max });
        Values { store, view, next }
    }
}

impl Iterator for Values<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        let value = self.next?;
        self.next = if self.view.scale > 0 {
            self.store.var_next(self.view.var, value + 1)
        } else {
            self.store.var_previous(self.view.var, value - 1)
        };
        Some(self.view.of(value))
    }
}

impl Store {
    /// The first value of a variable at or above `value`.
    pub(crate) fn var_next(&self, var: Var, value: i32) -> Option<i32> {
        let dom = &self.doms[var.index()];
        if value <= dom.min {
            return Some(dom.min);
        }
        if value > dom.max {
            return None;
        }
        if dom.wide == WORD {
            let bits = dom.bits >> (value - dom.base);
            return Some(value + bits.trailing_zeros() as i32);
        }
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, n_words } => {
                let words = &self.words[*first..first + n_words];
                next_set(words, (value - dom.base) as usize).map(|bit| dom.base + bit as i32)
            }
            Wide::Sparse { start, holes } => sparse_next(start, holes, value),
        }
    }

    /// The last value of a variable at or below `value`.
    pub(crate) fn var_previous(&self, var: Var, value: i32) -> Option<i32> {
        let dom = &self.doms[var.index()];
        if value >= dom.max {
            return Some(dom.max);
        }
        if value < dom.min {
            return None;
        }
        if dom.wide == WORD {
            let bits = dom.bits & to_bit(i64::from(value) - i64::from(dom.base));
            return Some(dom.base + 63 - bits.leading_zeros() as i32);
        }
        match &self.wide[dom.wide as usize] {
            Wide::Slab { first, n_words } => {
                let words = &self.words[*first..first + n_words];
                previous_set(words, (value - dom.base) as usize).map(|bit| dom.base + bit as i32)
            }
            Wide::Sparse { start, holes } => sparse_previous(start, holes, value),
        }
    }

    /// The value of a variable that has `rank` smaller ones, by binary search; `rank` is below the size.
    ///
    /// A domain may have billions of values.
    pub(crate) fn value_at_rank(&self, var: Var, rank: u32) -> i32 {
        let dom = &self.doms[var.index()];
        debug_assert!(rank < dom.size, "rank {rank} of {} values", dom.size);
        if dom.wide == WORD {
            let bits = (0..rank).fold(dom.bits, |bits, _| bits & (bits - 1));
            return dom.base + bits.trailing_zeros() as i32;
        }
        let (mut low, mut high) = (dom.min, dom.max);
        while low < high {
            let middle = (i64::from(low) + i64::from(high)).div_euclid(2) as i32;
            if self.wide_count(var, dom.min, middle) > rank {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
