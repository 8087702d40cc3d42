//! `verify`: checks saved explanations.

use clap::Args;
use gridwright::explain::check_size;
use gridwright::{kind, verify};

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::input::puzzles::sources;
use crate::output::explanation_json::SavedExplanation;

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Files written by `explain --json`, or - for standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

impl Verify {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut status = ExitStatus::Success;
        let mut n_seen = 0;
        for source in sources(&self.files)? {
            for (i, line) in source.text.lines().enumerate() {
                if line.trim().is_empty() {
                    continue;
                }
                n_seen += 1;
                match replayed(&source, i + 1, line) {
                    Ok(summary) => outln!("{summary}"),
                    Err(message) => {
                        status = ExitStatus::Error;
                        eprintln!("{message}");
                    }
                }
            }
        }
        match n_seen {
            0 => Err("the input contains no explanation".to_owned()),
            _ => Ok(status),
        }
    }
}

/// Checks one line; returns a summary, or why it is rejected.
fn replayed(source: &Source, line: usize, text: &str) -> Result<String, String> {
    let place = format!("{}:{line}", source.name);
    let saved: SavedExplanation = serde_json::from_str(text)
        .map_err(|error| format!("{place}: error: not an explanation: {error}"))?;
    let name = format!("{place}: {} {}", saved.kind, saved.name);
    let kind = kind(&saved.kind).ok_or_else(|| format!("{name}: error: unknown puzzle kind"))?;
    let instance = kind
        .read(None, &saved.puzzle)
        .map_err(|error| format!("{name}: error: {}", error.message))?;
    check_size(&*instance).map_err(|error| format!("{name}: error: {error}"))?;
    let explanation = saved.explanation(&*instance);
    let explanation = explanation.map_err(|error| format!("{name}: rejected: {error}"))?;
    let verified = verify(&*instance, &explanation);
    let verified = verified.map_err(|refusal| format!("{name}: rejected: {refusal}"))?;
    let n = explanation.steps.len();
    let steps = if n == 1 { "step" } else { "steps" };
    let summary = match saved.end.as_str() {
        "solved" => format!("{name}: {n} {steps} verified, up to the answer"),
        "shared" => format!("{name}: {n} {steps} verified, up to what all answers have in common"),
        _ => format!("{name}: {n} {steps} verified; the explanation is incomplete"),
    };
    let parts = [
        ("checked", verified.checked()),
        ("not checked", verified.unchecked()),
    ];
    let parts = parts.iter().filter(|(_, parts)| !parts.is_empty());
    let parts = parts.map(|(which, parts)| format!("\n  {which}: {}", parts.join("; ")));
    Ok(summary + &parts.collect::<String>())
}
