//! Running: every cell of an experiment, on several threads, each under its own limits, so that none waits for one that is stuck.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gridwright::collection::entries;
use gridwright::{
    AnyInstance, Diagnostic, Given, Kind, Limit, Maker, Patience, Request, Stop, Verdict, ask,
};

use crate::by_eclipse;
use crate::experiment::{Experiment, From, Question, Way};
use crate::generated::Making;
use crate::row::{Key, Row};

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
    Puzzle(Given),
    /// Rows and columns of puzzles that are made; `None` is what is usual for the kind.
    Size(Option<(usize, usize)>),
}

/// The instances of an experiment; `text` is that of its set, where it has one. Those that are made are made here, and `tell` is told how far that is.
pub fn instances(
    experiment: &Experiment,
    text: &str,
    stop: &Stop,
    tell: &mut dyn FnMut(Making<'_>),
) -> Result<Vec<Named>, Diagnostic> {
    let kind = gridwright::kind(&experiment.kind).expect("the kind was seen when it was read");
    let only = &experiment.instances.only;
    let puzzle = |name: String, given: Given| Named {
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
        From::Made(made) => {
            let patience = Patience::until(stop.clone());
            let puzzles = made.puzzles(kind, u64::MAX, &patience, tell);
            let puzzles = puzzles.map_err(|why| Diagnostic::error(why, nowhere))?;
            found.extend(puzzles.into_iter().map(|(name, given)| puzzle(name, given)));
        }
    }
    found.retain(|named| only.is_empty() || only.contains(&named.name));
    if let Some(missing) = only
        .iter()
        .find(|name| !found.iter().any(|named| named.name == **name))
    {
        let what = format!("the set has no puzzle `{missing}`");
        return Err(Diagnostic::error(what, nowhere));
    }
    Ok(found)
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
        if !only.is_empty() && !only.contains(&name) {
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

/// One thing to run.
#[derive(Clone, Copy, Debug)]
struct Cell<'e> {
    named: &'e Named,
    way: &'e Way,
    repetition: u32,
}

impl Cell<'_> {
    fn key(&self) -> Key {
        Key {
            instance: self.named.name.clone(),
            values: self.way.values.clone(),
            repetition: self.repetition,
        }
    }
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
                while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if how.stop.is_pressed() {
                        break;
                    }
                    let row = one(experiment, cell, how);
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
                how.stop.press();
                break;
            }
        }
        told.map(|()| done == all)
    })
}

/// Runs one cell. `None` where the whole run was stopped meanwhile.
fn one(experiment: &Experiment, cell: &Cell<'_>, how: &How<'_>) -> Option<Row> {
    let seed = cell.way.options.get("seed");
    let mut row = Row {
        instance: cell.named.name.clone(),
        values: cell.way.values.clone(),
        repetition: cell.repetition,
        verdict: "refused".to_owned(),
        note: String::new(),
        answers: 0,
        nodes: 0,
        failures: 0,
        backtracks: 0,
        propagations: 0,
        setup_ms: 0.0,
        solve_ms: 0.0,
        memory: 0,
        seed: seed.and_then(|seed| seed.parse().ok()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: how.machine.to_owned(),
    };
    let began = Instant::now();
    // A defect in one cell must not take the others with it.
    let ran = catch_unwind(AssertUnwindSafe(|| match &cell.named.subject {
        Subject::Size(size) => make(experiment, *size, how.stop, &mut row),
        Subject::Puzzle(given) if cell.way.options.is_eclipse() => {
            by_eclipse::fill(experiment, &**given, cell.way, how.stop, &mut row)
        }
        Subject::Puzzle(given) => fill(experiment, &**given, cell.way, how.stop, &mut row),
    }));
    match ran {
        Ok(Ok(())) => {}
        Ok(Err(why)) => row.note = why,
        Err(_) => {
            "crashed".clone_into(&mut row.verdict);
            row.solve_ms = ms(began.elapsed());
        }
    }
    (!how.stop.is_pressed()).then_some(row)
}

/// Asks the question and fills a row with what came of it.
fn fill(
    experiment: &Experiment,
    instance: &dyn AnyInstance,
    way: &Way,
    stop: &Stop,
    row: &mut Row,
) -> Result<(), String> {
    let mut request: Request = way.options.request()?;
    let limits = experiment.limits;
    request.time = limits.time.map(Duration::from_secs_f64);
    request.nodes = limits.nodes;
    request.memory = limits.memory.map(|mebibytes| (mebibytes as usize) << 20);
    request.stop = Some(stop.clone());
    let question = match experiment.question {
        Question::Solve => gridwright::Question::Solve { most: 1 },
        Question::Unique => gridwright::Question::Unique,
        Question::Count => gridwright::Question::Count { limit: u64::MAX },
        Question::Generate => return Err("a puzzle that is there is not made".to_owned()),
    };
    let report = ask(instance, question, &request).map_err(|error| error.to_string())?;
    report.verdict.word().clone_into(&mut row.verdict);
    if let Verdict::Stopped(limit) = report.verdict {
        row.note = limit_word(limit);
    }
    let stats = &report.stats;
    row.answers = report.count.unwrap_or(report.answers.len() as u64);
    row.nodes = stats.nodes;
    row.failures = stats.failures;
    row.backtracks = stats.backtracks;
    row.propagations = stats.propagations;
    row.setup_ms = ms(report.setup_time);
    row.solve_ms = ms(stats.solve_time);
    row.memory = stats.memory as u64;
    Ok(())
}

/// Makes the puzzles of a size, with the seed of the way or that of the experiment, and fills a row with how long that took.
fn make(
    experiment: &Experiment,
    size: Option<(usize, usize)>,
    stop: &Stop,
    row: &mut Row,
) -> Result<(), String> {
    let From::Made(made) = &experiment.instances.from else {
        return Err("nothing says what is made".to_owned());
    };
    let kind = gridwright::kind(&experiment.kind).ok_or("no such kind")?;
    let maker = Maker::new(made.commission(kind, size)).map_err(|refusal| refusal.to_string())?;
    let mut patience = Patience::until(stop.clone());
    if let Some(seconds) = experiment.limits.time {
        patience = patience.at_most(Duration::from_secs_f64(seconds));
    }
    let seed = *row.seed.get_or_insert(made.seed);
    let began = Instant::now();
    "made".clone_into(&mut row.verdict);
    for number in 0..made.count {
        match maker.make(seed, number, &patience) {
            Ok(puzzle) => {
                row.answers += 1;
                row.nodes += puzzle.attempts;
            }
            Err(end) => {
                "stopped".clone_into(&mut row.verdict);
                row.note = format!("after {} of {}: {end}", row.answers, made.count);
                break;
            }
        }
    }
    row.solve_ms = ms(began.elapsed());
    Ok(())
}

/// The word for a limit.
pub(crate) fn limit_word(limit: Limit) -> String {
    limit.to_string()
}

pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
