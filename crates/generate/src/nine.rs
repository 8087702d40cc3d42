//! Rivals of an ordinary Sudoku of nine by nine: the engine for those in bulk finds them a hundred times sooner than any that takes a model.

use gridwright_bulk::{Answer, Bulk, Clues};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, sudoku};

/// The clues that stand, and the engine.
#[derive(Debug)]
pub(crate) struct Nine {
    clues: [u8; 81],
    bulk: Bulk,
}

impl Nine {
    /// An ordinary board; `None` is any other instance.
    pub(crate) fn of(instance: &dyn AnyInstance) -> Option<Nine> {
        let board = instance.as_any().downcast_ref::<sudoku::Instance>()?;
        if board.n() != 9 || board.block() != (3, 3) {
            return None;
        }
        let mut clues = [0; 81];
        for (cell, clue) in clues.iter_mut().zip(board.clues()) {
            *cell = clue.map_or(0, |clue| clue as u8);
        }
        Some(Nine {
            clues,
            bulk: Bulk::new(),
        })
    }

    /// An answer other than the intended one, where these claims hold: what is true of it, and the answer. Facts are the numbers of the first cell, those of
    /// the second, and so on. That something does not hold is not heeded: it only ever says which of two answers is the rival.
    pub(crate) fn rival(
        &mut self,
        intended: &[bool],
        claims: impl Iterator<Item = Claim>,
    ) -> Option<(Vec<bool>, AnyAnswer)> {
        let mut cells = self.clues;
        for claim in claims.filter(|claim| claim.holds) {
            cells[claim.fact / 9] = (claim.fact % 9) as u8 + 1;
        }
        let clues = Clues::new(cells).expect("a clue is a digit");
        let differs = |answer: &Answer| {
            let mut cells = answer.cells().iter().enumerate();
            cells.any(|(at, &number)| !intended[9 * at + usize::from(number) - 1])
        };
        let mut rival = None;
        self.bulk.answers(&clues, 2, |answer| {
            if rival.is_none() && differs(answer) {
                rival = Some(*answer);
            }
        });
        let cells = *rival?.cells();
        let mut truths = vec![false; intended.len()];
        for (at, &number) in cells.iter().enumerate() {
            truths[9 * at + usize::from(number) - 1] = true;
        }
        let numbers = cells.iter().map(|&number| i32::from(number));
        Some((truths, AnyAnswer::new(sudoku::Answer(numbers.collect()))))
    }
}
