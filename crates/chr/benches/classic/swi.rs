//! SWI-Prolog beside us: the same text and the same goal, timed by its own clock.

use std::path::Path;
use std::process::Command;

use crate::case::Case;

/// What one side says of a case.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    /// Seconds to read and compile the program.
    pub(crate) load: f64,
    /// Seconds of the processor for each run.
    pub(crate) runs: Vec<f64>,
    /// What the goal bound, written out, and the counter of search nodes.
    pub(crate) answer: String,
    pub(crate) nodes: i64,
}

impl Timed {
    /// Adds the runs of another turn.
    pub(crate) fn join(&mut self, turn: &Timed) {
        self.load = self.load.min(turn.load);
        self.runs.extend(&turn.runs);
    }

    /// Seconds of the shortest run.
    pub(crate) fn shortest(&self) -> f64 {
        self.runs.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The version that is installed, if one is.
pub(crate) fn version() -> Option<String> {
    let out = Command::new("swipl").arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

/// Runs a case; or says why that did not work.
pub(crate) fn run(case: &Case, file: &Path, n_runs: usize) -> Result<Timed, String> {
    let flags: String = case
        .flags
        .iter()
        .map(|(name, value)| format!("create_prolog_flag({name}, {value}, []), "))
        .collect();
    let goal = format!(
        "{flags} statistics(cputime, L0), load_files('{}', [silent(true)]), statistics(cputime, L1), L is L1-L0, \
         format(\"load ~w~n\", [L]), forall(between(1, {n_runs}, _), ( flag(nodes, _, 0), garbage_collect, \
         statistics(cputime, T0), ( {} -> true ; R = no ), statistics(cputime, T1), T is T1-T0, flag(nodes, N, N), \
         format(\"run ~w~nnodes ~w~nanswer ~w~n\", [T, N, R]) )), halt",
        file.display(),
        case.goal
    );
    let out = Command::new("swipl")
        .args(["-O", "-q", "--stack-limit=4g", "-g", &goal, "-t", "halt(1)"])
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let all = |word: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let found = lines.filter(|(first, _)| *first == word);
        found.map(|(_, rest)| rest.to_owned()).collect()
    };
    let runs: Vec<f64> = all("run").iter().filter_map(|t| t.parse().ok()).collect();
    match (runs.len() == n_runs, all("answer").pop()) {
        (true, Some(answer)) => Ok(Timed {
            load: all("load")
                .pop()
                .and_then(|t| t.parse().ok())
                .unwrap_or(0.0),
            runs,
            answer: answer.replace(' ', ""),
            nodes: all("nodes").pop().and_then(|n| n.parse().ok()).unwrap_or(0),
        }),
        _ => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
    }
}
