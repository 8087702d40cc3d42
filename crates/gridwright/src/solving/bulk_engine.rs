//! The engine `bulk`: 9x9 Sudoku with SIMD.
//!
//! `auto` uses it for every 9x9 Sudoku unless the request has options that it does not support, because it is about 100x as fast there. It
//! does not compute what answers have in common. Its answers are checked like any other.

use std::cell::RefCell;
use std::time::Duration;

use gridwright_bulk::{Answer, Bulk, Clues, Run, SearchOptions};
use gridwright_control::SystemClock;
use gridwright_fd::{Clock, Limit, ProgressCounts, Stats};
use gridwright_puzzles::{AnyAnswer, AnyInstance, sudoku};

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};

/// The viewpoint of the engine `bulk`, with its meaning. It belongs to the engine, and no model has it.
pub const BULK_VIEWPOINT: (&str, &str) = ("boxes", "the positions of a digit in a block");

thread_local! {
    /// One engine per thread, to reuse its memory.
    static ENGINE: RefCell<BulkSolver> = RefCell::new(BulkSolver::default());
}

/// Answers a question if the request selects or allows this engine; `None` otherwise.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Option<Report>, Error> {
    let is_named = request.engine == EngineName::Bulk;
    if !is_named && request.engine != EngineName::Auto {
        return Ok(None);
    }
    let clues = match (unsupported(question, request), clues(instance)) {
        (None, Some(clues)) => clues,
        _ if !is_named => return Ok(None),
        (Some(option), _) => return Err(Error::BulkOption(option)),
        (None, None) => return Err(Error::BulkPuzzle),
    };
    let clock = SystemClock::new();
    let (settled, answers) = ENGINE.with_borrow_mut(|engine| {
        let settled = engine.settle(&clues, question, request);
        let any_answer = instance.kind().nine_answers();
        let any_answer = any_answer.expect("the kind made the clues");
        let answers = engine
            .answers
            .iter()
            .map(|answer| any_answer(answer.cells()));
        let answers: Vec<AnyAnswer> = answers.collect();
        (settled, answers)
    });
    for answer in &answers {
        if let Err(violation) = instance.check(answer) {
            panic!("the engine bulk found a wrong answer: {violation}");
        }
    }
    Ok(Some(Report {
        verdict: settled.verdict,
        answers,
        count: settled.count,
        complete: settled.run.complete,
        stats: Stats {
            nodes: settled.run.nodes,
            failures: settled.run.failures,
            backtracks: settled.run.backtracks,
            propagations: settled.run.rounds,
            solutions: settled.run.found,
            solve_time: clock.now(),
            ..Stats::default()
        },
        ..Report::new(
            BULK_VIEWPOINT.0.to_owned(),
            EngineName::Bulk,
            Duration::ZERO,
        )
    }))
}

/// Whether this engine answers the question.
pub(crate) fn answers(instance: &dyn AnyInstance, question: Question, request: &Request) -> bool {
    let is_ours = matches!(request.engine, EngineName::Auto | EngineName::Bulk);
    is_ours && unsupported(question, request).is_none() && clues(instance).is_some()
}

/// The clues of a standard 9x9 Sudoku; `None` for any other instance.
fn clues(instance: &dyn AnyInstance) -> Option<Clues> {
    instance.nine_clues().and_then(Clues::new)
}

/// The first option of a request that this engine does not support.
fn unsupported(question: Question, request: &Request) -> Option<&'static str> {
    let options = [
        (
            matches!(question, Question::Backbone | Question::CommonFacts { .. }),
            "backbone",
        ),
        (!request.viewpoints.is_empty(), "viewpoint"),
        (!request.rules.is_empty(), "rule"),
        (request.connectivity.is_some(), "connectivity"),
        (request.consistency.is_some(), "consistency"),
        (request.inference.is_some(), "inference"),
        (request.select.is_some(), "select"),
        (request.choose.is_some(), "choose"),
        (request.restarts.is_some(), "restarts"),
        (request.seed.is_some(), "seed"),
    ];
    let found = options.iter().find(|(is_set, _)| *is_set);
    found.map(|(_, option)| *option)
}

/// Solves 9x9 Sudoku without creating instances and reports, for millions of boards. Holds the answers to the last question.
///
/// ```
/// use gridwright::bulk::Clues;
/// use gridwright::solving::BulkSolver;
/// use gridwright::{Question, Request, Verdict};
///
/// let line = b".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
/// let clues = Clues::read(line).ok_or("81 cells")?;
/// let mut engine = BulkSolver::default();
/// let verdict = engine.ask(&clues, Question::Unique, &Request::default());
/// assert_eq!(verdict, Some(Verdict::Unique));
/// assert!(engine.answers()[0].text().starts_with(b"953168742"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Default)]
pub struct BulkSolver {
    bulk: Bulk,
    answers: Vec<Answer>,
    count: Option<u64>,
    run: Run,
}

impl BulkSolver {
    /// The verdict on a board; `None` if this engine does not support the question or an option. Every answer is checked.
    pub fn ask(&mut self, clues: &Clues, question: Question, request: &Request) -> Option<Verdict> {
        let is_ours = matches!(request.engine, EngineName::Auto | EngineName::Bulk);
        if !is_ours || unsupported(question, request).is_some() {
            return None;
        }
        let settled = self.settle(clues, question, request);
        self.count = settled.count;
        self.run = settled.run;
        for answer in &self.answers {
            if let Err(violation) = sudoku::judge_nine(clues.cells(), answer.cells()) {
                panic!("the engine bulk found a wrong answer: {violation}");
            }
        }
        Some(settled.verdict)
    }

    /// The answers to the last question; none if it was a count.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The number of answers, if the last question was a count.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// The counters of the last question.
    pub fn run(&self) -> &Run {
        &self.run
    }

    fn settle(&mut self, clues: &Clues, question: Question, request: &Request) -> Settled {
        self.answers.clear();
        let max = question.n_solutions();
        let is_count = matches!(question, Question::Count { .. });
        let deadline = request.limits().deadline();
        let mut end = deadline.reached();
        let mut run = Run::default();
        if end.is_none() {
            let mut reported = ProgressCounts::default();
            let mut go_on = |so_far: &Run| {
                if let Some(progress) = &request.progress {
                    let now = ProgressCounts {
                        nodes: so_far.nodes,
                        failures: so_far.failures,
                        solutions: so_far.found,
                        ..ProgressCounts::default()
                    };
                    progress.add(&mut reported, now);
                }
                end = deadline.reached();
                end.is_none()
            };
            let mut keep = |answer: &Answer| self.answers.push(*answer);
            let keep = (!is_count).then_some(&mut keep as &mut dyn FnMut(&Answer));
            let options = SearchOptions {
                max_answers: max,
                max_nodes: request.nodes.unwrap_or(u64::MAX),
                on_answer: keep,
                keep_going: Some(&mut go_on),
            };
            run = self.bulk.search(clues, options);
        }
        if end.is_none() && !run.complete && run.found < max {
            end = Some(Limit::Nodes);
        }
        Settled {
            verdict: match (run.found, end) {
                (_, Some(limit)) if is_count => Verdict::Stopped(limit),
                // One answer was requested; others were not looked for.
                (1, None) if max == 1 => Verdict::Solved,
                (1, Some(_)) if !matches!(question, Question::Unique) => Verdict::Solved,
                (found, end) => Verdict::of(found, end),
            },
            count: is_count.then_some(run.found),
            run,
        }
    }
}

/// The result of a question.
struct Settled {
    verdict: Verdict,
    count: Option<u64>,
    run: Run,
}
