//! Rows as data: which instances, and what is asked of each.

use std::collections::BTreeMap;

use gridwright::Question;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use serde::Deserialize;
use toml::Spanned;

use crate::generated::{GeneratedSet, GeneratedText};

/// What is measured in a row.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The kind of puzzle.
    pub kind: String,
    /// What is asked of each instance.
    pub question: Question,
    /// Where the instances come from.
    pub source: Source,
    /// Only instances whose names start so.
    pub starts: String,
    /// Only instances of so many lines, the first and the last number included.
    pub lines: Option<(usize, usize)>,
    /// How many answers must be counted, where that is asked and known.
    pub answers: Option<u64>,
    /// Whether many small instances are meant, and how many of them are done in a second.
    pub bulk: bool,
    /// Whether the cells of a text are those of a Latin square, with numbers from 0 on.
    pub latin: bool,
}

/// Where the instances of a row come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A set that comes with the program, by its name.
    Set(String),
    /// A file of the large corpus, by its path there.
    Corpus(String),
    /// One instance, by its text.
    Text(String),
    /// Made for the purpose, from a seed.
    Made(GeneratedSet),
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    row: Vec<Spanned<RowText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowText {
    name: String,
    kind: Spanned<String>,
    #[serde(default)]
    question: Asked,
    set: Option<Spanned<String>>,
    corpus: Option<String>,
    text: Option<String>,
    generated: Option<GeneratedText>,
    #[serde(default)]
    starts: String,
    lines: Option<(usize, usize)>,
    answers: Option<u64>,
    #[serde(default)]
    bulk: bool,
    latin: Option<Spanned<bool>>,
}

/// What is asked, in a word.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Asked {
    First,
    #[default]
    Verdict,
    Count,
}

/// Reads a file of rows.
pub(crate) fn read(text: &str) -> Result<Vec<Row>, Diagnostic> {
    let read: Text = toml::from_str(text).map_err(|error| {
        let at = error.span().unwrap_or(0..text.len().min(1));
        Diagnostic::error(error.message().to_owned(), Span::new(at.start, at.end))
    })?;
    let mut places: BTreeMap<String, ()> = BTreeMap::new();
    let mut rows = Vec::new();
    for row in read.row {
        let at = row.span();
        let row = row.into_inner();
        let whole = Span::new(at.start, at.end.min(at.start + 7));
        if places.insert(row.name.clone(), ()).is_some() {
            let what = format!("there are two rows called `{}`", row.name);
            return Err(Diagnostic::error(what, whole));
        }
        rows.push(checked(row, whole)?);
    }
    Ok(rows)
}

fn checked(row: RowText, whole: Span) -> Result<Row, Diagnostic> {
    let Some(kind) = gridwright::kind(row.kind.get_ref()) else {
        let known: Vec<&str> = gridwright::CATALOGUE
            .iter()
            .map(|kind| kind.card().id)
            .collect();
        let at = row.kind.span();
        let what = format!("no such kind; there are {}", known.join(", "));
        return Err(Diagnostic::error(what, Span::new(at.start, at.end)));
    };
    let source = match (row.set, row.corpus, row.text, row.generated) {
        (Some(set), None, None, None) => {
            if crate::ready::set(set.get_ref()).is_none() {
                let known: Vec<&str> = crate::ready::sets().collect();
                let at = set.span();
                let what = format!("no such set; there are {}", known.join(", "));
                return Err(Diagnostic::error(what, Span::new(at.start, at.end)));
            }
            Source::Set(set.into_inner())
        }
        (None, Some(file), None, None) => Source::Corpus(file),
        (None, None, Some(text), None) => Source::Text(text),
        (None, None, None, Some(made)) => Source::Made(made.read(kind)?),
        _ => {
            let what = "expected one of `set`, `corpus`, `text` and `generated`";
            return Err(Diagnostic::error(what, whole));
        }
    };
    let latin = row.latin.as_ref().is_some_and(|latin| *latin.get_ref());
    if let Some(place) = row.latin.filter(|_| row.kind.get_ref() != "sudoku") {
        let at = place.span();
        let what = "only Sudokus can be Latin squares";
        return Err(Diagnostic::error(what, Span::new(at.start, at.end)));
    }
    Ok(Row {
        name: row.name,
        kind: row.kind.into_inner(),
        question: match row.question {
            Asked::First => Question::Solve { most: 1 },
            Asked::Verdict => Question::Unique,
            Asked::Count => Question::Count { limit: u64::MAX },
        },
        source,
        starts: row.starts,
        lines: row.lines,
        answers: row.answers,
        bulk: row.bulk,
        latin,
    })
}
