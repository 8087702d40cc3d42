//! Fuzzes 9x9 Sudoku: on random and mutated boards the bulk engine, brute force and the model engine must agree.
//! `cargo run --release -p gridwright --example fuzz_sudoku -- [how many] [seed]`.
#![expect(
    clippy::print_stdout,
    reason = "a program talks on its standard output"
)]

#[path = "../../bulk/tests/boards/mod.rs"]
mod boards;
#[path = "../tests/models/mod.rs"]
mod models;

use std::process::ExitCode;

use boards::{agree, board};
use gridwright_control::Rng;
use models::agree_on;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (n, first) = match (numbers.next().transpose(), numbers.next().transpose()) {
        (Ok(n), Ok(seed)) => (n.unwrap_or(100_000), seed.unwrap_or(0)),
        _ => {
            println!("usage: fuzz_sudoku [how many] [seed]");
            return ExitCode::from(2);
        }
    };
    let mut seen = [0; 4];
    for seed in first..first + n {
        let mut rng = Rng::new(seed);
        let cells = board(&mut rng);
        let limit = 2 + rng.below(12);
        let n_answers = agree(&cells, limit, &mut rng);
        agree_on(&cells, n_answers, limit);
        seen[n_answers.min(3)] += 1;
    }
    let [none, one, two, many] = seen;
    println!(
        "{n} boards: {none} without an answer, {one} with one, {two} with two, {many} with more; all engines agree"
    );
    ExitCode::SUCCESS
}
