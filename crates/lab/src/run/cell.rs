//! One cell of an experiment: one instance and configuration, run in this process. A crash is a result too.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use gridwright::control::{Deadline, Stop};
use gridwright::generate::Generator;
use gridwright::{AnyInstance, Request, Verdict, ask};

use crate::experiment::{Configuration, Experiment, InstanceSource, Question};
use crate::process::ms;
use crate::run::eclipse;
use crate::run::instances::{CellInput, NamedInstance};
use crate::run::row::{Key, RunResult};

/// One instance, configuration and repetition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'e> {
    pub(crate) instance: &'e NamedInstance,
    pub(crate) configuration: &'e Configuration,
    pub(crate) repetition: u32,
}

impl Cell<'_> {
    /// Its key.
    pub(crate) fn key(&self) -> Key {
        Key {
            instance: self.instance.name.clone(),
            values: self.configuration.values.clone(),
            repetition: self.repetition,
        }
    }

    /// The initial result; its verdict is `refused` unless the run sets another.
    pub(crate) fn initial_result(&self, machine: &str) -> RunResult {
        let seed = self.configuration.options.get("seed");
        RunResult {
            verdict: "refused".to_owned(),
            seed: seed.and_then(|seed| seed.parse().ok()),
            machine: machine.to_owned(),
            ..RunResult::default()
        }
    }

    /// Runs the cell; `None` if `stop` was requested. `before` runs first, and a panic in it is caught as well.
    pub(crate) fn run(
        &self,
        experiment: &Experiment,
        machine: &str,
        stop: &Stop,
        before: impl FnOnce(),
    ) -> Option<RunResult> {
        let mut result = self.initial_result(machine);
        let start = Instant::now();
        // A panic in one cell must not end the others. Where panics abort, this takes workers.
        let ran = catch_unwind(AssertUnwindSafe(|| {
            before();
            match &self.instance.input {
                CellInput::Size(size) => generate(experiment, *size, stop, &mut result),
                CellInput::Puzzle(instance) if self.configuration.options.is_eclipse() => {
                    eclipse::solve(
                        experiment,
                        &**instance,
                        self.configuration,
                        stop,
                        &mut result,
                    )
                }
                CellInput::Puzzle(instance) => solve(
                    experiment,
                    &**instance,
                    self.configuration,
                    stop,
                    &mut result,
                ),
            }
        }));
        match ran {
            Ok(Ok(())) => {}
            Ok(Err(message)) => result.note = message,
            Err(panicked) => {
                result.crash(panic_message(&*panicked));
                result.solve_ms = ms(start.elapsed());
            }
        }
        (!stop.is_requested()).then_some(result)
    }
}

/// The message of a panic.
fn panic_message(panicked: &(dyn Any + Send)) -> String {
    let text = panicked
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    let text = text.or_else(|| panicked.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "panic without a message".to_owned())
}

/// Solves an instance and fills its result.
fn solve(
    experiment: &Experiment,
    instance: &dyn AnyInstance,
    configuration: &Configuration,
    stop: &Stop,
    result: &mut RunResult,
) -> Result<(), String> {
    let mut request: Request = configuration.options.request()?;
    let limits = experiment.limits;
    request.time = limits.time.map(Duration::from_secs_f64);
    request.nodes = limits.nodes;
    request.memory = limits.memory.map(|mebibytes| (mebibytes as usize) << 20);
    request.stop = Some(stop.clone());
    let question = match experiment.question {
        Question::Solve => gridwright::Question::Solve { max: 1 },
        Question::Unique => gridwright::Question::Unique,
        Question::Count => gridwright::Question::Count { limit: u64::MAX },
        Question::Generate => return Err("the question `generate` takes no instances".to_owned()),
    };
    let report = ask(instance, question, &request).map_err(|error| error.to_string())?;
    report.verdict.word().clone_into(&mut result.verdict);
    if let Verdict::Stopped(limit) = report.verdict {
        result.note = limit.to_string();
    }
    let stats = &report.stats;
    result.answers = report.count.unwrap_or(report.answers.len() as u64);
    result.nodes = stats.nodes;
    result.failures = stats.failures;
    result.backtracks = stats.backtracks;
    result.propagations = stats.propagations;
    result.setup_ms = ms(report.setup_time);
    result.solve_ms = ms(stats.solve_time);
    result.memory = stats.memory as u64;
    Ok(())
}

/// Generates the puzzles of a size and fills the result. The seed of the configuration overrides that of the experiment.
fn generate(
    experiment: &Experiment,
    size: Option<(usize, usize)>,
    stop: &Stop,
    result: &mut RunResult,
) -> Result<(), String> {
    let InstanceSource::Generated(set) = &experiment.instances.source else {
        return Err("the experiment has no table `[generated]`".to_owned());
    };
    let kind = gridwright::kind(&experiment.kind).ok_or("unknown kind")?;
    let generator = Generator::new(set.request(kind, size)).map_err(|error| error.to_string())?;
    let mut deadline = Deadline::at_stop(stop.clone());
    if let Some(seconds) = experiment.limits.time {
        deadline = deadline.within(Duration::from_secs_f64(seconds));
    }
    let seed = *result.seed.get_or_insert(set.seed);
    let start = Instant::now();
    "made".clone_into(&mut result.verdict);
    for number in 0..set.count {
        match generator.generate(seed, number, &deadline) {
            Ok(puzzle) => {
                result.answers += 1;
                result.nodes += puzzle.attempts;
            }
            Err(end) => {
                "stopped".clone_into(&mut result.verdict);
                result.note = format!("after {} of {}: {end}", result.answers, set.count);
                break;
            }
        }
    }
    result.solve_ms = ms(start.elapsed());
    Ok(())
}
