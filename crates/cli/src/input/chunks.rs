//! Input in chunks, so that files of any length need little memory.
//!
//! A chunk is a part of one text with a whole number of puzzles, or some rows of a table. The caller sets the size: small at first, so that all threads have work,
//! and larger if puzzles take little time.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use gridwright::codec::collection::{Entries, Layout, entries_from};

use crate::input::cells::Column;
use crate::input::origin::{BLOCK, Origin};
use crate::input::table::{Record, Table, TableFormat};

/// What a block is before it is read. Copying it is faster than filling a block where this crate is built without full optimisation.
static ZEROS: [u8; BLOCK] = [0; BLOCK];

/// The most bytes of a line. The largest boards have lines of some thousand characters; endless input without line ends is an error.
const MAX_LINE: usize = 16 << 20;

/// The most bytes of a text that is one puzzle.
const MAX_PUZZLE: usize = 256 << 20;

/// While the layout of a text is not known, it is looked at again after every block up to this length, and later when its length has doubled.
const MAX_UNKNOWN: usize = 1 << 20;

/// What begins a puzzle after another, where puzzles have headers.
const HEADER: &str = "\npuzzle";

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
    /// Its length in the whole input, in bytes before decompression; of compressed input an estimate.
    pub(crate) n_bytes: u64,
    /// The rows of a table; the text is then empty.
    pub(crate) records: Option<Vec<Record>>,
}

impl Chunk {
    /// Its puzzles.
    pub(crate) fn entries(&self) -> Entries<'_> {
        entries_from(&self.text, self.form, self.first_line)
    }
}

/// The chunks of one input, and the columns of its table if it is one.
pub(crate) struct Opened {
    pub(crate) chunks: Box<dyn Iterator<Item = Result<Chunk, String>> + Send>,
    pub(crate) columns: Vec<Column>,
}

/// Opens an input as a table if its name or `column` says so, else as text.
pub(crate) fn open(
    origin: &Origin,
    column: Option<&str>,
    read: &Arc<AtomicU64>,
    puzzles_per_chunk: &Arc<AtomicUsize>,
) -> Result<Opened, String> {
    let read_before = read.load(Ordering::Relaxed);
    let bytes = origin.open(read);
    let bytes = bytes.map_err(|error| format!("{}: cannot be read: {error}", origin.name()))?;
    let mut bytes = BufReader::with_capacity(BLOCK, bytes);
    let Some(format) = table_format(origin, column, &mut bytes)? else {
        let chunks = Chunks::new(
            origin,
            Box::new(bytes),
            (read, read_before),
            puzzles_per_chunk,
        );
        return Ok(Opened {
            chunks: Box::new(chunks),
            columns: Vec::new(),
        });
    };
    let source: Arc<str> = origin.name().into();
    let table = Table::open(format, Box::new(bytes), column);
    let mut table = table.map_err(|error| format!("{source}: {error}"))?;
    let columns = table.columns.clone();
    let (read, puzzles_per_chunk) = (Arc::clone(read), Arc::clone(puzzles_per_chunk));
    // An error comes after the rows before it.
    let mut failed = None;
    let mut n_returned = read_before;
    let chunks = std::iter::from_fn(move || {
        let n = puzzles_per_chunk.load(Ordering::Relaxed).max(1);
        let mut records = Vec::new();
        while failed.is_none() && records.len() < n {
            match table.next() {
                Some(Ok(record)) => records.push(record),
                Some(Err(error)) => failed = Some(format!("{source}: {error}")),
                None => break,
            }
        }
        if records.is_empty() {
            return failed.take().map(Err);
        }
        let first_line = records.first()?.row;
        let n_read = read.load(Ordering::Relaxed);
        let n_bytes = n_read - std::mem::replace(&mut n_returned, n_read);
        Some(Ok(Chunk {
            text: String::new(),
            form: Layout::One,
            first_line,
            source: Arc::clone(&source),
            is_all: false,
            n_bytes,
            records: Some(records),
        }))
    });
    Ok(Opened {
        chunks: Box::new(chunks),
        columns,
    })
}

/// The format of an input that is a table. Without `column`, a CSV file is one if its first line is a header: a field of it has letters.
fn table_format(
    origin: &Origin,
    column: Option<&str>,
    bytes: &mut BufReader<Box<dyn Read + Send>>,
) -> Result<Option<TableFormat>, String> {
    let named = match origin {
        Origin::File(path) => TableFormat::of(path),
        _ => None,
    };
    if let (Some(TableFormat::Csv(delimiter)), None) = (named, column) {
        let begin = bytes.fill_buf();
        let begin = begin.map_err(|error| format!("{}: {error}", origin.name()))?;
        let line = begin
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        let mut fields = line.split(|byte| *byte == delimiter);
        let is_header = fields.any(|field| {
            let letters = field.iter().filter(|byte| byte.is_ascii_alphabetic());
            letters.count() > 1 && field.len() < 64
        });
        return Ok(named.filter(|_| is_header));
    }
    if named.is_some() || column.is_none() {
        return Ok(named);
    }
    // Other input is a table only if a column is named.
    let begin = bytes.fill_buf();
    let begin = begin.map_err(|error| format!("{}: {error}", origin.name()))?;
    let first = begin.iter().find(|byte| !byte.is_ascii_whitespace());
    Ok(Some(match first {
        Some(b'{') => TableFormat::JsonLines,
        _ => TableFormat::Csv(b','),
    }))
}

/// The chunks of one text.
pub(crate) struct Chunks {
    source: Arc<str>,
    bytes: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// Where the bytes not yet returned begin in the buffer.
    at: usize,
    /// The bytes after `at` that are UTF-8 and in which no puzzle ends.
    seen: usize,
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
    /// The bytes of the whole input up to the end of the last chunk, as they were counted.
    n_counted: u64,
    /// The length of the line that the buffer ends with.
    last_line: usize,
    /// The most puzzles in a chunk.
    puzzles_per_chunk: Arc<AtomicUsize>,
}

impl Chunks {
    fn new(
        origin: &Origin,
        bytes: Box<dyn Read + Send>,
        (read, read_before): (&Arc<AtomicU64>, u64),
        puzzles_per_chunk: &Arc<AtomicUsize>,
    ) -> Chunks {
        Chunks {
            source: origin.name().into(),
            bytes,
            read: Arc::clone(read),
            read_before,
            n_text: 0,
            n_returned: 0,
            n_counted: read_before,
            last_line: 0,
            buffer: Vec::new(),
            at: 0,
            seen: 0,
            has_ended: false,
            form: None,
            line: 1,
            is_first: true,
            puzzles_per_chunk: Arc::clone(puzzles_per_chunk),
        }
    }

    /// Reads on until a puzzle may have ended: to the next line end, or while the layout is not known and the text is long, to twice its length. So a long puzzle
    /// is looked at from its beginning only a few times, and a pipe that waits after a puzzle gets its answer.
    fn read(&mut self) -> Result<(), String> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let begin = self.buffer.len();
        loop {
            // The line end before the header of the next puzzle may be in an earlier block.
            let new = self.buffer.len().saturating_sub(HEADER.len());
            self.read_block()?;
            let is_enough = match self.form {
                None if begin > MAX_UNKNOWN => self.buffer.len() >= 2 * begin,
                Some(Layout::One) => false,
                _ => memchr::memchr(b'\n', &self.buffer[new..]).is_some(),
            };
            if is_enough || self.has_ended {
                return Ok(());
            }
        }
    }

    fn read_block(&mut self) -> Result<(), String> {
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
        self.last_line = match memchr::memrchr(b'\n', new) {
            Some(at) => n - at - 1,
            None => self.last_line + n,
        };
        if self.last_line > MAX_LINE {
            let line = self.line + count_lines(&self.buffer);
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
        let rest = &self.buffer[self.at + self.seen..];
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
        let max_puzzles = self.puzzles_per_chunk.load(Ordering::Relaxed).max(1);
        let whole = match self.form {
            Some(Layout::Lines) => {
                let ends = memchr::memchr_iter(b'\n', valid.as_bytes());
                match ends.take(max_puzzles).last() {
                    Some(at) => at + 1,
                    None if self.has_ended && !is_broken => valid.len(),
                    None => 0,
                }
            }
            Some(Layout::Blocks) => {
                // Comments may come before the header of the first puzzle.
                let is_begun = self.buffer[self.at..].starts_with(&HEADER.as_bytes()[1..]);
                let n_before = usize::from(self.is_first && self.seen == 0 && !is_begun);
                let ends = memchr::memmem::find_iter(valid.as_bytes(), HEADER).skip(n_before);
                let ends: Vec<usize> = ends.take(max_puzzles).collect();
                match ends.last() {
                    Some(at) if !self.has_ended || ends.len() == max_puzzles => at + 1,
                    _ if self.has_ended => valid.len(),
                    _ => 0,
                }
            }
            _ if self.has_ended => valid.len(),
            Some(Layout::One) | None => 0,
        };
        if is_broken && whole == 0 {
            let valid = &self.buffer[self.at..self.at + self.seen + valid.len()];
            let line = self.line + count_lines(valid);
            return Err(format!("{}:{line}: not UTF-8 text", self.source));
        }
        if whole > 0 || self.has_ended {
            let len = std::mem::take(&mut self.seen) + whole;
            return Ok(Some(len));
        }
        if self.form == Some(Layout::Blocks) {
            self.seen += valid.rfind('\n').unwrap_or(0);
        }
        Ok(None)
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
        // Of compressed input, the estimate may shrink.
        let end = self.end().max(self.n_counted);
        let n_bytes = end - std::mem::replace(&mut self.n_counted, end);
        let n_lines = count_lines(bytes);
        let chunk = Chunk {
            text,
            form: self.form.unwrap_or(Layout::One),
            first_line: self.line,
            source: Arc::clone(&self.source),
            is_all: false,
            n_bytes,
            records: None,
        };
        self.line += n_lines;
        let is_first = std::mem::replace(&mut self.is_first, false);
        // Read on to learn whether the first chunk is the whole text.
        let is_left = |chunks: &Chunks| chunks.at < chunks.buffer.len();
        while is_first && !self.has_ended && !is_left(self) {
            self.read_block()?;
        }
        Ok(Some(Chunk {
            is_all: is_first && !is_left(self),
            ..chunk
        }))
    }
}

/// The number of line ends.
fn count_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
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
            self.seen = 0;
        }
        chunk.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the chunks with at most `max` puzzles each.
    fn chunks(text: &str, max: usize) -> Vec<(String, bool)> {
        let origin = Origin::Literal(text.to_owned());
        let bytes = Box::new(std::io::Cursor::new(text.to_owned()));
        let chunks = Chunks::new(&origin, bytes, (&Arc::default(), 0), &Arc::new(max.into()));
        chunks
            .map(|chunk| {
                let chunk = chunk.expect("valid text");
                (chunk.text, chunk.is_all)
            })
            .collect()
    }

    #[test]
    fn collections_of_blocks_are_divided_between_puzzles() {
        let blocks = [
            "% made\npuzzle a\n12\n",
            "puzzle b\n34\n\n",
            "puzzle c\n56\n",
        ];
        let part = |range: std::ops::Range<usize>| (blocks[range].concat(), false);
        let text = blocks.concat();
        assert_eq!(chunks(&text, 1), [part(0..1), part(1..2), part(2..3)]);
        assert_eq!(chunks(&text, 2), [part(0..2), part(2..3)]);
        // Whether more follows the last puzzle is not known when the others are returned.
        assert_eq!(chunks(&text, 9), [part(0..2), part(2..3)]);
        assert_eq!(chunks(blocks[0], 1), [(blocks[0].to_owned(), true)]);
    }

    /// The estimate of how much of compressed input was read shrinks where the text becomes easier to compress.
    #[test]
    fn compressed_input_is_counted_once() {
        let mut rng = gridwright::control::Rng::new(1);
        let mut line = |n: usize| -> String {
            let digits = (0..81).map(|_| char::from(b'0' + rng.below(n) as u8));
            digits.chain(['\n']).collect()
        };
        let text: String = (0..8000)
            .map(|at| line(if at < 2000 { 10 } else { 1 }))
            .collect();
        let name = format!("gridwright-chunks-{}.txt.gz", std::process::id());
        let path = std::env::temp_dir().join(name);
        let file = std::fs::File::create(&path).expect("a file");
        let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        std::io::Write::write_all(&mut out, text.as_bytes()).expect("it is written");
        out.finish().expect("it is written");
        let length = std::fs::metadata(&path).expect("a file").len();
        let read = Arc::default();
        let opened = open(
            &Origin::File(path.clone()),
            None,
            &read,
            &Arc::new(50.into()),
        );
        let chunks = opened.expect("a text").chunks;
        let counts = chunks.map(|chunk| chunk.expect("valid text").n_bytes);
        let counts: Vec<u64> = counts.collect();
        std::fs::remove_file(path).expect("it is there");
        assert!(counts.len() > 100);
        let counted: u64 = counts.iter().sum();
        assert!(counted <= length, "{counted} of {length}");
        assert!(counted * 10 > length * 9, "{counted} of {length}");
    }
}
