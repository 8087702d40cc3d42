//! A row measured: what each side makes of its instances, with medians and ratios.

use std::time::Duration;

use gridwright::Verdict;

use crate::peers::Wanted;
use crate::peers::corpus::Instance;
use crate::peers::ours::{self, ENGINES};
use crate::peers::peer::{Asking, Peer};
use crate::peers::rows::Row;
use crate::peers::told::told;

/// After so many instances in a row that reach the limit, the rest of a set is left.
const PATIENCE: usize = 6;

/// What a run on one instance came to, ours or another program's.
#[derive(Clone, Debug)]
pub struct Run {
    /// What came before the search, where that is told: formulating, grounding, flattening, loading. Ours is a part of the time, theirs is apart from it.
    pub setup: Option<Duration>,
    /// The time, of the processor.
    pub time: Duration,
    /// Failures; `None` if a program that was ended did not get to say.
    pub failures: Option<u64>,
    /// The verdict; `None` if a limit was reached first.
    pub verdict: Option<Verdict>,
    /// How many answers there are, where they were counted.
    pub count: Option<u64>,
    /// The most bytes that a process of its own had resident.
    pub memory: Option<u64>,
}

/// What one side makes of a row: for each instance it was tried on, its place and the run.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The runs.
    pub runs: Vec<(usize, Run)>,
}

impl Side {
    /// Whether the last instances tried all reached the limit.
    fn gave_up(&self) -> bool {
        let last = self.runs.iter().rev().take(PATIENCE);
        last.filter(|(_, run)| run.verdict.is_none()).count() == PATIENCE
    }

    /// How many instances were settled.
    pub fn n_solved(&self) -> usize {
        let solved = self.runs.iter().filter(|(_, run)| run.verdict.is_some());
        solved.count()
    }

    /// The median time over what was tried; what reached the limit counts with the time it had.
    pub fn time(&self) -> Option<Duration> {
        median(self.runs.iter().map(|(_, run)| run.time))
    }

    /// The median of what came before the search, where it was told.
    pub fn setup(&self) -> Option<Duration> {
        median(self.runs.iter().filter_map(|(_, run)| run.setup))
    }

    /// The longest time.
    pub fn worst(&self) -> Option<Duration> {
        self.runs.iter().map(|(_, run)| run.time).max()
    }

    /// The median of failures.
    pub fn failures(&self) -> Option<u64> {
        median(self.runs.iter().filter_map(|(_, run)| run.failures))
    }

    /// How many instances are done in a second.
    pub fn rate(&self) -> f64 {
        let time: Duration = self.runs.iter().map(|(_, run)| run.time).sum();
        self.runs.len() as f64 / time.as_secs_f64()
    }

    /// How many times as long as another side this one takes, the median over the instances both were tried on. Where the other gave up,
    /// what it left counts as if it had reached the limit.
    pub fn over(&self, other: &Side, limit: Duration) -> Option<Ratio> {
        self.ratio(other, limit, |run| run.time)
    }

    /// The same for a side whose set-up stands apart from its time, with both taken together.
    pub fn over_in_all(&self, other: &Side, limit: Duration) -> Option<Ratio> {
        self.ratio(other, limit, |run| run.time + run.setup.unwrap_or_default())
    }

    fn ratio(&self, other: &Side, limit: Duration, time: fn(&Run) -> Duration) -> Option<Ratio> {
        let mut ratios: Vec<Ratio> = Vec::new();
        for (place, one) in &self.runs {
            let found = other.runs.iter().find(|(at, _)| at == place);
            let (others, at_most) = match found {
                Some((_, run)) => (run.time, run.verdict.is_none()),
                None if other.gave_up() => (limit, true),
                None => continue,
            };
            let at_least = one.verdict.is_none();
            // Two that reached the limit cannot be compared.
            if at_least && at_most {
                continue;
            }
            // Below a tenth of a millisecond a process cannot be measured after its start is subtracted.
            let own = time(one).as_secs_f64().max(1e-4);
            ratios.push(Ratio {
                value: own / others.as_secs_f64().max(1e-6),
                at_least,
                at_most,
            });
        }
        ratios.sort_by(|one, other| one.value.total_cmp(&other.value));
        // Of two in the middle, the one that flatters less.
        ratios.get(ratios.len().saturating_sub(1) / 2).copied()
    }
}

/// How many times as long one side takes as another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratio {
    /// The quotient.
    pub value: f64,
    /// The first side reached its limit, so it is more.
    pub at_least: bool,
    /// The second side did, so it is less.
    pub at_most: bool,
}

/// A row after measuring.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The names of the instances.
    pub instances: Vec<String>,
    /// One for each engine of ours, then one for each peer.
    pub sides: Vec<Side>,
    /// Worth knowing, but nothing is wrong.
    pub notes: Vec<String>,
    /// What is wrong.
    pub complaints: Vec<String>,
}

/// Measures a row: instance by instance, all sides in turn, so that a busy spell of the machine meets all alike.
pub(crate) fn measure(
    row: &Row,
    instances: &[Instance],
    peers: &[Box<dyn Peer>],
    wanted: &Wanted,
) -> Measured {
    let mut measured = Measured {
        instances: instances.iter().map(|one| one.name.clone()).collect(),
        sides: vec![Side::default(); ENGINES.len() + peers.len()],
        ..Measured::default()
    };
    for (place, instance) in instances.iter().enumerate() {
        let mut verdicts: Vec<(&str, Verdict)> = Vec::new();
        for turn in 0..ENGINES.len() {
            // The first to meet an instance finds cold caches, so each is the first in its turn.
            let turn = (place + turn) % ENGINES.len();
            let (name, engine) = ENGINES[turn];
            let side = &mut measured.sides[turn];
            if !wanted.wants_engine(name) || side.gave_up() || wanted.stop.is_requested() {
                continue;
            }
            let (given, bounds) = (&instance.given, wanted.bounds());
            match ours::run(
                &instance.name,
                given,
                row.question,
                engine,
                bounds,
                &wanted.stop,
            ) {
                Ok(run) => {
                    verdicts.extend(run.verdict.map(|verdict| (name, verdict)));
                    measured.complaints.extend(miscounted(row, name, &run));
                    side.runs.push((place, run));
                }
                Err(why) => {
                    let what = format!("{}, {name}: {why}", row.name);
                    measured.complaints.push(what);
                }
            }
        }
        let told = told(&row.kind, &instance.text);
        let asking = Asking {
            instance,
            told: told.as_ref(),
            question: row.question,
            bounds: wanted.bounds(),
        };
        for (peer, side) in peers.iter().zip(&mut measured.sides[ENGINES.len()..]) {
            let is_chosen = place % instances.len().div_ceil(peer.most()) == 0;
            if !is_chosen || side.gave_up() || wanted.stop.is_requested() {
                continue;
            }
            match peer.run(&asking) {
                Some(Ok(run)) => {
                    verdicts.extend(run.verdict.map(|verdict| (peer.name(), verdict)));
                    side.runs.push((place, run));
                }
                Some(Err(why)) => {
                    let what = format!("{}, {}: {}", peer.name(), instance.name, first_line(&why));
                    measured.notes.push(what);
                }
                None => {}
            }
        }
        if verdicts
            .iter()
            .any(|(_, verdict)| *verdict != verdicts[0].1)
        {
            let said: Vec<String> = verdicts
                .iter()
                .map(|(name, verdict)| format!("{name} says {verdict}"))
                .collect();
            let what = format!("{}, {}: {}", row.name, instance.name, said.join(", "));
            measured.complaints.push(what);
        }
    }
    for (peer, side) in peers.iter().zip(&mut measured.sides[ENGINES.len()..]) {
        if let Some(run) = peer.run_all(row, instances, wanted.bounds()) {
            match run {
                Ok(runs) => side.runs = runs,
                Err(why) => measured
                    .notes
                    .push(format!("{}: {}", peer.name(), first_line(&why))),
            }
        }
    }
    measured
}

/// Programs that fail say a lot.
fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or_default().chars().take(200).collect()
}

/// What is wrong with a finished count.
fn miscounted(row: &Row, engine: &str, run: &Run) -> Option<String> {
    run.verdict?;
    let (known, count) = (row.answers?, run.count?);
    let what = format!("{}, {engine}: {count} answers instead of {known}", row.name);
    (known != count).then_some(what)
}

fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
