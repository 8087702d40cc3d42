//! `options`: the values of all solver options.

use gridwright::fd::{Choice, Consistency, Inference, Select};
use gridwright::generate::{ExplanationRater, Rater};
use gridwright::{CATALOGUE, EngineName, Kind};
use serde::Serialize;

use crate::response::Json;
use crate::state::AppState;

/// Files that rows of a comparison can be saved as.
const TABLES: &[&str] = match cfg!(feature = "parquet") {
    true => &["csv", "parquet", "svg"],
    false => &["csv", "svg"],
};

/// The values of all solver options
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Options {
    engine: Vec<OptionName>,
    /// Propagation strength
    consistency: Vec<OptionName>,
    /// Inference at each node
    inference: Vec<OptionName>,
    /// Variable selection
    select: Vec<OptionName>,
    /// Value choice
    choose: Vec<OptionName>,
    /// Restart strategy
    restarts: Vec<OptionName>,
    /// Difficulty of generated puzzles
    difficulty: Vec<OptionName>,
    /// Files that rows of a comparison can be saved as
    table: Vec<OptionName>,
}

/// A value, with an explanation if its name is not enough
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OptionName {
    name: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    about: &'static str,
    /// The puzzle kinds it applies to; absent for all
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Vec<&'static str>>,
}

/// The kinds with a property.
fn kinds(is_in: impl Fn(&dyn Kind) -> bool) -> Vec<&'static str> {
    let kinds = CATALOGUE.iter().filter(|kind| is_in(**kind));
    kinds.map(|kind| kind.info().id).collect()
}

pub(crate) fn options(_: &AppState) -> Json<Options> {
    let about = |name: &'static str| OptionName {
        name,
        about: match name {
            "auto" => "chosen for the puzzle",
            "fd" => "propagation and search",
            "learn" => "propagation and search with nogood learning",
            "oracle" => "exhaustive search; for small puzzles and tests",
            "sat" => {
                "a CDCL SAT solver on the CNF encoding; constraints without one are checked on its solutions"
            }
            "chr" => "Constraint Handling Rules",
            "bulk" => "a fast solver for 9x9 Sudokus",
            "value" => "value consistency: propagates fixed variables only",
            "bounds" => "bounds consistency: minimal and maximal values",
            "domain" => "domain consistency: all values",
            "check" => "no inference: constraints are checked when their variables are assigned",
            "forward" => "forward checking: removes values that conflict with assignments",
            "full" => "propagation to the fixpoint of all constraints",
            "least_constraining" => "the value that removes the fewest values of other variables",
            "never" => "no restarts",
            "adaptive" => "when recent conflicts are worse than the average",
            "luby" => "after numbers of conflicts in Luby's sequence",
            "linear" => "after a linearly growing number of conflicts",
            "geometric" => "after a geometrically growing number of conflicts",
            _ => "",
        },
        kinds: match name {
            "bulk" => Some(kinds(|kind| kind.nine_answers().is_some())),
            "chr" => Some(kinds(|kind| !kind.programs().is_empty())),
            _ => None,
        },
    };
    fn all<T>(
        names: &'static [(&'static str, T)],
        about: impl Fn(&'static str) -> OptionName,
    ) -> Vec<OptionName> {
        names.iter().map(|(name, _)| about(name)).collect()
    }
    Json(Options {
        engine: first_names(EngineName::NAMES, about),
        consistency: all(Consistency::NAMES, about),
        inference: all(Inference::NAMES, about),
        select: first_names(Select::NAMES, about),
        choose: first_names(Choice::NAMES, about),
        restarts: ["never", "adaptive", "luby", "linear", "geometric"]
            .map(about)
            .into(),
        difficulty: ExplanationRater
            .levels()
            .iter()
            .enumerate()
            .map(|(at, (level, _))| OptionName {
                kinds: Some(kinds(|kind| {
                    let generation = kind.generation();
                    generation.is_some_and(|one| one.size_by_difficulty[at].is_some())
                })),
                ..about(level)
            })
            .collect(),
        table: TABLES.iter().map(|name| about(name)).collect(),
    })
}

/// The first of several names for the same value.
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
