//! The exchange formats of Akari: URLs of puzz.link, and game ids of Simon Tatham's Light Up.

use gridwright_codec::tatham::{self, Digits, Id};
use gridwright_codec::{Clue, number4, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::text_format;
use crate::contract::Format;
use crate::kinds::akari::{Akari, Instance, Tile};

pub(super) const ALL: &[Format<Akari>] = &[PUZZLINK, TATHAM];

fn board(rows: usize, cols: usize, tiles: Vec<Tile>, code: Span) -> Result<Instance, Diagnostic> {
    Ok(Instance::new(text_format::grid(rows, cols, code)?, tiles))
}

const PUZZLINK: Format<Akari> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| {
        let kind = puzzlink::Address::kind(text);
        matches!(kind, Some("akari" | "lightup" | "bijutsukan"))
    },
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (cells, rest) = number4::read(address.body, address.n_cells())?;
        address.end(rest)?;
        let tile = |clue: Clue| match clue {
            Clue::Blank => Tile::Open,
            Clue::Unknown => Tile::Wall,
            Clue::Number(number) => Tile::Number(number as u8),
        };
        let tiles = cells.into_iter().map(tile).collect();
        board(address.rows, address.cols, tiles, address.body.span())
    },
    write: |instance| {
        let clue = |tile: &Tile| match tile {
            Tile::Open => Clue::Blank,
            Tile::Wall => Clue::Unknown,
            Tile::Number(number) => Clue::Number(u32::from(*number)),
        };
        let cells: Vec<Clue> = instance.tiles.iter().map(clue).collect();
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(puzzlink::url("akari", rows, cols, &number4::write(&cells)))
    },
};

/// The page of Light Up, to which an id may be added.
const PAGE: &str = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#";

/// A digit is a wall with a number, `B` one without.
const TATHAM: Format<Akari> = Format {
    name: "tatham",
    about: "a game id of Simon Tatham's Light Up",
    recognises: |text| {
        Id::is_of(text, "lightup", |id| {
            let (Ok((cols, rows, rest)), Ok(desc)) = (id.size(), id.description()) else {
                return false;
            };
            let is_cell = |c: char| c.is_ascii_lowercase() || "B01234".contains(c);
            // Without the page, an id of numbers alone, or of walls alone, could be of another game.
            id.params.text.contains('x')
                && (rest.text.is_empty() || rest.text.starts_with('b'))
                && desc.text.contains('B')
                && desc.text.contains(|c: char| c.is_ascii_digit())
                && desc.text.chars().all(is_cell)
                && tatham::count_cells(desc, Digits::Single, |_| 1) == rows * cols
        })
    },
    read: |text| {
        let id = Id::read(text, "7x7:a0bB…")?;
        let (cols, rows, _) = id.size()?;
        let desc = id.description()?;
        let tiles = tatham::cells(desc, Digits::Single, rows * cols, &Tile::Open, |_, here| {
            let tile = match here.text {
                "B" => Some(Tile::Wall),
                "." => None,
                text => Tile::read(text),
            };
            let expected = || here.expected("a digit from 0 to 4, `B` or a small letter");
            Ok((tile.ok_or_else(expected)?, 1))
        })?;
        board(rows, cols, tiles, desc.span())
    },
    write: |instance| {
        let word = |tile: &Tile| match tile {
            Tile::Open => None,
            Tile::Wall => Some("B".to_owned()),
            Tile::Number(number) => Some(number.to_string()),
        };
        let desc = tatham::write(instance.tiles.iter().map(word), Digits::Single);
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        // An id of numbers alone could be of another game, so it gets the page of Light Up.
        let page = if desc.contains('B') { "" } else { PAGE };
        Ok(format!("{page}{cols}x{rows}:{desc}"))
    },
};
