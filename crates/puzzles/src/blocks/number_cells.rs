//! Boards of numbers: the facts, the drawing and the marks that Sudoku, magic squares and number paths share.

use std::fmt;

use crate::contract::{Choice, Claim, Clue, Facts, Known, Narrowing, Shown};
use gridwright_fd::{Atom, Domain, Var};
use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Figure, Ink};

/// A cell has a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The cell.
    pub cell: Cell,
    /// Its number.
    pub number: i32,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.cell, self.number)
    }
}

/// Every fact about these cells and the numbers from 1 to `n`: cell by cell.
pub(crate) fn facts(cells: impl Iterator<Item = Cell>, n: usize) -> Vec<Fact> {
    let of = |cell| (1..=n as i32).map(move |number| Fact { cell, number });
    cells.flat_map(of).collect()
}

/// The atoms of these facts, where a variable is the number of a cell.
pub(crate) fn by_cells(cells: &[Var], n: usize) -> Facts {
    let cells = cells.to_vec();
    Facts::when_asked(move || {
        let of = |&cell: &Var| (1..=n as i32).map(move |number| Some(Atom::eq(cell, number)));
        cells.iter().flat_map(of).collect::<Vec<_>>()
    })
}

/// What clues leave of the numbers of cells.
pub(crate) fn narrowed(cells: &[Var], clues: &[Option<i32>]) -> Narrowing {
    let given = cells.iter().zip(clues);
    given
        .filter_map(|(&cell, clue)| clue.map(|clue| (cell, Domain::from(clue..=clue))))
        .collect()
}

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

/// What is said of every fact by the numbers that stand in cells, of which there are `n` for each.
pub(crate) fn marked(cells: &[Option<i32>], n: usize) -> Vec<Known> {
    let mut known = vec![Known::Open; cells.len() * n];
    for (at, number) in cells.iter().enumerate() {
        if let Some(number) = number {
            known[at * n + *number as usize - 1] = Known::True;
        }
    }
    known
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
