//! Streams of puzzles: processed by several threads, printed in order, in memory that does not grow with the input.
//!
//! One thread reads chunks, worker threads process them, and the calling thread prints their output. A fixed number of tickets
//! bounds the chunks in progress: the reader takes one per chunk, and printing the output of a chunk returns it. Ctrl-C stops the reader and the workers; what
//! is printed is a prefix of what the whole run would have printed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use gridwright::codec::collection::Entry;
use gridwright::control::Stop;
use gridwright::puzzles::KindInfo;
use gridwright::term::Diagnostic;
use gridwright::{BoxedInstance, Kind, kind, read_one};
use serde::Serialize;
use serde_json::Value;

use crate::exit_status::ExitStatus;
use crate::input::cells::Column;
use crate::input::chunks::{self, Chunk};
use crate::input::origin::Origin;
use crate::input::puzzles::{InputStream, read_puzzle};
use crate::input::table::Record;
use crate::output::render;
use crate::output::stdout;
use crate::output::table::{RowWriter, TableFile};
use crate::output::wrap::wrapped_message;
use crate::work::progress::{Done, ProgressLine};

/// The target time per chunk: long compared with passing it between threads, short enough that output appears without delay.
const TARGET: Duration = Duration::from_millis(4);

/// The most puzzles in a chunk.
const MAX_PUZZLES: usize = 2048;

/// How often a waiting thread checks the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// The text of a puzzle.
pub(crate) struct PuzzleText<'p> {
    kind: Option<&'static dyn Kind>,
    ignore_unknown: bool,
    chunk: &'p Chunk,
    pub(crate) entry: Entry<'p>,
    /// The other columns of its row, if it is in a table.
    pub(crate) cells: &'p [(Arc<str>, Value)],
    /// Whether rows are written instead of text.
    has_rows: bool,
    /// Whether it is the only puzzle of its source.
    is_alone: bool,
    /// Whether it is the only puzzle of the whole input.
    pub(crate) is_only: bool,
    /// Whether it is the only puzzle to work on: of the whole input, or by `--only`.
    pub(crate) is_single: bool,
}

impl PuzzleText<'_> {
    /// Its name: its own, that of the source if it is the only puzzle, or its line.
    pub(crate) fn name(&self) -> String {
        let name = match self.entry.name {
            None if self.is_alone => self.chunk.source.to_string(),
            _ => self.entry.title(),
        };
        // Names come from untrusted files and are printed to a terminal.
        name.replace(char::is_control, "?")
    }

    /// Whether it may be of this kind.
    pub(crate) fn may_be(&self, info: &KindInfo) -> bool {
        let named = self.kind.map(|kind| kind.info().id).or(self.entry.kind);
        named.is_none_or(|named| named == info.id)
    }

    /// Whether its error becomes a row.
    fn is_row(&self) -> bool {
        self.has_rows && !self.is_only
    }

    /// The message about an error; a row has its name in another column.
    pub(crate) fn error(&self, error: &impl std::fmt::Display) -> String {
        match self.is_row() {
            true => error.to_string(),
            false => format!("{}: error: {error}", self.name()),
        }
    }

    /// Parses the puzzle.
    pub(crate) fn read(&self) -> Result<BoxedInstance, String> {
        let chunk = self.chunk;
        let kind = self.kind.or(self.entry.kind.and_then(kind));
        let text = self.entry.text;
        let read = match self.ignore_unknown {
            true => read_puzzle(kind, text, &self.name(), true),
            false => read_one(kind, text),
        };
        read.map_err(|error| {
            if self.is_row() {
                return error.in_row(text);
            }
            if chunk.records.is_some() {
                let row = self.entry.line;
                return format!("{}: row {row}: {error}", chunk.source);
            }
            let error = error.shifted(self.entry.start);
            error.render_from(&chunk.text, &chunk.source, chunk.first_line)
        })
    }
}

/// The output of a chunk.
#[derive(Default)]
struct ChunkOutput {
    text: String,
    /// Error messages, each with its position in the text.
    errors: Vec<(usize, String)>,
    status: Option<ExitStatus>,
    n_puzzles: u64,
    /// Whether Ctrl-C ended it before its last puzzle.
    is_cut: bool,
    /// The first names of puzzles that --only excluded.
    names: Vec<String>,
}

/// The rows that workers write instead of text, and the file they go to; without a file, to standard output.
pub(crate) struct RowOutput<'r> {
    pub(crate) rows: &'r RowWriter,
    pub(crate) file: Option<TableFile>,
}

/// Processes every puzzle on several threads. Each thread creates its own worker, which prints with `out!` and returns its exit status.
pub(crate) fn run<W>(
    input: &InputStream<'_>,
    threads: usize,
    stop: &Stop,
    line: &ProgressLine,
    output: Option<RowOutput<'_>>,
    worker: impl Fn() -> W + Sync,
) -> Result<ExitStatus, String>
where
    W: FnMut(&PuzzleText<'_>) -> Result<ExitStatus, String>,
{
    let threads = threads.max(1);
    let puzzles_per_chunk = Arc::new(AtomicUsize::new(1));
    if let Some(len) = input.origins.iter().map(Origin::len).sum::<Option<u64>>() {
        line.set_len(len);
    }
    let read: Arc<AtomicU64> = Arc::default();
    let is_single = input.origins.len() == 1;
    let (tickets, taken) = mpsc::sync_channel(8 * threads);
    for _ in 0..8 * threads {
        // The channel has capacity for all of them.
        let _ = tickets.try_send(());
    }
    let (chunks, waiting) = mpsc::sync_channel(8 * threads);
    let reader = Reader {
        origins: input.origins.clone(),
        read: Arc::clone(&read),
        puzzles_per_chunk: Arc::clone(&puzzles_per_chunk),
        column: input.column.map(str::to_owned),
        carried: output
            .as_ref()
            .map_or_else(Arc::default, |output| Arc::clone(&output.rows.carried)),
        stop: stop.clone(),
    };
    let rows = output.as_ref().map(|output| output.rows);
    // Not joined: it may block on standard input.
    std::thread::spawn(move || reader.run(&taken, &chunks));
    let waiting = Mutex::new(waiting);
    let mut printer = Printer::new(stop, line, output);
    std::thread::scope(|scope| {
        let (outputs, results) = mpsc::channel();
        for _ in 0..threads {
            let (outputs, waiting, worker, puzzles_per_chunk) =
                (outputs.clone(), &waiting, &worker, &puzzles_per_chunk);
            scope.spawn(move || {
                let mut work = worker();
                while let Some((number, chunk)) = next(waiting, stop) {
                    let begin = Instant::now();
                    let output = match chunk {
                        Ok(chunk) => {
                            let mut done = ChunkProgress::new(&chunk, line.done());
                            process(
                                input,
                                (&chunk, &mut done),
                                (rows, is_single),
                                stop,
                                &mut work,
                            )
                        }
                        Err(message) => ChunkOutput {
                            errors: vec![(0, message)],
                            status: Some(ExitStatus::Error),
                            ..ChunkOutput::default()
                        },
                    };
                    adapt(puzzles_per_chunk, begin.elapsed());
                    // The receiver is gone if printing failed.
                    if outputs.send((number, output)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(outputs);
        for (number, output) in results {
            printer.add(number, output);
            // The reader may have ended already.
            for _ in 0..printer.take_printed() {
                let _ = tickets.try_send(());
            }
        }
    });
    printer.finish(input)
}

/// Adapts the number of puzzles per chunk to the time that one took.
fn adapt(puzzles_per_chunk: &AtomicUsize, took: Duration) {
    let n = puzzles_per_chunk.load(Ordering::Relaxed);
    let better = match took {
        took if took < TARGET / 2 => (n * 2).min(MAX_PUZZLES),
        took if took > TARGET * 2 => (n / 2).max(1),
        _ => n,
    };
    puzzles_per_chunk.store(better, Ordering::Relaxed);
}

/// The next chunk; `None` at the end or on a stop request.
fn next(waiting: &Mutex<Receiver<Numbered>>, stop: &Stop) -> Option<Numbered> {
    loop {
        let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.is_requested() {
            return None;
        }
        match waiting.recv_timeout(POLL) {
            Ok(chunk) => return Some(chunk),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// A chunk, or the error message about a source, with its number.
type Numbered = (u64, Result<Chunk, String>);

/// The reading thread.
struct Reader {
    origins: Vec<Origin>,
    read: Arc<AtomicU64>,
    puzzles_per_chunk: Arc<AtomicUsize>,
    /// The column of puzzles in a table.
    column: Option<String>,
    /// The columns of the first input.
    carried: Arc<OnceLock<Vec<Column>>>,
    stop: Stop,
}

impl Reader {
    fn run(self, tickets: &Receiver<()>, chunks: &SyncSender<Numbered>) {
        let opened = self.origins.iter().flat_map(|origin| {
            let column = self.column.as_deref();
            let opened = chunks::open(origin, column, &self.read, &self.puzzles_per_chunk);
            let (chunks, error) = match opened {
                Ok(opened) => {
                    let _ = self.carried.set(opened.columns);
                    (Some(opened.chunks), None)
                }
                Err(message) => (None, Some(Err(message))),
            };
            chunks.into_iter().flatten().chain(error)
        });
        let mut opened = opened.zip(0..);
        // Take the ticket before reading, to bound the chunks in memory.
        while tickets.recv().is_ok()
            && !self.stop.is_requested()
            && let Some((chunk, number)) = opened.next()
            && chunks.send((number, chunk)).is_ok()
        {}
    }
}

/// Processes the puzzles of a chunk.
fn process(
    input: &InputStream<'_>,
    (chunk, done): (&Chunk, &mut ChunkProgress<'_>),
    (rows, is_single): (Option<&RowWriter>, bool),
    stop: &Stop,
    work: &mut impl FnMut(&PuzzleText<'_>) -> Result<ExitStatus, String>,
) -> ChunkOutput {
    let mut output = ChunkOutput::default();
    let is_alone = chunk.is_all && chunk.entries().take(2).count() == 1;
    let records = chunk.records.iter().flatten().map(Item::Record);
    let is_text = chunk.records.is_none();
    let entries = chunk.entries().filter(|_| is_text).map(Item::Entry);
    for (n_before, item) in records.chain(entries).enumerate() {
        done.show(&item, n_before, output.n_puzzles);
        if stop.is_requested() {
            output.is_cut = true;
            break;
        }
        let (entry, cells, error) = match item {
            Item::Entry(Ok(entry)) => (entry, &[][..], None),
            // With --only, errors in other puzzles do not matter.
            Item::Entry(Err(_)) if input.only.is_some() => continue,
            Item::Entry(Err(error)) => {
                match rows {
                    Some(rows) => output.fail_row(rows, &[], ("", None), &error.message),
                    None => output.fail(rendered(&error, chunk)),
                }
                continue;
            }
            Item::Record(record) => (
                Entry {
                    name: Some(&record.name),
                    kind: None,
                    line: record.row,
                    text: &record.puzzle,
                    start: 0,
                },
                &record.cells[..],
                record.error.as_ref(),
            ),
        };
        let puzzle = PuzzleText {
            kind: input.kind,
            ignore_unknown: input.ignore_unknown,
            chunk,
            entry,
            cells,
            has_rows: rows.is_some(),
            is_alone,
            is_only: is_alone && is_single,
            is_single: is_alone && is_single || input.only.is_some(),
        };
        if input.only.is_some_and(|only| only != puzzle.name()) {
            if output.names.len() < MAX_NAMES {
                output.names.push(puzzle.name());
            }
            continue;
        }
        let len = output.text.len();
        let worked = match error {
            Some(message) => Err(message.clone()),
            None => stdout::capture(&mut output.text, || work(&puzzle)),
        };
        // Of many puzzles, one that was interrupted is as good as one that was not begun.
        let is_settled = matches!(worked, Ok(status) if status < ExitStatus::Stopped);
        if stop.is_requested() && !puzzle.is_only && !is_settled {
            output.text.truncate(len);
            output.is_cut = true;
            break;
        }
        match worked {
            Ok(status) => {
                output.n_puzzles += 1;
                output.end(status);
            }
            Err(message) => match rows {
                Some(rows) if !puzzle.is_only => {
                    let text = is_text.then_some(puzzle.entry.text);
                    output.fail_row(rows, cells, (&puzzle.name(), text), &message);
                }
                _ if error.is_some() => {
                    let row = puzzle.entry.line;
                    output.fail(format!("{}: row {row}: {message}", chunk.source));
                }
                _ => output.fail(message),
            },
        }
    }
    done.finish(output.n_puzzles);
    output
}

/// A puzzle of a collection, or a row of a table.
enum Item<'c> {
    Entry(Result<Entry<'c>, Diagnostic>),
    Record(&'c Record),
}

/// The row of a puzzle that cannot be read or solved.
#[derive(Serialize)]
struct ErrorRow<'r> {
    name: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'r str>,
    error: &'r str,
}

fn rendered(error: &Diagnostic, chunk: &Chunk) -> String {
    error.render_from(&chunk.text, &chunk.source, chunk.first_line)
}

/// The most names listed in a message.
const MAX_NAMES: usize = 8;

impl ChunkOutput {
    fn end(&mut self, status: ExitStatus) {
        self.status = self.status.max(Some(status));
    }

    fn fail(&mut self, message: String) {
        self.errors.push((self.text.len(), message));
        self.n_puzzles += 1;
        self.end(ExitStatus::Error);
    }

    /// Adds a row with an error.
    fn fail_row(
        &mut self,
        rows: &RowWriter,
        cells: &[(Arc<str>, Value)],
        (name, puzzle): (&str, Option<&str>),
        error: &str,
    ) {
        let row = ErrorRow {
            name,
            puzzle,
            error: error.trim_end(),
        };
        self.text += &rows.row(cells, &row);
        self.n_puzzles += 1;
        self.end(ExitStatus::Error);
    }

    fn print(&self) {
        let mut at = 0;
        for (position, message) in &self.errors {
            stdout::bytes_if_any(&self.text.as_bytes()[at..*position]);
            eprintln!("{}", wrapped_message(message));
            at = *position;
        }
        stdout::bytes_if_any(&self.text.as_bytes()[at..]);
    }
}

/// Prints the output of chunks in order.
struct Printer<'t> {
    stop: &'t Stop,
    line: &'t ProgressLine,
    output: Option<RowOutput<'t>>,
    /// Why the table could not be written.
    failed: Option<String>,
    waiting: BTreeMap<u64, ChunkOutput>,
    n_printed: u64,
    n_fresh: u64,
    n_puzzles: u64,
    status: Option<ExitStatus>,
    names: Vec<String>,
    /// Whether the last printed chunk was cut, so that nothing may follow it.
    is_cut: bool,
}

impl<'t> Printer<'t> {
    fn new(stop: &'t Stop, line: &'t ProgressLine, output: Option<RowOutput<'t>>) -> Printer<'t> {
        Printer {
            stop,
            line,
            output,
            failed: None,
            waiting: BTreeMap::new(),
            n_printed: 0,
            n_fresh: 0,
            n_puzzles: 0,
            status: None,
            names: Vec::new(),
            is_cut: false,
        }
    }

    fn add(&mut self, number: u64, output: ChunkOutput) {
        self.waiting.insert(number, output);
        while !self.is_cut
            && let Some(output) = self.waiting.remove(&self.n_printed)
        {
            self.is_cut = output.is_cut;
            match &mut self.output {
                Some(RowOutput {
                    rows,
                    file: Some(file),
                }) => {
                    let written = file.write(rows, &output.text);
                    for (_, message) in &output.errors {
                        self.line
                            .suspend(|| eprintln!("{}", wrapped_message(message)));
                    }
                    if let Err(message) = written {
                        self.failed = Some(message);
                        self.is_cut = true;
                        self.stop.request();
                    }
                }
                _ => self.line.suspend(|| output.print()),
            }
            self.n_printed += 1;
            self.n_fresh += 1;
            self.n_puzzles += output.n_puzzles;
            self.status = self.status.max(output.status);
            self.names.extend(output.names);
            self.names.truncate(MAX_NAMES);
        }
    }

    /// The number of chunks printed since the last call.
    fn take_printed(&mut self) -> u64 {
        std::mem::take(&mut self.n_fresh)
    }

    fn finish(self, input: &InputStream<'_>) -> Result<ExitStatus, String> {
        self.line.finish();
        if let Some(message) = self.failed {
            return Err(message);
        }
        if let Some(RowOutput {
            rows,
            file: Some(file),
        }) = self.output
        {
            file.finish(rows)?;
        }
        if self.stop.is_requested() {
            let count = render::counted(self.n_puzzles, "puzzle");
            eprintln!("interrupted after {count}");
            return Ok(self
                .status
                .unwrap_or(ExitStatus::Stopped)
                .max(ExitStatus::Stopped));
        }
        match (self.status, input.only) {
            (Some(status), _) => Ok(status),
            (None, None) => Err("the input contains no puzzle".to_owned()),
            (None, Some(only)) => Err(format!(
                "no puzzle is named `{only}`; the first names are {}",
                self.names.join(", ")
            )),
        }
    }
}

/// How much of a chunk is done; adds it to what is done of the input, puzzle by puzzle.
struct ChunkProgress<'c> {
    chunk: &'c Chunk,
    done: &'c Done,
    /// The bytes and puzzles added so far.
    n_bytes: u64,
    n_puzzles: u64,
}

impl<'c> ChunkProgress<'c> {
    fn new(chunk: &'c Chunk, done: &'c Done) -> ChunkProgress<'c> {
        ChunkProgress {
            chunk,
            done,
            n_bytes: 0,
            n_puzzles: 0,
        }
    }

    /// Shows that the chunk is done up to an item, with this many puzzles.
    fn show(&mut self, next: &Item<'_>, n_before: usize, n_puzzles: u64) {
        let (at, len) = match (next, &self.chunk.records) {
            // What stands before the first puzzle is no progress.
            _ if n_before == 0 => return,
            (Item::Entry(Ok(entry)), _) => (entry.start, self.chunk.text.len()),
            (Item::Record(_), Some(records)) => (n_before, records.len()),
            _ => return,
        };
        let share = at as f64 / len.max(1) as f64;
        self.add((self.chunk.n_bytes as f64 * share) as u64, n_puzzles);
    }

    /// Shows that the whole chunk is done.
    fn finish(&mut self, n_puzzles: u64) {
        self.add(self.chunk.n_bytes, n_puzzles);
    }

    /// Adds what is new.
    fn add(&mut self, n_bytes: u64, n_puzzles: u64) {
        let n_bytes = n_bytes.max(self.n_bytes);
        let new = (n_bytes - self.n_bytes, n_puzzles - self.n_puzzles);
        if new != (0, 0) {
            self.done.add(new.0, new.1);
        }
        (self.n_bytes, self.n_puzzles) = (n_bytes, n_puzzles);
    }
}
