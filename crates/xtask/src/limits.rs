//! `cargo xtask limits`: runs the hostile inputs of the command in a release build, and lists how far each run went past its time limit.

use crate::{Error, root};
use std::process::Command;

/// The time limit that the tests give, in milliseconds, as it stands in the commands.
const LIMIT: u64 = 200;
const LIMIT_OPTIONS: &[&str] = &["--time-limit 200ms", "-t 200 "];

/// The most processor time after the limit, in milliseconds.
const MAX_EXCESS: u64 = 100;

/// The number of commands that are listed.
const N_LISTED: usize = 25;

/// `limits [part of the name of a test]`
pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let file = root().join("target/limits.txt");
    let folder = file.parent().expect("it is in a folder");
    let prepared = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, ""));
    prepared.map_err(|error| Error::Failed(format!("{}: {error}", file.display())))?;
    // One at a time: processor time grows if two run on one core that has two hardware threads.
    let status = Command::new("cargo")
        .args(["test", "--release", "-p", "gridwright-cli"])
        .args(["--test", "hostile", "--", "--test-threads", "1"])
        .args(args)
        .env("TEST_TIMES", &file)
        .current_dir(root())
        .status();
    if !status.is_ok_and(|status| status.success()) {
        return Err(Error::Failed("a hostile input failed".to_owned()));
    }
    let text = std::fs::read_to_string(&file);
    let text = text.map_err(|error| Error::Failed(format!("{}: {error}", file.display())))?;
    let rows = excesses(&text);
    println!(
        "{} commands with a limit of {LIMIT} ms; processor time after the limit, in ms:",
        rows.len()
    );
    for (excess, command) in rows.iter().take(N_LISTED) {
        println!("{excess:6} {command}");
    }
    let n = rows
        .iter()
        .filter(|(excess, _)| *excess > MAX_EXCESS)
        .count();
    match (n, rows.is_empty()) {
        (_, true) => Err(Error::Failed("no command was measured".to_owned())),
        (0, _) => Ok(()),
        (n, _) => Err(Error::Failed(format!(
            "{n} commands took more than {MAX_EXCESS} ms after their limit"
        ))),
    }
}

/// The commands with a time limit and the processor time that they took after it, the longest first. The rows are a time in milliseconds and a command.
fn excesses(text: &str) -> Vec<(u64, &str)> {
    let row = |line| -> Option<(u64, &str)> {
        let (time, command): (&str, &str) = str::split_once(line, ' ')?;
        let has_limit = LIMIT_OPTIONS.iter().any(|option| command.contains(option));
        let threads = if command.contains("--threads 2") {
            2
        } else {
            1
        };
        let time: u64 = time.parse().ok()?;
        has_limit.then(|| (time.saturating_sub(LIMIT * threads), command))
    };
    let mut rows: Vec<(u64, &str)> = text.lines().filter_map(row).collect();
    rows.sort_by_key(|(excess, _)| std::cmp::Reverse(*excess));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_by_their_excess() {
        let text = "250 solve a --time-limit 200ms\n3000 convert b\n190 -t 200 c.fzn\n520 solve --threads 2 d --time-limit 200ms\n";
        let expected = [
            (120, "solve --threads 2 d --time-limit 200ms"),
            (50, "solve a --time-limit 200ms"),
            (0, "-t 200 c.fzn"),
        ];
        assert_eq!(excesses(text), expected);
    }
}
