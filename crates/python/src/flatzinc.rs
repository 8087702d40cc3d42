//! Models: the Python classes write FlatZinc, which is loaded and solved here.

use std::sync::mpsc::{self, Sender};

use gridwright::control::{Limits, Stop};
use gridwright::fd::{Assignment, End, Flow, Limit, Objective, Sink, Stats};
use gridwright::flatzinc::{LoadError, Program, SolveOptions};
use gridwright::solve::{ModelEngine, RunOptions, SolveError, SolveOutcome, run};
use gridwright::{EngineName, Request};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{self, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::milliseconds;

/// The solutions of a run.
struct Solutions {
    /// The values of the output array, for each solution.
    values: Vec<Vec<i64>>,
    /// The engine that decided.
    engine: Option<ModelEngine>,
    end: End,
    stats: Stats,
}

enum Failure {
    Load(LoadError),
    Run(SolveError),
    Options(gridwright::Error),
}

/// Solves a FlatZinc text whose only output is one array of integers. Without an objective it finds `limit` solutions, all if it is `None`; with one, the best.
/// `on_solution` is called with the values of every solution, with an objective of every better one, soon after it is found. Returns `status` (`satisfied`, `all`, `optimal`, `none` or `stopped`), `solutions` and counters.
#[pyfunction]
#[pyo3(signature = (text, limit=None, options=None, on_solution=None))]
pub(crate) fn solve_flatzinc<'py>(
    py: Python<'py>,
    text: &str,
    limit: Option<u64>,
    options: Option<&Bound<'py, PyDict>>,
    on_solution: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let (sender, found) = mpsc::channel();
    let sender = on_solution.map(|_| sender);
    let report = || match on_solution {
        Some(report) => found
            .try_iter()
            .try_for_each(|values: Vec<i64>| report.call1((values,)).map(|_| ())),
        None => Ok(()),
    };
    let work = || solve(text, limit, &request, sender);
    let solved = interrupt::run_with(py, &stop, work, |_| report())?;
    report()?;
    let (solutions, has_objective) = solved.map_err(|failure| match failure {
        Failure::Load(LoadError::Invalid(errors)) => errors::at(py, text, "model", &errors),
        Failure::Load(LoadError::Stopped(limit)) => option_error(limit),
        Failure::Run(error) => option_error(error),
        Failure::Options(error) => option_error(error),
    })?;
    let n = solutions.values.len();
    let (status, stopped_at) = match solutions.end {
        End::Exhausted if n == 0 => ("none", None),
        End::Exhausted if has_objective => ("optimal", None),
        End::Exhausted => ("all", None),
        End::LimitReached(Limit::Solutions) | End::Stopped => ("satisfied", None),
        End::LimitReached(limit) => ("stopped", Some(limit.to_string())),
    };
    let stats = &solutions.stats;
    let dictionary = PyDict::new(py);
    dictionary.set_item("status", status)?;
    dictionary.set_item("stopped_at", stopped_at)?;
    dictionary.set_item("solutions", solutions.values)?;
    dictionary.set_item("engine", solutions.engine.map(|engine| engine.to_string()))?;
    dictionary.set_item("nodes", stats.nodes)?;
    dictionary.set_item("failures", stats.failures)?;
    dictionary.set_item("propagations", stats.propagations)?;
    dictionary.set_item("solve_ms", milliseconds(stats.solve_time))?;
    Ok(dictionary)
}

/// The solutions, and whether there is an objective.
fn solve(
    text: &str,
    max: Option<u64>,
    request: &Request,
    sender: Option<Sender<Vec<i64>>>,
) -> Result<(Solutions, bool), Failure> {
    let limits = request.limits();
    let deadline = limits.deadline();
    let mut solutions = Solutions {
        values: Vec::new(),
        engine: None,
        end: End::Exhausted,
        stats: Stats::default(),
    };
    let program = match Program::read_before(text, &deadline) {
        Ok(program) => program,
        Err(LoadError::Stopped(limit)) => {
            solutions.end = End::LimitReached(limit);
            return Ok((solutions, false));
        }
        Err(error) => return Err(Failure::Load(error)),
    };
    let limits = Limits {
        time: deadline.remaining().or(limits.time),
        ..limits
    };
    let has_objective = program.model.objective().is_some();
    let mut sink = Values {
        program: &program,
        text: String::new(),
        objective: None,
        values: &mut solutions.values,
        sender,
    };
    match outcome(&program, max, request, limits, &mut sink) {
        Ok(outcome) => {
            solutions.engine = Some(outcome.engine);
            solutions.end = outcome.end;
            solutions.stats = outcome.stats;
        }
        // The limit came during set-up.
        Err(Failure::Run(SolveError::LimitReached(limit))) => {
            solutions.end = End::LimitReached(limit);
        }
        Err(failure) => return Err(failure),
    }
    Ok((solutions, has_objective))
}

fn outcome(
    program: &Program,
    max: Option<u64>,
    request: &Request,
    limits: Limits,
    sink: &mut Values<'_>,
) -> Result<SolveOutcome, Failure> {
    if request.engine == EngineName::Auto && request.consistency.is_none() {
        let options = SolveOptions {
            all: max.is_none(),
            max_solutions: max,
            free: true,
            restart: request.restarts,
            seed: request.seed.unwrap_or(0),
            limits,
            ..SolveOptions::default()
        };
        return options.solve(program, 0, sink).map_err(Failure::Run);
    }
    let engine = ModelEngine::try_from(request.engine).map_err(Failure::Options)?;
    let has_objective = program.model.objective().is_some();
    let mut options = RunOptions::new().engine(engine).limits(Limits {
        solutions: max.filter(|_| !has_objective),
        ..limits
    });
    options.consistency = request.consistency.clone();
    run(&program.model, &options, sink).map_err(Failure::Run)
}

/// Collects the values of solutions.
struct Values<'p> {
    program: &'p Program,
    text: String,
    /// The objective of the last solution.
    objective: Option<i32>,
    values: &'p mut Vec<Vec<i64>>,
    sender: Option<Sender<Vec<i64>>>,
}

impl Sink for Values<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if let Some(objective) = self.program.model.objective() {
            let value = found.value(objective.view());
            // Two searches that take turns may find the same value twice.
            let is_better = self.objective.is_none_or(|last| match objective {
                Objective::Minimise(_) => value < last,
                Objective::Maximise(_) => value > last,
            });
            if !is_better {
                return Flow::Continue;
            }
            self.objective = Some(value);
            self.values.clear();
        }
        self.text.clear();
        self.program.output.write(found, &mut self.text);
        // The text is `name = array1d(1..n, [3, 1, 2]);`.
        let list = self.text.split_once('[').map_or("", |(_, list)| list);
        let list = list.split(']').next().unwrap_or_default();
        let values = list.split(", ").filter_map(|value| value.parse().ok());
        let values: Vec<i64> = values.collect();
        if let Some(sender) = &self.sender {
            // The receiver is there until the run has ended.
            let _ = sender.send(values.clone());
        }
        self.values.push(values);
        Flow::Continue
    }
}
