//! `cargo xtask bench puzzles`: the benchmark of `gridwright lab peers`, with the rows of the large corpus if it is beside the checkout.
//! It fails only if a verdict is wrong.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints to its terminal"
)]

mod options;
mod verify;

use std::process::ExitCode;

use gridwright_lab::peers::{ROWS, benchmark, parse_rows};
use options::Options;

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => {
            let n_wrong = if options.verify {
                verify::verify(&options)
            } else {
                benchmark_rows(&options)
            };
            ExitCode::from(u8::from(n_wrong > 0))
        }
        Ok(None) => {
            print!("{}", options::USAGE);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("bench: {error}\n\n{}", options::USAGE);
            ExitCode::from(2)
        }
    }
}

/// Measures the selected rows; returns the number of wrong verdicts.
fn benchmark_rows(options: &Options) -> usize {
    let rows = match parse_rows(ROWS) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!(
                "{}",
                error.render(ROWS, "crates/lab/experiments/peers.toml")
            );
            return 1;
        }
    };
    let result = benchmark(rows, &options.benchmark, &mut |line| println!("{line}"));
    println!("\n{}", result.summary(options.benchmark.time));
    if options.rows {
        for line in result.record_lines() {
            println!("#row\t{line}");
        }
    }
    for error in &result.errors {
        println!("WRONG: {error}");
    }
    result.errors.len()
}
