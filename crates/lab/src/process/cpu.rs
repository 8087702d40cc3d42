//! Time spent on a processor, by this thread or by another process: on a machine that others use, the clock on the wall says little.

use std::time::{Duration, Instant};

/// A stop watch for the thread that made it.
pub(crate) struct Watch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Watch {
    pub(crate) fn start() -> Watch {
        Watch {
            wall: Instant::now(),
            cpu: own_thread(),
        }
    }

    /// What was spent since the start, on the processor where that is known.
    pub(crate) fn spent(&self) -> Duration {
        let cpu = self.cpu.and_then(|start| Some(own_thread()? - start));
        cpu.unwrap_or_else(|| self.wall.elapsed())
    }
}

/// The processor time of the calling thread, where the system tells it.
fn own_thread() -> Option<Duration> {
    // The system brings its account up to date when it schedules, so it is asked to.
    std::thread::yield_now();
    of("/proc/thread-self")
}

/// The processor time of a thread or process by its folder.
pub(crate) fn of(folder: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("{folder}/schedstat")).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The processor time of all threads of a process, to a hundredth of a second.
pub(crate) fn of_all_threads(folder: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("{folder}/stat")).ok()?;
    let (_, after) = text.rsplit_once(')')?;
    // After the name: the state is the first, time for the program the twelfth and for the system the thirteenth.
    let mut fields = after.split_whitespace().skip(11);
    let own: u64 = fields.next()?.parse().ok()?;
    let of_system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (own + of_system)))
}

/// The folder of the calling thread, by which another one can look at it.
pub(crate) fn own_folder() -> Option<String> {
    let own = std::fs::read_link("/proc/thread-self").ok()?;
    Some(format!("/proc/{}", own.to_str()?))
}

pub(crate) fn what_is_measured() -> &'static str {
    if own_thread().is_some() {
        "processor time, one thread"
    } else {
        "wall time, as this system does not tell the processor time of a thread"
    }
}

/// The name of the processor, for the record.
pub(crate) fn name() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
