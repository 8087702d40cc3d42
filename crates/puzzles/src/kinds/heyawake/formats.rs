//! The exchange format of Heyawake: URLs of puzz.link, the borders of rooms and then their numbers.

use gridwright_codec::{Clue, borders, number16, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
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
        let grid = text_format::grid(rows, cols, address.kind.span())?;
        let (borders, rest) = borders::read(address.body, rows, cols)?;
        let rooms = borders.regions(rows, cols);
        let n_rooms = rooms.iter().max().map_or(0, |last| last + 1);
        let (numbers, rest) = number16::read(rest, n_rooms)?;
        address.end(rest)?;
        let clues: Vec<(usize, u32)> = numbers
            .iter()
            .enumerate()
            .filter_map(|(region, clue)| Some((region, clue.number()?)))
            .collect();
        Instance::new(grid, &rooms, &clues).map_err(error)
    },
    write: |instance| {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let borders = borders::Borders::between(&instance.room_of, rows, cols);
        let numbers: Vec<Clue> = instance.clues.iter().copied().map(Clue::from).collect();
        let body = borders::write(&borders) + &number16::write(&numbers);
        Ok(puzzlink::url("heyawake", rows, cols, &body))
    },
}];
