//! Streams of puzzles: processed by several threads, printed in order, in memory that does not grow with the input.
//!
//! One thread reads chunks, worker threads process them, and the calling thread prints the resulting pages. A fixed number of tickets
//! bounds the chunks in progress: the reader takes one per chunk, and printing a page returns it. Ctrl-C stops the reader, and each worker
//! after its current puzzle.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gridwright::codec::collection::Entry;
use gridwright::control::Stop;
use gridwright::term::Diagnostic;
use gridwright::{BoxedInstance, Kind, read_one};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit_status::ExitStatus;
use crate::input::chunks::{Chunk, Chunks};
use crate::input::origin::Origin;
use crate::input::puzzles::InputStream;
use crate::output::stdout;

/// The target time per chunk: long compared with passing it between threads, short enough that output appears without delay.
const TARGET: Duration = Duration::from_millis(4);

/// The most lines in a chunk.
const MAX_LINES: usize = 2048;

/// How often a waiting thread checks the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// The text of a puzzle.
pub(crate) struct Piece<'p> {
    kind: Option<&'static dyn Kind>,
    chunk: &'p Chunk,
    pub(crate) entry: Entry<'p>,
    /// Whether it is the only puzzle of its source.
    is_alone: bool,
    /// Whether it is the only puzzle of the whole input.
    pub(crate) is_only: bool,
}

impl Piece<'_> {
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
    pub(crate) fn may_be(&self, id: &str) -> bool {
        self.kind.is_none_or(|kind| kind.card().id == id)
    }

    /// Parses the puzzle.
    pub(crate) fn read(&self) -> Result<BoxedInstance, String> {
        let chunk = self.chunk;
        read_one(self.kind, self.entry.text).map_err(|error| {
            let error = error.shifted(self.entry.start);
            error.render_from(&chunk.text, &chunk.source, chunk.first_line)
        })
    }
}

/// The output of a chunk.
#[derive(Default)]
struct Page {
    text: String,
    /// Error messages, each with its position in the text.
    errors: Vec<(usize, String)>,
    ending: Option<ExitStatus>,
    n_puzzles: u64,
    /// The first names of puzzles that --only excluded.
    names: Vec<String>,
}

/// Processes every puzzle on several threads. Each thread creates its own worker, which prints with `out!` and returns its exit status.
pub(crate) fn run<W>(
    input: &InputStream<'_>,
    threads: usize,
    stop: &Stop,
    worker: impl Fn() -> W + Sync,
) -> Result<ExitStatus, String>
where
    W: FnMut(&Piece<'_>) -> Result<ExitStatus, String>,
{
    let threads = threads.max(1);
    let pace = Arc::new(AtomicUsize::new(1));
    let progress = Progress::new(&input.origins);
    let is_single = input.origins.len() == 1;
    let (tickets, taken) = mpsc::sync_channel(8 * threads);
    for _ in 0..8 * threads {
        // The channel has capacity for all of them.
        let _ = tickets.try_send(());
    }
    let (chunks, waiting) = mpsc::sync_channel(8 * threads);
    let reading = Reading {
        origins: input.origins.clone(),
        read: Arc::clone(&progress.read),
        pace: Arc::clone(&pace),
        stop: stop.clone(),
    };
    // Not joined: it may block on standard input.
    std::thread::spawn(move || reading.run(&taken, &chunks));
    let waiting = Mutex::new(waiting);
    let mut printer = Printer::new(stop, &progress);
    std::thread::scope(|scope| {
        let (pages, results) = mpsc::channel();
        for _ in 0..threads {
            let (pages, waiting, worker, pace) = (pages.clone(), &waiting, &worker, &pace);
            scope.spawn(move || {
                let mut work = worker();
                while let Some((number, chunk)) = next(waiting, stop) {
                    let begin = Instant::now();
                    let page = match chunk {
                        Ok(chunk) => page(input, &chunk, is_single, stop, &mut work),
                        Err(message) => Page {
                            errors: vec![(0, message)],
                            ending: Some(ExitStatus::Error),
                            ..Page::default()
                        },
                    };
                    adapt(pace, begin.elapsed());
                    // The receiver is gone if printing failed.
                    if pages.send((number, page)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(pages);
        for (number, page) in results {
            printer.add(number, page);
            // The reader may have ended already.
            for _ in 0..printer.take_printed() {
                let _ = tickets.try_send(());
            }
        }
    });
    printer.finish(input)
}

/// Adapts the number of lines per chunk to the time that one took.
fn adapt(pace: &AtomicUsize, took: Duration) {
    let lines = pace.load(Ordering::Relaxed);
    let better = match took {
        took if took < TARGET / 2 => (lines * 2).min(MAX_LINES),
        took if took > TARGET * 2 => (lines / 2).max(1),
        _ => lines,
    };
    pace.store(better, Ordering::Relaxed);
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
struct Reading {
    origins: Vec<Origin>,
    read: Arc<AtomicU64>,
    pace: Arc<AtomicUsize>,
    stop: Stop,
}

impl Reading {
    fn run(self, tickets: &Receiver<()>, chunks: &SyncSender<Numbered>) {
        let opened = self.origins.iter().flat_map(|origin| {
            let (chunks, error) = match Chunks::open(origin, &self.read, &self.pace) {
                Ok(chunks) => (Some(chunks), None),
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
fn page(
    input: &InputStream<'_>,
    chunk: &Chunk,
    is_single: bool,
    stop: &Stop,
    work: &mut impl FnMut(&Piece<'_>) -> Result<ExitStatus, String>,
) -> Page {
    let mut page = Page::default();
    let is_alone = chunk.is_all && chunk.entries().take(2).count() == 1;
    for entry in chunk.entries() {
        if stop.is_requested() {
            page.end(ExitStatus::Stopped);
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            // With --only, errors in other puzzles do not matter.
            Err(_) if input.only.is_some() => continue,
            Err(error) => {
                page.fail(rendered(&error, chunk));
                continue;
            }
        };
        let piece = Piece {
            kind: input.kind,
            chunk,
            entry,
            is_alone,
            is_only: is_alone && is_single,
        };
        if input.only.is_some_and(|only| only != piece.name()) {
            if page.names.len() < MAX_NAMES {
                page.names.push(piece.name());
            }
            continue;
        }
        page.n_puzzles += 1;
        match stdout::on_page(&mut page.text, || work(&piece)) {
            Ok(ending) => page.end(ending),
            Err(message) => page.fail(message),
        }
    }
    page
}

fn rendered(error: &Diagnostic, chunk: &Chunk) -> String {
    error.render_from(&chunk.text, &chunk.source, chunk.first_line)
}

/// The most names listed in a message.
const MAX_NAMES: usize = 8;

impl Page {
    fn end(&mut self, ending: ExitStatus) {
        self.ending = self.ending.max(Some(ending));
    }

    fn fail(&mut self, message: String) {
        self.errors.push((self.text.len(), message));
        self.n_puzzles += 1;
        self.end(ExitStatus::Error);
    }

    fn print(&self) {
        let mut at = 0;
        for (place, message) in &self.errors {
            stdout::bytes_if_any(&self.text.as_bytes()[at..*place]);
            eprintln!("{}", message.trim_end());
            at = *place;
        }
        stdout::bytes_if_any(&self.text.as_bytes()[at..]);
    }
}

/// Prints pages in order.
struct Printer<'t> {
    stop: &'t Stop,
    progress: &'t Progress,
    waiting: BTreeMap<u64, Page>,
    n_printed: u64,
    n_fresh: u64,
    n_puzzles: u64,
    ending: Option<ExitStatus>,
    names: Vec<String>,
}

impl<'t> Printer<'t> {
    fn new(stop: &'t Stop, progress: &'t Progress) -> Printer<'t> {
        Printer {
            stop,
            progress,
            waiting: BTreeMap::new(),
            n_printed: 0,
            n_fresh: 0,
            n_puzzles: 0,
            ending: None,
            names: Vec::new(),
        }
    }

    fn add(&mut self, number: u64, page: Page) {
        self.waiting.insert(number, page);
        while let Some(page) = self.waiting.remove(&self.n_printed) {
            self.progress.bar.suspend(|| page.print());
            self.n_printed += 1;
            self.n_fresh += 1;
            self.n_puzzles += page.n_puzzles;
            self.ending = self.ending.max(page.ending);
            self.names.extend(page.names);
            self.names.truncate(MAX_NAMES);
            self.progress.show(self.n_puzzles);
        }
    }

    /// The number of pages printed since the last call.
    fn take_printed(&mut self) -> u64 {
        std::mem::take(&mut self.n_fresh)
    }

    fn finish(self, input: &InputStream<'_>) -> Result<ExitStatus, String> {
        self.progress.bar.finish_and_clear();
        if self.stop.is_requested() {
            eprintln!("interrupted after {} puzzles", self.n_puzzles);
            return Ok(self
                .ending
                .unwrap_or(ExitStatus::Stopped)
                .max(ExitStatus::Stopped));
        }
        match (self.ending, input.only) {
            (Some(ending), _) => Ok(ending),
            (None, None) => Err("the input contains no puzzle".to_owned()),
            (None, Some(only)) => Err(format!(
                "no puzzle is named `{only}`; the first names are {}",
                self.names.join(", ")
            )),
        }
    }
}

/// The progress bar, hidden unless standard error is a terminal.
struct Progress {
    bar: ProgressBar,
    /// The number of bytes read.
    read: Arc<AtomicU64>,
    begin: Instant,
}

impl Progress {
    fn new(origins: &[Origin]) -> Progress {
        let shown = std::io::stderr().is_terminal();
        let target = match shown {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let len = origins.iter().map(Origin::len).sum::<Option<u64>>();
        let bar = ProgressBar::with_draw_target(len, target);
        let template = match len {
            Some(_) => "{bar:30} {percent}%, {msg}, {eta} left",
            None => "{spinner} {msg}, {elapsed}",
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // Short input needs no bar.
        if shown && len.is_none_or(|len| len > 1000) {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress {
            bar,
            read: Arc::default(),
            begin: Instant::now(),
        }
    }

    fn show(&self, n_puzzles: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let rate = n_puzzles as f64 / self.begin.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_position(self.read.load(Ordering::Relaxed));
        self.bar
            .set_message(format!("{n_puzzles} puzzles, {rate:.0} a second"));
    }
}
