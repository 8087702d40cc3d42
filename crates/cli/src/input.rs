//! Where puzzles come from: files, standard input, literal texts and addresses.

use std::io::{IsTerminal, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use flate2::read::MultiGzDecoder;
use gridwright::codec::collection::{self, entries};
use gridwright::{BoxedInstance, Kind, kind, read_one};

use crate::chunks::Origin;
use crate::stream::Streamed;

/// What is said where nothing is named and nobody writes.
const NOTHING: &str = "which puzzle? Give a file, a text, an address, or - for standard input";

/// What to read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Input {
    /// The kind, if the input does not say it, then files, texts, addresses, or - for standard input
    #[arg(value_name = "[KIND] INPUT")]
    words: Vec<String>,
    /// Take only the puzzle of this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// A text and what it is called in messages.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
}

/// A puzzle of an input, read or not.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name, where it has one.
    pub(crate) name: String,
    /// The puzzle, or the message about it.
    pub(crate) given: Result<BoxedInstance, String>,
    /// The whole text it stands in, and where.
    pub(crate) source: Arc<Source>,
    pub(crate) place: Range<usize>,
}

impl Input {
    /// The kind that is named.
    pub(crate) fn kind(&self) -> Option<&'static dyn Kind> {
        self.words.first().and_then(|word| kind(word))
    }

    /// What is named beside the kind.
    pub(crate) fn words(&self) -> &[String] {
        match self.kind() {
            Some(_) => &self.words[1..],
            None => &self.words,
        }
    }

    /// The input as it comes, for verbs that work on one puzzle after the other. A word that stands for nothing is told at once.
    pub(crate) fn streamed(&self) -> Result<Streamed<'_>, String> {
        let words = self.words();
        if words.is_empty() && std::io::stdin().is_terminal() {
            return Err(NOTHING.to_owned());
        }
        match words {
            [] => self.streamed_of(&["-"]),
            words => self.streamed_of(words),
        }
    }

    /// The same for some words.
    pub(crate) fn streamed_of(&self, words: &[impl AsRef<str>]) -> Result<Streamed<'_>, String> {
        let origins = words.iter().map(|word| Origin::of(word.as_ref()));
        Ok(Streamed {
            origins: origins.collect::<Result<_, _>>()?,
            kind: self.kind(),
            only: self.only.as_deref(),
        })
    }

    /// All puzzles of the input.
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, String> {
        self.entries_of(self.words())
    }

    /// All puzzles of some words.
    pub(crate) fn entries_of(&self, words: &[String]) -> Result<Vec<Entry>, String> {
        let mut entries_read = Vec::new();
        let mut names = Vec::new();
        for source in sources(words)? {
            let source = Arc::new(source);
            for entry in entries(&source.text) {
                let entry = match entry {
                    Ok(entry) => entry,
                    // Who wants another puzzle of the file is not told of this one.
                    Err(_) if self.only.is_some() => continue,
                    Err(error) => {
                        entries_read.push(Entry {
                            name: source.name.clone(),
                            given: Err(error.render(&source.text, &source.name)),
                            place: error.span.start..error.span.end,
                            source: Arc::clone(&source),
                        });
                        continue;
                    }
                };
                let name = name(&source, &entry);
                if self.only.as_ref().is_some_and(|only| *only != name) {
                    names.push(name);
                    continue;
                }
                let given = read_one(self.kind(), entry.text).map_err(|error| {
                    let error = error.shifted(entry.start);
                    error.render(&source.text, &source.name)
                });
                entries_read.push(Entry {
                    name,
                    given,
                    source: Arc::clone(&source),
                    place: entry.start..entry.start + entry.text.len(),
                });
            }
        }
        if let Some(only) = &self.only
            && entries_read.is_empty()
        {
            names.truncate(8);
            return Err(format!(
                "no puzzle is called `{only}`; there are {}",
                names.join(", ")
            ));
        }
        if entries_read.is_empty() {
            return Err("there is no puzzle in the input".to_owned());
        }
        Ok(entries_read)
    }
}

/// What a puzzle of a collection is called: its own name, the file it is alone in, or its line.
pub(crate) fn name(source: &Source, entry: &collection::Entry<'_>) -> String {
    let alone = || entries(&source.text).take(2).count() == 1;
    let name = match entry.name {
        None if alone() => source.name.clone(),
        _ => entry.title(),
    };
    // Names come from files of strangers, and go to a terminal.
    name.replace(char::is_control, "?")
}

/// The texts that words stand for.
pub(crate) fn sources(words: &[String]) -> Result<Vec<Source>, String> {
    if words.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(NOTHING.to_owned());
        }
        return Ok(vec![source("-")?]);
    }
    words.iter().map(|word| source(word)).collect()
}

/// The text that a word stands for: what the file of that name holds, or the word itself.
pub(crate) fn source(word: &str) -> Result<Source, String> {
    let (name, bytes) = if word == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        read.map_err(|error| format!("standard input: {error}"))?;
        ("standard input", bytes)
    } else if Path::new(word).is_file() {
        let bytes = std::fs::read(word).map_err(|error| format!("{word}: {error}"))?;
        (word, bytes)
    } else if Path::new(word).is_dir() {
        return Err(format!("{word}: this is a directory"));
    } else if word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()) {
        return Err(format!("`{word}` is neither a kind nor a file"));
    } else if looks_like_a_path(word) {
        return Err(format!("{word}: there is no such file"));
    } else {
        ("input", word.as_bytes().to_vec())
    };
    let text = String::from_utf8(unpacked(name, bytes)?)
        .map_err(|error| format!("{name}: not text: {}", error.utf8_error()))?;
    Ok(Source {
        name: name.to_owned(),
        text: text.into(),
    })
}

/// The bytes, unpacked if they are packed with gzip.
fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(&bytes[..]).read_to_end(&mut unpacked);
    read.map_err(|error| format!("{name}: cannot be unpacked: {error}"))?;
    Ok(unpacked)
}

/// Whether a word is more likely a file that is missing than a puzzle: it ends in a dot and letters, and has no address in it.
pub(crate) fn looks_like_a_path(word: &str) -> bool {
    let one_line = !word.contains(['\n', ' ', ':', '?']);
    let extension = Path::new(word).extension().and_then(|end| end.to_str());
    let named = extension.is_some_and(|end| {
        end.len() <= 5
            && end.chars().all(char::is_alphanumeric)
            && !end.chars().all(|c| c.is_ascii_digit())
    });
    one_line
        && (named
            || word.starts_with(['/', '~'])
            || word.starts_with("./")
            || word.starts_with("../"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_puzzles() {
        for path in ["board.txt", "/tmp/x", "../a/b.sdk", "seeds.gz"] {
            assert!(looks_like_a_path(path), "{path}");
        }
        for puzzle in [
            "..1.2.3.4",
            "https://puzz.link/p?sudoku/4/4/g1k23k3g",
            "3x3:e8a1a7c2c9_9i2a3b7_5k1_9b5a4i8_3c4c6a4a5e",
            ".....8.1.7...2...99.........2.3..75...........19..5.4.........83...4...6.4.5.....",
            "order 3",
        ] {
            assert!(!looks_like_a_path(puzzle), "{puzzle}");
        }
    }
}
