//! `options`: what a request may say, by name.

use gridwright::EngineName;
use gridwright::fd::{Choice, Consistency, Inference, Select};
use gridwright::generate::{ExplanationRater, Rater};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Json;
use crate::site::Site;

/// The names that a request may use
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Options {
    engine: Vec<OptionName>,
    /// How hard constraints think
    level: Vec<OptionName>,
    /// How much is inferred at a node
    inference: Vec<OptionName>,
    /// Which variable is decided next
    select: Vec<OptionName>,
    /// How its values are tried
    choose: Vec<OptionName>,
    /// When search starts anew
    restarts: Vec<OptionName>,
    /// How hard a puzzle may be asked to be
    difficulty: Vec<OptionName>,
}

/// A name of an option, and what it means where the name does not say it
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OptionName {
    name: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    about: &'static str,
}

pub(crate) fn options(_: &Site) -> Json<Options> {
    let about = |name: &'static str| OptionName {
        name,
        about: match name {
            "auto" => "what suits the puzzle",
            "fd" => "propagation and search",
            "learn" => "the same, learning from every conflict",
            "oracle" => "tries everything; for small puzzles and for tests",
            "sat" => "a CDCL SAT solver on the CNF encoding, for kinds that have one",
            "chr" => "programs of Constraint Handling Rules",
            "bulk" => "Sudokus of nine by nine, many a second",
            "value" => "only when a variable is fixed",
            "bounds" => "least and greatest values",
            "domain" => "every value",
            "check" => {
                "nothing is inferred: constraints are checked when their variables are decided"
            }
            "forward" => "values that clash with what is decided are removed",
            "full" => "to the fixpoint of all constraints",
            "least_constraining" => "the value after which most is left to other variables",
            "never" => "one search from beginning to end",
            "adaptive" => "when conflicts get worse than they were",
            "luby" => "after so many conflicts as Luby's sequence says",
            "linear" => "after so many conflicts more each time",
            "geometric" => "after ever more conflicts",
            _ => "",
        },
    };
    fn all<T>(
        names: &'static [(&'static str, T)],
        about: impl Fn(&'static str) -> OptionName,
    ) -> Vec<OptionName> {
        names.iter().map(|(name, _)| about(name)).collect()
    }
    Json(Options {
        engine: all(EngineName::NAMES, about),
        level: all(Consistency::NAMES, about),
        inference: all(Inference::NAMES, about),
        select: first_names(Select::NAMES, about),
        choose: first_names(Choice::NAMES, about),
        restarts: ["never", "adaptive", "luby", "linear", "geometric"]
            .map(about)
            .into(),
        difficulty: ExplanationRater
            .words()
            .iter()
            .map(|(word, _)| about(word))
            .collect(),
    })
}

/// Of names that mean the same, the first.
fn first_names<T: PartialEq>(
    names: &'static [(&'static str, T)],
    about: impl Fn(&'static str) -> OptionName,
) -> Vec<OptionName> {
    let mut first: Vec<&(&'static str, T)> = Vec::new();
    for name in names {
        if !first.iter().any(|(_, other)| *other == name.1) {
            first.push(name);
        }
    }
    first.into_iter().map(|(name, _)| about(name)).collect()
}
