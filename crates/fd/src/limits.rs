//! Limits: how long a run may go on, and how it is told to stop.
//!
//! Nothing here reads a clock: time comes in through [`Clock`], so that the engine runs the same everywhere.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::kernel::Driver;
use crate::stats::Stats;

/// How much a run may use; `None` is without limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time; needs a clock.
    pub time: Option<Duration>,
    /// Nodes of the search tree.
    pub nodes: Option<u64>,
    /// Conflicts.
    pub failures: Option<u64>,
    /// Backtracks, as [`Stats::backtracks`] counts them.
    pub backtracks: Option<u64>,
    /// Solutions.
    pub solutions: Option<u64>,
    /// Bytes, by the engine's own estimate.
    pub memory: Option<usize>,
    /// Where time is read.
    pub clock: Option<Arc<dyn Clock>>,
    /// Lets another thread end the run.
    pub stop: Option<Stop>,
    /// Where another thread may read how far the run has come.
    pub progress: Option<Progress>,
}

impl Limits {
    /// When work that begins now and is no run has to end: formulating, and setting up.
    pub fn deadline(&self) -> Deadline {
        let clock = self.clock.clone();
        let moment = |time: Duration| Some(clock.as_ref()?.now().saturating_add(time));
        Deadline {
            moment: self.time.and_then(moment),
            clock,
            stop: self.stop.clone(),
        }
    }
}

/// A moment and a switch at which work ends that is no run: a model that is made large, or set up, looks at it now and then.
/// The default never comes.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    moment: Option<Duration>,
    clock: Option<Arc<dyn Clock>>,
    stop: Option<Stop>,
}

impl Deadline {
    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        let (moment, clock) = (self.moment?, self.clock.as_ref()?);
        Some(moment.saturating_sub(clock.now()))
    }

    /// The limit that is reached, if one is.
    pub fn reached(&self) -> Option<Limit> {
        if self.stop.as_ref().is_some_and(Stop::is_pressed) {
            return Some(Limit::Stop);
        }
        match (self.moment, &self.clock) {
            (Some(moment), Some(clock)) if clock.now() >= moment => Some(Limit::Time),
            _ => None,
        }
    }
}

/// Tells the time since some fixed moment.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since that moment; never goes back.
    fn now(&self) -> Duration;
}

/// A switch that ends a run from another thread. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    is_pressed: AtomicBool,
    above: Option<Stop>,
}

impl Stop {
    /// A switch that is not pressed.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A switch below this one: pressed when this one is, or by itself, which leaves this one as it is.
    pub fn below(&self) -> Stop {
        Stop(Arc::new(Switch {
            is_pressed: AtomicBool::new(false),
            above: Some(self.clone()),
        }))
    }

    /// Ends every run that watches it.
    pub fn press(&self) {
        self.0.is_pressed.store(true, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    pub fn is_pressed(&self) -> bool {
        let Switch { is_pressed, above } = &*self.0;
        is_pressed.load(Ordering::Relaxed) || above.as_ref().is_some_and(Stop::is_pressed)
    }
}

/// How far runs have come, for another thread to read. Clones are the same counters, and several runs add up.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    nodes: AtomicU64,
    failures: AtomicU64,
    solutions: AtomicU64,
}

/// What runs have counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Conflicts.
    pub failures: u64,
    /// Solutions.
    pub solutions: u64,
}

impl Progress {
    /// Counters that stand at nothing.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// What they stand at.
    pub fn counted(&self) -> Counted {
        Counted {
            nodes: self.0.nodes.load(Ordering::Relaxed),
            failures: self.0.failures.load(Ordering::Relaxed),
            solutions: self.0.solutions.load(Ordering::Relaxed),
        }
    }

    /// Adds what a run has counted by `now` since it was `told` last.
    pub fn add(&self, told: &mut Counted, now: Counted) {
        let add = |counter: &AtomicU64, told: &mut u64, now: u64| {
            counter.fetch_add(now.saturating_sub(*told), Ordering::Relaxed);
            *told = now;
        };
        add(&self.0.nodes, &mut told.nodes, now.nodes);
        add(&self.0.failures, &mut told.failures, now.failures);
        add(&self.0.solutions, &mut told.solutions, now.solutions);
    }
}

/// Which limit ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// [`Limits::time`]
    Time,
    /// [`Limits::nodes`]
    Nodes,
    /// [`Limits::failures`]
    Failures,
    /// [`Limits::backtracks`]
    Backtracks,
    /// [`Limits::solutions`]
    Solutions,
    /// [`Limits::memory`]
    Memory,
    /// [`Limits::stop`]
    Stop,
}

impl Limit {
    /// Where it stops a run, in words that go on after "stopped".
    pub fn in_words(self) -> String {
        match self {
            Limit::Stop => "from outside".to_owned(),
            Limit::Time => "at the time limit".to_owned(),
            limit => format!("at the limit of {limit}"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Nodes => "nodes",
            Limit::Failures => "failures",
            Limit::Backtracks => "backtracks",
            Limit::Solutions => "solutions",
            Limit::Memory => "memory",
            Limit::Stop => "stopped from outside",
        })
    }
}

/// How many propagators run at most between two looks at the clock: usually well under a millisecond's worth.
const TICKS: u32 = 64;

/// How many nodes are counted before progress is told of them.
const TICKS_OF_PROGRESS: u64 = 16;

/// Where so much time passes between two looks, propagators are dear, and fewer of them run before the next.
const SLOW: Duration = Duration::from_millis(2);

/// Watches the limits during one run.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    deadline: Option<Duration>,
    started: Duration,
    /// How many propagators run until the next look, and how many between looks at present.
    ticks: u32,
    pace: u32,
    /// When the clock was last looked at.
    looked: Duration,
    pub(crate) over: Option<Limit>,
    /// Bytes in use, kept up to date by the search.
    pub(crate) memory: usize,
    /// What progress was told last.
    told: Counted,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Meter<'a> {
        let now = limits
            .clock
            .as_ref()
            .map_or(Duration::ZERO, |clock| clock.now());
        Meter::since(limits, now)
    }

    /// The meter of a run that began at `started` and goes on.
    pub(crate) fn since(limits: &'a Limits, started: Duration) -> Meter<'a> {
        Meter {
            limits,
            deadline: limits.time.map(|time| started.saturating_add(time)),
            started,
            ticks: 1,
            pace: 1,
            looked: started,
            over: None,
            memory: 0,
            told: Counted::default(),
        }
    }

    /// When the run began, by its clock.
    pub(crate) fn started(&self) -> Duration {
        self.started
    }

    /// The time since the run began, where there is a clock.
    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.as_ref().map_or(Duration::ZERO, |clock| {
            clock.now().saturating_sub(self.started)
        })
    }

    /// Whether a counted limit is reached; asked at every node.
    pub(crate) fn check(&mut self, stats: &Stats) -> Option<Limit> {
        if self.over.is_some() {
            return self.over;
        }
        // A few nodes more or less are nothing to who looks on.
        if let Some(progress) = &self.limits.progress
            && stats.nodes >= self.told.nodes + TICKS_OF_PROGRESS
        {
            let now = Counted {
                nodes: stats.nodes,
                failures: stats.failures,
                solutions: stats.solutions,
            };
            progress.add(&mut self.told, now);
        }
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if reached(self.limits.nodes, stats.nodes) {
            self.over = Some(Limit::Nodes);
        } else if reached(self.limits.failures, stats.failures) {
            self.over = Some(Limit::Failures);
        } else if reached(self.limits.backtracks, stats.backtracks) {
            self.over = Some(Limit::Backtracks);
        } else if reached(self.limits.solutions, stats.solutions) {
            self.over = Some(Limit::Solutions);
        } else {
            // A tree in which no propagator runs must notice the clock too.
            self.is_over();
        }
        self.over
    }

    #[cold]
    fn look(&mut self) -> bool {
        if let Some(clock) = &self.limits.clock {
            let now = clock.now();
            let gap = now.saturating_sub(self.looked);
            self.pace = match gap > SLOW {
                true => (self.pace / 8).max(1),
                false => (self.pace * 2).min(TICKS),
            };
            self.looked = now;
        } else {
            self.pace = TICKS;
        }
        self.ticks = self.pace;
        if self.limits.stop.as_ref().is_some_and(Stop::is_pressed) {
            self.over = Some(Limit::Stop);
        } else if self.limits.memory.is_some_and(|limit| self.memory > limit) {
            self.over = Some(Limit::Memory);
        } else if self
            .deadline
            .is_some_and(|deadline| self.looked >= deadline)
        {
            self.over = Some(Limit::Time);
        }
        self.over.is_some()
    }
}

impl Driver for Meter<'_> {
    #[inline]
    fn is_over(&mut self) -> bool {
        self.ticks -= 1;
        self.ticks == 0 && self.look()
    }
}

/// Propagation without search, until a deadline.
#[derive(Debug)]
pub(crate) struct Until<'d> {
    deadline: &'d Deadline,
    pub(crate) over: Option<Limit>,
}

impl<'d> Until<'d> {
    pub(crate) fn new(deadline: &'d Deadline) -> Until<'d> {
        let over = deadline.reached();
        Until { deadline, over }
    }
}

impl Driver for Until<'_> {
    fn is_over(&mut self) -> bool {
        self.over = self.over.or_else(|| self.deadline.reached());
        self.over.is_some()
    }
}
