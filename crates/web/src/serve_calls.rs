//! The worker process of a server: runs the calls that the server sends, one at a time; see `worker`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gridwright::control::{Progress, Stop};
use gridwright::fd::Flow;

use crate::call::{Call, Handler};
use crate::calls;
use crate::error::ApiError;
use crate::jobs::{Job, Outlet, PROGRESS_PAUSE, RunPart, STACK, catch_panic};
use crate::response::Reply;
use crate::worker::message::{self, CallHead, FromWorker, ToWorker};
use crate::worker::{WorkerPool, Workers};

/// The time a call may take to stop after the server has ended.
const EXIT_TIME: Duration = Duration::from_secs(2);

/// A call to run.
struct Request {
    head: CallHead,
    body: Vec<u8>,
    stop: Stop,
}

/// Runs the calls in `input` and writes their events and responses to `output`, until `input` ends. If the last call does not stop then, ends the process.
/// With `workers`, a call whose parts may fail one by one runs each of them in a process of its own.
pub fn serve_calls(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    workers: Option<Workers>,
) -> io::Result<()> {
    let (sender, requests) = channel();
    let (is_done, done) = channel::<()>();
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        let mut last = Stop::new();
        while let Ok((message, body)) = message::read(&mut input) {
            match message {
                ToWorker::Stop => last.request(),
                ToWorker::Call(head) => {
                    last = Stop::new();
                    let stop = last.clone();
                    let _ = sender.send(Request { head, body, stop });
                }
            }
        }
        last.request();
        drop(sender);
        if done.recv_timeout(EXIT_TIME) == Err(RecvTimeoutError::Timeout) {
            std::process::exit(1);
        }
    });
    let output = Output(Arc::new(Mutex::new(Box::new(output))));
    let calls = std::thread::Builder::new()
        .name("calls".to_owned())
        .stack_size(STACK)
        .spawn(move || run_all(&requests, &output, workers.as_ref()))?;
    let ended = calls.join();
    drop(is_done);
    ended.unwrap_or_else(|_| Err(io::Error::other("a panic")))
}

/// Runs requests until there are no more.
fn run_all(
    requests: &Receiver<Request>,
    output: &Output,
    workers: Option<&Workers>,
) -> io::Result<()> {
    let table = calls::all().into_iter();
    let handlers: HashMap<&str, Handler> = table
        .map(|Call { path, handler, .. }| (path, handler))
        .collect();
    while let Ok(request) = requests.recv() {
        let reply = match handlers.get(&*request.head.path) {
            Some(Handler::Quick(quick)) => {
                catch_panic(|| quick(&request.body).unwrap_or_else(Reply::from))
            }
            Some(Handler::Job { start, .. }) => match start(&request.body) {
                Ok((work, _)) => {
                    let workers = workers.filter(|_| !request.head.is_part);
                    let parts = workers.cloned().map(WorkerPool::of_parts);
                    let parts = parts.map(|pool| Box::new(pool) as Box<dyn RunPart>);
                    run_job(request, output, parts, |job| catch_panic(|| work(job)))
                }
                Err(error) => error.into(),
            },
            Some(Handler::Get(_)) | None => ApiError::internal().into(),
        };
        let written = output.write(&FromWorker::Reply(reply.head), &reply.body);
        match written {
            // The server has ended.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            _ => written?,
        }
    }
    Ok(())
}

/// Runs a job and writes its progress now and then.
fn run_job(
    request: Request,
    output: &Output,
    parts: Option<Box<dyn RunPart>>,
    work: impl FnOnce(&Job) -> Reply,
) -> Reply {
    let job = Job {
        stop: request.stop,
        progress: Progress::new(),
        outlet: Box::new(output.clone()),
        start: Instant::now(),
        time: request.head.time,
        memory: request.head.memory,
        is_streaming: request.head.is_streaming,
        parts,
    };
    let (is_done, done) = channel::<()>();
    std::thread::scope(|scope| {
        let progress = job.progress.clone();
        scope.spawn(move || {
            while done.recv_timeout(PROGRESS_PAUSE) == Err(RecvTimeoutError::Timeout) {
                let counts = FromWorker::progress(progress.counts());
                if output.write(&counts, &[]).is_err() {
                    return;
                }
            }
        });
        let reply = work(&job);
        drop(is_done);
        reply
    })
}

/// The messages to the server.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, head: &FromWorker, body: &[u8]) -> io::Result<()> {
        message::write(&mut *self.lock(), head, body)
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl Outlet for Output {
    fn send_event(&self, job: &Job, name: Cow<'static, str>, data: String) -> Flow {
        let event = FromWorker::Event(name.into_owned());
        match self.write(&event, data.as_bytes()) {
            Ok(()) => Flow::Continue,
            Err(_) => {
                job.stop.request();
                Flow::Stop
            }
        }
    }
}
