//! `solve`: answers a question about a puzzle.

use gridwright::{AnyAnswer, AnyInstance, Question, Report, Verdict, ask};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::jobs::Job;
use crate::types::{CellPair, Puzzle, SolverOptions, cell_pairs, claim_numbers};

/// The maximal number of answers in a response.
const MAX_ANSWERS: u64 = 1000;

/// A question about a puzzle
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    /// The number of answers to find, or the limit of counting
    limit: Option<u64>,
    #[serde(default)]
    request: SolverOptions,
}

/// A question
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuestionName {
    /// Find answers
    Solve,
    /// Decide whether there is exactly one answer
    Unique,
    /// Count the answers
    Count,
    /// Find the facts that all answers share
    Backbone,
}

impl QuestionName {
    /// The question with a limit on answers.
    pub(crate) fn question(self, limit: Option<u64>) -> Question {
        match self {
            QuestionName::Solve => Question::Solve {
                max: limit.unwrap_or(1).clamp(1, MAX_ANSWERS),
            },
            QuestionName::Unique => Question::Unique,
            QuestionName::Count => Question::Count {
                limit: limit.unwrap_or(u64::MAX).max(1),
            },
            QuestionName::Backbone => Question::Backbone,
        }
    }
}

/// The answer to a question
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolveAnswer {
    /// `unique`, `multiple`, `none`, `solved` or `stopped`
    verdict: &'static str,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// A sentence about the verdict
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// Whether all answers were found or counted
    complete: bool,
    /// Answers, each as its true facts
    answers: Vec<Vec<i64>>,
    /// The same answers as text
    texts: Vec<String>,
    /// The facts that all answers share, for `backbone`
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<Vec<i64>>,
    /// The cells in which the first two answers differ
    #[serde(skip_serializing_if = "Option::is_none")]
    differ: Option<Vec<CellPair>>,
    viewpoint: String,
    engine: String,
    stats: Counters,
}

/// Counters of a run
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Counters {
    nodes: u64,
    failures: u64,
    backtracks: u64,
    propagations: u64,
    nogoods: u64,
    restarts: u64,
    /// Set-up time in seconds
    setup: f64,
    /// Solving time in seconds
    seconds: f64,
}

pub(crate) fn solve(job: &Job, body: SolveBody) -> Result<SolveAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let question = body.question.question(body.limit);
    let request = body.request.request(job)?;
    let report = ask(&*instance, question, &request).map_err(ApiError::invalid)?;
    Ok(solve_answer(&*instance, &report))
}

fn solve_answer(instance: &dyn AnyInstance, report: &Report) -> SolveAnswer {
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
        answers: answers()
            .map(|answer| true_facts(instance, answer))
            .collect(),
        texts: answers()
            .map(|answer| instance.print_answer(answer))
            .collect(),
        shared: report.shared.as_deref().map(claim_numbers),
        differ: match (&report.answers[..], report.verdict) {
            ([one, other, ..], Verdict::Multiple) => Some(differing(instance, one, other)),
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

/// The true facts of an answer.
pub(crate) fn true_facts(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Vec<i64> {
    let mut all = claim_numbers(&instance.known(answer));
    all.retain(|claim| *claim > 0);
    all
}

/// The cells in which two answers differ.
fn differing(instance: &dyn AnyInstance, one: &AnyAnswer, other: &AnyAnswer) -> Vec<CellPair> {
    let known = instance.known(one).into_iter().zip(instance.known(other));
    let facts = known.zip(instance.fact_cells());
    let differ = facts.filter(|((one, other), _)| one != other);
    cell_pairs(differ.flat_map(|(_, cells)| cells))
}
