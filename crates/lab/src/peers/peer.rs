//! What a peer is, and which of those that are known are installed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gridwright::{Question, Verdict};

use crate::peers::corpus::Instance;
use crate::peers::row::Run;
use crate::peers::rows::Row;
use crate::peers::told::Told;
use crate::peers::{clingo, flatzinc, python, swi, tdoku};
use crate::process::{self, Bounds, Ended};

/// Grounding, flattening and finding out what is installed are not what is measured; they may take this long.
pub(crate) const PREPARING: Bounds = Bounds {
    time: Duration::from_secs(120),
    memory: None,
};

/// One question about one instance.
pub(crate) struct Asking<'a> {
    pub(crate) instance: &'a Instance,
    /// `None` if its text has something that the models do not know.
    pub(crate) told: Option<&'a Told>,
    pub(crate) question: Question,
    pub(crate) bounds: Bounds,
}

impl Asking<'_> {
    /// How many answers a program has to look for; `None` for questions that are only ours.
    pub(crate) fn most(&self) -> Option<u64> {
        match self.question {
            Question::Solve { most } => Some(most),
            Question::Unique => Some(2),
            Question::Count { .. } | Question::Backbone | Question::Shared { .. } => None,
        }
    }
}

/// Another program that was found on this machine.
pub(crate) trait Peer {
    /// The name of its column.
    fn name(&self) -> &'static str;

    /// Its version, and what is measured of it.
    fn about(&self) -> String;

    /// The share of a set it is tried on, because preparing takes it long.
    fn most(&self) -> usize;

    /// Runs it on an instance; `None` if it has no model for that.
    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>>;

    /// Runs it on a whole row at once, where that is the only way it can be measured.
    fn run_all(
        &self,
        _: &Row,
        _: &[Instance],
        _: Bounds,
    ) -> Option<Result<Vec<(usize, Run)>, String>> {
        None
    }
}

/// A peer that may be installed.
pub(crate) struct Known {
    pub(crate) name: &'static str,
    find: fn(&'static str) -> Result<Box<dyn Peer>, String>,
}

/// All that are known, in the order of the columns.
pub(crate) const KNOWN: &[Known] = &[
    Known {
        name: "clingo",
        find: clingo::find,
    },
    Known {
        name: "gecode",
        find: flatzinc::gecode,
    },
    Known {
        name: "chuffed",
        find: flatzinc::chuffed,
    },
    Known {
        name: "ortools",
        find: python::ortools,
    },
    Known {
        name: "cadical",
        find: python::cadical,
    },
    Known {
        name: "clpfd",
        find: swi::clpfd,
    },
    Known {
        name: "chr",
        find: swi::chr,
    },
    Known {
        name: "tdoku",
        find: tdoku::find,
    },
];

/// The peers that are here, and for each of the others its name and why it is not.
pub(crate) type Found = (Vec<Box<dyn Peer>>, Vec<(&'static str, String)>);

/// The peers that are wanted.
pub(crate) fn found(wants: &dyn Fn(&str) -> bool) -> Found {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for known in KNOWN.iter().filter(|known| wants(known.name)) {
        match (known.find)(known.name) {
            Ok(peer) => found.push(peer),
            Err(why) => missing.push((known.name, why)),
        }
    }
    (found, missing)
}

/// A folder for what a peer reads and writes, gone with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Result<Scratch, String> {
        let folder = std::env::temp_dir().join(format!("gridwright-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(Scratch(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file; its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// Runs a program here.
    pub(crate) fn run(
        &self,
        program: &str,
        args: &[&str],
        bounds: Bounds,
    ) -> Result<Ended, String> {
        process::run(program, args, &self.0, bounds)
    }

    /// The first line a program prints that is not empty; `None` if it is not installed or fails.
    pub(crate) fn says(&self, program: &str, args: &[&str]) -> Option<String> {
        let ended = self.run(program, args, PREPARING).ok()?;
        let mut lines = ended.text.lines().map(str::trim);
        lines.find(|line| !line.is_empty()).map(str::to_owned)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in a folder of temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A run shorter than this is made several times: what is left of it once the start is subtracted would be noise.
const BRIEF: Duration = Duration::from_millis(30);

/// The median time of runs on nothing, which is subtracted from all others; an error if the program cannot be run.
pub(crate) fn start(mut run: impl FnMut() -> Result<Ended, String>) -> Result<Duration, String> {
    let first = run()?;
    Ok(median(first, 24, run)?.time)
}

/// One run with its time, if it is short with the median of five.
pub(crate) fn timed(mut run: impl FnMut() -> Result<Ended, String>) -> Result<Ended, String> {
    let first = run()?;
    match first.time < BRIEF {
        true => median(first, 4, run),
        false => Ok(first),
    }
}

/// A run with the median time of it and so many more.
fn median(
    mut ended: Ended,
    more: usize,
    mut run: impl FnMut() -> Result<Ended, String>,
) -> Result<Ended, String> {
    let mut times = vec![ended.time];
    for _ in 0..more {
        let again = run()?;
        times.push(again.time);
        ended.memory = ended.memory.max(again.memory);
    }
    times.sort_unstable();
    ended.time = times[times.len() / 2];
    Ok(ended)
}

/// The verdict on so many answers found where `most` were looked for.
pub(crate) fn verdict(found: u64, most: u64) -> Verdict {
    match (found, most) {
        (0, _) => Verdict::None,
        (1.., 1) => Verdict::Solved,
        (1, _) => Verdict::Unique,
        _ => Verdict::Multiple,
    }
}

/// A whole number that a program tells on a line of its own.
pub(crate) fn statistic(ended: &Ended, name: &str) -> Option<u64> {
    value(ended, name)?.parse().ok()
}

/// A time in seconds that a program tells on a line of its own.
pub(crate) fn seconds(ended: &Ended, name: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(value(ended, name)?.parse().ok()?).ok()
}

/// What stands on a line of its own after a name and `:` or `=`, as far as it is a number.
fn value<'e>(ended: &'e Ended, name: &str) -> Option<&'e str> {
    ended.text.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.trim_start();
        let value = value.strip_prefix([':', '='])?.trim_start();
        let is_number = |c: char| c.is_ascii_digit() || ".e-".contains(c);
        let end = value.find(|c| !is_number(c));
        Some(&value[..end.unwrap_or(value.len())])
    })
}

/// A run that was ended from outside: nothing is known of it but its time and memory.
pub(crate) fn cut_run(ended: &Ended, bounds: Bounds) -> Run {
    Run {
        setup: None,
        time: ended.time.max(bounds.time),
        failures: None,
        verdict: None,
        count: None,
        memory: ended.memory,
    }
}

/// What a program of ours for another system says of its run on the line that starts with `RESULT`: milliseconds before the search and in it,
/// answers, and failures if it counts them.
pub(crate) fn told_result(ended: &Ended, most: u64, bounds: Bounds) -> Result<Run, String> {
    if ended.cut {
        return Ok(cut_run(ended, bounds));
    }
    let line = ended
        .text
        .lines()
        .find_map(|line| line.strip_prefix("RESULT "));
    let numbers: Option<Vec<f64>> = line.map(|line| {
        line.split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect()
    });
    match numbers.as_deref() {
        Some([setup, solve, found, rest @ ..]) => Ok(Run {
            setup: Some(milliseconds(*setup)),
            time: milliseconds(*solve),
            failures: rest.first().map(|failures| *failures as u64),
            verdict: Some(verdict(*found as u64, most)),
            count: None,
            memory: ended.memory,
        }),
        _ => Err(ended.text.clone()),
    }
}

fn milliseconds(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}
