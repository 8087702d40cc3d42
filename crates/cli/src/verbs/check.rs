//! `check`: checks answers.

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
                Some(source) => {
                    let mut all: Vec<_> = entries(&source.text).flatten().collect();
                    let found = match all.len() {
                        1 => all.pop(),
                        _ => all.into_iter().find(|one| one.title() == entry.name),
                    };
                    let Some(answer) = found else {
                        let name = &entry.name;
                        eprintln!("{}: error: no answer is named `{name}`", source.name);
                        status = ExitStatus::Error;
                        continue;
                    };
                    (source, answer.start..answer.start + answer.text.len())
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
