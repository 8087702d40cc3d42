//! The exchange format of Heyawake: URLs of puzz.link, the borders of rooms and then their numbers.

use gridwright_codec::{Clue, borders, number16, puzzlink};
use gridwright_grid::Grid;
use gridwright_term::Diagnostic;

use crate::contract::Format;
use crate::kinds::heyawake::{Heyawake, Instance};

pub(super) const ALL: &[Format<Heyawake>] = &[Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("heyawake"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (rows, cols) = (address.rows, address.cols);
        let error = |what: String| Diagnostic::error(what, address.kind.span());
        let grid = Grid::new(rows, cols).map_err(|problem| error(problem.to_string()))?;
        let (borders, rest) = borders::read(address.body, rows, cols)?;
        let rooms = borders.regions(rows, cols);
        let n_rooms = rooms.iter().max().map_or(0, |last| last + 1);
        let (numbers, rest) = number16::read(rest, n_rooms)?;
        address.end(rest)?;
        let clues: Vec<(usize, u32)> = numbers
            .iter()
            .enumerate()
            .filter_map(|(room, number)| match number {
                Clue::Number(number) => Some((room, *number)),
                _ => None,
            })
            .collect();
        Instance::new(grid, &rooms, &clues).map_err(error)
    },
    write: |instance| {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let borders = borders::Borders::between(&instance.room_of, rows, cols);
        let clue = |clue: &Option<u32>| clue.map_or(Clue::Blank, Clue::Number);
        let numbers: Vec<Clue> = instance.clues.iter().map(clue).collect();
        let body = borders::write(&borders) + &number16::write(&numbers);
        let query = puzzlink::write("heyawake", rows, cols, &body);
        Ok(format!("https://puzz.link/p?{query}"))
    },
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;

    /// A board from the tests of puzz.link.
    #[test]
    fn urls_are_read_and_written() {
        let url = "https://puzz.link/p?heyawake/6/6/lll155007rs12222j";
        let instance = (ALL[0].read)(url).expect("a board");
        let example = Heyawake::INFO.examples.last().expect("an example");
        assert_eq!(Heyawake::parse(example.text).as_ref(), Ok(&instance));
        assert_eq!((ALL[0].write)(&instance).as_deref(), Ok(url));
    }
}
