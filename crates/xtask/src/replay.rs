//! `cargo xtask replay [how many] [seed] [kind]`: explains the corpus and so many made puzzles of every kind, or of one, and replays each explanation.

use crate::{Stop, root};
use std::process::Command;

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    if args.len() > 3 {
        let usage = "replay takes two numbers and a kind at most";
        return Err(Stop::Usage(usage.to_owned()));
    }
    let mut numbers = args.iter().take(2);
    if let Some(arg) = numbers.find(|arg| arg.parse::<u64>().is_err()) {
        return Err(Stop::Usage(format!("replay takes numbers, not `{arg}`")));
    }
    let done = Command::new("cargo")
        .args(["run", "--release", "-p", "gridwright", "--example"])
        .args(["replay", "--"])
        .args(args)
        .current_dir(root())
        .status();
    if done.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Stop::Failed("an explanation does not hold".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_taken() {
        let check = |args: &[&str], why: &str| {
            let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            assert_eq!(run(&args), Err(Stop::Usage(why.to_owned())));
        };
        check(
            &["1", "2", "sudoku", "4"],
            "replay takes two numbers and a kind at most",
        );
        check(&["all"], "replay takes numbers, not `all`");
    }
}
