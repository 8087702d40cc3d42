//! The propagation queue: who watches which variable, and who runs next.
//!
//! Seven rings, one per [`Cost`], with a bitmask of the rings that are not empty; first in, first out within a ring.
//! A propagator waiting in an expensive ring that is woken again moves to the front of its own cost by being queued twice:
//! the stale place is skipped when it is reached.

use crate::store::disequalities::{Apart, Aparts};
use crate::vars::{Var, View};

/// How dear a run is, cheapest first; cheaper propagators run before dearer ones.
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
    /// Anything dearer: run last.
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
pub(crate) const NOBODY: u32 = u32::MAX;

/// Marks "not in any ring".
const IDLE: u8 = u8::MAX;
/// Marks a propagator that sleeps, as if it waited already where nothing is cheaper: waking it changes nothing.
const OFF: u8 = 0;
/// Marks "no slot".
pub(crate) const NO_SLOT: u32 = u32::MAX;

pub(crate) const FIX: u8 = 1;
pub(crate) const MIN: u8 = 2;
pub(crate) const MAX: u8 = 4;
/// Every change of a domain.
const ANY: u8 = 8;

/// For every set of events, where in `Watched::starts` those to wake end: they stand in one stretch from the first on, or in
/// two with a gap between them, and the second is from the second place to the third.
const STRETCHES: [[usize; 3]; 8] = [
    [1, 0, 0],
    [1, 4, 5],
    [3, 0, 0],
    [3, 4, 5],
    [2, 3, 4],
    [2, 3, 5],
    [4, 0, 0],
    [5, 0, 0],
];

/// One propagator's interest in one variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) propagator: u32,
    pub(crate) slot: u32,
}

/// What the queue knows of a propagator.
#[derive(Clone, Debug)]
struct Ticket {
    cost: u8,
    /// The ring it waits in, or `IDLE`, or `OFF`: entailed, or its guard is false, and never woken until that is undone.
    ring: u8,
    /// Whether it stands in `dirty`.
    dirty: bool,
    /// The words of its changed slots in `changed`.
    first_word: u32,
    n_words: u32,
    /// No word before this one has a changed slot.
    low_word: u32,
    n_slots: u32,
}

/// A variable's watches: where those for each `On` begin, and where the last of them end.
#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    /// Two places more than needed, so that no number of three bits leads outside.
    starts: [u32; 8],
    /// Where those who must differ from it begin and end.
    apart: [u32; 2],
    /// The events that somebody watches for.
    events: u8,
    /// How many watches there are, whatever the event, those of who must differ among them.
    degree: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    tickets: Vec<Ticket>,
    /// One ring per cost; costs count from 1, and the first is never used.
    rings: [Ring; Cost::COUNT + 1],
    nonempty: u8,
    /// Bit sets of changed slots, one run of words per propagator that has slots.
    changed: Vec<u64>,
    dirty: Vec<u32>,
    /// Watches of every variable, in order of `On`; rebuilt from `pending` when a propagator was added.
    watches: Vec<Watch>,
    watched: Vec<Watched>,
    pending: Vec<(u32, On, Watch)>,
    /// Who must differ from whom.
    pub(super) aparts: Aparts,
    /// Variables that were fixed and that others must differ from.
    fixed: Ring,
}

impl Queue {
    pub(crate) fn add_propagator(&mut self, cost: Cost) -> u32 {
        self.tickets.push(Ticket {
            cost: cost as u8,
            ring: IDLE,
            dirty: false,
            first_word: self.changed.len() as u32,
            n_words: 0,
            low_word: 0,
            n_slots: 0,
        });
        self.tickets.len() as u32 - 1
    }

    /// Makes room for the changed slots of the propagator that was added last.
    pub(crate) fn add_slots(&mut self, propagator: u32, n_slots: u32) {
        let ticket = &mut self.tickets[propagator as usize];
        ticket.n_words = n_slots.div_ceil(64);
        ticket.low_word = ticket.n_words;
        ticket.n_slots = n_slots;
        self.changed
            .resize((ticket.first_word + ticket.n_words) as usize, 0);
    }

    /// Notes an interest; [`Queue::rebuild`] makes it effective.
    pub(crate) fn add_watch(&mut self, view: View, on: On, watch: Watch) {
        let on = match on {
            On::Min if view.scale < 0 => On::Max,
            On::Max if view.scale < 0 => On::Min,
            on => on,
        };
        self.pending.push((view.var.0, on, watch));
    }

    /// Notes that a variable must differ from `var`; [`Queue::rebuild`] makes it effective.
    pub(crate) fn add_apart(&mut self, var: Var, apart: Apart) {
        self.aparts.add(var, apart);
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
        for (var, places) in self.aparts.rebuild(n_vars, base) {
            let watched = &mut self.watched[var.index()];
            watched.apart = [places.start, places.end];
            watched.degree += self.aparts.count(watched.apart);
            watched.events |= FIX;
        }
        let nobody = Watch {
            propagator: 0,
            slot: NO_SLOT,
        };
        self.watches = vec![nobody; next as usize];
        let mut free = self.watched.clone();
        for &(var, on, watch) in &self.pending {
            let place = &mut free[var as usize].starts[on as usize];
            self.watches[*place as usize] = watch;
            *place += 1;
        }
    }

    /// The number of watches on a variable, whatever the event.
    pub(crate) fn degree(&self, var: usize) -> u32 {
        self.watched[var].degree
    }

    /// Whether a variable was fixed that others must differ from.
    #[inline]
    pub(crate) fn has_fixed(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// The next variable that was fixed, and the places of those who must differ from it.
    #[inline]
    pub(crate) fn pop_fixed(&mut self) -> Option<(Var, std::ops::Range<usize>)> {
        let var = Var(self.fixed.pop()?);
        let [from, to] = self.watched[var.index()].apart;
        Some((var, from as usize..to as usize))
    }

    /// Wakes the propagators that watch `var` for one of the events in `mask`.
    #[inline(always)]
    pub(crate) fn notify(&mut self, var: usize, mask: u8, running: u32) {
        let watched = &self.watched[var];
        if watched.events & (mask | ANY) != 0 {
            self.notify_watchers(var, mask, running);
        }
    }

    #[inline(never)]
    fn notify_watchers(&mut self, var: usize, mask: u8, running: u32) {
        let Watched { starts, apart, .. } = self.watched[var];
        if mask & FIX != 0 && apart[0] < apart[1] {
            self.fixed.push(var as u32);
        }
        if starts[0] == starts[5] {
            return;
        }
        let [to, from_next, to_next] = STRETCHES[(mask & 7) as usize].map(|i| starts[i & 7]);
        self.wake(starts[0], to, running);
        if from_next < to_next {
            self.wake(from_next, to_next, running);
        }
    }

    /// Notes a change for the running propagator alone, which made it on trial: its slots, and nobody is woken.
    pub(crate) fn note(&mut self, var: usize, mask: u8, running: u32) {
        let start = self.watched[var].starts;
        let begin_and_end = [
            (true, start[0], start[1]),
            (mask & (MIN | MAX) != 0, start[1], start[2]),
            (mask & MIN != 0, start[2], start[3]),
            (mask & MAX != 0, start[3], start[4]),
            (mask & FIX != 0, start[4], start[5]),
        ];
        for (_, from, to) in begin_and_end.into_iter().filter(|kind| kind.0) {
            for place in from as usize..to as usize {
                let Watch { propagator, slot } = self.watches[place];
                if propagator == running && slot != NO_SLOT {
                    let ticket = &mut self.tickets[propagator as usize];
                    ticket.low_word = ticket.low_word.min(slot / 64);
                    self.changed[(ticket.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                }
            }
        }
    }

    #[inline(always)]
    fn wake(&mut self, from: u32, to: u32, running: u32) {
        for &Watch { propagator, slot } in &self.watches[from as usize..to as usize] {
            let ticket = &mut self.tickets[propagator as usize];
            if slot != NO_SLOT && ticket.ring != OFF {
                ticket.low_word = ticket.low_word.min(slot / 64);
                self.changed[(ticket.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                if !ticket.dirty {
                    ticket.dirty = true;
                    self.dirty.push(propagator);
                }
            }
            if ticket.ring > ticket.cost && propagator != running {
                ticket.ring = ticket.cost;
                self.nonempty |= 1 << (ticket.cost & 7);
                self.rings[(ticket.cost & 7) as usize].push(propagator);
            }
        }
    }

    /// Queues a propagator at its own cost, whatever happened.
    pub(crate) fn schedule(&mut self, propagator: u32) {
        self.schedule_at(propagator, self.tickets[propagator as usize].cost);
    }

    /// Queues a propagator for its next stage.
    pub(crate) fn schedule_at(&mut self, propagator: u32, cost: u8) {
        let ticket = &mut self.tickets[propagator as usize];
        if ticket.ring > cost {
            ticket.ring = cost;
            self.rings[cost as usize].push(propagator);
            self.nonempty |= 1 << cost;
        }
    }

    /// The next propagator to run and the cost it waited at.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u8)> {
        while self.nonempty != 0 {
            let cost = self.nonempty.trailing_zeros() as u8;
            let ring = &mut self.rings[(cost & 7) as usize];
            let propagator = ring.pop().expect("the mask says it is not empty");
            if ring.is_empty() {
                self.nonempty &= self.nonempty - 1;
            }
            let ticket = &mut self.tickets[propagator as usize];
            if ticket.ring == cost {
                ticket.ring = IDLE;
                return Some((propagator, cost));
            }
        }
        None
    }

    /// Whether somebody may be waiting to run.
    pub(crate) fn is_waiting(&self) -> bool {
        self.nonempty != 0
    }

    /// Forgets everything that waits, and every changed slot.
    pub(crate) fn clear(&mut self) {
        while self.nonempty != 0 {
            let ring = &mut self.rings[self.nonempty.trailing_zeros() as usize];
            for &propagator in ring.waiting() {
                let ticket = &mut self.tickets[propagator as usize];
                if ticket.ring != OFF {
                    ticket.ring = IDLE;
                }
            }
            ring.clear();
            self.nonempty &= self.nonempty - 1;
        }
        self.fixed.clear();
        while let Some(propagator) = self.dirty.pop() {
            let ticket = &mut self.tickets[propagator as usize];
            ticket.dirty = false;
            let first = ticket.first_word as usize;
            let low = ticket.low_word as usize;
            self.changed[first + low..first + ticket.n_words as usize].fill(0);
            ticket.low_word = ticket.n_words;
        }
    }

    /// Marks every slot of a propagator as changed.
    pub(crate) fn touch_all(&mut self, propagator: u32) {
        let ticket = &mut self.tickets[propagator as usize];
        if ticket.n_slots == 0 {
            return;
        }
        let first = ticket.first_word as usize;
        let words = &mut self.changed[first..first + ticket.n_words as usize];
        ticket.low_word = 0;
        words.fill(u64::MAX);
        if !ticket.n_slots.is_multiple_of(64) {
            words[words.len() - 1] = (1 << (ticket.n_slots % 64)) - 1;
        }
        if !ticket.dirty {
            ticket.dirty = true;
            self.dirty.push(propagator);
        }
    }

    /// Takes the lowest changed slot of a propagator.
    pub(crate) fn take_changed(&mut self, propagator: u32) -> Option<usize> {
        let ticket = &mut self.tickets[propagator as usize];
        let first = ticket.first_word as usize;
        let words = &mut self.changed[first..first + ticket.n_words as usize];
        while let Some(word) = words.get_mut(ticket.low_word as usize) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(ticket.low_word as usize * 64 + bit);
            }
            ticket.low_word += 1;
        }
        None
    }

    /// Puts a propagator to sleep, or wakes it; says whether it slept before.
    #[inline]
    pub(crate) fn set_off(&mut self, propagator: u32, off: bool) -> bool {
        let ring = &mut self.tickets[propagator as usize].ring;
        let slept = *ring == OFF;
        if slept != off {
            *ring = if off { OFF } else { IDLE };
        }
        slept
    }

    pub(crate) fn memory(&self) -> usize {
        self.tickets.len() * size_of::<Ticket>()
            + self.watches.len() * size_of::<Watch>()
            + self.watched.len() * size_of::<Watched>()
            + self.aparts.memory()
            + self.changed.len() * 8
    }
}

/// The events that wake those who wait for a change.
fn events_of(on: On) -> u8 {
    match on {
        On::Domain => ANY,
        On::Bounds => MIN | MAX,
        On::Min => MIN,
        On::Max => MAX,
        On::Fix => FIX,
    }
}

/// Numbers in line, first in, first out.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    waiting: Vec<u32>,
    /// Those before this place have gone.
    head: usize,
}

impl Ring {
    #[inline]
    pub(super) fn push(&mut self, number: u32) {
        if self.waiting.len() == self.waiting.capacity() {
            self.make_room();
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

    /// Those in line.
    pub(super) fn waiting(&self) -> &[u32] {
        &self.waiting[self.head..]
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.head = 0;
    }

    /// Takes back the places of those who have gone, if that is worth the copying; else the ring grows.
    #[cold]
    fn make_room(&mut self) {
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
        let mut ring = Ring::default();
        ring.push(0);
        for number in 1..1000 {
            ring.push(number);
            assert_eq!(ring.pop(), Some(number - 1));
        }
        assert_eq!(ring.waiting(), [999]);
        assert!(ring.waiting.capacity() < 100);
        assert_eq!(ring.pop(), Some(999));
        assert!(ring.is_empty());
        assert_eq!(ring.pop(), None);
    }
}
