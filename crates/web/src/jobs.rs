//! Jobs: long work on threads of its own, in limited number, that ends when nobody waits for it any more.
//!
//! The contract of a long call. A call is a plain function `fn(&Job, Asked) -> Result<Answer, Refused>`; it knows nothing of connections. It runs on a
//! thread of its own, once there is a place for it.
//!
//! - It **tells** what it finds on the way by [`Job::tell`], any number of events under names of its own. Who asked for a stream hears them; who did not
//!   gets the answer alone, and they are dropped. `tell` says [`Flow::Stop`] when nobody listens any more.
//! - It **ends** when [`Job::stop`] is pressed, which happens when the connection is closed or the server ends: it hands the switch to the library, by
//!   [`Job::request`] or [`Job::limits`], which also have the limits of time and memory in them; a loop of its own asks [`Job::is_over`].
//!   A job that reaches its limit answers with what it has, under the verdict `stopped`: that is an answer and no error.
//! - **Progress** (nodes, failures, answers) is told for it every fifth of a second, from the counters in the limits.
//! - A panic becomes a plain 500 and a line in the log, and takes nothing else with it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gridwright::Request;
use gridwright::control::{Limits, Progress, Stop};
use gridwright::fd::Flow;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refused::Refused;

/// How many events wait for a client that reads slowly before the job waits for it.
const WAITING_EVENTS: usize = 256;

/// The stack of a job: searches are loops, but terms and rules nest.
const STACK: usize = 32 << 20;

/// How long a job that waits for a slow client sleeps between two tries.
const PATIENCE: Duration = Duration::from_millis(5);

/// How long the end of a job waits for a slow client after its time.
const FAREWELL: Duration = Duration::from_secs(10);

/// How much work is taken on.
#[derive(Clone, Debug)]
pub(crate) struct JobLimits {
    /// How long a job may take.
    pub(crate) time: Duration,
    /// How many bytes it may take, by the engine's own count.
    pub(crate) memory: usize,
    /// How many run at once.
    pub(crate) jobs: usize,
    /// How many wait for a place.
    pub(crate) queue: usize,
    /// How many one client may have, running and waiting.
    pub(crate) per_client: usize,
}

/// All jobs of a server.
#[derive(Debug)]
pub(crate) struct Jobs {
    limits: JobLimits,
    places: Arc<Semaphore>,
    under_way: Mutex<UnderWay>,
}

#[derive(Debug, Default)]
struct UnderWay {
    /// How many there are of each client, running and waiting.
    clients: HashMap<IpAddr, usize>,
    total: usize,
    running: usize,
    /// The switches of those that run or wait, by a number of their own.
    stops: HashMap<u64, Stop>,
    next: u64,
}

/// How many jobs there are
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Count {
    /// How many run
    pub(crate) running: usize,
    /// How many wait for a place
    pub(crate) waiting: usize,
}

impl Jobs {
    pub(crate) fn new(limits: JobLimits) -> Jobs {
        Jobs {
            places: Arc::new(Semaphore::new(limits.jobs)),
            limits,
            under_way: Mutex::default(),
        }
    }

    /// A thread that panicked while counting has counted: nothing in between can.
    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> Count {
        let under_way = self.under_way();
        Count {
            running: under_way.running,
            waiting: under_way.total - under_way.running,
        }
    }

    /// Ends them all.
    pub(crate) fn stop_all(&self) {
        self.under_way().stops.values().for_each(Stop::request);
    }

    /// Takes a job on, or says why not.
    fn admit(self: &Arc<Jobs>, client: IpAddr) -> Result<Ticket, Refused> {
        let mut under_way = self.under_way();
        let of_client = under_way.clients.get(&client).copied().unwrap_or(0);
        if of_client >= self.limits.per_client {
            return Err(Refused::busy(format!(
                "you have {of_client} jobs under way, as many as one client may have; stop one, or wait"
            )));
        }
        if under_way.total >= self.limits.jobs + self.limits.queue {
            return Err(Refused::busy(format!(
                "{} jobs are running and {} are waiting, as many as there may be; try again later",
                under_way.running,
                under_way.total - under_way.running
            )));
        }
        let number = under_way.next;
        under_way.next += 1;
        under_way.total += 1;
        *under_way.clients.entry(client).or_default() += 1;
        let stop = Stop::new();
        under_way.stops.insert(number, stop.clone());
        Ok(Ticket {
            jobs: Arc::clone(self),
            client,
            number,
            stop,
            place: None,
        })
    }

    /// Starts work for a client, now or when there is a place. What it tells is received, its answer or an error last; when what is given back is
    /// dropped, the work ends.
    pub(crate) fn start<F>(
        self: &Arc<Jobs>,
        client: IpAddr,
        time: Option<Duration>,
        is_followed: bool,
        work: F,
    ) -> Result<Running, Refused>
    where
        F: FnOnce(&Job) -> Result<String, Refused> + Send + 'static,
    {
        let mut ticket = self.admit(client)?;
        let (sender, told) = channel(WAITING_EVENTS);
        let progress = Progress::new();
        let running = Running {
            told,
            progress: progress.clone(),
            stop: ticket.stop.clone(),
        };
        let places = Arc::clone(&self.places);
        let limits = self.limits.clone();
        tokio::spawn(async move {
            let place = tokio::select! {
                place = places.acquire_owned() => place,
                // Who does not wait any more loses the place in the queue.
                () = sender.closed() => return,
            };
            let Ok(place) = place else { return };
            ticket.run(place);
            let job = Job {
                stop: ticket.stop.clone(),
                progress,
                sender: sender.clone(),
                began: Instant::now(),
                time: time.map_or(limits.time, |time| time.min(limits.time)),
                memory: limits.memory,
                is_followed,
            };
            let thread = std::thread::Builder::new()
                .name("job".to_owned())
                .stack_size(STACK)
                .spawn(move || {
                    let outcome = caught(|| work(&job));
                    // Who hears the end may ask for the next at once.
                    drop(ticket);
                    job.end(outcome);
                });
            if thread.is_err() {
                let error = Refused::busy("the system has no thread for this job; try again later");
                let _ = sender.try_send(Told::End(Err(error)));
            }
        });
        Ok(running)
    }
}

/// Does some work; a panic becomes an error, and the log has been told by the panic itself.
pub(crate) fn caught<R>(work: impl FnOnce() -> Result<R, Refused>) -> Result<R, Refused> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Refused::broken()))
}

/// A job in the books, until it is dropped.
#[derive(Debug)]
struct Ticket {
    jobs: Arc<Jobs>,
    client: IpAddr,
    number: u64,
    stop: Stop,
    place: Option<OwnedSemaphorePermit>,
}

impl Ticket {
    fn run(&mut self, place: OwnedSemaphorePermit) {
        self.place = Some(place);
        self.jobs.under_way().running += 1;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut under_way = self.jobs.under_way();
        under_way.total -= 1;
        under_way.running -= usize::from(self.place.is_some());
        under_way.stops.remove(&self.number);
        if let Some(n) = under_way.clients.get_mut(&self.client) {
            *n -= 1;
            if *n == 0 {
                under_way.clients.remove(&self.client);
            }
        }
    }
}

/// What a job tells.
#[derive(Debug)]
pub(crate) enum Told {
    /// Something on the way, by its name and as JSON.
    Event(&'static str, String),
    /// The answer as JSON, or an error: the last.
    End(Result<String, Refused>),
}

/// A job as the one who waits for it has it. Dropping it ends the job.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) told: Receiver<Told>,
    pub(crate) progress: Progress,
    stop: Stop,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// A job as the work sees it; see the contract above.
#[derive(Debug)]
pub(crate) struct Job {
    stop: Stop,
    progress: Progress,
    sender: Sender<Told>,
    began: Instant,
    time: Duration,
    memory: usize,
    is_followed: bool,
}

impl Job {
    /// Whether somebody hears what it tells; who does not gets its answer alone, which then holds everything.
    pub(crate) fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// Tells something on the way.
    pub(crate) fn tell<T: Serialize>(&self, event: &'static str, data: &T) -> Flow {
        match serde_json::to_string(data) {
            Ok(data) => self.send(Told::Event(event, data)),
            Err(_) => Flow::Continue,
        }
    }

    /// The switch that ends it.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Whether it was ended, or its time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_requested() || self.began.elapsed() >= self.time
    }

    /// The time it has left.
    pub(crate) fn left(&self) -> Duration {
        self.time.saturating_sub(self.began.elapsed())
    }

    /// A request with the job's limits in it, and everything else left open.
    pub(crate) fn request(&self) -> Request {
        Request {
            time: Some(self.left()),
            memory: Some(self.memory),
            stop: Some(self.stop()),
            progress: Some(self.progress.clone()),
            ..Request::default()
        }
    }

    /// The job's limits, for what takes no request.
    pub(crate) fn limits(&self) -> Limits {
        self.request().limits()
    }

    fn end(&self, outcome: Result<String, Refused>) {
        self.send(Told::End(outcome));
    }

    /// Sends, and waits for who reads slowly as long as the job may take; for the end a little longer, since it is all that is left.
    fn send(&self, mut told: Told) -> Flow {
        let patience = match told {
            Told::Event(..) => self.time,
            Told::End(_) => self.time + FAREWELL,
        };
        loop {
            match self.sender.try_send(told) {
                Ok(()) => return Flow::Continue,
                Err(TrySendError::Closed(_)) => {
                    self.stop.request();
                    return Flow::Stop;
                }
                Err(TrySendError::Full(back)) => {
                    if self.stop.is_requested() || self.began.elapsed() >= patience {
                        return Flow::Stop;
                    }
                    told = back;
                    std::thread::sleep(PATIENCE);
                }
            }
        }
    }
}
