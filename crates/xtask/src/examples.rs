//! `cargo xtask fuzz` and `cargo xtask replay`: long checks that are examples of the crates they check, built with optimisation.

use crate::{Error, root};
use std::process::Command;

/// `fuzz [parsers|sudoku] [count] [first seed]`: engines on random models, parsers on random and mutated texts,
/// or the bulk engine against others on random and mutated 9x9 boards.
pub(crate) fn fuzz(args: &[String]) -> Result<(), Error> {
    let (package, example, args) = match args.split_first() {
        Some((first, rest)) if first == "parsers" => ("gridwright", "fuzz_parsers", rest),
        Some((first, rest)) if first == "sudoku" => ("gridwright", "fuzz_sudoku", rest),
        _ => ("gridwright-solve", "fuzz", args),
    };
    if args.len() > 2 {
        return Err(Error::Usage("fuzz takes at most two numbers".to_owned()));
    }
    numbers("fuzz", args)?;
    run_example(package, example, args, "a check failed, or no case ran")
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
            (fuzz, &["parsers", "x"], "fuzz takes numbers, not `x`"),
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
