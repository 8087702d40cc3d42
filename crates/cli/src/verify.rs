//! `verify`: replays saved explanations.

use clap::Args;
use gridwright::{kind, verify};

use crate::ending::Ending;
use crate::input::{Source, sources};
use crate::saved::Saved;

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Files that `explain --json` wrote, or - for standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

impl Verify {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut ending = Ending::Well;
        let mut n_seen = 0;
        for source in sources(&self.files)? {
            for (i, line) in source.text.lines().enumerate() {
                if line.trim().is_empty() {
                    continue;
                }
                n_seen += 1;
                match replayed(&source, i + 1, line) {
                    Ok(told) => outln!("{told}"),
                    Err(message) => {
                        ending = Ending::Error;
                        eprintln!("{message}");
                    }
                }
            }
        }
        match n_seen {
            0 => Err("there is no explanation in the input".to_owned()),
            _ => Ok(ending),
        }
    }
}

/// Replays one line; what is told of it, or why it is refused.
fn replayed(source: &Source, line: usize, text: &str) -> Result<String, String> {
    let place = format!("{}:{line}", source.name);
    let saved: Saved = serde_json::from_str(text)
        .map_err(|error| format!("{place}: error: not an explanation: {error}"))?;
    let name = format!("{place}: {} {}", saved.kind, saved.name);
    let kind = kind(&saved.kind).ok_or_else(|| format!("{name}: error: there is no such kind"))?;
    let instance = kind
        .read(None, &saved.puzzle)
        .map_err(|error| format!("{name}: error: {}", error.message))?;
    let explanation = saved.explanation(&*instance);
    let explanation = explanation.map_err(|error| format!("{name}: refused: {error}"))?;
    let refused = verify(&*instance, &explanation);
    refused.map_err(|refusal| format!("{name}: refused: {refusal}"))?;
    let n = explanation.steps.len();
    let steps = if n == 1 { "step" } else { "steps" };
    Ok(match saved.end.as_str() {
        "solved" => format!("{name}: {n} {steps} hold, and lead to the answer"),
        "shared" => format!("{name}: {n} {steps} hold, as far as the answers agree"),
        _ => format!("{name}: {n} {steps} hold; they do not go to the end"),
    })
}
