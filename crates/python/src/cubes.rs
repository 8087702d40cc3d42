//! Cubes of one hard question: a puzzle or a model is split, and any process that gets the same arguments can search some of the cubes.

use gridwright::control::Stop;
use gridwright::flatzinc::{LoadError, Program};
use gridwright::solving::{CubeReport, CubeSolver, CubeSubject};
use gridwright::{Error, Question, Request};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, GridwrightError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::Instance;

/// The result of one cube, with its answers in one line each.
struct CubeRow {
    cube: usize,
    answers: Vec<String>,
    report: CubeReport,
}

/// Why cubes could not be searched.
enum Failure {
    /// The question is not split.
    NotSplit,
    /// The cubes are others than those of the description.
    Different(String),
    /// There is no cube of this number.
    NoCube(usize),
    Ask(Error),
    Load(LoadError),
}

impl Failure {
    fn raise(self, py: Python<'_>, model: &str) -> PyErr {
        match self {
            Failure::NotSplit => option_error(
                "this question is not split into cubes: it is another than one answer, uniqueness or counting, its engine has no model, or a rule is only checked on answers",
            ),
            Failure::Different(found) => GridwrightError::new_err(format!(
                "this process splits the question differently, so that its version must be another: {found}"
            )),
            Failure::NoCube(cube) => option_error(format!("there is no cube {cube}")),
            Failure::Ask(error) => option_error(error),
            Failure::Load(LoadError::Invalid(errors)) => errors::at(py, model, "model", &errors),
            Failure::Load(LoadError::Stopped(limit)) => option_error(limit),
        }
    }
}

/// Splits a question about a puzzle into at most `n` cubes: their number, and the description that workers compare.
#[pyfunction]
#[pyo3(signature = (instance, question, n, limit=None, options=None))]
pub(crate) fn split_puzzle(
    py: Python<'_>,
    instance: &Instance,
    question: &str,
    n: usize,
    limit: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(usize, String)> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let question = options::question(question, limit)?;
    let split = interrupt::run(py, &stop, || {
        let subject = CubeSubject::Puzzle(&*instance.inner);
        let solver = cubes_of(subject, question, &request, n)?;
        Ok((solver.n_cubes(), solver.description().to_owned()))
    })?;
    split.map_err(|failure: Failure| failure.raise(py, ""))
}

fn cubes_of<'s>(
    subject: CubeSubject<'s>,
    question: Question,
    request: &Request,
    n: usize,
) -> Result<CubeSolver<'s>, Failure> {
    let solver = CubeSolver::new(subject, question, request, n).map_err(Failure::Ask)?;
    solver.ok_or(Failure::NotSplit)
}

/// Searches some of the cubes, if they are those of the description.
fn searched(
    subject: CubeSubject<'_>,
    question: Question,
    request: &Request,
    n: usize,
    (description, cubes): (&str, &[usize]),
) -> Result<Vec<CubeRow>, Failure> {
    let mut solver = cubes_of(subject, question, request, n)?;
    if solver.description() != description {
        return Err(Failure::Different(solver.description().to_owned()));
    }
    let mut rows = Vec::new();
    for &cube in cubes {
        if cube >= solver.n_cubes() {
            return Err(Failure::NoCube(cube));
        }
        let report = solver.ask(cube, request).map_err(Failure::Ask)?;
        let line = |answer| match subject {
            CubeSubject::Puzzle(instance) => Some(instance.answer_line(answer)),
            CubeSubject::Model { .. } => None,
        };
        rows.push(CubeRow {
            cube,
            answers: report.answers.iter().filter_map(line).collect(),
            report,
        });
    }
    Ok(rows)
}

/// Searches some of the cubes into which a question about a puzzle is split. The limits of the options hold for each.
#[pyfunction]
#[pyo3(signature = (instance, question, n, description, cubes, limit=None, options=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn run_puzzle_cubes<'py>(
    py: Python<'py>,
    instance: &Instance,
    question: &str,
    n: usize,
    description: &str,
    cubes: Vec<usize>,
    limit: Option<u64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let question = options::question(question, limit)?;
    let subject = CubeSubject::Puzzle(&*instance.inner);
    let rows = interrupt::run(py, &stop, || {
        searched(subject, question, &request, n, (description, &cubes))
    })?;
    row_list(py, rows.map_err(|failure| failure.raise(py, ""))?)
}

/// Splits counting the solutions of a FlatZinc model into at most `n` cubes: their number, and the description that workers compare.
#[pyfunction]
#[pyo3(signature = (text, n, limit=None, options=None))]
pub(crate) fn split_model(
    py: Python<'_>,
    text: &str,
    n: usize,
    limit: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(usize, String)> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let question = counting(limit);
    let split = interrupt::run(py, &stop, || {
        let program = model(text, &request)?;
        let subject = subject(&program, text);
        let solver = cubes_of(subject, question, &request, n)?;
        Ok((solver.n_cubes(), solver.description().to_owned()))
    })?;
    split.map_err(|failure: Failure| failure.raise(py, text))
}

fn model(text: &str, request: &Request) -> Result<Program, Failure> {
    Program::read_before(text, &request.limits().deadline()).map_err(Failure::Load)
}

fn subject<'s>(program: &'s Program, text: &'s str) -> CubeSubject<'s> {
    CubeSubject::Model {
        model: &program.model,
        decisions: &[],
        text,
    }
}

fn counting(limit: Option<u64>) -> Question {
    Question::Count {
        limit: limit.unwrap_or(u64::MAX),
    }
}

/// Counts the solutions in some of the cubes of a FlatZinc model, in each up to `limit`.
#[pyfunction]
#[pyo3(signature = (text, n, description, cubes, limit=None, options=None))]
pub(crate) fn run_model_cubes<'py>(
    py: Python<'py>,
    text: &str,
    n: usize,
    description: &str,
    cubes: Vec<usize>,
    limit: Option<u64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let stop = Stop::new();
    let request = options::request(options, &stop)?;
    let question = counting(limit);
    let rows = interrupt::run(py, &stop, || {
        let program = model(text, &request)?;
        let subject = subject(&program, text);
        searched(subject, question, &request, n, (description, &cubes))
    })?;
    row_list(py, rows.map_err(|failure| failure.raise(py, text))?)
}

/// The rows as dictionaries, with the names of a checkpoint file.
fn row_list(py: Python<'_>, rows: Vec<CubeRow>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for row in rows {
        let dictionary = PyDict::new(py);
        dictionary.set_item("cube", row.cube)?;
        dictionary.set_item("count", row.report.count)?;
        dictionary.set_item("answers", row.answers)?;
        dictionary.set_item("nodes", row.report.stats.nodes)?;
        dictionary.set_item("failures", row.report.stats.failures)?;
        dictionary.set_item("backtracks", row.report.stats.backtracks)?;
        dictionary.set_item("propagations", row.report.stats.propagations)?;
        dictionary.set_item("engine", row.report.engine.to_string())?;
        dictionary.set_item("viewpoint", row.report.viewpoint)?;
        dictionary.set_item(
            "stopped_at",
            row.report.limit.map(|limit| limit.to_string()),
        )?;
        list.append(dictionary)?;
    }
    Ok(list)
}
