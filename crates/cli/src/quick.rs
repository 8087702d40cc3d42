//! The short way for lines of 81 cells: no instance is made of them and no report, only what is printed. Whatever is out of the ordinary goes the
//! usual way.

use gridwright::bulk::Clues;
use gridwright::solving::BulkSolver;
use gridwright::{Question, Request, Verdict};

use crate::ending::Ending;
use crate::out;
use crate::show;
use crate::solving::Solving;
use crate::stream::Piece;

/// What a thread keeps between lines.
pub(crate) struct Quick<'q> {
    question: Question,
    request: &'q Request,
    engine: BulkSolver,
    /// What is printed of one board.
    text: String,
}

impl<'q> Quick<'q> {
    /// `None` where more is asked for than a verdict and an answer as plain text.
    pub(crate) fn new(
        question: Question,
        solving: &Solving,
        request: &'q Request,
    ) -> Option<Quick<'q>> {
        let is_plain = !solving.json && !solving.stats && !solving.shows_propagated();
        (is_plain && show::style().is_none()).then(|| Quick {
            question,
            request,
            engine: BulkSolver::default(),
            text: String::new(),
        })
    }

    /// Asks and tells a board that has one answer, or whose answers are counted; `None` where that is for others to do.
    pub(crate) fn tell(&mut self, piece: &Piece<'_>) -> Option<Ending> {
        let clues = Clues::read(piece.entry.text.as_bytes())?;
        if !piece.may_be("sudoku") {
            return None;
        }
        let verdict = self.engine.ask(&clues, self.question, self.request)?;
        let said = match (verdict, self.engine.count()) {
            (Verdict::Unique, _) => "unique: exactly one answer",
            (Verdict::Solved, None) => "solved",
            _ => return None,
        };
        self.text.clear();
        self.text.push_str("% Sudoku ");
        self.text.push_str(&piece.name());
        self.text.push_str(": ");
        self.text.push_str(said);
        self.text.push('\n');
        for answer in self.engine.answers() {
            for row in answer.text().chunks(9) {
                self.text.extend(row.iter().map(|&cell| char::from(cell)));
                self.text.push('\n');
            }
        }
        out::write(&self.text);
        Some(Ending::of(verdict))
    }
}
