//! Random bytes and mutated puzzles: every parser of every kind must accept or reject them, and never panic.

mod models;

use gridwright::codec::collection::entries;
use gridwright::{CATALOGUE, Kind, read_one};

/// A small random number generator (Marsaglia 2003, xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Fragments of puzzles, separated by `|`, and text that tends to break parsers: characters of all formats, large numbers, empty lines, two-byte letters.
const BITS: &str = ".|#|?|0|1|9|16|255|4096|99999999999999999999|-1|-|+|_|:|,|/|//|\n|\n\n| |\t|%|a|z|A|G|W|é|↗|\u{feff}|\0|puzzle|puzzle x 3 3\n|\
    order|blocks 2x3|blocks 0x0|fleet 4:1|rows|cols|most 3|ne|sw|http://puzz.link/p?|sudoku/9/9/|hashi/|pzprv3/hashikake/2/2/|\
    battleship/|m2|3x3:|fpuz|N4Ig|#m=edit&p=|G=hidoku|W=4x3";

/// Random bytes, mostly printable, as text.
pub(crate) fn noise(dice: &mut Dice) -> String {
    let len = dice.below(60);
    let bytes: Vec<u8> = (0..len)
        .map(|_| match dice.below(4) {
            0 => dice.below(256) as u8,
            _ => 32 + dice.below(95) as u8,
        })
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with a few random changes.
pub(crate) fn mutated(text: &str, bits: &str, dice: &mut Dice) -> String {
    let bits: Vec<&str> = bits.split('|').collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(chars.len() + 1);
        let end = (at + dice.below(6)).min(chars.len());
        match dice.below(6) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, copy);
            }
            2 if at < chars.len() => {
                let other = dice.below(chars.len());
                chars.swap(at, other);
            }
            3 => chars.truncate(at),
            _ => {
                let bit = bits[dice.below(bits.len())];
                chars.splice(at..at, bit.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// The texts of a kind to start from: its examples, in its own text format and in every other format that can express them.
pub(crate) fn texts(kind: &'static dyn Kind) -> Vec<String> {
    let mut texts = Vec::new();
    for example in kind.info().examples {
        texts.push(example.text.to_owned());
        let instance = kind.read(None, example.text).expect("examples can be read");
        texts.push(instance.print());
        for (format, _) in kind.formats() {
            texts.extend(instance.write(format));
        }
    }
    texts
}

/// Passes a text to every parser: as a collection, without a kind, in each format of a kind, and as an answer.
pub(crate) fn read_everywhere(kind: &'static dyn Kind, text: &str) {
    let _ = entries(text).take(100).count();
    let _ = read_one(None, text).map_err(|error| error.render(text, "text"));
    let _ = read_one(Some(kind), text).map_err(|error| error.render(text, "text"));
    let formats = kind.formats().into_iter().map(|(name, _)| Some(name));
    for format in formats.chain([None]) {
        match kind.read(format, text) {
            Ok(instance) => {
                // Printing and parsing round-trip.
                let own = instance.print();
                let again = kind.read(None, &own).expect("what is printed can be read");
                assert_eq!(again.print(), own);
                let _ = instance.parse_answer(text);
            }
            Err(error) => {
                let span = error.span.start..error.span.end;
                assert!(text.get(span).is_some(), "{error:?} points out of the text");
            }
        }
    }
    let example = kind.info().examples[0].text;
    let instance = kind.read(None, example).expect("examples can be read");
    if let Ok(answer) = instance.parse_answer(text) {
        let _ = instance.check(&answer);
    }
}

/// Tries `n` random and `n` mutated texts on every kind, and on the modelling language.
pub(crate) fn try_all(n: u64, seed: u64, mut each: impl FnMut(&'static str, &str)) {
    for &kind in CATALOGUE {
        let mut dice = Dice::new(seed);
        let texts = texts(kind);
        for _ in 0..n {
            let noise = noise(&mut dice);
            each(kind.info().id, &noise);
            read_everywhere(kind, &noise);
            let start = &texts[dice.below(texts.len())];
            let mutated = mutated(start, BITS, &mut dice);
            each(kind.info().id, &mutated);
            read_everywhere(kind, &mutated);
        }
    }
    models::try_all(n, seed, &mut each);
}
