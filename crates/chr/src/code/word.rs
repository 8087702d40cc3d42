//! The word: one cell of the machine's heap, 64 bits of which the low three say what the rest means.
//!
//! Small integers, atoms and strings are in the word itself; compounds, lists and other numbers are places on the heap, where there
//! is nothing but words. A variable is a reference to a cell that refers to itself, or that is marked as watched by stored constraints.

/// One tagged cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Word(pub(crate) u64);

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    /// A reference to a cell of the heap.
    Ref = 0,
    /// An integer of 61 bits.
    Int = 1,
    /// An atom.
    Atom = 2,
    /// A compound: the place of its functor, with the arguments after it.
    Compound = 3,
    /// A list: the place of its first item, with the rest after it.
    List = 4,
    /// Any other number: the place of its header, with its digits after it.
    Number = 5,
    /// A string.
    String = 6,
    /// Only within the heap: a functor before its arguments, or a watched variable.
    Inner = 7,
}

const TAGS: [Tag; 8] = [
    Tag::Ref,
    Tag::Int,
    Tag::Atom,
    Tag::Compound,
    Tag::List,
    Tag::Number,
    Tag::String,
    Tag::Inner,
];

impl Word {
    /// The empty list, which is always the first name.
    pub(crate) const NIL: Word = Word::atom(0);

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        TAGS[(self.0 & 7) as usize]
    }

    #[inline(always)]
    const fn with(tag: Tag, rest: u64) -> Word {
        Word((rest << 3) | tag as u64)
    }

    /// What stands beside the tag: a place or a number of a name.
    #[inline(always)]
    pub(crate) const fn place(self) -> usize {
        (self.0 >> 3) as usize
    }

    #[inline(always)]
    pub(crate) const fn reference(place: usize) -> Word {
        Word::with(Tag::Ref, place as u64)
    }

    pub(crate) const fn atom(number: u32) -> Word {
        Word::with(Tag::Atom, number as u64)
    }

    pub(crate) const fn string(number: u32) -> Word {
        Word::with(Tag::String, number as u64)
    }

    #[inline(always)]
    pub(crate) const fn compound(place: usize) -> Word {
        Word::with(Tag::Compound, place as u64)
    }

    #[inline(always)]
    pub(crate) const fn list(place: usize) -> Word {
        Word::with(Tag::List, place as u64)
    }

    #[inline(always)]
    pub(crate) const fn number(place: usize) -> Word {
        Word::with(Tag::Number, place as u64)
    }

    #[inline(always)]
    pub(crate) const fn inner(number: usize) -> Word {
        Word::with(Tag::Inner, number as u64)
    }

    /// An integer, if it fits into 61 bits.
    #[inline(always)]
    pub(crate) const fn small(value: i64) -> Option<Word> {
        let shifted = (value as u64) << 3;
        if (shifted as i64) >> 3 == value {
            Some(Word(shifted | Tag::Int as u64))
        } else {
            None
        }
    }

    #[inline(always)]
    pub(crate) const fn is_small(self) -> bool {
        self.0 & 7 == Tag::Int as u64
    }

    /// A number of the machine's own in a slot, a small integer to whoever looks.
    #[inline(always)]
    pub(crate) const fn count(number: usize) -> Word {
        Word::with(Tag::Int, number as u64)
    }

    /// The value of a small integer.
    #[inline(always)]
    pub(crate) const fn value(self) -> i64 {
        (self.0 as i64) >> 3
    }

    /// The value of a small integer of 32 bits.
    #[inline(always)]
    pub(crate) fn short(self) -> Option<u32> {
        // With the tag, which is nothing then, above the value, one comparison separates both from what is too large.
        u32::try_from(self.0.wrapping_sub(Tag::Int as u64).rotate_right(3)).ok()
    }

    #[inline(always)]
    pub(crate) const fn is_ref(self) -> bool {
        self.0 & 7 == Tag::Ref as u64
    }

    /// Whether the tag is one of those whose bits are set.
    #[inline(always)]
    pub(crate) const fn is_among(self, tags: u8) -> bool {
        (tags >> (self.0 & 7)) & 1 != 0
    }

    /// Whether there is more to the term than the word itself and a variable's identity.
    #[inline(always)]
    pub(crate) const fn has_parts(self) -> bool {
        self.is_among(1 << Tag::Compound as u8 | 1 << Tag::List as u8 | 1 << Tag::Number as u8)
    }

    /// Whether two words with equal bits are equal terms and unequal bits unequal ones.
    #[inline(always)]
    pub(crate) const fn is_constant(self) -> bool {
        self.is_among(1 << Tag::Int as u8 | 1 << Tag::Atom as u8 | 1 << Tag::String as u8)
    }
}

/// Follows references in a heap to a term or an unbound variable.
#[inline(always)]
pub(crate) fn follow(heap: &[Word], mut word: Word) -> Word {
    while word.is_ref() {
        let content = heap[word.place()];
        if content == word || content.tag() == Tag::Inner {
            break;
        }
        word = content;
    }
    word
}

/// Adds a word to a hash.
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_keep_their_value() {
        let limit = 1_i64 << 60;
        for value in [0, 1, -1, 42, limit - 1, -limit] {
            let word = Word::small(value).expect("it has at most 61 bits");
            assert!(word.is_small() && word.is_constant());
            assert_eq!(word.value(), value);
        }
        for value in [limit, -limit - 1, i64::MAX, i64::MIN] {
            assert_eq!(Word::small(value), None, "{value}");
        }
    }

    #[test]
    fn short_integers_have_32_bits() {
        let most = i64::from(u32::MAX);
        for value in [-1, 0, 1, 2, 7, 8, 9, most - 1, most, most + 1, 1 << 40] {
            let word = Word::small(value).expect("it has at most 61 bits");
            assert_eq!(word.short(), u32::try_from(value).ok(), "{value}");
        }
        for word in [
            Word::NIL,
            Word::atom(1),
            Word::reference(1),
            Word::string(7),
        ] {
            assert_eq!(word.short(), None, "{word:?}");
        }
    }

    #[test]
    fn tags_and_places_come_back() {
        let table = [
            (Word::reference(7), Tag::Ref),
            (Word::atom(7), Tag::Atom),
            (Word::compound(7), Tag::Compound),
            (Word::list(7), Tag::List),
            (Word::number(7), Tag::Number),
            (Word::string(7), Tag::String),
            (Word::inner(7), Tag::Inner),
        ];
        for (word, tag) in table {
            assert_eq!((word.tag(), word.place()), (tag, 7));
        }
    }
}
