//! The exchange format of magic squares: the number code of puzz.link.

use gridwright_codec::puzzlink;

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::magic::Magic;

/// puzz.link does not have this kind of puzzle; the format is our own in the same style.
pub(super) const ALL: &[Format<Magic>] = &[Format {
    name: "puzzlink",
    about: "the number code of puzz.link",
    recognises: |text| puzzlink::Address::kind(text) == Some(Magic::INFO.id),
    read: |text| text_format::read_puzzlink::<Magic>(text, None, usize::MAX),
    write: |instance| {
        let text = Magic::print(instance);
        // An empty square may be written by its order alone.
        let order = text.trim().strip_prefix("order ");
        let rows = match order.and_then(|order| order.parse().ok()) {
            Some(n) => vec![vec![".".to_owned(); n]; n],
            None => text_format::words(&text),
        };
        text_format::write_puzzlink(Magic::INFO.id, &rows, None)
    },
}];
