//! `cargo xtask test`: all checks, each step a plain command that also runs on its own.

use crate::{Error, needs, no_arguments, root};
use std::process::Command;
use std::time::{Duration, Instant};

/// The steps in order, cheapest first.
/// `cargo test --workspace` runs unit, law, integration and documentation tests, and compiles the examples.
const STEPS: &[Step] = &[
    step(&[], "cargo fmt --all --check"),
    step(&[], "cargo clippy --workspace --all-targets -- -D warnings"),
    step(&[], "cargo test --workspace"),
    step(
        &[("RUSTDOCFLAGS", "-D warnings")],
        "cargo doc --workspace --no-deps",
    ),
    step(&[], "cargo xtask tidy"),
];

/// A command with its environment variables; no argument has blanks.
#[derive(Clone, Copy)]
struct Step {
    env: &'static [(&'static str, &'static str)],
    command: &'static str,
}

const fn step(env: &'static [(&'static str, &'static str)], command: &'static str) -> Step {
    Step { env, command }
}

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    no_arguments(args)?;
    needs::provide()?;
    let mut times = Vec::new();
    let outcome = run_steps(STEPS, &mut times);
    println!("\n{}", summary(&times));
    outcome
}

/// Runs the steps up to the first that fails, and records the time of each.
fn run_steps(steps: &[Step], times: &mut Vec<(String, Duration, bool)>) -> Result<(), Error> {
    for step in steps {
        println!("\n$ {}", step.line());
        let start = Instant::now();
        let mut words = step.command.split(' ');
        let done = Command::new(words.next().unwrap_or_default())
            .args(words)
            .envs(step.env.iter().copied())
            .current_dir(root())
            .status();
        let passed = done.is_ok_and(|status| status.success());
        times.push((step.line(), start.elapsed(), passed));
        if !passed {
            return Err(Error::Failed(format!("failed: {}", step.line())));
        }
    }
    Ok(())
}

impl Step {
    /// The step as a command line.
    fn line(&self) -> String {
        let env = self
            .env
            .iter()
            .map(|(name, value)| format!("{name}=\"{value}\" "));
        env.collect::<String>() + self.command
    }
}

fn summary(times: &[(String, Duration, bool)]) -> String {
    let mut text = String::new();
    for (line, time, passed) in times {
        let verdict = if *passed { "passed" } else { "FAILED" };
        text += &format!("{verdict} {:>7.1} s  {line}\n", time.as_secs_f64());
    }
    let total: Duration = times.iter().map(|(_, time, _)| *time).sum();
    text + &format!("total  {:>7.1} s", total.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stop_at_the_first_failure_and_name_it() {
        let good = step(&[], "true");
        let bad = step(&[("A", "b c")], "false");
        let mut times = Vec::new();
        assert_eq!(
            run_steps(&[good, bad, good], &mut times),
            Err(Error::Failed("failed: A=\"b c\" false".to_owned()))
        );
        let verdicts: Vec<bool> = times.iter().map(|(_, _, passed)| *passed).collect();
        assert_eq!(verdicts, [true, false]);
    }

    #[test]
    fn the_summary_is_aligned() {
        let times = [
            ("cargo a".to_owned(), Duration::from_millis(1500), true),
            ("cargo b".to_owned(), Duration::from_millis(61_000), false),
        ];
        assert_eq!(
            summary(&times),
            "passed     1.5 s  cargo a\nFAILED    61.0 s  cargo b\ntotal     62.5 s"
        );
    }
}
