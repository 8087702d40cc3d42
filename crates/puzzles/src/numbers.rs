//! Drawing boards of numbers: what Sudoku, magic squares and number paths share.

use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Figure, Ink};

use crate::shown::{Known, Shown};

/// Draws the number of a cell: its clue, the number it is known to have, or what may still stand there. `first_fact` is the fact that the cell has 1, and
/// those of the other numbers up to `n` follow.
pub(crate) fn draw(
    board: &mut Board,
    cell: Cell,
    clue: Option<i32>,
    shown: &Shown<'_>,
    first_fact: usize,
    n: usize,
) {
    let tile = board.tile_mut(cell);
    if let Some(clue) = clue {
        tile.figure = Figure::Text(clue.to_string());
        tile.ink = Ink::Given;
        return;
    }
    tile.ink = Ink::Found;
    let known = |number: &usize| shown.of(first_fact + number - 1);
    if let Some(number) = (1..=n).find(|number| known(number) == Known::True) {
        tile.figure = Figure::Text(number.to_string());
    } else if shown.candidates {
        let possible = (1..=n)
            .map(|number| (known(&number) != Known::False).then(|| number.to_string()))
            .collect();
        tile.figure = Figure::Candidates(possible);
    }
}
