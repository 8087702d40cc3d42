//! The propagation queue: which propagators watch which variable, and which one runs next.
//!
//! One FIFO queue per [`Cost`], with a bit mask of the non-empty ones. A propagator that waits in an expensive queue
//! and is woken again is queued a second time at its own cost; the stale entry is skipped when it is reached.

use crate::store::disequalities::{Disequalities, Disequality};
use crate::vars::{Atom, Var, View};

/// The cost class of a run; cheaper propagators run first.
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
    /// Anything more expensive: run last.
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

/// `Store::running` when no propagator runs.
pub(crate) const NO_PROPAGATOR: u32 = u32::MAX;

/// Marks a propagator that is in no queue.
const IDLE: u8 = u8::MAX;
/// Marks a propagator that is switched off. It compares below every cost, so waking it changes nothing.
const OFF: u8 = 0;
/// Marks a watch without a slot.
pub(crate) const NO_SLOT: u32 = u32::MAX;

pub(crate) const FIX: u8 = 1;
pub(crate) const MIN: u8 = 2;
pub(crate) const MAX: u8 = 4;
/// Every change of a domain.
const ANY: u8 = 8;
/// Marks a variable that has watches in `Queue::added`.
const ADDED: u8 = 16;
/// Marks a variable that occurs in a clause of [`ClauseScopes`].
const CLAUSE: u8 = 32;
/// The propagator of a watch that only reports the variable; see [`Queue::add_report`].
const REPORT: u32 = u32::MAX - 1;

/// By mask of events, the watches to wake, as indices `[a, b, c]` of `Watched::starts`: those from `starts[0]` to
/// `starts[a]`, and from `starts[b]` to `starts[c]`.
const WAKE_RANGES: [[usize; 3]; 8] = [
    [1, 0, 0],
    [1, 4, 5],
    [3, 0, 0],
    [3, 4, 5],
    [2, 3, 4],
    [2, 3, 5],
    [4, 0, 0],
    [5, 0, 0],
];

/// A watch of one propagator on one variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) propagator: u32,
    pub(crate) slot: u32,
}

#[derive(Clone, Debug)]
struct PropagatorState {
    cost: u8,
    /// The queue it waits in, `IDLE`, or `OFF` (entailed, or its guard is false: not woken until that is undone).
    queue: u8,
    /// Whether it is in `Queue::dirty`.
    dirty: bool,
    /// The words of its changed slots in `changed`.
    first_word: u32,
    n_words: u32,
    /// No word before this one has a changed slot.
    low_word: u32,
    n_slots: u32,
}

/// The watches of a variable: where those of each `On` begin, and where the last end.
#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    /// Eight instead of six entries, so that a three-bit index is always in range.
    starts: [u32; 8],
    /// The range of its disequality groups.
    disequalities: [u32; 2],
    /// The events that have a watch.
    events: u8,
    /// The number of watches for any event, disequalities included.
    degree: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    propagators: Vec<PropagatorState>,
    /// One queue per cost; costs count from 1, and index 0 is unused.
    queues: [Fifo; Cost::COUNT + 1],
    nonempty: u8,
    /// Bit sets of changed slots: consecutive words for each propagator that has slots.
    changed: Vec<u64>,
    /// The propagators that may have changed slots.
    dirty: Vec<u32>,
    /// Watches of every variable, in order of `On`; rebuilt from `pending` when a propagator was added.
    watches: Vec<Watch>,
    watched: Vec<Watched>,
    pending: Vec<(u32, On, Watch)>,
    pub(super) disequalities: Disequalities,
    /// Newly fixed variables with disequalities still to propagate.
    fixed: Fifo,
    /// The watches of a queue that grows during search; `None` if all watches are in `watches`.
    added: Option<Box<Added>>,
    /// The clauses that the kernel propagates itself without a log, and the changes of their variables since.
    clauses: ClauseScopes,
    clause_events: Vec<ClauseEvent>,
}

/// The atoms of clauses, and which clauses each variable occurs in.
#[derive(Clone, Debug, Default)]
struct ClauseScopes {
    atoms: Vec<Atom>,
    /// Where the atoms of each clause end.
    ends: Vec<u32>,
    /// The clauses of variable `v` are `of_var[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    of_var: Vec<u32>,
}

/// A change of a variable that occurs in a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseEvent {
    pub(crate) var: Var,
    /// The events.
    pub(crate) mask: u8,
    /// The values before and after, if the domain is kept in one word.
    pub(crate) old: u64,
    pub(crate) new: u64,
}

impl ClauseScopes {
    fn clause(&self, i: usize) -> &[Atom] {
        let start = i.checked_sub(1).map_or(0, |i| self.ends[i]);
        &self.atoms[start as usize..self.ends[i] as usize]
    }

    /// Groups the clauses by variable.
    fn rebuild(&mut self, n_vars: usize) {
        let mut starts = vec![0; n_vars + 1];
        for atom in &self.atoms {
            starts[atom.var().index() + 1] += 1;
        }
        for var in 0..n_vars {
            starts[var + 1] += starts[var];
        }
        self.of_var = vec![0; self.atoms.len()];
        let mut free = starts.clone();
        for i in 0..self.ends.len() {
            for atom in self.clause(i).to_vec() {
                let next = &mut free[atom.var().index()];
                self.of_var[*next as usize] = i as u32;
                *next += 1;
            }
        }
        self.starts = starts;
    }

    /// The clauses of a variable.
    fn of(&self, var: usize) -> &[u32] {
        match self.starts.get(var..var + 2) {
            Some(&[from, to]) => &self.of_var[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// Watches added after set-up, and the changes they report.
#[derive(Clone, Debug, Default)]
struct Added {
    /// For every variable, the events and the watch.
    by_var: Vec<Vec<(u8, Watch)>>,
    /// The variable of every watch, in the order of adding.
    order: Vec<u32>,
    /// Variables whose change is to be reported, in the order of the changes.
    reported: Vec<u32>,
}

/// The size of a queue that grows, to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueSize {
    n_propagators: usize,
    n_changed: usize,
    n_added: usize,
}

impl Queue {
    pub(crate) fn add_propagator(&mut self, cost: Cost) -> u32 {
        self.propagators.push(PropagatorState {
            cost: cost as u8,
            queue: IDLE,
            dirty: false,
            first_word: self.changed.len() as u32,
            n_words: 0,
            low_word: 0,
            n_slots: 0,
        });
        self.propagators.len() as u32 - 1
    }

    /// Allocates the changed slots of the propagator added last.
    pub(crate) fn add_slots(&mut self, propagator: u32, n_slots: u32) {
        let state = &mut self.propagators[propagator as usize];
        state.n_words = n_slots.div_ceil(64);
        state.low_word = state.n_words;
        state.n_slots = n_slots;
        self.changed
            .resize((state.first_word + state.n_words) as usize, 0);
    }

    /// Adds a watch; [`Queue::rebuild`] makes it effective.
    pub(crate) fn add_watch(&mut self, view: View, on: On, watch: Watch) {
        let on = match on {
            On::Min if view.scale < 0 => On::Max,
            On::Max if view.scale < 0 => On::Min,
            on => on,
        };
        match &self.added {
            Some(_) => self.add_to_var(view.var, events_of(on), watch),
            None => self.pending.push((view.var.0, on, watch)),
        }
    }

    /// From now on, propagators and watches are added during search and are effective at once.
    pub(super) fn grow(&mut self) {
        self.added.get_or_insert_default();
    }

    /// Whether propagators may be added during search.
    pub(crate) fn grows(&self) -> bool {
        self.added.is_some()
    }

    /// Adds a variable to a queue that grows.
    pub(super) fn grow_var(&mut self) {
        self.watched.push(Watched::default());
        self.added
            .as_mut()
            .expect("the queue grows")
            .by_var
            .push(Vec::new());
    }

    fn add_to_var(&mut self, var: Var, events: u8, watch: Watch) {
        let added = self.added.as_mut().expect("the queue grows");
        added.by_var[var.index()].push((events, watch));
        added.order.push(var.0);
        let watched = &mut self.watched[var.index()];
        watched.events |= events | ADDED;
        watched.degree += u32::from(watch.propagator != REPORT);
    }

    /// Reports changes of a variable to [`Queue::take_reported`], in a queue that grows.
    pub(super) fn add_report(&mut self, var: Var, on: On) {
        let watch = Watch {
            propagator: REPORT,
            slot: NO_SLOT,
        };
        self.add_to_var(var, events_of(on), watch);
    }

    /// Takes the variables reported since the last call; one may occur several times.
    pub(super) fn take_reported(&mut self) -> Vec<u32> {
        self.added
            .as_mut()
            .map(|added| std::mem::take(&mut added.reported))
            .unwrap_or_default()
    }

    pub(super) fn size(&self) -> QueueSize {
        QueueSize {
            n_propagators: self.propagators.len(),
            n_changed: self.changed.len(),
            n_added: self.added.as_ref().map_or(0, |added| added.order.len()),
        }
    }

    /// Removes the propagators, watches and variables that were added since; nothing may be queued.
    pub(super) fn shrink(&mut self, size: QueueSize, n_vars: usize) {
        let Some(added) = &mut self.added else { return };
        while added.order.len() > size.n_added {
            let var = added.order.pop().expect("it is longer") as usize;
            let watches = &mut added.by_var[var];
            let watch = watches.pop();
            let watched = &mut self.watched[var];
            watched.degree -= u32::from(watch.is_some_and(|(_, w)| w.propagator != REPORT));
            if watches.is_empty() {
                watched.events = 0;
            }
        }
        added.by_var.truncate(n_vars);
        self.watched.truncate(n_vars);
        self.propagators.truncate(size.n_propagators);
        self.changed.truncate(size.n_changed);
    }

    /// Adds a disequality; [`Queue::rebuild`] makes it effective.
    pub(crate) fn add_disequalities(&mut self, var: Var, disequality: Disequality) {
        self.disequalities.add(var, disequality);
    }

    /// Adds a clause of distinct variables whose changes [`Queue::take_clause_events`] returns; [`Queue::rebuild`] makes it effective.
    pub(crate) fn add_clause(&mut self, atoms: &[Atom]) {
        self.clauses.atoms.extend_from_slice(atoms);
        self.clauses.ends.push(self.clauses.atoms.len() as u32);
    }

    /// Whether a variable occurs in a clause that was added.
    pub(super) fn is_in_clause(&self, var: usize) -> bool {
        let watched = self.watched.get(var);
        watched.is_some_and(|watched| watched.events & CLAUSE != 0)
    }

    /// Notes a change of a variable that occurs in a clause; consecutive changes of a variable become one.
    #[inline]
    pub(super) fn push_clause_event(&mut self, event: ClauseEvent) {
        match self.clause_events.last_mut() {
            Some(last) if last.var == event.var => {
                last.mask |= event.mask;
                last.new = event.new;
            }
            _ => self.clause_events.push(event),
        }
    }

    /// Swaps the noted changes with an empty list.
    #[inline]
    pub(crate) fn take_clause_events(&mut self, events: &mut Vec<ClauseEvent>) {
        std::mem::swap(&mut self.clause_events, events);
    }

    #[inline]
    pub(crate) fn has_clause_events(&self) -> bool {
        !self.clause_events.is_empty()
    }

    /// Lays the watches out in one array, grouped by variable and event; the order of adding is kept.
    /// `base` gives the value of bit 0 of a domain that is kept in one word.
    pub(super) fn rebuild(&mut self, n_vars: usize, base: impl Fn(Var) -> Option<i32>) {
        let mut counts = vec![[0u32; 5]; n_vars];
        for &(var, on, _) in &self.pending {
            counts[var as usize][on as usize] += 1;
        }
        self.watched.clear();
        self.watched.reserve_exact(n_vars);
        let mut next = 0;
        for count in &counts {
            let mut watched = Watched::default();
            watched.starts[0] = next;
            for on in [On::Domain, On::Bounds, On::Min, On::Max, On::Fix] {
                let (i, n) = (on as usize, count[on as usize]);
                watched.starts[i + 1] = watched.starts[i] + n;
                if n > 0 {
                    watched.events |= events_of(on);
                }
            }
            next = watched.starts[5];
            watched.degree = next - watched.starts[0];
            self.watched.push(watched);
        }
        for (var, range) in self.disequalities.rebuild(n_vars, base) {
            let watched = &mut self.watched[var.index()];
            watched.disequalities = [range.start, range.end];
            watched.degree += self.disequalities.count(watched.disequalities);
            watched.events |= FIX;
        }
        if !self.clauses.ends.is_empty() {
            self.clauses.rebuild(n_vars);
            for (var, watched) in self.watched.iter_mut().enumerate() {
                let n = self.clauses.of(var).len() as u32;
                watched.degree += n;
                if n > 0 {
                    watched.events |= CLAUSE | ANY;
                }
            }
        }
        let unset = Watch {
            propagator: 0,
            slot: NO_SLOT,
        };
        self.watches = vec![unset; next as usize];
        let mut free = self.watched.clone();
        for &(var, on, watch) in &self.pending {
            let next = &mut free[var as usize].starts[on as usize];
            self.watches[*next as usize] = watch;
            *next += 1;
        }
    }

    /// The number of watches on a variable, for any event.
    pub(crate) fn degree(&self, var: usize) -> u32 {
        self.watched[var].degree
    }

    /// The number of watches on a variable by propagators that are not switched off, of disequalities to variables
    /// that `is_open`, and of clauses without an atom that `holds`.
    pub(super) fn dynamic_degree(
        &self,
        var: usize,
        is_open: impl Fn(Var) -> bool,
        holds: impl Fn(Atom) -> bool,
    ) -> u32 {
        let is_active = |propagator: u32| {
            propagator != REPORT && self.propagators[propagator as usize].queue != OFF
        };
        let Watched {
            starts,
            disequalities: [from, to],
            ..
        } = self.watched[var];
        let watches = &self.watches[starts[0] as usize..starts[5] as usize];
        let active = watches.iter().filter(|watch| is_active(watch.propagator));
        let groups = &self.disequalities.groups[from as usize..to as usize];
        let open = groups.iter().filter(|group| is_open(group.var));
        let added = self.added.as_ref().map_or(0, |added| {
            let watches = added.by_var[var].iter();
            watches
                .filter(|(_, watch)| is_active(watch.propagator))
                .count()
        });
        let is_true = |&clause: &u32| {
            self.clauses
                .clause(clause as usize)
                .iter()
                .any(|&a| holds(a))
        };
        let clauses = self.clauses.of(var).iter();
        let n_clauses = clauses.filter(|clause| !is_true(clause)).count();
        (active.count() + added + n_clauses) as u32 + open.map(|group| group.n_members).sum::<u32>()
    }

    /// Whether a newly fixed variable has disequalities to propagate.
    #[inline]
    pub(crate) fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// The next newly fixed variable, and the range of its disequality groups.
    #[inline]
    pub(crate) fn pop_fixed(&mut self) -> Option<(Var, std::ops::Range<usize>)> {
        let var = Var(self.fixed.pop()?);
        let [from, to] = self.watched[var.index()].disequalities;
        Some((var, from as usize..to as usize))
    }

    /// Wakes the propagators that watch `var` for one of the events in `mask`; true if the variable occurs in a clause.
    #[inline(always)]
    pub(crate) fn notify(&mut self, var: usize, mask: u8, running: u32) -> bool {
        let events = self.watched[var].events;
        if events & (mask | ANY) != 0 {
            self.notify_watchers(var, mask, running);
        }
        events & CLAUSE != 0
    }

    #[inline(never)]
    fn notify_watchers(&mut self, var: usize, mask: u8, running: u32) {
        let Watched {
            starts,
            disequalities,
            events,
            ..
        } = self.watched[var];
        if events & ADDED != 0 {
            self.notify_added(var, mask, running);
        }
        if mask & FIX != 0 && disequalities[0] < disequalities[1] {
            self.fixed.push(var as u32);
        }
        if starts[0] == starts[5] {
            return;
        }
        let [to, from_next, to_next] = WAKE_RANGES[(mask & 7) as usize].map(|i| starts[i & 7]);
        self.wake(starts[0], to, running);
        if from_next < to_next {
            self.wake(from_next, to_next, running);
        }
    }

    /// Wakes the propagators of added watches.
    fn notify_added(&mut self, var: usize, mask: u8, running: u32) {
        let added = self.added.as_mut().expect("the variable has added watches");
        for &(events, watch) in &added.by_var[var] {
            if events & (mask | ANY) == 0 {
                continue;
            }
            if watch.propagator == REPORT {
                added.reported.push(var as u32);
                continue;
            }
            let state = &mut self.propagators[watch.propagator as usize];
            if watch.slot != NO_SLOT && state.queue != OFF {
                state.low_word = state.low_word.min(watch.slot / 64);
                self.changed[(state.first_word + watch.slot / 64) as usize] |=
                    1 << (watch.slot % 64);
                if !state.dirty {
                    state.dirty = true;
                    self.dirty.push(watch.propagator);
                }
            }
            if state.queue > state.cost && watch.propagator != running {
                state.queue = state.cost;
                self.nonempty |= 1 << (state.cost & 7);
                self.queues[(state.cost & 7) as usize].push(watch.propagator);
            }
        }
    }

    /// Marks changed slots of the running propagator and wakes nothing; used in speculative runs.
    pub(crate) fn note(&mut self, var: usize, mask: u8, running: u32) {
        let start = self.watched[var].starts;
        let begin_and_end = [
            (true, start[0], start[1]),
            (mask & (MIN | MAX) != 0, start[1], start[2]),
            (mask & MIN != 0, start[2], start[3]),
            (mask & MAX != 0, start[3], start[4]),
            (mask & FIX != 0, start[4], start[5]),
        ];
        if let Some(added) = &self.added {
            for &(events, Watch { propagator, slot }) in &added.by_var[var] {
                if events & (mask | ANY) != 0 && propagator == running && slot != NO_SLOT {
                    let state = &mut self.propagators[propagator as usize];
                    state.low_word = state.low_word.min(slot / 64);
                    self.changed[(state.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                }
            }
        }
        for (_, from, to) in begin_and_end.into_iter().filter(|kind| kind.0) {
            for index in from as usize..to as usize {
                let Watch { propagator, slot } = self.watches[index];
                if propagator == running && slot != NO_SLOT {
                    let state = &mut self.propagators[propagator as usize];
                    state.low_word = state.low_word.min(slot / 64);
                    self.changed[(state.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                }
            }
        }
    }

    #[inline(always)]
    fn wake(&mut self, from: u32, to: u32, running: u32) {
        for &Watch { propagator, slot } in &self.watches[from as usize..to as usize] {
            let state = &mut self.propagators[propagator as usize];
            if slot != NO_SLOT && state.queue != OFF {
                state.low_word = state.low_word.min(slot / 64);
                self.changed[(state.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                if !state.dirty {
                    state.dirty = true;
                    self.dirty.push(propagator);
                }
            }
            if state.queue > state.cost && propagator != running {
                state.queue = state.cost;
                self.nonempty |= 1 << (state.cost & 7);
                self.queues[(state.cost & 7) as usize].push(propagator);
            }
        }
    }

    /// Queues a propagator at its own cost.
    pub(crate) fn schedule(&mut self, propagator: u32) {
        self.schedule_at(propagator, self.propagators[propagator as usize].cost);
    }

    /// Queues a propagator for its next stage.
    pub(crate) fn schedule_at(&mut self, propagator: u32, cost: u8) {
        let state = &mut self.propagators[propagator as usize];
        if state.queue > cost {
            state.queue = cost;
            self.queues[cost as usize].push(propagator);
            self.nonempty |= 1 << cost;
        }
    }

    /// The next propagator to run and the cost it waited at.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u8)> {
        while self.nonempty != 0 {
            let cost = self.nonempty.trailing_zeros() as u8;
            let queue = &mut self.queues[(cost & 7) as usize];
            let propagator = queue.pop().expect("the mask is exact");
            if queue.is_empty() {
                self.nonempty &= self.nonempty - 1;
            }
            let state = &mut self.propagators[propagator as usize];
            if state.queue == cost {
                state.queue = IDLE;
                return Some((propagator, cost));
            }
        }
        None
    }

    /// Whether a propagator may be waiting to run.
    pub(crate) fn is_waiting(&self) -> bool {
        self.nonempty != 0
    }

    /// Empties the queues and clears every changed slot.
    pub(crate) fn clear(&mut self) {
        while self.nonempty != 0 {
            let queue = &mut self.queues[self.nonempty.trailing_zeros() as usize];
            for &propagator in queue.waiting() {
                let state = &mut self.propagators[propagator as usize];
                if state.queue != OFF {
                    state.queue = IDLE;
                }
            }
            queue.clear();
            self.nonempty &= self.nonempty - 1;
        }
        self.fixed.clear();
        self.clause_events.clear();
        if let Some(added) = &mut self.added {
            added.reported.clear();
        }
        while let Some(propagator) = self.dirty.pop() {
            let state = &mut self.propagators[propagator as usize];
            state.dirty = false;
            let first = state.first_word as usize;
            let low = state.low_word as usize;
            self.changed[first + low..first + state.n_words as usize].fill(0);
            state.low_word = state.n_words;
        }
    }

    /// Marks every slot of a propagator as changed.
    pub(crate) fn touch_all(&mut self, propagator: u32) {
        let state = &mut self.propagators[propagator as usize];
        if state.n_slots == 0 {
            return;
        }
        let first = state.first_word as usize;
        let words = &mut self.changed[first..first + state.n_words as usize];
        state.low_word = 0;
        words.fill(u64::MAX);
        if !state.n_slots.is_multiple_of(64) {
            words[words.len() - 1] = (1 << (state.n_slots % 64)) - 1;
        }
        if !state.dirty {
            state.dirty = true;
            self.dirty.push(propagator);
        }
    }

    /// Takes the lowest changed slot of a propagator.
    pub(crate) fn take_changed(&mut self, propagator: u32) -> Option<usize> {
        let state = &mut self.propagators[propagator as usize];
        let first = state.first_word as usize;
        let words = &mut self.changed[first..first + state.n_words as usize];
        while let Some(word) = words.get_mut(state.low_word as usize) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(state.low_word as usize * 64 + bit);
            }
            state.low_word += 1;
        }
        None
    }

    /// Switches a propagator off or on; returns whether it was off.
    #[inline]
    pub(crate) fn set_off(&mut self, propagator: u32, off: bool) -> bool {
        let queue = &mut self.propagators[propagator as usize].queue;
        let was_off = *queue == OFF;
        if was_off != off {
            *queue = if off { OFF } else { IDLE };
        }
        was_off
    }

    /// The bytes of watches that wait for [`Queue::rebuild`].
    pub(super) fn pending_memory(&self) -> usize {
        self.pending.capacity() * size_of::<(u32, On, Watch)>()
    }

    pub(crate) fn memory(&self) -> usize {
        self.propagators.len() * size_of::<PropagatorState>()
            + self.watches.len() * size_of::<Watch>()
            + self.watched.len() * size_of::<Watched>()
            + self.disequalities.memory()
            + self.changed.len() * 8
            + self.clauses.atoms.len() * (size_of::<Atom>() + 4)
            + (self.clauses.ends.len() + self.clauses.starts.len()) * 4
    }
}

/// The events that wake a watch.
fn events_of(on: On) -> u8 {
    match on {
        On::Domain => ANY,
        On::Bounds => MIN | MAX,
        On::Min => MIN,
        On::Max => MAX,
        On::Fix => FIX,
    }
}

/// A FIFO queue of numbers: an array and the index of its head.
#[derive(Clone, Debug, Default)]
pub(super) struct Fifo {
    waiting: Vec<u32>,
    /// Entries before this index were popped.
    head: usize,
}

impl Fifo {
    #[inline]
    pub(super) fn push(&mut self, number: u32) {
        if self.waiting.len() == self.waiting.capacity() {
            self.compact();
        }
        self.waiting.push(number);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let number = *self.waiting.get(self.head)?;
        self.head += 1;
        if self.head == self.waiting.len() {
            self.clear();
        }
        Some(number)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn waiting(&self) -> &[u32] {
        &self.waiting[self.head..]
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.head = 0;
    }

    /// Reuses the space of popped entries if there is enough of it; otherwise the array grows.
    #[cold]
    fn compact(&mut self) {
        if self.head > self.waiting.len() / 2 {
            self.waiting.drain(..self.head);
            self.head = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_in_first_out_without_growing() {
        let mut queue = Fifo::default();
        queue.push(0);
        for number in 1..1000 {
            queue.push(number);
            assert_eq!(queue.pop(), Some(number - 1));
        }
        assert_eq!(queue.waiting(), [999]);
        assert!(queue.waiting.capacity() < 100);
        assert_eq!(queue.pop(), Some(999));
        assert!(queue.is_empty());
        assert_eq!(queue.pop(), None);
    }
}
