//! Published figures, and the cell of an experiment that each belongs to.

use std::collections::BTreeMap;

use gridwright::term::Diagnostic;
use gridwright::term::Span;

use crate::csv_text::parse_records;
use crate::experiment::{Experiment, PublishedSource};

/// A published table, ready for look-ups.
#[derive(Clone, Debug)]
pub struct Published {
    source: PublishedSource,
    axes: Vec<String>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A word of `[published]` that does not match the experiment or the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedError {
    /// The word.
    pub word: String,
    /// The error message.
    pub message: String,
}

impl PublishedError {
    /// The error with its place in the text of the experiment.
    pub fn locate(&self, text: &str) -> Diagnostic {
        let span = span_of(text, "[published", &self.word);
        Diagnostic::error(self.message.clone(), span)
    }
}

/// The place of a word after a heading: quoted if possible, else unquoted, else the heading itself.
pub fn span_of(text: &str, heading: &str, word: &str) -> Span {
    let start = text.find(heading).unwrap_or(0);
    let in_quotes = format!("\"{word}\"");
    let find = |word: &str| Some((text[start..].find(word)? + start, word.len()));
    let (at, length) = find(&in_quotes)
        .or_else(|| find(word))
        .unwrap_or((start, heading.len().min(text.len() - start)));
    Span::new(at, at + length)
}

/// The published figure of a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    /// The count, with misprints corrected.
    pub count: Option<u64>,
    /// The printed count, if it is a misprint.
    pub misprint: Option<String>,
    /// The time in seconds.
    pub seconds: Option<f64>,
    /// The printed text in place of a time, if it is not a number.
    pub time_text: Option<String>,
    /// The set-up time in seconds, if printed separately.
    pub setup: Option<f64>,
}

impl Published {
    /// Reads the published table of an experiment from its CSV text. Fails on a column or axis that does not exist.
    pub fn parse(experiment: &Experiment, text: &str) -> Result<Option<Published>, PublishedError> {
        let Some(source) = experiment.published.clone() else {
            return Ok(None);
        };
        let mut records = parse_records(text).into_iter();
        let columns = records.next().unwrap_or_default();
        let named = source.keys.keys().chain(source.only.keys());
        let mut named = named
            .chain(source.setup.keys())
            .chain(&source.count)
            .chain(&source.time);
        if let Some(name) = named.find(|name| !columns.contains(name)) {
            return Err(PublishedError {
                word: name.clone(),
                message: format!(
                    "unknown column; the published table has {}",
                    columns.join(", ")
                ),
            });
        }
        let axes = experiment.axis_names();
        let mut keys = source.keys.values();
        if let Some(axis) = keys.find(|axis| *axis != "instance" && !axes.contains(axis)) {
            let message = match axes.is_empty() {
                true => "expected `instance`, as there is no axis".to_owned(),
                false => format!("expected `instance` or an axis: {}", axes.join(", ")),
            };
            let word = axis.clone();
            return Err(PublishedError { word, message });
        }
        Ok(Some(Published {
            source,
            axes,
            columns,
            rows: records.collect(),
        }))
    }

    /// The figure of an instance and axis values.
    pub fn figure(&self, instance: &str, values: &[String]) -> Option<Figure> {
        let instance = instance
            .strip_prefix(&*self.source.prefix)
            .unwrap_or(instance);
        let key = |axis: &String| {
            let at = self.axes.iter().position(|other| other == axis);
            at.map_or(instance, |at| &values[at])
        };
        let field = |row: &'_ [String], column: &str| -> Option<String> {
            let at = self.columns.iter().position(|other| other == column)?;
            row.get(at).cloned()
        };
        let source = &self.source;
        let fits = |row: &&Vec<String>, instead: &BTreeMap<String, String>| {
            let mut keys = source.keys.iter();
            let keys = keys.all(|(column, axis)| {
                let expected = instead
                    .get(column)
                    .map_or_else(|| key(axis), String::as_str);
                field(row, column).as_deref() == Some(expected)
            });
            let mut only = source.only.iter();
            keys && only.all(|(column, value)| field(row, column).as_ref() == Some(value))
        };
        let nothing = BTreeMap::new();
        let rows: Vec<&Vec<String>> = self.rows.iter().filter(|row| fits(row, &nothing)).collect();
        let row = *rows.first()?;
        let name: Vec<&str> = source.keys.values().map(key).collect();
        let count_of = |row: &&Vec<String>| field(row, source.count.as_ref()?);
        let printed = count_of(&row);
        let corrected = source.corrected.get(&name.join(" ")).copied();
        let count = match source.sum {
            true => rows
                .iter()
                .map(|row| count_of(row)?.parse::<u64>().ok())
                .sum(),
            false => printed.as_ref().and_then(|text| text.parse().ok()),
        };
        let time_of = |row: &[String]| field(row, source.time.as_ref()?);
        let seconds = |text: &String| {
            let number = text.split_whitespace().next()?.trim_end_matches('s');
            Some(number.parse::<f64>().ok()? * source.seconds)
        };
        let time = time_of(row).filter(|text| !text.is_empty());
        let is_number = time.as_ref().is_some_and(|text| seconds(text).is_some());
        let mut all = self.rows.iter();
        let setup = all.find(|row| !source.setup.is_empty() && fits(row, &source.setup));
        Some(Figure {
            count: corrected.or(count),
            misprint: corrected.and(printed),
            seconds: time.as_ref().and_then(seconds),
            time_text: time.filter(|_| !is_number),
            setup: setup.and_then(|row| seconds(&time_of(row)?)),
        })
    }

    /// What the publication leaves undetermined.
    pub fn undetermined(&self) -> &str {
        self.source.undetermined.trim()
    }

    /// Our count to compare with; `None` if no count was published.
    pub fn ours(&self) -> Option<&str> {
        self.source.count.as_ref().map(|_| &*self.source.ours)
    }
}
