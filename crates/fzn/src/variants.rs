//! Parallel runs of different searches for the same program.

use std::sync::mpsc;
use std::time::Duration;

use gridwright_fd::{Assignment, End, Flow, Limit, Sink, Stats, Stop};
use gridwright_flatzinc::{Program, Protocol, SolveOptions};
use gridwright_solve::{ModelEngine, SolveError, SolveOutcome, add_stats};

use crate::write;

/// A message from a search thread.
enum Message {
    Found(Assignment),
    Ended(Result<SolveOutcome, SolveError>),
}

/// Sends solutions to the thread that prints them.
struct Sender(mpsc::Sender<Message>);

impl Sink for Sender {
    fn solution(&mut self, found: &Assignment) -> Flow {
        match self.0.send(Message::Found(found.clone())) {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    }
}

/// Runs several searches in parallel; the first to finish stops the others.
pub(crate) fn solve(
    program: &Program,
    options: &SolveOptions,
    n_threads: usize,
    protocol: &mut Protocol<'_>,
) -> Result<SolveOutcome, SolveError> {
    let (sender, messages) = mpsc::channel();
    let mut stats = Stats::default();
    let mut engine = ModelEngine::Auto;
    let (mut end, mut error) = (None, None);
    let (outer_stop, stop) = (options.limits.stop.clone(), Stop::new());
    std::thread::scope(|scope| {
        for variant in 0..n_threads {
            let sender = sender.clone();
            let mut options = options.clone();
            options.limits.stop = Some(stop.clone());
            scope.spawn(move || {
                let outcome = options.solve(program, variant, &mut Sender(sender.clone()));
                // The receiver is dropped only after the search.
                let _ = sender.send(Message::Ended(outcome));
            });
        }
        drop(sender);
        let mut n_running = n_threads;
        let max = options.solution_limit(program);
        while n_running > 0 {
            if outer_stop.as_ref().is_some_and(Stop::is_requested) {
                stop.request();
            }
            match messages.recv_timeout(Duration::from_millis(20)) {
                Ok(Message::Found(found)) if max.is_none_or(|max| protocol.n_found() < max) => {
                    write(&protocol.solution(&found));
                }
                Ok(Message::Found(_)) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                Ok(Message::Ended(Ok(outcome))) => {
                    n_running -= 1;
                    add_stats(&mut stats, &outcome.stats);
                    // A stopped run does not decide.
                    if !stop.is_requested() {
                        (engine, end) = (outcome.engine, Some(outcome.end));
                        let is_cut = matches!(outcome.end, End::LimitReached(limit) if limit != Limit::Solutions);
                        if !is_cut {
                            stop.request();
                        }
                    }
                }
                Ok(Message::Ended(Err(failed))) => {
                    n_running -= 1;
                    error = Some(failed);
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    match (end, error) {
        (None, Some(error)) => Err(error),
        (end, _) => Ok(SolveOutcome {
            engine,
            end: end.unwrap_or(End::LimitReached(Limit::Stop)),
            stats,
            core: None,
        }),
    }
}
