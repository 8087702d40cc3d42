//! The time until a model in the small language is ready: parsed, posted, set up. `cargo bench -p gridwright-lang`.
#![expect(
    clippy::print_stdout,
    reason = "a program talks on its standard output"
)]

use std::time::{Duration, Instant};

use gridwright_lang::Source;
use gridwright_solve::{RunOptions, Session};

const MODELS: &[(&str, &str)] = &[
    ("sudoku", include_str!("../programs/sudoku.gw")),
    (
        "sudoku_two_of_three",
        include_str!("../programs/sudoku_two_of_three.gw"),
    ),
    ("magic4", include_str!("../programs/magic4.gw")),
    ("queens", include_str!("../programs/queens.gw")),
];

/// The best of this many runs is reported.
const RUNS: usize = 20;

fn main() {
    println!("model                 read and posted   set up   choices tried");
    for (name, text) in MODELS {
        let (mut posted, mut set_up) = (Duration::MAX, Duration::MAX);
        let mut tried = 0;
        for _ in 0..RUNS {
            let began = Instant::now();
            let program = Source::new(*name, *text).program(&[]);
            let program = program.unwrap_or_else(|refused| panic!("{}", refused.render()));
            let built = program.model().expect("its numbers are small");
            posted = posted.min(began.elapsed());
            tried = program.tried();
            let began = Instant::now();
            Session::new(&built.model, &RunOptions::new()).expect("valid options");
            set_up = set_up.min(began.elapsed());
        }
        let [posted, set_up] = [posted, set_up].map(|time| time.as_secs_f64() * 1e3);
        println!("{name:21} {posted:12.2} ms {set_up:5.2} ms {tried:15}");
    }
}
