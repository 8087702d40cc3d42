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

#[cfg(test)]
mod tests {
    use super::*;

    /// A board from the tests of puzz.link.
    #[test]
    fn urls_are_read_and_written() {
        let url = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";
        let instance = (ALL[0].read)(url).expect("a board");
        let example = Nurikabe::INFO.examples.last().expect("an example");
        assert_eq!(Nurikabe::parse(example.text).as_ref(), Ok(&instance));
        assert_eq!((ALL[0].write)(&instance).as_deref(), Ok(url));
    }
}
