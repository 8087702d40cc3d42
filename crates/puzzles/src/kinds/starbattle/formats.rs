//! The exchange format of Star Battle: URLs of puzz.link.

use gridwright_codec::borders::{self, Borders};
use gridwright_codec::puzzlink;
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::starbattle::{CLOSED, Instance, StarBattle, letter};

/// The number of stars, then the borders of the regions. Regions get new letters when a URL is read.
pub(super) const ALL: &[Format<StarBattle>] = &[Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("starbattle"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let stars = address.body.number("the number of stars")?;
        let cells = address.n_cells();
        if !(1..=cells).contains(&stars) {
            return Err(address.body.expected("the number of stars"));
        }
        let Some((code, more)) = address.more.split_first() else {
            let what = "expected the borders of the regions after the number of stars";
            return Err(Diagnostic::error(what, address.body.span()));
        };
        let (borders, rest) = borders::read(*code, address.rows, address.cols)?;
        let mut after = std::iter::once(&rest).chain(more);
        if let Some(rest) = after.find(|rest| !rest.text.is_empty()) {
            return Err(rest.expected("the end of the URL"));
        }
        let grid = text_format::grid(address.rows, address.cols, code.span())?;
        let regions = borders.regions(address.rows, address.cols);
        let letters = regions.into_iter().map(letter).collect();
        Ok(Instance::new(grid, stars, letters))
    },
    write: |instance| {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        if instance.letters.contains(&CLOSED) {
            let what = "a URL has no cells outside the regions";
            return Err(NotExpressible(what.to_owned()));
        }
        let mut region = vec![0; rows * cols];
        for (number, cells) in instance.regions().into_iter().enumerate() {
            for at in cells {
                region[at] = number;
            }
        }
        let borders = Borders::between(&region, rows, cols);
        if borders.regions(rows, cols) != region {
            let what = "a URL has only regions that hang together";
            return Err(NotExpressible(what.to_owned()));
        }
        let body = format!("{}/{}", instance.stars, borders::write(&borders));
        Ok(puzzlink::url("starbattle", rows, cols, &body))
    },
}];
