//! Restarts, in two alternating modes: focused mode, with frequent restarts by the LBD of recent clauses (Audemard and Simon 2009), and stable mode, with rare restarts
//! (Luby et al. 1993) and the phases of the longest trail (Biere and Fleury 2020).

/// An exponential moving average with bias correction.
#[derive(Clone, Copy, Debug)]
struct Average {
    value: f64,
    weight: f64,
    share: f64,
}

impl Average {
    fn over(n: f64) -> Average {
        Average {
            value: 0.0,
            weight: 1.0,
            share: 1.0 / n,
        }
    }

    fn add(&mut self, value: f64) {
        self.value += self.share * (value - self.value);
        self.weight *= 1.0 - self.share;
    }

    fn get(&self) -> f64 {
        match 1.0 - self.weight {
            0.0 => 0.0,
            seen => self.value / seen,
        }
    }
}

/// The state of the restart policy.
#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    /// Moving averages of the LBD of learnt clauses: short-term and long-term.
    recent: Average,
    all: Average,
    /// The conflicts since the last restart, and all of them.
    since: u64,
    conflicts: u64,
    is_stable: bool,
    /// When the mode changes: the first time, the number of conflicts; later, the number of propagations.
    changes_at: u64,
    /// The length of the first mode, in propagations.
    first_length: u64,
    n_changes: u64,
    /// The state of Knuth's recurrence; the second number is the current term of the Luby sequence.
    luby: (u64, u64),
}

/// The length of the first mode, in conflicts.
const FIRST_MODE_CONFLICTS: u64 = 1000;
/// The length of stable mode relative to focused mode. Hard Sudokus and quasigroups need fewer conflicts with 2 than with 1, and no fewer with 4. The pigeonhole problem
/// with 60 pigeons and 60 holes gets harder: 11, 19 and 52 thousand conflicts with 1, 2 and 4.
const STABLE_FACTOR: u64 = 2;
/// The minimum number of conflicts between restarts in focused mode.
const MIN_RESTART_INTERVAL: u64 = 10;
/// A restart is due if the recent average LBD exceeds the overall average by this factor.
const RESTART_MARGIN: f64 = 1.1;
/// The unit of the Luby sequence in stable mode, in conflicts.
const LUBY_UNIT: u64 = 512;

impl Restarts {
    pub(crate) fn new() -> Restarts {
        Restarts {
            recent: Average::over(32.0),
            all: Average::over(8192.0),
            since: 0,
            conflicts: 0,
            is_stable: false,
            changes_at: FIRST_MODE_CONFLICTS,
            first_length: 0,
            n_changes: 0,
            luby: (1, 1),
        }
    }

    pub(crate) fn is_stable(&self) -> bool {
        self.is_stable
    }

    /// Counts a conflict, given the LBD of the learnt clause and the number of propagations so far. True if the mode changes.
    pub(crate) fn conflict(&mut self, lbd: u32, propagations: u64) -> bool {
        self.recent.add(f64::from(lbd));
        self.all.add(f64::from(lbd));
        self.since += 1;
        self.conflicts += 1;
        let now = match self.n_changes {
            0 => self.conflicts,
            _ => propagations,
        };
        if now < self.changes_at {
            return false;
        }
        if self.n_changes == 0 {
            self.first_length = propagations;
        }
        self.n_changes += 1;
        let round = self.n_changes.div_ceil(2);
        self.is_stable = !self.is_stable;
        let factor = if self.is_stable { STABLE_FACTOR } else { 1 };
        self.changes_at = propagations + self.first_length * round * round * factor;
        true
    }

    pub(crate) fn is_due(&self) -> bool {
        if self.is_stable {
            return self.since >= self.luby.1 * LUBY_UNIT;
        }
        self.since >= MIN_RESTART_INTERVAL && self.recent.get() > RESTART_MARGIN * self.all.get()
    }

    pub(crate) fn restarted(&mut self) {
        self.since = 0;
        if self.is_stable {
            // Knuth's recurrence for the sequence 1 1 2 1 1 2 4.
            let (u, v) = self.luby;
            self.luby = match u & u.wrapping_neg() == v {
                true => (u + 1, 1),
                false => (u, 2 * v),
            };
        }
    }
}
