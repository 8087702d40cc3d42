//! The outcome of a run, sums of counters, and the limits that remain after a run.

use gridwright_fd::{Atom, End, Limit, Limits, Stats};

use crate::options::ModelEngine;

/// The outcome of a run: how it ended, which engine ran last, and its counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveOutcome {
    /// The engine of the last stage.
    pub engine: ModelEngine,
    /// How the run ended.
    pub end: End,
    /// The counters, summed over all stages.
    pub stats: Stats,
    /// If there is no solution: assumptions that conflict, if the engine can find them.
    pub core: Option<Vec<Atom>>,
}

impl SolveOutcome {
    /// The outcome of a run of one engine.
    pub(crate) fn new(engine: ModelEngine, outcome: gridwright_fd::Outcome) -> SolveOutcome {
        let gridwright_fd::Outcome { end, stats, core } = outcome;
        SolveOutcome {
            engine,
            end,
            stats,
            core,
        }
    }
}

impl From<SolveOutcome> for gridwright_fd::Outcome {
    fn from(outcome: SolveOutcome) -> gridwright_fd::Outcome {
        let SolveOutcome {
            end, stats, core, ..
        } = outcome;
        gridwright_fd::Outcome { end, stats, core }
    }
}

/// The limits that remain after `used`; the error is a limit that is used up. The limit on solutions is not reduced.
pub(crate) fn remaining(limits: &Limits, used: &Stats) -> Result<Limits, Limit> {
    let counted = |limit: Option<u64>, used: u64, which: Limit| match limit {
        Some(limit) if used >= limit => Err(which),
        limit => Ok(limit.map(|limit| limit - used)),
    };
    let time = match limits.time {
        Some(time) if used.solve_time >= time => return Err(Limit::Time),
        time => time.map(|time| time - used.solve_time),
    };
    Ok(Limits {
        time,
        nodes: counted(limits.nodes, used.nodes, Limit::Nodes)?,
        failures: counted(limits.failures, used.failures, Limit::Failures)?,
        backtracks: counted(limits.backtracks, used.backtracks, Limit::Backtracks)?,
        ..limits.clone()
    })
}

/// The limits that remain for a question that began when the counters were `before`.
pub(crate) fn remaining_since(
    limits: &Limits,
    before: &Stats,
    now: &Stats,
) -> Result<Limits, Limit> {
    let used = Stats {
        nodes: now.nodes - before.nodes,
        failures: now.failures - before.failures,
        backtracks: now.backtracks - before.backtracks,
        solve_time: now.solve_time.saturating_sub(before.solve_time),
        ..Stats::default()
    };
    remaining(limits, &used)
}

/// Adds the counters of another run. Counts and times are added; for depth and memory, the maximum is taken.
pub fn add_stats(total: &mut Stats, run: &Stats) {
    total.nodes += run.nodes;
    total.failures += run.failures;
    total.backtracks += run.backtracks;
    total.propagations += run.propagations;
    total.prunings += run.prunings;
    total.nogoods += run.nogoods;
    total.visits += run.visits;
    total.restarts += run.restarts;
    total.depth = total.depth.max(run.depth);
    total.solutions += run.solutions;
    total.memory = total.memory.max(run.memory);
    total.setup_time += run.setup_time;
    total.solve_time += run.solve_time;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_used_up() {
        let limits = Limits::default().node_limit(10).failure_limit(5);
        let mut used = Stats {
            nodes: 4,
            failures: 4,
            ..Stats::default()
        };
        let rest = remaining(&limits, &used).expect("some of each remains");
        assert_eq!((rest.nodes, rest.failures), (Some(6), Some(1)));
        let more = Stats {
            failures: 1,
            ..Stats::default()
        };
        add_stats(&mut used, &more);
        assert_eq!(remaining(&limits, &used).err(), Some(Limit::Failures));
    }
}
