//! Fuzzes every parser of every kind with random and mutated texts: `cargo run --release -p gridwright --example fuzz_parsers -- [how many] [seed]`.
#![expect(
    clippy::print_stdout,
    reason = "a program talks on its standard output"
)]

#[path = "../tests/mutate/mod.rs"]
mod mutate;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A text that takes longer than this to parse could be used to block a server.
const LONG: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (n, seed) = match (numbers.next().transpose(), numbers.next().transpose()) {
        (Ok(n), Ok(seed)) => (n.unwrap_or(10_000), seed.unwrap_or(0)),
        _ => {
            println!("usage: fuzz_parsers [how many] [seed]");
            return ExitCode::from(2);
        }
    };
    let last = RefCell::new((String::new(), Instant::now()));
    let (mut tried, mut slow) = (0_u64, 0_u64);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        mutate::try_all(n, seed, |kind, text| {
            let mut last = last.borrow_mut();
            if tried > 0 && last.1.elapsed() > LONG {
                slow += 1;
                println!("slow: {}", last.0.escape_debug());
            }
            tried += 1;
            *last = (format!("{kind}: {text}"), Instant::now());
        });
    }));
    println!("{tried} texts, {slow} took longer than {LONG:?}");
    match outcome {
        Ok(()) if slow == 0 => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(_) => {
            println!("panicked on {}", last.borrow().0.escape_debug());
            ExitCode::FAILURE
        }
    }
}
