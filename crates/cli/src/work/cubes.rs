//! One hard question on several threads: each takes the next cube until all are done or the question is answered.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Args;
use gridwright::control::Stop;
use gridwright::solving::{CubeJoin, CubeReport, CubeSolver, CubeSubject};
use gridwright::{Question, Report, Request};

use crate::work::checkpoint::Checkpoint;
use crate::work::progress::{ProgressLine, Unit};
use crate::work::stream::PuzzleText;

/// How many cubes there are per thread. More make the threads end together, which counts where all solutions are visited; fewer share more of what is learnt, which counts elsewhere.
const CUBES_PER_THREAD_TO_COUNT: usize = 16;
const CUBES_PER_THREAD: usize = 4;

/// The number of cubes if a file or a part is given, but no number.
const DEFAULT_CUBES: usize = 1000;

/// The most cubes: splitting takes time that grows with the square of their number.
const MAX_CUBES: usize = 100_000;

/// How a single question is split.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct CubeOptions {
    /// Split a single puzzle or model into N parts (cubes) [default: 16 per thread to count, else 4; 1000 with --checkpoint or --part]
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
    let begin = Instant::now();
    let first = match CubeSolver::new(subject, question, request, n) {
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
            return Ok(Some(join.finish()));
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
    let mut solvers = Vec::new();
    for _ in 1..threads.min(todo.len()) {
        match first.another(&rest(0)) {
            Ok(another) => solvers.push(another),
            // The workers that there are reach the limit, too.
            Err(error) if error.limit().is_some() => break,
            Err(error) => return Err(error.to_string()),
        }
    }
    solvers.push(first);
    let state = Mutex::new((join, checkpoint));
    let locked = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let next = AtomicUsize::new(0);
    let todo = &todo;
    let work = |mut solver: CubeSolver<'_>| -> Result<(), String> {
        while let Some(&cube) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_requested() {
                return Ok(());
            }
            let n_nodes = locked().0.n_nodes() - n_nodes_before;
            let asked = solver.ask(cube, &rest(n_nodes));
            let report = asked.map_err(|error| error.to_string()).inspect_err(|_| {
                stop.request();
            })?;
            let (join, checkpoint) = &mut *locked();
            if let Some(checkpoint) = checkpoint
                && report.limit.is_none()
            {
                let saved = checkpoint.add(cube, &report, subject);
                saved.inspect_err(|_| stop.request())?;
            }
            line.add_done();
            if join.add(report) {
                stop.request();
            }
        }
        Ok(())
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
        let ended: Vec<Result<(), String>> = ended.collect();
        ended.into_iter().collect::<Result<(), String>>()
    });
    line.finish();
    done?;
    let (join, _) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if options.is_given() {
        let n_done = join.n_done();
        let rest = match options.checkpoint {
            Some(_) if n_done < n_cubes => "; the same command continues",
            _ => "",
        };
        eprintln!("{n_done} of {n_cubes} cubes are done{rest}");
    }
    Ok(Some(join.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_a_number_below_another() {
        assert_eq!(parse_part("0/1"), Ok((0, 1)));
        assert_eq!(parse_part("3/8"), Ok((3, 8)));
        for wrong in ["", "1", "1/1", "2/1", "-1/2", "a/b", "0/0"] {
            assert!(parse_part(wrong).is_err(), "{wrong}");
        }
    }
}
