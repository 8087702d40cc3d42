//! Programs from text: the modelling language and Constraint Handling Rules.

use gridwright::chr::{Answer, Environment, Program as ChrProgram, RunError};
use gridwright::control::{Limits, Stop};
use gridwright::lang::{Nested, Source};
use gridwright::programs::{Solution, run_program};
use gridwright::solving::chr_limits;
use gridwright::term::{Diagnostic, Operators, Term, parse_term};
use gridwright::{Request, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, GridwrightError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::milliseconds;

/// Runs a program of the modelling language. Returns `verdict`, `complete`, `solutions` (dictionaries from names to values), `objective` and counters.
#[pyfunction]
#[pyo3(signature = (text, limit=None, constants=Vec::new(), options=None))]
pub(crate) fn run_model<'py>(
    py: Python<'py>,
    text: &str,
    limit: Option<u64>,
    constants: Vec<(String, i64)>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let program = Source::new("program", text.to_owned()).program(&constants);
    let program =
        program.map_err(|refused| errors::at(py, text, "program", &refused.diagnostics))?;
    let built = program.model();
    let built = built.map_err(|error| errors::at(py, text, "program", &[error]))?;
    let has_objective = program.has_objective();
    let ran = interrupt::run(py, &stop, || {
        let mut solutions: Vec<Solution> = Vec::new();
        let ran = run_program(&built, limit, &request, &mut |solution| {
            if has_objective {
                solutions.clear();
            }
            solutions.push(solution.clone());
        });
        ran.map(|ran| (ran, solutions))
    })?;
    let (ran, solutions) = ran.map_err(option_error)?;
    let list = PyList::empty(py);
    for solution in &solutions {
        let values = PyDict::new(py);
        for array in program.arrays() {
            let nested = program.nested(array, &solution.values);
            values.set_item(&array.name, value(py, &nested)?)?;
        }
        list.append(values)?;
    }
    let dictionary = PyDict::new(py);
    let stopped_at = match ran.verdict {
        Verdict::Stopped(limit) => Some(limit.to_string()),
        _ => None,
    };
    let objective = solutions.last().and_then(|solution| solution.objective);
    dictionary.set_item("verdict", ran.verdict.word())?;
    dictionary.set_item("stopped_at", stopped_at)?;
    dictionary.set_item("complete", ran.complete)?;
    dictionary.set_item("solutions", list)?;
    dictionary.set_item("objective", objective)?;
    dictionary.set_item("engine", ran.engine.to_string())?;
    dictionary.set_item("nodes", ran.stats.nodes)?;
    dictionary.set_item("failures", ran.stats.failures)?;
    dictionary.set_item("solve_ms", milliseconds(ran.stats.solve_time))?;
    Ok(dictionary)
}

/// A value, or a list of values; gaps of an array are `None`.
fn value<'py>(py: Python<'py>, nested: &Nested) -> PyResult<Bound<'py, PyAny>> {
    Ok(match nested {
        Nested::Value(value) => value.into_pyobject(py)?.into_any(),
        Nested::Gap => py.None().into_bound(py),
        Nested::Items(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(value(py, item)?)?;
            }
            list.into_any()
        }
    })
}

/// Why a CHR program gave no answers.
enum ChrFailure {
    Program(Vec<Diagnostic>),
    Query(Diagnostic),
    Run(String),
}

/// An answer as text: the bindings, and the store.
type AnswerText = (Vec<(String, String)>, Vec<String>);

/// The answers of a CHR program as text.
#[derive(Default)]
struct ChrAnswers {
    answers: Vec<AnswerText>,
    complete: bool,
    stopped_at: Option<String>,
    output: String,
}

/// Runs a query of a CHR program. Returns `answers` (`bindings` from names to terms, and the `store`), `complete`, `stopped_at` and `output`.
#[pyfunction]
#[pyo3(signature = (text, query, limit=None, flags=Vec::new(), options=None))]
pub(crate) fn run_chr<'py>(
    py: Python<'py>,
    text: &str,
    query: &str,
    limit: Option<u64>,
    flags: Vec<(String, String)>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let parse = |(name, value): &(String, String)| {
        let value = parse_term(value, Operators::standard());
        value
            .map(|value| (name.clone(), value))
            .map_err(|error| option_error(format!("flag {name}: {}", error.message)))
    };
    let flags = flags.iter().map(parse).collect::<PyResult<Vec<_>>>()?;
    let query = query.trim().trim_end_matches('.');
    let ran = interrupt::run(py, &stop, || chr(text, query, limit, &flags, &request))?;
    let ran = ran.map_err(|failure| match failure {
        ChrFailure::Program(errors) => errors::at(py, text, "program", &errors),
        ChrFailure::Query(error) => errors::at(py, query, "query", &[error]),
        ChrFailure::Run(message) => GridwrightError::new_err(message),
    })?;
    let answers = PyList::empty(py);
    for (bindings, store) in ran.answers {
        let names = PyDict::new(py);
        for (name, term) in bindings {
            names.set_item(name, term)?;
        }
        let answer = PyDict::new(py);
        answer.set_item("bindings", names)?;
        answer.set_item("store", store)?;
        answers.append(answer)?;
    }
    let dictionary = PyDict::new(py);
    dictionary.set_item("answers", answers)?;
    dictionary.set_item("complete", ran.complete)?;
    dictionary.set_item("stopped_at", ran.stopped_at)?;
    dictionary.set_item("output", ran.output)?;
    Ok(dictionary)
}

fn chr(
    text: &str,
    query: &str,
    limit: Option<u64>,
    flags: &[(String, Term)],
    request: &Request,
) -> Result<ChrAnswers, ChrFailure> {
    let limits = chr_limits(request);
    let deadline = limits.deadline();
    let environment = Environment {
        flags,
        natives: &gridwright::clpfd::natives(),
        deadline: Some(&deadline),
        ..Environment::default()
    };
    let program = match ChrProgram::parse_in(text, "program", environment) {
        Ok(program) => program,
        Err(error) => {
            let Some(limit) = error.limit.filter(|_| error.diagnostics.is_empty()) else {
                return Err(ChrFailure::Program(error.diagnostics));
            };
            return Ok(ChrAnswers {
                stopped_at: Some(limit.to_string()),
                ..ChrAnswers::default()
            });
        }
    };
    let operators = program.operators();
    // The time limit includes reading the program.
    let limits = Limits {
        time: deadline.remaining(),
        ..limits
    };
    let run = program.query(query, limits);
    let mut run = run.map_err(ChrFailure::Query)?;
    let mut ran = ChrAnswers::default();
    while limit.is_none_or(|limit| (ran.answers.len() as u64) < limit) {
        match run.next_answer() {
            Ok(Some(found)) => ran.answers.push(answer_text(&found.named(), operators)),
            Ok(None) => {
                ran.complete = true;
                break;
            }
            Err(RunError::Limit(limit)) => {
                ran.stopped_at = Some(limit.to_string());
                break;
            }
            Err(error) => return Err(ChrFailure::Run(error.to_string())),
        }
    }
    ran.output = run.take_output();
    Ok(ran)
}

fn answer_text(answer: &Answer, operators: &Operators) -> AnswerText {
    let text = |term: &Term| term.display_with(operators).to_string();
    let bound = answer.bindings.iter();
    let bound = bound.filter(|(name, term)| *term != Term::var(name));
    let bound = bound.map(|(name, term)| (name.clone(), text(term)));
    (bound.collect(), answer.store.iter().map(text).collect())
}
