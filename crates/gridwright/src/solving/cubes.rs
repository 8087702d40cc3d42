//! One question about one puzzle or model, split into cubes: parts that are answered anywhere, in any order, and whose results are joined.

use std::sync::Arc;

use gridwright_control::SystemClock;
use gridwright_fd::{Assignment, Atom, BranchPool, Clock, Limit, Model, Stats, TakenBranch, Var};
use gridwright_puzzles::{AnyAnswer, AnyFormulation, AnyInstance};
use gridwright_solve::{
    BranchResult, ClausePool, Goal, Session, SolveError, SolveResult, Uniqueness, add_stats,
};

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::solving::ask::set_up;
use crate::solving::bulk_engine;

/// What is split into cubes.
#[derive(Clone, Copy, Debug)]
pub enum CubeSubject<'s> {
    /// A puzzle: one answer, uniqueness and counting.
    Puzzle(&'s dyn AnyInstance),
    /// A model, with the variables that a search decides and the text that it was made from: counting.
    Model {
        /// The model.
        model: &'s Model,
        /// The variables for the search that a request describes.
        decisions: &'s [Var],
        /// Its text, of which the description has a checksum.
        text: &'s str,
    },
}

impl<'s> From<&'s dyn AnyInstance> for CubeSubject<'s> {
    fn from(instance: &'s dyn AnyInstance) -> CubeSubject<'s> {
        CubeSubject::Puzzle(instance)
    }
}

/// A question that is split into cubes. Equal arguments give equal cubes, so workers on several machines need only the number of a cube.
#[derive(Debug)]
struct CubeQuestion<'s> {
    subject: CubeSubject<'s>,
    question: Question,
    cubes: Vec<CubePart>,
    description: String,
    /// The learnt clauses that the workers exchange.
    pool: ClausePool,
    /// The open branches that the workers share, if they do instead of searching cubes.
    branches: Option<BranchPool>,
}

/// A part of the search space: a cube, or a part of one that was split further.
#[derive(Clone, Debug)]
pub struct CubePart(Vec<Atom>);

/// A worker for the cubes of a question.
#[derive(Debug)]
pub struct CubeSolver<'s> {
    shared: Arc<CubeQuestion<'s>>,
    /// `None` for a model.
    formulation: Option<AnyFormulation>,
    session: Session,
}

/// The result of one cube.
#[derive(Clone, Debug, Default)]
pub struct CubeReport {
    /// The number of answers found.
    pub count: u64,
    /// The answers found, unless they were only counted; at most two.
    pub answers: Vec<AnyAnswer>,
    /// The limit that ended the search, if one did.
    pub limit: Option<Limit>,
    /// The counters of this cube.
    pub stats: Stats,
    /// The engine that decided it.
    pub engine: EngineName,
    /// The viewpoints used.
    pub viewpoint: String,
}

impl<'s> CubeSolver<'s> {
    /// Splits a question into at most `n` cubes. `None` if it is not split: a question other than one answer, uniqueness and counting, an engine without a model, or a rule that is only
    /// checked on answers.
    pub fn new(
        subject: impl Into<CubeSubject<'s>>,
        question: Question,
        request: &Request,
        n: usize,
    ) -> Result<Option<CubeSolver<'s>>, Error> {
        CubeSolver::set_up(subject.into(), question, request, n, None)
    }

    /// As [`CubeSolver::new`], for this number of workers that share memory. If plain search answers the question, they share the branches of one search
    /// ([`CubeSolver::branches`]) instead of cubes; a search that counts conflicts begins with the branches of `n` cubes.
    pub fn for_threads(
        subject: impl Into<CubeSubject<'s>>,
        question: Question,
        request: &Request,
        n: usize,
        n_workers: usize,
    ) -> Result<Option<CubeSolver<'s>>, Error> {
        CubeSolver::set_up(subject.into(), question, request, n, Some(n_workers))
    }

    fn set_up(
        subject: CubeSubject<'s>,
        question: Question,
        request: &Request,
        n: usize,
        n_workers: Option<usize>,
    ) -> Result<Option<CubeSolver<'s>>, Error> {
        let is_split = matches!(
            (subject, question),
            (_, Question::Count { .. })
                | (
                    CubeSubject::Puzzle(_),
                    Question::Solve { max: 1 } | Question::Unique
                )
        );
        let by_model = !matches!(request.engine, EngineName::Chr | EngineName::Bulk);
        let by_bulk = |instance| bulk_engine::answers(instance, question, request);
        let is_bulk = matches!(subject, CubeSubject::Puzzle(instance) if by_bulk(instance));
        if !is_split || !by_model || is_bulk {
            return Ok(None);
        }
        let deadline = request.limits().deadline();
        let pool = ClausePool::default();
        let (formulation, mut session) = session_of(subject, request, &pool)?;
        if formulation.as_ref().is_some_and(|one| one.is_passive) {
            return Ok(None);
        }
        // The time limit includes set-up.
        let mut limits = request.limits();
        limits.time = deadline.remaining();
        session.set_limits(limits);
        let goal = Goal::at_most(question.n_solutions());
        let branches = match n_workers {
            Some(n_workers) => session.branch_pool(goal, n_workers, n)?,
            None => None,
        };
        let cubes = match branches {
            Some(_) => Vec::new(),
            None => session.cubes(n, goal)?,
        };
        let cubes = cubes.into_iter().map(CubePart).collect::<Vec<_>>();
        let viewpoint = formulation.as_ref().map(|formulation| &*formulation.name);
        let description = describe(subject, question, request, viewpoint, &cubes);
        let shared = CubeQuestion {
            subject,
            question,
            cubes,
            description,
            pool,
            branches,
        };
        Ok(Some(CubeSolver {
            shared: Arc::new(shared),
            formulation,
            session,
        }))
    }

    /// The number of cubes; none if propagation alone refutes all solutions.
    pub fn n_cubes(&self) -> usize {
        self.shared.cubes.len()
    }

    /// The question, the puzzle or model, the options that decide which answers count, and a checksum of the cubes, in one line. Results of cubes belong together only if their descriptions are
    /// equal: another version or other options may split differently.
    pub fn description(&self) -> &str {
        &self.shared.description
    }

    /// A function that sets up other workers with the same cubes, each with a session of its own. They exchange learnt clauses.
    pub fn more(&self) -> impl Fn(&Request) -> Result<CubeSolver<'s>, Error> + Sync + use<'s> {
        let shared = Arc::clone(&self.shared);
        move |request| {
            let (formulation, session) = session_of(shared.subject, request, &shared.pool)?;
            Ok(CubeSolver {
                shared: Arc::clone(&shared),
                formulation,
                session,
            })
        }
    }

    /// A whole cube.
    pub fn part(&self, cube: usize) -> CubePart {
        self.shared.cubes[cube].clone()
    }

    /// Splits a part into two, or fewer if propagation refutes it or no variable is left to split.
    pub fn split(&mut self, part: &CubePart, request: &Request) -> Result<Vec<CubePart>, Error> {
        self.session.set_limits(request.limits());
        let goal = Goal::at_most(self.shared.question.n_solutions());
        let halves = self.session.cubes_under(&part.0, 2, goal)?;
        Ok(halves.into_iter().map(CubePart).collect())
    }

    /// Answers the question for one cube. The limits of the request hold for it.
    pub fn ask(&mut self, cube: usize, request: &Request) -> Result<CubeReport, Error> {
        self.ask_part(&self.part(cube), request)
    }

    /// Answers the question for a part of a cube. The limits of the request hold for it.
    pub fn ask_part(&mut self, part: &CubePart, request: &Request) -> Result<CubeReport, Error> {
        let cube = &part.0;
        self.report(request, |session, question| {
            if let Question::Count { limit } = question {
                let count = session.count_under(cube, limit)?;
                return Ok(BranchResult {
                    solutions: count.solutions,
                    last: vec![],
                    limit: count.limit,
                });
            }
            let (last, limit) = match search(session, question, cube)? {
                Uniqueness::Unsatisfiable => (vec![], None),
                Uniqueness::One(one) => (vec![one], None),
                Uniqueness::Many(one, other) => (vec![one, other], None),
                Uniqueness::Unknown(limit, found) => (found.into_iter().collect(), Some(limit)),
            };
            Ok(BranchResult {
                solutions: last.len() as u64,
                last,
                limit,
            })
        })
    }

    /// The open branches that the workers share; `None` if they search cubes.
    pub fn branches(&self) -> Option<&BranchPool> {
        self.shared.branches.as_ref()
    }

    /// Answers the question for a branch. The node limit is that of all branches together.
    pub fn ask_branch(
        &mut self,
        branch: TakenBranch,
        request: &Request,
    ) -> Result<CubeReport, Error> {
        self.report(request, |session, question| {
            session.search_branch(branch, question.n_solutions())
        })
    }

    /// Reports what a search within the limits of a request finds.
    fn report(
        &mut self,
        request: &Request,
        search: impl FnOnce(&mut Session, Question) -> Result<BranchResult, SolveError>,
    ) -> Result<CubeReport, Error> {
        let before = self.session.stats().clone();
        self.session.set_limits(request.limits());
        let question = self.shared.question;
        let found = search(&mut self.session, question)?;
        let counts = matches!(question, Question::Count { .. });
        let answers = found.last.iter().filter(|_| !counts);
        Ok(CubeReport {
            count: found.solutions,
            answers: answers.filter_map(|found| self.answer(found)).collect(),
            limit: found.limit.filter(|limit| *limit != Limit::Solutions),
            stats: stats_since(self.session.stats(), &before),
            engine: self.session.engine().into(),
            viewpoint: (self.formulation.as_ref()).map_or_else(String::new, |one| one.name.clone()),
        })
    }

    /// The answer of a puzzle in an assignment, judged.
    fn answer(&self, found: &Assignment) -> Option<AnyAnswer> {
        let CubeSubject::Puzzle(instance) = self.shared.subject else {
            return None;
        };
        let answer = self.formulation.as_ref()?.read(found);
        let answer = answer.expect("no rule is passive");
        if let Err(violation) = instance.check(&answer) {
            panic!("a cube has a wrong answer: {violation}");
        }
        Some(answer)
    }
}

/// Sets up a session, and the formulation of a puzzle.
fn session_of(
    subject: CubeSubject<'_>,
    request: &Request,
    pool: &ClausePool,
) -> Result<(Option<AnyFormulation>, Session), Error> {
    let (formulation, mut session) = match subject {
        CubeSubject::Puzzle(instance) => {
            let (formulation, session) = set_up(instance, request)?;
            (Some(formulation), session)
        }
        CubeSubject::Model {
            model, decisions, ..
        } => {
            let options = request.run_options(decisions)?;
            (None, Session::new(model, &options)?)
        }
    };
    session.keep_late_sat();
    session.share_clauses(pool);
    Ok((formulation, session))
}

/// The line for [`CubeSolver::description`].
fn describe(
    subject: CubeSubject<'_>,
    question: Question,
    request: &Request,
    viewpoint: Option<&str>,
    cubes: &[CubePart],
) -> String {
    let question = match question {
        Question::Count { limit: u64::MAX } => "count".to_owned(),
        Question::Count { limit } => format!("count to {limit}"),
        Question::Unique => "unique".to_owned(),
        _ => "solve".to_owned(),
    };
    let subject = match subject {
        CubeSubject::Puzzle(instance) => {
            format!("{} {}", instance.kind().info().id, instance.line())
        }
        CubeSubject::Model { text, .. } => format!("model {:016x}", checksum(text.bytes())),
    };
    let mut options = format!("engine {}", request.engine);
    if let Some(viewpoint) = viewpoint {
        options = format!("viewpoint {viewpoint}, {options}");
    }
    for rule in &request.rules {
        options += &format!(", rule {rule}");
    }
    if let Some(connectivity) = &request.connectivity {
        options += &format!(", connectivity {connectivity}");
    }
    let bytes = |cube: &CubePart| format!("{:?};", cube.0).into_bytes();
    let sum = checksum(cubes.iter().flat_map(bytes));
    let n = cubes.len();
    format!("{question} {subject} ({options}) in {n} cubes, checksum {sum:016x}")
}

/// FNV-1a.
fn checksum(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Looks for two solutions if the question is uniqueness, else for one.
fn search(
    session: &mut Session,
    question: Question,
    cube: &[Atom],
) -> Result<Uniqueness, SolveError> {
    if question == Question::Unique {
        return session.unique_under(cube);
    }
    Ok(match session.solve(cube)? {
        SolveResult::Found(found) => Uniqueness::One(found),
        SolveResult::Unsatisfiable => Uniqueness::Unsatisfiable,
        SolveResult::Unknown(limit) => Uniqueness::Unknown(limit, None),
    })
}

/// The counters of a session since an earlier time.
fn stats_since(now: &Stats, before: &Stats) -> Stats {
    Stats {
        nodes: now.nodes - before.nodes,
        failures: now.failures - before.failures,
        backtracks: now.backtracks - before.backtracks,
        propagations: now.propagations - before.propagations,
        solutions: now.solutions - before.solutions,
        ..Stats::default()
    }
}

/// The results of the cubes of one question, joined as they come in.
#[derive(Debug)]
pub struct CubeJoin {
    question: Question,
    n_cubes: usize,
    n_done: usize,
    count: u64,
    answers: Vec<AnyAnswer>,
    limit: Option<Limit>,
    stats: Stats,
    engine: EngineName,
    viewpoint: String,
    clock: SystemClock,
}

impl CubeJoin {
    /// Nothing joined yet, of this many cubes.
    pub fn new(question: Question, n_cubes: usize) -> CubeJoin {
        CubeJoin {
            question,
            n_cubes,
            n_done: 0,
            count: 0,
            answers: Vec::new(),
            limit: None,
            stats: Stats::default(),
            engine: EngineName::Auto,
            viewpoint: String::new(),
            clock: SystemClock::new(),
        }
    }

    /// Sets the number of parts, if it was not known at the start.
    pub fn set_n_cubes(&mut self, n_cubes: usize) {
        self.n_cubes = n_cubes;
    }

    /// The number of cubes and parts of cubes.
    pub fn n_cubes(&self) -> usize {
        self.n_cubes
    }

    /// The number of cubes that are done.
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// The nodes of all cubes so far.
    pub fn n_nodes(&self) -> u64 {
        self.stats.nodes
    }

    /// Adds the result of a cube; true if no other cube is needed: the question is answered, or a limit was reached.
    pub fn add(&mut self, report: CubeReport) -> bool {
        self.n_done += usize::from(report.limit.is_none());
        self.limit = self.limit.or(report.limit);
        self.count += report.count;
        self.answers.extend(report.answers);
        self.answers.truncate(2);
        add_stats(&mut self.stats, &report.stats);
        (self.engine, self.viewpoint) = (report.engine, report.viewpoint);
        self.is_answered() || self.limit.is_some()
    }

    /// Replaces a part whose search was stopped by smaller ones: its answers are found again there, and only its counters remain.
    pub fn split(&mut self, stopped: &CubeReport, n_parts: usize) {
        self.n_cubes = self.n_cubes + n_parts - 1;
        add_stats(&mut self.stats, &stopped.stats);
    }

    fn is_answered(&self) -> bool {
        self.count >= self.question.n_solutions()
    }

    /// The report about the whole.
    pub fn finish(mut self) -> Report {
        let max = self.question.n_solutions();
        let is_complete = self.n_done == self.n_cubes && !self.is_answered();
        let limit = match (self.is_answered(), is_complete) {
            (false, false) => Some(self.limit.unwrap_or(Limit::Stop)),
            _ => None,
        };
        let count = self.count.min(max);
        self.answers.truncate(max.min(2) as usize);
        self.stats.solve_time = self.clock.now();
        Report {
            verdict: match (self.question, limit) {
                (Question::Count { .. }, Some(limit)) => Verdict::Stopped(limit),
                (Question::Solve { .. }, _) if count > 0 => Verdict::Solved,
                (Question::Count { limit: 1 }, _) if count == 1 => Verdict::Solved,
                (_, limit) => Verdict::of(count, limit),
            },
            answers: self.answers,
            count: matches!(self.question, Question::Count { .. }).then_some(count),
            complete: is_complete,
            stats: self.stats,
            ..Report::new(self.viewpoint, self.engine, std::time::Duration::ZERO)
        }
    }
}
