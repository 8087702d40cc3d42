//! Our side in a process of its own, so that its memory is measured as that of others is. The program that measures is called again with one puzzle, and answers on a
//! line.

use std::path::Path;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright::{EngineName, Question, Verdict, kind};

use crate::peers::corpus::Instance;
use crate::peers::peer::{Scratch, cut_run};
use crate::peers::{Run, ours};
use crate::process::{Bounds, held};

/// What the program is called with for one puzzle, before its kind, the question, the limit in seconds and the path of its text.
pub(crate) const ONE: &str = "--one";

/// The question in the words that the program is called with.
fn word(question: Question) -> &'static str {
    match question {
        Question::Unique => "verdict",
        _ => "first",
    }
}

/// Answers for one puzzle, where the arguments of the program ask for it: the line to print, or what is wrong. `None` where they do not.
pub fn answer(args: &[String]) -> Option<Result<String, String>> {
    let [first, kind, question, seconds, path] = args else {
        return None;
    };
    (first == ONE).then(|| answered(kind, question, seconds, path))
}

fn answered(id: &str, question: &str, seconds: &str, path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let kind = kind(id).ok_or("no such kind")?;
    let given = kind.read(None, &text).map_err(|error| error.message)?;
    let question = match question {
        "first" => Question::Solve { most: 1 },
        _ => Question::Unique,
    };
    let seconds: f64 = seconds.parse().map_err(|_| "no number of seconds")?;
    let bounds = Bounds {
        time: Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?,
        memory: None,
    };
    let run = ours::run(
        path,
        &given,
        question,
        EngineName::Auto,
        bounds,
        &Stop::new(),
    )?;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(format!(
        "OWN {} {} {} {} {}",
        ms(run.setup.unwrap_or_default()),
        ms(run.time),
        run.failures.unwrap_or_default(),
        held("/proc/self", "VmHWM:").unwrap_or_default(),
        run.verdict.map_or("stopped", Verdict::word),
    ))
}

/// Runs the program on a puzzle.
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
    let args = [ONE, kind, word(question), &seconds, &path];
    // It keeps to the limit itself; what it takes to start and to read is not in its time.
    let outer = Bounds {
        time: bounds.time + Duration::from_secs(10),
        ..bounds
    };
    let ended = scratch.run(&program.to_string_lossy(), &args, outer)?;
    if ended.cut {
        return Ok(cut_run(&ended, bounds));
    }
    let line = ended
        .text
        .lines()
        .find_map(|line| line.strip_prefix("OWN "));
    let words: Vec<&str> = line.unwrap_or_default().split(' ').collect();
    let [setup, time, failures, memory, verdict] = words[..] else {
        return Err(format!("{}: {}", instance.name, ended.text.trim()));
    };
    let time_of = |text: &str| {
        let ms: f64 = text.parse().unwrap_or_default();
        Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
    };
    let known = [
        Verdict::Unique,
        Verdict::Multiple,
        Verdict::None,
        Verdict::Solved,
    ];
    Ok(Run {
        setup: Some(time_of(setup)),
        time: time_of(time),
        failures: failures.parse().ok(),
        verdict: known.into_iter().find(|known| known.word() == verdict),
        count: None,
        memory: memory
            .parse()
            .ok()
            .filter(|bytes| *bytes > 0)
            .or(ended.memory),
    })
}
