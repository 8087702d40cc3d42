//! Parses an [`Experiment`] from TOML; every error carries its place in the file.

use std::collections::BTreeMap;

use gridwright::Kind;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::generated::GeneratedText;
use crate::experiment::options::Options;
use crate::experiment::published::span_of;
use crate::experiment::toml_input::{self, error_at};
use crate::experiment::{
    Axis, CellLimits, Configuration, Experiment, InstanceSource, Instances, Plot, PublishedSource,
    Question,
};

/// The TOML form of an experiment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExperimentText {
    title: String,
    #[serde(default)]
    about: String,
    kind: Spanned<String>,
    question: Option<Question>,
    set: Option<Spanned<String>>,
    file: Option<Spanned<String>>,
    puzzles: Option<Spanned<BTreeMap<String, String>>>,
    generated: Option<Spanned<GeneratedText>>,
    #[serde(default)]
    only: Vec<String>,
    repetitions: Option<Spanned<u32>>,
    #[serde(default)]
    axis: Vec<AxisText>,
    #[serde(default)]
    fixed: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    limits: CellLimits,
    published: Option<PublishedSource>,
    #[serde(default)]
    plot: Vec<Plot>,
}

/// The most combinations of axis values.
const MAX_CONFIGURATIONS: usize = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AxisText {
    name: Spanned<String>,
    values: Vec<Spanned<String>>,
    #[serde(default)]
    means: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
}

impl Experiment {
    /// Parses an experiment.
    pub fn parse(text: &str) -> Result<Experiment, Diagnostic> {
        let read: ExperimentText = toml_input::parse(text)?;
        let kind = toml_input::kind(&read.kind)?;
        let source = source(read.set, read.file, read.puzzles, read.generated, kind)?;
        let question = read.question.unwrap_or(Question::Solve);
        if question == Question::Generate && !matches!(source, InstanceSource::Generated(_)) {
            let message = "the question `generate` needs a table `[generated]`";
            return Err(error_at(&read.kind, message));
        }
        let mut fixed = Options::default();
        for (name, value) in &read.fixed {
            set(&mut fixed, kind, name, value)?;
        }
        let n_configurations = read
            .axis
            .iter()
            .fold(1_usize, |n, axis| n.saturating_mul(axis.values.len()));
        if n_configurations > MAX_CONFIGURATIONS
            && let Some(last) = read.axis.last()
        {
            let message = format!(
                "an experiment has at most {MAX_CONFIGURATIONS} configurations; the values of these axes have more combinations"
            );
            return Err(error_at(&last.name, message));
        }
        let axes: Result<_, _> = read.axis.into_iter().map(|axis| axis.parse(kind)).collect();
        let experiment = Experiment {
            title: read.title,
            about: read.about.trim().to_owned(),
            kind: read.kind.into_inner(),
            question,
            instances: Instances {
                source,
                only: read.only,
            },
            axes: axes?,
            fixed,
            limits: read.limits,
            repetitions: toml_input::count(read.repetitions.as_ref())?,
            published: read.published,
            plots: read.plot,
        };
        experiment.check_references(text)?;
        Ok(experiment)
    }

    /// Checks names that refer to other parts of the file: configurations in plots, and our count beside a published one.
    fn check_references(&self, text: &str) -> Result<(), Diagnostic> {
        if let Some(published) = &self.published {
            let counts = ["nodes", "failures", "backtracks", "propagations"];
            if !counts.contains(&&*published.ours) {
                let message = format!("expected one of our counts: {}", counts.join(", "));
                let span = span_of(text, "[published", &published.ours);
                return Err(Diagnostic::error(message, span));
            }
        }
        let configurations = self.configurations();
        let names: Vec<String> = configurations.iter().map(Configuration::name).collect();
        for name in self.plots.iter().flat_map(|plot| &plot.of) {
            if !names.contains(name) {
                let message = format!(
                    "unknown configuration; expected one of {}",
                    names.join(", ")
                );
                let span = span_of(text, "[[plot]]", name);
                return Err(Diagnostic::error(message, span));
            }
        }
        Ok(())
    }
}

/// The source of instances; an error unless the file gives exactly one.
fn source(
    set: Option<Spanned<String>>,
    file: Option<Spanned<String>>,
    puzzles: Option<Spanned<BTreeMap<String, String>>>,
    generated: Option<Spanned<GeneratedText>>,
    kind: &'static dyn Kind,
) -> Result<InstanceSource, Diagnostic> {
    match (set, file, puzzles, generated) {
        (Some(set), None, None, None) => Ok(InstanceSource::Set(toml_input::set_name(set)?)),
        (None, Some(file), None, None) => Ok(InstanceSource::File(file.into_inner())),
        (None, None, Some(puzzles), None) => {
            for (name, text) in puzzles.get_ref() {
                let read = kind.read(kind.recognise(text), text);
                read.map_err(|error| error_at(&puzzles, format!("{name}: {}", error.message)))?;
            }
            Ok(InstanceSource::Inline(puzzles.into_inner()))
        }
        (None, None, None, Some(generated)) => Ok(InstanceSource::Generated(
            generated.into_inner().parse(kind)?,
        )),
        _ => {
            let message = "expected exactly one of `set` (a bundled set), `file`, `[puzzles]` and `[generated]`";
            Err(Diagnostic::error(message, Span::new(0, 1)))
        }
    }
}

impl AxisText {
    fn parse(self, kind: &'static dyn Kind) -> Result<Axis, Diagnostic> {
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
                return Err(error_at(value, "duplicate value"));
            }
            values.push((value.get_ref().clone(), options));
        }
        let mut meanings = self.means.keys();
        if let Some(unused) = meanings.find(|name| !values.iter().any(|(value, _)| value == *name))
        {
            let message = format!("`means` defines `{unused}`, which is not in `values`");
            return Err(error_at(&self.name, message));
        }
        if values.is_empty() {
            return Err(error_at(&self.name, "an axis needs at least one value"));
        }
        Ok(Axis {
            name: self.name.into_inner(),
            values,
        })
    }
}

fn set(
    options: &mut Options,
    kind: &'static dyn Kind,
    name: &Spanned<String>,
    value: &Spanned<String>,
) -> Result<(), Diagnostic> {
    let set = options.set(kind, name.get_ref(), value.get_ref());
    set.map_err(|error| error_at(if error.is_name { name } else { value }, error.message))
}
