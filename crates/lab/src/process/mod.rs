//! Another program run once, its processor time and its memory measured and limited.

pub(crate) mod cpu;

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Of the processor.
    pub(crate) time: Duration,
    /// Bytes that are resident, where the system tells.
    pub(crate) memory: Option<u64>,
}

/// What came of a run.
pub(crate) struct Ended {
    /// What it wrote, errors after the rest.
    pub(crate) text: String,
    pub(crate) time: Duration,
    /// Whether it was ended at a limit.
    pub(crate) cut: bool,
    /// The most bytes that were resident, as far as that was seen: what is taken in the last thousandths of a second is not.
    pub(crate) memory: Option<u64>,
}

/// Runs a program with a scratch folder for what it writes.
pub(crate) fn run(
    program: &str,
    args: &[&str],
    scratch: &Path,
    bounds: Bounds,
) -> Result<Ended, String> {
    let why = |error: std::io::Error| format!("{program}: {error}");
    let (out, err) = (scratch.join("out"), scratch.join("err"));
    let mut child = Command::new(program)
        .args(args)
        // Some print numbers as the locale has them, and a comma is no point.
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(File::create(&out).map_err(why)?)
        .stderr(File::create(&err).map_err(why)?)
        .spawn()
        .map_err(why)?;
    let (time, cut, memory) = watch(&mut child, bounds).map_err(why)?;
    let read = |path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = read(&out).map_err(why)? + &read(&err).map_err(why)?;
    Ok(Ended {
        text,
        time,
        cut,
        memory,
    })
}

/// Waits for the end; the time spent, whether a limit was reached, and the most memory that was seen.
fn watch(child: &mut Child, bounds: Bounds) -> std::io::Result<(Duration, bool, Option<u64>)> {
    let start = Instant::now();
    let mut most = None;
    let folder = format!("/proc/{}", child.id());
    loop {
        let has_ended = has_ended(&folder);
        // A process that has ended keeps its account until it is waited for.
        let spent = cpu::of(&folder).unwrap_or_else(|| start.elapsed());
        match has_ended {
            Some(true) => {
                child.wait()?;
                return Ok((spent, false, most));
            }
            None if child.try_wait()?.is_some() => return Ok((start.elapsed(), false, most)),
            _ => {}
        }
        // Work in other threads is in a coarser account; one that only waits is ended after some time too.
        let spent = spent.max(cpu::of_all_threads(&folder).unwrap_or(spent));
        let is_late = spent > bounds.time || start.elapsed() > 20 * bounds.time;
        let seen = held(&folder, "VmHWM:");
        most = seen.max(most);
        let is_large = bounds
            .memory
            .is_some_and(|limit| held(&folder, "VmRSS:").is_some_and(|bytes| bytes > limit));
        if is_late || is_large {
            child.kill()?;
            child.wait()?;
            return Ok((spent, true, most));
        }
        // What is short is looked at more often, so that its memory is seen at all.
        let pause = (start.elapsed() / 8).max(Duration::from_micros(100));
        std::thread::sleep(pause.min(Duration::from_millis(2)));
    }
}

/// Whether a process has ended and waits to be waited for; `None` if the system does not tell.
fn has_ended(folder: &str) -> Option<bool> {
    let text = std::fs::read_to_string(format!("{folder}/stat")).ok()?;
    // Its name stands in brackets before the state, and may hold anything.
    let (_, after) = text.rsplit_once(')')?;
    Some(after.trim_start().starts_with('Z'))
}

/// The bytes of a process by the name they have in its account, where the system tells.
pub(crate) fn held(folder: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("{folder}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
