//! Runs the cells of an experiment on several threads, each cell under its own limits.

pub(crate) mod cell;
mod eclipse;
pub(crate) mod instances;
pub(crate) mod journal;
pub(crate) mod parquet;
pub(crate) mod row;
pub(crate) mod worker;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use gridwright::control::Stop;

use crate::experiment::Experiment;
use crate::run::cell::Cell;
use crate::run::instances::NamedInstance;
use crate::run::row::{Key, Row};
use crate::run::worker::{Worker, Workers};

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress<'r> {
    /// The number of finished cells, including those of an earlier run.
    pub done: usize,
    /// The number of cells.
    pub all: usize,
    /// The row just finished.
    pub row: &'r Row,
}

/// Options of a run.
#[derive(Debug)]
pub struct RunOptions<'r> {
    /// Cells to skip: they are finished already.
    pub done: &'r HashSet<Key>,
    /// The number of cells to run in parallel.
    pub threads: usize,
    /// Stops the run; unfinished cells produce no row.
    pub stop: &'r Stop,
    /// A description of the machine.
    pub machine: &'r str,
    /// Worker processes, so that a crash of one cell does not affect the others. `None` runs all cells in this process.
    pub workers: Option<&'r Workers>,
}

/// Runs all unfinished cells and reports each row. Returns whether all cells are finished. An error of `report` stops the run.
pub fn run<E>(
    experiment: &Experiment,
    instances: &[NamedInstance],
    options: &RunOptions<'_>,
    mut report: impl FnMut(RunProgress<'_>) -> Result<(), E>,
) -> Result<bool, E> {
    let configurations = experiment.configurations();
    let mut cells: Vec<Cell<'_>> = Vec::new();
    for repetition in 1..=experiment.repetitions {
        for instance in instances {
            cells.extend(configurations.iter().map(|configuration| Cell {
                instance,
                configuration,
                repetition,
            }));
        }
    }
    let all = cells.len();
    cells.retain(|cell| !options.done.contains(&cell.key()));
    let mut done = all - cells.len();
    let next = AtomicUsize::new(0);
    let (sender, rows) = mpsc::channel::<Row>();
    std::thread::scope(|scope| {
        for _ in 0..options.threads.clamp(1, cells.len().max(1)) {
            let sender = sender.clone();
            let (cells, next) = (&cells, &next);
            scope.spawn(move || {
                let mut worker = options
                    .workers
                    .map(|workers| Worker::new(workers, experiment, options.machine, options.stop));
                while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if options.stop.is_requested() {
                        break;
                    }
                    let result = match &mut worker {
                        Some(worker) => worker.run(cell),
                        None => cell.run(experiment, options.machine, options.stop, || ()),
                    };
                    let row = result.map(|result| Row::new(cell.key(), result));
                    // A stopped cell has no row: it runs again on resuming.
                    if row.is_none_or(|row| sender.send(row).is_err()) {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut reported = Ok(());
        for row in rows {
            done += 1;
            reported = report(RunProgress {
                done,
                all,
                row: &row,
            });
            if reported.is_err() {
                options.stop.request();
                break;
            }
        }
        reported.map(|()| done == all)
    })
}
