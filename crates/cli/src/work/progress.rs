//! Progress on standard error: a line that appears after a second, if that is a terminal. It shows how much is done and how long the rest will take at the
//! average speed so far; for a single run, the time and the counters of the search.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gridwright::control::{Progress, ProgressCounts};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that takes no longer than this shows no line.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two changes of the line.
const TICK: Duration = Duration::from_millis(200);

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
}

impl ProgressLine {
    /// A line that is never shown.
    pub(crate) fn hidden() -> ProgressLine {
        ProgressLine {
            bar: ProgressBar::hidden(),
            note: Arc::default(),
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
        let shown = Arc::clone(&note);
        let key = move |state: &ProgressState, out: &mut dyn Write| {
            let note = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let moment = Moment {
                what,
                unit,
                done: state.pos(),
                len: state.len(),
                elapsed: state.elapsed(),
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
        ProgressLine { bar, note }
    }

    pub(crate) fn set_len(&self, len: u64) {
        self.bar.set_length(len);
    }

    pub(crate) fn set_done(&self, done: u64) {
        self.bar.set_position(done);
    }

    pub(crate) fn add_done(&self) {
        self.bar.inc(1);
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
    len: Option<u64>,
    elapsed: Duration,
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
        if !self.note.is_empty() {
            parts.push(self.note.to_owned());
        }
        let ProgressCounts {
            nodes, solutions, ..
        } = self.counts;
        if nodes > 0 && (self.done == 0 || !is_several) {
            parts.push(format!("{} nodes", grouped(nodes)));
            if solutions > 0 {
                parts.push(format!("{} solutions", grouped(solutions)));
            }
        }
        parts.push(match self.left() {
            Some(left) => format!("{} left", time(left)),
            None => time(self.elapsed),
        });
        format!("{}{}: {}", self.bar(), self.what, parts.join(", "))
    }

    /// The time that the rest takes at the average speed so far. It grows while nothing gets done.
    fn left(&self) -> Option<Duration> {
        let len = self.len.filter(|len| *len > 1)?;
        let rest = len.saturating_sub(self.done);
        (self.done > 0).then(|| {
            self.elapsed
                .mul_f64(rest as f64 / self.done as f64)
                .max(Duration::from_secs(u64::from(rest > 0)))
        })
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
            len,
            elapsed: Duration::from_secs(seconds),
            note: "",
            counts: ProgressCounts::default(),
        }
    }

    #[test]
    fn a_line_shows_what_is_done_and_the_time_of_the_rest() {
        for (moment, expected) in [
            (moment(0, Some(5000), 0), ""),
            (
                moment(0, Some(5000), 3),
                "generating: 0 of 5,000 puzzles, 3 s",
            ),
            (
                moment(377, Some(5000), 19),
                "█░░░░░░░░░░░░░░░░░░░ generating: 377 of 5,000 puzzles, 3 min 52 s left",
            ),
            // Stuck at the last one: the estimate grows, and is never 0.
            (
                moment(4, Some(5), 100),
                "████████████████░░░░ generating: 4 of 5 puzzles, 25 s left",
            ),
            (
                moment(99_999, Some(100_000), 2),
                "███████████████████░ generating: 99,999 of 100,000 puzzles, 1 s left",
            ),
            (moment(0, Some(1), 75), "generating: 1 min 15 s"),
            (moment(12, None, 7300), "generating: 12 puzzles, 2 h 1 min"),
        ] {
            assert_eq!(moment.line(), expected);
        }
    }

    #[test]
    fn a_single_run_shows_its_counters_and_a_stream_its_share() {
        let single = Moment {
            what: "counting",
            unit: Unit::Bytes,
            done: 0,
            len: Some(82),
            note: "",
            counts: ProgressCounts {
                nodes: 1_234_567,
                failures: 3,
                solutions: 42,
            },
            elapsed: Duration::from_secs(12),
        };
        assert_eq!(
            single.line(),
            "counting: 1,234,567 nodes, 42 solutions, 12 s"
        );
        let stream = Moment {
            done: 40,
            len: Some(100),
            note: "377 puzzles",
            ..single
        };
        assert_eq!(
            stream.line(),
            "████████░░░░░░░░░░░░ counting: 40 %, 377 puzzles, 18 s left"
        );
    }
}
