//! How many puzzles of each kind are made in a second, on one core: `cargo xtask bench generate [--rows] [WORD…]`, where words choose rows that
//! contain them, and with `--rows` a line is printed for every row that is recorded. All rows take some minutes; which is under way is told on the other stream.
//! A row that takes longer than it may is cut, and says so.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod rows;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwright_generate::{
    Deadline, ExplanationRater, GenerateFailure, GenerateRequest, Generator, Rater,
};
use gridwright_puzzles::{GenerateOptions, kind};

use rows::{ROWS, Row};

/// How long a row may take on the wall, in seconds: a busy machine is no reason to wait for ever.
const LONGEST: u64 = 90;

/// What came of a row.
#[derive(Default)]
struct Measured {
    /// The processor time of every puzzle, in seconds.
    each: Vec<f64>,
    clues: usize,
    attempts: u64,
    /// Why there are fewer than wanted.
    end: Option<GenerateFailure>,
}

fn main() {
    let began = Instant::now();
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let is_recorded = std::env::args().any(|word| word == "--rows");
    let is_chosen = |row: &&Row| words.iter().all(|word| row.name.contains(word.as_str()));
    let rows: Vec<&Row> = ROWS.iter().filter(is_chosen).collect();
    println!(
        "{:28} {:>6} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9}",
        "", "made", "seconds", "a second", "aim", "median ms", "clues", "attempts"
    );
    for (at, row) in rows.iter().enumerate() {
        let (number, all, so_far) = (at + 1, rows.len(), began.elapsed().as_secs());
        eprintln!("row {number} of {all}, {so_far} s: {}", row.name);
        let mut measured = measure(row, began);
        measured.tell(row, is_recorded);
    }
}

/// Makes the puzzles of a row.
fn measure(row: &Row, began: Instant) -> Measured {
    let judge = ExplanationRater;
    let range = row.word.and_then(|word| judge.range(word));
    let options = row.options.iter();
    let options = options.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let commission = GenerateRequest {
        asked: GenerateOptions {
            size: Some(row.size),
            options: options.collect(),
            ..GenerateOptions::default()
        },
        minimal: row.minimal,
        judge: range.map(|_| Arc::new(judge) as Arc<dyn Rater>),
        difficulty: range.map(|(above, most)| above.next_up()..=most),
        ..GenerateRequest::of(kind(row.kind).expect("a kind of the catalogue"))
    };
    let maker = Generator::new(commission).expect("a commission that can be met");
    let deadline = Deadline::never().within(Duration::from_secs(LONGEST));
    let mut measured = Measured::default();
    for number in 0..row.many {
        let start = spent(began);
        match maker.make(1, number, &deadline) {
            Ok(made) => {
                measured.each.push(spent(began) - start);
                measured.clues += made.n_clues;
                measured.attempts += made.attempts;
            }
            Err(end) => {
                measured.end = Some(end);
                break;
            }
        }
    }
    measured
}

impl Measured {
    fn tell(&mut self, row: &Row, is_recorded: bool) {
        let name = row.name;
        let seconds: f64 = self.each.iter().sum();
        let n = self.each.len();
        if n > 0 {
            self.each.sort_by(f64::total_cmp);
            let median = 1e3 * (self.each[(n - 1) / 2] + self.each[n / 2]) / 2.0;
            let share = |count: f64| count / n as f64;
            println!(
                "{name:28} {n:6} {seconds:9.2} {:9.2} {:9.2} {median:9.2} {:7.1} {:9.1}",
                n as f64 / seconds,
                row.aim,
                share(self.clues as f64),
                share(self.attempts as f64),
            );
            if is_recorded && self.end.is_none() {
                let (clues, attempts) = (self.clues, self.attempts);
                let ms = share(seconds * 1e3);
                println!(
                    "#row\t{name}\tclues={clues}\tattempts={attempts}\tms:{ms:.4}\tmedian:{median:.4}"
                );
            }
        }
        if let Some(end) = &self.end {
            println!("{name:28} {n} of {} were made: {end}", row.many);
        }
    }
}

/// The processor time of this thread, where the system tells it.
fn spent(began: Instant) -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |n| n / 1e9)
}
