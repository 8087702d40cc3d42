//! Restart strategies.

use std::fmt;
use std::str::FromStr;

/// When to restart, counted in failures since the last restart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Restart {
    /// Never.
    Never,
    /// After `unit` times 1, 1, 2, 1, 1, 2, 4, … failures (Luby, Sinclair and Zuckerman 1993).
    Luby {
        /// The factor.
        unit: u64,
    },
    /// After `unit` times 1, 2, 3, … failures.
    Linear {
        /// The factor.
        unit: u64,
    },
    /// After `first` failures, then `factor` times as many each time.
    Geometric {
        /// Failures before the first restart.
        first: u64,
        /// The growth, above 1.
        factor: f64,
    },
    /// When recent nogoods have a higher LBD than average (Audemard and Simon 2012); without learning, Luby with unit
    /// 100.
    Adaptive,
}

impl Restart {
    /// Whether the intervals are positive and grow without bound, so that a complete search ends.
    pub(crate) fn grows(self) -> bool {
        match self {
            Restart::Never | Restart::Adaptive => true,
            Restart::Luby { unit } | Restart::Linear { unit } => unit > 0,
            Restart::Geometric { first, factor } => first > 0 && factor > 1.0,
        }
    }
}

/// The error of parsing a text that names no restart strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRestart(pub String);

impl fmt::Display for UnknownRestart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = "never, adaptive, luby[:UNIT], linear[:UNIT], geometric[:FIRST[:FACTOR]]";
        write!(f, "`{}` is none of {known}", self.0)
    }
}

impl std::error::Error for UnknownRestart {}

impl FromStr for Restart {
    type Err = UnknownRestart;

    fn from_str(text: &str) -> Result<Restart, UnknownRestart> {
        let mut words = text.split(':');
        let rule = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let wrong = || UnknownRestart(text.to_owned());
        let positive = |word: Option<&&str>, default: u64| match word {
            Some(word) => word.parse().ok().filter(|n| *n > 0).ok_or_else(wrong),
            None => Ok(default),
        };
        match (rule, rest.len()) {
            ("never", 0) => Ok(Restart::Never),
            ("adaptive", 0) => Ok(Restart::Adaptive),
            ("luby", 0..=1) => Ok(Restart::Luby {
                unit: positive(rest.first(), 100)?,
            }),
            ("linear", 0..=1) => Ok(Restart::Linear {
                unit: positive(rest.first(), 100)?,
            }),
            ("geometric", 0..=2) => {
                let factor = rest.get(1).map_or(Ok(1.5), |word| word.parse());
                Ok(Restart::Geometric {
                    first: positive(rest.first(), 100)?,
                    factor: factor.ok().filter(|f| *f > 1.0).ok_or_else(wrong)?,
                })
            }
            _ => Err(wrong()),
        }
    }
}

/// The `i`-th term of Luby's sequence, from 1.
fn luby(i: u64) -> u64 {
    let mut i = i;
    loop {
        let power = 64 - (i + 1).leading_zeros() - 1;
        if (i + 1).is_power_of_two() {
            return 1 << (power - 1);
        }
        i -= (1 << power) - 1;
    }
}

/// Counts failures and decides when to restart.
#[derive(Clone, Debug)]
pub(crate) struct Restarter {
    rule: Restart,
    starts: u64,
    failures: u64,
    /// Moving averages of the LBD of nogoods: recent and long-term.
    recent: f64,
    average: f64,
    /// The failures since the first start; `failures` are those since the last restart.
    n: u64,
}

impl Restarter {
    pub(crate) fn new(rule: Restart) -> Restarter {
        Restarter {
            rule,
            starts: 1,
            failures: 0,
            recent: 0.0,
            average: 0.0,
            n: 0,
        }
    }

    /// Records a failure and the LBD of the nogood learnt from it.
    pub(crate) fn failure(&mut self, lbd: usize) {
        self.failures += 1;
        self.n += 1;
        // Plain averages at first, so that neither moving average starts from zero.
        self.recent += (lbd as f64 - self.recent) / self.n.min(32) as f64;
        self.average += (lbd as f64 - self.average) / self.n.min(4096) as f64;
    }

    /// Whether to restart now; if so, counts the restart.
    pub(crate) fn is_due(&mut self, learning: bool) -> bool {
        let due = match self.rule {
            Restart::Never => false,
            Restart::Luby { unit } => self.failures >= unit.saturating_mul(luby(self.starts)),
            Restart::Linear { unit } => self.failures >= unit.saturating_mul(self.starts),
            Restart::Geometric { first, factor } => {
                self.failures as f64 >= first as f64 * factor.powf((self.starts - 1) as f64)
            }
            Restart::Adaptive if learning => {
                self.failures >= 20 && self.recent > self.average * 1.18
            }
            Restart::Adaptive => self.failures >= 100 * luby(self.starts),
        };
        if due {
            self.starts += 1;
            self.failures = 0;
        }
        due
    }

    /// The failures since the first start.
    pub(crate) fn n_failures(&self) -> u64 {
        self.n
    }

    /// The number of starts, the first included.
    pub(crate) fn starts(&self) -> u64 {
        self.starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// The failures among the first 14 after which a search restarts.
    fn starts(rule: Restart) -> Vec<u64> {
        let mut restarter = Restarter::new(rule);
        let is_start = |_: &u64| {
            restarter.failure(1);
            restarter.is_due(false)
        };
        (1..=14).filter(is_start).collect()
    }

    #[test]
    fn growth() {
        let geometric = Restart::Geometric {
            first: 2,
            factor: 2.0,
        };
        assert_eq!(starts(geometric), [2, 6, 14]);
        assert_eq!(starts(Restart::Linear { unit: 2 }), [2, 6, 12]);
        assert_eq!(starts(Restart::Luby { unit: 3 }), [3, 6, 12]);
    }
}
