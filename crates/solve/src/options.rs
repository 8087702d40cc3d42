//! The options of a run: its engine, consistency, search and limits. Those that are not set are chosen by the features of the model.

use std::fmt;
use std::time::Duration;

use gridwright_fd::{Atom, Consistency, ConsistencyMap, Limits, Search, Stop, UnknownName};

/// The engines for models, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ModelEngine {
    /// Chosen by the features of the model and the goal; several engines may run one after the other.
    #[default]
    Auto,
    /// Propagation and search.
    Fd,
    /// Propagation and search that learns nogoods from conflicts.
    Learn,
    /// Brute force.
    Oracle,
    /// A CDCL solver on the CNF encoding of the model, if it has one.
    Sat,
}

impl fmt::Display for ModelEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ModelEngine::Auto => "auto",
            ModelEngine::Fd => "fd",
            ModelEngine::Learn => "learn",
            ModelEngine::Oracle => "oracle",
            ModelEngine::Sat => "sat",
        })
    }
}

/// The options of a run.
///
/// ```
/// use gridwright_solve::{ModelEngine, RunOptions};
/// let options = RunOptions::new().engine(ModelEngine::Learn).solutions(2).nodes(10_000);
/// assert_eq!(options.limits.solutions, Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The engine.
    pub engine: ModelEngine,
    /// The propagation strength of each constraint family; `None`: chosen by the features of the model.
    pub consistency: Option<ConsistencyMap>,
    /// The search; `None`: chosen by the features of the model.
    pub search: Option<Search>,
    /// Assumptions of every run with these options.
    pub assumptions: Vec<Atom>,
    /// When to stop.
    pub limits: Limits,
    /// Whether to keep the log that events and reasons are read from even if the engine does not learn.
    pub record_reasons: bool,
    /// The maximum number of assignments for the engine `oracle`.
    pub max_assignments: u64,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions::new()
    }
}

impl RunOptions {
    /// The same with `record_reasons` set, for sinks that receive events.
    pub fn record_reasons(self) -> RunOptions {
        RunOptions {
            record_reasons: true,
            ..self
        }
    }

    /// No option and no limit is set.
    pub fn new() -> RunOptions {
        RunOptions {
            engine: ModelEngine::Auto,
            consistency: None,
            search: None,
            assumptions: Vec::new(),
            limits: Limits::default(),
            record_reasons: false,
            max_assignments: 10_000_000,
        }
    }

    /// The same with this engine.
    pub fn engine(self, engine: ModelEngine) -> RunOptions {
        RunOptions { engine, ..self }
    }

    /// The same with this propagation strength.
    pub fn consistency(self, consistency: ConsistencyMap) -> RunOptions {
        RunOptions {
            consistency: Some(consistency),
            ..self
        }
    }

    /// The same with this search.
    pub fn search(self, search: Search) -> RunOptions {
        RunOptions {
            search: Some(search),
            ..self
        }
    }

    /// The same under these assumptions.
    pub fn assuming(self, assumptions: impl Into<Vec<Atom>>) -> RunOptions {
        RunOptions {
            assumptions: assumptions.into(),
            ..self
        }
    }

    /// The same with these limits.
    pub fn limits(self, limits: Limits) -> RunOptions {
        RunOptions { limits, ..self }
    }

    /// The same, stopping after this many solutions.
    pub fn solutions(mut self, n: u64) -> RunOptions {
        self.limits.solutions = Some(n);
        self
    }

    /// The same, stopping after this many nodes.
    pub fn nodes(mut self, n: u64) -> RunOptions {
        self.limits.nodes = Some(n);
        self
    }

    /// The same, stopping after this many failures.
    pub fn failures(mut self, n: u64) -> RunOptions {
        self.limits.failures = Some(n);
        self
    }

    /// The same, stopping after this much wall time, by the system's clock.
    pub fn time(mut self, time: Duration) -> RunOptions {
        self.limits = self.limits.time_limit(time);
        self
    }

    /// The same with this stop flag.
    pub fn stop(mut self, stop: Stop) -> RunOptions {
        self.limits.stop = Some(stop);
        self
    }
}

/// Parses propagation strengths: first the default of all families, then exceptions for single families, as in `bounds, all_different=domain`.
pub fn parse_consistency(text: &str) -> Result<ConsistencyMap, UnknownName> {
    let mut parts = text.split(',').map(str::trim);
    let mut consistency = ConsistencyMap::all(parts.next().unwrap_or_default().parse()?);
    for part in parts {
        let (family, level) = part.split_once('=').ok_or_else(|| UnknownName {
            name: part.to_owned(),
            known: vec!["family=level"],
        })?;
        consistency = consistency.with(family.trim(), level.trim().parse::<Consistency>()?);
    }
    Ok(consistency)
}

impl fmt::Display for RunOptions {
    /// The engine and, if given, the search, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {}", self.engine)?;
        if let Some(search) = &self.search {
            write!(f, ", {} {}", search.method, search.inference)?;
            for group in &search.groups {
                write!(f, ", {} {}", group.select, group.choice)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consistency_is_parsed() {
        let consistency = parse_consistency("bounds, all_different = domain").expect("consistency");
        assert_eq!(consistency.of("all_different"), Consistency::Domain);
        assert_eq!(consistency.of("linear"), Consistency::Bounds);
        for (text, message) in [
            ("gac", "`gac` is none of value, bounds, domain"),
            ("value,x", "`x` is none of family=level"),
            ("value,x=y", "`y` is none of value, bounds, domain"),
        ] {
            let error = parse_consistency(text).expect_err("not a consistency");
            assert_eq!(error.to_string(), message);
        }
    }
}
