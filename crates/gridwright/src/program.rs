//! Programs of the small language: run, with every solution told as it is found, and asked which lines clash.

use std::time::Duration;

use gridwright_control::SystemClock;
use gridwright_fd::{Assignment, Atom, Clock, End, Flow, Limit, Model, Sink, Stats, Var};
use gridwright_lang::{Built, Switch};
use gridwright_solve::{Core, Session};

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::Verdict;
use crate::request::Request;

/// A solution of a program.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values of the variables, in the order of their declaration and indices.
    pub values: Vec<i32>,
    /// What is optimised, if anything.
    pub objective: Option<i64>,
    /// The conflicts since the solution before: what SICStus, and so report 002, counts as backtracks.
    pub backtracks: u64,
    /// The time since the solution before, or since the run began.
    pub time: Duration,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The verdict; with an objective, `Solved` says that the last solution is the best.
    pub verdict: Verdict,
    /// How many solutions were told.
    pub solutions: u64,
    /// Whether there are no others; with an objective, none that are better.
    pub complete: bool,
    /// The limit that ended the run, other than the number of solutions.
    pub stopped: Option<Limit>,
    /// The engine that was used.
    pub engine: EngineName,
    /// What the run counted.
    pub stats: Stats,
    /// The time of setting up.
    pub setup_time: Duration,
}

/// Runs a program until it has told so many solutions, or all. With an objective it is run to the end, and each solution told is better
/// than the one before.
///
/// ```
/// use gridwright::lang::Source;
/// use gridwright::{Request, Verdict, run_program};
///
/// let source = Source::new("less.gw", "Name: A, B, domain: 1..3\nConstraint: A + 1 < B");
/// let program = source.program(&[]).map_err(|refused| refused.render())?;
/// let built = program.model().map_err(|told| told.message)?;
/// let mut found = Vec::new();
/// let ran = run_program(&built, None, &Request::default(), &mut |solution| {
///     found.push(solution.values.clone());
/// })?;
/// assert_eq!((ran.verdict, found), (Verdict::Unique, vec![vec![1, 3]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_program(
    built: &Built,
    most: Option<u64>,
    request: &Request,
    told: &mut dyn FnMut(&Solution),
) -> Result<RunOutcome, Error> {
    let clock = SystemClock::new();
    let plan = request.plan(&built.vars)?;
    let mut session = Session::new(&built.model, &plan)?;
    let setup_time = clock.now();
    let has_objective = built.model.objective().is_some();
    let mut limits = plan.limits.clone();
    if !has_objective {
        limits.solutions = most;
    }
    let mut telling = Telling {
        built,
        clock,
        told,
        counted: 0,
        before: 0,
        since: setup_time,
        n_told: 0,
    };
    let outcome = session.run(&[], &limits, &mut telling)?;
    let solutions = telling.n_told;
    let complete = outcome.end == End::Exhausted;
    let stopped = match outcome.end {
        End::LimitReached(Limit::Solutions) => None,
        End::LimitReached(limit) => Some(limit),
        End::Exhausted | End::Stopped => None,
    };
    let verdict = match (stopped, solutions) {
        (Some(limit), n) if has_objective || n < 2 => Verdict::Stopped(limit),
        (_, 0) => Verdict::None,
        (_, _) if has_objective => Verdict::Solved,
        (_, 1) if complete => Verdict::Unique,
        (_, 1) => Verdict::Solved,
        _ => Verdict::Multiple,
    };
    Ok(RunOutcome {
        verdict,
        solutions,
        complete,
        stopped,
        engine: outcome.engine.into(),
        stats: session.stats().clone(),
        setup_time,
    })
}

/// Turns assignments into solutions.
struct Telling<'t> {
    built: &'t Built,
    clock: SystemClock,
    told: &'t mut dyn FnMut(&Solution),
    counted: u64,
    before: u64,
    since: Duration,
    n_told: u64,
}

impl Sink for Telling<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        let now = self.clock.now();
        self.n_told += 1;
        (self.told)(&Solution {
            values: found.values(&self.built.vars),
            objective: objective(&self.built.model, found),
            backtracks: self.counted - self.before,
            time: now.saturating_sub(self.since),
        });
        self.before = self.counted;
        self.since = self.clock.now();
        Flow::Continue
    }

    fn stats(&mut self, stats: &Stats) {
        self.counted = stats.failures;
    }
}

fn objective(model: &Model, found: &Assignment) -> Option<i64> {
    let view = model.objective()?.view();
    let value = match view.var {
        Var::ZERO => 0,
        var => found.value(var),
    };
    Some(i64::from(view.scale) * i64::from(value) + i64::from(view.offset))
}

/// Why a program has no solution: lines that clash.
#[derive(Clone, Debug)]
pub struct Clash {
    /// The lines, by their switches, in the order of the text.
    pub lines: Vec<Switch>,
    /// How few they are.
    pub few: Minimality,
}

/// How few lines that clash are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// No fewer lines clash.
    Fewest,
    /// None of them can be spared, but fewer others may clash.
    Irreducible,
    /// A limit was reached before it was known which can be spared.
    Unknown,
}

/// How many runs the search for fewer lines may take.
const MOST_RUNS: u64 = 400;

/// Finds the fewest lines that clash, in a program built with switches; `None` if none do, or a limit came first.
///
/// ```
/// use gridwright::lang::Source;
/// use gridwright::{Minimality, Request, clash};
///
/// let text = "Name: A, B, domain: 1..3\nConstraint: A < B\nConstraint: A \\= 2\nConstraint: A > B";
/// let program = Source::new("no.gw", text).program(&[]).map_err(|refused| refused.render())?;
/// let built = program.switched().map_err(|told| told.message)?;
/// let found = clash(&built, &Request::default())?.ok_or("there is a solution")?;
/// let lines = found.lines.iter().map(|line| line.span.position(text).line);
/// assert_eq!((lines.collect::<Vec<_>>(), found.few), (vec![2, 4], Minimality::Fewest));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn clash(built: &Built, request: &Request) -> Result<Option<Clash>, Error> {
    let plan = request.plan(&built.vars)?;
    let mut session = Session::new(&built.model, &plan)?;
    let on = |switch: &Switch| Atom::ge(switch.var, 1);
    let assumptions: Vec<Atom> = built.switches.iter().map(on).collect();
    let (core, fewest) = session.smallest_core(&assumptions, MOST_RUNS)?;
    let Core::Conflict { atoms, minimal } = core else {
        return Ok(None);
    };
    let mut lines: Vec<Switch> = built
        .switches
        .iter()
        .filter(|switch| atoms.contains(&on(switch)))
        .copied()
        .collect();
    lines.sort_by_key(|line| line.span.start);
    let few = match (fewest, minimal) {
        (true, _) => Minimality::Fewest,
        (false, true) => Minimality::Irreducible,
        (false, false) => Minimality::Unknown,
    };
    Ok(Some(Clash { lines, few }))
}
