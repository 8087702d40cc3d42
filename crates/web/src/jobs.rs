//! Jobs: a limited number of long calls, each on its own thread, that stop when the client disconnects.
//!
//! A long call is a plain function `fn(&Job, Body) -> Result<Answer, ApiError>` without knowledge of connections and processes. With workers (see `worker`),
//! the thread of a job waits for a worker process, where the function runs with a [`Job`] of its own.
//!
//! - **Events**: [`Job::emit`] sends an item to a client that streams, and collects it for the answer otherwise. It returns [`Flow::Stop`] when the client is gone.
//! - **Stopping**: [`Job::stop`] is requested when the connection closes or the server ends. [`Job::request`] and [`Job::limits`] pass it to the library,
//!   together with the limits of time and memory; a loop in the call checks [`Job::is_over`]. At a limit, the answer has the verdict `stopped` and the
//!   results so far; that is not an error.
//! - **Progress**: `http` sends nodes, failures and answers every 200 ms from the counters in the limits.
//! - **Panics**: a panic becomes a response 500 and a line in the log, and affects no other job. A program that aborts on panics needs workers for this.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Debug;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use gridwright::Request;
use gridwright::control::{Limits, Progress, Stop};
use gridwright::fd::Flow;
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;
use crate::response::Reply;

/// The number and the bytes of buffered events before a job waits for a slow client. A larger event is buffered alone.
const BUFFERED_EVENTS: usize = 256;
const BUFFERED_BYTES: usize = 4 << 20;

/// The stack size of a job, for deeply nested terms and rules.
pub(crate) const STACK: usize = 32 << 20;

/// The pause between two tries to send to a slow client.
const SEND_PAUSE: Duration = Duration::from_millis(5);

/// The additional time for sending the result to a slow client.
const RESULT_TIME: Duration = Duration::from_secs(10);

/// The time between two reports of progress.
pub(crate) const PROGRESS_PAUSE: Duration = Duration::from_millis(200);

/// The time limit of a quick call.
const QUICK_TIME: Duration = Duration::from_secs(10);

/// The work of a job.
pub(crate) type Work = Box<dyn FnOnce(&Job) -> Reply + Send>;

/// Limits of jobs.
#[derive(Clone, Debug)]
pub(crate) struct JobLimits {
    /// The time limit of a job.
    pub(crate) time: Duration,
    /// The memory limit in bytes, by the engine's own count.
    pub(crate) memory: usize,
    /// The number of jobs that run at once.
    pub(crate) jobs: usize,
    /// The number of jobs that wait.
    pub(crate) queue: usize,
    /// The number of jobs of one client, running and waiting.
    pub(crate) per_client: usize,
}

/// All jobs of a server.
#[derive(Debug)]
pub(crate) struct Jobs {
    limits: JobLimits,
    slots: Arc<Semaphore>,
    state: Mutex<JobState>,
}

#[derive(Debug, Default)]
struct JobState {
    /// The number of jobs of each client, running and waiting.
    clients: HashMap<IpAddr, usize>,
    total: usize,
    running: usize,
    /// The stop flags of all jobs, by job number.
    stops: HashMap<u64, Stop>,
    next: u64,
}

/// The number of jobs
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct JobCount {
    /// Running jobs
    pub(crate) running: usize,
    /// Waiting jobs
    pub(crate) waiting: usize,
}

impl Jobs {
    pub(crate) fn new(limits: JobLimits) -> Jobs {
        Jobs {
            slots: Arc::new(Semaphore::new(limits.jobs)),
            limits,
            state: Mutex::default(),
        }
    }

    /// The state. No code that holds the lock can panic, so a poisoned lock is still consistent.
    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> JobCount {
        let state = self.state();
        JobCount {
            running: state.running,
            waiting: state.total - state.running,
        }
    }

    /// Stops all jobs.
    pub(crate) fn stop_all(&self) {
        self.state().stops.values().for_each(Stop::request);
    }

    /// A quick call as a job: without events, outside the queue, and with little time.
    pub(crate) fn quick_job(&self) -> Job {
        Job {
            stop: Stop::new(),
            progress: Progress::new(),
            outlet: Box::new(DiscardEvents),
            start: Instant::now(),
            time: self.limits.time.min(QUICK_TIME),
            memory: self.limits.memory,
            is_streaming: false,
            parts: None,
        }
    }

    /// Admits a job if the limits allow it.
    fn admit(self: &Arc<Jobs>, client: IpAddr) -> Result<Ticket, ApiError> {
        let mut state = self.state();
        let of_client = state.clients.get(&client).copied().unwrap_or(0);
        if of_client >= self.limits.per_client {
            return Err(ApiError::busy(format!(
                "too many jobs: you already have {of_client}; stop one or wait"
            )));
        }
        if state.total >= self.limits.jobs + self.limits.queue {
            return Err(ApiError::busy(format!(
                "the server is busy: {} jobs are running and {} are waiting; try again later",
                state.running,
                state.total - state.running
            )));
        }
        let number = state.next;
        state.next += 1;
        state.total += 1;
        *state.clients.entry(client).or_default() += 1;
        let stop = Stop::new();
        state.stops.insert(number, stop.clone());
        Ok(Ticket {
            jobs: Arc::clone(self),
            client,
            number,
            stop,
            slot: None,
        })
    }

    /// Starts work for a client as soon as there is a slot. The handle receives its messages; dropping it stops the work.
    pub(crate) fn start(
        self: &Arc<Jobs>,
        client: IpAddr,
        time: Option<Duration>,
        is_streaming: bool,
        work: Work,
    ) -> Result<JobHandle, ApiError> {
        let mut ticket = self.admit(client)?;
        let (sender, messages) = channel(BUFFERED_EVENTS);
        let progress = Progress::new();
        let buffered = Arc::<AtomicUsize>::default();
        let handle = JobHandle {
            messages,
            buffered: Arc::clone(&buffered),
            progress: progress.clone(),
            stop: ticket.stop.clone(),
        };
        let slots = Arc::clone(&self.slots);
        let limits = self.limits.clone();
        tokio::spawn(async move {
            let slot = tokio::select! {
                slot = slots.acquire_owned() => slot,
                // A client that disconnects leaves the queue.
                () = sender.closed() => return,
            };
            let Ok(slot) = slot else { return };
            ticket.run(slot);
            let client = Client {
                sender: sender.clone(),
                buffered,
            };
            let job = Job {
                stop: ticket.stop.clone(),
                progress,
                outlet: Box::new(client.clone()),
                start: Instant::now(),
                time: time.map_or(limits.time, |time| time.min(limits.time)),
                memory: limits.memory,
                is_streaming,
                parts: None,
            };
            let thread = std::thread::Builder::new()
                .name("job".to_owned())
                .stack_size(STACK)
                .spawn(move || {
                    let reply = catch_panic(|| work(&job));
                    // The client may send its next request as soon as it has the result.
                    drop(ticket);
                    client.send(&job, JobMessage::End(reply), job.time + RESULT_TIME);
                });
            if thread.is_err() {
                let error =
                    ApiError::busy("the server has no thread for this job; try again later");
                let _ = sender.try_send(JobMessage::End(error.into()));
            }
        });
        Ok(handle)
    }
}

/// Runs work; a panic, which is logged by the panic handler, becomes an error.
pub(crate) fn catch_panic(work: impl FnOnce() -> Reply) -> Reply {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| ApiError::internal().into())
}

/// An admitted job; dropping it frees its place.
#[derive(Debug)]
struct Ticket {
    jobs: Arc<Jobs>,
    client: IpAddr,
    number: u64,
    stop: Stop,
    slot: Option<OwnedSemaphorePermit>,
}

impl Ticket {
    fn run(&mut self, slot: OwnedSemaphorePermit) {
        self.slot = Some(slot);
        self.jobs.state().running += 1;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.jobs.state();
        state.total -= 1;
        state.running -= usize::from(self.slot.is_some());
        state.stops.remove(&self.number);
        if let Some(n) = state.clients.get_mut(&self.client) {
            *n -= 1;
            if *n == 0 {
                state.clients.remove(&self.client);
            }
        }
    }
}

/// A message of a job.
#[derive(Debug)]
pub(crate) enum JobMessage {
    /// An event: its name and its JSON text.
    Event(Cow<'static, str>, String),
    /// The last message: the answer, or an error.
    End(Reply),
}

impl JobMessage {
    fn n_bytes(&self) -> usize {
        match self {
            JobMessage::Event(_, data) => data.len(),
            JobMessage::End(reply) => reply.body.len(),
        }
    }
}

/// A started job. Dropping the handle stops the job.
#[derive(Debug)]
pub(crate) struct JobHandle {
    messages: Receiver<JobMessage>,
    /// The bytes of the buffered messages.
    buffered: Arc<AtomicUsize>,
    pub(crate) progress: Progress,
    stop: Stop,
}

impl JobHandle {
    /// The next message; `None` after the last.
    pub(crate) fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Option<JobMessage>> {
        let message = self.messages.poll_recv(context);
        if let Poll::Ready(Some(message)) = &message {
            self.buffered
                .fetch_sub(message.n_bytes(), Ordering::Relaxed);
        }
        message
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// Runs parts of a call in other processes.
pub(crate) trait RunPart: Debug + Send + Sync {
    /// Runs a call as a part of the call of a job, for this time at most.
    fn run_part(&self, path: &str, body: &[u8], time: Duration, job: &Job) -> Reply;
}

/// Where the events of a job go.
pub(crate) trait Outlet: Debug + Send + Sync {
    /// Sends the name and the JSON text of an event.
    fn send_event(&self, job: &Job, name: Cow<'static, str>, data: String) -> Flow;
}

/// Discards events: a quick call sends none.
#[derive(Debug)]
struct DiscardEvents;

impl Outlet for DiscardEvents {
    fn send_event(&self, _: &Job, _: Cow<'static, str>, _: String) -> Flow {
        Flow::Continue
    }
}

/// The client of a job.
#[derive(Clone, Debug)]
struct Client {
    sender: Sender<JobMessage>,
    buffered: Arc<AtomicUsize>,
}

impl Client {
    /// Sends a message. Waits for a slow client until the job has run for the time `limit`.
    fn send(&self, job: &Job, mut message: JobMessage, limit: Duration) -> Flow {
        let n_bytes = message.n_bytes();
        loop {
            match self.try_send(message, n_bytes) {
                Ok(()) => return Flow::Continue,
                Err(TrySendError::Closed(_)) => {
                    job.stop.request();
                    return Flow::Stop;
                }
                Err(TrySendError::Full(back)) => {
                    if job.stop.is_requested() || job.start.elapsed() >= limit {
                        return Flow::Stop;
                    }
                    message = back;
                    std::thread::sleep(SEND_PAUSE);
                }
            }
        }
    }

    fn try_send(
        &self,
        message: JobMessage,
        n_bytes: usize,
    ) -> Result<(), TrySendError<JobMessage>> {
        let buffered = self.buffered.load(Ordering::Relaxed);
        let is_full = buffered > 0 && buffered + n_bytes > BUFFERED_BYTES;
        if is_full && !self.sender.is_closed() {
            return Err(TrySendError::Full(message));
        }
        // Before the message can be received.
        self.buffered.fetch_add(n_bytes, Ordering::Relaxed);
        let sent = self.sender.try_send(message);
        if sent.is_err() {
            self.buffered.fetch_sub(n_bytes, Ordering::Relaxed);
        }
        sent
    }
}

impl Outlet for Client {
    fn send_event(&self, job: &Job, name: Cow<'static, str>, data: String) -> Flow {
        self.send(job, JobMessage::Event(name, data), job.time)
    }
}

/// A job as its call sees it; see the description of the module.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) stop: Stop,
    pub(crate) progress: Progress,
    pub(crate) outlet: Box<dyn Outlet>,
    pub(crate) start: Instant,
    pub(crate) time: Duration,
    pub(crate) memory: usize,
    pub(crate) is_streaming: bool,
    /// Processes for parts of the call that may fail one by one; without them, the call runs its parts itself.
    pub(crate) parts: Option<Box<dyn RunPart>>,
}

impl Job {
    /// Whether the client receives events; otherwise the answer must hold everything.
    pub(crate) fn is_streaming(&self) -> bool {
        self.is_streaming
    }

    /// Sends an event.
    pub(crate) fn send_event<T: Serialize>(&self, event: &'static str, data: &T) -> Flow {
        match serde_json::to_string(data) {
            Ok(data) => self.outlet.send_event(self, Cow::Borrowed(event), data),
            Err(_) => Flow::Continue,
        }
    }

    /// Sends an item as an event to a client that streams; adds it to the list for the answer otherwise.
    pub(crate) fn emit<T: Serialize>(
        &self,
        event: &'static str,
        item: T,
        list: &mut Vec<T>,
    ) -> Flow {
        if self.is_streaming {
            return self.send_event(event, &item);
        }
        list.push(item);
        Flow::Continue
    }

    /// The stop flag of the job.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Whether the job was stopped or its time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_requested() || self.start.elapsed() >= self.time
    }

    /// The remaining time.
    pub(crate) fn remaining(&self) -> Duration {
        self.time.saturating_sub(self.start.elapsed())
    }

    /// A default request with the limits of the job.
    pub(crate) fn request(&self) -> Request {
        Request {
            time: Some(self.remaining()),
            memory: Some(self.memory),
            stop: Some(self.stop()),
            progress: Some(self.progress.clone()),
            ..Request::default()
        }
    }

    /// The limits of the job.
    pub(crate) fn limits(&self) -> Limits {
        self.request().limits()
    }
}

/// The size of a batch, and the longest time before it is sent.
const BATCH_SIZE: usize = 200;
const BATCH_TIME: Duration = Duration::from_millis(100);

/// Items that are sent in batches, as one event each, or collected if the client does not stream.
#[derive(Debug)]
pub(crate) struct Batch<'j, T> {
    job: &'j Job,
    event: &'static str,
    items: Vec<T>,
    last: Instant,
}

impl<'j, T: Serialize> Batch<'j, T> {
    pub(crate) fn new(job: &'j Job, event: &'static str) -> Batch<'j, T> {
        Batch {
            job,
            event,
            items: Vec::new(),
            last: Instant::now(),
        }
    }

    /// Adds an item, and sends the batch if it is due.
    pub(crate) fn push(&mut self, item: T) -> Flow {
        self.items.push(item);
        match self.items.len() >= BATCH_SIZE || self.last.elapsed() >= BATCH_TIME {
            true => self.flush(),
            false => Flow::Continue,
        }
    }

    /// The items not yet sent.
    pub(crate) fn items_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Sends all items to a client that streams.
    pub(crate) fn flush(&mut self) -> Flow {
        if !self.job.is_streaming || self.items.is_empty() {
            return Flow::Continue;
        }
        self.last = Instant::now();
        let flow = self.job.send_event(self.event, &self.items);
        self.items.clear();
        flow
    }

    /// Sends the last items; returns all of them if the client does not stream.
    pub(crate) fn finish(mut self) -> Vec<T> {
        self.flush();
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_waits_while_its_client_reads_nothing_of_large_events() {
        let jobs = Arc::new(Jobs::new(JobLimits {
            time: Duration::from_millis(500),
            memory: 1 << 30,
            jobs: 1,
            queue: 1,
            per_client: 1,
        }));
        let event = "x".repeat(1 << 20);
        let work = move |job: &Job| {
            let mut n_sent = 0_usize;
            while job.send_event("event", &event) == Flow::Continue {
                n_sent += 1;
            }
            ApiError::bad_request(n_sent.to_string()).into()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .expect("a runtime");
        let _inside = runtime.enter();
        let client = IpAddr::from([127, 0, 0, 1]);
        let handle = jobs.start(client, None, true, Box::new(work));
        let mut handle = handle.expect("there is a place");
        // The client reads when the job is over.
        while jobs.count().running + jobs.count().waiting > 0 {
            std::thread::sleep(SEND_PAUSE);
        }
        let mut received = Vec::new();
        runtime.block_on(async {
            while let Some(message) =
                std::future::poll_fn(|context| handle.poll_message(context)).await
            {
                received.push(message);
            }
        });
        let last = received.pop();
        assert!(matches!(last, Some(JobMessage::End(_))), "{last:?}");
        let n_bytes: usize = received.iter().map(JobMessage::n_bytes).sum();
        assert!(
            (1..=BUFFERED_BYTES).contains(&n_bytes),
            "{} events of {n_bytes} bytes",
            received.len()
        );
    }
}
