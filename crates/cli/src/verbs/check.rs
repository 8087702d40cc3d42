//! `check`: checks answers.

use std::collections::HashMap;
use std::ops::Range;

use clap::Args;
use gridwright::codec::collection::entries;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{AnyAnswer, AnyInstance};
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::input::puzzles::Input;

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,
    /// The answer, as a file or text; answers to several puzzles are matched by name. Without it, the input is a filled board
    #[arg(long, value_name = "INPUT")]
    answer: Option<String>,
    /// Print one JSON object per puzzle and line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row<'r> {
    kind: &'r str,
    name: &'r str,
    holds: bool,
    #[serde(rename = "broken", skip_serializing_if = "Option::is_none")]
    violation: Option<String>,
}

/// Parses an answer: in its own notation, or as a filled board in one of the kind's formats.
fn read_answer(instance: &dyn AnyInstance, text: &str) -> Result<AnyAnswer, Diagnostic> {
    let kind = instance.kind();
    match kind.recognise(text) {
        Some(format) => {
            let board = kind.read(Some(format), text)?;
            let whole = Span {
                start: 0,
                end: text.len(),
            };
            let answer = instance.parse_answer(&board.print());
            answer.map_err(|error| Diagnostic {
                span: whole,
                ..error
            })
        }
        None => instance.parse_answer(text),
    }
}

/// The answers of a text.
struct Answers<'s> {
    source: &'s Source,
    /// Where each of them is.
    all: Vec<Range<usize>>,
    /// The first of each name.
    by_name: HashMap<String, usize>,
}

impl<'s> Answers<'s> {
    fn of(source: &'s Source) -> Answers<'s> {
        let mut answers = Answers {
            source,
            all: Vec::new(),
            by_name: HashMap::new(),
        };
        for entry in entries(&source.text).flatten() {
            let at = answers.all.len();
            answers.by_name.entry(entry.title()).or_insert(at);
            answers
                .all
                .push(entry.start..entry.start + entry.text.len());
        }
        answers
    }

    /// The only answer, or the one with this name.
    fn named(&self, name: &str) -> Option<Range<usize>> {
        let at = match self.all.len() {
            1 => 0,
            _ => *self.by_name.get(name)?,
        };
        Some(self.all[at].clone())
    }
}

impl Check {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        // The second of two inputs is the answer.
        let args = self.input.args();
        let (args, answer) = match (args, &self.answer) {
            ([puzzle, answer], None) => (std::slice::from_ref(puzzle), Some(answer)),
            (args, answer) => (args, answer.as_ref()),
        };
        let puzzles = self.input.entries_of(args)?;
        let answers = answer.map(|answer| Source::read(answer)).transpose()?;
        let answers = answers.as_ref().map(Answers::of);
        let mut status = ExitStatus::Success;
        for entry in &puzzles {
            let instance = match &entry.instance {
                Ok(instance) => &**instance,
                Err(message) => {
                    eprintln!("{}", message.trim_end());
                    status = ExitStatus::Error;
                    continue;
                }
            };
            let (source, range) = match &answers {
                None => (&*entry.source, entry.range.clone()),
                Some(answers) => {
                    let Answers { source, .. } = answers;
                    let found = answers.named(&entry.name);
                    let Some(answer) = found else {
                        let name = &entry.name;
                        eprintln!("{}: error: no answer is named `{name}`", source.name);
                        status = ExitStatus::Error;
                        continue;
                    };
                    (*source, answer)
                }
            };
            let answer = match read_answer(instance, &source.text[range.clone()]) {
                Ok(answer) => answer,
                Err(mut error) => {
                    error.span.start += range.start;
                    error.span.end += range.start;
                    if answers.is_none() {
                        let note = "the input is read as a filled board; use --answer to give an answer to a puzzle";
                        error = error.with_note(note);
                    }
                    eprint!("{}", error.render(&source.text, &source.name));
                    status = ExitStatus::Error;
                    continue;
                }
            };
            let violation = instance.check(&answer).err().map(|rule| rule.to_string());
            if violation.is_some() {
                status = status.max(ExitStatus::None);
            }
            self.print(&entry.name, instance, violation);
        }
        Ok(status)
    }

    fn print(&self, name: &str, instance: &dyn AnyInstance, violation: Option<String>) {
        if self.json {
            let row = Row {
                kind: instance.kind().info().id,
                name,
                holds: violation.is_none(),
                violation,
            };
            outln!("{}", serde_json::json!(row));
            return;
        }
        match violation {
            None => outln!("{name}: right"),
            Some(violation) => outln!("{name}: wrong: {violation}"),
        }
    }
}
