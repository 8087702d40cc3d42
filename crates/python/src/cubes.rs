//! Cubes of one hard question: a puzzle or a model is split, and any process that gets the same arguments can search some of the cubes.

use gridwright::control::Stop;
use gridwright::fd::{Atom, Limit, Stats};
use gridwright::flatzinc::{LoadError, Program};
use gridwright::solve::{ModelEngine, RunOptions, Session, SolveError};
use gridwright::solving::CubeSolver;
use gridwright::{AnyInstance, Error, Question, Request};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, GridwrightError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::Instance;

/// The result of one cube.
struct CubeRow {
    cube: usize,
    count: u64,
    answers: Vec<String>,
    limit: Option<Limit>,
    stats: Stats,
    engine: String,
    viewpoint: String,
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
    Run(SolveError),
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
            Failure::Run(error) => option_error(error),
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
        let solver = puzzle_cubes(&*instance.inner, question, &request, n)?;
        Ok((solver.n_cubes(), solver.description().to_owned()))
    })?;
    split.map_err(|failure: Failure| failure.raise(py, ""))
}

fn puzzle_cubes<'i>(
    instance: &'i dyn AnyInstance,
    question: Question,
    request: &Request,
    n: usize,
) -> Result<CubeSolver<'i>, Failure> {
    let solver = CubeSolver::new(instance, question, request, n).map_err(Failure::Ask)?;
    solver.ok_or(Failure::NotSplit)
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
    let instance = &*instance.inner;
    let rows = interrupt::run(py, &stop, || {
        let mut solver = puzzle_cubes(instance, question, &request, n)?;
        if solver.description() != description {
            return Err(Failure::Different(solver.description().to_owned()));
        }
        let mut rows = Vec::new();
        for cube in cubes {
            if cube >= solver.n_cubes() {
                return Err(Failure::NoCube(cube));
            }
            let report = solver.ask(cube, &request).map_err(Failure::Ask)?;
            let answers = report.answers.iter();
            rows.push(CubeRow {
                cube,
                count: report.count,
                answers: answers.map(|answer| instance.answer_line(answer)).collect(),
                limit: report.limit,
                stats: report.stats,
                engine: report.engine.to_string(),
                viewpoint: report.viewpoint,
            });
        }
        Ok(rows)
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
    let split = interrupt::run(py, &stop, || {
        let (_, cubes) = model_cubes(text, &request, n)?;
        Ok((cubes.len(), describe(text, limit, &cubes)))
    })?;
    split.map_err(|failure: Failure| failure.raise(py, text))
}

fn model_cubes(
    text: &str,
    request: &Request,
    n: usize,
) -> Result<(Session, Vec<Vec<Atom>>), Failure> {
    let limits = request.limits();
    let program = Program::read_before(text, &limits.deadline()).map_err(Failure::Load)?;
    let engine = ModelEngine::try_from(request.engine).map_err(Failure::Ask)?;
    let mut options = RunOptions::new().engine(engine).limits(limits);
    options.consistency = request.consistency.clone();
    let mut session = Session::new(&program.model, &options).map_err(Failure::Run)?;
    let cubes = session.cubes(n).map_err(Failure::Run)?;
    Ok((session, cubes))
}

/// The model, the limit of counting and the cubes, as checksums. Results of cubes belong together only if their descriptions are equal.
fn describe(text: &str, limit: Option<u64>, cubes: &[Vec<Atom>]) -> String {
    // FNV-1a.
    let sum = |bytes: &mut dyn Iterator<Item = u8>| {
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let model = sum(&mut text.bytes());
    let bytes = |cube: &Vec<Atom>| format!("{cube:?};").into_bytes();
    let all = sum(&mut cubes.iter().flat_map(bytes));
    let n = cubes.len();
    let limit = limit.map_or(String::new(), |limit| format!(" to {limit}"));
    format!("count{limit} model {model:016x} in {n} cubes, checksum {all:016x}")
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
    let max = limit.unwrap_or(u64::MAX);
    let rows = interrupt::run(py, &stop, || {
        let (mut session, all) = model_cubes(text, &request, n)?;
        let found = describe(text, limit, &all);
        if found != description {
            return Err(Failure::Different(found));
        }
        let mut rows = Vec::new();
        for cube in cubes {
            let atoms = all.get(cube).ok_or(Failure::NoCube(cube))?;
            let before = session.stats().clone();
            session.set_limits(request.limits());
            let count = session.count_under(atoms, max).map_err(Failure::Run)?;
            let now = session.stats();
            rows.push(CubeRow {
                cube,
                count: count.solutions,
                answers: Vec::new(),
                limit: count.limit.filter(|limit| *limit != Limit::Solutions),
                stats: Stats {
                    nodes: now.nodes - before.nodes,
                    failures: now.failures - before.failures,
                    backtracks: now.backtracks - before.backtracks,
                    propagations: now.propagations - before.propagations,
                    ..Stats::default()
                },
                engine: session.engine().to_string(),
                viewpoint: String::new(),
            });
        }
        Ok(rows)
    })?;
    row_list(py, rows.map_err(|failure| failure.raise(py, text))?)
}

/// The rows as dictionaries, with the names of a checkpoint file.
fn row_list(py: Python<'_>, rows: Vec<CubeRow>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for row in rows {
        let dictionary = PyDict::new(py);
        dictionary.set_item("cube", row.cube)?;
        dictionary.set_item("count", row.count)?;
        dictionary.set_item("answers", row.answers)?;
        dictionary.set_item("nodes", row.stats.nodes)?;
        dictionary.set_item("failures", row.stats.failures)?;
        dictionary.set_item("backtracks", row.stats.backtracks)?;
        dictionary.set_item("propagations", row.stats.propagations)?;
        dictionary.set_item("engine", row.engine)?;
        dictionary.set_item("viewpoint", row.viewpoint)?;
        dictionary.set_item("stopped_at", row.limit.map(|limit| limit.to_string()))?;
        list.append(dictionary)?;
    }
    Ok(list)
}
