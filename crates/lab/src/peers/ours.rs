//! Our side: one question asked of one instance, timed on the processor, with a limit in processor time too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use gridwright::control::Stop;
use gridwright::{BoxedInstance, EngineName, Question, Request, Verdict, ask};

use crate::peers::row::Run;
use crate::process::{Bounds, cpu};

/// The engines, by the names the command line gives them.
pub const ENGINES: [(&str, EngineName); 3] = [
    ("auto", EngineName::Auto),
    ("fd", EngineName::Fd),
    ("learn", EngineName::Learn),
];

/// What is short is asked again until it took so long in all, and at most so often; its time is the median.
const ENOUGH: Duration = Duration::from_millis(100);
const MOST: usize = 9;

/// Asks a question; an error is a defect, in its words.
pub(crate) fn run(
    name: &str,
    given: &BoxedInstance,
    question: Question,
    engine: EngineName,
    bounds: Bounds,
    outer: &Stop,
) -> Result<Run, String> {
    let mut runs = vec![once(name, given, question, engine, bounds, outer)?];
    let mut spent = runs[0].time;
    while runs[0].verdict.is_some() && runs.len() < MOST && spent < ENOUGH && !outer.is_requested()
    {
        let again = once(name, given, question, engine, bounds, outer)?;
        if again.verdict.is_none() {
            break;
        }
        spent += again.time;
        runs.push(again);
    }
    // Setting up is that of the same run: the first one finds everything cold.
    runs.sort_by_key(|run| run.time);
    let mut run = runs.swap_remove(runs.len() / 2);
    run.setup = run.setup.map(|setup| setup.min(run.time));
    Ok(run)
}

fn once(
    name: &str,
    given: &BoxedInstance,
    question: Question,
    engine: EngineName,
    bounds: Bounds,
    outer: &Stop,
) -> Result<Run, String> {
    let stop = Stop::new();
    let request = Request {
        engine,
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
            // Looks often enough to end the shortest limit within a hundredth.
            while is_done.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout)
            {
                if spent() > bounds.time || outer.is_requested() {
                    stop.request();
                }
            }
        });
        let watch = cpu::Watch::start();
        let asked = catch_unwind(AssertUnwindSafe(|| ask(&**given, question, &request)));
        let time = watch.spent();
        drop(done);
        (asked, time)
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
