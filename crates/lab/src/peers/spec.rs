//! The rows and options of a benchmark. `crates/lab/experiments/peers.toml` has the bundled rows.

use std::path::PathBuf;
use std::time::Duration;

use gridwright::Question;
use gridwright::control::Stop;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::generated::{GeneratedSet, GeneratedText};
use crate::experiment::toml_input::{self, error_at};
use crate::process::Bounds;

/// A row of a benchmark: instances and a question.
#[derive(Clone, Debug)]
pub struct BenchmarkRow {
    /// Its name.
    pub name: String,
    /// The puzzle kind.
    pub kind: String,
    /// The question about each instance.
    pub question: Question,
    /// The source of the instances.
    pub source: Source,
    /// Only instances whose names have this prefix.
    pub name_prefix: String,
    /// Only instances with a number of lines in this inclusive range.
    pub lines: Option<(usize, usize)>,
    /// The known number of answers, for the question `count`.
    pub answers: Option<u64>,
    /// Whether the row has many small instances; the report then shows instances per second. Not related to the engine `bulk`.
    pub bulk: bool,
    /// Whether the texts are Latin squares with numbers from 0.
    pub latin: bool,
}

/// Where the instances of a row come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A bundled set, by name.
    Set(String),
    /// A file of the large corpus, by its path.
    Corpus(String),
    /// One instance, by its text.
    Text(String),
    /// Puzzles generated from a seed.
    Generated(GeneratedSet),
    /// The published boards of the kind.
    Boards,
}

/// The TOML form of a benchmark.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BenchmarkText {
    row: Vec<Spanned<RowText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowText {
    name: String,
    kind: Spanned<String>,
    #[serde(default)]
    question: QuestionText,
    set: Option<Spanned<String>>,
    corpus: Option<String>,
    text: Option<String>,
    generated: Option<GeneratedText>,
    #[serde(default)]
    boards: bool,
    #[serde(default, rename = "starts")]
    name_prefix: String,
    lines: Option<(usize, usize)>,
    answers: Option<u64>,
    #[serde(default)]
    bulk: bool,
    latin: Option<Spanned<bool>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum QuestionText {
    First,
    #[default]
    Verdict,
    Count,
}

/// Parses a file of benchmark rows.
pub fn parse_rows(text: &str) -> Result<Vec<BenchmarkRow>, Diagnostic> {
    let read: BenchmarkText = toml_input::parse(text)?;
    let mut rows: Vec<BenchmarkRow> = Vec::new();
    for row in read.row {
        let at = row.span();
        let row = row.into_inner();
        let header = Span::new(at.start, at.end.min(at.start + 7));
        if rows.iter().any(|other| other.name == row.name) {
            let message = format!("duplicate row name `{}`", row.name);
            return Err(Diagnostic::error(message, header));
        }
        rows.push(row.parse(header)?);
    }
    Ok(rows)
}

impl RowText {
    fn parse(self, header: Span) -> Result<BenchmarkRow, Diagnostic> {
        let kind = toml_input::kind(&self.kind)?;
        let source = match (
            self.set,
            self.corpus,
            self.text,
            self.generated,
            self.boards,
        ) {
            (Some(set), None, None, None, false) => Source::Set(toml_input::set_name(set)?),
            (None, Some(file), None, None, false) => Source::Corpus(file),
            (None, None, Some(text), None, false) => Source::Text(text),
            (None, None, None, Some(set), false) => Source::Generated(set.parse(kind)?),
            (None, None, None, None, true) => Source::Boards,
            _ => {
                let message =
                    "expected exactly one of `set`, `corpus`, `text`, `generated` and `boards`";
                return Err(Diagnostic::error(message, header));
            }
        };
        let square = latin("0,1,1,0").expect("a Latin square");
        if let Some(latin) = &self.latin
            && kind.read(None, &square).is_err()
        {
            let message = format!("{} has no boards that are Latin squares", kind.info().title);
            return Err(error_at(latin, message));
        }
        Ok(BenchmarkRow {
            name: self.name,
            kind: self.kind.into_inner(),
            question: match self.question {
                QuestionText::First => Question::Solve { max: 1 },
                QuestionText::Verdict => Question::Unique,
                QuestionText::Count => Question::Count { limit: u64::MAX },
            },
            source,
            name_prefix: self.name_prefix,
            lines: self.lines,
            answers: self.answers,
            bulk: self.bulk,
            latin: self.latin.is_some_and(Spanned::into_inner),
        })
    }
}

/// Options of a benchmark.
#[derive(Clone, Debug)]
pub struct BenchmarkOptions {
    /// Only rows whose names contain one of these; empty selects all.
    pub rows: Vec<String>,
    /// Only these engines; empty selects all.
    pub engines: Vec<String>,
    /// Only these peers; empty selects all.
    pub peers: Vec<String>,
    /// No peers at all.
    pub alone: bool,
    /// The maximal number of instances of a set, spread evenly; ten times as many for bulk rows.
    pub max_instances: usize,
    /// The processor time for each instance.
    pub time: Duration,
    /// The memory limit in bytes.
    pub memory: Option<u64>,
    /// The folder of the large corpus, if there is one.
    pub corpus: Option<PathBuf>,
    /// Stops the benchmark.
    pub stop: Stop,
}

impl Default for BenchmarkOptions {
    fn default() -> BenchmarkOptions {
        BenchmarkOptions {
            rows: Vec::new(),
            engines: Vec::new(),
            peers: Vec::new(),
            alone: false,
            max_instances: 20,
            time: Duration::from_secs(10),
            memory: Some(4 << 30),
            corpus: None,
            stop: Stop::new(),
        }
    }
}

impl BenchmarkOptions {
    /// Whether a row is selected.
    pub fn selects_row(&self, row: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|name| row.contains(name.as_str()))
    }

    pub(crate) fn selects_engine(&self, engine: &str) -> bool {
        self.engines.is_empty() || self.engines.iter().any(|name| name == engine)
    }

    pub(crate) fn selects_peer(&self, peer: &str) -> bool {
        !self.alone && (self.peers.is_empty() || self.peers.iter().any(|name| name == peer))
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            time: self.time,
            memory: self.memory,
        }
    }
}

/// Converts a Latin square with numbers from 0 to a Sudoku whose blocks are its rows.
pub fn latin(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.trim().split(',').collect();
    let n = fields.len().isqrt();
    let cell = |field: &&str| match field.trim() {
        "." => Some(".".to_owned()),
        number => Some((number.parse::<usize>().ok().filter(|at| *at < n)? + 1).to_string()),
    };
    let cells: Option<Vec<String>> = fields.iter().map(cell).collect();
    let cells = cells.filter(|cells| n * n == cells.len())?;
    Some(format!("blocks 1x{n}\n{}\n", cells.join(",")))
}
