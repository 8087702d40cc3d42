//! The exchange format of White-and-Tan: a URL in the style of puzz.link, with a digit for each arrow.

use gridwright_codec::{Clue, number16, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::whitetan::{WORDS, WhiteTan};

/// The number code of puzz.link: an arrow is 0 for north, 1 for north-east, and so on clockwise.
pub(super) const ALL: &[Format<WhiteTan>] = &[Format {
    name: "puzzlink",
    about: "the number code of puzz.link, a digit from 0 to 7 for an arrow",
    recognises: |text| puzzlink::Address::kind(text) == Some(WhiteTan::CARD.id),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (cells, rest) = number16::read(address.body, address.n_cells())?;
        address.end(rest)?;
        let mut words = Vec::new();
        for cell in cells {
            let arrow = match cell {
                Clue::Number(number) => WORDS.get(number as usize),
                Clue::Blank | Clue::Unknown => None,
            };
            let (word, _) = arrow.ok_or_else(|| {
                let what = "every cell has an arrow: expected digits from 0 to 7";
                Diagnostic::error(what, address.body.span())
            })?;
            words.push(*word);
        }
        let text = text_format::lines(&words, address.cols);
        text_format::parse::<WhiteTan>(&text, address.body.span())
    },
    write: |instance| {
        let rows = text_format::words(&WhiteTan::print(instance));
        let number = |word: &String| {
            let arrow = WORDS.iter().find(|(known, _)| known == word);
            arrow.map_or(Clue::Unknown, |(_, to)| Clue::Number(*to as u32))
        };
        let cells: Vec<Clue> = rows.iter().flatten().map(number).collect();
        let cols = rows.first().map_or(0, Vec::len);
        let body = number16::write(&cells);
        Ok(puzzlink::write(WhiteTan::CARD.id, rows.len(), cols, &body))
    },
}];
