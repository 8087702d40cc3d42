//! Experiments: what is asked, of which instances, in which ways. An experiment is a file of TOML; `docs/lab.md` describes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::generated::GeneratedSet;
use crate::options::Options;

/// A question about several ways to solve.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// What it is called.
    pub title: String,
    /// What it asks and where it comes from.
    pub about: String,
    /// The kind of puzzle.
    pub kind: String,
    /// What is asked of each instance.
    pub question: Question,
    /// Where the instances come from.
    pub instances: Instances,
    /// What varies. Every combination of values is run.
    pub axes: Vec<Axis>,
    /// What does not vary.
    pub fixed: Options,
    /// What stops a cell.
    pub limits: CellLimits,
    /// How often each cell is run.
    pub repetitions: u32,
    /// The published figures to stand beside, if there are any.
    pub published: Option<Beside>,
    /// What is drawn.
    pub plots: Vec<Plot>,
}

/// What is asked of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// For one answer.
    Solve,
    /// Whether it is the only one.
    Unique,
    /// For their number.
    Count,
    /// Nothing: puzzles are made, and that is what is timed.
    Generate,
}

/// Where instances come from.
#[derive(Clone, PartialEq, Debug)]
pub struct Instances {
    /// The set: one that comes with the program, or a file.
    pub from: From,
    /// Only those of these names, in which a star stands for any letters; empty is all.
    pub only: Vec<String>,
}

/// A set of instances.
#[derive(Clone, PartialEq, Debug)]
pub enum From {
    /// One that comes with the program, by name.
    Set(String),
    /// A file, relative to the experiment's.
    File(String),
    /// Puzzles in the experiment itself, by name, with their texts.
    Here(BTreeMap<String, String>),
    /// Made from a seed.
    Made(GeneratedSet),
}

/// Something that varies.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Its name: an option such as `viewpoint`, or any other.
    pub name: String,
    /// Its values, and the options each of them stands for.
    pub values: Vec<(String, Options)>,
}

/// What stops one cell, so that no other waits for it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellLimits {
    /// Seconds.
    pub time: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Mebibytes, by the engine's own estimate, and of the process where cells have one of their own.
    pub memory: Option<u64>,
}

/// Published figures, and how to find the one for a cell.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// The table: one that comes with the program, or a file.
    pub table: String,
    /// For each column that tells cells apart, the axis it is, or `instance`.
    pub keys: BTreeMap<String, String>,
    /// Columns that must have this value.
    #[serde(default, rename = "where")]
    pub only: BTreeMap<String, String>,
    /// The column with a count, and ours beside it.
    pub count: Option<String>,
    /// Which of our counts it is.
    #[serde(default = "backtracks")]
    pub ours: String,
    /// The column with a time, and the seconds in its unit.
    pub time: Option<String>,
    /// How many seconds one unit of the time is.
    #[serde(default = "one")]
    pub seconds: f64,
    /// Columns that have this value, instead of what the keys ask for, in the rows with the time of setting up.
    #[serde(default)]
    pub setup: BTreeMap<String, String>,
    /// Whether the figures of all rows that fit are added up.
    #[serde(default)]
    pub sum: bool,
    /// What the publication leaves open, so that figures need not be equal.
    #[serde(default)]
    pub undetermined: String,
    /// A prefix of instance names that the table leaves out.
    #[serde(default)]
    pub prefix: String,
    /// Misprints: the cell, by its key values with spaces between, and what is right.
    #[serde(default)]
    pub corrected: BTreeMap<String, u64>,
}

fn backtracks() -> String {
    "backtracks".to_owned()
}

fn one() -> f64 {
    1.0
}

/// A drawing of the rows.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Its form.
    pub form: Form,
    /// What is measured.
    #[serde(default = "nodes")]
    pub measure: Measure,
    /// For a scatter: the two ways to compare, each as its values with ` / ` between.
    #[serde(default)]
    pub of: Vec<String>,
}

fn nodes() -> Measure {
    Measure::Nodes
}

/// The form of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A bar for every way, of the median over instances.
    Bar,
    /// A line for every way, over the instances in their order.
    Line,
    /// How many instances are settled within a measure.
    Cactus,
    /// One way against another, a point for every instance.
    Scatter,
    /// Instances by ways.
    Heat,
}

/// What a row measures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Nodes of the search tree.
    Nodes,
    /// Alternatives refused.
    Failures,
    /// Backtracks.
    Backtracks,
    /// Runs of propagators.
    Propagations,
    /// Milliseconds of setting up.
    SetupMs,
    /// Milliseconds of the run.
    SolveMs,
}

impl Measure {
    /// Its name, as in a file and in tables.
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

    /// Whether it is a time, which no two runs have the same.
    pub fn is_time(self) -> bool {
        matches!(self, Measure::SetupMs | Measure::SolveMs)
    }
}

impl Experiment {
    /// Every combination of values, the last axis running fastest.
    pub fn ways(&self) -> Vec<Way> {
        let mut ways = vec![Way {
            values: Vec::new(),
            options: self.fixed.clone(),
        }];
        for axis in &self.axes {
            let mut longer = Vec::with_capacity(ways.len() * axis.values.len());
            for way in &ways {
                for (value, options) in &axis.values {
                    let mut way = way.clone();
                    way.values.push(value.clone());
                    way.options.add(options);
                    longer.push(way);
                }
            }
            ways = longer;
        }
        ways
    }
}

/// One value of every axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// The values, in the order of the axes.
    pub values: Vec<String>,
    /// What they and what is fixed stand for.
    pub options: Options,
}

impl Way {
    /// Its values with ` / ` between.
    pub fn name(&self) -> String {
        self.values.join(" / ")
    }
}
