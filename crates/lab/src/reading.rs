//! Reading experiments: from TOML to an [`Experiment`], with the place of what is wrong.

use std::collections::BTreeMap;
use std::ops::Range;

use gridwright::term::Diagnostic;
use gridwright::term::Span;
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::{
    Axis, Beside, CellLimits, Experiment, From, Instances, Plot, Question, Way,
};
use crate::generated::GeneratedText;
use crate::options::Options;
use crate::published::place_of;

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
        let sources = Sources {
            set: read.set,
            file: read.file,
            puzzles: read.puzzles,
            generated: read.generated,
        };
        let from = sources.read(kind)?;
        let question = read.question.unwrap_or(Question::Solve);
        if question == Question::Generate && !matches!(from, From::Made(_)) {
            let what = "to generate needs `[generated]`, which says what";
            return Err(Diagnostic::error(what, span(&read.kind.span())));
        }
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
        let experiment = Experiment {
            title: read.title,
            about: read.about.trim().to_owned(),
            kind: read.kind.into_inner(),
            question,
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
        };
        experiment.check_names(text)?;
        Ok(experiment)
    }

    /// Names that refer to something else in the file: the ways of a scatter, and which of our counts stands beside a published one.
    fn check_names(&self, text: &str) -> Result<(), Diagnostic> {
        if let Some(beside) = &self.published {
            let counts = ["nodes", "failures", "backtracks", "propagations"];
            if !counts.contains(&&*beside.ours) {
                let what = format!("expected one of our counts: {}", counts.join(", "));
                let place = place_of(text, "[published", &beside.ours);
                return Err(Diagnostic::error(what, place));
            }
        }
        let ways: Vec<String> = self.ways().iter().map(Way::name).collect();
        for name in self.plots.iter().flat_map(|plot| &plot.of) {
            if !ways.contains(name) {
                let what = format!("no such way; there are {}", ways.join(", "));
                let place = place_of(text, "[[plot]]", name);
                return Err(Diagnostic::error(what, place));
            }
        }
        Ok(())
    }
}

/// Where instances may come from; one of them is given.
struct Sources {
    set: Option<Spanned<String>>,
    file: Option<Spanned<String>>,
    puzzles: Option<Spanned<BTreeMap<String, String>>>,
    generated: Option<Spanned<GeneratedText>>,
}

impl Sources {
    fn read(self, kind: &'static dyn gridwright::Kind) -> Result<From, Diagnostic> {
        match (self.set, self.file, self.puzzles, self.generated) {
            (Some(set), None, None, None) => {
                if crate::ready::set(set.get_ref()).is_none() {
                    let known: Vec<&str> = crate::ready::sets().collect();
                    let what = format!("no such set; there are {}", known.join(", "));
                    return Err(Diagnostic::error(what, span(&set.span())));
                }
                Ok(From::Set(set.into_inner()))
            }
            (None, Some(file), None, None) => Ok(From::File(file.into_inner())),
            (None, None, Some(puzzles), None) => {
                for (name, text) in puzzles.get_ref() {
                    let read = kind.read(kind.recognise(text), text);
                    read.map_err(|error| {
                        let what = format!("{name}: {}", error.message);
                        Diagnostic::error(what, span(&puzzles.span()))
                    })?;
                }
                Ok(From::Here(puzzles.into_inner()))
            }
            (None, None, None, Some(generated)) => {
                Ok(From::Made(generated.into_inner().read(kind)?))
            }
            _ => {
                let what = "expected one of `set`, a set that comes with the program, `file`, `[puzzles]` and `[generated]`";
                Err(Diagnostic::error(what, Span::new(0, 1)))
            }
        }
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
