//! Asking in bulk: the question goes to the engine that knows nothing but Sudoku of 9 by 9 cells.
//!
//! `auto` takes it for every such board where the request leaves the way open, because it is a hundred times faster there; what all answers share it
//! does not know. Its answers are seen by the judge like any other.

use std::cell::RefCell;
use std::time::Duration;

use gridwright_bulk::{Answer, Bulk, Clues, Run, SearchOptions};
use gridwright_control::SystemClock;
use gridwright_fd::{Clock, Limit, ProgressCounts, Stats};
use gridwright_puzzles::{AnyAnswer, AnyInstance, sudoku};

use crate::ask::verdict;
use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::trace::wanted;

/// What a variable would stand for, if there were variables: the places of a digit in a box.
const VIEWPOINT: &str = "boxes";

thread_local! {
    /// The engine of this thread, kept for its memory.
    static ENGINE: RefCell<BulkSolver> = RefCell::new(BulkSolver::default());
}

/// Asks a question of an instance, if the request leaves it to this engine; `None` is for another.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Option<Report>, Error> {
    let is_named = request.engine == EngineName::Bulk;
    if !is_named && request.engine != EngineName::Auto {
        return Ok(None);
    }
    let clues = match (unheeded(question, request), clues(instance)) {
        (None, Some(clues)) => clues,
        _ if !is_named => return Ok(None),
        (Some(what), _) => return Err(Error::NotInBulk(what)),
        (None, None) => return Err(Error::OnlyNine),
    };
    let clock = SystemClock::new();
    let settled = ENGINE.with_borrow_mut(|engine| {
        let settled = engine.settle(&clues, question, request);
        let answers = engine.answers.iter().map(found).collect::<Vec<_>>();
        (settled, answers)
    });
    let (settled, answers) = settled;
    if let Some(Err(violation)) = answers
        .iter()
        .map(|found| instance.check(found))
        .find(Result::is_err)
    {
        panic!("the engine bulk found an answer that is none: {violation}");
    }
    Ok(Some(Report {
        verdict: settled.verdict,
        answers,
        count: settled.count,
        complete: settled.run.complete,
        shared: None,
        viewpoint: VIEWPOINT.to_owned(),
        engine: EngineName::Bulk,
        stats: Stats {
            nodes: settled.run.nodes,
            failures: settled.run.failures,
            backtracks: settled.run.backtracks,
            propagations: settled.run.rounds,
            solutions: settled.run.found,
            solve_time: clock.now(),
            ..Stats::default()
        },
        setup_time: Duration::ZERO,
    }))
}

/// The clues of an ordinary board of nine; `None` for any other instance.
pub(crate) fn clues(instance: &dyn AnyInstance) -> Option<Clues> {
    let board = instance.as_any().downcast_ref::<sudoku::Instance>()?;
    if board.n() != 9 || board.block() != (3, 3) {
        return None;
    }
    let mut cells = [0; 81];
    for (cell, clue) in cells.iter_mut().zip(board.clues()) {
        *cell = clue.unwrap_or(0) as u8;
    }
    Clues::new(cells)
}

/// What of a request this engine cannot heed.
fn unheeded(question: Question, request: &Request) -> Option<&'static str> {
    let unheeded = [
        (
            matches!(question, Question::Backbone | Question::Shared { .. }),
            "question about what answers share",
        ),
        (!request.viewpoints.is_empty(), "viewpoint"),
        (!request.rules.is_empty(), "rule"),
        (request.connectivity.is_some(), "connectivity"),
        (request.levels.is_some(), "level"),
        (request.inference.is_some(), "inference"),
        (request.select.is_some(), "selection"),
        (request.choose.is_some(), "choice of values"),
        (request.restarts.is_some(), "restarts"),
        (request.seed.is_some(), "seed"),
    ];
    let found = unheeded.iter().find(|(given, _)| *given);
    found.map(|(_, what)| *what)
}

/// Boards of nine without instances and reports, for who has millions of them: an engine and what it found last.
///
/// ```
/// use gridwright::bulk::Clues;
/// use gridwright::{BulkSolver, Question, Request, Verdict};
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
}

impl BulkSolver {
    /// The verdict on a board; `None` where the question or the request is for another engine. Every answer is seen by the judge.
    pub fn ask(&mut self, clues: &Clues, question: Question, request: &Request) -> Option<Verdict> {
        let is_ours = matches!(request.engine, EngineName::Auto | EngineName::Bulk);
        if !is_ours || unheeded(question, request).is_some() {
            return None;
        }
        let settled = self.settle(clues, question, request);
        self.count = settled.count;
        for answer in &self.answers {
            if let Err(violation) = sudoku::judge_nine(clues.cells(), answer.cells()) {
                panic!("the engine bulk found an answer that is none: {violation}");
            }
        }
        Some(settled.verdict)
    }

    /// The answers to the last question, as many as were asked for and found; a count has none.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// How many answers there are, where the last question was that.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    fn settle(&mut self, clues: &Clues, question: Question, request: &Request) -> Settled {
        self.answers.clear();
        let most = wanted(question);
        let is_count = matches!(question, Question::Count { .. });
        let deadline = request.limits().deadline();
        let mut end = deadline.reached();
        let mut run = Run::default();
        if end.is_none() {
            let mut told = ProgressCounts::default();
            let mut go_on = |so_far: &Run| {
                if let Some(progress) = &request.progress {
                    let now = ProgressCounts {
                        nodes: so_far.nodes,
                        failures: so_far.failures,
                        solutions: so_far.found,
                    };
                    progress.add(&mut told, now);
                }
                end = deadline.reached();
                end.is_none()
            };
            let mut tell = |answer: &Answer| self.answers.push(*answer);
            let tell = (!is_count).then_some(&mut tell as &mut dyn FnMut(&Answer));
            let options = SearchOptions {
                max_answers: most,
                max_nodes: request.nodes.unwrap_or(u64::MAX),
                on_answer: tell,
                keep_going: Some(&mut go_on),
            };
            run = self.bulk.search(clues, options);
        }
        if end.is_none() && !run.complete && run.found < most {
            end = Some(Limit::Nodes);
        }
        Settled {
            verdict: match (run.found, end) {
                (_, Some(limit)) if is_count => Verdict::Stopped(limit),
                // One was wanted, and whether there are others was not asked.
                (1, None) if most == 1 => Verdict::Solved,
                (1, Some(_)) if !matches!(question, Question::Unique) => Verdict::Solved,
                (found, end) => verdict(found, end),
            },
            count: is_count.then_some(run.found),
            run,
        }
    }
}

/// What came of a question.
struct Settled {
    verdict: Verdict,
    count: Option<u64>,
    run: Run,
}

/// The answer as the judge and the printer know it.
fn found(answer: &Answer) -> AnyAnswer {
    let cells = answer.cells().iter().map(|&cell| i32::from(cell));
    AnyAnswer::new(sudoku::Answer(cells.collect()))
}
