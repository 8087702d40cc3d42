//! The format magic squares are exchanged in: an address of our own with the number code of puzz.link.

use gridwright_codec::puzzlink;
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible, Puzzle};
use crate::kinds::magic::{Instance, Magic};

/// There is no such kind on puzz.link; the address is one of our own, of the same make.
pub(crate) struct Code;

impl Format<Magic> for Code {
    fn name(&self) -> &'static str {
        "puzzlink"
    }

    fn about(&self) -> &'static str {
        "the number code of puzz.link"
    }

    fn recognises(&self, text: &str) -> bool {
        puzzlink::Address::kind(text) == Some(Magic::CARD.id)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        text_format::read_puzzlink::<Magic>(text, None, usize::MAX)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let text = Magic::print(instance);
        // An empty square may be written by its order alone.
        let order = text.trim().strip_prefix("order ");
        let rows = match order.and_then(|order| order.parse().ok()) {
            Some(n) => vec![vec![".".to_owned(); n]; n],
            None => text_format::words(&text),
        };
        text_format::write_puzzlink(Magic::CARD.id, &rows, None)
    }
}
