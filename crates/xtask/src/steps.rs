//! Steps of a check: plain commands that also run on their own, with their times.

use crate::{Error, root};
use std::process::Command;
use std::time::{Duration, Instant};

/// A command with its environment variables; no argument has blanks.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    env: &'static [(&'static str, &'static str)],
    command: String,
}

impl Step {
    pub(crate) fn new(command: impl Into<String>) -> Step {
        Step {
            env: &[],
            command: command.into(),
        }
    }

    pub(crate) fn env(self, env: &'static [(&'static str, &'static str)]) -> Step {
        Step { env, ..self }
    }

    /// The step as a command line.
    fn line(&self) -> String {
        let env = self
            .env
            .iter()
            .map(|(name, value)| format!("{name}=\"{value}\" "));
        env.collect::<String>() + &self.command
    }
}

/// Runs the steps up to the first that fails, and prints the time of each.
pub(crate) fn run(steps: &[Step]) -> Result<(), Error> {
    let mut times = Vec::new();
    let outcome = run_timed(steps, &mut times);
    println!("\n{}", summary(&times));
    outcome
}

fn run_timed(steps: &[Step], times: &mut Vec<(String, Duration, bool)>) -> Result<(), Error> {
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
        let good = || Step::new("true");
        let bad = Step::new("false").env(&[("A", "b c")]);
        let mut times = Vec::new();
        assert_eq!(
            run_timed(&[good(), bad, good()], &mut times),
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
