//! The exchange formats of Slitherlink: URLs of puzz.link, and game ids of Loopy on squares.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Clue, number4, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::Format;
use crate::kinds::slitherlink::{Instance, Slitherlink};

pub(super) const ALL: &[Format<Slitherlink>] = &[PUZZLINK, TATHAM];

const PUZZLINK: Format<Slitherlink> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| {
        let kind = puzzlink::Address::kind(text);
        matches!(kind, Some("slither" | "slitherlink"))
    },
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let grid = text_format::grid(address.rows, address.cols, address.kind.span())?;
        let (cells, rest) = number4::read(address.body, grid.n_cells())?;
        address.end(rest)?;
        // A clue of unknown value says nothing here.
        let clue = |cell: &Clue| cell.number().map(|number| number as u8);
        let clues = cells.iter().map(clue).collect();
        Ok(Instance { grid, clues })
    },
    write: |instance| {
        let clue = |clue: &Option<u8>| Clue::from(clue.map(u32::from));
        let cells: Vec<Clue> = instance.clues.iter().map(clue).collect();
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(puzzlink::url(
            "slither",
            rows,
            cols,
            &number4::write(&cells),
        ))
    },
};

const TATHAM: Format<Slitherlink> = Format {
    name: "tatham",
    about: "a game id of Loopy on squares, in Simon Tatham's collection",
    recognises: |text| {
        let is_loopy = |id: &tatham::Id<'_>| {
            let rest = id.size().map_or("", |(_, _, rest)| rest.text);
            rest.strip_prefix('t')
                .is_some_and(|kind| kind.starts_with(|c: char| c.is_ascii_digit()))
        };
        tatham::Id::is_of(text, "loopy", is_loopy)
    },
    read: |text| {
        let id = tatham::Id::read(text, "7x7t0:…")?;
        let (cols, rows, rest) = id.size()?;
        let (kind, _) = rest.skip(usize::from(rest.text.starts_with('t'))).digits();
        if !matches!(kind.text, "" | "0") {
            let what = "only Loopy on squares, `t0`, is supported";
            return Err(Diagnostic::error(what, rest.span()));
        }
        let desc = id.description()?;
        let grid = text_format::grid(rows, cols, desc.span())?;
        let clues = tatham::cells(
            desc,
            Digits::Single,
            grid.n_cells(),
            &None,
            |token, here| {
                let clue = match token {
                    Token::Number(number) => {
                        number.text.parse().ok().filter(|clue: &u8| *clue <= 4)
                    }
                    _ => None,
                };
                let what = "a digit from 0 to 4 or a small letter";
                Ok((Some(clue.ok_or_else(|| here.expected(what))?), 1))
            },
        )?;
        Ok(Instance { grid, clues })
    },
    write: |instance| {
        let cells = instance
            .clues
            .iter()
            .map(|clue| clue.map(|clue| clue.to_string()));
        let desc = tatham::write(cells, Digits::Single);
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(format!("{cols}x{rows}t0:{desc}"))
    },
};
