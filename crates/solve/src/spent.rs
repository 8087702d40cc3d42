//! What several runs spend together: limits are shared among them, counters are added up.

use gridwright_fd::{Limit, Limits, Stats};

/// The limits that are left after `stats`; or the one that is used up. A limit on solutions is left alone.
pub(crate) fn left(limits: &Limits, stats: &Stats) -> Result<Limits, Limit> {
    let counted = |limit: Option<u64>, used: u64, which: Limit| match limit {
        Some(limit) if used >= limit => Err(which),
        limit => Ok(limit.map(|limit| limit - used)),
    };
    let time = match limits.time {
        Some(time) if stats.solve_time >= time => return Err(Limit::Time),
        time => time.map(|time| time - stats.solve_time),
    };
    Ok(Limits {
        time,
        nodes: counted(limits.nodes, stats.nodes, Limit::Nodes)?,
        failures: counted(limits.failures, stats.failures, Limit::Failures)?,
        backtracks: counted(limits.backtracks, stats.backtracks, Limit::Backtracks)?,
        ..limits.clone()
    })
}

/// What was spent between two states of the counters, as far as limits go.
pub(crate) fn since(now: &Stats, before: &Stats) -> Stats {
    Stats {
        nodes: now.nodes - before.nodes,
        failures: now.failures - before.failures,
        backtracks: now.backtracks - before.backtracks,
        solve_time: now.solve_time.saturating_sub(before.solve_time),
        ..Stats::default()
    }
}

/// Adds the counters of a further run: counts and times are added up, of depth and memory the larger is kept.
pub fn add_stats(total: &mut Stats, run: &Stats) {
    total.nodes += run.nodes;
    total.failures += run.failures;
    total.backtracks += run.backtracks;
    total.propagations += run.propagations;
    total.prunings += run.prunings;
    total.nogoods += run.nogoods;
    total.looks += run.looks;
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
    fn what_is_left() {
        let limits = Limits {
            nodes: Some(10),
            failures: Some(5),
            ..Limits::default()
        };
        let mut spent = Stats {
            nodes: 4,
            failures: 4,
            ..Stats::default()
        };
        let rest = left(&limits, &spent).expect("something is left");
        assert_eq!((rest.nodes, rest.failures), (Some(6), Some(1)));
        add_stats(
            &mut spent,
            &Stats {
                failures: 1,
                ..Stats::default()
            },
        );
        assert_eq!(left(&limits, &spent).err(), Some(Limit::Failures));
    }
}
