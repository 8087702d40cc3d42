//! How many puzzles of each kind are made in a second, on one core: `cargo xtask bench generate [--rows] [WORD…]`, where words choose rows that
//! contain them, and with `--rows` a line is printed for every row that is recorded.
#![expect(clippy::print_stdout, reason = "a program talks to its terminal")]

use std::time::Instant;

use gridwright_puzzles::{Asked, kind};
use gridwright_setter::{Commission, Maker, Patience};

/// A row: its name, the kind, rows and columns, options, whether minimal, how many, and what is aimed at, in puzzles a second.
type Row = (
    &'static str,
    &'static str,
    (usize, usize),
    &'static [(&'static str, &'static str)],
    bool,
    u64,
    f64,
);

const ROWS: &[Row] = &[
    (
        "sudoku 9x9 minimal",
        "sudoku",
        (9, 9),
        &[],
        true,
        200,
        200.0,
    ),
    ("sudoku 16x16", "sudoku", (16, 16), &[], false, 3, 0.0),
    ("numbrix 9x9", "numbrix", (9, 9), &[], false, 10, 10.0),
    ("hidato 9x9", "hidato", (9, 9), &[], false, 10, 10.0),
    (
        "battleship 10x10",
        "battleship",
        (10, 10),
        &[],
        false,
        50,
        50.0,
    ),
    (
        "battleship 10x10 minimal",
        "battleship",
        (10, 10),
        &[],
        true,
        3,
        0.0,
    ),
    ("hashi 9x9", "hashi", (9, 9), &[], false, 50, 0.0),
    (
        "hashi 100 islands",
        "hashi",
        (22, 22),
        &[("islands", "100")],
        false,
        5,
        5.0,
    ),
    (
        "hashi 400 islands",
        "hashi",
        (45, 45),
        &[("islands", "400")],
        false,
        1,
        0.0,
    ),
    ("whitetan 6x6", "whitetan", (6, 6), &[], false, 20, 0.0),
    ("whitetan 10x10", "whitetan", (10, 10), &[], false, 20, 20.0),
    ("whitetan 12x12", "whitetan", (12, 12), &[], false, 3, 1.0),
    ("whitetan 13x13", "whitetan", (13, 13), &[], false, 1, 0.0),
    ("whitetan 5x30", "whitetan", (5, 30), &[], false, 3, 0.0),
    ("magic 4", "magic", (4, 4), &[], true, 10, 0.0),
    ("magic 5", "magic", (5, 5), &[], false, 5, 0.0),
    ("magic 6", "magic", (6, 6), &[], false, 3, 0.0),
];

/// The processor time of this thread, where the system tells it.
fn spent(began: Instant) -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn main() {
    let began = Instant::now();
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let is_recorded = std::env::args().any(|word| word == "--rows");
    println!(
        "{:28} {:>6} {:>9} {:>9} {:>9} {:>7} {:>9}",
        "", "made", "seconds", "a second", "aim", "clues", "attempts"
    );
    for (name, id, size, options, minimal, n, aim) in ROWS {
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let kind = kind(id).expect("a kind of the catalogue");
        let options = options
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        let commission = Commission {
            asked: Asked {
                size: Some(*size),
                options,
                ..Asked::default()
            },
            minimal: *minimal,
            ..Commission::of(kind)
        };
        let maker = Maker::new(commission).expect("a commission that can be met");
        let start = spent(began);
        let (mut clues, mut attempts) = (0, 0);
        for number in 0..*n {
            match maker.make(1, number, &Patience::endless()) {
                Ok(made) => {
                    clues += made.n_clues;
                    attempts += made.attempts;
                }
                Err(error) => println!("{name}, number {number}: {error}"),
            }
        }
        let seconds = spent(began) - start;
        println!(
            "{name:28} {n:6} {seconds:9.2} {:9.2} {aim:9.2} {:7.1} {:9.1}",
            *n as f64 / seconds,
            clues as f64 / *n as f64,
            attempts as f64 / *n as f64
        );
        if is_recorded {
            let ms = seconds * 1e3 / *n as f64;
            println!("#row\t{name}\tclues={clues}\tattempts={attempts}\tms:{ms:.4}");
        }
    }
}
