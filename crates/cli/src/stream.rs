//! Puzzles as they come: read, worked on by several threads and told in their order, however many there are, in memory that does not grow with them.
//!
//! One thread reads chunks, some work on them, and this one tells what they wrote. Only so many chunks are under way at a time: the reader waits for
//! a ticket, and a ticket is given back when a chunk is told. Ctrl-C ends the reading, and the work after the puzzle at hand.

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

use crate::chunks::{Chunk, Chunks, Origin};
use crate::ending::Ending;
use crate::out;

/// How long a chunk should take: long enough that handing it over is nothing, short enough that nobody waits.
const USUAL: Duration = Duration::from_millis(4);

/// How many lines a chunk has at most.
const MOST_LINES: usize = 2048;

/// How often a thread that waits looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);

/// What is read.
pub(crate) struct Streamed<'s> {
    pub(crate) origins: Vec<Origin>,
    /// The kind that is named.
    pub(crate) kind: Option<&'static dyn Kind>,
    /// The name of the only puzzle that is wanted.
    pub(crate) only: Option<&'s str>,
}

/// A puzzle, not yet read.
pub(crate) struct Piece<'p> {
    kind: Option<&'static dyn Kind>,
    chunk: &'p Chunk,
    pub(crate) entry: Entry<'p>,
    /// Whether it is the only one of its text.
    is_alone: bool,
    /// Whether it is the only one of the whole input.
    pub(crate) is_only: bool,
}

impl Piece<'_> {
    /// What it is called: its own name, the text it is alone in, or its line.
    pub(crate) fn name(&self) -> String {
        let name = match self.entry.name {
            None if self.is_alone => self.chunk.source.to_string(),
            _ => self.entry.title(),
        };
        // Names come from files of strangers, and go to a terminal.
        name.replace(char::is_control, "?")
    }

    /// Whether this may be a puzzle of the kind.
    pub(crate) fn may_be(&self, id: &str) -> bool {
        self.kind.is_none_or(|kind| kind.card().id == id)
    }

    /// The puzzle, or the message about it.
    pub(crate) fn read(&self) -> Result<BoxedInstance, String> {
        let chunk = self.chunk;
        read_one(self.kind, self.entry.text).map_err(|error| {
            let error = error.shifted(self.entry.start);
            error.render_from(&chunk.text, &chunk.source, chunk.first_line)
        })
    }
}

/// What came of a chunk.
#[derive(Default)]
struct Page {
    text: String,
    /// Messages, each with the place in the text where it belongs.
    errors: Vec<(usize, String)>,
    ending: Option<Ending>,
    n_puzzles: u64,
    /// The first names of those that were not wanted.
    names: Vec<String>,
}

/// Works on every puzzle, on so many threads. Each thread makes its own worker, which writes with `out!` and says how it went.
pub(crate) fn run<W>(
    streamed: &Streamed<'_>,
    threads: usize,
    stop: &Stop,
    worker: impl Fn() -> W + Sync,
) -> Result<Ending, String>
where
    W: FnMut(&Piece<'_>) -> Result<Ending, String>,
{
    let threads = threads.max(1);
    let pace = Arc::new(AtomicUsize::new(1));
    let progress = Progress::new(&streamed.origins);
    let is_single = streamed.origins.len() == 1;
    let (tickets, taken) = mpsc::sync_channel(8 * threads);
    for _ in 0..8 * threads {
        // The channel has room for all of them.
        let _ = tickets.try_send(());
    }
    let (chunks, waiting) = mpsc::sync_channel(8 * threads);
    let reading = Reading {
        origins: streamed.origins.clone(),
        read: Arc::clone(&progress.read),
        pace: Arc::clone(&pace),
        stop: stop.clone(),
    };
    // Nobody waits for this thread, which may itself wait for somebody to type.
    std::thread::spawn(move || reading.run(&taken, &chunks));
    let waiting = Mutex::new(waiting);
    let mut told = Telling::new(stop, &progress);
    std::thread::scope(|scope| {
        let (pages, results) = mpsc::channel();
        for _ in 0..threads {
            let (pages, waiting, worker, pace) = (pages.clone(), &waiting, &worker, &pace);
            scope.spawn(move || {
                let mut work = worker();
                while let Some((number, chunk)) = next(waiting, stop) {
                    let begin = Instant::now();
                    let page = match chunk {
                        Ok(chunk) => page(streamed, &chunk, is_single, stop, &mut work),
                        Err(message) => Page {
                            errors: vec![(0, message)],
                            ending: Some(Ending::Error),
                            ..Page::default()
                        },
                    };
                    adapt(pace, begin.elapsed());
                    // Nobody listens once telling has failed; then there is nothing left to do.
                    if pages.send((number, page)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(pages);
        for (number, page) in results {
            told.take(number, page);
            // The reader may have ended, and then needs no tickets.
            for _ in 0..told.fresh() {
                let _ = tickets.try_send(());
            }
        }
    });
    told.end(streamed)
}

/// More lines for the next chunks if this one took no time, fewer if it took long.
fn adapt(pace: &AtomicUsize, took: Duration) {
    let lines = pace.load(Ordering::Relaxed);
    let better = match took {
        took if took < USUAL / 2 => (lines * 2).min(MOST_LINES),
        took if took > USUAL * 2 => (lines / 2).max(1),
        _ => lines,
    };
    pace.store(better, Ordering::Relaxed);
}

/// The next chunk; `None` at the end, and once the switch is pressed.
fn next(waiting: &Mutex<Receiver<Numbered>>, stop: &Stop) -> Option<Numbered> {
    loop {
        let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.is_requested() {
            return None;
        }
        match waiting.recv_timeout(LOOK) {
            Ok(chunk) => return Some(chunk),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// A chunk and its place among all of them, or the message about a text.
type Numbered = (u64, Result<Chunk, String>);

/// What the reading thread has.
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
        // A ticket is taken before anything is read, or the reader would be a chunk ahead of what it may.
        while tickets.recv().is_ok()
            && !self.stop.is_requested()
            && let Some((chunk, number)) = opened.next()
            && chunks.send((number, chunk)).is_ok()
        {}
    }
}

/// Works on the puzzles of a chunk.
fn page(
    streamed: &Streamed<'_>,
    chunk: &Chunk,
    is_single: bool,
    stop: &Stop,
    work: &mut impl FnMut(&Piece<'_>) -> Result<Ending, String>,
) -> Page {
    let mut page = Page::default();
    let is_alone = chunk.is_all && chunk.entries().take(2).count() == 1;
    for entry in chunk.entries() {
        if stop.is_requested() {
            page.end(Ending::Stopped);
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            // Who wants another puzzle of the file is not told of this one.
            Err(_) if streamed.only.is_some() => continue,
            Err(error) => {
                page.refuse(rendered(&error, chunk));
                continue;
            }
        };
        let piece = Piece {
            kind: streamed.kind,
            chunk,
            entry,
            is_alone,
            is_only: is_alone && is_single,
        };
        if streamed.only.is_some_and(|only| only != piece.name()) {
            if page.names.len() < FEW_NAMES {
                page.names.push(piece.name());
            }
            continue;
        }
        page.n_puzzles += 1;
        match out::on_page(&mut page.text, || work(&piece)) {
            Ok(ending) => page.end(ending),
            Err(message) => page.refuse(message),
        }
    }
    page
}

fn rendered(error: &Diagnostic, chunk: &Chunk) -> String {
    error.render_from(&chunk.text, &chunk.source, chunk.first_line)
}

/// How many names a message lists.
const FEW_NAMES: usize = 8;

impl Page {
    fn end(&mut self, ending: Ending) {
        self.ending = self.ending.max(Some(ending));
    }

    fn refuse(&mut self, message: String) {
        self.errors.push((self.text.len(), message));
        self.n_puzzles += 1;
        self.end(Ending::Error);
    }

    fn tell(&self) {
        let mut at = 0;
        for (place, message) in &self.errors {
            out::bytes_if_any(&self.text.as_bytes()[at..*place]);
            eprintln!("{}", message.trim_end());
            at = *place;
        }
        out::bytes_if_any(&self.text.as_bytes()[at..]);
    }
}

/// Tells pages in their order.
struct Telling<'t> {
    stop: &'t Stop,
    progress: &'t Progress,
    waiting: BTreeMap<u64, Page>,
    n_told: u64,
    n_fresh: u64,
    n_puzzles: u64,
    ending: Option<Ending>,
    names: Vec<String>,
}

impl<'t> Telling<'t> {
    fn new(stop: &'t Stop, progress: &'t Progress) -> Telling<'t> {
        Telling {
            stop,
            progress,
            waiting: BTreeMap::new(),
            n_told: 0,
            n_fresh: 0,
            n_puzzles: 0,
            ending: None,
            names: Vec::new(),
        }
    }

    fn take(&mut self, number: u64, page: Page) {
        self.waiting.insert(number, page);
        while let Some(page) = self.waiting.remove(&self.n_told) {
            self.progress.bar.suspend(|| page.tell());
            self.n_told += 1;
            self.n_fresh += 1;
            self.n_puzzles += page.n_puzzles;
            self.ending = self.ending.max(page.ending);
            self.names.extend(page.names);
            self.names.truncate(FEW_NAMES);
            self.progress.show(self.n_puzzles);
        }
    }

    /// How many pages were told since this was asked last.
    fn fresh(&mut self) -> u64 {
        std::mem::take(&mut self.n_fresh)
    }

    fn end(self, streamed: &Streamed<'_>) -> Result<Ending, String> {
        self.progress.bar.finish_and_clear();
        if self.stop.is_requested() {
            eprintln!("stopped after {} puzzles", self.n_puzzles);
            return Ok(self.ending.unwrap_or(Ending::Stopped).max(Ending::Stopped));
        }
        match (self.ending, streamed.only) {
            (Some(ending), _) => Ok(ending),
            (None, None) => Err("there is no puzzle in the input".to_owned()),
            (None, Some(only)) => Err(format!(
                "no puzzle is called `{only}`; there are {}",
                self.names.join(", ")
            )),
        }
    }
}

/// How far it is, on a terminal only.
struct Progress {
    bar: ProgressBar,
    /// How many bytes were read.
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
        // What is done at once needs no bar.
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
