//! Progress on standard error: a line that appears after a second, if that is a terminal. It shows how much is done and how long the rest will take at the
//! average speed so far; for a single run, and while one item takes far longer than the others, the time and the counters of the search.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gridwright::control::{Progress, ProgressCounts};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that takes no longer than this shows no line.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two changes of the line.
const TICK: Duration = Duration::from_millis(200);

/// If nothing gets done for longer than this, and for longer than a few items took on average, no time is predicted.
const STALL: Duration = Duration::from_secs(5);
const STALL_ITEMS: f64 = 4.0;

/// The tasks whose searches look for the solutions that were asked for.
const WITH_SOLUTIONS: [&str; 3] = ["counting", "searching", "solving"];

/// The width of the bar, in characters.
const BAR_WIDTH: u64 = 20;

/// What the length of a line counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// Items with this name, in the plural.
    Items(&'static str),
    /// Bytes of the input, shown as a percentage.
    Bytes,
}

/// A line of progress; hidden unless standard error is a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    note: Arc<Mutex<String>>,
    done: Arc<Done>,
}

/// What is done so far. Threads add to it.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// What the length of the line counts.
    units: AtomicU64,
    items: AtomicU64,
}

impl Done {
    /// Adds to what is done, in the unit of the line, and to the number of items.
    pub(crate) fn add(&self, units: u64, items: u64) {
        self.units.fetch_add(units, Ordering::Relaxed);
        self.items.fetch_add(items, Ordering::Relaxed);
    }

    fn units(&self) -> u64 {
        self.units.load(Ordering::Relaxed)
    }

    fn items(&self) -> u64 {
        self.items.load(Ordering::Relaxed)
    }
}

impl ProgressLine {
    /// A line that is never shown.
    pub(crate) fn hidden() -> ProgressLine {
        ProgressLine {
            bar: ProgressBar::hidden(),
            note: Arc::default(),
            done: Arc::default(),
        }
    }

    /// A line about `what` is done, such as "solving", with a length if it is known, and the counters of the searches.
    pub(crate) fn new(
        what: &'static str,
        len: Option<u64>,
        unit: Unit,
        counters: Option<Progress>,
    ) -> ProgressLine {
        if !std::io::stderr().is_terminal() {
            return ProgressLine::hidden();
        }
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr());
        let note: Arc<Mutex<String>> = Arc::default();
        let done: Arc<Done> = Arc::default();
        let (shown, so_far) = (Arc::clone(&note), Arc::clone(&done));
        // What was done when that last changed, and when.
        let last: Arc<Mutex<(u64, Duration)>> = Arc::default();
        let key = move |state: &ProgressState, out: &mut dyn Write| {
            let note = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let (done, elapsed) = (so_far.units(), state.elapsed());
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.0 != done {
                *last = (done, elapsed);
            }
            let moment = Moment {
                what,
                unit,
                done,
                n_items: so_far.items(),
                len: state.len(),
                elapsed,
                changed: last.1,
                note: &note,
                counts: counters.as_ref().map(Progress::counts).unwrap_or_default(),
            };
            // Ignore errors of the line.
            let _ = out.write_str(&moment.line());
        };
        if let Ok(style) = ProgressStyle::with_template("{line}") {
            bar.set_style(style.with_key("line", key));
        }
        bar.enable_steady_tick(TICK);
        ProgressLine { bar, note, done }
    }

    pub(crate) fn set_len(&self, len: u64) {
        self.bar.set_length(len);
    }

    pub(crate) fn set_done(&self, done: u64) {
        self.done.units.store(done, Ordering::Relaxed);
    }

    pub(crate) fn add_done(&self) {
        self.done.add(1, 1);
    }

    /// What is done so far, to which threads add.
    pub(crate) fn done(&self) -> &Done {
        &self.done
    }

    /// A text for the end of the line, such as the best value so far.
    pub(crate) fn set_note(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = note;
    }

    /// Prints something while the line is out of the way.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Removes the line on every way out.
impl Drop for ProgressLine {
    fn drop(&mut self) {
        // The bar cannot be used after a panic while it was suspended.
        if !std::thread::panicking() {
            self.bar.finish_and_clear();
        }
    }
}

/// Counters for a line, if one may be shown.
pub(crate) fn counters() -> Option<Progress> {
    std::io::stderr().is_terminal().then(Progress::new)
}

/// What is known at one moment.
struct Moment<'m> {
    what: &'m str,
    unit: Unit,
    done: u64,
    /// The number of items done, if the unit is another one.
    n_items: u64,
    len: Option<u64>,
    elapsed: Duration,
    /// When something got done last.
    changed: Duration,
    note: &'m str,
    counts: ProgressCounts,
}

impl Moment<'_> {
    fn line(&self) -> String {
        if self.elapsed < DELAY {
            return String::new();
        }
        let mut parts = Vec::new();
        let is_several = self.unit == Unit::Bytes || self.len.is_some_and(|len| len > 1);
        match (self.unit, self.len) {
            (Unit::Items(unit), Some(len)) if is_several => {
                parts.push(format!("{} of {} {unit}", grouped(self.done), grouped(len)));
            }
            (Unit::Items(unit), None) if self.done > 0 => {
                parts.push(format!("{} {unit}", grouped(self.done)));
            }
            (Unit::Bytes, Some(len)) if self.done > 0 => {
                parts.push(format!("{} %", self.done.min(len) * 100 / len.max(1)));
            }
            _ => {}
        }
        match (self.unit, self.n_items) {
            (Unit::Bytes, 1) => parts.push("1 puzzle".to_owned()),
            (Unit::Bytes, n @ 2..) => parts.push(format!("{} puzzles", grouped(n))),
            _ => {}
        }
        if !self.note.is_empty() {
            parts.push(self.note.to_owned());
        }
        let left = self.left();
        let ProgressCounts {
            nodes,
            solutions,
            boards,
            ..
        } = self.counts;
        if boards > 0 && left.is_none() {
            let word = if boards == 1 { "board" } else { "boards" };
            parts.push(format!("{} full {word} tried", grouped(boards)));
        }
        if nodes > 0 && left.is_none() {
            parts.push(format!("{} nodes", grouped(nodes)));
            let is_single = self.done == 0 || !is_several;
            if solutions > 0 && is_single && WITH_SOLUTIONS.contains(&self.what) {
                parts.push(format!("{} solutions", grouped(solutions)));
            }
        }
        parts.push(match left {
            Some(left) => format!("{} left", time(left)),
            None => time(self.elapsed),
        });
        format!("{}{}: {}", self.bar(), self.what, parts.join(", "))
    }

    /// The time that the rest takes at the average speed up to when something got done last; `None` if that cannot be said.
    fn left(&self) -> Option<Duration> {
        let len = self.len.filter(|len| *len > 1 && self.done > 0)?;
        let rest = len.saturating_sub(self.done);
        let since = self.elapsed.saturating_sub(self.changed);
        let n_items = match self.unit {
            Unit::Items(_) => self.done,
            Unit::Bytes => self.n_items.max(1),
        };
        let few_items = self.changed.mul_f64(STALL_ITEMS / n_items as f64);
        if since > STALL.max(few_items) {
            return None;
        }
        let predicted = self.changed.mul_f64(rest as f64 / self.done as f64);
        let least = Duration::from_secs(u64::from(rest > 0));
        Some(predicted.saturating_sub(since).max(least))
    }

    fn bar(&self) -> String {
        match self.len {
            Some(len) if len > 1 && self.done > 0 => {
                let full = (BAR_WIDTH * self.done.min(len) / len) as usize;
                let rest = BAR_WIDTH as usize - full;
                format!("{}{} ", "█".repeat(full), "░".repeat(rest))
            }
            _ => String::new(),
        }
    }
}

/// A number with its thousands separated.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in its two largest units.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(done: u64, len: Option<u64>, seconds: u64) -> Moment<'static> {
        Moment {
            what: "generating",
            unit: Unit::Items("puzzles"),
            done,
            n_items: done,
            len,
            elapsed: Duration::from_secs(seconds),
            changed: Duration::from_secs(seconds),
            note: "",
            counts: ProgressCounts {
                nodes: 1_234_567,
                failures: 3,
                solutions: 42,
                boards: 0,
            },
        }
    }

    #[test]
    fn a_line_shows_what_is_done_and_the_time_of_the_rest() {
        for (moment, expected) in [
            (moment(0, Some(5000), 0), ""),
            (
                moment(0, Some(5000), 3),
                "generating: 0 of 5,000 puzzles, 1,234,567 nodes, 3 s",
            ),
            (
                moment(377, Some(5000), 19),
                "█░░░░░░░░░░░░░░░░░░░ generating: 377 of 5,000 puzzles, 3 min 52 s left",
            ),
            (
                moment(99_999, Some(100_000), 2),
                "███████████████████░ generating: 99,999 of 100,000 puzzles, 1 s left",
            ),
            (
                moment(0, Some(1), 75),
                "generating: 1,234,567 nodes, 1 min 15 s",
            ),
            (
                moment(12, None, 7300),
                "generating: 12 puzzles, 1,234,567 nodes, 2 h 1 min",
            ),
        ] {
            assert_eq!(moment.line(), expected);
        }
    }

    #[test]
    fn the_predicted_time_passes_and_is_not_shown_while_nothing_gets_done() {
        let at = |seconds| Moment {
            elapsed: Duration::from_secs(seconds),
            ..moment(4, Some(10), 8)
        };
        for (seconds, expected) in [
            (8, "4 of 10 puzzles, 12 s left"),
            (11, "4 of 10 puzzles, 9 s left"),
            // Four times as long as an item took on average.
            (16, "4 of 10 puzzles, 4 s left"),
            (17, "4 of 10 puzzles, 1,234,567 nodes, 17 s"),
            (300, "4 of 10 puzzles, 1,234,567 nodes, 5 min 0 s"),
        ] {
            let expected = format!("████████░░░░░░░░░░░░ generating: {expected}");
            assert_eq!(at(seconds).line(), expected);
        }
        // Stuck at the last one: never 0.
        let late = Moment {
            elapsed: Duration::from_secs(104),
            ..moment(99, Some(100), 100)
        };
        assert!(late.line().ends_with(" 1 s left"), "{}", late.line());
    }

    #[test]
    fn a_generation_shows_the_full_boards_that_it_tried() {
        let generation = Moment {
            counts: ProgressCounts {
                boards: 1_200,
                ..moment(0, None, 0).counts
            },
            ..moment(0, Some(1), 7)
        };
        assert_eq!(
            generation.line(),
            "generating: 1,200 full boards tried, 1,234,567 nodes, 7 s"
        );
    }

    #[test]
    fn a_single_run_shows_its_counters_and_a_stream_its_share() {
        let single = Moment {
            what: "counting",
            unit: Unit::Bytes,
            n_items: 0,
            ..moment(0, Some(82), 12)
        };
        assert_eq!(
            single.line(),
            "counting: 1,234,567 nodes, 42 solutions, 12 s"
        );
        let stream = Moment {
            done: 40,
            n_items: 377,
            len: Some(100),
            ..single
        };
        assert_eq!(
            stream.line(),
            "████████░░░░░░░░░░░░ counting: 40 %, 377 puzzles, 18 s left"
        );
    }
}
