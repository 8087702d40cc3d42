//! What kinds have in common when full boards are searched for, and boards of numbers when clues are chosen.

use gridwright_fd::Model;
use gridwright_grid::Cell;

use crate::choices::Choices;
use crate::generate::{Begin, Choice, Clue};
use crate::premise::Claim;
use crate::puzzle::{Puzzle, formulate};

/// Leaves it to an engine to find a full board, by the usual viewpoint; and what there is to say where there is none.
pub(crate) fn searched<P: Puzzle>(bare: P::Instance, otherwise: String) -> Begin<P> {
    let mut model = Model::new();
    let viewpoint = [P::VIEWPOINTS[0]];
    let formulation = formulate::<P>(&bare, &viewpoint, &Choices::default(), &mut model)
        .expect("a board without clues has small numbers");
    Begin::Model {
        bare,
        model,
        decisions: formulation.decisions,
        read: formulation.read,
        otherwise,
    }
}

/// The clues of a board of numbers up to `most`: each of them may be shown. The facts are the numbers of the first cell, those of the second, and so on.
pub(crate) fn number_clues(
    numbers: &[i32],
    most: usize,
    cell: impl Fn(usize) -> Cell,
) -> Vec<Clue> {
    let clue = |(at, &number): (usize, &i32)| Clue {
        cell: Some(cell(at)),
        claims: Some(vec![Claim::is(at * most + number as usize - 1)]),
        stands: false,
    };
    numbers.iter().enumerate().map(clue).collect()
}

/// The numbers that are shown.
pub(crate) fn shown_numbers(numbers: &[i32], choice: &Choice) -> Vec<Option<i32>> {
    let pairs = numbers.iter().zip(&choice.shown);
    pairs.map(|(&n, &shown)| shown.then_some(n)).collect()
}
