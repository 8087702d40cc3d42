//! The exchange format of White-and-Tan: a URL in the style of puzz.link, with a digit for each arrow.

use gridwright_codec::{Clue, number16, puzzlink};
use gridwright_grid::Direction;
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::whitetan::WhiteTan;

/// The number code of puzz.link: an arrow is 0 for north, 1 for north-east, and so on clockwise.
pub(super) const ALL: &[Format<WhiteTan>] = &[Format {
    name: "puzzlink",
    about: "the number code of puzz.link, a digit from 0 to 7 for an arrow",
    recognises: |text| puzzlink::Address::kind(text) == Some(WhiteTan::INFO.id),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (cells, rest) = number16::read(address.body, address.n_cells())?;
        address.end(rest)?;
        let mut words = Vec::new();
        for cell in cells {
            let arrow = cell.number();
            let arrow = arrow.and_then(|number| Direction::ALL.get(number as usize));
            let arrow = arrow.ok_or_else(|| {
                let what = "every cell has an arrow: expected digits from 0 to 7";
                Diagnostic::error(what, address.body.span())
            })?;
            words.push(arrow.abbreviation());
        }
        let text = text_format::lines(&words, address.cols);
        text_format::parse::<WhiteTan>(&text, address.body.span())
    },
    write: |instance| {
        let cells = instance
            .arrows
            .iter()
            .map(|&arrow| Clue::Number(arrow as u32));
        let body = number16::write(&cells.collect::<Vec<_>>());
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(puzzlink::write(WhiteTan::INFO.id, rows, cols, &body))
    },
}];
