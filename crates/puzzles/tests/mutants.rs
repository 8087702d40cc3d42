//! Broken texts: whatever a reader is handed, it answers, and what it says points into the text.

use gridwright_codec::collection;
use gridwright_puzzles::CATALOGUE;

/// Mutants of every text; the command `cargo xtask fuzz` is for more.
const MUTANTS: usize = 60;

/// What is put into texts: what their readers look at.
const PIECES: &[&str] = &[
    "0",
    "1",
    "9",
    "16",
    "99999999999",
    "-",
    "+",
    ".",
    "#",
    "?",
    "x",
    "a",
    "z",
    "A",
    "Z",
    "_",
    ":",
    "/",
    ",",
    "%",
    "&",
    "=",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    " ",
    "\n",
    "\t",
    "é",
    "日",
    "\u{0}",
    "blocks ",
    "most ",
    "order ",
    "fleet ",
    "rows ",
    "cols ",
    "puzzle ",
    "m",
    "f3",
    "load=",
    "p=",
    "W=",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// The text with a few places changed, doubled or left out.
fn mutant(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(characters.len() + 1);
        let end = (at + random.below(6)).min(characters.len());
        let piece: Vec<char> = PIECES[random.below(PIECES.len())].chars().collect();
        match random.below(4) {
            0 => drop(characters.drain(at..end)),
            1 => drop(characters.splice(at..end, piece)),
            2 => drop(characters.splice(at..at, piece)),
            _ => {
                let again = characters[at..end].to_vec();
                drop(characters.splice(at..at, again));
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn every_reader_answers_every_text() {
    let mut random = Random(1);
    let mut refused = 0;
    for kind in CATALOGUE {
        let mut texts: Vec<String> = Vec::new();
        for example in kind.card().examples {
            let given = kind.read(None, example.text).expect("examples are whole");
            texts.push(example.text.to_owned());
            texts.push(format!("puzzle a 3 4\n{}\n", example.text));
            texts.extend(
                kind.formats()
                    .iter()
                    .filter_map(|(name, _)| given.write(name).ok()),
            );
        }
        for text in &texts {
            for _ in 0..MUTANTS {
                let text = mutant(text, &mut random);
                let names = kind.formats().into_iter().map(|(name, _)| Some(name));
                for format in names.chain([None, kind.recognise(&text)]) {
                    if let Err(error) = kind.read(format, &text) {
                        assert!(error.span.start <= error.span.end, "{text:?}");
                        assert!(error.span.end <= text.len(), "{format:?}: {text:?}");
                        assert!(!error.render(&text, "f").is_empty());
                        refused += 1;
                    }
                }
                for entry in collection::entries(&text) {
                    match entry {
                        Ok(entry) => assert!(text[entry.start..].starts_with(entry.text)),
                        Err(error) => assert!(error.span.end <= text.len(), "{text:?}"),
                    }
                }
            }
        }
    }
    assert!(refused > 1000, "the mutants are broken");
}
