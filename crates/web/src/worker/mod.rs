//! Worker processes that run the calls of a server: a fault of a call, even an overflow of the stack or a lack of memory, ends one process and no other call.
//!
//! A worker runs one call at a time; `serve_calls` is its side. Idle workers wait for the next call. A worker that crashes or does not stop is killed, and the
//! response is an error.

pub(crate) mod message;

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gridwright::control::ProgressCounts;
use gridwright::fd::Flow;

use crate::error::ApiError;
use crate::jobs::{Job, RunPart};
use crate::response::Reply;
use crate::worker::message::{CallHead, FromWorker, ToWorker};

/// The number of idle workers that are kept.
const MAX_IDLE: usize = 8;

/// A worker that was busy for longer is not used again, so that its memory returns to the system.
const REUSE_TIME: Duration = Duration::from_secs(1);

/// The time that a call may take to stop, after a request to stop or after its time limit; then its worker is killed.
const STOP_TIME: Duration = Duration::from_secs(5);

/// The same for a part of a call; it is shorter, so that the call can report it.
const PART_STOP_TIME: Duration = Duration::from_secs(2);

/// The pause between two checks whether a call should stop.
const PAUSE: Duration = Duration::from_millis(20);

/// The number of messages that wait for a slow client, before the worker waits.
const BUFFERED_MESSAGES: usize = 16;

/// How to start worker processes.
#[derive(Clone, Debug)]
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// The arguments with which the program calls [`serve_calls`](crate::serve_calls).
    pub args: Vec<String>,
    /// Logs a line about a worker that failed.
    pub log: fn(&str),
}

/// The worker processes of a server.
#[derive(Debug)]
pub(crate) struct WorkerPool {
    workers: Workers,
    /// Whether its calls are parts of the call of a worker; see [`Job::parts`].
    is_part: bool,
    idle: Mutex<Vec<Process>>,
}

impl WorkerPool {
    pub(crate) fn new(workers: Workers) -> WorkerPool {
        WorkerPool {
            workers,
            is_part: false,
            idle: Mutex::default(),
        }
    }

    /// Processes that run parts of a call. Parts send no events.
    pub(crate) fn of_parts(workers: Workers) -> WorkerPool {
        WorkerPool {
            is_part: true,
            ..WorkerPool::new(workers)
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a call in a worker and passes its events and progress to the job.
    pub(crate) fn run(&self, path: &str, body: &[u8], job: &Job) -> Reply {
        let max_time = job.remaining().saturating_add(STOP_TIME);
        self.run_within(path, body, max_time, job)
    }

    /// Runs a call; kills its worker if it takes longer than `max_time`.
    fn run_within(&self, path: &str, body: &[u8], max_time: Duration, job: &Job) -> Reply {
        let head = ToWorker::Call(CallHead {
            path: path.to_owned(),
            is_streaming: job.is_streaming() && !self.is_part,
            time: job.remaining(),
            memory: job.memory,
            is_part: self.is_part,
        });
        let start = Instant::now();
        let mut idle = self.take_idle();
        loop {
            let was_idle = idle.is_some();
            let mut process = match idle
                .take()
                .map_or_else(|| Process::start(&self.workers), Ok)
            {
                Ok(process) => process,
                Err(error) => {
                    let error = format!("the server cannot start a process for this call: {error}");
                    return ApiError::busy(error).into();
                }
            };
            let end = match message::write(&mut process.to, &head, body) {
                Ok(()) => process.wait(job, max_time),
                Err(_) => End::Exited { is_first: true },
            };
            match end {
                End::Reply(reply) => {
                    let mut idle = self.idle();
                    if start.elapsed() < REUSE_TIME && idle.len() < MAX_IDLE {
                        idle.push(process);
                    }
                    return reply;
                }
                // It had ended before it got the call.
                End::Exited { is_first: true } if was_idle => {}
                End::Exited { .. } => {
                    let status = process.child.wait();
                    let status = status.map_or_else(|error| error.to_string(), |it| it.to_string());
                    (self.workers.log)(&format!("the worker process of {path} ended: {status}"));
                    return ApiError::internal().into();
                }
                End::Late => {
                    (self.workers.log)(&format!(
                        "a call of {path} did not stop; its process is killed"
                    ));
                    return ApiError::internal().into();
                }
            }
        }
    }

    /// Takes an idle worker that runs.
    fn take_idle(&self) -> Option<Process> {
        let mut idle = self.idle();
        loop {
            let mut process = idle.pop()?;
            if matches!(process.child.try_wait(), Ok(None)) {
                return Some(process);
            }
        }
    }
}

impl RunPart for WorkerPool {
    fn run_part(&self, path: &str, body: &[u8], time: Duration, job: &Job) -> Reply {
        let time = time.min(job.remaining());
        self.run_within(path, body, time.saturating_add(PART_STOP_TIME), job)
    }
}

/// How a call ended.
enum End {
    Reply(Reply),
    /// The process ended; whether this was the first that was heard of it.
    Exited {
        is_first: bool,
    },
    /// The call did not stop in time.
    Late,
}

/// A worker process; dropping it kills it.
#[derive(Debug)]
struct Process {
    child: Child,
    to: ChildStdin,
    from: Receiver<(FromWorker, Vec<u8>)>,
}

impl Process {
    /// Starts a process. Its errors go to the log of the server.
    fn start(workers: &Workers) -> io::Result<Process> {
        let mut child = Command::new(&workers.program)
            .args(&workers.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(to), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (sender, from) = sync_channel(BUFFERED_MESSAGES);
        // Dropped on an error.
        let process = Process { child, to, from };
        std::thread::Builder::new()
            .name("worker output".to_owned())
            .spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(message) = message::read(&mut output) {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
            })?;
        Ok(process)
    }

    /// Waits for the end of a call, for this time at most.
    fn wait(&mut self, job: &Job, max_time: Duration) -> End {
        let start = Instant::now();
        let mut reported = ProgressCounts::default();
        let mut is_first = true;
        // A client that is too slow for the events still gets the result, so the job itself is not stopped then.
        let mut is_slow = false;
        let mut stop_time: Option<Instant> = None;
        loop {
            let message = self.from.recv_timeout(PAUSE);
            is_first &= message.is_err();
            match message {
                Ok((FromWorker::Event(name), data)) => {
                    let data = String::from_utf8_lossy(&data).into_owned();
                    if stop_time.is_none() {
                        is_slow |= job.outlet.send_event(job, name.into(), data) == Flow::Stop;
                    }
                }
                Ok((FromWorker::Progress(nodes, failures, solutions), _)) => {
                    let counts = ProgressCounts {
                        nodes,
                        failures,
                        solutions,
                        ..ProgressCounts::default()
                    };
                    job.progress.add(&mut reported, counts);
                }
                Ok((FromWorker::Reply(head), body)) => return End::Reply(Reply { head, body }),
                Err(RecvTimeoutError::Timeout) => {
                    if start.elapsed() > max_time {
                        return End::Late;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return End::Exited { is_first },
            }
            if stop_time.is_none() && (is_slow || job.stop.is_requested()) {
                stop_time = Some(Instant::now());
                // If the process has ended, the next message says so.
                let _ = message::write(&mut self.to, &ToWorker::Stop, &[]);
            }
            if stop_time.is_some_and(|time| time.elapsed() > STOP_TIME) {
                return End::Late;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
