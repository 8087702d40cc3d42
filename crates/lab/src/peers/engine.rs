//! Our own engines: one question about one instance, timed and limited by processor time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use gridwright::control::Stop;
use gridwright::{BoxedInstance, EngineName, Question, Request, Verdict, ask};
use gridwright_control::median;

use crate::peers::peer::Run;
use crate::process::{Bounds, cpu};

/// The engines, by their names on the command line.
pub const ENGINES: [(&str, EngineName); 3] = [
    ("auto", EngineName::Auto),
    ("fd", EngineName::Fd),
    ("learn", EngineName::Learn),
];

/// A short run is repeated until it took this long in total, and at most this often; the result is the median.
const MIN_TOTAL_TIME: Duration = Duration::from_millis(100);
const MAX_RUNS: usize = 9;

/// A run of an engine.
#[derive(Clone, Copy)]
pub(crate) struct EngineTask<'a> {
    /// The name of the instance, for error messages.
    pub(crate) name: &'a str,
    pub(crate) instance: &'a BoxedInstance,
    pub(crate) question: Question,
    pub(crate) engine: EngineName,
    pub(crate) bounds: Bounds,
    pub(crate) stop: &'a Stop,
}

impl EngineTask<'_> {
    /// Runs the engine. An error means a bug in Gridwright.
    pub(crate) fn run(&self) -> Result<Run, String> {
        let mut runs = vec![self.run_once()?];
        let is_settled = runs[0].verdict.is_some();
        let mut spent = runs[0].time;
        while is_settled
            && runs.len() < MAX_RUNS
            && spent < MIN_TOTAL_TIME
            && !self.stop.is_requested()
        {
            let again = self.run_once()?;
            if again.verdict.is_none() {
                break;
            }
            spent += again.time;
            runs.push(again);
        }
        // The set-up time is that of the median run, as the first run has cold caches.
        let mut run = median(runs, |a, b| a.time.cmp(&b.time)).expect("at least one run");
        run.setup = run.setup.map(|setup| setup.min(run.time));
        Ok(run)
    }

    fn run_once(&self) -> Result<Run, String> {
        let EngineTask { name, bounds, .. } = *self;
        let stop = Stop::new();
        let request = Request {
            engine: self.engine,
            stop: Some(stop.clone()),
            memory: bounds.memory.and_then(|bytes| usize::try_from(bytes).ok()),
            ..Request::default()
        };
        let folder = cpu::own_folder();
        let (done, is_done) = channel::<()>();
        let (report, time) = std::thread::scope(|scope| {
            scope.spawn(move || {
                let start = Instant::now();
                let at_start = folder.as_deref().and_then(cpu::of);
                let spent = || {
                    let cpu = folder.as_deref().and_then(cpu::of).zip(at_start);
                    cpu.map_or_else(|| start.elapsed(), |(now, then)| now - then)
                };
                // Often enough to exceed the shortest limit by 1 % at most.
                let pause = Duration::from_millis(20);
                while is_done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    if spent() > bounds.time || self.stop.is_requested() {
                        stop.request();
                    }
                }
            });
            let stopwatch = cpu::Stopwatch::start();
            let solve = || ask(&**self.instance, self.question, &request);
            let report = catch_unwind(AssertUnwindSafe(solve));
            let time = stopwatch.spent();
            drop(done);
            (report, time)
        });
        let report = report
            .map_err(|_| format!("{name}: a panic"))?
            .map_err(|error| format!("{name}: {error}"))?;
        Ok(Run {
            setup: Some(report.setup_time),
            time,
            failures: Some(report.stats.failures),
            verdict: Some(report.verdict).filter(|verdict| !matches!(verdict, Verdict::Stopped(_))),
            count: report.count,
            memory: None,
        })
    }
}

/// Runs an engine on one instance. An error means a bug in Gridwright.
pub fn run_engine(
    name: &str,
    instance: &BoxedInstance,
    question: Question,
    engine: EngineName,
    time: Duration,
) -> Result<Run, String> {
    let task = EngineTask {
        name,
        instance,
        question,
        engine,
        bounds: Bounds { time, memory: None },
        stop: &Stop::new(),
    };
    task.run()
}
