//! The exchange formats of Fillomino: URLs of puzz.link, and game ids of Filling.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Clue, borders, borders::Borders, number16, puzzlink};
use gridwright_grid::Grid;

use crate::blocks::{number_cells, text_format};
use crate::contract::{Format, NotExpressible, Puzzle};
use crate::kinds::fillomino::{Fillomino, Instance};

pub(super) const ALL: &[Format<Fillomino>] = &[PUZZLINK, TATHAM];

/// The pairs of neighbours in a row, in reading order.
fn beside(grid: &Grid) -> Vec<(usize, usize)> {
    let cols = grid.cols();
    let left = (0..grid.n_cells()).filter(|at| at % cols + 1 < cols);
    left.map(|at| (at, at + 1)).collect()
}

/// The pairs of neighbours in a column, in reading order.
fn stacked(grid: &Grid) -> Vec<(usize, usize)> {
    let (n, cols) = (grid.n_cells(), grid.cols());
    (0..n - cols).map(|at| (at, at + cols)).collect()
}

const PUZZLINK: Format<Fillomino> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some(Fillomino::INFO.id),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (cells, rest) = number16::read(address.body, address.n_cells())?;
        let (rows, cols) = (address.rows, address.cols);
        let (borders, rest) = match rest.text {
            "" => (None, rest),
            _ => {
                let (borders, rest) = borders::read(rest, rows, cols)?;
                (Some(borders), rest)
            }
        };
        address.end(rest)?;
        let word = |cell: &Clue| match cell {
            Clue::Number(number) => number.to_string(),
            Clue::Blank | Clue::Unknown => ".".to_owned(),
        };
        let words: Vec<String> = cells.iter().map(word).collect();
        let text = text_format::lines(&words, cols);
        let instance = text_format::parse::<Fillomino>(&text, address.body.span())?;
        let Some(borders) = borders else {
            return Ok(instance);
        };
        let beside = beside(&instance.grid).into_iter().zip(borders.upright);
        let pairs = beside.chain(stacked(&instance.grid).into_iter().zip(borders.along));
        let given = pairs.filter(|(_, is_given)| *is_given);
        let given = given.map(|(pair, _)| pair).collect();
        Ok(Instance::new(instance.grid, instance.clues, given))
    },
    write: |instance| {
        let words = instance.clues.iter();
        let words: Vec<String> = words.map(|clue| number_cells::word(clue, ".")).collect();
        let rows = words.chunks(instance.grid.cols()).map(<[String]>::to_vec);
        let rows: Vec<Vec<String>> = rows.collect();
        let mut query = text_format::write_puzzlink(Fillomino::INFO.id, &rows, None)?;
        if !instance.borders.is_empty() {
            let are_given = |pairs: Vec<(usize, usize)>| {
                let given = pairs.iter().map(|pair| instance.borders.contains(pair));
                given.collect()
            };
            query += &borders::write(&Borders {
                upright: are_given(beside(&instance.grid)),
                along: are_given(stacked(&instance.grid)),
            });
        }
        Ok(format!("https://puzz.link/p?{query}"))
    },
};

/// Filling has numbers from 1 to 9 only. Its ids look like those of other games, so that the URL of its page is needed.
const TATHAM: Format<Fillomino> = Format {
    name: "tatham",
    about: "the URL of Filling with a game id, in Simon Tatham's collection",
    recognises: |text| tatham::Id::of(text).is_some_and(|id| id.game == Some("filling")),
    read: |text| {
        let id = tatham::Id::read(text, "9x7:…")?;
        let (cols, rows, _) = id.size()?;
        let desc = id.description()?;
        let blank = ".".to_owned();
        let cells =
            tatham::cells(
                desc,
                Digits::Single,
                rows * cols,
                &blank,
                |token, here| match token {
                    Token::Number(number) if number.text != "0" => Ok((number.text.to_owned(), 1)),
                    _ => Err(here.expected("a digit from 1 to 9 or a small letter")),
                },
            )?;
        text_format::parse::<Fillomino>(&text_format::lines(&cells, cols), desc.span())
    },
    write: |instance| {
        if !instance.borders.is_empty() {
            return Err(NotExpressible("Filling has no given borders".to_owned()));
        }
        if let Some(number) = instance.clues.iter().flatten().find(|number| **number > 9) {
            let what = format!("Filling has numbers up to 9, not {number}");
            return Err(NotExpressible(what));
        }
        let cells = instance.clues.iter();
        let cells = cells.map(|clue| clue.map(|clue| clue.to_string()));
        let desc = tatham::write(cells, Digits::Single);
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/filling.html";
        Ok(format!("{page}#{cols}x{rows}:{desc}"))
    },
};
