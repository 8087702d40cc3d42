//! `cargo xtask fuzz [how many] [first seed]`: random models, on which all engines must agree.
//! `cargo xtask fuzz parsers [how many] [seed]`: random and mutated texts, which every parser must read or refuse.
//! `cargo xtask fuzz sudoku [how many] [first seed]`: random and mutated boards of nine, on which the bulk engine, the oracle and models must agree.

use crate::{Stop, root};
use std::process::Command;

/// What is run for models, for parsers and for boards: the package and its example.
const MODELS: [&str; 2] = ["gridwright-solve", "fuzz"];
const PARSERS: [&str; 2] = ["gridwright", "fuzz_parsers"];
const BOARDS: [&str; 2] = ["gridwright", "fuzz_sudoku"];

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    let ([package, example], args) = match args.split_first() {
        Some((first, rest)) if first == "parsers" => (PARSERS, rest),
        Some((first, rest)) if first == "sudoku" => (BOARDS, rest),
        _ => (MODELS, args),
    };
    if args.len() > 2 {
        return Err(Stop::Usage("fuzz takes two numbers at most".to_owned()));
    }
    if let Some(arg) = args.iter().find(|arg| arg.parse::<u64>().is_err()) {
        return Err(Stop::Usage(format!("fuzz takes numbers, not `{arg}`")));
    }
    let done = Command::new("cargo")
        .args([
            "run",
            "--release",
            "-p",
            package,
            "--example",
            example,
            "--",
        ])
        .args(args)
        .current_dir(root())
        .status();
    if done.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Stop::Failed(
        "a law was broken, or nothing was tried".to_owned(),
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
        check(&["parsers", "x"], "fuzz takes numbers, not `x`");
    }
}
