//! Several searches for the same, side by side on threads of their own.

use std::sync::mpsc;
use std::time::Duration;

use gridwright_fd::{Assignment, End, Flow, Limit, Sink, Stats, Stop};
use gridwright_flatzinc::{Program, Protocol, SolveOptions};
use gridwright_solve::{EngineName, Outcome, Unsupported, add_stats};

use crate::write;

/// What a thread has to say.
enum Word {
    Found(Assignment),
    Ended(Result<Outcome, Unsupported>),
}

/// Sends solutions to whoever writes them.
struct Sender(mpsc::Sender<Word>);

impl Sink for Sender {
    fn solution(&mut self, found: &Assignment) -> Flow {
        match self.0.send(Word::Found(found.clone())) {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    }
}

/// Runs several searches at a time; the first to finish ends the others.
pub(crate) fn solve(
    program: &Program,
    wish: &SolveOptions,
    n_threads: usize,
    protocol: &mut Protocol<'_>,
) -> Result<Outcome, Unsupported> {
    let (sender, words) = mpsc::channel();
    let mut stats = Stats::default();
    let mut engine = EngineName::Auto;
    let (mut end, mut refused) = (None, None);
    let (asked, stop) = (wish.limits.stop.clone(), Stop::new());
    std::thread::scope(|scope| {
        for variant in 0..n_threads {
            let sender = sender.clone();
            let mut wish = wish.clone();
            wish.limits.stop = Some(stop.clone());
            scope.spawn(move || {
                let outcome = wish.solve(program, variant, &mut Sender(sender.clone()));
                // Whoever waits for the word has gone only when the search is over.
                let _ = sender.send(Word::Ended(outcome));
            });
        }
        drop(sender);
        let mut n_running = n_threads;
        let wanted = wish.wanted(program);
        while n_running > 0 {
            if asked.as_ref().is_some_and(Stop::is_requested) {
                stop.request();
            }
            match words.recv_timeout(Duration::from_millis(20)) {
                Ok(Word::Found(found)) if wanted.is_none_or(|most| protocol.n_found() < most) => {
                    write(&protocol.solution(&found));
                }
                Ok(Word::Found(_)) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                Ok(Word::Ended(Ok(outcome))) => {
                    n_running -= 1;
                    add_stats(&mut stats, &outcome.stats);
                    // What ends because it was told to says nothing about the search.
                    if !stop.is_requested() {
                        (engine, end) = (outcome.engine, Some(outcome.end));
                        let is_cut = matches!(outcome.end, End::LimitReached(limit) if limit != Limit::Solutions);
                        if !is_cut {
                            stop.request();
                        }
                    }
                }
                Ok(Word::Ended(Err(error))) => {
                    n_running -= 1;
                    refused = Some(error);
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    match (end, refused) {
        (None, Some(error)) => Err(error),
        (end, _) => Ok(Outcome {
            engine,
            end: end.unwrap_or(End::LimitReached(Limit::Stop)),
            stats,
            core: None,
        }),
    }
}
