//! `cargo xtask fuzz [how many] [first seed]`: random models, on which all engines must agree.

use crate::{Stop, root};
use std::process::Command;

const RUN: &[&str] = &[
    "run",
    "--release",
    "-p",
    "gridwright-solve",
    "--example",
    "fuzz",
    "--",
];

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    if args.len() > 2 {
        return Err(Stop::Usage("fuzz takes two numbers at most".to_owned()));
    }
    if let Some(arg) = args.iter().find(|arg| arg.parse::<u64>().is_err()) {
        return Err(Stop::Usage(format!("fuzz takes numbers, not `{arg}`")));
    }
    let done = Command::new("cargo")
        .args(RUN)
        .args(args)
        .current_dir(root())
        .status();
    if done.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Stop::Failed(
        "a model broke the law, or none was tried".to_owned(),
    ))
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
        check(&["1", "2", "3"], "fuzz takes two numbers at most");
        check(&["1", "-2"], "fuzz takes numbers, not `-2`");
        check(&["all"], "fuzz takes numbers, not `all`");
    }
}
