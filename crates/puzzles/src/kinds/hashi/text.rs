//! The text of a board.
//!
//! One line per row: `.` is water, `?` an island without a number, `1` to `9`, `A` for 10, `B` for 11 and so on an island with its number, as in Simon
//! Tatham's Bridges. If the maximum number of bridges between two islands is not 2, a line such as `most 3` comes first.

use gridwright_term::Diagnostic;

use crate::contract::tokens::{self, Token};
use crate::kinds::hashi::DEFAULT_MAX_BRIDGES;
use crate::kinds::hashi::instance::{Instance, Island};

pub(super) fn parse(text: &str) -> Result<Instance, Diagnostic> {
    let mut lines = tokens::rows(text);
    let mut max_bridges = DEFAULT_MAX_BRIDGES;
    if let Some([word, number]) = lines.first().map(Vec::as_slice)
        && word.text == "most"
    {
        max_bridges = tokens::number(*number, 1, Instance::LARGEST_MAX_BRIDGES)?;
        lines.remove(0);
    }
    let rows: Vec<Vec<Token<'_>>> = lines.iter().map(|row| tokens::characters(row)).collect();
    let grid = tokens::grid(text, &rows)?;
    let mut islands = Vec::new();
    for (at, token) in rows.iter().flatten().enumerate() {
        let bridges = match token.text {
            "." => continue,
            "?" => None,
            clue => Some(count(clue, max_bridges).ok_or_else(|| {
                let largest = letter(4 * max_bridges);
                let what = format!("an island from 1 to {largest}, `?` or `.`");
                tokens::expected(&what, *token)
            })?),
        };
        islands.push(Island {
            cell: grid.cell(at),
            bridges,
        });
    }
    Instance::new(grid, max_bridges, islands).map_err(|error| match error.cell {
        Some(cell) => Diagnostic::error(error.message, rows[cell.row][cell.col].span),
        None => tokens::error(error.message, text),
    })
}

/// The number of bridges a digit or letter stands for.
fn count(clue: &str, max_bridges: i32) -> Option<i32> {
    let count = match *clue.as_bytes() {
        [digit @ b'1'..=b'9'] => digit - b'0',
        [letter @ b'A'..=b'Z'] => letter - b'A' + 10,
        _ => return None,
    };
    Some(i32::from(count)).filter(|&count| count <= 4 * max_bridges)
}

/// The digit or letter of a number of bridges.
fn letter(bridges: i32) -> char {
    let digit = char::from_digit(bridges as u32, 36);
    digit.map_or('?', |digit| digit.to_ascii_uppercase())
}

pub(super) fn print(instance: &Instance) -> String {
    let mut text = String::new();
    if instance.max_bridges != DEFAULT_MAX_BRIDGES {
        text += &format!("most {}\n", instance.max_bridges);
    }
    for row in cells(instance).chunks(instance.grid.cols()) {
        text.extend(row);
        text.push('\n');
    }
    text
}

/// The character of every cell.
pub(super) fn cells(instance: &Instance) -> Vec<char> {
    let mut cells = vec!['.'; instance.grid.n_cells()];
    for island in &instance.islands {
        cells[instance.grid.index(island.cell)] = island.bridges.map_or('?', letter);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_with_more_bridges_are_read_and_written() {
        let text = "most 3\nA.?\n...\n9.1\n";
        let instance = parse(text).expect("a board");
        assert_eq!(instance.max_bridges, 3);
        let clues: Vec<_> = instance.islands.iter().map(|i| i.bridges).collect();
        assert_eq!(clues, [Some(10), None, Some(9), Some(1)]);
        assert_eq!(print(&instance), text);
        let default = parse("most 2\n1.1").expect("a board");
        assert_eq!(print(&default), "1.1\n");
    }
}
