//! When search begins anew, and in which of two moods it is: hasty, where restarts follow the quality of nogoods (Audemard and
//! Simon 2009), or patient, where they are rare (Luby et al. 1993) and values of the longest trail are tried again (Biere and Fleury 2020).

/// An average over recent values, exact while there are few.
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

/// What decides about restarts.
#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    recent: Average,
    all: Average,
    since: u64,
    conflicts: u64,
    is_patient: bool,
    /// The mood changes at this conflict, or, later, when so many literals were propagated.
    changes_at: u64,
    first_length: u64,
    n_changes: u64,
    luby: (u64, u64),
}

/// How many conflicts the first mood lasts.
const FIRST: u64 = 1000;
/// How many times as long a patient mood lasts. Hard Sudokus and quasigroups need fewer conflicts with two than with one, and no
/// fewer with four; sixty pigeons in as many holes need more with each (11, 19 and 52 thousand).
const PATIENCE: u64 = 2;
/// The least number of conflicts between restarts when hasty.
const LEAST: u64 = 10;
/// Nogoods must have been so much worse of late than usual.
const MARGIN: f64 = 1.1;
/// The unit of patient restarts.
const UNIT: u64 = 512;

impl Restarts {
    pub(crate) fn new() -> Restarts {
        Restarts {
            recent: Average::over(32.0),
            all: Average::over(8192.0),
            since: 0,
            conflicts: 0,
            is_patient: false,
            changes_at: FIRST,
            first_length: 0,
            n_changes: 0,
            luby: (1, 1),
        }
    }

    pub(crate) fn is_patient(&self) -> bool {
        self.is_patient
    }

    /// Notes a nogood that joins so many levels, and how many literals were propagated by now. True if the mood changed.
    pub(crate) fn conflict(&mut self, n_levels: u32, propagations: u64) -> bool {
        self.recent.add(f64::from(n_levels));
        self.all.add(f64::from(n_levels));
        self.since += 1;
        self.conflicts += 1;
        let now = if self.n_changes == 0 {
            self.conflicts
        } else {
            propagations
        };
        if now < self.changes_at {
            return false;
        }
        if self.n_changes == 0 {
            self.first_length = propagations;
        }
        self.n_changes += 1;
        let round = self.n_changes.div_ceil(2);
        self.is_patient = !self.is_patient;
        let length = self.first_length * round * round;
        self.changes_at = propagations
            + if self.is_patient {
                PATIENCE * length
            } else {
                length
            };
        true
    }

    pub(crate) fn is_due(&self) -> bool {
        if self.is_patient {
            return self.since >= self.luby.1 * UNIT;
        }
        self.since >= LEAST && self.recent.get() > MARGIN * self.all.get()
    }

    pub(crate) fn restarted(&mut self) {
        self.since = 0;
        if self.is_patient {
            // Knuth's way to the sequence 1 1 2 1 1 2 4.
            let (u, v) = self.luby;
            self.luby = match u & u.wrapping_neg() == v {
                true => (u + 1, 1),
                false => (u, 2 * v),
            };
        }
    }
}
