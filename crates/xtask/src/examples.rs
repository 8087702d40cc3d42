//! `cargo xtask fuzz` and `cargo xtask replay`: long checks that are examples of the crates they check, built with optimisation.

use crate::{Error, root};
use std::process::Command;

/// Tests with random inputs for readers: package, test program (with a filter of test names after a blank), features, and a divisor of the number of inputs, which is
/// larger where each kind gets that many inputs or an input starts a process.
const READERS: &[(&str, &str, &str, u64)] = &[
    ("gridwright", "parsers", "", 40),
    ("gridwright", "readers", "", 12),
    ("gridwright-flatzinc", "fuzz", "", 6),
    ("gridwright-chr", "unit mutated::", "", 200),
    ("gridwright-lab", "fuzz", "", 12),
    ("gridwright-web", "fuzz", "", 100),
    ("gridwright-cli", "fuzz", "parquet", 100),
];

/// `fuzz [readers|builtins|sudoku] [count] [first seed]`: engines on random models; readers on random and mutated inputs; random calls of CHR builtins;
/// or the bulk engine against others on random and mutated 9x9 boards.
pub(crate) fn fuzz(args: &[String]) -> Result<(), Error> {
    let (what, args) = match args.split_first() {
        Some((first, rest)) if ["readers", "builtins", "sudoku"].contains(&first.as_str()) => {
            (first.as_str(), rest)
        }
        _ => ("", args),
    };
    if args.len() > 2 {
        return Err(Error::Usage("fuzz takes at most two numbers".to_owned()));
    }
    numbers("fuzz", args)?;
    let number = |at: usize, default: u64| {
        let word = args.get(at).and_then(|word| word.parse().ok());
        word.unwrap_or(default)
    };
    let seed = number(1, 0);
    match what {
        "readers" => {
            let inputs: u64 = number(0, 100_000);
            for (package, test, features, share) in READERS {
                let cases = (inputs / share).max(1);
                run_test(package, test, features, cases, seed)?;
            }
            Ok(())
        }
        "builtins" => run_test(
            "gridwright-chr",
            "unit random_calls::",
            "",
            number(0, 35_000),
            seed,
        ),
        what => {
            let (package, example) = match what {
                "sudoku" => ("gridwright", "fuzz_sudoku"),
                _ => ("gridwright-solve", "fuzz"),
            };
            run_example(package, example, args, "a check failed, or no case ran")
        }
    }
}

/// Runs a test program (with a filter of test names after a blank) with this many inputs per random test, from a seed on.
fn run_test(package: &str, test: &str, features: &str, cases: u64, seed: u64) -> Result<(), Error> {
    println!("{package}, {test}: {cases} inputs per test from seed {seed}");
    let status = Command::new("cargo")
        .args(["test", "--release", "-p", package, "--features", features])
        .arg("--test")
        .args(test.split(' '))
        .env("PROPTEST_CASES", cases.to_string())
        .env("TEST_SEED", seed.to_string())
        .current_dir(root())
        .status();
    match status.is_ok_and(|status| status.success()) {
        true => Ok(()),
        false => Err(Error::Failed(format!("{package}, {test}: an input failed"))),
    }
}

/// `replay [count] [seed] [kind]`: explains the corpus and generated puzzles of every kind or of one, and verifies each explanation.
pub(crate) fn replay(args: &[String]) -> Result<(), Error> {
    if args.len() > 3 {
        let usage = "replay takes at most two numbers and a kind";
        return Err(Error::Usage(usage.to_owned()));
    }
    numbers("replay", &args[..args.len().min(2)])?;
    run_example("gridwright", "replay", args, "an explanation is wrong")
}

fn numbers(command: &str, args: &[String]) -> Result<(), Error> {
    match args.iter().find(|arg| arg.parse::<u64>().is_err()) {
        Some(arg) => Err(Error::Usage(format!(
            "{command} takes numbers, not `{arg}`"
        ))),
        None => Ok(()),
    }
}

fn run_example(package: &str, example: &str, args: &[String], failure: &str) -> Result<(), Error> {
    let status = Command::new("cargo")
        .args(["run", "--release", "-p", package, "--example", example])
        .arg("--")
        .args(args)
        .current_dir(root())
        .status();
    match status.is_ok_and(|status| status.success()) {
        true => Ok(()),
        false => Err(Error::Failed(failure.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_accepted() {
        let fuzz: fn(&[String]) -> Result<(), Error> = fuzz;
        for (command, args, message) in [
            (fuzz, &["1", "2", "3"][..], "fuzz takes at most two numbers"),
            (fuzz, &["1", "-2"], "fuzz takes numbers, not `-2`"),
            (fuzz, &["all"], "fuzz takes numbers, not `all`"),
            (fuzz, &["readers", "x"], "fuzz takes numbers, not `x`"),
            (
                replay,
                &["1", "2", "sudoku", "4"],
                "replay takes at most two numbers and a kind",
            ),
            (replay, &["all"], "replay takes numbers, not `all`"),
        ] {
            let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            assert_eq!(command(&args), Err(Error::Usage(message.to_owned())));
        }
    }
}
