//! `run`: runs a program, of the small language or of Constraint Handling Rules.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::calls::{run_model, run_rules};
use crate::forms::RequestForm;
use crate::jobs::Job;
use crate::refused::{Message, Refused};

/// So many solutions are told at most, of one call.
pub(crate) const MOST_SOLUTIONS: u64 = 1_000;

/// A program
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RunBody {
    pub(crate) language: Language,
    pub(crate) text: String,
    /// For rules: what to ask
    pub(crate) query: Option<String>,
    /// Whether all solutions are wanted, not only the first
    #[serde(default)]
    pub(crate) all: bool,
    /// For rules: whether to tell every step
    #[serde(default)]
    pub(crate) trace: bool,
    /// For rules: Prolog flags by name
    #[serde(default)]
    pub(crate) flags: BTreeMap<String, String>,
    /// For the small language: other values of constants
    #[serde(default)]
    pub(crate) constants: BTreeMap<String, i64>,
    /// For the small language: how to go about it
    #[serde(default)]
    pub(crate) request: RequestForm,
}

/// A language
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    /// The small modelling language
    Gw,
    /// Constraint Handling Rules
    Chr,
}

/// A solution of a program
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SolutionRow {
    /// Its number, from 1
    pub(crate) number: u64,
    /// The solution as text
    pub(crate) text: String,
    /// What each name stands for: numbers and arrays of them, or terms
    pub(crate) values: BTreeMap<String, Value>,
    /// For rules: the constraints in the store
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<Vec<String>>,
    /// What was written on the way
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) output: String,
    /// What is optimised, if anything
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) objective: Option<i64>,
    /// Conflicts since the solution before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) backtracks: Option<u64>,
    pub(crate) seconds: f64,
}

/// A step of a run of rules
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StepRow {
    /// `call`, `exit`, `wake`, `insert`, `remove`, `try`, `apply`, `fail` or `redo`
    pub(crate) event: String,
    /// How many choices were open
    pub(crate) depth: usize,
    /// The rule that was tried or fired
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<String>,
    /// The constraints it happened to, each with its number in the store
    pub(crate) constraints: Vec<String>,
    /// The store, where it is not as it was at the step before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<Vec<String>>,
}

/// What came of a run
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RunAnswer {
    /// How many solutions were found
    pub(crate) solutions: u64,
    /// Whether there are no others; with an objective, none that are better
    pub(crate) complete: bool,
    /// How it ended, in words
    pub(crate) words: String,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped_at: Option<String>,
    /// What is odd about the text; lines that clash where there is no solution
    pub(crate) remarks: Vec<Message>,
    /// What was counted, by name
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// What was written after the last solution
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) output: String,
    /// Whether there were more steps than were told
    pub(crate) steps_cut: bool,
    pub(crate) seconds: f64,
    /// The solutions and steps, where they were not told on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) list: Vec<SolutionRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) steps: Vec<StepRow>,
}

pub(crate) fn run(job: &Job, asked: RunBody) -> Result<RunAnswer, Refused> {
    match asked.language {
        Language::Gw => run_model::run(job, &asked),
        Language::Chr => run_rules::run(job, &asked),
    }
}

/// A number of solutions in words.
pub(crate) fn found(n: u64) -> String {
    match n {
        0 => "no solution".to_owned(),
        1 => "1 solution".to_owned(),
        n => format!("{n} solutions"),
    }
}

pub(crate) fn seconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}
