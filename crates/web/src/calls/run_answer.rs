//! The request and answer of `run`, for models and CHR programs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Message;
use crate::types::SolverOptions;

/// The maximal number of solutions of one call.
pub(crate) const MAX_SOLUTIONS: u64 = 1_000;

/// A program to run
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RunBody {
    pub(crate) language: Language,
    pub(crate) text: String,
    /// For CHR: the query
    pub(crate) query: Option<String>,
    /// Whether to find all solutions
    #[serde(default)]
    pub(crate) all: bool,
    /// For CHR: whether to trace all steps
    #[serde(default)]
    pub(crate) trace: bool,
    /// For CHR: Prolog flags by name
    #[serde(default)]
    pub(crate) flags: BTreeMap<String, String>,
    /// For a model: values of constants
    #[serde(default)]
    pub(crate) constants: BTreeMap<String, i64>,
    /// For a model: solver options
    #[serde(default)]
    pub(crate) request: SolverOptions,
}

/// A language
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    /// The modelling language
    Gw,
    /// Constraint Handling Rules
    Chr,
}

/// A solution of a program
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolutionRow {
    /// The number, from 1
    pub(crate) number: u64,
    /// The solution as text
    pub(crate) text: String,
    /// The values of variables: numbers and arrays, or terms
    pub(crate) values: BTreeMap<String, Value>,
    /// For CHR: the constraint store
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<Vec<String>>,
    /// Printed output
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) output: String,
    /// The value of the objective, if there is one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) objective: Option<i64>,
    /// Failures since the previous solution
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failures: Option<u64>,
    pub(crate) seconds: f64,
}

/// A step of a CHR run
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StepRow {
    /// `call`, `exit`, `wake`, `insert`, `remove`, `try`, `apply`, `fail` or `redo`
    pub(crate) event: String,
    /// The number of open choices
    pub(crate) depth: usize,
    /// The rule that was tried or fired
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<String>,
    /// The affected constraints with their numbers in the store
    pub(crate) constraints: Vec<String>,
    /// The store, if it changed since the previous step
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<Vec<String>>,
}

/// The result of a run
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunAnswer {
    /// The number of solutions
    pub(crate) solutions: u64,
    /// Whether there are no further (or better) solutions
    pub(crate) complete: bool,
    /// A sentence about the end
    pub(crate) words: String,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped_at: Option<String>,
    /// Warnings, and contradictory lines if there is no solution
    pub(crate) remarks: Vec<Message>,
    /// Counters by name
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// Output printed after the last solution
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) output: String,
    /// Whether the list of steps is incomplete
    pub(crate) steps_cut: bool,
    pub(crate) seconds: f64,
    /// The solutions, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) list: Vec<SolutionRow>,
    /// The steps, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) steps: Vec<StepRow>,
}

/// `1 solution`, `2 solutions` and so on.
pub(crate) fn count_text(n: u64) -> String {
    match n {
        0 => "no solution".to_owned(),
        1 => "1 solution".to_owned(),
        n => format!("{n} solutions"),
    }
}

/// Seconds, rounded to microseconds.
pub(crate) fn seconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}
