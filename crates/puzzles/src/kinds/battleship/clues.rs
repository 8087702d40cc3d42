//! The clues of Battleship, one by one: tallies at rows and columns, hints in cells.

use crate::contract::{ClueEntry, CluePosition, ClueSlot, ClueSymbol, EnteredClue};
use crate::kinds::battleship::instance::{Hint, Instance};
use crate::kinds::battleship::text;

/// What may be entered in a cell. Those that say least come first.
const HINT: ClueEntry = ClueEntry::symbols(&[
    ClueSymbol::clue("w", "water"),
    ClueSymbol::clue("s", "a part of a ship"),
    ClueSymbol::clue("c", "a ship of one cell"),
    ClueSymbol::clue("t", "the top of a ship"),
    ClueSymbol::clue("b", "the bottom of a ship"),
    ClueSymbol::clue("l", "the left end of a ship"),
    ClueSymbol::clue("r", "the right end of a ship"),
    ClueSymbol::clue("m", "the middle of a ship"),
]);

/// What may be entered at a row or column of this many cells.
fn tally(length: usize) -> ClueEntry {
    ClueEntry::numbers(0, length as i32)
}

/// The places for clues: rows, columns, then cells.
pub(super) fn clues(instance: &Instance) -> Vec<ClueSlot> {
    let grid = &instance.grid;
    let at = |position, tally: Option<i32>, entry| {
        let value = tally.map_or_else(String::new, |tally| tally.to_string());
        ClueSlot::new(position, value, entry)
    };
    let rows = instance.rows.iter().enumerate();
    let rows = rows.map(|(row, &n)| at(CluePosition::Row(row), n, tally(grid.cols())));
    let cols = instance.cols.iter().enumerate();
    let cols = cols.map(|(col, &n)| at(CluePosition::Col(col), n, tally(grid.rows())));
    let cells = grid.cells().zip(&instance.hints).map(|(cell, hint)| {
        let value = hint.map_or_else(String::new, |hint| {
            text::hint_letter(Some(hint)).to_string()
        });
        ClueSlot::new(CluePosition::Cell(cell), value, HINT)
    });
    rows.chain(cols).chain(cells).collect()
}

pub(super) fn with_clue(
    instance: &Instance,
    position: CluePosition,
    clue: &str,
) -> Result<Instance, String> {
    let grid = &instance.grid;
    let mut changed = instance.clone();
    let number = |entered| match entered {
        EnteredClue::Number(number) => Some(number),
        _ => None,
    };
    match position {
        CluePosition::Row(row) if row < grid.rows() => {
            changed.rows[row] = number(tally(grid.cols()).read(clue)?);
        }
        CluePosition::Col(col) if col < grid.cols() => {
            changed.cols[col] = number(tally(grid.rows()).read(clue)?);
        }
        CluePosition::Cell(cell) if grid.contains(cell) => {
            let hint: Option<Hint> = match HINT.read(clue)? {
                EnteredClue::Symbol(symbol) => text::hint(symbol, grid, cell)?,
                _ => None,
            };
            changed.hints[grid.index(cell)] = hint;
        }
        _ => return Err(position.no_place()),
    }
    Ok(changed)
}
