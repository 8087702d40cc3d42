//! Experiments as data: a question, instances, and the configurations to compare. `docs/manual/reference/lab.md` describes the TOML format.

pub mod bundled;
pub(crate) mod eclipse;
pub(crate) mod generated;
pub(crate) mod options;
mod parse;
pub(crate) mod published;
pub(crate) mod toml_input;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::experiment::generated::GeneratedSet;
use crate::experiment::options::Options;

/// The one axis of [`Experiment::comparison`].
pub const CONFIGURATION_AXIS: &str = "configuration";

/// A comparison of several configurations on the same instances.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// The title of the report.
    pub title: String,
    /// A description for the report.
    pub about: String,
    /// The puzzle kind.
    pub kind: String,
    /// The question that every instance is solved for.
    pub question: Question,
    /// The instances.
    pub instances: Instances,
    /// The options that vary. Every combination of values is run.
    pub axes: Vec<Axis>,
    /// Options that all configurations share.
    pub fixed: Options,
    /// Limits for each cell.
    pub limits: CellLimits,
    /// The number of runs of each cell.
    pub repetitions: u32,
    /// Published figures to compare with.
    pub published: Option<PublishedSource>,
    /// The plots of the report.
    pub plots: Vec<Plot>,
}

/// The question that an instance is solved for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Find one answer.
    Solve,
    /// Decide whether there is exactly one answer.
    Unique,
    /// Count all answers.
    Count,
    /// Generate puzzles; the time of generation is measured.
    Generate,
}

/// The instances of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Instances {
    /// Their source.
    pub source: InstanceSource,
    /// Name patterns to select; `*` matches any characters, an empty list selects all.
    pub only: Vec<String>,
}

/// A source of instances.
#[derive(Clone, PartialEq, Debug)]
pub enum InstanceSource {
    /// A bundled set, by name.
    Set(String),
    /// A file, relative to the experiment file.
    File(String),
    /// Puzzle texts in the experiment file itself, by name.
    Inline(BTreeMap<String, String>),
    /// Puzzles generated from a seed.
    Generated(GeneratedSet),
}

/// An option that varies.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The name of an option such as `viewpoint`, or a free name.
    pub name: String,
    /// The values, and the options that each value sets.
    pub values: Vec<(String, Options)>,
}

/// Limits for one cell.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellLimits {
    /// Seconds.
    pub time: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Mebibytes: of the engine's own estimate, and of the worker process if there is one.
    pub memory: Option<u64>,
}

/// A published table, and how to find the figure of a cell in it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSource {
    /// The name of a bundled table, or a file.
    pub table: String,
    /// The key columns, each with the axis it stands for, or `instance`.
    pub keys: BTreeMap<String, String>,
    /// Columns that must have a given value.
    #[serde(default, rename = "where")]
    pub only: BTreeMap<String, String>,
    /// The column with the published count.
    pub count: Option<String>,
    /// Our count to compare it with.
    #[serde(default = "backtracks")]
    pub ours: String,
    /// The column with the published time.
    pub time: Option<String>,
    /// The number of seconds in the unit of that column.
    #[serde(default = "one")]
    pub seconds: f64,
    /// Column values that select the row with the set-up time; they replace the values of the keys.
    #[serde(default)]
    pub setup: BTreeMap<String, String>,
    /// Whether to sum the counts of all matching rows.
    #[serde(default)]
    pub sum: bool,
    /// What the publication leaves undetermined, so that figures may differ.
    #[serde(default)]
    pub undetermined: String,
    /// A prefix of our instance names that the table omits.
    #[serde(default)]
    pub prefix: String,
    /// Misprints: the key values of a cell, joined by spaces, and its correct count.
    #[serde(default)]
    pub corrected: BTreeMap<String, u64>,
}

fn backtracks() -> String {
    "backtracks".to_owned()
}

fn one() -> f64 {
    1.0
}

/// A plot of the rows.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// The kind of plot.
    pub form: PlotKind,
    /// The plotted measure.
    #[serde(default = "nodes")]
    pub measure: Measure,
    /// For a scatter plot: the names of the two configurations to compare.
    #[serde(default)]
    pub of: Vec<String>,
}

fn nodes() -> Measure {
    Measure::Nodes
}

/// A kind of plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlotKind {
    /// A bar for each configuration: the median over instances.
    Bar,
    /// A line for each configuration, over the instances in order.
    Line,
    /// The number of instances settled within each value of the measure.
    Cactus,
    /// One configuration against another, a point for each instance.
    Scatter,
    /// Instances by configurations.
    Heat,
}

/// A measured quantity of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Nodes of the search tree.
    Nodes,
    /// Failed nodes.
    Failures,
    /// Backtracks.
    Backtracks,
    /// Propagator runs.
    Propagations,
    /// Set-up time in milliseconds.
    SetupMs,
    /// Run time in milliseconds.
    SolveMs,
}

impl Measure {
    /// The name used in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Failures => "failures",
            Measure::Backtracks => "backtracks",
            Measure::Propagations => "propagations",
            Measure::SetupMs => "setup_ms",
            Measure::SolveMs => "solve_ms",
        }
    }

    /// Whether it is a time, which differs from run to run.
    pub fn is_time(self) -> bool {
        matches!(self, Measure::SetupMs | Measure::SolveMs)
    }
}

impl Experiment {
    /// An experiment without a file: compares named option sets on the instances passed to [`crate::run`].
    pub fn comparison(
        kind: &str,
        question: Question,
        configurations: Vec<(String, Options)>,
        limits: CellLimits,
    ) -> Experiment {
        Experiment {
            title: "Comparison".to_owned(),
            about: String::new(),
            kind: kind.to_owned(),
            question,
            instances: Instances {
                source: InstanceSource::File(String::new()),
                only: Vec::new(),
            },
            axes: vec![Axis {
                name: CONFIGURATION_AXIS.to_owned(),
                values: configurations,
            }],
            fixed: Options::default(),
            limits,
            repetitions: 1,
            published: None,
            plots: Vec::new(),
        }
    }

    /// The names of the axes.
    pub fn axis_names(&self) -> Vec<String> {
        self.axes.iter().map(|axis| axis.name.clone()).collect()
    }

    /// All combinations of axis values; the last axis varies fastest.
    pub fn configurations(&self) -> Vec<Configuration> {
        let mut all = vec![Configuration {
            values: Vec::new(),
            options: self.fixed.clone(),
        }];
        for axis in &self.axes {
            let mut longer = Vec::with_capacity(all.len() * axis.values.len());
            for prefix in &all {
                for (value, options) in &axis.values {
                    let mut configuration = prefix.clone();
                    configuration.values.push(value.clone());
                    configuration.options.add(options);
                    longer.push(configuration);
                }
            }
            all = longer;
        }
        all
    }
}

/// One value for each axis, and the resulting options.
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// The axis values, in the order of the axes.
    pub values: Vec<String>,
    /// The options they set, added to the fixed ones.
    pub options: Options,
}

impl Configuration {
    /// The values joined by ` / `.
    pub fn name(&self) -> String {
        self.values.join(" / ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_keeps_the_options_of_each_configuration() {
        let kind = gridwright::kind("sudoku").expect("a kind");
        let mut learning = Options::default();
        learning.set(kind, "engine", "learn").expect("an engine");
        let configurations = vec![
            ("plain".to_owned(), Options::default()),
            ("learning".to_owned(), learning.clone()),
        ];
        let limits = CellLimits::default();
        let experiment = Experiment::comparison("sudoku", Question::Unique, configurations, limits);
        let configurations = experiment.configurations();
        assert_eq!(configurations.len(), 2);
        assert_eq!(configurations[1].name(), "learning");
        assert_eq!(configurations[1].options, learning);
    }
}
