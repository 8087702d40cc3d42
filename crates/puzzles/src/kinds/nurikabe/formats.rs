//! The exchange format of Nurikabe: URLs of puzz.link.

use gridwright_codec::puzzlink;

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::nurikabe::Nurikabe;

pub(super) const ALL: &[Format<Nurikabe>] = &[Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some(Nurikabe::INFO.id),
    read: |text| text_format::read_puzzlink::<Nurikabe>(text, Some("?"), usize::MAX),
    write: |instance| {
        let rows = text_format::words(&Nurikabe::print(instance));
        let query = text_format::write_puzzlink(Nurikabe::INFO.id, &rows, Some("?"))?;
        Ok(format!("https://puzz.link/p?{query}"))
    },
}];
