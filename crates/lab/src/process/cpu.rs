//! Processor time of this thread or of another process; wall time means little on a busy machine.

use std::time::{Duration, Instant};

/// A stopwatch for the current thread.
pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch {
            wall: Instant::now(),
            cpu: own_thread(),
        }
    }

    /// The processor time since the start; wall time if that is not available.
    pub(crate) fn spent(&self) -> Duration {
        let cpu = self.cpu.and_then(|start| Some(own_thread()? - start));
        cpu.unwrap_or_else(|| self.wall.elapsed())
    }
}

/// The processor time of the calling thread, if the system provides it.
fn own_thread() -> Option<Duration> {
    // The system updates the figure when it schedules.
    std::thread::yield_now();
    of("/proc/thread-self")
}

/// The processor time of a thread or process by its folder in `/proc`.
pub(crate) fn of(folder: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("{folder}/schedstat")).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The processor time of all threads of a process, in steps of 10 ms.
pub(crate) fn of_all_threads(folder: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("{folder}/stat")).ok()?;
    let (_, after) = text.rsplit_once(')')?;
    // After the name, the state is field 1, user time field 12 and system time field 13.
    let mut fields = after.split_whitespace().skip(11);
    let own: u64 = fields.next()?.parse().ok()?;
    let of_system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (own + of_system)))
}

/// The folder in `/proc` of the calling thread, for other threads to read.
pub(crate) fn own_folder() -> Option<String> {
    let own = std::fs::read_link("/proc/thread-self").ok()?;
    Some(format!("/proc/{}", own.to_str()?))
}

/// A description of what [`Stopwatch`] measures.
pub(crate) fn description() -> &'static str {
    if own_thread().is_some() {
        "processor time, one thread"
    } else {
        "wall time, as this system does not provide the processor time of a thread"
    }
}

/// The name of the processor.
pub(crate) fn name() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
