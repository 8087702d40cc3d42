//! `compare`: runs the same puzzles with several solver options; a row for each run.

use std::collections::HashSet;
use std::convert::Infallible;

use gridwright::Kind;
use gridwright::fd::Flow;
use gridwright_lab::{
    CellInput, CellLimits, Experiment, Key, NamedInstance, Options, Question, Row, RunOptions,
    RunResult, run,
};
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{Puzzle, SolverOptions};

/// The maximal number of runs of one call.
const MAX_RUNS: usize = 5_000;

/// The default time limit of a run in seconds.
const SECONDS: f64 = 5.0;

/// Puzzles and the configurations to compare
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareBody {
    /// The puzzles, all of one kind
    puzzles: Vec<NamedPuzzle>,
    /// The configurations, with distinct names
    requests: Vec<NamedRequest>,
    /// `solve`, `unique` or `count`; default `unique`
    question: Option<QuestionName>,
    /// The time limit of a run in seconds
    run_seconds: Option<f64>,
}

/// A puzzle with a name; one that `generate` made may have its other fields, too
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NamedPuzzle {
    name: String,
    #[serde(flatten)]
    puzzle: Puzzle,
}

/// Solver options with a name
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedRequest {
    name: String,
    #[serde(flatten)]
    request: SolverOptions,
}

/// The result of one configuration on one puzzle
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRow {
    puzzle: String,
    configuration: String,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(schema_with = "run_result"))]
    result: RunResult,
}

/// The result of a comparison
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CompareAnswer {
    /// The number of finished runs, and of all runs
    done: usize,
    all: usize,
    /// The rows, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RunRow>,
}

pub(crate) fn compare(job: &Job, body: CompareBody) -> Result<CompareAnswer, ApiError> {
    let (kind, instances) = instances(&body)?;
    let configurations = configurations(kind, &body.requests)?;
    let question = match body.question {
        None | Some(QuestionName::Unique) => Question::Unique,
        Some(QuestionName::Solve) => Question::Solve,
        Some(QuestionName::Count) => Question::Count,
        Some(QuestionName::Backbone) => {
            return Err(ApiError::invalid(
                "expected the question solve, unique or count",
            ));
        }
    };
    let seconds = body.run_seconds.unwrap_or(SECONDS);
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(ApiError::invalid(
            "the time limit of a run must be positive",
        ));
    }
    let all = instances.len() * configurations.len();
    if all > MAX_RUNS {
        return Err(ApiError::invalid(format!(
            "{all} runs exceed the limit of {MAX_RUNS}; use `gridwright lab` on the command line instead"
        )));
    }
    let stop = job.stop();
    let machine = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let options = RunOptions {
        done: &HashSet::new(),
        threads: 1,
        stop: &stop,
        machine: &machine,
        workers: None,
    };
    let mut answer = CompareAnswer {
        done: 0,
        all,
        rows: Vec::new(),
    };
    for one in &instances {
        if job.is_over() {
            break;
        }
        let left = job.remaining().as_secs_f64() / configurations.len() as f64;
        let limits = CellLimits {
            time: Some(seconds.min(left)),
            nodes: None,
            memory: job.request().memory.map(|bytes| (bytes >> 20) as u64),
        };
        let experiment =
            Experiment::comparison(kind.info().id, question, configurations.clone(), limits);
        let Ok(_) = run(
            &experiment,
            std::slice::from_ref(one),
            &options,
            |progress| {
                answer.done += 1;
                let row = RunRow::from(progress.row);
                if job.emit("row", row, &mut answer.rows) == Flow::Stop {
                    stop.request();
                }
                Ok::<(), Infallible>(())
            },
        );
    }
    Ok(answer)
}

/// The kind, and the puzzles with distinct names.
fn instances(body: &CompareBody) -> Result<(&'static dyn Kind, Vec<NamedInstance>), ApiError> {
    let mut instances: Vec<NamedInstance> = Vec::new();
    let mut kind: Option<&'static dyn Kind> = None;
    for NamedPuzzle { name, puzzle } in &body.puzzles {
        let instance = puzzle.parse()?;
        let info = instance.kind().info();
        let first = kind.replace(instance.kind()).map(|kind| kind.info());
        if let Some(first) = first.filter(|first| first.id != info.id) {
            return Err(ApiError::invalid(format!(
                "all puzzles must be of one kind, but there are {} and {}",
                first.title, info.title
            )));
        }
        let mut own = name.clone();
        let mut number = 2;
        while instances.iter().any(|other| other.name == own) {
            own = format!("{name} ({number})");
            number += 1;
        }
        instances.push(NamedInstance {
            name: own,
            input: CellInput::Puzzle(instance),
        });
    }
    let kind = kind.ok_or_else(|| ApiError::invalid("there are no puzzles"))?;
    Ok((kind, instances))
}

/// The configurations as options of the lab.
fn configurations(
    kind: &'static dyn Kind,
    requests: &[NamedRequest],
) -> Result<Vec<(String, Options)>, ApiError> {
    let mut configurations: Vec<(String, Options)> = Vec::new();
    for named in requests {
        let (name, request) = (&named.name, &named.request);
        if configurations.iter().any(|(other, _)| other == name) {
            return Err(ApiError::invalid(format!(
                "duplicate configuration name `{name}`"
            )));
        }
        let join = |names: &[String], separator: &str| Some(names.join(separator));
        let values = [
            ("engine", request.engine.clone()),
            ("viewpoint", join(&request.viewpoints, "+")),
            ("rules", join(&request.rules, ",")),
            ("connectivity", request.connectivity.clone()),
            ("consistency", request.consistency.clone()),
            ("inference", request.inference.clone()),
            ("select", request.select.clone()),
            ("choose", request.choose.clone()),
            ("restarts", request.restarts.clone()),
            ("seed", request.seed.map(|seed| seed.to_string())),
        ];
        let mut options = Options::default();
        for (option, value) in values {
            let Some(value) = value.filter(|value| !value.is_empty()) else {
                continue;
            };
            options.set(kind, option, &value).map_err(|error| {
                ApiError::invalid(format!("{name}: {option}: {}", error.message))
            })?;
        }
        configurations.push((name.clone(), options));
    }
    if configurations.is_empty() {
        return Err(ApiError::invalid("there are no configurations"));
    }
    Ok(configurations)
}

/// The schema of a result.
#[cfg(test)]
fn run_result(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let text = schemas.subschema_for::<String>();
    let count = schemas.subschema_for::<u64>();
    let number = schemas.subschema_for::<f64>();
    schemars::json_schema!({
        "type": "object",
        "properties": {
            "verdict": {
                "type": "string",
                "description": "`unique`, `multiple`, `none`, `solved`, `stopped`, `refused` or `crashed`",
            },
            "note": {"type": "string", "description": "The limit that stopped it, or the reason of a refusal"},
            "answers": count,
            "nodes": count,
            "failures": count,
            "backtracks": count,
            "propagations": count,
            "setup_ms": number,
            "solve_ms": number,
            "memory": {
                "type": "integer",
                "format": "uint64",
                "minimum": 0,
                "description": "Bytes, by the engine's own estimate",
            },
            "seed": schemas.subschema_for::<Option<u64>>(),
            "machine": text,
        },
        "required": [
            "verdict", "note", "answers", "nodes", "failures", "backtracks", "propagations", "setup_ms", "solve_ms",
            "memory", "machine",
        ],
    })
}

impl From<&Row> for RunRow {
    fn from(row: &Row) -> RunRow {
        RunRow {
            puzzle: row.key.instance.clone(),
            configuration: row.configuration(),
            result: row.result.clone(),
        }
    }
}

impl From<RunRow> for Row {
    fn from(row: RunRow) -> Row {
        let key = Key {
            instance: row.puzzle,
            values: vec![row.configuration],
            repetition: 1,
        };
        Row::new(key, row.result)
    }
}
