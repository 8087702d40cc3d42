//! Running: every cell of an experiment, on several threads, each under its own limits, so that none waits for one that is stuck.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use gridwright::codec::collection::entries;
use gridwright::control::{Deadline, Stop};
use gridwright::puzzles::DrawOptions;
use gridwright::term::Diagnostic;
use gridwright::{BoxedInstance, Kind};

use crate::experiment::{Experiment, From, Question};
use crate::generated::Making;
use crate::published::place_of;
use crate::row::{Key, Row};
use crate::single::Cell;
use crate::worker::{Worker, Workers};

/// An instance with its name.
#[derive(Debug)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// What it is.
    pub subject: Subject,
}

/// What a cell works on.
#[derive(Debug)]
pub enum Subject {
    /// A puzzle that a question is asked of.
    Puzzle(BoxedInstance),
    /// Rows and columns of puzzles that are made; `None` is what is usual for the kind.
    Size(Option<(usize, usize)>),
}

/// The instances of an experiment; `text` is that of its set, where it has one. Those that are made are made here, and `tell` is told how far that is; where
/// `text` is what [`kept`] wrote of them, they are read instead.
pub fn instances(
    experiment: &Experiment,
    text: &str,
    stop: &Stop,
    tell: &mut dyn FnMut(Making<'_>),
) -> Result<Vec<Named>, Diagnostic> {
    let kind = gridwright::kind(&experiment.kind).expect("the kind was seen when it was read");
    let only = &experiment.instances.only;
    let puzzle = |name: String, given: BoxedInstance| Named {
        name,
        subject: Subject::Puzzle(given),
    };
    let nowhere = gridwright::term::Span::new(0, 0);
    let mut found = Vec::new();
    match &experiment.instances.from {
        From::Set(_) | From::File(_) => found = of_text(experiment, kind, text)?,
        From::Here(puzzles) => {
            for (name, text) in puzzles {
                let given = kind.read(kind.recognise(text), text)?;
                found.push(puzzle(name.clone(), given));
            }
        }
        From::Made(made) if experiment.question == Question::Generate => {
            found.extend(made.sizes.iter().map(|(name, size)| Named {
                name: name.clone(),
                subject: Subject::Size(*size),
            }));
        }
        From::Made(made) if !text.is_empty() => {
            let names = made.names().into_iter();
            for (name, entry) in names.zip(entries(text)) {
                let entry = entry?;
                let given = kind.read(None, entry.text);
                found.push(puzzle(name, given.map_err(|error| entry.place(error))?));
            }
            if found.len() != made.names().len() {
                let what = "some of the puzzles that were made are missing";
                return Err(Diagnostic::error(what, nowhere));
            }
        }
        From::Made(made) => {
            let deadline = Deadline::at_stop(stop.clone());
            let puzzles = made.puzzles(kind, u64::MAX, &deadline, tell);
            let puzzles = puzzles.map_err(|why| Diagnostic::error(why, nowhere))?;
            found.extend(puzzles.into_iter().map(|(name, given)| puzzle(name, given)));
        }
    }
    found.retain(|named| is_wanted(only, &named.name));
    Ok(found)
}

/// Whether a name is among those that are wanted; none is all. A star stands for any letters.
pub fn is_wanted(only: &[String], name: &str) -> bool {
    only.is_empty() || only.iter().any(|pattern| fits(pattern, name))
}

fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

/// What is told of a name in `only` that no instance has, at its place in the text of the experiment.
pub fn missing(experiment: &Experiment, named: &[Named], text: &str) -> Option<Diagnostic> {
    let mut only = experiment.instances.only.iter();
    let name = only.find(|name| !named.iter().any(|named| fits(name, &named.name)))?;
    let what = "no puzzle has this name; a star stands for any letters";
    Some(Diagnostic::error(what, place_of(text, "only", name)))
}

/// Puzzles that were made, as a collection, so that they need not be made again.
pub fn kept(named: &[Named]) -> String {
    let mut text = "% What was made for this experiment.\n".to_owned();
    for named in named {
        if let Subject::Puzzle(given) = &named.subject {
            let board = given.draw(&DrawOptions::default());
            let name = named.name.replace(' ', "");
            let (rows, cols) = (board.rows, board.cols);
            text += &format!(
                "puzzle {name} {rows} {cols}\n{}\n\n",
                given.print().trim_end()
            );
        }
    }
    text
}

/// The puzzles of a collection; those that are not wanted are not even read.
fn of_text(
    experiment: &Experiment,
    kind: &'static dyn Kind,
    text: &str,
) -> Result<Vec<Named>, Diagnostic> {
    let only = &experiment.instances.only;
    let mut found = Vec::new();
    for entry in entries(text) {
        let entry = entry?;
        let name = entry.title();
        if !is_wanted(only, &name) {
            continue;
        }
        let format = kind.recognise(entry.text);
        let instance = kind
            .read(format, entry.text)
            .map_err(|error| entry.place(error))?;
        found.push(Named {
            name,
            subject: Subject::Puzzle(instance),
        });
    }
    Ok(found)
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'r> {
    /// The cells that are done, those of an earlier run included.
    pub done: usize,
    /// All cells.
    pub all: usize,
    /// The row that was just finished.
    pub row: &'r Row,
}

/// How an experiment is run.
#[derive(Debug)]
pub struct How<'h> {
    /// Cells that are done already.
    pub done: &'h HashSet<Key>,
    /// How many cells run at a time.
    pub threads: usize,
    /// Ends the run: cells under way are given up, those finished are kept.
    pub stop: &'h Stop,
    /// The machine, in words.
    pub machine: &'h str,
    /// How processes are started that cells run in, so that whatever one does, even to the process, the others go on. `None` runs them in this one.
    pub workers: Option<&'h Workers>,
}

/// Runs all cells that are not done and tells each row as soon as it is there. Returns whether all were run. An error of `tell` ends the run.
pub fn run<E>(
    experiment: &Experiment,
    instances: &[Named],
    how: &How<'_>,
    mut tell: impl FnMut(Progress<'_>) -> Result<(), E>,
) -> Result<bool, E> {
    let ways = experiment.ways();
    let mut cells: Vec<Cell<'_>> = Vec::new();
    for repetition in 1..=experiment.repetitions {
        for named in instances {
            cells.extend(ways.iter().map(|way| Cell {
                named,
                way,
                repetition,
            }));
        }
    }
    let all = cells.len();
    cells.retain(|cell| !how.done.contains(&cell.key()));
    let mut done = all - cells.len();
    let next = AtomicUsize::new(0);
    let (to, rows) = mpsc::channel::<Row>();
    std::thread::scope(|scope| {
        for _ in 0..how.threads.clamp(1, cells.len().max(1)) {
            let to = to.clone();
            let (cells, next) = (&cells, &next);
            scope.spawn(move || {
                let mut worker = how
                    .workers
                    .map(|workers| Worker::new(workers, experiment, how));
                while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if how.stop.is_requested() {
                        break;
                    }
                    let row = match &mut worker {
                        Some(worker) => worker.run(cell),
                        None => cell.run(experiment, how.machine, how.stop, || ()),
                    };
                    // A cell that was given up is not a row: it is run again on resuming.
                    if row.is_none_or(|row| to.send(row).is_err()) {
                        break;
                    }
                }
            });
        }
        drop(to);
        let mut told = Ok(());
        for row in rows {
            done += 1;
            told = tell(Progress {
                done,
                all,
                row: &row,
            });
            if told.is_err() {
                how.stop.request();
                break;
            }
        }
        told.map(|()| done == all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        let check = |pattern: &str, name: &str, expected: bool| {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        };
        check("board1", "board1", true);
        check("board1", "board10", false);
        check("board1*", "board10", true);
        check("*1*", "board10", true);
        check("*0", "board10", true);
        check("*1", "board10", false);
        check("b*d*0", "board10", true);
        check("b*0*0", "board10", false);
        check("*", "", true);
        check("aa*a", "aa", false);
    }
}
