//! Anti-knight and anti-king: cells a move of the piece apart have different numbers.

use gridwright_constraints::not_equal;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::Board;

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{once, rule_premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A piece whose moves connect different numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chess {
    /// The knight.
    Knight,
    /// The king.
    King,
}

impl Chess {
    fn piece(self) -> &'static str {
        match self {
            Chess::Knight => "knight",
            Chess::King => "king",
        }
    }

    /// The moves down from a cell, each as rows and columns. Of the king, those along rows and columns are rules of Sudoku already.
    fn moves(self) -> &'static [(usize, isize)] {
        match self {
            Chess::Knight => &[(1, -2), (1, 2), (2, -1), (2, 1)],
            Chess::King => &[(1, -1), (1, 1)],
        }
    }

    fn pairs(self, instance: &Instance) -> Vec<[usize; 2]> {
        let n = instance.n();
        let mut pairs = Vec::new();
        for at in 0..n * n {
            for &(down, across) in self.moves() {
                let (row, col) = (at / n + down, (at % n).checked_add_signed(across));
                if let Some(col) = col
                    && row < n
                    && col < n
                {
                    pairs.push([at, row * n + col]);
                }
            }
        }
        pairs
    }
}

impl Family for Chess {
    fn line(&self, _: &Instance) -> String {
        format!("anti-{}", self.piece())
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for [a, b] in self.pairs(instance) {
            model.post(not_equal(cells[a], cells[b]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        for a in 0..n * n {
            for b in a + 1..n * n {
                let down = (a / n).abs_diff(b / n);
                let across = (a % n).abs_diff(b % n);
                let is_move = match self {
                    Chess::Knight => down * across == 2,
                    Chess::King => down.max(across) == 1,
                };
                if is_move && numbers[a] == numbers[b] {
                    let (piece, number) = (self.piece(), numbers[a]);
                    let (a, b) = (instance.at(a), instance.at(b));
                    return Err(format!(
                        "{a} and {b} are a {piece}'s move apart and both are {number}"
                    ));
                }
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let (rule, piece) = match self {
            Chess::Knight => ("anti_knight", "knight"),
            Chess::King => ("anti_king", "king"),
        };
        let premise = |pair: [usize; 2]| {
            let names = instance.words(&pair);
            let words = format!("{names} are a {piece}'s move apart");
            let form = PremiseForm::All(once(instance, &pair));
            rule_premise(instance, rule, 0, words, &pair, form)
        };
        self.pairs(instance).into_iter().map(premise).collect()
    }

    fn draw(&self, _: &Instance, board: &mut Board) {
        let piece = self.piece();
        board
            .notes
            .push(format!("Anti-{piece}: cells a {piece}'s move apart differ"));
    }
}
