//! `compare`: runs the same puzzles with several solver options; a row for each run.

use std::collections::HashSet;
use std::convert::Infallible;

use gridwright::Kind;
use gridwright::fd::Flow;
use gridwright_lab::{
    CellInput, CellLimits, Experiment, NamedInstance, Options, Question, Row, RunOptions, run,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{Puzzle, SolverOptions};

/// The maximal number of runs of one call.
const MOST: usize = 5_000;

/// The default time limit of a run in seconds.
const SECONDS: f64 = 5.0;

/// Puzzles and the configurations to compare
#[derive(Debug, Deserialize, JsonSchema)]
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

/// A puzzle with a name
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NamedPuzzle {
    name: String,
    #[serde(flatten)]
    puzzle: Puzzle,
}

/// Solver options with a name
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NamedRequest {
    name: String,
    #[serde(flatten)]
    request: SolverOptions,
}

/// The result of one run
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RunRow {
    pub(crate) puzzle: String,
    pub(crate) configuration: String,
    /// `unique`, `multiple`, `none`, `solved`, `stopped`, `refused` or `crashed`
    pub(crate) verdict: String,
    /// The limit that stopped it, or the reason of a refusal
    pub(crate) note: String,
    pub(crate) answers: u64,
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) backtracks: u64,
    pub(crate) propagations: u64,
    pub(crate) setup_ms: f64,
    pub(crate) solve_ms: f64,
    /// Bytes, by the engine's own estimate
    pub(crate) memory: u64,
    pub(crate) seed: Option<u64>,
    pub(crate) machine: String,
}

/// The result of a comparison
#[derive(Debug, Serialize, JsonSchema)]
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
    if all > MOST {
        return Err(ApiError::invalid(format!(
            "{all} runs exceed the limit of {MOST}; use `gridwright lab` on the command line instead"
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
            Experiment::comparison(kind.card().id, question, configurations.clone(), limits);
        let Ok(_) = run(
            &experiment,
            std::slice::from_ref(one),
            &options,
            |progress| {
                answer.done += 1;
                let row = RunRow::of(progress.row);
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
        let card = instance.kind().card();
        let first = kind.replace(instance.kind()).map(|kind| kind.card());
        if let Some(first) = first.filter(|first| first.id != card.id) {
            return Err(ApiError::invalid(format!(
                "all puzzles must be of one kind, but there are {} and {}",
                first.title, card.title
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
            ("level", request.level.clone()),
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

impl RunRow {
    fn of(row: &Row) -> RunRow {
        RunRow {
            puzzle: row.instance.clone(),
            configuration: row.values.join(" / "),
            verdict: row.verdict.clone(),
            note: row.note.clone(),
            answers: row.answers,
            nodes: row.nodes,
            failures: row.failures,
            backtracks: row.backtracks,
            propagations: row.propagations,
            setup_ms: row.setup_ms,
            solve_ms: row.solve_ms,
            memory: row.memory,
            seed: row.seed,
            machine: row.machine.clone(),
        }
    }

    /// The row of the lab.
    pub(crate) fn row(self) -> Row {
        Row {
            instance: self.puzzle,
            values: vec![self.configuration],
            repetition: 1,
            verdict: self.verdict,
            note: self.note,
            answers: self.answers,
            nodes: self.nodes,
            failures: self.failures,
            backtracks: self.backtracks,
            propagations: self.propagations,
            setup_ms: self.setup_ms,
            solve_ms: self.solve_ms,
            memory: self.memory,
            seed: self.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: self.machine,
        }
    }
}
