//! Experiments of the lab, cell by cell, so that cells can run on other machines.

use std::collections::HashSet;

use gridwright::control::Stop;
use gridwright_lab::{
    Experiment, InstanceSource, Key, NamedInstance, Question, Row, RunOptions, RunResult, bundled,
    format_collection, instances, run, unmatched_pattern,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, GridwrightError};
use crate::interrupt;

/// A cell: the instance, the values of the axes, and the repetition.
type CellKey = (String, Vec<String>, u32);

/// The names and texts of the built-in experiments.
#[pyfunction]
pub(crate) fn experiments() -> Vec<(&'static str, &'static str)> {
    bundled::EXPERIMENTS.to_vec()
}

/// The plan of an experiment: `heading` and `axes` of its rows, `cells` as keys (instance, values, repetition), and `puzzles`, the text of its instances that
/// workers need. `file` is the text of the file with the instances, if the experiment names one, or the puzzles of an earlier plan.
#[pyfunction]
#[pyo3(signature = (text, file=None))]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    text: &str,
    file: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let experiment = Experiment::parse(text);
    let experiment = experiment.map_err(|error| errors::at(py, text, "experiment", &[error]))?;
    let stop = Stop::new();
    let (puzzles, named) = interrupt::run(py, &stop, || named(&experiment, file, &stop))?;
    let named = named.map_err(|error| errors::at(py, &puzzles, "puzzles", &[error]))?;
    if let Some(error) = unmatched_pattern(&experiment, &named, text) {
        return Err(errors::at(py, text, "experiment", &[error]));
    }
    let is_generated = matches!(experiment.instances.source, InstanceSource::Generated(_));
    let puzzles = match is_generated && experiment.question != Question::Generate {
        true => format_collection(&named),
        false => puzzles,
    };
    let cells = PyList::empty(py);
    for repetition in 1..=experiment.repetitions {
        for instance in &named {
            for configuration in experiment.configurations() {
                cells.append((&instance.name, configuration.values, repetition))?;
            }
        }
    }
    let axes = experiment.axis_names();
    let dictionary = PyDict::new(py);
    dictionary.set_item("title", &experiment.title)?;
    dictionary.set_item("heading", Row::heading(&axes))?;
    dictionary.set_item("axes", &axes)?;
    dictionary.set_item("cells", cells)?;
    dictionary.set_item("puzzles", puzzles)?;
    Ok(dictionary)
}

/// The name of the file that an experiment reads its instances from, as it is written there.
#[pyfunction]
pub(crate) fn instance_file(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    let experiment = Experiment::parse(text);
    let experiment = experiment.map_err(|error| errors::at(py, text, "experiment", &[error]))?;
    Ok(match experiment.instances.source {
        InstanceSource::File(file) => Some(file),
        _ => None,
    })
}

/// The text of the instances, and the instances.
fn named(
    experiment: &Experiment,
    file: Option<&str>,
    stop: &Stop,
) -> (
    String,
    Result<Vec<NamedInstance>, gridwright::term::Diagnostic>,
) {
    let text = match &experiment.instances.source {
        InstanceSource::Set(set) => bundled::set(set).unwrap_or_default(),
        InstanceSource::Inline(_) => "",
        InstanceSource::File(_) | InstanceSource::Generated(_) => file.unwrap_or_default(),
    };
    let found = instances(experiment, text, stop, &mut |_| ());
    (text.to_owned(), found)
}

/// Runs some cells of an experiment, and returns their rows as CSV lines, each with its key. `puzzles` is that of the plan.
#[pyfunction]
#[pyo3(signature = (text, puzzles, cells, machine, time_limit=None, memory_limit=None))]
pub(crate) fn run_cells(
    py: Python<'_>,
    text: &str,
    puzzles: &str,
    cells: Vec<CellKey>,
    machine: &str,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
) -> PyResult<Vec<(CellKey, String)>> {
    let experiment = Experiment::parse(text);
    let mut experiment =
        experiment.map_err(|error| errors::at(py, text, "experiment", &[error]))?;
    experiment.limits.time = time_limit.or(experiment.limits.time);
    experiment.limits.memory = memory_limit.or(experiment.limits.memory);
    let stop = Stop::new();
    let wanted: HashSet<Key> = cells
        .into_iter()
        .map(|(instance, values, repetition)| Key {
            instance,
            values,
            repetition,
        })
        .collect();
    let rows = interrupt::run(py, &stop, || {
        let (_, named) = named(&experiment, Some(puzzles), &stop);
        let mut named = named.map_err(|error| error.message)?;
        named.retain(|instance| wanted.iter().any(|key| key.instance == instance.name));
        let mut done = HashSet::new();
        for repetition in 1..=experiment.repetitions {
            for instance in &named {
                for configuration in experiment.configurations() {
                    let key = Key {
                        instance: instance.name.clone(),
                        values: configuration.values,
                        repetition,
                    };
                    if !wanted.contains(&key) {
                        done.insert(key);
                    }
                }
            }
        }
        let options = RunOptions {
            done: &done,
            threads: 1,
            stop: &stop,
            machine,
            workers: None,
        };
        let mut rows = Vec::new();
        let ran = run(&experiment, &named, &options, |progress| {
            rows.push(progress.row.clone());
            Ok::<(), std::convert::Infallible>(())
        });
        match ran {
            Ok(_) => Ok::<Vec<Row>, String>(rows),
            Err(never) => match never {},
        }
    })?;
    let rows = rows.map_err(GridwrightError::new_err)?;
    let rows = rows.into_iter().map(|row| {
        let line = row.line();
        let key = row.key;
        ((key.instance, key.values, key.repetition), line)
    });
    Ok(rows.collect())
}

/// The row of a cell whose process ended without a result, as a CSV line.
#[pyfunction]
pub(crate) fn crashed_row(cell: CellKey, message: String, machine: String) -> String {
    let (instance, values, repetition) = cell;
    let key = Key {
        instance,
        values,
        repetition,
    };
    let result = RunResult {
        verdict: "crashed".to_owned(),
        note: message,
        machine,
        ..RunResult::default()
    };
    Row::new(key, result).line()
}
