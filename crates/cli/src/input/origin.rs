//! Where a text comes from: standard input, a file, or the command line itself.

use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;
use gridwright::control::{Deadline, Limit};
use gridwright_fzn::{Bytes, Unopened, read_bytes};

/// Whether a whole text is being read. Ctrl-C ends the program then, which may wait for a pipe or a terminal.
pub(crate) static IS_READING: AtomicBool = AtomicBool::new(false);

/// The size of a read in bytes.
pub(crate) const BLOCK: usize = 1 << 16;

/// The longest line of a text that is read as a whole, in bytes.
const MAX_LINE: usize = 16 << 20;

/// Where a text comes from.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Standard,
    File(PathBuf),
    Literal(String),
}

impl Origin {
    /// What a command-line argument stands for: the file of that name, or the text itself.
    pub(crate) fn of(word: &str) -> Result<Origin, String> {
        let path = Path::new(word);
        if word == "-" {
            Ok(Origin::Standard)
        } else if path.is_dir() {
            Err(format!("{word}: is a directory"))
        } else if path.exists() {
            // Named pipes and devices can be read too.
            Ok(Origin::File(path.to_owned()))
        } else if word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()) {
            Err(format!("`{word}` is neither a puzzle kind nor a file"))
        } else if looks_like_a_path(word) {
            Err(format!("{word}: no such file"))
        } else {
            Ok(Origin::Literal(word.to_owned()))
        }
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Origin::Standard => "standard input".to_owned(),
            Origin::File(path) => path.display().to_string(),
            Origin::Literal(_) => "input".to_owned(),
        }
    }

    /// The number of bytes to read, if known.
    pub(crate) fn len(&self) -> Option<u64> {
        match self {
            Origin::Standard => None,
            Origin::File(path) => {
                let about = std::fs::metadata(path).ok()?;
                about.is_file().then_some(about.len())
            }
            Origin::Literal(text) => Some(text.len() as u64),
        }
    }

    /// Opens it, decompressing gzip. `read` counts the bytes read, before decompression.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> io::Result<Bytes> {
        let bytes: Bytes = match self {
            Origin::Standard => Box::new(io::stdin()),
            Origin::File(path) => Box::new(File::open(path)?),
            Origin::Literal(text) => Box::new(Cursor::new(text.clone().into_bytes())),
        };
        let mut bytes = CountingReader {
            bytes,
            read: Arc::clone(read),
        };
        // A file is read ahead, so that its first line can be looked at; from a pipe only as much as is needed comes at once.
        let is_file = matches!(self, Origin::File(_)) && self.len().is_some();
        let n_ahead = if is_file { BLOCK } else { 2 };
        let mut first = Vec::new();
        bytes
            .by_ref()
            .take(n_ahead as u64)
            .read_to_end(&mut first)?;
        let is_gzip = first.starts_with(&[0x1f, 0x8b]);
        let all = Cursor::new(first).chain(bytes);
        Ok(match is_gzip {
            true => Box::new(MultiGzDecoder::new(BufReader::with_capacity(BLOCK, all))),
            false => Box::new(all),
        })
    }
}

/// A reader that counts the bytes read.
struct CountingReader {
    bytes: Bytes,
    read: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.bytes.read(into)?;
        self.read.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// A text and its name in messages.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// Reads the whole text that a command-line argument stands for.
    pub(crate) fn read(word: &str) -> Result<Source, String> {
        Source::read_before(word, &Deadline::never()).map_err(ReadError::message)
    }

    /// Reads the whole text that a command-line argument stands for, unless the deadline comes first.
    pub(crate) fn read_before(word: &str, deadline: &Deadline) -> Result<Source, ReadError> {
        let origin = Origin::of(word)?;
        let name = origin.name();
        IS_READING.store(true, Ordering::Relaxed);
        let unopened = Unopened {
            may_wait: origin.len().is_none(),
            open: Box::new(move || origin.open(&Arc::default())),
        };
        let bytes = read_bytes(unopened, deadline);
        IS_READING.store(false, Ordering::Relaxed);
        let bytes = bytes.map_err(|error| match (error.kind(), deadline.reached()) {
            (ErrorKind::TimedOut, Some(limit)) => ReadError::Stopped(limit),
            (ErrorKind::FileTooLarge, _) => format!("{name}: {error}").into(),
            _ => format!("{name}: cannot be read: {error}").into(),
        })?;
        if let Some(line) = long_line(&bytes) {
            let size = MAX_LINE >> 20;
            let message = format!("{name}:{line}: error: a line of over {size} MB is too long");
            return Err(message.into());
        }
        let mut text = String::from_utf8(bytes)
            .map_err(|error| format!("{name}: not UTF-8 text: {}", error.utf8_error()))?;
        // Some editors mark UTF-8 by a byte order mark.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Source { name, text })
    }
}

/// Why a text was not read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// A limit was reached first.
    Stopped(Limit),
    /// It cannot be read, or has errors: the message.
    Failed(String),
}

impl ReadError {
    pub(crate) fn message(self) -> String {
        match self {
            ReadError::Stopped(limit) => limit.describe().to_owned(),
            ReadError::Failed(message) => message,
        }
    }

    /// The limit, or the message as an error.
    pub(crate) fn limit(self) -> Result<Limit, String> {
        match self {
            ReadError::Stopped(limit) => Ok(limit),
            ReadError::Failed(message) => Err(message),
        }
    }
}

impl From<String> for ReadError {
    fn from(message: String) -> ReadError {
        ReadError::Failed(message)
    }
}

/// The number of the first line that is too long.
fn long_line(bytes: &[u8]) -> Option<usize> {
    if bytes.len() <= MAX_LINE {
        return None;
    }
    let ends = memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]);
    let mut start = 0;
    let mut lines = ends.map(|end| end - std::mem::replace(&mut start, end + 1));
    Some(1 + lines.position(|length| length > MAX_LINE)?)
}

/// Whether an argument looks like the path of a missing file rather than a puzzle.
fn looks_like_a_path(word: &str) -> bool {
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
    fn the_first_long_line_is_found() {
        let long = vec![b'x'; MAX_LINE + 1];
        assert_eq!(long_line(&long), Some(1));
        assert_eq!(
            long_line(&[&b"a\n\n"[..], &long, b"\nb\n"].concat()),
            Some(3)
        );
        assert_eq!(long_line(&[&long[1..], b"\n", &long[1..]].concat()), None);
    }

    #[test]
    fn paths_are_distinguished_from_puzzles() {
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
