//! Puts random models to the law that all engines agree: `cargo run --release --example fuzz -- [how many] [first seed]`.
#![expect(
    clippy::print_stdout,
    reason = "a program talks on its standard output"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

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
        let outcome = catch_unwind(AssertUnwindSafe(|| common::law::check(seed)));
        match outcome {
            Ok(Ok(())) => continue,
            Ok(Err(what)) => println!("{what}"),
            Err(_) => {
                println!("seed {seed}: panicked on");
                for term in common::model(seed).terms() {
                    println!("  {term}");
                }
            }
        }
        failed += 1;
    }
    println!("{n} models, {failed} broke the law");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
