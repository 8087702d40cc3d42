//! Measures a curve: size by size, all sides on the same puzzles, until each side settles less than half of a size.

use std::path::PathBuf;
use std::time::Duration;

use gridwright::Verdict;
use gridwright::control::{Deadline, Stop};
use gridwright_control::median;

use crate::peers::encode::encode;
use crate::peers::find_peers;
use crate::peers::instances::Instance;
use crate::peers::measure::disagreement;
use crate::peers::peer::{Peer, Run, Scratch, Task, first_line};
use crate::process::{Bounds, ms};
use crate::scaling::child;
use crate::scaling::curve::Curve;

/// The name of our side.
pub(crate) const OWN: &str = "gridwright";

/// Options of a measurement.
#[derive(Clone, Debug)]
pub struct ScalingOptions {
    /// The program that runs our engine on one puzzle through [`crate::scaling::run_child`].
    pub program: PathBuf,
    /// The names of the peers.
    pub peers: Vec<String>,
    /// The processor time for each puzzle, and the wall time for generating the puzzles of a size.
    pub time: Duration,
    /// The memory limit in bytes.
    pub memory: Option<u64>,
    /// Stops the measurement.
    pub stop: Stop,
}

/// The result of a size.
#[derive(Clone, Debug)]
pub struct Point {
    /// The number of cells.
    pub n_cells: usize,
    /// The size as written.
    pub size: String,
    /// The number of puzzles tried.
    pub n_tried: usize,
    /// The number of puzzles settled.
    pub n_settled: usize,
    /// The median time in milliseconds; a run that reached the limit counts with its time.
    pub ms: f64,
    /// The median set-up time in milliseconds; ours is part of the time, that of peers is not.
    pub setup_ms: Option<f64>,
    /// The median memory in mebibytes, if known.
    pub mib: Option<f64>,
    /// The sum of failures, if all runs have them.
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
    /// Its points, from the smallest size.
    pub points: Vec<Point>,
    /// Messages about failed runs.
    pub notes: Vec<String>,
}

impl Side {
    /// A side without points.
    pub(crate) fn new(name: &str) -> Side {
        Side {
            name: name.to_owned(),
            ..Side::default()
        }
    }
}

/// The result of a curve.
#[derive(Clone, Debug, Default)]
pub struct CurveResult {
    /// The sides, ours first.
    pub sides: Vec<Side>,
    /// Why the curve ended while some sides still settled at least half of the puzzles.
    pub end: Option<String>,
    /// Verdicts that differ.
    pub errors: Vec<String>,
}

/// A program being measured.
enum Program {
    Ours(Scratch),
    Peer(Box<dyn Peer>),
}

/// Measures a curve, and reports each size as it is done.
pub fn measure_curve(
    curve: &Curve,
    options: &ScalingOptions,
    report: &mut dyn FnMut(&str),
) -> Result<CurveResult, String> {
    let (peers, missing) = find_peers(|name| options.peers.iter().any(|known| known == name));
    missing.iter().for_each(|line| report(line));
    let mut programs = vec![Program::Ours(Scratch::new("own")?)];
    programs.extend(peers.into_iter().map(Program::Peer));
    let mut result = CurveResult::default();
    for program in &programs {
        let name = match program {
            Program::Ours(_) => OWN,
            Program::Peer(peer) => peer.info().name,
        };
        result.sides.push(Side::new(name));
    }
    for size in &curve.sizes {
        if options.stop.is_requested() {
            result.end = Some("interrupted".to_owned());
            break;
        }
        let deadline = Deadline::at_stop(options.stop.clone()).within(options.time);
        let puzzles = match curve.puzzles(size, &deadline) {
            Ok(puzzles) => puzzles,
            Err(error) => {
                result.end = Some(format!("puzzles of {} were not generated: {error}", size.0));
                break;
            }
        };
        let mut verdicts: Vec<Vec<(&str, Verdict)>> = vec![Vec::new(); puzzles.len()];
        let mut is_any_left = false;
        for (program, side) in programs.iter().zip(&mut result.sides) {
            if side.points.last().is_some_and(|last| !last.is_settled()) {
                continue;
            }
            let measured = measure(program, &mut side.notes, curve, &puzzles, size, options);
            let Some((point, found)) = measured else {
                continue;
            };
            for (verdicts, found) in verdicts.iter_mut().zip(found) {
                verdicts.extend(found.map(|verdict| (&*side.name, verdict)));
            }
            report(&format!("  {:<11}{}", side.name, line(&point)));
            is_any_left |= point.is_settled();
            side.points.push(point);
        }
        for (puzzle, verdicts) in puzzles.iter().zip(&verdicts) {
            let error = disagreement(verdicts);
            let name = |error| format!("{}: {error}", puzzle.name);
            result.errors.extend(error.map(name));
        }
        if !is_any_left {
            break;
        }
    }
    Ok(result)
}

/// One line about a size.
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

/// Runs a program on the puzzles of a size; returns its point and verdicts, or `None` if it has no model for them.
fn measure(
    program: &Program,
    notes: &mut Vec<String>,
    curve: &Curve,
    puzzles: &[Instance],
    size: &(String, (usize, usize)),
    options: &ScalingOptions,
) -> Option<(Point, Vec<Option<Verdict>>)> {
    let bounds = Bounds {
        time: options.time,
        memory: options.memory,
    };
    let mut runs: Vec<Run> = Vec::new();
    for puzzle in puzzles {
        // Once most puzzles reached the limit, the result is known.
        let n_lost = runs.iter().filter(|run| run.verdict.is_none()).count();
        if 2 * n_lost > puzzles.len() || options.stop.is_requested() {
            break;
        }
        let run = match program {
            Program::Ours(scratch) => child::run(
                &options.program,
                puzzle,
                &curve.kind,
                curve.question,
                bounds,
                scratch,
            ),
            Program::Peer(peer) => {
                let encoded = encode(&curve.kind, &puzzle.text);
                let task = Task {
                    instance: puzzle,
                    encoded: encoded.as_ref(),
                    question: curve.question,
                    bounds,
                };
                peer.run(&task)?
            }
        };
        match run {
            Ok(run) => runs.push(run),
            Err(error) => {
                notes.push(format!("{}: {}", puzzle.name, first_line(&error)));
                runs.push(Run {
                    time: options.time,
                    ..Run::default()
                });
            }
        }
    }
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let failures: Option<Vec<u64>> = runs.iter().map(|run| run.failures).collect();
    let point = Point {
        n_cells: size.1.0 * size.1.1,
        size: size.0.clone(),
        n_tried: runs.len(),
        n_settled: runs.iter().filter(|run| run.verdict.is_some()).count(),
        ms: median(runs.iter().map(|run| ms(run.time)), f64::total_cmp)?,
        setup_ms: median(
            runs.iter().filter_map(|run| run.setup.map(ms)),
            f64::total_cmp,
        ),
        mib: median(
            runs.iter().filter_map(|run| run.memory.map(mib)),
            f64::total_cmp,
        ),
        failures: failures.map(|failures| failures.iter().sum()),
    };
    let verdicts = runs.iter().map(|run| run.verdict).collect();
    Some((point, verdicts))
}
