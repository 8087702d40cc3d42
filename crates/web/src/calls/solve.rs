//! `solve`: a question, asked of a puzzle.

use gridwright::{AnyAnswer, AnyInstance, Question, Report, Verdict, ask};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forms::{Puzzle, RequestForm, Spot, claims, spots};
use crate::jobs::Job;
use crate::refused::Refused;

/// So many answers are listed at most.
const MOST_ANSWERS: u64 = 1000;

/// A question
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SolveBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    /// How many answers to look for, or where counting stops
    limit: Option<u64>,
    #[serde(default)]
    request: RequestForm,
}

/// What is asked
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuestionName {
    /// For an answer, or for several
    Solve,
    /// Whether there is exactly one
    Unique,
    /// How many there are
    Count,
    /// What all of them share
    Backbone,
}

impl QuestionName {
    /// The question, where this many answers are looked for or counted at most.
    pub(crate) fn question(self, limit: Option<u64>) -> Question {
        match self {
            QuestionName::Solve => Question::Solve {
                most: limit.unwrap_or(1).clamp(1, MOST_ANSWERS),
            },
            QuestionName::Unique => Question::Unique,
            QuestionName::Count => Question::Count {
                limit: limit.unwrap_or(u64::MAX).max(1),
            },
            QuestionName::Backbone => Question::Backbone,
        }
    }
}

/// What came of a question
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SolveAnswer {
    /// `unique`, `multiple`, `none`, `solved` or `stopped`
    verdict: &'static str,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// The verdict in words
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// Whether the answers found, or counted, are all there are
    complete: bool,
    /// Answers, each by the facts that hold in it
    answers: Vec<Vec<i64>>,
    /// The same answers as text
    texts: Vec<String>,
    /// What all answers say, where that was asked
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<Vec<i64>>,
    /// The cells of what the first two answers say differently
    #[serde(skip_serializing_if = "Option::is_none")]
    differ: Option<Vec<Spot>>,
    viewpoint: String,
    engine: String,
    stats: Counters,
}

/// What a run counted
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Counters {
    nodes: u64,
    failures: u64,
    backtracks: u64,
    propagations: u64,
    nogoods: u64,
    restarts: u64,
    /// Seconds of setting up
    setup: f64,
    /// Seconds of solving
    seconds: f64,
}

pub(crate) fn solve(job: &Job, asked: SolveBody) -> Result<SolveAnswer, Refused> {
    let given = asked.puzzle.read()?;
    let question = asked.question.question(asked.limit);
    let request = asked.request.request(job)?;
    let report =
        ask(&*given, question, &request).map_err(|error| Refused::senseless(error.to_string()))?;
    Ok(told(&*given, &report))
}

fn told(given: &dyn AnyInstance, report: &Report) -> SolveAnswer {
    let stats = &report.stats;
    let answers = || report.answers.iter();
    SolveAnswer {
        verdict: report.verdict.word(),
        limit: match report.verdict {
            Verdict::Stopped(limit) => Some(limit.to_string()),
            _ => None,
        },
        words: report.in_words(),
        count: report.count,
        complete: report.complete,
        answers: answers().map(|answer| holding(given, answer)).collect(),
        texts: answers().map(|answer| given.print_answer(answer)).collect(),
        shared: report.shared.as_deref().map(claims),
        differ: match (&report.answers[..], report.verdict) {
            ([one, other, ..], Verdict::Multiple) => Some(differing(given, one, other)),
            _ => None,
        },
        viewpoint: report.viewpoint.clone(),
        engine: report.engine.to_string(),
        stats: Counters {
            nodes: stats.nodes,
            failures: stats.failures,
            backtracks: stats.backtracks,
            propagations: stats.propagations,
            nogoods: stats.nogoods,
            restarts: stats.restarts,
            setup: report.setup_time.as_secs_f64(),
            seconds: stats.solve_time.as_secs_f64(),
        },
    }
}

/// The facts that hold in an answer.
pub(crate) fn holding(given: &dyn AnyInstance, answer: &AnyAnswer) -> Vec<i64> {
    let mut all = claims(&given.known(answer));
    all.retain(|claim| *claim > 0);
    all
}

/// The cells of what two answers say differently.
fn differing(given: &dyn AnyInstance, one: &AnyAnswer, other: &AnyAnswer) -> Vec<Spot> {
    let said = given.known(one).into_iter().zip(given.known(other));
    let facts = said.zip(given.fact_cells());
    let differ = facts.filter(|((one, other), _)| one != other);
    spots(differ.flat_map(|(_, cells)| cells))
}
