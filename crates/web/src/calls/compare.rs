//! `compare`: runs the same puzzles with several solver options; a row for each run.
//!
//! In a worker, the runs are in other processes, one after another (see `Job::parts`): a run that crashes is a row that says so, and the others go on.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use gridwright::Kind;
use gridwright::fd::Flow;
use gridwright_lab::{
    CellInput, CellLimits, Experiment, Key, NamedInstance, Options, Question, Row, RunOptions,
    RunResult, run,
};
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::{Job, RunPart};
use crate::response::Reply;
use crate::types::{Puzzle, SolverOptions};

/// The path of the call.
pub(crate) const PATH: &str = "/api/compare";

/// The maximal number of runs of one call.
const MAX_RUNS: usize = 5_000;

/// The default time limit of a run in seconds.
const SECONDS: f64 = 5.0;

/// Puzzles and the configurations to compare
#[derive(Debug, Serialize, Deserialize)]
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
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NamedPuzzle {
    name: String,
    #[serde(flatten)]
    puzzle: Puzzle,
}

/// Solver options with a name
#[derive(Clone, Debug, Serialize, Deserialize)]
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

/// What is read of the answer of another process.
#[derive(Debug, Deserialize)]
struct PartAnswer {
    #[serde(default)]
    rows: Vec<RunRow>,
}

/// The error of a part.
#[derive(Deserialize)]
struct PartError {
    error: String,
}

/// What all runs of a comparison have in common.
struct Comparison<'c> {
    job: &'c Job,
    kind: &'static dyn Kind,
    requests: &'c [NamedRequest],
    configurations: Vec<(String, Options)>,
    question: QuestionName,
    machine: String,
}

pub(crate) fn compare(job: &Job, body: CompareBody) -> Result<CompareAnswer, ApiError> {
    let (kind, instances) = instances(&body)?;
    let configurations = configurations(kind, &body.requests)?;
    let question = body.question.unwrap_or(QuestionName::Unique);
    if matches!(question, QuestionName::Backbone) {
        return Err(ApiError::invalid(
            "expected the question solve, unique or count",
        ));
    }
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
    let comparison = Comparison {
        job,
        kind,
        requests: &body.requests,
        configurations,
        question,
        machine: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
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
        let left = job.remaining().as_secs_f64() / comparison.configurations.len() as f64;
        let mut report = |row| {
            answer.done += 1;
            job.emit("row", row, &mut answer.rows)
        };
        match &job.parts {
            Some(parts) => comparison.run_apart(one, seconds.min(left), &**parts, &mut report),
            None => comparison.run(one, seconds.min(left), &mut report),
        }
    }
    Ok(answer)
}

impl Comparison<'_> {
    /// Runs all configurations on a puzzle, in this process.
    fn run(&self, one: &NamedInstance, seconds: f64, report: &mut dyn FnMut(RunRow) -> Flow) {
        let limits = CellLimits {
            time: Some(seconds),
            nodes: None,
            memory: Some((self.job.memory >> 20) as u64),
        };
        let question = match self.question {
            QuestionName::Solve => Question::Solve,
            QuestionName::Count => Question::Count,
            QuestionName::Unique | QuestionName::Backbone => Question::Unique,
        };
        let configurations = self.configurations.clone();
        let experiment =
            Experiment::comparison(self.kind.info().id, question, configurations, limits);
        let stop = self.job.stop();
        let options = RunOptions {
            done: &HashSet::new(),
            threads: 1,
            stop: &stop,
            machine: &self.machine,
            workers: None,
        };
        let one = std::slice::from_ref(one);
        let Ok(_) = run(&experiment, one, &options, |progress| {
            if report(RunRow::from(progress.row)) == Flow::Stop {
                stop.request();
            }
            Ok::<(), Infallible>(())
        });
    }

    /// Runs all configurations on a puzzle, each in another process.
    fn run_apart(
        &self,
        one: &NamedInstance,
        seconds: f64,
        parts: &dyn RunPart,
        report: &mut dyn FnMut(RunRow) -> Flow,
    ) {
        let CellInput::Puzzle(instance) = &one.input else {
            return;
        };
        let mut body = CompareBody {
            puzzles: vec![NamedPuzzle {
                name: one.name.clone(),
                puzzle: Puzzle::of(&**instance),
            }],
            requests: Vec::new(),
            question: Some(self.question),
            run_seconds: Some(seconds),
        };
        for request in self.requests {
            if self.job.is_over() {
                return;
            }
            body.requests = vec![request.clone()];
            let Ok(bytes) = serde_json::to_vec(&body) else {
                continue;
            };
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let reply = parts.run_part(PATH, &bytes, time, self.job);
            if self.job.stop.is_requested() {
                return;
            }
            let rows = match serde_json::from_slice::<PartAnswer>(&reply.body) {
                Ok(answer) if reply.is_answer() => answer.rows,
                _ => vec![self.failed(&one.name, request, &reply)],
            };
            for row in rows {
                if report(row) == Flow::Stop {
                    return;
                }
            }
        }
    }

    /// The row of a run whose process was not started, or ended without an answer.
    fn failed(&self, puzzle: &str, request: &NamedRequest, reply: &Reply) -> RunRow {
        let (verdict, note) = match serde_json::from_slice::<PartError>(&reply.body) {
            Ok(refused) if !reply.is_fault() => ("error", refused.error),
            _ => ("crashed", "see the log of the server".to_owned()),
        };
        RunRow {
            puzzle: puzzle.to_owned(),
            configuration: request.name.clone(),
            result: RunResult {
                verdict: verdict.to_owned(),
                note,
                seed: request.request.seed,
                machine: self.machine.clone(),
                ..RunResult::default()
            },
        }
    }
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
