//! `cargo xtask bench puzzles`: the race of `gridwright lab peers` over its own rows and those of the large corpus where it lies beside the checkout.
//! Not a test of speed: it fails only if a verdict is wrong.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod options;
mod verify;

use std::process::ExitCode;

use gridwright_lab::peers::{ROWS, race, rows};
use options::Options;

fn main() -> ExitCode {
    match options::read(std::env::args().skip(1)) {
        Ok(Some(options)) => {
            let n_wrong = if options.verify {
                verify::verify(&options)
            } else {
                raced(&options)
            };
            ExitCode::from(u8::from(n_wrong > 0))
        }
        Ok(None) => {
            print!("{}", options::USAGE);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench: {why}\n\n{}", options::USAGE);
            ExitCode::from(2)
        }
    }
}

/// Measures every row that is wanted; the number of wrong verdicts.
fn raced(options: &Options) -> usize {
    let rows = match rows(ROWS) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("{}", error.render(ROWS, "experiments/peers.toml"));
            return 1;
        }
    };
    let raced = race(rows, &options.wanted, &mut |line| println!("{line}"));
    println!("\n{}", raced.summary(options.wanted.time));
    if options.rows {
        for line in raced.recorded() {
            println!("#row\t{line}");
        }
    }
    for complaint in &raced.complaints {
        println!("WRONG: {complaint}");
    }
    raced.complaints.len()
}
