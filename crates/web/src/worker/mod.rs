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
use crate::jobs::Job;
use crate::response::Reply;
use crate::worker::message::{CallHead, FromWorker, ToWorker};

/// The number of idle workers that are kept.
const MAX_IDLE: usize = 8;

/// A worker that was busy for longer is not used again, so that its memory returns to the system.
const REUSE_TIME: Duration = Duration::from_secs(1);

/// The time a call may take to stop, after a request to stop or after its time limit; then its worker is killed.
const STOP_TIME: Duration = Duration::from_secs(5);

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
}

/// The worker processes of a server.
#[derive(Debug)]
pub(crate) struct WorkerPool {
    workers: Workers,
    idle: Mutex<Vec<Process>>,
}

impl WorkerPool {
    pub(crate) fn new(workers: Workers) -> WorkerPool {
        WorkerPool {
            workers,
            idle: Mutex::default(),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a call in a worker and passes its events and progress to the job.
    pub(crate) fn run(&self, path: &str, body: &[u8], job: &Job) -> Reply {
        let head = ToWorker::Call(CallHead {
            path: path.to_owned(),
            is_streaming: job.is_streaming(),
            time: job.remaining(),
            memory: job.memory,
        });
        let mut process = match self.start(&head, body) {
            Ok(process) => process,
            Err(error) => {
                let error = format!("the server cannot start a process for this call: {error}");
                return ApiError::busy(error).into();
            }
        };
        let start = Instant::now();
        match process.wait(job) {
            Some(reply) => {
                let mut idle = self.idle();
                if start.elapsed() < REUSE_TIME && idle.len() < MAX_IDLE {
                    idle.push(process);
                }
                reply
            }
            None => {
                eprintln!("gridwright: a call of {path} ended its process");
                ApiError::internal().into()
            }
        }
    }

    /// Sends a call to an idle worker or to a new one.
    fn start(&self, head: &ToWorker, body: &[u8]) -> io::Result<Process> {
        // The guard of the lock must not outlive this statement.
        let idle = self.idle().pop();
        if let Some(mut process) = idle
            && message::write(&mut process.to, head, body).is_ok()
        {
            return Ok(process);
        }
        let mut process = Process::start(&self.workers)?;
        message::write(&mut process.to, head, body)?;
        Ok(process)
    }
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
        Ok(Process { child, to, from })
    }

    /// Waits for the end of a call; `None` if the process ended or did not stop in time.
    fn wait(&mut self, job: &Job) -> Option<Reply> {
        let mut reported = ProgressCounts::default();
        let mut stop_time = None;
        loop {
            match self.from.recv_timeout(PAUSE) {
                Ok((FromWorker::Event(name), data)) => {
                    let data = String::from_utf8(data).ok()?;
                    if stop_time.is_none()
                        && job.outlet.send_event(job, name.into(), data) == Flow::Stop
                    {
                        job.stop.request();
                    }
                }
                Ok((FromWorker::Progress(nodes, failures, solutions), _)) => {
                    let counts = ProgressCounts {
                        nodes,
                        failures,
                        solutions,
                    };
                    job.progress.add(&mut reported, counts);
                }
                Ok((FromWorker::Reply(head), body)) => return Some(Reply { head, body }),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if job.stop.is_requested() && stop_time.is_none() {
                stop_time = Some(Instant::now());
                message::write(&mut self.to, &ToWorker::Stop, &[]).ok()?;
            }
            let is_late = stop_time.is_some_and(|time| time.elapsed() > STOP_TIME);
            if is_late || job.start.elapsed() > job.time + STOP_TIME {
                return None;
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
