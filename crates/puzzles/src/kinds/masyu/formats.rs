//! The exchange formats of Masyu: URLs of puzz.link, and game ids of Pearl.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{number3, puzzlink};

use crate::blocks::text_format;
use crate::contract::Format;
use crate::kinds::masyu::{Instance, Masyu, Pearl};

pub(super) const ALL: &[Format<Masyu>] = &[PUZZLINK, TATHAM];

const PUZZLINK: Format<Masyu> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| {
        let kind = puzzlink::Address::kind(text);
        matches!(kind, Some("mashu" | "masyu" | "pearl"))
    },
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let grid = text_format::grid(address.rows, address.cols, address.kind.span())?;
        let (cells, rest) = number3::read(address.body, grid.n_cells())?;
        address.end(rest)?;
        let pearl = |cell: &u8| match cell {
            1 => Some(Pearl::White),
            2 => Some(Pearl::Black),
            _ => None,
        };
        let pearls = cells.iter().map(pearl).collect();
        Ok(Instance { grid, pearls })
    },
    write: |instance| {
        let digit = |pearl: &Option<Pearl>| match pearl {
            None => 0,
            Some(Pearl::White) => 1,
            Some(Pearl::Black) => 2,
        };
        let cells: Vec<u8> = instance.pearls.iter().map(digit).collect();
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(puzzlink::url("mashu", rows, cols, &number3::write(&cells)))
    },
};

const TATHAM: Format<Masyu> = Format {
    name: "tatham",
    about: "a game id of Pearl, in Simon Tatham's collection",
    recognises: |text| {
        // Among the games with such ids, only this one has the letters B and W alone.
        let is_pearl = |id: &tatham::Id<'_>| {
            let rest = id.size().map_or("?", |(_, _, rest)| rest.text);
            let desc = id.desc.text.trim_start_matches(':');
            (rest.is_empty() || rest.starts_with('d'))
                && desc.contains(['B', 'W'])
                && desc.chars().all(|c| matches!(c, 'B' | 'W' | 'a'..='z'))
        };
        tatham::Id::is_of(text, "pearl", is_pearl)
    },
    read: |text| {
        let id = tatham::Id::read(text, "8x8:…")?;
        let (cols, rows, _) = id.size()?;
        let desc = id.description()?;
        let grid = text_format::grid(rows, cols, desc.span())?;
        let pearls = tatham::cells(
            desc,
            Digits::Single,
            grid.n_cells(),
            &None,
            |token, here| {
                let pearl = match token {
                    Token::Sign(sign) if sign.text == "W" => Pearl::White,
                    Token::Sign(sign) if sign.text == "B" => Pearl::Black,
                    _ => return Err(here.expected("W, B or a small letter")),
                };
                Ok((Some(pearl), 1))
            },
        )?;
        Ok(Instance { grid, pearls })
    },
    write: |instance| {
        let sign = |pearl: &Option<Pearl>| {
            pearl.map(|pearl| match pearl {
                Pearl::White => "W".to_owned(),
                Pearl::Black => "B".to_owned(),
            })
        };
        let has_pearls = instance.pearls.iter().any(Option::is_some);
        if !has_pearls {
            let what = "a board without pearls is not recognised as a game id";
            return Err(crate::contract::NotExpressible(what.to_owned()));
        }
        let desc = tatham::write(instance.pearls.iter().map(sign), Digits::Single);
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(format!("{cols}x{rows}:{desc}"))
    },
};
