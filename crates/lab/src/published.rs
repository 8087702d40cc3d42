//! Figures that were printed, and which cell of an experiment each belongs to.

use std::collections::BTreeMap;

use gridwright::term::Diagnostic;
use gridwright::term::Span;

use crate::experiment::{Beside, Experiment};
use crate::row::fields;

/// A published table, ready to be looked up.
#[derive(Clone, Debug)]
pub struct Published {
    beside: Beside,
    axes: Vec<String>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A word of `[published]` that does not fit the experiment or the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The word.
    pub word: String,
    /// What is wrong with it.
    pub what: String,
}

impl Misfit {
    /// The same with its place in the text of the experiment.
    pub fn place(&self, text: &str) -> Diagnostic {
        let span = place_of(text, "[published", &self.word);
        Diagnostic::error(self.what.clone(), span)
    }
}

/// The place of a word in a text behind a heading: in quotes if it stands in quotes there, the heading if it does not stand there.
pub fn place_of(text: &str, heading: &str, word: &str) -> Span {
    let start = text.find(heading).unwrap_or(0);
    let in_quotes = format!("\"{word}\"");
    let found = |word: &str| Some((text[start..].find(word)? + start, word.len()));
    let (at, length) = found(&in_quotes)
        .or_else(|| found(word))
        .unwrap_or((start, heading.len().min(text.len() - start)));
    Span::new(at, at + length)
}

/// What was printed for a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    /// The count, misprints corrected.
    pub count: Option<u64>,
    /// What was printed instead, where it is a misprint.
    pub misprint: Option<String>,
    /// The seconds.
    pub seconds: Option<f64>,
    /// What was printed in the place of a time that is no number.
    pub said: Option<String>,
    /// The seconds of setting up, where they were printed apart.
    pub setup: Option<f64>,
}

impl Published {
    /// Reads the table an experiment stands beside, given its text. Names a column or an axis that is not there.
    pub fn read(experiment: &Experiment, text: &str) -> Result<Option<Published>, Misfit> {
        let Some(beside) = experiment.published.clone() else {
            return Ok(None);
        };
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let columns = lines.next().and_then(fields).unwrap_or_default();
        let named = beside.keys.keys().chain(beside.only.keys());
        let named = named
            .chain(beside.setup.keys())
            .chain(&beside.count)
            .chain(&beside.time);
        for name in named {
            if !columns.contains(name) {
                let columns = columns.join(", ");
                return Err(Misfit {
                    word: name.clone(),
                    what: format!("the published table has no such column; it has {columns}"),
                });
            }
        }
        let axes: Vec<String> = experiment
            .axes
            .iter()
            .map(|axis| axis.name.clone())
            .collect();
        for axis in beside.keys.values() {
            if axis != "instance" && !axes.contains(axis) {
                let what = match axes.is_empty() {
                    true => "expected `instance`, as there is no axis".to_owned(),
                    false => format!("expected `instance` or an axis: {}", axes.join(", ")),
                };
                let word = axis.clone();
                return Err(Misfit { word, what });
            }
        }
        Ok(Some(Published {
            beside,
            axes,
            columns,
            rows: lines.filter_map(fields).collect(),
        }))
    }

    /// What was printed for an instance and the values of the axes.
    pub fn figure(&self, instance: &str, values: &[String]) -> Option<Figure> {
        let instance = instance
            .strip_prefix(&*self.beside.prefix)
            .unwrap_or(instance);
        let wanted = |axis: &String| {
            let at = self.axes.iter().position(|other| other == axis);
            at.map_or(instance, |at| &values[at])
        };
        let of = |row: &'_ [String], column: &str| -> Option<String> {
            let at = self.columns.iter().position(|other| other == column)?;
            row.get(at).cloned()
        };
        let beside = &self.beside;
        let fits = |row: &&Vec<String>, instead: &BTreeMap<String, String>| {
            let mut keys = beside.keys.iter();
            let keys = keys.all(|(column, axis)| {
                let asked = instead
                    .get(column)
                    .map_or_else(|| wanted(axis), String::as_str);
                of(row, column).as_deref() == Some(asked)
            });
            let mut only = beside.only.iter();
            keys && only.all(|(column, value)| of(row, column).as_ref() == Some(value))
        };
        let nothing = BTreeMap::new();
        let rows: Vec<&Vec<String>> = self.rows.iter().filter(|row| fits(row, &nothing)).collect();
        let row = *rows.first()?;
        let name: Vec<&str> = beside.keys.values().map(wanted).collect();
        let count_of = |row: &&Vec<String>| of(row, beside.count.as_ref()?);
        let printed = count_of(&row);
        let right = beside.corrected.get(&name.join(" ")).copied();
        let count = match beside.sum {
            true => rows
                .iter()
                .map(|row| count_of(row)?.parse::<u64>().ok())
                .sum(),
            false => printed.as_ref().and_then(|text| text.parse().ok()),
        };
        let time_of = |row: &[String]| of(row, beside.time.as_ref()?);
        let seconds = |text: &String| {
            let number = text.split_whitespace().next()?.trim_end_matches('s');
            Some(number.parse::<f64>().ok()? * beside.seconds)
        };
        let time = time_of(row).filter(|text| !text.is_empty());
        let is_number = time.as_ref().is_some_and(|text| seconds(text).is_some());
        let mut all = self.rows.iter();
        let setup = all.find(|row| !beside.setup.is_empty() && fits(row, &beside.setup));
        Some(Figure {
            count: right.or(count),
            misprint: right.and(printed),
            seconds: time.as_ref().and_then(seconds),
            said: time.filter(|_| !is_number),
            setup: setup.and_then(|row| seconds(&time_of(row)?)),
        })
    }

    /// What the publication leaves open.
    pub fn undetermined(&self) -> &str {
        self.beside.undetermined.trim()
    }

    /// Which of our counts stands beside the published one; `None` where no count was published.
    pub fn ours(&self) -> Option<&str> {
        self.beside.count.as_ref().map(|_| &*self.beside.ours)
    }
}
