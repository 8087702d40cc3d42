//! One cell of an experiment: a question asked of an instance in one way, under limits, in this process. What goes wrong in it becomes a row too.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use gridwright::control::{Deadline, Limit, Stop};
use gridwright::generate::Generator;
use gridwright::{AnyInstance, Request, Verdict, ask};

use crate::by_eclipse;
use crate::experiment::{Experiment, From, Question, Way};
use crate::row::{Key, Row};
use crate::run::{Named, Subject};

/// One thing to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'e> {
    pub(crate) named: &'e Named,
    pub(crate) way: &'e Way,
    pub(crate) repetition: u32,
}

impl Cell<'_> {
    /// What tells it from the others.
    pub(crate) fn key(&self) -> Key {
        Key {
            instance: self.named.name.clone(),
            values: self.way.values.clone(),
            repetition: self.repetition,
        }
    }

    /// The row it has before anything came of it.
    pub(crate) fn row(&self, machine: &str) -> Row {
        let seed = self.way.options.get("seed");
        Row {
            instance: self.named.name.clone(),
            values: self.way.values.clone(),
            repetition: self.repetition,
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
            machine: machine.to_owned(),
        }
    }

    /// Runs it here. `None` where the whole run was stopped meanwhile; `before` is done first, under the same care.
    pub(crate) fn run(
        &self,
        experiment: &Experiment,
        machine: &str,
        stop: &Stop,
        before: impl FnOnce(),
    ) -> Option<Row> {
        let mut row = self.row(machine);
        let began = Instant::now();
        // A defect in one cell must not take the others with it.
        let ran = catch_unwind(AssertUnwindSafe(|| {
            before();
            match &self.named.subject {
                Subject::Size(size) => make(experiment, *size, stop, &mut row),
                Subject::Puzzle(given) if self.way.options.is_eclipse() => {
                    by_eclipse::fill(experiment, &**given, self.way, stop, &mut row)
                }
                Subject::Puzzle(given) => fill(experiment, &**given, self.way, stop, &mut row),
            }
        }));
        match ran {
            Ok(Ok(())) => {}
            Ok(Err(why)) => row.note = why,
            Err(panicked) => {
                row.crash(message(&*panicked));
                row.solve_ms = ms(began.elapsed());
            }
        }
        (!stop.is_requested()).then_some(row)
    }
}

/// What was said by what panicked.
fn message(panicked: &(dyn Any + Send)) -> String {
    let text = panicked
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    let text = text.or_else(|| panicked.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it did not say why".to_owned())
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
    let maker =
        Generator::new(made.commission(kind, size)).map_err(|refusal| refusal.to_string())?;
    let mut deadline = Deadline::at_stop(stop.clone());
    if let Some(seconds) = experiment.limits.time {
        deadline = deadline.within(Duration::from_secs_f64(seconds));
    }
    let seed = *row.seed.get_or_insert(made.seed);
    let began = Instant::now();
    "made".clone_into(&mut row.verdict);
    for number in 0..made.count {
        match maker.make(seed, number, &deadline) {
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
