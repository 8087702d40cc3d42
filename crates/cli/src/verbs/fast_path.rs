//! A fast path for lines of 81 cells: prints the answer without creating an instance and a report.

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
        let is_plain = !options.json && !options.stats && !options.shows_propagated();
        (is_plain && render::style().is_none()).then(|| FastPath {
            question,
            request,
            engine: BulkSolver::default(),
            kind: kind.info(),
            text: String::new(),
        })
    }

    /// Solves and prints a board with one answer; `None` if the board needs the general path.
    pub(crate) fn run(&mut self, puzzle: &PuzzleText<'_>) -> Option<ExitStatus> {
        let clues = Clues::read(puzzle.entry.text.as_bytes())?;
        if !puzzle.may_be(self.kind) {
            return None;
        }
        let verdict = self.engine.ask(&clues, self.question, self.request)?;
        let summary = match (verdict, self.engine.count()) {
            (Verdict::Unique, _) => "unique: exactly one answer",
            (Verdict::Solved, None) => "solved",
            _ => return None,
        };
        self.text.clear();
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
}
