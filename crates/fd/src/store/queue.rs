//! The propagation queue: who watches which variable, and who runs next.
//!
//! Seven rings, one per [`Cost`], with a bitmask of the rings that are not empty; first in, first out within a ring.
//! A propagator waiting in an expensive ring that is woken again moves to the front of its own cost by being queued twice:
//! the stale place is skipped when it is reached.

use std::collections::VecDeque;

use crate::propagator::{Cost, On};
use crate::var::View;

/// Marks "not in any ring".
const IDLE: u8 = u8::MAX;
/// Marks "no slot".
pub(crate) const NO_SLOT: u32 = u32::MAX;

pub(crate) const FIX: u8 = 1;
pub(crate) const MIN: u8 = 2;
pub(crate) const MAX: u8 = 4;

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
    /// The ring it waits in, or `IDLE`.
    ring: u8,
    /// Entailed, or its guard is false: never woken until undone.
    off: bool,
    /// Whether it stands in `dirty`.
    dirty: bool,
    /// The words of its changed slots in `changed`.
    first_word: u32,
    n_words: u32,
    n_slots: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    tickets: Vec<Ticket>,
    rings: [VecDeque<u32>; Cost::COUNT],
    nonempty: u8,
    /// Bit sets of changed slots, one run of words per propagator that has slots.
    changed: Vec<u64>,
    dirty: Vec<u32>,
    /// Watches of every variable, in order of `On`; rebuilt from `pending` when a propagator was added.
    watches: Vec<Watch>,
    starts: Vec<[u32; 6]>,
    pending: Vec<(u32, On, Watch)>,
}

impl Queue {
    pub(crate) fn add_propagator(&mut self, cost: Cost, n_slots: u32) -> u32 {
        let n_words = n_slots.div_ceil(64);
        self.tickets.push(Ticket {
            cost: cost as u8,
            ring: IDLE,
            off: false,
            dirty: false,
            first_word: self.changed.len() as u32,
            n_words,
            n_slots,
        });
        self.changed
            .resize(self.changed.len() + n_words as usize, 0);
        self.tickets.len() as u32 - 1
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

    /// Lays the watches out in one array, grouped by variable and event; the order of adding is kept.
    pub(crate) fn rebuild(&mut self, n_vars: usize) {
        let mut counts = vec![[0u32; 5]; n_vars];
        for &(var, on, _) in &self.pending {
            counts[var as usize][on as usize] += 1;
        }
        self.starts.clear();
        let mut next = 0;
        for count in &counts {
            let mut start = [next; 6];
            for on in 0..5 {
                start[on + 1] = start[on] + count[on];
            }
            next = start[5];
            self.starts.push(start);
        }
        let nobody = Watch {
            propagator: 0,
            slot: NO_SLOT,
        };
        self.watches = vec![nobody; next as usize];
        let mut free: Vec<[u32; 6]> = self.starts.clone();
        for &(var, on, watch) in &self.pending {
            let place = &mut free[var as usize][on as usize];
            self.watches[*place as usize] = watch;
            *place += 1;
        }
    }

    /// The number of watches on a variable, whatever the event.
    pub(crate) fn degree(&self, var: usize) -> u32 {
        self.starts[var][5] - self.starts[var][0]
    }

    /// Wakes the propagators that watch `var` for one of the events in `mask`.
    #[inline]
    pub(crate) fn notify(&mut self, var: usize, mask: u8, running: u32) {
        let start = self.starts[var];
        let bounds = mask & (MIN | MAX) != 0;
        self.wake(start[0], if bounds { start[2] } else { start[1] }, running);
        if mask & MIN != 0 {
            self.wake(start[2], start[3], running);
        }
        if mask & MAX != 0 {
            self.wake(start[3], start[4], running);
        }
        if mask & FIX != 0 {
            self.wake(start[4], start[5], running);
        }
    }

    /// Notes a change for the running propagator alone, which made it on trial: its slots, and nobody is woken.
    pub(crate) fn note(&mut self, var: usize, mask: u8, running: u32) {
        let start = self.starts[var];
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
                    let first_word = self.tickets[propagator as usize].first_word;
                    self.changed[(first_word + slot / 64) as usize] |= 1 << (slot % 64);
                }
            }
        }
    }

    #[inline]
    fn wake(&mut self, from: u32, to: u32, running: u32) {
        for place in from as usize..to as usize {
            let Watch { propagator, slot } = self.watches[place];
            let ticket = &mut self.tickets[propagator as usize];
            if ticket.off {
                continue;
            }
            if slot != NO_SLOT {
                self.changed[(ticket.first_word + slot / 64) as usize] |= 1 << (slot % 64);
                if !ticket.dirty {
                    ticket.dirty = true;
                    self.dirty.push(propagator);
                }
            }
            if ticket.ring > ticket.cost && propagator != running {
                ticket.ring = ticket.cost;
                self.rings[ticket.cost as usize].push_back(propagator);
                self.nonempty |= 1 << ticket.cost;
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
        if ticket.ring > cost && !ticket.off {
            ticket.ring = cost;
            self.rings[cost as usize].push_back(propagator);
            self.nonempty |= 1 << cost;
        }
    }

    /// The next propagator to run and the cost it waited at.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u8)> {
        while self.nonempty != 0 {
            let cost = self.nonempty.trailing_zeros() as u8;
            let ring = &mut self.rings[cost as usize];
            let Some(propagator) = ring.pop_front() else {
                self.nonempty &= !(1 << cost);
                continue;
            };
            let ticket = &mut self.tickets[propagator as usize];
            if ticket.ring == cost {
                ticket.ring = IDLE;
                if !ticket.off {
                    return Some((propagator, cost));
                }
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
            let cost = self.nonempty.trailing_zeros() as usize;
            for propagator in self.rings[cost].drain(..) {
                self.tickets[propagator as usize].ring = IDLE;
            }
            self.nonempty &= !(1 << cost);
        }
        while let Some(propagator) = self.dirty.pop() {
            let ticket = &mut self.tickets[propagator as usize];
            ticket.dirty = false;
            let first = ticket.first_word as usize;
            self.changed[first..first + ticket.n_words as usize].fill(0);
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
        let ticket = &self.tickets[propagator as usize];
        let first = ticket.first_word as usize;
        for (i, word) in self.changed[first..first + ticket.n_words as usize]
            .iter_mut()
            .enumerate()
        {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(i * 64 + bit);
            }
        }
        None
    }

    pub(crate) fn is_off(&self, propagator: u32) -> bool {
        self.tickets[propagator as usize].off
    }

    pub(crate) fn set_off(&mut self, propagator: u32, off: bool) {
        self.tickets[propagator as usize].off = off;
    }

    pub(crate) fn memory(&self) -> usize {
        self.tickets.len() * size_of::<Ticket>()
            + self.watches.len() * size_of::<Watch>()
            + self.starts.len() * size_of::<[u32; 6]>()
            + self.changed.len() * 8
    }
}
