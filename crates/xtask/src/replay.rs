//! `cargo xtask replay [how many] [seed]`: explains the corpus and so many made puzzles of every kind, and replays each explanation.

use crate::{Stop, root};
use std::process::Command;

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    if args.len() > 2 {
        return Err(Stop::Usage("replay takes two numbers at most".to_owned()));
    }
    if let Some(arg) = args.iter().find(|arg| arg.parse::<u64>().is_err()) {
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
        check(&["1", "2", "3"], "replay takes two numbers at most");
        check(&["all"], "replay takes numbers, not `all`");
    }
}
