//! Checks that all engines agree on random models: `cargo run --release --example fuzz -- [how many] [first seed]`.
#![expect(
    clippy::print_stdout,
    reason = "a program reports on its standard output"
)]

use std::process::ExitCode;

use gridwright_testing::models::check_engines;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (n, first) = match (numbers.next().transpose(), numbers.next().transpose()) {
        (Ok(n), Ok(first)) => (n.unwrap_or(1_000), first.unwrap_or(0)),
        _ => {
            println!("usage: fuzz [how many] [first seed]");
            return ExitCode::from(2);
        }
    };
    let mut failed = 0;
    for seed in first..first.saturating_add(n) {
        if let Err(failure) = check_engines(seed, |_| true) {
            println!("seed {seed}, shrunk: {}", failure.report);
            failed += 1;
        }
    }
    println!("{n} models, {failed} failed");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
