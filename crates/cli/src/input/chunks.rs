//! Input in chunks, so that files of any length need little memory.
//!
//! A chunk is a part of one text with a whole number of puzzles. The caller sets the size: small at first, so that all threads have work,
//! and larger if puzzles take little time.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use gridwright::codec::collection::{Entries, Layout, entries_from};

use crate::input::origin::{BLOCK, Origin};

/// What a block is before it is read. Copying it is faster than filling a block where this crate is built without full optimisation.
static ZEROS: [u8; BLOCK] = [0; BLOCK];

/// The most bytes of a line. The largest boards have lines of some thousand characters; endless input without line ends is an error.
const MAX_LINE: usize = 16 << 20;

/// The most bytes of a text that is one puzzle.
const MAX_PUZZLE: usize = 256 << 20;

/// A part of a text.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) text: String,
    form: Layout,
    /// The line of the whole text where it begins, from 1.
    pub(crate) first_line: usize,
    /// The name of the whole text.
    pub(crate) source: Arc<str>,
    /// Whether it is the whole text.
    pub(crate) is_all: bool,
    /// Where it ends in the whole input, in bytes before decompression; of compressed input an estimate.
    pub(crate) end: u64,
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
    buffer: Vec<u8>,
    /// Where the bytes not yet returned begin in the buffer.
    at: usize,
    has_ended: bool,
    form: Option<Layout>,
    line: usize,
    is_first: bool,
    /// The bytes of the whole input that were read so far, and how many of them before this text.
    read: Arc<AtomicU64>,
    read_before: u64,
    /// The bytes of this text: read, and returned in chunks.
    n_text: u64,
    n_returned: u64,
    /// The length of the line that the buffer ends with.
    last_line: usize,
    /// The most lines in a chunk, if each puzzle is a line.
    lines_per_chunk: Arc<AtomicUsize>,
}

impl Chunks {
    pub(crate) fn open(
        origin: &Origin,
        read: &Arc<AtomicU64>,
        lines_per_chunk: &Arc<AtomicUsize>,
    ) -> Result<Chunks, String> {
        let read_before = read.load(Ordering::Relaxed);
        Ok(Chunks {
            source: origin.name().into(),
            bytes: origin.open(read)?,
            read: Arc::clone(read),
            read_before,
            n_text: 0,
            n_returned: 0,
            last_line: 0,
            buffer: Vec::new(),
            at: 0,
            has_ended: false,
            form: None,
            line: 1,
            is_first: true,
            lines_per_chunk: Arc::clone(lines_per_chunk),
        })
    }

    /// Reads another block.
    fn read(&mut self) -> Result<(), String> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let len = self.buffer.len();
        self.buffer.extend_from_slice(&ZEROS);
        let n = loop {
            match self.bytes.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(len + *n.as_ref().unwrap_or(&0));
        let n = n.map_err(|error| format!("{}: cannot be read: {error}", self.source))?;
        self.has_ended = n == 0;
        self.n_text += n as u64;
        let new = &self.buffer[len..];
        self.last_line = match new.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => n - at - 1,
            None => self.last_line + n,
        };
        if self.last_line > MAX_LINE {
            let line = self.line + self.buffer.iter().filter(|byte| **byte == b'\n').count();
            let source = &self.source;
            return Err(format!(
                "{source}:{line}: a line of over {} MB is no puzzle",
                MAX_LINE >> 20
            ));
        }
        if self.buffer.len() > MAX_PUZZLE {
            let (source, line) = (&self.source, self.line);
            return Err(format!(
                "{source}:{line}: a puzzle of over {} MB is too large",
                MAX_PUZZLE >> 20
            ));
        }
        Ok(())
    }

    /// Where the bytes returned so far end in the whole input, before decompression.
    fn end(&self) -> u64 {
        let read = self.read.load(Ordering::Relaxed) - self.read_before;
        let share = self.n_returned as f64 / self.n_text.max(1) as f64;
        self.read_before + (read as f64 * share) as u64
    }

    /// The length of the next chunk in bytes; `None` if more must be read first.
    fn next_len(&mut self) -> Result<Option<usize>, String> {
        let rest = &self.buffer[self.at..];
        // The buffer may end within a character, or not be UTF-8 at all.
        let (valid, is_broken) = match str::from_utf8(rest) {
            Ok(text) => (text, false),
            Err(error) => (
                str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
                error.error_len().is_some() || self.has_ended,
            ),
        };
        if self.form.is_none() {
            self.form = Layout::of(valid, self.has_ended);
        }
        let whole = match self.form {
            _ if self.has_ended && self.form != Some(Layout::Lines) => valid.len(),
            Some(Layout::Lines) => {
                let max_lines = self.lines_per_chunk.load(Ordering::Relaxed).max(1);
                match valid.match_indices('\n').take(max_lines).last() {
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
            return Err(format!("{}:{line}: not UTF-8 text", self.source));
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
            .map_err(|error| format!("{}: not UTF-8 text: {error}", self.source))?
            .to_owned();
        self.at += len;
        self.n_returned += len as u64;
        let n_lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        let chunk = Chunk {
            text,
            form: self.form.unwrap_or(Layout::One),
            first_line: self.line,
            source: Arc::clone(&self.source),
            is_all: false,
            end: self.end(),
        };
        self.line += n_lines;
        let is_first = std::mem::replace(&mut self.is_first, false);
        // Read on to learn whether the first chunk is the whole text.
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
            // After an error, stop reading.
            self.has_ended = true;
            self.buffer.clear();
            self.at = 0;
        }
        chunk.transpose()
    }
}
