//! The input of verbs that take puzzles: files, standard input, puzzle texts and URLs.

use std::io::IsTerminal;
use std::ops::Range;
use std::sync::Arc;

use clap::Args;
use gridwright::codec::collection::{self, entries};
use gridwright::control::Deadline;
use gridwright::{BoxedInstance, Kind, ParseError, kind, read_known, read_one};

use crate::input::origin::{Origin, ReadError, Source};

/// The most puzzles of an input that is read before it is worked on.
const MAX_ENTRIES: usize = 1_000_000;

/// The most names that are listed if there is no puzzle of the wanted name.
const MAX_NAMES: usize = 8;

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
        let mut all = Vec::new();
        let read = self.each(args, &Deadline::never(), &mut |entry| {
            all.push(entry);
            match all.len() > MAX_ENTRIES {
                true => Err(format!(
                    "the input has more than {MAX_ENTRIES} puzzles; `solve`, `unique`, `count`, `backbone` and `rate` without --summary and --sample read any number"
                )),
                false => Ok(()),
            }
        });
        read.map_err(ReadError::message)?;
        Ok(all)
    }

    /// The one puzzle of the input, unless the deadline comes before it is read.
    pub(crate) fn one(&self, deadline: &Deadline) -> Result<Entry, ReadError> {
        self.one_of(self.args(), deadline)
    }

    /// The one puzzle of these arguments, unless the deadline comes before it is read.
    pub(crate) fn one_of(&self, args: &[String], deadline: &Deadline) -> Result<Entry, ReadError> {
        let mut one = None;
        self.each(args, deadline, &mut |entry| match one.replace(entry) {
            None => Ok(()),
            Some(_) => Err(match &self.only {
                Some(only) => format!("several puzzles are named `{only}`"),
                None => {
                    "expected one puzzle, but the input has several; choose one with --only NAME"
                        .to_owned()
                }
            }),
        })?;
        Ok(one.expect("the input has a puzzle"))
    }

    /// Hands over the puzzles of these arguments, at least one, until the first error.
    fn each(
        &self,
        args: &[String],
        deadline: &Deadline,
        take: &mut dyn FnMut(Entry) -> Result<(), String>,
    ) -> Result<(), ReadError> {
        let (mut n_taken, mut names) = (0_usize, Vec::new());
        for word in words(args)? {
            let source = Arc::new(Source::read_before(word, deadline)?);
            let text = &source.text;
            let mut line = Line::first();
            let is_alone = entries(text).take(2).count() == 1;
            for entry in entries(text) {
                let entry = match entry {
                    Ok(entry) => entry,
                    // With --only, errors in other puzzles do not matter.
                    Err(_) if self.only.is_some() => continue,
                    Err(mut error) => {
                        let range = error.span.start..error.span.end;
                        line.go_to(range.start, text);
                        error.span.start -= line.start;
                        error.span.end -= line.start;
                        let rest = &text[line.start..];
                        n_taken += 1;
                        take(Entry {
                            name: source.name.clone(),
                            instance: Err(error.render_from(rest, &source.name, line.number)),
                            range,
                            source: Arc::clone(&source),
                        })?;
                        continue;
                    }
                };
                let name = name(&source, &entry, is_alone);
                if self.only.as_ref().is_some_and(|only| *only != name) {
                    if names.len() < MAX_NAMES {
                        names.push(name);
                    }
                    continue;
                }
                let named = self.kind().or(entry.kind.and_then(kind));
                let read = read_puzzle(named, entry.text, &name, self.ignore_unknown);
                let instance = read.map_err(|error| {
                    line.go_to(entry.start, text);
                    let error = error.shifted(entry.start - line.start);
                    error.render_from(&text[line.start..], &source.name, line.number)
                });
                n_taken += 1;
                take(Entry {
                    name,
                    instance,
                    source: Arc::clone(&source),
                    range: entry.start..entry.start + entry.text.len(),
                })?;
            }
        }
        match (n_taken, &self.only) {
            (0, Some(only)) => Err(format!(
                "no puzzle is named `{only}`; the first names are {}",
                names.join(", ")
            )
            .into()),
            (0, None) => Err("the input contains no puzzle".to_owned().into()),
            _ => Ok(()),
        }
    }
}

/// A line of a text: where it starts, and its number.
struct Line {
    start: usize,
    number: usize,
}

impl Line {
    /// Goes to the line of a place. The lines of a text are counted once, however many messages there are about it in its order.
    fn go_to(&mut self, place: usize, text: &str) {
        let before = &text.as_bytes()[..place.min(text.len())];
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        if start < self.start {
            *self = Line::first();
        }
        self.number += memchr::memchr_iter(b'\n', &before[self.start..start]).count();
        self.start = start;
    }

    fn first() -> Line {
        Line {
            start: 0,
            number: 1,
        }
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
fn name(source: &Source, entry: &collection::Entry<'_>, is_alone: bool) -> String {
    let name = match entry.name {
        None if is_alone => source.name.clone(),
        _ => entry.title(),
    };
    // Names come from untrusted files and are printed to a terminal.
    name.replace(char::is_control, "?")
}

/// The arguments that stand for texts; without any, standard input.
fn words(args: &[String]) -> Result<Vec<&str>, String> {
    match args {
        [] if std::io::stdin().is_terminal() => Err(NO_INPUT.to_owned()),
        [] => Ok(vec!["-"]),
        args => Ok(args.iter().map(String::as_str).collect()),
    }
}

/// The texts that arguments stand for.
pub(crate) fn sources(args: &[String]) -> Result<Vec<Source>, String> {
    words(args)?.into_iter().map(Source::read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_on() {
        let text = "a\n\nbc\nd";
        let mut line = Line::first();
        for (place, start, number) in [
            (0, 0, 1),
            (1, 0, 1),
            (2, 2, 2),
            (4, 3, 3),
            (4, 3, 3),
            (99, 6, 4),
            (2, 2, 2),
        ] {
            line.go_to(place, text);
            assert_eq!((line.start, line.number), (start, number), "{place}");
        }
    }
}
