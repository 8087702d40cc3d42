//! `cargo xtask bench NAME`: measures the engine, or the puzzles, beside Gecode and clingo where those are installed.
//! The programs that measure are benches of the rooms they measure, because this one is built without optimisation.

use crate::{Stop, root};
use std::process::Command;

/// What can be measured: its name here, the package and the bench.
const BENCHES: &[(&str, &str, &str)] = &[
    ("engine", "gridwright-constraints", "engine"),
    ("puzzles", "gridwright", "puzzles"),
    ("chr", "gridwright-chr", "classic"),
    ("generate", "gridwright-setter", "generate"),
    ("eclipse", "gridwright-eclipse", "eclipse"),
    ("minizinc", "gridwright-fzn", "minizinc"),
    ("sudoku", "gridwright-bulk", "sudoku"),
];

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    let words = words(args)?;
    let done = Command::new("cargo")
        .args(&words)
        .current_dir(root())
        .status();
    if done.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(Stop::Failed(format!(
            "this failed: cargo {}",
            words.join(" ")
        )))
    }
}

/// The arguments of cargo for a bench and what follows its name.
fn words(args: &[String]) -> Result<Vec<String>, Stop> {
    let names: Vec<&str> = BENCHES.iter().map(|bench| bench.0).collect();
    let usage = |why: &str| Stop::Usage(format!("{why}; there are: {}", names.join(", ")));
    let (name, rest) = args.split_first().ok_or(usage("bench what?"))?;
    let (_, package, bench) = BENCHES
        .iter()
        .find(|bench| bench.0 == name)
        .ok_or(usage(&format!("no bench is called `{name}`")))?;
    let fixed = [
        "bench",
        "--quiet",
        "--package",
        package,
        "--bench",
        bench,
        "--",
    ];
    let fixed = fixed.iter().map(|&word| word.to_owned());
    Ok(fixed.chain(rest.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(args: &[&str]) -> Result<String, Stop> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        words(&args).map(|words| words.join(" "))
    }

    #[test]
    fn arguments_are_passed_on() {
        assert_eq!(
            line(&["engine", "--quick", "queens"]),
            Ok(
                "bench --quiet --package gridwright-constraints --bench engine -- --quick queens"
                    .to_owned()
            )
        );
    }

    #[test]
    fn misuse_is_named() {
        let usage = |why: &str| Err(Stop::Usage(why.to_owned()));
        assert_eq!(
            line(&[]),
            usage(
                "bench what?; there are: engine, puzzles, chr, generate, eclipse, minizinc, sudoku"
            )
        );
        assert_eq!(
            line(&["moon"]),
            usage(
                "no bench is called `moon`; there are: engine, puzzles, chr, generate, eclipse, minizinc, sudoku"
            )
        );
    }
}
