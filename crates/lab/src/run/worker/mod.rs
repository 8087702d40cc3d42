//! Worker processes that run cells. A worker that crashes, exceeds the memory limit or hangs is killed and replaced, and the result of its cell has the reason.

mod fault;
mod message;
mod serve;

pub use fault::FAULT_VARIABLE;
pub use serve::serve;

use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gridwright::control::Stop;

use crate::experiment::{Configuration, Experiment};
use crate::process::{memory_of, ms};
use crate::run::cell::Cell;
use crate::run::instances::CellInput;
use crate::run::row::RunResult;
use crate::run::worker::message::{CellMessage, InputMessage, Reply, Setup};

/// How to start workers.
#[derive(Clone, Debug)]
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// The arguments with which the program calls [`serve`].
    pub args: Vec<String>,
    /// The text of the experiment.
    pub text: String,
    /// The memory limit in mebibytes if the experiment has none.
    pub memory: u64,
}

/// The time a worker may take to start.
const START_LIMIT: Duration = Duration::from_secs(60);

/// The worker of one thread of a run: at most one process at a time, started on demand.
pub(crate) struct Worker<'w> {
    workers: &'w Workers,
    experiment: &'w Experiment,
    configurations: Vec<Configuration>,
    machine: &'w str,
    stop: &'w Stop,
    process: Option<Process>,
}

/// How a cell ended.
enum End {
    Result(Box<RunResult>),
    /// The whole run was stopped.
    Stopped,
    TimeLimit,
    /// It used this many bytes.
    MemoryLimit(u64),
    /// The process ended by itself.
    Exited,
}

impl<'w> Worker<'w> {
    pub(crate) fn new(
        workers: &'w Workers,
        experiment: &'w Experiment,
        machine: &'w str,
        stop: &'w Stop,
    ) -> Worker<'w> {
        Worker {
            workers,
            experiment,
            configurations: experiment.configurations(),
            machine,
            stop,
            process: None,
        }
    }

    /// Runs a cell; `None` if the whole run was stopped.
    pub(crate) fn run(&mut self, cell: &Cell<'_>) -> Option<RunResult> {
        let mut result = cell.initial_result(self.machine);
        let mut process = match self.start(cell) {
            Ok(process) => process,
            Err(error) => {
                result.crash(format!("no worker process: {error}"));
                return Some(result);
            }
        };
        let start = Instant::now();
        match self.wait(&mut process, start) {
            End::Result(result) => {
                self.process = Some(process);
                return Some(*result);
            }
            End::Stopped => {
                process.kill();
                return None;
            }
            End::TimeLimit => {
                process.kill();
                result.stop("time");
            }
            End::MemoryLimit(bytes) => {
                process.kill();
                result.stop("memory");
                result.memory = bytes;
            }
            End::Exited => match process.exit_message() {
                message if message.contains("memory allocation of") => result.stop("memory"),
                message => result.crash(message),
            },
        }
        result.solve_ms = ms(start.elapsed());
        Some(result)
    }

    /// Sends a cell to the current process, or to a new one if that has died or holds too much memory.
    fn start(&mut self, cell: &Cell<'_>) -> Result<Process, String> {
        let mut configurations = self.configurations.iter();
        let configuration = configurations.position(|other| other == cell.configuration);
        let message = CellMessage {
            configuration: configuration.ok_or("the experiment has no such configuration")?,
            repetition: cell.repetition,
            name: cell.instance.name.clone(),
            input: match &cell.instance.input {
                CellInput::Puzzle(instance) => InputMessage::Puzzle(instance.print()),
                CellInput::Size(size) => InputMessage::Size(*size),
            },
        };
        let limit = self.memory_limit();
        if let Some(mut process) = self.process.take() {
            let is_small = process.memory().is_none_or(|bytes| bytes <= limit / 2);
            if is_small && message::write(&mut process.to, &message).is_ok() {
                return Ok(process);
            }
            process.kill();
        }
        let mut process = Process::start(self.workers).map_err(|error| error.to_string())?;
        let setup = Setup {
            limits: self.experiment.limits,
            machine: self.machine.to_owned(),
            text: self.workers.text.clone(),
        };
        let sent = message::write(&mut process.to, &setup).ok();
        let ready = sent.and_then(|()| process.from.recv_timeout(START_LIMIT).ok());
        if !matches!(ready, Some(Reply::Ready)) {
            process.kill();
            return Err(process.exit_message());
        }
        process.base_memory = memory_of(&process.folder, "VmRSS:").unwrap_or(0);
        message::write(&mut process.to, &message).map_err(|error| error.to_string())?;
        Ok(process)
    }

    fn memory_limit(&self) -> u64 {
        let mebibytes = self.experiment.limits.memory;
        mebibytes.unwrap_or(self.workers.memory) << 20
    }

    /// Waits for the end of a cell. The cell checks its limits itself; a cell that does not stop in time is killed.
    fn wait(&self, process: &mut Process, start: Instant) -> End {
        let time = self.experiment.limits.time.map(Duration::from_secs_f64);
        let time = time.map(|time| time + time / 2 + Duration::from_secs(2));
        let limit = self.memory_limit();
        let mut pause = Duration::from_millis(1);
        loop {
            match process.from.recv_timeout(pause) {
                Ok(Reply::Result(result)) => return End::Result(result),
                Ok(Reply::Ready) => return End::Exited,
                Err(RecvTimeoutError::Disconnected) => return End::Exited,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.stop.is_requested() {
                return End::Stopped;
            }
            if let Some(bytes) = process.memory().filter(|bytes| *bytes > limit) {
                return End::MemoryLimit(bytes);
            }
            if time.is_some_and(|time| start.elapsed() > time) {
                return End::TimeLimit;
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
    /// Its folder in `/proc`.
    folder: String,
    to: ChildStdin,
    from: Receiver<Reply>,
    errors: Option<JoinHandle<String>>,
    /// The bytes that were resident before the first cell.
    base_memory: u64,
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
            return Err(std::io::Error::other("the worker has no pipes"));
        };
        let (send, from) = mpsc::channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Ok(reply) = message::read(&mut out) {
                if send.send(reply).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = errors.read(&mut piece) {
                bytes.extend_from_slice(&piece[..n]);
                // Only the end of the output is of interest.
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
            base_memory: 0,
        })
    }

    /// The resident bytes beyond those of an idle worker, if the system provides them.
    fn memory(&self) -> Option<u64> {
        Some(memory_of(&self.folder, "VmRSS:")?.saturating_sub(self.base_memory))
    }

    fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Why it ended: its exit status and its last line of error output.
    fn exit_message(mut self) -> String {
        let status = self.child.wait();
        let output = self.errors.take().and_then(|errors| errors.join().ok());
        let output = output.unwrap_or_default();
        let mut lines = output
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        let line = lines.next_back().unwrap_or_default();
        match status {
            Ok(status) if line.is_empty() => format!("the process exited, {status}"),
            Ok(status) => format!("the process exited, {status}: {line}"),
            Err(error) => format!("the process exited: {error}"),
        }
    }
}
