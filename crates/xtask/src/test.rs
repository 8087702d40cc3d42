//! `cargo xtask test`: the checks that need only the toolchain. `--full` adds lints, documentation, licences and the tests that need referees.

use crate::steps::{self, Step};
use crate::tidy::{RefereedTest, Tree, refereed_tests};
use crate::{Error, doctor, root};
use std::collections::BTreeMap;

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    match args {
        [] => quick(),
        [full] if full == "--full" => full_run(),
        [other, ..] => Err(Error::Usage(format!("unexpected argument `{other}`"))),
    }
}

/// The steps in order, cheapest first.
fn quick() -> Result<(), Error> {
    steps::run(&[
        Step::new("cargo fmt --all --check"),
        Step::new("cargo xtask tidy"),
        Step::new("cargo xtask run-tests").env(&[("TEST_SHARE", "5")]),
        Step::new("cargo test --workspace --doc"),
    ])?;
    println!("\nRandom and hostile tests tried a fifth of their inputs; `--full` tries all.");
    println!("\n{}", skipped(&refereed()?));
    Ok(())
}

fn full_run() -> Result<(), Error> {
    let missing = doctor::missing();
    if !missing.is_empty() {
        return Err(Error::Failed(format!(
            "missing: {}. To install:\n{}",
            missing.join(", "),
            doctor::instructions(&missing)
        )));
    }
    let optional = doctor::missing_optional();
    let without: Vec<String> = refereed()?
        .into_iter()
        .filter(|test| test.referees.iter().any(|name| optional.contains(name)))
        .map(|test| test.function)
        .collect();
    let skips: String = without
        .iter()
        .map(|test| format!(" --skip {test}"))
        .collect();
    steps::run(&[
        Step::new("cargo fmt --all --check"),
        Step::new("cargo xtask tidy"),
        Step::new("cargo xtask packages"),
        Step::new(
            "cargo clippy --workspace --all-targets --features gridwright-cli/parquet -- -D warnings",
        ),
        // Without `--doc`: an ignored example in the documentation does not compile.
        Step::new(format!(
            "cargo test --workspace --features gridwright-cli/parquet --lib --bins --tests --examples -- --include-ignored{skips}",
        )),
        Step::new("cargo test --workspace --features gridwright-cli/parquet --doc"),
        // These use the program that the tests have built.
        Step::new("cargo xtask pictures --check target/debug/gridwright"),
        Step::new("cargo xtask python"),
        Step::new("cargo doc --workspace --no-deps").env(&[("RUSTDOCFLAGS", "-D warnings")]),
    ])?;
    if !without.is_empty() {
        println!(
            "\nSkipped for want of {}: {}. To install:\n{}",
            optional.join(", "),
            without.join(", "),
            doctor::instructions(&optional)
        );
    }
    Ok(())
}

fn refereed() -> Result<Vec<RefereedTest>, Error> {
    let tree = Tree::load(&root());
    let tree =
        tree.map_err(|error| Error::Failed(format!("cannot read the repository: {error}")))?;
    Ok(refereed_tests(&tree))
}

/// What the quick checks left out, by referee, and how to run it.
fn skipped(tests: &[RefereedTest]) -> String {
    let mut by_referee: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for test in tests {
        let files = by_referee.entry(test.referees.join(" and ")).or_default();
        *files.entry(&test.file).or_default() += 1;
    }
    let mut text = format!("Skipped: {} tests that need a referee.\n", tests.len());
    for (referee, files) in &by_referee {
        let count: usize = files.values().sum();
        let files: Vec<&str> = files.keys().copied().collect();
        text += &format!("  {referee}: {count} in {}\n", files.join(", "));
    }
    text += "Skipped: the tests of the Python package; `cargo xtask python` runs them.\n";
    let missing = doctor::missing();
    text += &match missing[..] {
        [] => "All referees are installed: `cargo xtask test --full` runs them.".to_owned(),
        _ => format!(
            "`cargo xtask test --full` runs them. Not installed: {}\n{}",
            missing.join(", "),
            doctor::instructions(&missing).trim_end()
        ),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted_by_referee_and_file() {
        let test = |file: &str, referee| RefereedTest {
            file: file.to_owned(),
            function: "f".to_owned(),
            referees: vec![referee],
        };
        let tests = [
            test("b.rs", "Gecode"),
            test("a.rs", "Gecode"),
            test("a.rs", "Chromium"),
            test("a.rs", "Gecode"),
        ];
        let text = skipped(&tests);
        let expected = "Skipped: 4 tests that need a referee.\n  Chromium: 1 in a.rs\n  Gecode: 3 in a.rs, b.rs\n";
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn unknown_options_are_refused() {
        let error = run(&["--fast".to_owned()]);
        assert_eq!(
            error,
            Err(Error::Usage("unexpected argument `--fast`".to_owned()))
        );
    }
}
