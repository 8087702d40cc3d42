//! A row of the table: a set of instances, a question, and what each side makes of it.

use std::time::Duration;

use gridwright::{EngineName, Question, Verdict};

use crate::corpus::{Instance, Set, made};
use crate::options::Options;
use crate::ours::{self, Run};
use crate::peers::Peer;
use crate::told::told;

/// The engines, by the names the command line gives them.
pub(crate) const ENGINES: [(&str, EngineName); 3] = [
    ("auto", EngineName::Auto),
    ("fd", EngineName::Plain),
    ("learn", EngineName::Learning),
];

/// After so many instances in a row that reach the limit, the rest of a set is left.
const PATIENCE: usize = 6;

/// What is measured in a row.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) question: Question,
    pub(crate) source: Source,
    /// How many answers must be counted, where that is asked and known.
    pub(crate) count: Option<u64>,
    /// Whether many small instances are meant, and how many of them are done in a second.
    pub(crate) is_bulk: bool,
}

pub(crate) enum Source {
    Set(Set),
    /// One instance, by its text.
    Text(String),
}

impl Row {
    /// The instances; `None` if they are not on this machine.
    pub(crate) fn instances(&self, options: &Options) -> Option<Vec<Instance>> {
        let most = if self.is_bulk {
            options.most.saturating_mul(10)
        } else {
            options.most
        };
        match &self.source {
            Source::Set(set) => set.instances(self.kind, most),
            Source::Text(text) => made(self.kind, &self.name, text).map(|one| vec![one]),
        }
    }
}

/// What one side makes of a row: for each instance it was tried on, its place and the run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    pub(crate) runs: Vec<(usize, Run)>,
}

impl Side {
    /// Whether the last instances tried all reached the limit.
    fn gave_up(&self) -> bool {
        let last = self.runs.iter().rev().take(PATIENCE);
        last.filter(|(_, run)| run.verdict.is_none()).count() == PATIENCE
    }

    pub(crate) fn n_solved(&self) -> usize {
        let solved = self.runs.iter().filter(|(_, run)| run.verdict.is_some());
        solved.count()
    }

    /// The median time over what was tried; what reached the limit counts with the time it had.
    pub(crate) fn time(&self) -> Option<Duration> {
        median(self.runs.iter().map(|(_, run)| run.time))
    }

    pub(crate) fn worst(&self) -> Option<Duration> {
        self.runs.iter().map(|(_, run)| run.time).max()
    }

    pub(crate) fn failures(&self) -> Option<u64> {
        median(self.runs.iter().filter_map(|(_, run)| run.failures))
    }

    /// How many instances are done in a second.
    pub(crate) fn rate(&self) -> f64 {
        let time: Duration = self.runs.iter().map(|(_, run)| run.time).sum();
        self.runs.len() as f64 / time.as_secs_f64()
    }

    /// How many times as long as another side this one takes, the median over the instances both were tried on. Where the other gave up,
    /// what it left counts as if it had reached the limit.
    pub(crate) fn over(&self, other: &Side, limit: Duration) -> Option<Ratio> {
        let mut ratios: Vec<Ratio> = Vec::new();
        for (place, one) in &self.runs {
            let found = other.runs.iter().find(|(at, _)| at == place);
            let (time, at_most) = match found {
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
            let own = one.time.as_secs_f64().max(1e-4);
            ratios.push(Ratio {
                value: own / time.as_secs_f64().max(1e-6),
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
pub(crate) struct Ratio {
    pub(crate) value: f64,
    /// The first side reached its limit, so it is more.
    pub(crate) at_least: bool,
    /// The second side did, so it is less.
    pub(crate) at_most: bool,
}

/// A row after measuring.
#[derive(Default)]
pub(crate) struct Measured {
    /// One for each of [`ENGINES`].
    pub(crate) engines: Vec<Side>,
    /// One for each peer.
    pub(crate) peers: Vec<Side>,
    /// Worth knowing, but nothing is wrong.
    pub(crate) notes: Vec<String>,
    /// What is wrong.
    pub(crate) complaints: Vec<String>,
}

/// Measures a row: instance by instance, all sides in turn, so that a busy spell of the machine meets all alike.
pub(crate) fn measure(
    row: &Row,
    instances: &[Instance],
    peers: &[Peer],
    options: &Options,
) -> Measured {
    let mut measured = Measured {
        engines: vec![Side::default(); ENGINES.len()],
        peers: vec![Side::default(); peers.len()],
        ..Measured::default()
    };
    for (place, instance) in instances.iter().enumerate() {
        let mut verdicts: Vec<(&str, Verdict)> = Vec::new();
        for turn in 0..ENGINES.len() {
            // The first to meet an instance finds cold caches, so each is the first in its turn.
            let turn = (place + turn) % ENGINES.len();
            let (name, engine) = ENGINES[turn];
            let side = &mut measured.engines[turn];
            if !options.wants_engine(name) || side.gave_up() {
                continue;
            }
            match ours::run(instance, row.question, engine, options.limit) {
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
        for (peer, side) in peers.iter().zip(&mut measured.peers) {
            let is_chosen = place % instances.len().div_ceil(peer.most()) == 0;
            if !is_chosen || side.gave_up() {
                continue;
            }
            let run = told(row.kind, &instance.text)
                .and_then(|told| peer.run(&told, row.question, options.limit));
            match run {
                Some(Ok(run)) => {
                    verdicts.extend(run.verdict.map(|verdict| (peer.name, verdict)));
                    side.runs.push((place, run));
                }
                Some(Err(why)) => {
                    let what = format!("{}, {}: {why}", peer.name, instance.name);
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
    measured
}

/// What is wrong with a finished count.
fn miscounted(row: &Row, engine: &str, run: &Run) -> Option<String> {
    run.verdict?;
    let (known, count) = (row.count?, run.count?);
    let what = format!("{}, {engine}: {count} answers instead of {known}", row.name);
    (known != count).then_some(what)
}

fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
