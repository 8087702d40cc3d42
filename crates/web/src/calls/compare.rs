//! `compare`: the same question of the same puzzles, asked in several ways; a row for each.

use std::collections::HashSet;
use std::convert::Infallible;

use gridwright::Kind;
use gridwright::fd::Flow;
use gridwright_lab::{CellLimits, Experiment, How, Named, Options, Question, Row, Subject, run};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::forms::{Puzzle, RequestForm};
use crate::jobs::Job;
use crate::refused::Refused;

/// So many runs are made at most, of one call.
const MOST: usize = 5_000;

/// How long a run may take where nothing is said.
const SECONDS: f64 = 5.0;

/// Puzzles, and the ways to compare
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CompareBody {
    /// The puzzles, all of one kind
    puzzles: Vec<NamedPuzzle>,
    /// The ways, each with a name of its own
    requests: Vec<NamedRequest>,
    /// `solve`, `unique` or `count`; usually `unique`
    question: Option<QuestionName>,
    /// How long each run may take, in seconds
    run_seconds: Option<f64>,
}

/// A puzzle with a name
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NamedPuzzle {
    name: String,
    #[serde(flatten)]
    puzzle: Puzzle,
}

/// A request with a name
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NamedRequest {
    name: String,
    #[serde(flatten)]
    request: RequestForm,
}

/// What one run came to
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct RunRow {
    pub(crate) puzzle: String,
    pub(crate) configuration: String,
    /// `unique`, `multiple`, `none`, `solved`, `stopped`, `refused` or `crashed`
    pub(crate) verdict: String,
    /// The limit it was stopped by, or what was said against it
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

/// How a comparison ended
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CompareAnswer {
    /// How many runs were made, and how many there were to make
    done: usize,
    all: usize,
    /// The rows, where they were not told on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RunRow>,
}

pub(crate) fn compare(job: &Job, asked: CompareBody) -> Result<CompareAnswer, Refused> {
    let (kind, instances) = instances(&asked)?;
    let ways = ways(kind, &asked.requests)?;
    let question = match asked.question {
        None | Some(QuestionName::Unique) => Question::Unique,
        Some(QuestionName::Solve) => Question::Solve,
        Some(QuestionName::Count) => Question::Count,
        Some(QuestionName::Backbone) => {
            let what = "a comparison asks solve, unique or count";
            return Err(Refused::senseless(what));
        }
    };
    let seconds = asked.run_seconds.unwrap_or(SECONDS);
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(Refused::senseless(
            "the time for a run is more than 0 seconds",
        ));
    }
    let all = instances.len() * ways.len();
    if all > MOST {
        return Err(Refused::senseless(format!(
            "these are {all} runs, and {MOST} is the most; the lab on the command line takes more"
        )));
    }
    let stop = job.stop();
    let machine = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let how = How {
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
        let left = job.left().as_secs_f64() / ways.len() as f64;
        let limits = CellLimits {
            time: Some(seconds.min(left)),
            nodes: None,
            memory: job.request().memory.map(|bytes| (bytes >> 20) as u64),
        };
        let experiment = Experiment::comparison(kind.card().id, question, ways.clone(), limits);
        let Ok(_) = run(&experiment, std::slice::from_ref(one), &how, |progress| {
            answer.done += 1;
            let row = RunRow::of(progress.row);
            match job.is_followed() {
                true => {
                    if job.tell("row", &row) == Flow::Stop {
                        stop.request();
                    }
                }
                false => answer.rows.push(row),
            }
            Ok::<(), Infallible>(())
        });
    }
    Ok(answer)
}

/// The kind, and the puzzles with names that differ.
fn instances(asked: &CompareBody) -> Result<(&'static dyn Kind, Vec<Named>), Refused> {
    let mut instances: Vec<Named> = Vec::new();
    let mut kind: Option<&'static dyn Kind> = None;
    for NamedPuzzle { name, puzzle } in &asked.puzzles {
        let instance = puzzle.read()?;
        let card = instance.kind().card();
        let first = kind.replace(instance.kind()).map(|kind| kind.card());
        if let Some(first) = first.filter(|first| first.id != card.id) {
            return Err(Refused::senseless(format!(
                "a comparison is about one kind, and these are {} and {}",
                first.title, card.title
            )));
        }
        let mut own = name.clone();
        let mut number = 2;
        while instances.iter().any(|other| other.name == own) {
            own = format!("{name} ({number})");
            number += 1;
        }
        instances.push(Named {
            name: own,
            subject: Subject::Puzzle(instance),
        });
    }
    let kind = kind.ok_or_else(|| Refused::senseless("there is no puzzle to compare on"))?;
    Ok((kind, instances))
}

/// The ways, in the words of the lab.
fn ways(
    kind: &'static dyn Kind,
    requests: &[NamedRequest],
) -> Result<Vec<(String, Options)>, Refused> {
    let mut ways: Vec<(String, Options)> = Vec::new();
    for named in requests {
        let (name, request) = (&named.name, &named.request);
        if ways.iter().any(|(other, _)| other == name) {
            return Err(Refused::senseless(format!("two ways are called `{name}`")));
        }
        let some = |words: &[String], between: &str| {
            let words = words.join(between);
            (!words.is_empty()).then_some(words)
        };
        let said = [
            ("engine", request.engine.clone()),
            ("viewpoint", some(&request.viewpoints, "+")),
            ("rules", some(&request.rules, ",")),
            ("connectivity", request.connectivity.clone()),
            ("level", request.level.clone()),
            ("inference", request.inference.clone()),
            ("select", request.select.clone()),
            ("choose", request.choose.clone()),
            ("restarts", request.restarts.clone()),
            ("seed", request.seed.map(|seed| seed.to_string())),
        ];
        let mut options = Options::default();
        for (option, value) in said {
            let Some(value) = value.filter(|value| !value.is_empty()) else {
                continue;
            };
            options
                .set(kind, option, &value)
                .map_err(|wrong| Refused::senseless(format!("{name}: {option}: {}", wrong.what)))?;
        }
        ways.push((name.clone(), options));
    }
    if ways.is_empty() {
        return Err(Refused::senseless("there is no way to compare"));
    }
    Ok(ways)
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

    /// The row as the lab has it.
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
