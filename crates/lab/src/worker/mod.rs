//! Workers: processes of the same program that cells run in. One that crashes, eats memory or does not end is killed and replaced, and its cell is a row that says so.

pub(crate) mod fault;
mod frame;
mod serve;

pub use fault::FAULT;
pub use serve::serve;

use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::experiment::{Experiment, Way};
use crate::process::held;
use crate::row::Row;
use crate::run::How;
use crate::single::{Cell, ms};

/// How a worker is started, and what it is to know.
#[derive(Clone, Debug)]
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// The arguments with which it comes to [`serve`].
    pub args: Vec<String>,
    /// The text of the experiment.
    pub text: String,
    /// Mebibytes that a cell may have where the experiment says nothing.
    pub memory: u64,
}

/// How long a worker may take to say that it is there.
const START: Duration = Duration::from_secs(60);

/// A worker of one thread of a run: at most one process at a time, started when there is something to do.
pub(crate) struct Worker<'w> {
    workers: &'w Workers,
    experiment: &'w Experiment,
    ways: Vec<Way>,
    how: &'w How<'w>,
    process: Option<Process>,
}

/// What came of a cell.
enum End {
    Row(Box<Row>),
    /// The run was stopped.
    Stopped,
    Late,
    /// It had so many bytes.
    Large(u64),
    /// The process ended by itself.
    Gone,
}

impl<'w> Worker<'w> {
    pub(crate) fn new(
        workers: &'w Workers,
        experiment: &'w Experiment,
        how: &'w How<'w>,
    ) -> Worker<'w> {
        Worker {
            workers,
            experiment,
            ways: experiment.ways(),
            how,
            process: None,
        }
    }

    /// Runs a cell. `None` where the whole run was stopped meanwhile.
    pub(crate) fn run(&mut self, cell: &Cell<'_>) -> Option<Row> {
        let mut row = cell.row(self.how.machine);
        let mut process = match self.told(cell) {
            Ok(process) => process,
            Err(why) => {
                row.crash(format!("no worker process: {why}"));
                return Some(row);
            }
        };
        let began = Instant::now();
        match self.end(&mut process, began) {
            End::Row(found) => {
                self.process = Some(process);
                return Some(*found);
            }
            End::Stopped => {
                process.kill();
                return None;
            }
            End::Late => {
                process.kill();
                row.stopped("time");
            }
            End::Large(bytes) => {
                process.kill();
                row.stopped("memory");
                row.memory = bytes;
            }
            End::Gone => match process.last_words() {
                words if words.contains("memory allocation of") => row.stopped("memory"),
                words => row.crash(words),
            },
        }
        row.solve_ms = ms(began.elapsed());
        Some(row)
    }

    /// A process that was told of a cell: the one at hand, or a new one where that has died or keeps much memory.
    fn told(&mut self, cell: &Cell<'_>) -> Result<Process, String> {
        let way = self.ways.iter().position(|way| way == cell.way);
        let words = serve::told(cell, way.ok_or("this is no way of the experiment")?);
        let words = words.each_ref().map(String::as_str);
        let bytes = self.memory_limit();
        if let Some(mut process) = self.process.take() {
            let is_small = process.taken().is_none_or(|taken| taken <= bytes / 2);
            if is_small && frame::write(&mut process.to, &words).is_ok() {
                return Ok(process);
            }
            process.kill();
        }
        let mut process = Process::start(self.workers).map_err(|error| error.to_string())?;
        let first = serve::first(self.experiment, self.how.machine, &self.workers.text);
        let first = first.each_ref().map(String::as_str);
        let sent = frame::write(&mut process.to, &first);
        let ready = sent
            .ok()
            .and_then(|()| process.from.recv_timeout(START).ok());
        if ready.is_none_or(|words| words != ["ready"]) {
            process.kill();
            return Err(process.last_words());
        }
        process.empty = held(&process.folder, "VmRSS:").unwrap_or(0);
        frame::write(&mut process.to, &words).map_err(|error| error.to_string())?;
        Ok(process)
    }

    fn memory_limit(&self) -> u64 {
        let mebibytes = self.experiment.limits.memory;
        mebibytes.unwrap_or(self.workers.memory) << 20
    }

    /// Waits for what comes of a cell. A cell looks at its limits itself; here it is seen to it that it does.
    fn end(&self, process: &mut Process, began: Instant) -> End {
        let time = self.experiment.limits.time.map(Duration::from_secs_f64);
        let time = time.map(|time| time + time / 2 + Duration::from_secs(2));
        let bytes = self.memory_limit();
        let mut pause = Duration::from_millis(1);
        loop {
            match process.from.recv_timeout(pause) {
                Ok(words) => {
                    let row = words.first();
                    let row = row.and_then(|line| Row::read(line, self.experiment.axes.len()));
                    return row.map_or(End::Gone, |row| End::Row(Box::new(row)));
                }
                Err(RecvTimeoutError::Disconnected) => return End::Gone,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.how.stop.is_requested() {
                return End::Stopped;
            }
            if let Some(taken) = process.taken().filter(|taken| *taken > bytes) {
                return End::Large(taken);
            }
            if time.is_some_and(|time| began.elapsed() > time) {
                return End::Late;
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }
}

/// A worker's process.
struct Process {
    child: Child,
    /// Its folder in the system's account.
    folder: String,
    to: ChildStdin,
    from: Receiver<Vec<String>>,
    errors: Option<JoinHandle<String>>,
    /// The bytes that were resident before it did anything.
    empty: u64,
}

impl Process {
    fn start(workers: &Workers) -> std::io::Result<Process> {
        let mut child = Command::new(&workers.program)
            .args(&workers.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(to), Some(out), Some(mut errors)) = pipes else {
            return Err(std::io::Error::other("it has no pipes"));
        };
        let (send, from) = mpsc::channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Ok(words) = frame::read(&mut out) {
                if send.send(words).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = errors.read(&mut piece) {
                bytes.extend_from_slice(&piece[..n]);
                // What was said last is what counts.
                let old = bytes.len().saturating_sub(1 << 16);
                bytes.drain(..old);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Ok(Process {
            folder: format!("/proc/{}", child.id()),
            child,
            to,
            from,
            errors: Some(errors),
            empty: 0,
        })
    }

    /// The bytes it has beyond those of an empty one, where the system tells.
    fn taken(&self) -> Option<u64> {
        Some(held(&self.folder, "VmRSS:")?.saturating_sub(self.empty))
    }

    fn kill(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Why it ended: what it said last, and how the system puts it.
    fn last_words(mut self) -> String {
        let status = self.child.wait();
        let said = self.errors.take().and_then(|errors| errors.join().ok());
        let said = said.unwrap_or_default();
        let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines.next_back().unwrap_or_default();
        match status {
            Ok(status) if line.is_empty() => format!("its process ended by itself, {status}"),
            Ok(status) => format!("its process ended by itself, {status}: {line}"),
            Err(error) => format!("its process ended by itself: {error}"),
        }
    }
}
