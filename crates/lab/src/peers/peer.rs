//! The interface of a peer, and the tools that all peers use.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gridwright::{Question, Verdict};
use gridwright_control::median;

use crate::peers::encode::Encoded;
use crate::peers::instances::Instance;
use crate::peers::spec::BenchmarkRow;
use crate::process::{self, Bounds, Finished};

/// Bounds of grounding, flattening and version checks, which are not measured.
pub(crate) const PREPARATION: Bounds = Bounds {
    time: Duration::from_secs(120),
    memory: None,
};

/// A run on one instance, by an engine or a peer.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The set-up time, if known: building the model, grounding, flattening, loading. It is part of the time of an engine, but not of that of a peer.
    pub setup: Option<Duration>,
    /// The processor time.
    pub time: Duration,
    /// Failures; `None` if the program was killed before it printed them.
    pub failures: Option<u64>,
    /// The verdict; `None` if a limit was reached first.
    pub verdict: Option<Verdict>,
    /// The number of answers, if they were counted.
    pub count: Option<u64>,
    /// The peak of resident bytes of its process.
    pub memory: Option<u64>,
}

/// One question about one instance.
pub(crate) struct Task<'a> {
    pub(crate) instance: &'a Instance,
    /// `None` if the models do not cover the instance.
    pub(crate) encoded: Option<&'a Encoded>,
    pub(crate) question: Question,
    pub(crate) bounds: Bounds,
}

impl Task<'_> {
    /// The number of answers to search for; `None` for questions that peers do not support.
    pub(crate) fn max_answers(&self) -> Option<u64> {
        match self.question {
            Question::Solve { max } => Some(max),
            Question::Unique => Some(2),
            Question::Count { .. } | Question::Backbone | Question::CommonFacts { .. } => None,
        }
    }
}

/// Facts about a peer.
pub(crate) struct PeerInfo {
    /// The name of its column.
    pub(crate) name: &'static str,
    /// Its version, and what is measured.
    pub(crate) about: String,
    /// The number of instances of a set to run it on; fewer if its preparation is slow.
    pub(crate) max_instances: usize,
}

/// Another program that is installed on this machine.
pub(crate) trait Peer {
    fn info(&self) -> &PeerInfo;

    /// Runs it on an instance; `None` if it has no model for it.
    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>>;

    /// Runs it on a whole row at once, for a program that can only be measured that way.
    fn run_all(
        &self,
        _: &BenchmarkRow,
        _: &[Instance],
        _: Bounds,
    ) -> Option<Result<Vec<(usize, Run)>, String>> {
        None
    }
}

/// A program in a folder of `PATH`.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(program));
    paths.find(|path| path.is_file())
}

/// A temporary folder for the files of a peer, deleted on drop.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Result<Scratch, String> {
        // Several benchmarks may run in one process.
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("gridwright-{}-{number}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(Scratch(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// Runs a program.
    pub(crate) fn run(
        &self,
        program: &str,
        args: &[&str],
        bounds: Bounds,
    ) -> Result<Finished, String> {
        process::run(program, args, &self.0, bounds)
    }

    /// The first non-empty output line of a program; `None` if it is not installed or fails.
    pub(crate) fn first_line(&self, program: &str, args: &[&str]) -> Option<String> {
        let finished = self.run(program, args, PREPARATION).ok()?;
        let mut lines = finished.text.lines().map(str::trim);
        lines.find(|line| !line.is_empty()).map(str::to_owned)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files left in the temporary folder are harmless.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A shorter run is repeated: after subtracting the start time, one run would be noise.
const SHORT: Duration = Duration::from_millis(30);

/// The median time of runs on an empty input, which is subtracted from all others.
pub(crate) fn start_time(
    mut run: impl FnMut() -> Result<Finished, String>,
) -> Result<Duration, String> {
    let first = run()?;
    Ok(repeated(first, 24, run)?.time)
}

/// One run; a short one with the median time of five.
pub(crate) fn timed(mut run: impl FnMut() -> Result<Finished, String>) -> Result<Finished, String> {
    let first = run()?;
    match first.time < SHORT {
        true => repeated(first, 4, run),
        false => Ok(first),
    }
}

/// A run with the median time of itself and `more` runs.
fn repeated(
    mut finished: Finished,
    more: usize,
    mut run: impl FnMut() -> Result<Finished, String>,
) -> Result<Finished, String> {
    let mut times = vec![finished.time];
    for _ in 0..more {
        let again = run()?;
        times.push(again.time);
        finished.memory = finished.memory.max(again.memory);
    }
    finished.time = median(times, Duration::cmp).expect("at least one time");
    Ok(finished)
}

/// The verdict for a number of answers found when searching for `max_answers`.
pub(crate) fn verdict(found: u64, max_answers: u64) -> Verdict {
    match (found, max_answers) {
        (0, _) => Verdict::None,
        (1.., 1) => Verdict::Solved,
        (1, _) => Verdict::Unique,
        _ => Verdict::Multiple,
    }
}

/// A whole number that a program prints on its own line.
pub(crate) fn statistic(finished: &Finished, name: &str) -> Option<u64> {
    value(finished, name)?.parse().ok()
}

/// A time in seconds that a program prints on its own line.
pub(crate) fn seconds(finished: &Finished, name: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(value(finished, name)?.parse().ok()?).ok()
}

/// The number after a name and `:` or `=` at the start of a line.
fn value<'f>(finished: &'f Finished, name: &str) -> Option<&'f str> {
    finished.text.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.trim_start();
        let value = value.strip_prefix([':', '='])?.trim_start();
        let is_number = |c: char| c.is_ascii_digit() || ".e-".contains(c);
        let end = value.find(|c| !is_number(c));
        Some(&value[..end.unwrap_or(value.len())])
    })
}

/// The run of a program that was killed at a limit.
pub(crate) fn killed_run(finished: &Finished, bounds: Bounds) -> Run {
    Run {
        time: finished.time.max(bounds.time),
        memory: finished.memory,
        ..Run::default()
    }
}

/// The run of one of our models for another program. It prints a line with `RESULT`, the milliseconds of set-up and of search, the number of answers, and
/// the failures if it counts them.
pub(crate) fn parse_result(
    finished: &Finished,
    max_answers: u64,
    bounds: Bounds,
) -> Result<Run, String> {
    if finished.is_killed {
        return Ok(killed_run(finished, bounds));
    }
    let mut lines = finished.text.lines();
    let line = lines.find_map(|line| line.strip_prefix("RESULT "));
    let numbers: Option<Vec<f64>> = line.map(|line| {
        let words = line.split_whitespace();
        words.filter_map(|word| word.parse().ok()).collect()
    });
    match numbers.as_deref() {
        Some([setup, solve, found, rest @ ..]) => Ok(Run {
            setup: Some(from_ms(*setup)),
            time: from_ms(*solve),
            failures: rest.first().map(|failures| *failures as u64),
            verdict: Some(verdict(*found as u64, max_answers)),
            count: None,
            memory: finished.memory,
        }),
        _ => Err(finished.text.clone()),
    }
}

/// The duration of a number of milliseconds.
pub(crate) fn from_ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

/// The first non-empty line of an error output, shortened.
pub(crate) fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or_default().chars().take(200).collect()
}
