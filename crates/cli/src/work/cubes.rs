//! One hard question on several threads. If plain search answers it, the threads share the open branches of one search. Otherwise each takes the next cube until all are done or the
//! question is answered; a thread that finds none left has the cube that another thread searches longest split in two.

use std::collections::VecDeque;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use gridwright::control::{Limit, Stop};
use gridwright::fd::BranchPool;
use gridwright::solving::{CubeJoin, CubePart, CubeReport, CubeSolver, CubeSubject};
use gridwright::{Question, Report, Request};

use crate::work::checkpoint::Checkpoint;
use crate::work::progress::{ProgressLine, Unit};
use crate::work::stream::PuzzleText;

/// How many cubes there are per thread. More make the threads end together, which counts where all solutions are visited; fewer share more of what is learnt, which counts elsewhere.
const CUBES_PER_THREAD_TO_COUNT: usize = 16;
const CUBES_PER_THREAD: usize = 4;

/// How long a part is searched before a thread without work may have it split. A shorter search ends before a split would pay. A half of a part is searched twice as long as the part.
const MIN_TIME_BEFORE_SPLIT: Duration = Duration::from_millis(50);

/// How long a thread without work waits before it looks again.
const WAIT: Duration = Duration::from_millis(5);

/// The number of cubes if a file or a part is given, but no number.
const DEFAULT_CUBES: usize = 1000;

/// The most cubes: splitting takes time that grows with the square of their number.
const MAX_CUBES: usize = 100_000;

/// How a single question is split.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct CubeOptions {
    /// Split a single puzzle or model into N parts (cubes) [default: as many as the threads need; 1000 with --checkpoint or --part]
    #[arg(long, value_name = "N")]
    cubes: Option<NonZeroUsize>,
    /// Save each finished cube in FILE, and continue from what it has; the files of several parts can be concatenated
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Search only part K of N of the cubes: every N-th, starting with cube K, counted from 0
    #[arg(long, value_name = "K/N", value_parser = parse_part)]
    part: Option<(usize, usize)>,
}

impl CubeOptions {
    /// Whether the question has to be split.
    pub(crate) fn is_given(&self) -> bool {
        self.cubes.is_some() || self.checkpoint.is_some() || self.part.is_some()
    }

    /// The number of cubes for so many threads; `None` if the question is not split.
    fn n_cubes(&self, question: Question, threads: usize) -> Result<Option<usize>, String> {
        match self.cubes {
            Some(cubes) if cubes.get() > MAX_CUBES => Err(format!("--cubes: at most {MAX_CUBES}")),
            Some(cubes) => Ok(Some(cubes.get())),
            None if self.is_given() => Ok(Some(DEFAULT_CUBES)),
            None if threads < 2 => Ok(None),
            None => {
                let per_thread = match question {
                    Question::Count { .. } => CUBES_PER_THREAD_TO_COUNT,
                    _ => CUBES_PER_THREAD,
                };
                Ok(Some(per_thread.saturating_mul(threads).min(MAX_CUBES)))
            }
        }
    }

    /// Refuses these options for a puzzle that is not the single one, or not the first of a name.
    pub(crate) fn refuse_several(
        &self,
        puzzle: &PuzzleText<'_>,
        n_before: u64,
    ) -> Result<(), String> {
        const NEED: &str = "--cubes, --checkpoint and --part need a single puzzle";
        match self.is_given() {
            true if !puzzle.is_single => Err(format!("{NEED}; --only names one of several")),
            true if n_before > 0 => {
                let name = puzzle.name();
                Err(format!("{NEED}, but a second one is named `{name}`"))
            }
            _ => Ok(()),
        }
    }
}

fn parse_part(text: &str) -> Result<(usize, usize), String> {
    let part = text.split_once('/').and_then(|(part, parts)| {
        let (part, parts) = (part.trim().parse().ok()?, parts.trim().parse().ok()?);
        (part < parts).then_some((part, parts))
    });
    part.ok_or_else(|| "expected K/N such as 0/8, with K from 0 to N - 1".to_owned())
}

/// Answers a question by cubes on several threads; `None` if it is not split, or one thread is enough.
pub(crate) fn ask(
    subject: CubeSubject<'_>,
    question: Question,
    request: &Request,
    threads: usize,
    options: &CubeOptions,
) -> Result<Option<Report>, String> {
    let Some(n) = options.n_cubes(question, threads)? else {
        return Ok(None);
    };
    let size = (n, MIN_TIME_BEFORE_SPLIT);
    let asked = ask_in_parts(size, subject, question, request, threads, options)?;
    Ok(asked.map(|(report, _)| report))
}

/// [`ask`] with a number of cubes, and the time for which a cube is searched before it may be split. Also returns the number of parts that there were in the end.
fn ask_in_parts(
    (n, min_time): (usize, Duration),
    subject: CubeSubject<'_>,
    question: Question,
    request: &Request,
    threads: usize,
    options: &CubeOptions,
) -> Result<Option<(Report, usize)>, String> {
    let begin = Instant::now();
    // A file or another machine needs cubes.
    let solver = match options.is_given() {
        true => CubeSolver::new(subject, question, request, n),
        false => CubeSolver::for_threads(subject, question, request, n, threads),
    };
    let first = match solver {
        Ok(Some(first)) => first,
        Ok(None) if options.is_given() => {
            return Err("this cannot be split into cubes: they need solve, unique or count, an engine that searches a model, and no rule that is only checked on answers".to_owned());
        }
        Ok(None) => return Ok(None),
        Err(error) => {
            let limit = error.limit().ok_or_else(|| error.to_string())?;
            let mut join = CubeJoin::new(question, 1);
            join.add(CubeReport {
                limit: Some(limit),
                ..CubeReport::default()
            });
            return Ok(Some((join.finish(), 1)));
        }
    };
    let n_cubes = first.n_cubes();
    let mut join = CubeJoin::new(question, n_cubes);
    let mut is_answered = false;
    let mut checkpoint = None;
    let mut todo: Vec<usize> = (0..n_cubes).collect();
    if let Some(path) = &options.checkpoint {
        let (file, done) = Checkpoint::open(path, first.description(), n_cubes, subject)?;
        todo.retain(|cube| !done.contains_key(cube));
        for report in done.into_values() {
            is_answered |= join.add(report);
        }
        checkpoint = Some(file);
    }
    if let Some((part, parts)) = options.part {
        todo.retain(|cube| cube % parts == part);
    }
    if is_answered {
        todo.clear();
    }
    // Limits are those of this run.
    let n_nodes_before = join.n_nodes();
    let line = match options.is_given() {
        true => {
            let (len, counters) = (todo.len() as u64, request.progress.clone());
            ProgressLine::new("searching", Some(len), Unit::Items("cubes"), counters)
        }
        false => ProgressLine::hidden(),
    };
    // Ends the other threads when one has the answer.
    let stop = request.stop.as_ref().map_or_else(Stop::new, Stop::child);
    // The limits are those of the splitting and all cubes together.
    let rest = |n_nodes: u64| Request {
        stop: Some(stop.clone()),
        time: (request.time).map(|time| time.saturating_sub(begin.elapsed())),
        nodes: request.nodes.map(|nodes| nodes.saturating_sub(n_nodes)),
        ..request.clone()
    };
    // A search that is split begins again in each half, with what was learnt; a count would be repeated.
    let splits = !options.is_given() && !matches!(question, Question::Count { .. });
    let threads = if splits || first.branches().is_some() {
        threads
    } else {
        threads.min(todo.len())
    }
    .max(1);
    let branches = first.branches().cloned();
    let work = Work {
        subject,
        state: Mutex::new(State {
            join,
            checkpoint,
            open: todo
                .into_iter()
                .map(|cube| OpenPart {
                    cube,
                    part: first.part(cube),
                    can_split: true,
                    min_time,
                })
                .collect(),
            running: (0..threads).map(|_| None).collect(),
        }),
        changed: Condvar::new(),
        stop: stop.clone(),
        splits,
        line,
    };
    let rest = |n_nodes: u64| rest(n_nodes.saturating_sub(n_nodes_before));
    let more = first.more();
    let done = std::thread::scope(|scope| {
        let spawn_one = |at: usize| {
            let (work, more, rest) = (&work, &more, &rest);
            scope.spawn(move || match more(&rest(n_nodes_before)) {
                Ok(solver) => work.run_all(at, solver, rest),
                // The workers that there are reach the limit, too.
                Err(error) if error.limit().is_some() => Ok(()),
                Err(error) => Err(work.fail(&error)),
            })
        };
        let others: Vec<_> = (1..threads).map(spawn_one).collect();
        let ended = others.into_iter().map(|thread| {
            let ended = thread.join();
            ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        // All are joined before the first error is returned.
        let first = work.run_all(0, first, &rest);
        let ended: Vec<Result<(), String>> = ended.chain([first]).collect();
        ended.into_iter().collect::<Result<(), String>>()
    });
    let Work { state, line, .. } = work;
    line.finish();
    done?;
    let State { mut join, .. } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(branches) = branches {
        join.set_n_cubes(branches.n_branches() as usize);
    }
    if options.is_given() {
        let n_done = join.n_done();
        let rest = match options.checkpoint {
            Some(_) if n_done < n_cubes => "; the same command continues",
            _ => "",
        };
        eprintln!("{n_done} of {n_cubes} cubes are done{rest}");
    }
    let n_parts = join.n_cubes();
    Ok(Some((join.finish(), n_parts)))
}

/// What the threads share.
struct Work<'s> {
    subject: CubeSubject<'s>,
    state: Mutex<State>,
    /// Notified when parts are added or a thread is done with one.
    changed: Condvar,
    /// Ends all threads.
    stop: Stop,
    /// Whether a thread without a part lets another one split its part.
    splits: bool,
    line: ProgressLine,
}

/// Ends the other threads if this one panics, so that they do not wait for it.
struct StopOnPanic<'w>(&'w Stop);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.request();
        }
    }
}

struct State {
    join: CubeJoin,
    checkpoint: Option<Checkpoint>,
    /// The parts that are not searched yet.
    open: VecDeque<OpenPart>,
    /// By thread: its search, if it is not waiting.
    running: Vec<Option<RunningSearch>>,
}

struct OpenPart {
    /// The number of the cube that it is part of.
    cube: usize,
    part: CubePart,
    can_split: bool,
    /// How long it is searched before it may be split.
    min_time: Duration,
}

struct RunningSearch {
    since: Instant,
    stop: Stop,
    can_split: bool,
    min_time: Duration,
}

impl Work<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all threads because of an error.
    fn fail(&self, error: &dyn Display) -> String {
        self.stop.request();
        error.to_string()
    }

    /// Takes the next part, with the flag that stops its search. If there is none, it waits for another thread to split one. `None` if nothing is left to do.
    fn next(&self, thread: usize) -> Option<(OpenPart, Stop)> {
        let mut state = self.lock();
        while !self.stop.is_requested() {
            if let Some(open) = state.open.pop_front() {
                let stop = self.stop.child();
                state.running[thread] = Some(RunningSearch {
                    since: Instant::now(),
                    stop: stop.clone(),
                    can_split: open.can_split,
                    min_time: open.min_time,
                });
                return Some((open, stop));
            }
            if !self.splits || state.running.iter().all(Option::is_none) {
                return None;
            }
            let running = state.running.iter().flatten();
            let long = running
                .filter(|search| search.can_split && search.since.elapsed() >= search.min_time);
            if let Some(longest) = long.min_by_key(|search| search.since) {
                longest.stop.request();
            }
            let waited = self.changed.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Searches branches or parts until none is left or the question is answered.
    fn run_all(
        &self,
        thread: usize,
        solver: CubeSolver<'_>,
        rest: &dyn Fn(u64) -> Request,
    ) -> Result<(), String> {
        let _guard = StopOnPanic(&self.stop);
        match solver.branches().cloned() {
            Some(branches) => self.run_branches(&branches, solver, rest),
            None => self.run(thread, solver, rest),
        }
    }

    fn run_branches(
        &self,
        branches: &BranchPool,
        mut solver: CubeSolver<'_>,
        rest: &dyn Fn(u64) -> Request,
    ) -> Result<(), String> {
        while let Some(branch) = branches.take() {
            let report = solver.ask_branch(branch, &rest(0));
            let report = report.map_err(|error| self.fail(&error))?;
            if self.lock().join.add(report) {
                self.stop.request();
                branches.close();
            }
        }
        Ok(())
    }

    fn run(
        &self,
        thread: usize,
        mut solver: CubeSolver<'_>,
        rest: &dyn Fn(u64) -> Request,
    ) -> Result<(), String> {
        while let Some((open_part, stop)) = self.next(thread) {
            let OpenPart {
                cube,
                part,
                min_time,
                ..
            } = open_part;
            let request = Request {
                stop: Some(stop),
                ..rest(self.lock().join.n_nodes())
            };
            let asked = solver.ask_part(&part, &request);
            let mut report = asked.map_err(|error| self.fail(&error))?;
            let mut parts = None;
            if report.limit == Some(Limit::Stop) && !self.stop.is_requested() {
                let rest = rest(self.lock().join.n_nodes());
                match solver.split(&part, &rest) {
                    Ok(smaller) => parts = Some(smaller),
                    Err(error) => {
                        report.limit = Some(error.limit().ok_or_else(|| self.fail(&error))?);
                    }
                }
            }
            let mut state = self.lock();
            state.running[thread] = None;
            self.changed.notify_all();
            let State {
                join,
                checkpoint,
                open,
                ..
            } = &mut *state;
            if let Some(parts) = parts {
                join.split(&report, parts.len());
                let can_split = parts.len() > 1;
                open.extend(parts.into_iter().map(|part| OpenPart {
                    cube,
                    part,
                    can_split,
                    min_time: 2 * min_time,
                }));
                continue;
            }
            if let Some(checkpoint) = checkpoint
                && report.limit.is_none()
            {
                let saved = checkpoint.add(cube, &report, self.subject);
                saved.map_err(|error| self.fail(&error))?;
            }
            self.line.add_done();
            if join.add(report) {
                self.stop.request();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of a question on several threads that begin with one part, and the number of parts in the end. Parts may be split at once.
    fn ask_from_one(
        subject: CubeSubject<'_>,
        question: Question,
        request: &Request,
    ) -> Option<(Report, usize)> {
        let size = (1, Duration::ZERO);
        let options = CubeOptions::default();
        ask_in_parts(size, subject, question, request, 3, &options).expect("a report")
    }

    #[test]
    fn cubes_that_are_split_at_once_give_the_same_answers() {
        let request = Request::default();
        let mut n_asked = 0;
        for &kind in gridwright::puzzles::CATALOGUE {
            for example in kind.info().examples {
                let instance = kind.read(None, example.text).expect("an example");
                for question in [Question::Unique, Question::Solve { max: 1 }] {
                    let whole = gridwright::ask(&*instance, question, &request).expect("a report");
                    let subject = CubeSubject::Puzzle(&*instance);
                    let Some((joined, _)) = ask_from_one(subject, question, &request) else {
                        continue;
                    };
                    n_asked += 1;
                    let context = format!("{} {}", kind.info().id, example.name);
                    assert_eq!(joined.verdict, whole.verdict, "{context}");
                    assert_eq!(joined.answers.len(), whole.answers.len(), "{context}");
                }
            }
        }
        assert!(n_asked > 20, "{n_asked}");
    }

    #[test]
    fn a_search_that_learns_is_split_while_it_runs() {
        // A square without an answer that takes 800 conflicts. It may end before another thread wants a part, but not for a minute of repetitions.
        let text = "5 . . ./. . . 10/. . . ./. 8 . .";
        let instance = gridwright::kind("magic").expect("a kind");
        let instance = instance.read(None, text).expect("a board");
        let request = Request {
            engine: gridwright::EngineName::Learn,
            ..Request::default()
        };
        let is_split = || {
            let subject = CubeSubject::Puzzle(&*instance);
            let asked = ask_from_one(subject, Question::Unique, &request);
            let (report, n_parts) = asked.expect("it can be split");
            assert_eq!(report.verdict, gridwright::Verdict::None);
            n_parts > 1
        };
        let start = Instant::now();
        while !is_split() {
            let is_early = start.elapsed() < Duration::from_secs(60);
            assert!(is_early, "no search was split");
        }
    }

    #[test]
    fn a_count_on_threads_has_the_nodes_of_one_thread() {
        let instance = gridwright::kind("magic").expect("a kind");
        let text = "16 . . ./. . . ./. . . ./. . . 1";
        let instance = instance.read(None, text).expect("a board");
        let (question, request) = (Question::Count { limit: u64::MAX }, Request::default());
        let whole = gridwright::ask(&*instance, question, &request).expect("a report");
        let subject = CubeSubject::Puzzle(&*instance);
        let (joined, n_parts) = ask_from_one(subject, question, &request).expect("it is split");
        assert_eq!(joined.count, whole.count);
        assert!(joined.complete);
        assert_eq!(joined.stats.nodes, whole.stats.nodes);
        // Two threads want a part from the start.
        assert!(n_parts >= 3, "{n_parts}");
    }

    #[test]
    fn parts_are_a_number_below_another() {
        assert_eq!(parse_part("0/1"), Ok((0, 1)));
        assert_eq!(parse_part("3/8"), Ok((3, 8)));
        for wrong in ["", "1", "1/1", "2/1", "-1/2", "a/b", "0/0"] {
            assert!(parse_part(wrong).is_err(), "{wrong}");
        }
    }
}
