//! The exchange formats of Fillomino: URLs of puzz.link, and game ids of Filling.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Clue, borders, number16, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible, Puzzle};
use crate::kinds::fillomino::Fillomino;

pub(super) const ALL: &[Format<Fillomino>] = &[PUZZLINK, TATHAM];

const PUZZLINK: Format<Fillomino> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some(Fillomino::INFO.id),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (cells, rest) = number16::read(address.body, address.n_cells())?;
        // Given borders may follow the numbers; they are not supported if there are any.
        let rest = match rest.text {
            "" => rest,
            _ => {
                let (borders, after) = borders::read(rest, address.rows, address.cols)?;
                if borders
                    .upright
                    .iter()
                    .chain(&borders.along)
                    .any(|border| *border)
                {
                    let what = "given borders between cells are not supported";
                    return Err(Diagnostic::error(what, rest.span()));
                }
                after
            }
        };
        address.end(rest)?;
        let word = |cell: &Clue| match cell {
            Clue::Number(number) => number.to_string(),
            Clue::Blank | Clue::Unknown => ".".to_owned(),
        };
        let words: Vec<String> = cells.iter().map(word).collect();
        let text = text_format::lines(&words, address.cols);
        text_format::parse::<Fillomino>(&text, address.body.span())
    },
    write: |instance| {
        let rows = text_format::words(&Fillomino::print(instance));
        let query = text_format::write_puzzlink(Fillomino::INFO.id, &rows, None)?;
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
