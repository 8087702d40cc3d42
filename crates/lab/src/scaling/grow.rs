//! A curve measured: size by size, every side on the same puzzles, until each has had a size of which it settled less than half.

use std::path::PathBuf;
use std::time::Duration;

use gridwright::Verdict;
use gridwright::control::{Deadline, Stop};

use crate::peers::Run;
use crate::peers::corpus::Instance;
use crate::peers::peer::{self, Asking, Peer, Scratch};
use crate::peers::told::told;
use crate::process::{Bounds, cpu};
use crate::scaling::curve::Curve;
use crate::scaling::own;

/// The name of our own side.
pub(crate) const OWN: &str = "gridwright";

/// What is measured, and how.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The program that answers for us when it is called with one puzzle: see [`crate::scaling::answer`].
    pub program: PathBuf,
    /// The peers.
    pub peers: Vec<String>,
    /// How long each puzzle may take, of the processor; and how long making those of a size may take, by the clock.
    pub time: Duration,
    /// How many bytes.
    pub memory: Option<u64>,
    /// Ends everything.
    pub stop: Stop,
}

/// What was measured of a size.
#[derive(Clone, Debug)]
pub struct Point {
    /// The number of cells.
    pub n_cells: usize,
    /// The size as it is written.
    pub size: String,
    /// How many puzzles were tried, and how many settled.
    pub n_tried: usize,
    /// How many were settled.
    pub n_settled: usize,
    /// The median time in milliseconds; what reached the limit counts with the time it had.
    pub ms: f64,
    /// The median of the set-up in milliseconds: ours is a part of the time, that of others is apart from it.
    pub setup_ms: Option<f64>,
    /// The median memory in mebibytes, where it is known.
    pub mib: Option<f64>,
    /// The sum of failures, where all told them.
    pub failures: Option<u64>,
}

impl Point {
    /// Whether at least half of the puzzles were settled.
    pub fn is_settled(&self) -> bool {
        self.n_settled > 0 && 2 * self.n_settled >= self.n_tried
    }
}

/// One side of a curve.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// From the smallest size on.
    pub points: Vec<Point>,
    /// What went wrong with it, if anything.
    pub notes: Vec<String>,
}

/// A curve after measuring.
#[derive(Clone, Debug, Default)]
pub struct Grown {
    /// Ours first.
    pub sides: Vec<Side>,
    /// Why there is no larger size, where it is not that nobody was left.
    pub end: Option<String>,
    /// Verdicts that differ.
    pub complaints: Vec<String>,
}

/// A side while it is measured.
enum Who {
    Ours(Scratch),
    Other(Box<dyn Peer>),
}

/// Measures a curve, and tells of each size as it is done.
pub fn grow(curve: &Curve, wanted: &Wanted, tell: &mut dyn FnMut(&str)) -> Result<Grown, String> {
    let (peers, missing) = peer::found(&|name| wanted.peers.iter().any(|known| known == name));
    for (name, why) in missing {
        tell(&format!("{name}: not here; {why}"));
    }
    let mut who = vec![Who::Ours(Scratch::new("own")?)];
    who.extend(peers.into_iter().map(Who::Other));
    let mut grown = Grown::default();
    for side in &who {
        grown.sides.push(Side {
            name: match side {
                Who::Ours(_) => OWN.to_owned(),
                Who::Other(peer) => peer.name().to_owned(),
            },
            ..Side::default()
        });
    }
    for size in &curve.sizes {
        if wanted.stop.is_requested() {
            grown.end = Some("it was stopped".to_owned());
            break;
        }
        let deadline = Deadline::at_stop(wanted.stop.clone()).within(wanted.time);
        let puzzles = match curve.puzzles(size, &deadline) {
            Ok(puzzles) => puzzles,
            Err(why) => {
                grown.end = Some(format!("puzzles of {} were not made: {why}", size.0));
                break;
            }
        };
        let mut verdicts: Vec<Vec<(String, Verdict)>> = vec![Vec::new(); puzzles.len()];
        let mut is_any_left = false;
        for (who, side) in who.iter().zip(&mut grown.sides) {
            if side.points.last().is_some_and(|last| !last.is_settled()) {
                continue;
            }
            let Some((point, found)) = measured(who, side, curve, &puzzles, size, wanted) else {
                continue;
            };
            for (verdicts, found) in verdicts.iter_mut().zip(found) {
                verdicts.extend(found.map(|verdict| (side.name.clone(), verdict)));
            }
            tell(&format!("  {:<11}{}", side.name, line(&point)));
            is_any_left |= point.is_settled();
            side.points.push(point);
        }
        for (puzzle, said) in puzzles.iter().zip(&verdicts) {
            if said.iter().any(|(_, verdict)| *verdict != said[0].1) {
                let said = said
                    .iter()
                    .map(|(name, verdict)| format!("{name} says {verdict}"));
                let said: Vec<String> = said.collect();
                let what = format!("{}: {}", puzzle.name, said.join(", "));
                grown.complaints.push(what);
            }
        }
        if !is_any_left {
            break;
        }
    }
    Ok(grown)
}

/// One line on a size.
fn line(point: &Point) -> String {
    let memory = point.mib.map_or("-".to_owned(), |mib| format!("{mib:.1}"));
    format!(
        "{:>9} {:>6} cells {:>7} settled {:>12.3} ms {memory:>9} MiB",
        point.size,
        point.n_cells,
        format!("{}/{}", point.n_settled, point.n_tried),
        point.ms
    )
}

/// What one side makes of the puzzles of a size, and its verdicts; `None` if it has no model for them.
fn measured(
    who: &Who,
    side: &mut Side,
    curve: &Curve,
    puzzles: &[Instance],
    size: &(String, (usize, usize)),
    wanted: &Wanted,
) -> Option<(Point, Vec<Option<Verdict>>)> {
    let bounds = Bounds {
        time: wanted.time,
        memory: wanted.memory,
    };
    let mut runs: Vec<Run> = Vec::new();
    for puzzle in puzzles {
        // Once most cannot be settled any more, the others would only take time.
        let n_lost = runs.iter().filter(|run| run.verdict.is_none()).count();
        if 2 * n_lost > puzzles.len() || wanted.stop.is_requested() {
            break;
        }
        let run = match who {
            Who::Ours(scratch) => own::run(
                &wanted.program,
                puzzle,
                &curve.kind,
                curve.question,
                bounds,
                scratch,
            ),
            Who::Other(peer) => {
                let told = told(&curve.kind, &puzzle.text);
                let asking = Asking {
                    instance: puzzle,
                    told: told.as_ref(),
                    question: curve.question,
                    bounds,
                };
                peer.run(&asking)?
            }
        };
        match run {
            Ok(run) => runs.push(run),
            Err(why) => {
                let line = why.lines().find(|line| !line.trim().is_empty());
                let line: String = line.unwrap_or_default().chars().take(200).collect();
                side.notes.push(format!("{}: {line}", puzzle.name));
                runs.push(Run {
                    setup: None,
                    time: wanted.time,
                    failures: None,
                    verdict: None,
                    count: None,
                    memory: None,
                });
            }
        }
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let failures: Option<Vec<u64>> = runs.iter().map(|run| run.failures).collect();
    let point = Point {
        n_cells: size.1.0 * size.1.1,
        size: size.0.clone(),
        n_tried: runs.len(),
        n_settled: runs.iter().filter(|run| run.verdict.is_some()).count(),
        ms: median(runs.iter().map(|run| ms(run.time)))?,
        setup_ms: median(runs.iter().filter_map(|run| run.setup.map(ms))),
        mib: median(
            runs.iter()
                .filter_map(|run| run.memory.map(|bytes| bytes as f64 / f64::from(1 << 20))),
        ),
        failures: failures.map(|failures| failures.iter().sum()),
    };
    let verdicts = runs.iter().map(|run| run.verdict).collect();
    Some((point, verdicts))
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The processor, for the record.
pub(crate) fn machine() -> String {
    cpu::name()
}
