//! The exchange format: the number code of puzz.link.

use gridwright_codec::puzzlink;

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::template::Template;

pub(super) const ALL: &[Format<Template>] = &[Format {
    name: "puzzlink",
    about: "the number code of puzz.link",
    recognises: |text| puzzlink::Address::kind(text) == Some(Template::INFO.id),
    read: |text| text_format::read_puzzlink::<Template>(text, None, usize::MAX),
    write: |instance| {
        let rows = text_format::words(&Template::print(instance));
        text_format::write_puzzlink(Template::INFO.id, &rows, None)
    },
}];
