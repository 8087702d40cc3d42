//! Input in pieces: files of any length are read, and unpacked, only as far as they are worked on.
//!
//! A chunk is a part of one text that holds a whole number of puzzles. How many, is told from outside: few at first, so that all threads have
//! something to do, and more where puzzles take no time.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use flate2::read::MultiGzDecoder;
use gridwright::codec::collection::{Entries, Form, entries_from};

use crate::input::looks_like_a_path;

/// How much is read at a time, in bytes.
const BLOCK: usize = 1 << 16;

/// Where a text comes from.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Standard,
    File(PathBuf),
    Literal(String),
}

impl Origin {
    /// What a word of the command line stands for: the file of that name, or the text itself.
    pub(crate) fn of(word: &str) -> Result<Origin, String> {
        let path = Path::new(word);
        if word == "-" {
            Ok(Origin::Standard)
        } else if path.is_dir() {
            Err(format!("{word}: this is a directory"))
        } else if path.exists() {
            // What is no plain file, such as a pipe with a name, can be read all the same.
            Ok(Origin::File(path.to_owned()))
        } else if word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()) {
            Err(format!("`{word}` is neither a kind nor a file"))
        } else if looks_like_a_path(word) {
            Err(format!("{word}: there is no such file"))
        } else {
            Ok(Origin::Literal(word.to_owned()))
        }
    }

    /// What it is called in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Origin::Standard => "standard input".to_owned(),
            Origin::File(path) => path.display().to_string(),
            Origin::Literal(_) => "input".to_owned(),
        }
    }

    /// How many bytes there are to read, where that is known.
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

    /// Opens it; what is packed with gzip is unpacked on the way. `read` counts bytes as they are in the file.
    fn open(&self, read: &Arc<AtomicU64>) -> Result<Box<dyn Read + Send>, String> {
        let wrong = |error| format!("{}: {error}", self.name());
        let bytes: Box<dyn Read + Send> = match self {
            Origin::Standard => Box::new(std::io::stdin()),
            Origin::File(path) => Box::new(File::open(path).map_err(wrong)?),
            Origin::Literal(text) => Box::new(Cursor::new(text.clone().into_bytes())),
        };
        let mut bytes = ProgressCounts {
            bytes,
            read: Arc::clone(read),
        };
        let mut first = Vec::new();
        let begin = bytes.by_ref().take(2).read_to_end(&mut first);
        begin.map_err(wrong)?;
        let is_packed = first == [0x1f, 0x8b];
        let all = Cursor::new(first).chain(bytes);
        Ok(match is_packed {
            true => Box::new(MultiGzDecoder::new(BufReader::with_capacity(BLOCK, all))),
            false => Box::new(all),
        })
    }
}

/// Bytes that are counted when they are read.
struct ProgressCounts {
    bytes: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for ProgressCounts {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.bytes.read(into)?;
        self.read.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// A part of a text.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) text: String,
    form: Form,
    /// The line of the whole text it begins with, from 1.
    pub(crate) first_line: usize,
    /// What the whole text is called.
    pub(crate) source: Arc<str>,
    /// Whether it is the whole text.
    pub(crate) is_all: bool,
}

impl Chunk {
    /// Its puzzles.
    pub(crate) fn entries(&self) -> Entries<'_> {
        entries_from(&self.text, self.form, self.first_line)
    }
}

/// The chunks of one text.
pub(crate) struct Chunks {
    source: Arc<str>,
    bytes: Box<dyn Read + Send>,
    /// What was read and not yet given out begins here.
    buffer: Vec<u8>,
    at: usize,
    has_ended: bool,
    form: Option<Form>,
    line: usize,
    is_first: bool,
    /// How many lines a chunk has at most, if puzzles are lines.
    pace: Arc<AtomicUsize>,
}

impl Chunks {
    pub(crate) fn open(
        origin: &Origin,
        read: &Arc<AtomicU64>,
        pace: &Arc<AtomicUsize>,
    ) -> Result<Chunks, String> {
        Ok(Chunks {
            source: origin.name().into(),
            bytes: origin.open(read)?,
            buffer: Vec::new(),
            at: 0,
            has_ended: false,
            form: None,
            line: 1,
            is_first: true,
            pace: Arc::clone(pace),
        })
    }

    /// Reads once more.
    fn read(&mut self) -> Result<(), String> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let len = self.buffer.len();
        self.buffer.resize(len + BLOCK, 0);
        let n = loop {
            match self.bytes.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(len + *n.as_ref().unwrap_or(&0));
        let n = n.map_err(|error| format!("{}: cannot be read: {error}", self.source))?;
        self.has_ended = n == 0;
        Ok(())
    }

    /// How many bytes the next chunk has; `None` if more must be read to know.
    fn next_len(&mut self) -> Result<Option<usize>, String> {
        let rest = &self.buffer[self.at..];
        // The rest may end within a character, which the next block has the end of; or it may be no text.
        let (valid, is_broken) = match str::from_utf8(rest) {
            Ok(text) => (text, false),
            Err(error) => (
                str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
                error.error_len().is_some() || self.has_ended,
            ),
        };
        if self.form.is_none() {
            self.form = Form::of(valid, self.has_ended);
        }
        let whole = match self.form {
            _ if self.has_ended && self.form != Some(Form::Lines) => valid.len(),
            Some(Form::Lines) => {
                let most = self.pace.load(Ordering::Relaxed).max(1);
                match valid.match_indices('\n').take(most).last() {
                    Some((at, _)) => at + 1,
                    None if self.has_ended && !is_broken => valid.len(),
                    None => 0,
                }
            }
            Some(form) => form.whole(valid),
            None => 0,
        };
        if is_broken && whole == 0 {
            let line = self.line + valid.matches('\n').count();
            return Err(format!(
                "{}:{line}: this is not text: a byte here is no part of a character in UTF-8",
                self.source
            ));
        }
        Ok((whole > 0 || self.has_ended).then_some(whole))
    }

    fn next_chunk(&mut self) -> Result<Option<Chunk>, String> {
        let len = loop {
            match self.next_len()? {
                Some(len) => break len,
                None => self.read()?,
            }
        };
        if len == 0 {
            return Ok(None);
        }
        let bytes = &self.buffer[self.at..self.at + len];
        let text = str::from_utf8(bytes)
            .map_err(|error| format!("{}: not text: {error}", self.source))?
            .to_owned();
        self.at += len;
        let n_lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        let chunk = Chunk {
            text,
            form: self.form.unwrap_or(Form::One),
            first_line: self.line,
            source: Arc::clone(&self.source),
            is_all: false,
        };
        self.line += n_lines;
        let is_first = std::mem::replace(&mut self.is_first, false);
        // Whether a first chunk is all there is, only the end of the text can tell.
        let is_left = |chunks: &Chunks| chunks.at < chunks.buffer.len();
        while is_first && !self.has_ended && !is_left(self) {
            self.read()?;
        }
        Ok(Some(Chunk {
            is_all: is_first && !is_left(self),
            ..chunk
        }))
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk, String>;

    fn next(&mut self) -> Option<Result<Chunk, String>> {
        let chunk = self.next_chunk();
        if chunk.is_err() {
            // What cannot be read is not read again.
            self.has_ended = true;
            self.buffer.clear();
            self.at = 0;
        }
        chunk.transpose()
    }
}
