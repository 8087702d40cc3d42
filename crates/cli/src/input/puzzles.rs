//! The input of verbs that take puzzles: files, standard input, puzzle texts and URLs.

use std::io::IsTerminal;
use std::ops::Range;
use std::sync::Arc;

use clap::Args;
use gridwright::codec::collection::{self, entries};
use gridwright::{BoxedInstance, Kind, ParseError, kind, read_known, read_one};

use crate::input::origin::{Origin, Source};

const NO_INPUT: &str = "no input: give a file, a puzzle text, a URL, or - for standard input";

/// The puzzles to read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Input {
    /// The puzzle kind (optional if it can be detected), then files, puzzle texts, URLs, or - for standard input
    #[arg(value_name = "[KIND] INPUT")]
    args: Vec<String>,
    /// The column of puzzles, if the input is a table: .csv, .tsv, .jsonl, .parquet or .arrow [default: puzzle]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Use only the puzzle with this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Ignore the constraints of a puzzle that are not known, and report them
    #[arg(long)]
    ignore_unknown: bool,
}

/// What a stream of puzzles reads.
pub(crate) struct InputStream<'s> {
    pub(crate) origins: Vec<Origin>,
    pub(crate) kind: Option<&'static dyn Kind>,
    /// The column of puzzles in a table.
    pub(crate) column: Option<&'s str>,
    /// The name of the only puzzle to use.
    pub(crate) only: Option<&'s str>,
    /// Whether constraints that are not known are ignored.
    pub(crate) ignore_unknown: bool,
}

/// A puzzle of an input, or the error about it.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name, or that of its source.
    pub(crate) name: String,
    /// The puzzle, or the error message.
    pub(crate) instance: Result<BoxedInstance, String>,
    /// The text that contains it, and where.
    pub(crate) source: Arc<Source>,
    pub(crate) range: Range<usize>,
}

impl Input {
    /// The kind, if the first argument names one.
    pub(crate) fn kind(&self) -> Option<&'static dyn Kind> {
        self.args.first().and_then(|arg| kind(arg))
    }

    /// The arguments after the kind.
    pub(crate) fn args(&self) -> &[String] {
        match self.kind() {
            Some(_) => &self.args[1..],
            None => &self.args,
        }
    }

    /// The input as a stream, for verbs that process one puzzle after another. An argument that cannot be input is an error at once.
    pub(crate) fn stream(&self) -> Result<InputStream<'_>, String> {
        let args = self.args();
        if args.is_empty() && std::io::stdin().is_terminal() {
            return Err(NO_INPUT.to_owned());
        }
        match args {
            [] => self.stream_of(&["-"]),
            args => self.stream_of(args),
        }
    }

    /// Like [`stream`](Input::stream), for these arguments.
    pub(crate) fn stream_of(&self, args: &[impl AsRef<str>]) -> Result<InputStream<'_>, String> {
        let origins = args.iter().map(|arg| Origin::of(arg.as_ref()));
        Ok(InputStream {
            origins: origins.collect::<Result<_, _>>()?,
            kind: self.kind(),
            column: self.column.as_deref(),
            only: self.only.as_deref(),
            ignore_unknown: self.ignore_unknown,
        })
    }

    /// All puzzles of the input.
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, String> {
        self.entries_of(self.args())
    }

    /// All puzzles of these arguments.
    pub(crate) fn entries_of(&self, args: &[String]) -> Result<Vec<Entry>, String> {
        let mut entries_read = Vec::new();
        let mut names = Vec::new();
        for source in sources(args)? {
            let source = Arc::new(source);
            for entry in entries(&source.text) {
                let entry = match entry {
                    Ok(entry) => entry,
                    // With --only, errors in other puzzles do not matter.
                    Err(_) if self.only.is_some() => continue,
                    Err(error) => {
                        entries_read.push(Entry {
                            name: source.name.clone(),
                            instance: Err(error.render(&source.text, &source.name)),
                            range: error.span.start..error.span.end,
                            source: Arc::clone(&source),
                        });
                        continue;
                    }
                };
                let name = name(&source, &entry);
                if self.only.as_ref().is_some_and(|only| *only != name) {
                    names.push(name);
                    continue;
                }
                let named = self.kind().or(entry.kind.and_then(kind));
                let read = read_puzzle(named, entry.text, &name, self.ignore_unknown);
                let instance = read.map_err(|error| {
                    let error = error.shifted(entry.start);
                    error.render(&source.text, &source.name)
                });
                entries_read.push(Entry {
                    name,
                    instance,
                    source: Arc::clone(&source),
                    range: entry.start..entry.start + entry.text.len(),
                });
            }
        }
        if let Some(only) = &self.only
            && entries_read.is_empty()
        {
            names.truncate(8);
            return Err(format!(
                "no puzzle is named `{only}`; the first names are {}",
                names.join(", ")
            ));
        }
        if entries_read.is_empty() {
            return Err("the input contains no puzzle".to_owned());
        }
        Ok(entries_read)
    }
}

/// Reads a puzzle. Constraints that are not known are errors, or they are ignored and reported to standard error.
pub(crate) fn read_puzzle(
    kind: Option<&'static dyn Kind>,
    text: &str,
    name: &str,
    ignore_unknown: bool,
) -> Result<BoxedInstance, ParseError> {
    if !ignore_unknown {
        return read_one(kind, text);
    }
    let (instance, ignored) = read_known(kind, text)?;
    if !ignored.is_empty() {
        eprintln!(
            "{name}: ignored unknown constraints: {}",
            ignored.join(", ")
        );
    }
    Ok(instance)
}

/// The name of a puzzle of a collection: its own, that of the file if it is the only one, or its line.
fn name(source: &Source, entry: &collection::Entry<'_>) -> String {
    let alone = || entries(&source.text).take(2).count() == 1;
    let name = match entry.name {
        None if alone() => source.name.clone(),
        _ => entry.title(),
    };
    // Names come from untrusted files and are printed to a terminal.
    name.replace(char::is_control, "?")
}

/// The texts that arguments stand for.
pub(crate) fn sources(args: &[String]) -> Result<Vec<Source>, String> {
    if args.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(NO_INPUT.to_owned());
        }
        return Ok(vec![Source::read("-")?]);
    }
    args.iter().map(|arg| Source::read(arg)).collect()
}
