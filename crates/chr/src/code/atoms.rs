//! The atom table: atoms and strings of a program, each known to the machine by a number.

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_term::Opaque;

/// Names, numbered in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct AtomTable {
    /// Those of a whole program, which its runs share.
    shared: Arc<Numbered>,
    /// Those that came after.
    own: Numbered,
    /// An estimate of their bytes.
    own_bytes: usize,
}

/// An estimate of the bytes of a name beyond its text: its places in the list and in the map.
const NAME_BYTES: usize = 96;

#[derive(Clone, Debug, Default)]
struct Numbered {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
    /// Rust values by their numbers, and the numbers of these values.
    opaque: HashMap<u32, Opaque>,
    opaque_numbers: HashMap<Opaque, u32>,
}

/// A name with a number of arguments, packed: the key of predicates, constraints and compounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Functor(pub(crate) u64);

/// The names every program has, whose numbers the machine knows.
pub(crate) mod known {
    macro_rules! known {
        ($($name:ident = $number:literal, $text:literal;)*) => {
            $(pub(crate) const $name: u32 = $number;)*
            pub(super) const ALL: &[&str] = &[$($text),*];
        };
    }
    known! {
        NIL = 0, "[]";
        DOT = 1, "[|]";
        COMMA = 2, ",";
        SEMICOLON = 3, ";";
        ARROW = 4, "->";
        SOFT_ARROW = 5, "*->";
        NOT = 6, "\\+";
        CUT = 7, "!";
        TRUE = 8, "true";
        FAIL = 9, "fail";
        FALSE = 10, "false";
        COLON = 11, ":";
        ERROR = 12, "error";
        BAR = 13, "|";
        LESS = 14, "<";
        EQUAL = 15, "=";
        GREATER = 16, ">";
        SLASH = 17, "/";
        ATT = 18, "att";
        CHR = 19, "$chr";
        TYPES = 20, "$types";
    }
}

impl AtomTable {
    /// The names every program has.
    pub(crate) fn new() -> AtomTable {
        let mut names = AtomTable::default();
        for name in known::ALL {
            names.number(name);
        }
        names
    }

    /// The number of a name, a new one if it was never seen.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        let known = self.shared.numbers.get(name);
        if let Some(&number) = known.or_else(|| self.own.numbers.get(name)) {
            return number;
        }
        let number = self.add(name.to_owned());
        self.own.numbers.insert(name.to_owned(), number);
        number
    }

    /// Adds a text under a new number.
    fn add(&mut self, text: String) -> u32 {
        let count = self.shared.list.len() + self.own.list.len();
        // The text is in the list and in the map.
        self.own_bytes += 2 * text.len() + NAME_BYTES;
        self.own.list.push(text);
        u32::try_from(count).expect("names fit into memory")
    }

    /// The number of a Rust value, a new one if it was never seen. No atom has this number, whatever its text is.
    pub(crate) fn opaque_number(&mut self, value: &Opaque) -> u32 {
        let known = self.shared.opaque_numbers.get(value);
        if let Some(&number) = known.or_else(|| self.own.opaque_numbers.get(value)) {
            return number;
        }
        let number = self.add(value.to_string());
        self.own.opaque.insert(number, value.clone());
        self.own.opaque_numbers.insert(value.clone(), number);
        number
    }

    /// The Rust value that a number stands for, if it is none of an atom.
    pub(crate) fn opaque(&self, number: usize) -> Option<&Opaque> {
        if self.own.opaque.is_empty() && self.shared.opaque.is_empty() {
            return None;
        }
        let number = u32::try_from(number).ok()?;
        let own = self.own.opaque.get(&number);
        own.or_else(|| self.shared.opaque.get(&number))
    }

    pub(crate) fn text(&self, number: usize) -> &str {
        match number.checked_sub(self.shared.list.len()) {
            None => &self.shared.list[number],
            Some(own) => &self.own.list[own],
        }
    }

    /// An estimate of the bytes of the names that this table does not share.
    pub(crate) fn memory(&self) -> usize {
        self.own_bytes
    }

    /// How many names there are.
    pub(crate) fn count(&self) -> usize {
        self.shared.list.len() + self.own.list.len()
    }

    /// How many names are shared with other tables.
    pub(crate) fn shared_count(&self) -> usize {
        self.shared.list.len()
    }

    /// Makes copies cheap: they will share all names there are now.
    pub(crate) fn seal(&mut self) {
        let mut all = Numbered::clone(&self.shared);
        let own = std::mem::take(&mut self.own);
        self.own_bytes = 0;
        all.list.extend(own.list);
        all.numbers.extend(own.numbers);
        all.opaque.extend(own.opaque);
        all.opaque_numbers.extend(own.opaque_numbers);
        self.shared = Arc::new(all);
    }

    /// The functor of a name with so many arguments.
    pub(crate) fn functor(&mut self, name: &str, arity: usize) -> Functor {
        Functor::new(self.number(name), arity)
    }

    /// A functor as people write it, `name/2`.
    pub(crate) fn shown(&self, functor: Functor) -> String {
        format!("{}/{}", self.text(functor.name() as usize), functor.arity())
    }
}

impl Functor {
    pub(crate) const fn new(name: u32, arity: usize) -> Functor {
        Functor(((name as u64) << 16) | arity as u64)
    }

    pub(crate) const fn name(self) -> u32 {
        (self.0 >> 16) as u32
    }

    pub(crate) const fn arity(self) -> usize {
        (self.0 & 0xffff) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_when_they_are_shared() {
        let mut names = AtomTable::new();
        let one = names.number("one");
        names.seal();
        let mut copy = names.clone();
        let two = copy.number("two");
        assert_eq!((copy.number("one"), copy.number("two")), (one, two));
        assert_eq!(
            (copy.text(one as usize), copy.text(two as usize)),
            ("one", "two")
        );
        assert_eq!(names.number("other"), two, "the copy is on its own");
        names.seal();
        assert_eq!((names.number("one"), names.number("other")), (one, two));
    }

    #[test]
    fn numbers_are_stable() {
        let mut names = AtomTable::new();
        assert_eq!(names.number("[]"), known::NIL);
        assert_eq!(names.number("/"), known::SLASH);
        let first = names.number("leq");
        assert_eq!(names.number("leq"), first);
        assert_eq!(names.text(first as usize), "leq");
        let functor = names.functor("leq", 2);
        assert_eq!((functor.name(), functor.arity()), (first, 2));
        assert_eq!(names.shown(functor), "leq/2");
    }
}
