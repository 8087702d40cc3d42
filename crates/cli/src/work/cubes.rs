//! One hard question on several threads: each takes the next cube until all are done or the question is answered.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use gridwright::control::Stop;
use gridwright::solving::{CubeJoin, CubeSolver};
use gridwright::{AnyInstance, Error, Question, Report, Request};

/// How many cubes there are per thread. More make the threads end together, fewer share more of what is learnt.
const CUBES_PER_THREAD: usize = 16;

/// Answers a question on several threads; `None` if it is not split, or one thread is enough.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    threads: usize,
) -> Result<Option<Report>, Error> {
    if threads < 2 {
        return Ok(None);
    }
    let begin = Instant::now();
    let first = match CubeSolver::new(instance, question, request, CUBES_PER_THREAD * threads) {
        Ok(Some(first)) => first,
        Ok(None) => return Ok(None),
        // The general path reports the limit.
        Err(error) if error.limit().is_some() => return Ok(None),
        Err(error) => return Err(error),
    };
    let n_cubes = first.n_cubes();
    let mut solvers = Vec::new();
    for _ in 1..threads.min(n_cubes) {
        solvers.push(first.another(request)?);
    }
    solvers.push(first);
    let join = Mutex::new(CubeJoin::new(question, n_cubes));
    let locked = || join.lock().unwrap_or_else(PoisonError::into_inner);
    let next = AtomicUsize::new(0);
    // Ends the other threads when one has the answer.
    let stop = request.stop.as_ref().map_or_else(Stop::new, Stop::child);
    let work = |mut solver: CubeSolver<'_>| -> Result<(), Error> {
        loop {
            let cube = next.fetch_add(1, Ordering::Relaxed);
            if cube >= n_cubes || stop.is_requested() {
                return Ok(());
            }
            // The limits are those of all cubes together.
            let n_nodes = locked().n_nodes();
            let part = Request {
                stop: Some(stop.clone()),
                time: request
                    .time
                    .map(|time| time.saturating_sub(begin.elapsed())),
                nodes: request.nodes.map(|nodes| nodes.saturating_sub(n_nodes)),
                ..request.clone()
            };
            let report = solver.ask(cube, &part)?;
            if locked().add(report) {
                stop.request();
            }
        }
    };
    let done = std::thread::scope(|scope| {
        let threads: Vec<_> = solvers
            .into_iter()
            .map(|solver| scope.spawn(|| work(solver)))
            .collect();
        let ended = threads.into_iter().map(|thread| {
            let ended = thread.join();
            ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        // All are joined before the first error is returned.
        let ended: Vec<Result<(), Error>> = ended.collect();
        ended.into_iter().collect::<Result<(), Error>>()
    });
    done?;
    let join = join.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(join.finish()))
}
