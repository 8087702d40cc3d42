//! Pauses of a run: now and then it looks at its limits and gives back what is needed no more.

use crate::code::Callee;
use crate::numbers::MemoryLimit;
use crate::state::exception::Thrown;
use crate::store::history::History;
use crate::store::suspensions::MOST;
use crate::vm::machine::{Machine, TICKS};
use gridwright_control::Limit;

/// The limit on memory where none is given, in bytes, so that an endless recursion ends with a message.
const DEFAULT_MEMORY: usize = 4 << 30;

impl Machine<'_> {
    /// Looks at the limits, and gives back what is needed no more.
    #[cold]
    pub(crate) fn pause(&mut self, callee: Callee) -> Result<(), Box<Thrown>> {
        if self.steps.is_multiple_of(TICKS) {
            self.look_at_limits()?;
            self.check_memory(callee)?;
        }
        if self.store.suspensions.len() > self.store.compact_at && self.store.is_tight() {
            self.store.compact_at = self.store.suspensions.len() + self.store.suspensions.len() / 2;
        } else if self.store.suspensions.len() > self.store.compact_at
            || self.trail_len() > self.trail_at
        {
            self.compact();
        }
        if self.heap.len() > self.collect_at || self.store.compact_step == 0 {
            self.collect(callee);
        }
        Ok(())
    }

    #[cold]
    pub(crate) fn look_at_limits(&self) -> Result<(), Box<Thrown>> {
        let over = |limit| Err(Box::new(Thrown::Limit(limit)));
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|stop| stop.is_requested())
        {
            return over(Limit::Stop);
        }
        if self
            .limits
            .steps
            .is_some_and(|most| self.limited_steps() > most)
        {
            return over(Limit::Steps);
        }
        if let (Some(deadline), Some(clock)) = (self.deadline, &self.limits.clock)
            && clock.now() > deadline
        {
            return over(Limit::Time);
        }
        Ok(())
    }

    /// What the limit on steps counts: goals called and choice points retried.
    pub(crate) fn limited_steps(&self) -> u64 {
        self.steps + self.profile.counters.backtracks
    }

    /// Ends the run if it needs too much memory, also after everything was given back that can be.
    fn check_memory(&mut self, callee: Callee) -> Result<(), Box<Thrown>> {
        let most = self.limits.memory.unwrap_or(DEFAULT_MEMORY);
        let links_reach_all = |machine: &Self| {
            machine
                .store
                .suspensions
                .len()
                .max(machine.store.cells.len())
                < MOST - (1 << 20)
        };
        if self.memory() <= most && links_reach_all(self) {
            return Ok(());
        }
        self.compact();
        self.collect(callee);
        // If hardly anything came back, the next check would fail soon.
        if self.memory() <= most - most / 8 && links_reach_all(self) {
            return Ok(());
        }
        Err(Box::new(Thrown::Limit(Limit::Memory)))
    }

    /// Looks at the limits if a builtin works on this many items: a goal on a long list takes as long as thousands of other goals.
    pub(crate) fn check_limits_for(&mut self, items: usize) -> Result<(), Box<Thrown>> {
        match items > 1024 {
            true => self.look_at_limits(),
            false => Ok(()),
        }
    }

    /// Fails if the memory limit does not allow this many more cells on the heap, or another limit is reached.
    pub(crate) fn charge_cells(&mut self, count: usize) -> Result<(), Box<Thrown>> {
        if count > 1024 && count.saturating_mul(8) > self.available_bytes() {
            return Err(self.resource_error("stack"));
        }
        self.check_limits_for(count)
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        8 * (self.heap.len() + self.above() + self.saved.len())
            + 16 * self.trail_len()
            + self.store.memory()
            + self.natives.memory()
            + self
                .store
                .history
                .iter()
                .map(History::memory)
                .sum::<usize>()
            + self.output.len()
            + self.atoms.memory()
            + self.database.memory()
            + self.call_tables.memory()
    }
}

impl MemoryLimit for Machine<'_> {
    fn available_bytes(&self) -> usize {
        let most = self.limits.memory.unwrap_or(DEFAULT_MEMORY);
        most.saturating_sub(self.memory())
    }
}
