//! Experiments: what is asked, of which instances, in which ways. An experiment is a file of TOML; `docs/lab.md` describes it.

use std::collections::BTreeMap;
use std::ops::Range;

use gridwright::Diagnostic;
use gridwright::term::Span;
use serde::Deserialize;
use toml::Spanned;

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
}

/// Where instances come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instances {
    /// The set: one that comes with the program, or a file.
    pub from: From,
    /// Only those of these names; empty is all.
    pub only: Vec<String>,
}

/// A set of instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum From {
    /// One that comes with the program, by name.
    Set(String),
    /// A file, relative to the experiment's.
    File(String),
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
    /// Mebibytes, by the engine's own estimate.
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

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    title: String,
    #[serde(default)]
    about: String,
    kind: Spanned<String>,
    question: Option<Question>,
    set: Option<Spanned<String>>,
    file: Option<String>,
    #[serde(default)]
    only: Vec<String>,
    repetitions: Option<Spanned<u32>>,
    #[serde(default)]
    axis: Vec<AxisText>,
    #[serde(default)]
    fixed: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    limits: CellLimits,
    published: Option<Beside>,
    #[serde(default)]
    plot: Vec<Plot>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AxisText {
    name: Spanned<String>,
    values: Vec<Spanned<String>>,
    #[serde(default)]
    means: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
}

impl Experiment {
    /// Reads an experiment. What is wrong is told with its place.
    pub fn parse(text: &str) -> Result<Experiment, Diagnostic> {
        let read: Text = toml::from_str(text).map_err(|error| {
            let at = error.span().unwrap_or(0..text.len().min(1));
            Diagnostic::error(error.message().to_owned(), span(&at))
        })?;
        let Some(kind) = gridwright::kind(read.kind.get_ref()) else {
            let known = gridwright::CATALOGUE.iter().map(|kind| kind.card().id);
            let known: Vec<&str> = known.collect();
            let what = format!("no such kind; there are {}", known.join(", "));
            return Err(Diagnostic::error(what, span(&read.kind.span())));
        };
        let from = match (read.set, read.file) {
            (Some(set), None) => {
                if crate::ready::set(set.get_ref()).is_none() {
                    let known: Vec<&str> = crate::ready::sets().collect();
                    let what = format!("no such set; there are {}", known.join(", "));
                    return Err(Diagnostic::error(what, span(&set.span())));
                }
                From::Set(set.into_inner())
            }
            (None, Some(file)) => From::File(file),
            _ => {
                let what = "expected either `set`, a set that comes with the program, or `file`";
                return Err(Diagnostic::error(what, Span::new(0, 1)));
            }
        };
        let mut fixed = Options::default();
        for (name, value) in &read.fixed {
            set(&mut fixed, kind, name, value)?;
        }
        let mut axes = Vec::new();
        for axis in read.axis {
            axes.push(axis.read(kind)?);
        }
        let repetitions = match read.repetitions {
            Some(n) if *n.get_ref() == 0 => {
                return Err(Diagnostic::error("at least 1", span(&n.span())));
            }
            Some(n) => n.into_inner(),
            None => 1,
        };
        Ok(Experiment {
            title: read.title,
            about: read.about.trim().to_owned(),
            kind: read.kind.into_inner(),
            question: read.question.unwrap_or(Question::Solve),
            instances: Instances {
                from,
                only: read.only,
            },
            axes,
            fixed,
            limits: read.limits,
            repetitions,
            published: read.published,
            plots: read.plot,
        })
    }

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

impl AxisText {
    fn read(self, kind: &'static dyn gridwright::Kind) -> Result<Axis, Diagnostic> {
        let mut values: Vec<(String, Options)> = Vec::new();
        for value in &self.values {
            let mut options = Options::default();
            match self.means.get(value.get_ref()) {
                Some(means) => {
                    for (name, value) in means {
                        set(&mut options, kind, name, value)?;
                    }
                }
                None => set(&mut options, kind, &self.name, value)?,
            }
            if values.iter().any(|(other, _)| other == value.get_ref()) {
                return Err(Diagnostic::error(
                    "this value is named twice",
                    span(&value.span()),
                ));
            }
            values.push((value.get_ref().clone(), options));
        }
        if let Some(unused) = self
            .means
            .keys()
            .find(|name| !values.iter().any(|(value, _)| value == *name))
        {
            let what = format!("`{unused}` has a meaning but is not among the values");
            return Err(Diagnostic::error(what, span(&self.name.span())));
        }
        if values.is_empty() {
            let what = "an axis has at least one value";
            return Err(Diagnostic::error(what, span(&self.name.span())));
        }
        Ok(Axis {
            name: self.name.into_inner(),
            values,
        })
    }
}

fn set(
    options: &mut Options,
    kind: &'static dyn gridwright::Kind,
    name: &Spanned<String>,
    value: &Spanned<String>,
) -> Result<(), Diagnostic> {
    options
        .set(kind, name.get_ref(), value.get_ref())
        .map_err(|wrong| {
            let at = if wrong.is_name {
                name.span()
            } else {
                value.span()
            };
            Diagnostic::error(wrong.what, span(&at))
        })
}

fn span(at: &Range<usize>) -> Span {
    Span::new(at.start, at.end)
}
