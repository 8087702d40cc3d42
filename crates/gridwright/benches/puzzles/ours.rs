//! Our side: one question asked of one instance, timed on the processor, with a limit in processor time too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use gridwright::{EngineName, Question, Request, Stop, Verdict, ask};

use crate::corpus::Instance;
use crate::cpu;

/// What a run on one instance came to, ours or another program's.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) time: Duration,
    /// `None` if a program that was ended did not get to say.
    pub(crate) failures: Option<u64>,
    /// `None` if the limit was reached first.
    pub(crate) verdict: Option<Verdict>,
    /// How many answers there are, where they were counted.
    pub(crate) count: Option<u64>,
}

/// Asks a question; an error is a defect, in its words.
pub(crate) fn run(
    instance: &Instance,
    question: Question,
    engine: EngineName,
    limit: Duration,
) -> Result<Run, String> {
    let stop = Stop::new();
    let request = Request {
        engine,
        stop: Some(stop.clone()),
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
                if spent() > limit {
                    stop.press();
                }
            }
        });
        let watch = cpu::Watch::start();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            ask(&*instance.given, question, &request)
        }));
        let time = watch.spent();
        drop(done);
        (asked, time)
    });
    let report = report
        .map_err(|_| format!("{}: a panic", instance.name))?
        .map_err(|error| format!("{}: {error}", instance.name))?;
    Ok(Run {
        time,
        failures: Some(report.stats.failures),
        verdict: Some(report.verdict).filter(|verdict| !matches!(verdict, Verdict::Stopped(_))),
        count: report.count,
    })
}
