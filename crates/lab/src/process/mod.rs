//! Runs another program, and measures and limits its processor time and memory.

pub(crate) mod cpu;

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Processor time.
    pub(crate) time: Duration,
    /// Resident bytes.
    pub(crate) memory: Option<u64>,
}

/// The result of a run.
pub(crate) struct Finished {
    /// Its output, followed by its error output.
    pub(crate) text: String,
    pub(crate) time: Duration,
    /// Whether it was killed at a limit.
    pub(crate) is_killed: bool,
    /// The peak of resident bytes as sampled; the last milliseconds are not included.
    pub(crate) memory: Option<u64>,
}

/// Runs a program with a scratch folder for its output.
pub(crate) fn run(
    program: &str,
    args: &[&str],
    scratch: &Path,
    bounds: Bounds,
) -> Result<Finished, String> {
    let error = |error: std::io::Error| format!("{program}: {error}");
    let (out, err) = (scratch.join("out"), scratch.join("err"));
    let mut child = Command::new(program)
        .args(args)
        // Some programs print numbers with the decimal comma of the locale.
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(File::create(&out).map_err(error)?)
        .stderr(File::create(&err).map_err(error)?)
        .spawn()
        .map_err(error)?;
    let (time, is_killed, memory) = wait(&mut child, bounds).map_err(error)?;
    let read = |path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = read(&out).map_err(error)? + &read(&err).map_err(error)?;
    Ok(Finished {
        text,
        time,
        is_killed,
        memory,
    })
}

/// Waits for the end. Returns the time, whether a limit was reached, and the peak memory.
fn wait(child: &mut Child, bounds: Bounds) -> std::io::Result<(Duration, bool, Option<u64>)> {
    let start = Instant::now();
    let mut peak = None;
    let folder = format!("/proc/{}", child.id());
    loop {
        let has_ended = has_ended(&folder);
        // The times of a finished process stay readable until `wait`.
        let spent = cpu::of(&folder).unwrap_or_else(|| start.elapsed());
        match has_ended {
            Some(true) => {
                child.wait()?;
                return Ok((spent, false, peak));
            }
            None if child.try_wait()?.is_some() => return Ok((start.elapsed(), false, peak)),
            _ => {}
        }
        // The times of other threads are coarser. A process that only sleeps is killed after 20 times the limit.
        let spent = spent.max(cpu::of_all_threads(&folder).unwrap_or(spent));
        let is_late = spent > bounds.time || start.elapsed() > 20 * bounds.time;
        let seen = memory_of(&folder, "VmHWM:");
        peak = seen.max(peak);
        let is_large = bounds
            .memory
            .is_some_and(|limit| memory_of(&folder, "VmRSS:").is_some_and(|bytes| bytes > limit));
        if is_late || is_large {
            child.kill()?;
            child.wait()?;
            return Ok((spent, true, peak));
        }
        // Short runs are sampled more often, so that their memory is measured at all.
        let pause = (start.elapsed() / 8).max(Duration::from_micros(100));
        std::thread::sleep(pause.min(Duration::from_millis(2)));
    }
}

/// Whether a process has ended but was not waited for; `None` if the system does not provide it.
fn has_ended(folder: &str) -> Option<bool> {
    let text = std::fs::read_to_string(format!("{folder}/stat")).ok()?;
    // The name in brackets before the state may contain anything.
    let (_, after) = text.rsplit_once(')')?;
    Some(after.trim_start().starts_with('Z'))
}

/// A memory figure of a process by its name in `/proc/PID/status`.
pub(crate) fn memory_of(folder: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("{folder}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// A duration in milliseconds.
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
