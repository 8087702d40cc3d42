//! The uniqueness check of an ordinary 9x9 Sudoku, by the bulk engine.

use gridwright_bulk::{Answer, Bulk, Clues};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim};

use crate::second_answer::SecondAnswer;

/// The clues of an ordinary 9x9 Sudoku, and the engine.
#[derive(Debug)]
pub(crate) struct Sudoku9 {
    clues: [u8; 81],
    /// Makes an answer of the kind.
    answer: fn(&[u8; 81]) -> AnyAnswer,
    bulk: Bulk,
}

impl Sudoku9 {
    /// An ordinary 9x9 Sudoku; `None` for any other instance.
    pub(crate) fn new(instance: &dyn AnyInstance) -> Option<Sudoku9> {
        Some(Sudoku9 {
            clues: instance.nine_clues()?,
            answer: instance.kind().nine_answers()?,
            bulk: Bulk::new(),
        })
    }

    /// An answer other than the intended one in which these claims hold. Facts are the nine numbers of the first cell, then those of the second, and so on.
    /// Negative claims are ignored, since their only use is to exclude the intended answer.
    pub(crate) fn second_answer(
        &mut self,
        intended: &[bool],
        claims: impl Iterator<Item = Claim>,
    ) -> SecondAnswer {
        let mut cells = self.clues;
        for claim in claims.filter(|claim| claim.holds) {
            cells[claim.fact / 9] = (claim.fact % 9) as u8 + 1;
        }
        let clues = Clues::new(cells).expect("a clue is a digit");
        let fact = |(cell, &number): (usize, &u8)| 9 * cell + usize::from(number) - 1;
        let mut found: Option<Answer> = None;
        self.bulk.answers(&clues, 2, |answer| {
            let mut facts = answer.cells().iter().enumerate().map(fact);
            if found.is_none() && facts.any(|fact| !intended[fact]) {
                found = Some(*answer);
            }
        });
        let Some(found) = found else {
            return SecondAnswer::None;
        };
        let mut values = vec![false; intended.len()];
        for fact in found.cells().iter().enumerate().map(fact) {
            values[fact] = true;
        }
        SecondAnswer::Found(values, (self.answer)(found.cells()))
    }
}
