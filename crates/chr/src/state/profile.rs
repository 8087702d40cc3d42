//! The profile of a run under way: what each search for a partner came to, and where time goes.
//!
//! Time is charged to one rule at a time: to the one that is tried, then to the one whose body runs. What a body calls charges others,
//! so that times add up to the whole.

use std::sync::Arc;
use std::time::Duration;

use crate::code::Code;
use crate::state::counters::Counters;
use gridwright_control::Clock;

/// What was counted of one rule, apart from its searches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) tries: u64,
    pub(crate) guard_failures: u64,
    pub(crate) firings: u64,
}

/// What was counted of the searches for one partner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Probe {
    pub(crate) lookups: u64,
    pub(crate) candidates: u64,
    pub(crate) matches: u64,
    pub(crate) guard_failures: u64,
    /// Searches whose first candidate is a partner; they are not among the others until the end.
    pub(crate) hits: u64,
    /// Candidates after the first of a search, which are counted as if each were the first of another one.
    pub(crate) later: u64,
}

impl Probe {
    /// The same with the hits counted among the others.
    pub(crate) fn summed(self) -> Probe {
        Probe {
            lookups: (self.lookups + self.hits).saturating_sub(self.later),
            candidates: self.candidates + self.hits,
            matches: self.matches + self.hits,
            guard_failures: self.guard_failures,
            hits: 0,
            later: 0,
        }
    }
}

impl Code {
    /// A number under which the searches for one partner are counted.
    pub(crate) fn new_probe(&mut self) -> u32 {
        self.probes += 1;
        self.probes - 1
    }
}

/// The rule that stands for everything outside rules.
pub(crate) const NO_RULE: u32 = u32::MAX;

/// Who is charged with the time that passes.
#[derive(Clone, Debug)]
pub(crate) struct Profiler {
    clock: Arc<dyn Clock>,
    since: Duration,
    charged: u32,
    pub(crate) spent: Vec<Duration>,
    pub(crate) outside: Duration,
}

impl Profiler {
    pub(crate) fn new(clock: Arc<dyn Clock>, rules: usize) -> Profiler {
        Profiler {
            since: clock.now(),
            clock,
            charged: NO_RULE,
            spent: vec![Duration::ZERO; rules],
            outside: Duration::ZERO,
        }
    }

    pub(crate) fn charge(&mut self, rule: u32) {
        let now = self.clock.now();
        let passed = now.saturating_sub(self.since);
        *self.account() += passed;
        self.since = now;
        self.charged = rule;
    }

    /// Whose time it is now.
    fn account(&mut self) -> &mut Duration {
        match self.spent.get_mut(self.charged as usize) {
            Some(spent) => spent,
            None => &mut self.outside,
        }
    }
}

/// What a run counts.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Totals; what is reported of each rule is put together from the two after it.
    pub(crate) counters: Counters,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) probes: Vec<Probe>,
    pub(crate) profiler: Option<Profiler>,
}

impl Profile {
    pub(crate) fn new(code: &Code) -> Profile {
        Profile {
            counters: Counters::default(),
            tallies: vec![Tally::default(); code.rules.len()],
            probes: vec![Probe::default(); code.probes as usize],
            profiler: None,
        }
    }

    /// Charges a rule with the time from now on.
    #[cold]
    pub(crate) fn charge(&mut self, rule: u32) {
        if let Some(profiler) = &mut self.profiler {
            profiler.charge(rule);
        }
    }

    /// The rule that is charged now.
    #[inline]
    pub(crate) fn charged(&self) -> u32 {
        self.profiler
            .as_ref()
            .map_or(NO_RULE, |profiler| profiler.charged)
    }
}
