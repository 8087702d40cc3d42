//! The exchange format of Futoshiki: game ids of Simon Tatham's Unequal.

use gridwright_codec::tatham::Id;
use gridwright_term::Diagnostic;

use crate::blocks::latin;
use crate::contract::Format;
use crate::kinds::futoshiki::{Futoshiki, Instance, Sign, pairs};

/// An id is the side, a colon, and for every cell in reading order its number, or 0, and a letter for every neighbour that is smaller: `U`, `R`, `D` or `L`. A comma ends
/// each cell.
pub(super) const ALL: &[Format<Futoshiki>] = &[Format {
    name: "tatham",
    about: "a game id of Simon Tatham's Unequal",
    recognises: |text| {
        let Some(id) = Id::of(text) else {
            return false;
        };
        match id.game {
            Some(game) => game == "unequal",
            None => {
                let (side, _) = id.params.digits();
                let n: usize = side.text.parse().unwrap_or(0);
                let cells: Vec<&str> = id.desc.text.trim_start_matches(':').split(',').collect();
                let is_cell = |cell: &&str| {
                    let letters = cell.trim_start_matches(|c: char| c.is_ascii_digit());
                    letters.len() < cell.len() && letters.chars().all(|c| "URDL".contains(c))
                };
                !id.params.text.contains('x')
                    && cells.len() == n.saturating_mul(n).saturating_add(1)
                    && cells[..cells.len() - 1].iter().all(is_cell)
            }
        }
    },
    read,
    write: |instance| Ok(write(instance)),
}];

fn read(text: &str) -> Result<Instance, Diagnostic> {
    let id = Id::read(text, "4:0,0R,2,…")?;
    let (side, rest) = id.params.digits();
    let n = side.number("the number of rows")?;
    if n == 0 || n > latin::MAX_SIDE {
        let what = format!("a board has from 1 to {} rows, not {n}", latin::MAX_SIDE);
        return Err(Diagnostic::error(what, side.span()));
    }
    if rest.text.starts_with('a') {
        let what = "the mode Adjacent is not supported";
        return Err(Diagnostic::error(what, rest.span()));
    }
    let description = id.description()?;
    let mut cells = description.split(',');
    // A comma ends the last cell, too.
    if cells.last().is_some_and(|last| last.text.is_empty()) {
        cells.pop();
    }
    if cells.len() != n * n {
        let what = format!(
            "expected {} cells, each with a comma after it, found {}",
            n * n,
            cells.len()
        );
        return Err(Diagnostic::error(what, description.span()));
    }
    let mut instance = Instance::empty(n);
    let pairs = pairs(n);
    for (at, cell) in cells.into_iter().enumerate() {
        let (number, letters) = cell.digits();
        let expected = || {
            cell.expected(&format!(
                "a number from 0 to {n} and letters from U, R, D and L"
            ))
        };
        let number = number
            .text
            .parse::<usize>()
            .ok()
            .filter(|number| *number <= n);
        let number = number.ok_or_else(expected)?;
        instance.clues[at] = (number > 0).then_some(number as i32);
        for letter in letters.text.chars() {
            let (row, col) = (at / n, at % n);
            let (pair, sign) = match letter {
                'U' if row > 0 => ((at - n, at), Sign::Less),
                'L' if col > 0 => ((at - 1, at), Sign::Less),
                'R' if col + 1 < n => ((at, at + 1), Sign::Greater),
                'D' if row + 1 < n => ((at, at + n), Sign::Greater),
                _ => return Err(expected()),
            };
            let index = pairs.iter().position(|known| *known == pair);
            instance.signs[index.expect("both cells are on the board")] = Some(sign);
        }
    }
    Ok(instance)
}

fn write(instance: &Instance) -> String {
    let n = instance.n;
    let mut text = format!("{n}:");
    let signs = instance.comparisons();
    for (at, clue) in instance.clues.iter().enumerate() {
        text += &clue.unwrap_or(0).to_string();
        let up = at.checked_sub(n);
        let left = at.checked_sub(1).filter(|_| at % n > 0);
        let right = Some(at + 1).filter(|_| at % n + 1 < n);
        let down = Some(at + n).filter(|other| *other < n * n);
        for (letter, other) in [('U', up), ('R', right), ('D', down), ('L', left)] {
            if other.is_some_and(|other| signs.contains(&(other, at))) {
                text.push(letter);
            }
        }
        text.push(',');
    }
    text
}
