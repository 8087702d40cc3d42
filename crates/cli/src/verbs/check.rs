//! `check`: checks answers.

use std::borrow::Cow;
use std::collections::HashMap;

use clap::Args;
use gridwright::codec::collection::entries;
use gridwright::puzzles::CATALOGUE;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{AnyAnswer, AnyInstance};
use serde::{Deserialize, Serialize};

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::input::puzzles::Input;
use crate::output::wrap::wrapped_message;

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,
    /// The answer, as a file or text; answers to several puzzles, as `solve` prints them, are matched by name. Without it, the input is a filled board
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

/// An answer and where it is from: its start in the source, or `None` for a text inside JSON.
struct Answer<'s> {
    text: Cow<'s, str>,
    start: Option<usize>,
}

/// The answers of a text: what `solve` prints, also with `--json`, or a collection of boards.
struct Answers<'s> {
    source: &'s Source,
    all: Vec<Answer<'s>>,
    /// Whether answers go by their names: the source has names, and more than one.
    are_named: bool,
    /// The first of each name.
    by_name: HashMap<String, usize>,
}

/// A row of `solve --json`.
#[derive(Deserialize)]
struct SolvedRow {
    name: String,
    /// None for a puzzle that could not be read.
    #[serde(default)]
    answers: Vec<String>,
}

impl<'s> Answers<'s> {
    fn of(source: &'s Source) -> Answers<'s> {
        let mut answers = Answers {
            source,
            all: Vec::new(),
            are_named: false,
            by_name: HashMap::new(),
        };
        if !answers.add_rows() && !answers.add_headed() {
            for entry in entries(&source.text).flatten() {
                answers.add(entry.text, entry.start, [entry.title()]);
            }
            answers.are_named = answers.all.len() > 1;
        }
        answers
    }

    fn add(&mut self, text: &'s str, start: usize, names: impl IntoIterator<Item = String>) {
        for name in names {
            self.by_name.entry(name).or_insert(self.all.len());
        }
        self.all.push(Answer {
            text: text.into(),
            start: Some(start),
        });
    }

    /// Adds the answers of JSON lines; false if the text is something else.
    fn add_rows(&mut self) -> bool {
        let lines = self.source.text.lines().filter(|line| !line.is_empty());
        let rows: Result<Vec<SolvedRow>, _> = lines.map(serde_json::from_str).collect();
        let Ok(rows) = rows else {
            return false;
        };
        self.are_named = rows.len() > 1;
        for SolvedRow { name, answers } in rows {
            if let Some(answer) = answers.into_iter().next() {
                self.by_name.entry(name).or_insert(self.all.len());
                self.all.push(Answer {
                    text: answer.into(),
                    start: None,
                });
            }
        }
        true
    }

    /// Adds the answers after headings such as `% Sudoku NAME: solved`; false if there are none.
    fn add_headed(&mut self) -> bool {
        let text = &self.source.text;
        // Boards with headers have names of their own.
        if text.lines().any(|line| line.starts_with("puzzle ")) {
            return false;
        }
        let mut start = 0;
        let mut last: Option<(usize, Vec<String>)> = None;
        let mut parts = Vec::new();
        for line in text.split_inclusive('\n') {
            if let Some(names) = heading(line) {
                parts.extend(last.replace((start, names)).map(|part| (part, start)));
            }
            start += line.len();
        }
        parts.extend(last.map(|part| (part, start)));
        let is_headed = !parts.is_empty();
        self.are_named = parts.len() > 1;
        for ((start, names), end) in parts {
            let part = &text[start..end];
            // Without an answer, there are only comments.
            let mut lines = part.lines().map(str::trim);
            if lines.any(|line| !line.is_empty() && !line.starts_with('%')) {
                self.add(part, start, names);
            }
        }
        is_headed
    }

    /// The only answer, or the one with this name.
    fn named(&self, name: &str) -> Option<&Answer<'s>> {
        let at = match self.are_named {
            true => *self.by_name.get(name)?,
            false => 0,
        };
        self.all.get(at)
    }
}

/// The names that a heading may stand for: both the name and the conclusion after it may contain colons.
fn heading(line: &str) -> Option<Vec<String>> {
    let words = line.strip_prefix("% ")?.trim_end();
    let mut titles = CATALOGUE.iter().map(|kind| kind.info().title);
    let rest = titles.find_map(|title| words.strip_prefix(title)?.strip_prefix(' '))?;
    let ends = rest.match_indices(": ");
    let ends = ends.filter(|(at, colon)| is_conclusion(&rest[at + colon.len()..]));
    let names: Vec<String> = ends.map(|(at, _)| rest[..at].to_owned()).collect();
    (!names.is_empty()).then_some(names)
}

/// Whether this is a conclusion as [`gridwright::Report::in_words`] has it; other comments may look like headings too.
fn is_conclusion(words: &str) -> bool {
    let is_count = |words: &str| {
        let number = words.strip_suffix(" answers");
        let number = number.or_else(|| words.strip_suffix(" answer"));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    let is_stopped = || {
        let (limit, count) = words.split_once(" after ").unwrap_or_default();
        let limit = words
            .strip_suffix(", nothing settled")
            .or(is_count(count).then_some(limit));
        limit.is_some_and(|limit| limit == "interrupted" || limit.starts_with("stopped at the "))
    };
    let fixed = [
        "solved",
        "no answer",
        "unique: exactly one answer",
        "not unique: there are several answers",
    ];
    fixed.contains(&words)
        || is_count(words.strip_prefix("at least ").unwrap_or(words))
        || is_stopped()
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
                    eprintln!("{}", wrapped_message(message));
                    status = ExitStatus::Error;
                    continue;
                }
            };
            let (source, text, start) = match &answers {
                None => {
                    let range = entry.range.clone();
                    let start = range.start;
                    (&*entry.source, &entry.source.text[range], Some(start))
                }
                Some(answers) => {
                    let source = answers.source;
                    let Some(answer) = answers.named(&entry.name) else {
                        let name = &entry.name;
                        eprintln!("{}: error: no answer is named `{name}`", source.name);
                        status = ExitStatus::Error;
                        continue;
                    };
                    (source, &*answer.text, answer.start)
                }
            };
            let answer = match read_answer(instance, text) {
                Ok(answer) => answer,
                Err(mut error) => {
                    if answers.is_none() {
                        let note = "the input is read as a filled board; use --answer to give an answer to a puzzle";
                        error = error.with_note(note);
                    }
                    let text = match start {
                        Some(start) => {
                            error.span.start += start;
                            error.span.end += start;
                            &source.text
                        }
                        None => text,
                    };
                    eprint!("{}", error.render(text, &source.name));
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
            Some(violation) => wordsln!("{name}: wrong: {violation}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::control::Limit;
    use gridwright::{Question, Request, Verdict, ask, kind};

    /// Every conclusion that `solve` may print, with names that contain colons.
    #[test]
    fn headings_are_recognised() {
        let sudoku = kind("sudoku").expect("it is in the catalogue");
        let board = sudoku
            .read(None, ".1..\n...2\n3...\n..3.\n")
            .expect("a board");
        let report = ask(&*board, Question::Solve { max: 1 }, &Request::default());
        let report = report.expect("it is solved");
        let limits = [
            Limit::Time,
            Limit::Nodes,
            Limit::Failures,
            Limit::Backtracks,
            Limit::Solutions,
            Limit::Steps,
            Limit::Memory,
            Limit::Stop,
        ];
        let verdicts = [
            Verdict::Unique,
            Verdict::Multiple,
            Verdict::None,
            Verdict::Solved,
        ];
        let verdicts = verdicts.into_iter().chain(limits.map(Verdict::Stopped));
        for verdict in verdicts {
            for count in [None, Some(1), Some(288)] {
                for complete in [false, true] {
                    for n_answers in [0, 1] {
                        let mut report = report.clone();
                        report.verdict = verdict;
                        report.count = count;
                        report.complete = complete;
                        report.answers.truncate(n_answers);
                        let line = format!("% Sudoku a: b: {}\n", report.in_words());
                        let names = heading(&line).unwrap_or_else(|| panic!("{line}"));
                        assert!(names.contains(&"a: b".to_owned()), "{line} {names:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_comments_are_no_headings() {
        for line in [
            "% Sudoku answers: easy",
            "% Sudoku answers: 3 of 5 answers",
            "% Sudoku 1: expert, 23 clues",
            "% Sudoku b: the answer",
            "% Sudoku a: stopped here, nothing settled",
            "% Soduko a: solved",
            "% solved",
        ] {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
