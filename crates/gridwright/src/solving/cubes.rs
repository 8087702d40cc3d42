//! One question about one instance, split into cubes: parts that are answered anywhere, in any order, and whose results are joined.

use gridwright_control::SystemClock;
use gridwright_fd::{Atom, Clock, Limit, Stats};
use gridwright_puzzles::{AnyAnswer, AnyFormulation, AnyInstance};
use gridwright_solve::{Session, SolveError, SolveResult, Uniqueness, add_stats};

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::solving::ask::set_up;
use crate::solving::bulk_engine;

/// A worker for the cubes of a question. Equal arguments give equal cubes, so workers on several machines need only the number of a cube.
#[derive(Debug)]
pub struct CubeSolver<'i> {
    instance: &'i dyn AnyInstance,
    question: Question,
    formulation: AnyFormulation,
    session: Session,
    cubes: Vec<Vec<Atom>>,
    description: String,
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

impl<'i> CubeSolver<'i> {
    /// Splits a question into at most `n` cubes. `None` if it is not split: a question other than one answer, uniqueness and counting, an engine without a model, or a rule that is only
    /// checked on answers.
    pub fn new(
        instance: &'i dyn AnyInstance,
        question: Question,
        request: &Request,
        n: usize,
    ) -> Result<Option<CubeSolver<'i>>, Error> {
        let is_split = matches!(
            question,
            Question::Solve { max: 1 } | Question::Unique | Question::Count { .. }
        );
        let by_model = !matches!(request.engine, EngineName::Chr | EngineName::Bulk);
        if !is_split || !by_model || bulk_engine::answers(instance, question, request) {
            return Ok(None);
        }
        let (formulation, mut session) = set_up(instance, request)?;
        if formulation.is_passive {
            return Ok(None);
        }
        let cubes = session.cubes(n)?;
        let description = describe(instance, question, request, &formulation.name, &cubes);
        Ok(Some(CubeSolver {
            instance,
            question,
            formulation,
            session,
            cubes,
            description,
        }))
    }

    /// The number of cubes; none if propagation alone refutes the puzzle.
    pub fn n_cubes(&self) -> usize {
        self.cubes.len()
    }

    /// The question, the puzzle, the options that decide which answers count, and a checksum of the cubes, in one line. Results of cubes belong together only if their descriptions are
    /// equal: another version or other options may split differently.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Another worker with the same cubes and a session of its own.
    pub fn another(&self, request: &Request) -> Result<CubeSolver<'i>, Error> {
        let (formulation, session) = set_up(self.instance, request)?;
        Ok(CubeSolver {
            instance: self.instance,
            question: self.question,
            formulation,
            session,
            cubes: self.cubes.clone(),
            description: self.description.clone(),
        })
    }

    /// Answers the question for one cube. The limits of the request hold for it.
    pub fn ask(&mut self, cube: usize, request: &Request) -> Result<CubeReport, Error> {
        let before = self.session.stats().clone();
        self.session.set_limits(request.limits());
        let cube = &self.cubes[cube];
        let mut report = CubeReport {
            viewpoint: self.formulation.name.clone(),
            ..CubeReport::default()
        };
        match self.question {
            Question::Count { limit } => {
                let count = self.session.count_under(cube, limit)?;
                report.count = count.solutions;
                report.limit = count.limit.filter(|limit| *limit != Limit::Solutions);
            }
            question => {
                let (found, limit) = match search(&mut self.session, question, cube)? {
                    Uniqueness::Unsatisfiable => (vec![], None),
                    Uniqueness::One(one) => (vec![one], None),
                    Uniqueness::Many(one, other) => (vec![one, other], None),
                    Uniqueness::Unknown(limit, found) => (found.into_iter().collect(), Some(limit)),
                };
                for found in &found {
                    let answer = self.formulation.read(found);
                    let answer = answer.expect("no rule is passive");
                    if let Err(violation) = self.instance.check(&answer) {
                        panic!("a cube has a wrong answer: {violation}");
                    }
                    report.answers.push(answer);
                }
                report.count = report.answers.len() as u64;
                report.limit = limit;
            }
        }
        report.stats = stats_since(self.session.stats(), &before);
        report.engine = self.session.engine().into();
        Ok(report)
    }
}

/// The line for [`CubeSolver::description`].
fn describe(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    viewpoint: &str,
    cubes: &[Vec<Atom>],
) -> String {
    let question = match question {
        Question::Count { limit: u64::MAX } => "count".to_owned(),
        Question::Count { limit } => format!("count to {limit}"),
        Question::Unique => "unique".to_owned(),
        _ => "solve".to_owned(),
    };
    let kind = instance.kind().info().id;
    let mut options = format!("viewpoint {viewpoint}, engine {}", request.engine);
    for rule in &request.rules {
        options += &format!(", rule {rule}");
    }
    if let Some(connectivity) = &request.connectivity {
        options += &format!(", connectivity {connectivity}");
    }
    // FNV-1a.
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let bytes = |cube: &Vec<Atom>| format!("{cube:?};").into_bytes();
    for byte in cubes.iter().flat_map(bytes) {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let (line, n) = (instance.line(), cubes.len());
    format!("{question} {kind} {line} ({options}) in {n} cubes, checksum {sum:016x}")
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
