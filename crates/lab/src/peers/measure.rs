//! Measures a benchmark row: the runs of each side, with medians and ratios.

use std::time::Duration;

use gridwright::Verdict;
use gridwright_control::median;

use crate::peers::encode::encode;
use crate::peers::engine::{ENGINES, EngineTask};
use crate::peers::instances::Instance;
use crate::peers::peer::{Peer, PeerInfo, Run, Task, first_line};
use crate::peers::spec::{BenchmarkOptions, BenchmarkRow};

/// After this many consecutive instances that reach the limit, the rest of a set is skipped.
const MAX_UNSETTLED: usize = 6;

/// The runs of an engine or a peer on a row, each with the index of its instance.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The runs.
    pub runs: Vec<(usize, Run)>,
}

impl Side {
    /// Whether the last instances all reached the limit.
    fn gave_up(&self) -> bool {
        let last = self.runs.iter().rev().take(MAX_UNSETTLED);
        last.filter(|(_, run)| run.verdict.is_none()).count() == MAX_UNSETTLED
    }

    /// The number of settled instances.
    pub fn n_solved(&self) -> usize {
        let solved = self.runs.iter().filter(|(_, run)| run.verdict.is_some());
        solved.count()
    }

    /// The median time; a run that reached the limit counts with its time.
    pub fn time(&self) -> Option<Duration> {
        median(self.runs.iter().map(|(_, run)| run.time), Duration::cmp)
    }

    /// The median set-up time, if known.
    pub fn setup(&self) -> Option<Duration> {
        median(
            self.runs.iter().filter_map(|(_, run)| run.setup),
            Duration::cmp,
        )
    }

    /// The longest time.
    pub fn worst(&self) -> Option<Duration> {
        self.runs.iter().map(|(_, run)| run.time).max()
    }

    /// The median number of failures.
    pub fn failures(&self) -> Option<u64> {
        median(
            self.runs.iter().filter_map(|(_, run)| run.failures),
            u64::cmp,
        )
    }

    /// The number of instances per second.
    pub fn rate(&self) -> f64 {
        let time: Duration = self.runs.iter().map(|(_, run)| run.time).sum();
        self.runs.len() as f64 / time.as_secs_f64()
    }

    /// The median ratio of the times of this side and another over their common instances. Instances that the other side skipped count as if it had
    /// reached the limit.
    pub fn ratio_to(&self, other: &Side, limit: Duration) -> Option<Ratio> {
        self.ratio(other, limit, |run| run.time)
    }

    /// The same, with the separate set-up time of this side added to its time.
    pub fn total_ratio_to(&self, other: &Side, limit: Duration) -> Option<Ratio> {
        self.ratio(other, limit, |run| run.time + run.setup.unwrap_or_default())
    }

    fn ratio(&self, other: &Side, limit: Duration, time: fn(&Run) -> Duration) -> Option<Ratio> {
        let mut ratios: Vec<Ratio> = Vec::new();
        for (index, one) in &self.runs {
            let run = other.runs.iter().find(|(at, _)| at == index);
            let (others, at_most) = match run {
                Some((_, run)) => (run.time, run.verdict.is_none()),
                None if other.gave_up() => (limit, true),
                None => continue,
            };
            let at_least = one.verdict.is_none();
            // Two runs that reached the limit cannot be compared.
            if at_least && at_most {
                continue;
            }
            // After subtracting the start time, a process cannot be measured below 0.1 ms.
            let own = time(one).as_secs_f64().max(1e-4);
            ratios.push(Ratio {
                value: own / others.as_secs_f64().max(1e-6),
                at_least,
                at_most,
            });
        }
        ratios.sort_by(|one, other| one.value.total_cmp(&other.value));
        // The lower of two middle values is the less favourable one for us.
        ratios.get(ratios.len().saturating_sub(1) / 2).copied()
    }
}

/// The ratio of two times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The quotient.
    pub value: f64,
    /// A lower bound: the first side reached its limit.
    pub at_least: bool,
    /// An upper bound: the second side reached its limit.
    pub at_most: bool,
}

/// The result of a row.
#[derive(Clone, Debug, Default)]
pub struct RowResult {
    /// The names of the instances.
    pub instances: Vec<String>,
    /// One for each engine, then one for each peer.
    pub sides: Vec<Side>,
    /// Messages that are no errors.
    pub notes: Vec<String>,
    /// Errors: verdicts that differ, and wrong counts.
    pub errors: Vec<String>,
}

/// Measures a row: instance by instance, all sides in turn, so that other load on the machine affects all of them.
pub(crate) fn measure(
    row: &BenchmarkRow,
    instances: &[Instance],
    peers: &[Box<dyn Peer>],
    options: &BenchmarkOptions,
) -> RowResult {
    let mut result = RowResult {
        instances: instances.iter().map(|one| one.name.clone()).collect(),
        sides: vec![Side::default(); ENGINES.len() + peers.len()],
        ..RowResult::default()
    };
    let bounds = options.bounds();
    for (index, instance) in instances.iter().enumerate() {
        let mut verdicts: Vec<(&str, Verdict)> = Vec::new();
        for turn in 0..ENGINES.len() {
            // The first engine on an instance has cold caches, so they take turns.
            let turn = (index + turn) % ENGINES.len();
            let (name, engine) = ENGINES[turn];
            let side = &mut result.sides[turn];
            if !options.selects_engine(name) || side.gave_up() || options.stop.is_requested() {
                continue;
            }
            let task = EngineTask {
                name: &instance.name,
                instance: &instance.parsed,
                question: row.question,
                engine,
                bounds,
                stop: &options.stop,
            };
            match task.run() {
                Ok(run) => {
                    verdicts.extend(run.verdict.map(|verdict| (name, verdict)));
                    result.errors.extend(count_error(row, name, &run));
                    side.runs.push((index, run));
                }
                Err(error) => result.errors.push(format!("{}, {name}: {error}", row.name)),
            }
        }
        let encoded = encode(&row.kind, &instance.text);
        let task = Task {
            instance,
            encoded: encoded.as_ref(),
            question: row.question,
            bounds,
        };
        for (peer, side) in peers.iter().zip(&mut result.sides[ENGINES.len()..]) {
            let PeerInfo {
                name,
                max_instances,
                ..
            } = peer.info();
            let is_selected = index % instances.len().div_ceil(*max_instances) == 0;
            if !is_selected || side.gave_up() || options.stop.is_requested() {
                continue;
            }
            match peer.run(&task) {
                Some(Ok(run)) => {
                    verdicts.extend(run.verdict.map(|verdict| (*name, verdict)));
                    side.runs.push((index, run));
                }
                Some(Err(error)) => {
                    let note = format!("{name}, {}: {}", instance.name, first_line(&error));
                    result.notes.push(note);
                }
                None => {}
            }
        }
        let error = disagreement(&verdicts);
        let name = |error| format!("{}, {}: {error}", row.name, instance.name);
        result.errors.extend(error.map(name));
    }
    for (peer, side) in peers.iter().zip(&mut result.sides[ENGINES.len()..]) {
        match peer.run_all(row, instances, bounds) {
            Some(Ok(runs)) => side.runs = runs,
            Some(Err(error)) => {
                let note = format!("{}: {}", peer.info().name, first_line(&error));
                result.notes.push(note);
            }
            None => {}
        }
    }
    result
}

/// An error message if the verdicts on one puzzle differ.
pub(crate) fn disagreement(verdicts: &[(&str, Verdict)]) -> Option<String> {
    let mut others = verdicts.iter();
    others.find(|(_, verdict)| *verdict != verdicts[0].1)?;
    let all = verdicts.iter();
    let all = all.map(|(name, verdict)| format!("{name} says {verdict}"));
    Some(all.collect::<Vec<String>>().join(", "))
}

/// An error message if a finished count is not the known one.
fn count_error(row: &BenchmarkRow, engine: &str, run: &Run) -> Option<String> {
    run.verdict?;
    let (known, count) = (row.answers?, run.count?);
    let message = format!("{}, {engine}: {count} answers instead of {known}", row.name);
    (known != count).then_some(message)
}
