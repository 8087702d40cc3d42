//! Our engine in its own process, so that its memory is measured like that of the peers. The measuring program calls itself with one puzzle; the child prints
//! one line.

use std::path::Path;
use std::time::Duration;

use gridwright::{EngineName, Question, Verdict, kind};

use crate::peers::instances::Instance;
use crate::peers::peer::{Run, Scratch, from_ms, killed_run};
use crate::peers::run_engine;
use crate::process::{Bounds, memory_of, ms};

/// The first argument of a child process; kind, question, time limit in seconds and path of the puzzle follow.
pub(crate) const ONE: &str = "--one";

/// The argument for a question.
fn question_argument(question: Question) -> &'static str {
    match question {
        Question::Unique => "verdict",
        _ => "first",
    }
}

/// Runs the child process if the arguments request it, and returns the line to print; `None` for other arguments.
pub fn run_child(args: &[String]) -> Option<Result<String, String>> {
    let [first, kind, question, seconds, path] = args else {
        return None;
    };
    (first == ONE).then(|| solve(kind, question, seconds, path))
}

fn solve(id: &str, question: &str, seconds: &str, path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let kind = kind(id).ok_or("unknown kind")?;
    let instance = kind.read(None, &text).map_err(|error| error.message)?;
    let question = match question {
        "first" => Question::Solve { max: 1 },
        _ => Question::Unique,
    };
    let seconds: f64 = seconds.parse().map_err(|_| "invalid time limit")?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    let run = run_engine(path, &instance, question, EngineName::Auto, time)?;
    Ok(format!(
        "OWN {} {} {} {} {}",
        ms(run.setup.unwrap_or_default()),
        ms(run.time),
        run.failures.unwrap_or_default(),
        memory_of("/proc/self", "VmHWM:").unwrap_or_default(),
        run.verdict.map_or("stopped", Verdict::word),
    ))
}

/// Runs a child process on a puzzle.
pub(crate) fn run(
    program: &Path,
    instance: &Instance,
    kind: &str,
    question: Question,
    bounds: Bounds,
    scratch: &Scratch,
) -> Result<Run, String> {
    let path = scratch.write("puzzle.txt", &instance.text)?;
    let seconds = bounds.time.as_secs_f64().to_string();
    let args = [ONE, kind, question_argument(question), &seconds, &path];
    // The child enforces the limit itself; starting and parsing are not part of its time.
    let outer = Bounds {
        time: bounds.time + Duration::from_secs(10),
        ..bounds
    };
    let finished = scratch.run(&program.to_string_lossy(), &args, outer)?;
    if finished.is_killed {
        return Ok(killed_run(&finished, bounds));
    }
    let line = finished
        .text
        .lines()
        .find_map(|line| line.strip_prefix("OWN "));
    let fields: Vec<&str> = line.unwrap_or_default().split(' ').collect();
    let [setup, time, failures, memory, verdict] = fields[..] else {
        return Err(format!("{}: {}", instance.name, finished.text.trim()));
    };
    let time_of = |text: &str| from_ms(text.parse().unwrap_or_default());
    let verdicts = [
        Verdict::Unique,
        Verdict::Multiple,
        Verdict::None,
        Verdict::Solved,
    ];
    Ok(Run {
        setup: Some(time_of(setup)),
        time: time_of(time),
        failures: failures.parse().ok(),
        verdict: verdicts.into_iter().find(|known| known.word() == verdict),
        count: None,
        memory: memory
            .parse()
            .ok()
            .filter(|bytes| *bytes > 0)
            .or(finished.memory),
    })
}
