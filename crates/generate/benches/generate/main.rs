//! How many puzzles of each kind are generated per second on one core: `cargo xtask bench generate [--rows] [WORD…]`, where words select rows by name, and
//! `--rows` prints a line for every row that is recorded. All rows take some minutes; progress goes to standard error. A row that exceeds its time
//! limit is cut short and says so.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints to its terminal"
)]

mod rows;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwright_generate::{
    Deadline, ExplanationRater, GenerateFailure, GenerateRequest, Generator, Rater,
};
use gridwright_puzzles::{GenerateOptions, kind};

use rows::{ROWS, Row};

/// The time limit of a row in seconds of wall time.
const MAX_SECONDS: u64 = 90;

/// The result of a row.
#[derive(Default)]
struct Measured {
    /// The CPU time of every puzzle, in seconds.
    each: Vec<f64>,
    clues: usize,
    attempts: u64,
    /// Why there are fewer puzzles than planned.
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
        measured.print(row, is_recorded);
    }
}

/// Generates the puzzles of a row.
fn measure(row: &Row, began: Instant) -> Measured {
    let rater = ExplanationRater;
    let range = row.word.and_then(|word| rater.score_range(word));
    let options = row.options.iter();
    let options = options.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let request = GenerateRequest {
        options: GenerateOptions {
            size: Some(row.size),
            options: options.collect(),
            ..GenerateOptions::default()
        },
        minimal: row.minimal,
        rater: range.map(|_| Arc::new(rater) as Arc<dyn Rater>),
        difficulty: range.map(|(above, max)| above.next_up()..=max),
        ..GenerateRequest::new(kind(row.kind).expect("a kind of the catalogue"))
    };
    let generator = Generator::new(request).expect("the request can be met");
    let deadline = Deadline::never().within(Duration::from_secs(MAX_SECONDS));
    let mut measured = Measured::default();
    for number in 0..row.many {
        let start = cpu_seconds(began);
        match generator.generate(1, number, &deadline) {
            Ok(generated) => {
                measured.each.push(cpu_seconds(began) - start);
                measured.clues += generated.n_clues;
                measured.attempts += generated.attempts;
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
    fn print(&mut self, row: &Row, is_recorded: bool) {
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

/// The CPU time of this thread, or the wall time if the system does not provide it.
fn cpu_seconds(began: Instant) -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |n| n / 1e9)
}
