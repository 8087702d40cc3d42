//! New puzzles with exactly one answer.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use gridwright::CATALOGUE;
use gridwright::control::{Deadline, Stop};
use gridwright::generate::{
    ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
};
use gridwright::generating::{parse_clues, parse_difficulty, parse_size, technique_rater};
use gridwright::puzzles::{GenerateOptions, Symmetry};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::errors::{GenerateError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::Instance;

/// The names of the options of single kinds, which are texts.
fn board_options() -> Vec<&'static str> {
    let generate = CATALOGUE.iter().filter_map(|kind| kind.generation());
    let options = generate.flat_map(|generate| generate.options);
    let mut names: Vec<&str> = options.map(|option| option.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The options of generation.
const NAMES: [&str; 9] = [
    "size",
    "difficulty",
    "techniques",
    "requires",
    "symmetry",
    "minimal",
    "clues",
    "unrated",
    "time_limit",
];

/// Generates the puzzles with the numbers from `first` up, each as a dictionary. The same seed and number give the same puzzle.
#[pyfunction]
#[pyo3(signature = (kind, number, seed, first=0, threads=1, options=None))]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    kind: &str,
    number: u64,
    seed: u64,
    first: u64,
    threads: usize,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let (request, time_limit) = request(kind, options)?;
    let generator =
        Generator::new(request).map_err(|refusal| GenerateError::new_err(refusal.to_string()))?;
    let stop = Stop::new();
    let mut deadline = Deadline::at_stop(stop.clone());
    if let Some(time) = time_limit {
        deadline = deadline.within(time);
    }
    let results = interrupt::run(py, &stop, || {
        let (next, failed) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let results = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, number.clamp(1, 256) as usize) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= number || at > failed.load(Ordering::Relaxed) {
                            return;
                        }
                        let result = generator.generate(seed, first + at, &deadline);
                        if result.is_err() {
                            failed.fetch_min(at, Ordering::Relaxed);
                        }
                        let mut results = results.lock().expect("no thread panics with the lock");
                        results.push((at, result));
                    }
                });
            }
        });
        let mut results = results.into_inner().expect("all threads have ended");
        results.sort_by_key(|(at, _)| *at);
        results
    })?;
    let list = PyList::empty(py);
    for (at, result) in results {
        match result {
            Ok(puzzle) => list.append(generated_dict(py, first + at, seed, puzzle)?)?,
            Err(failure) => return Err(failed(py, &failure, &list, number)),
        }
    }
    Ok(list)
}

fn failed(
    py: Python<'_>,
    failure: &GenerateFailure,
    puzzles: &Bound<'_, PyList>,
    wanted: u64,
) -> PyErr {
    let n = puzzles.len();
    let error = GenerateError::new_err(format!("{failure}; {n} of {wanted} puzzles generated"));
    match error.value(py).setattr("puzzles", puzzles) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn request(
    kind: &str,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<(GenerateRequest, Option<std::time::Duration>)> {
    let kind = options::kind(kind)?;
    let of_kinds = board_options();
    let mut texts: Vec<(String, String)> = Vec::new();
    let (mut minimal, mut unrated, mut time_limit) = (false, false, None);
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        if value.is_none() {
            continue;
        }
        match &*name {
            "minimal" => minimal = value.is_truthy()?,
            "unrated" => unrated = value.is_truthy()?,
            "time_limit" => time_limit = options::time_limit(Some(&value))?,
            known if NAMES.contains(&known) || of_kinds.contains(&known) => {
                texts.push((name, option_text(&value)?));
            }
            _ => {
                let names = NAMES.iter().chain(&of_kinds).copied().collect::<Vec<_>>();
                let names = names.join(", ");
                return Err(option_error(format!(
                    "unknown option `{name}`; options: {names}"
                )));
            }
        }
    }
    let text = |name: &str| {
        let found = texts.iter().find(|(other, _)| other == name);
        found.map(|(_, text)| text.as_str())
    };
    let named = |name: &'static str| move |error: String| option_error(format!("{name}: {error}"));
    let size = text("size").map(parse_size).transpose();
    let size = size.map_err(named("size"))?;
    let clues = text("clues").map(parse_clues).transpose();
    let clues = clues.map_err(named("clues"))?;
    let symmetry = text("symmetry").map(str::parse::<Symmetry>).transpose();
    let symmetry = symmetry.map_err(|error| option_error(format!("symmetry: {error}")))?;
    let chosen = technique_rater(kind, size, text("techniques"), text("requires"));
    let chosen = chosen.map_err(option_error)?;
    // Chosen techniques are checked as a difficulty, of which any will do.
    let any = chosen.is_some().then_some(0.0..=f64::MAX);
    let rater: Arc<dyn Rater> = match chosen {
        Some(rater) => Arc::new(rater),
        None => Arc::new(ExplanationRater),
    };
    let difficulty = text("difficulty").map(|text| parse_difficulty(&*rater, text));
    let difficulty = difficulty.transpose().map_err(option_error)?.or(any);
    if unrated && difficulty.is_some() {
        return Err(option_error(
            "unrated: a difficulty or techniques need a rating",
        ));
    }
    let board = |(name, _): &&(String, String)| of_kinds.contains(&name.as_str());
    let request = GenerateRequest {
        options: GenerateOptions {
            size,
            options: texts.iter().filter(board).cloned().collect(),
            symmetry: symmetry.unwrap_or_default(),
        },
        minimal,
        clues,
        rater: (!unrated).then_some(rater),
        difficulty,
        ..GenerateRequest::new(kind)
    };
    Ok((request, time_limit))
}

/// The text of an option: a text, a number, or a pair such as `(10, 12)` for `10x12` and `(22, 26)` for `22..26`.
fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    Ok(value.str()?.to_cow()?.into_owned())
}

fn generated_dict<'py>(
    py: Python<'py>,
    number: u64,
    seed: u64,
    puzzle: Generated,
) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    let rating = puzzle.rating.as_ref();
    dictionary.set_item("number", number + 1)?;
    dictionary.set_item("seed", seed)?;
    dictionary.set_item("answer", puzzle.puzzle.print_answer(&puzzle.answer))?;
    dictionary.set_item("clues", puzzle.n_clues)?;
    dictionary.set_item("minimal", puzzle.is_minimal)?;
    dictionary.set_item("rating", rating.map(|rating| rating.score))?;
    dictionary.set_item("difficulty", rating.map(|rating| rating.level))?;
    dictionary.set_item("attempts", puzzle.attempts)?;
    dictionary.set_item("verified_by", &puzzle.verified_by)?;
    dictionary.set_item("puzzle", Instance::new(puzzle.puzzle))?;
    Ok(dictionary)
}
