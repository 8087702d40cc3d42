//! A fast path for lines of 81 cells: prints the answer without creating an instance and a report.

use std::fmt::Write;
use std::time::{Duration, Instant};

use gridwright::bulk::Clues;
use gridwright::puzzles::KindInfo;
use gridwright::solving::BulkSolver;
use gridwright::{CATALOGUE, Question, Request, Verdict};

use crate::exit_status::ExitStatus;
use crate::input::options::SolveOptions;
use crate::output::render;
use crate::output::stdout;
use crate::work::stream::PuzzleText;

/// The state that a thread keeps between lines.
pub(crate) struct FastPath<'q> {
    question: Question,
    /// Whether to print JSON, as [`Row`](crate::verbs::solve_row::Row) does.
    is_json: bool,
    request: &'q Request,
    engine: BulkSolver,
    /// The kind whose boards these lines are.
    kind: &'static KindInfo,
    /// The output for one board.
    text: String,
}

impl<'q> FastPath<'q> {
    /// `None` if the options require more than a verdict and an answer as plain text.
    pub(crate) fn new(
        question: Question,
        options: &SolveOptions,
        request: &'q Request,
    ) -> Option<FastPath<'q>> {
        let kind = CATALOGUE
            .iter()
            .find(|kind| kind.nine_answers().is_some())?;
        let is_plain = !options.stats && !options.shows_propagated() && options.output.is_none();
        (is_plain && (options.json || render::style().is_none())).then(|| FastPath {
            question,
            is_json: options.json,
            request,
            engine: BulkSolver::default(),
            kind: kind.info(),
            text: String::new(),
        })
    }

    /// Solves and prints a board with one answer; `None` if the board needs the general path.
    pub(crate) fn run(&mut self, puzzle: &PuzzleText<'_>) -> Option<ExitStatus> {
        let clues = Clues::read(puzzle.entry.text.as_bytes())?;
        if !puzzle.may_be(self.kind) || !puzzle.cells.is_empty() {
            return None;
        }
        let begin = Instant::now();
        let verdict = self.engine.ask(&clues, self.question, self.request)?;
        let summary = match (verdict, self.engine.count()) {
            (Verdict::Unique, _) => "unique: exactly one answer",
            (Verdict::Solved, None) => "solved",
            _ => return None,
        };
        self.text.clear();
        if self.is_json {
            let name = puzzle.name();
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
            if !name.bytes().all(is_plain) {
                return None;
            }
            self.write_json(&name, &clues, verdict, begin.elapsed());
            stdout::write(&self.text);
            return Some(ExitStatus::of(verdict));
        }
        self.text.push_str("% ");
        self.text.push_str(self.kind.title);
        self.text.push(' ');
        self.text.push_str(&puzzle.name());
        self.text.push_str(": ");
        self.text.push_str(summary);
        self.text.push('\n');
        for answer in self.engine.answers() {
            for row in answer.text().chunks(9) {
                self.text.push_str(str::from_utf8(row).expect("digits"));
                self.text.push('\n');
            }
        }
        stdout::write(&self.text);
        Some(ExitStatus::of(verdict))
    }

    /// The line of JSON for a board. Its name needs no escapes.
    fn write_json(&mut self, name: &str, clues: &Clues, verdict: Verdict, took: Duration) {
        let text = &mut self.text;
        text.push_str(r#"{"kind":""#);
        text.push_str(self.kind.id);
        text.push_str(r#"","name":""#);
        text.push_str(name);
        text.push_str(r#"","puzzle":""#);
        text.push_str(str::from_utf8(&clues.text()).expect("digits and dots"));
        text.push_str(r#"","verdict":""#);
        text.push_str(verdict.word());
        let run = self.engine.run();
        text.push_str(r#"","complete":"#);
        text.push_str(if run.complete { "true" } else { "false" });
        text.push_str(r#","answers":["#);
        for (at, answer) in self.engine.answers().iter().enumerate() {
            text.push_str(if at == 0 { "\"" } else { ",\"" });
            text.push_str(str::from_utf8(&answer.text()).expect("digits"));
            text.push('"');
        }
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            r#"],"nodes":{},"failures":{},"backtracks":{},"propagations":{},"setup_ms":0.0,"solve_ms":{:?},"engine":"bulk","viewpoint":"boxes"}}"#,
            run.nodes,
            run.failures,
            run.backtracks,
            run.rounds,
            render::milliseconds(took)
        );
        text.push('\n');
    }
}
