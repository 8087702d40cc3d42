//! Running programs of the modelling language, and finding the lines that conflict.

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
    /// The objective value, if there is an objective.
    pub objective: Option<i64>,
    /// The failures since the previous solution: what SICStus, and so report 002, counts as backtracks.
    pub failures: u64,
    /// The time since the previous solution or the start.
    pub time: Duration,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The verdict; with an objective, `Solved` means that the last solution is optimal.
    pub verdict: Verdict,
    /// The number of solutions reported.
    pub solutions: u64,
    /// Whether these are all solutions; with an objective, whether the last is optimal.
    pub complete: bool,
    /// The limit that ended the run, unless it was the number of solutions.
    pub stopped: Option<Limit>,
    /// The engine used.
    pub engine: EngineName,
    /// The counters of the run.
    pub stats: Stats,
    /// The set-up time.
    pub setup_time: Duration,
}

/// Runs a program until it has reported `max_solutions` solutions, or all. With an objective it runs to the end, and each solution is better than
/// the previous one.
///
/// ```
/// use gridwright::lang::Source;
/// use gridwright::programs::run_program;
/// use gridwright::{Request, Verdict};
///
/// let source = Source::new("less.gw", "Name: A, B, domain: 1..3\nConstraint: A + 1 < B");
/// let program = source.program(&[]).map_err(|refused| refused.render())?;
/// let built = program.model().map_err(|error| error.message)?;
/// let mut found = Vec::new();
/// let ran = run_program(&built, None, &Request::default(), &mut |solution| {
///     found.push(solution.values.clone());
/// })?;
/// assert_eq!((ran.verdict, found), (Verdict::Unique, vec![vec![1, 3]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_program(
    built: &Built,
    max_solutions: Option<u64>,
    request: &Request,
    report: &mut dyn FnMut(&Solution),
) -> Result<RunOutcome, Error> {
    let clock = SystemClock::new();
    let options = request.run_options(&built.vars)?;
    let deadline = options.limits.deadline();
    let mut session = Session::new(&built.model, &options)?;
    let setup_time = clock.now();
    let has_objective = built.model.objective().is_some();
    // The time limit includes set-up.
    let mut limits = options.limits.until(&deadline);
    if !has_objective {
        limits.solutions = max_solutions;
    }
    let mut sink = SolutionSink {
        built,
        clock,
        report,
        counted: 0,
        before: 0,
        since: setup_time,
        n_reported: 0,
    };
    let outcome = session.run(&[], &limits, &mut sink)?;
    let solutions = sink.n_reported;
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
struct SolutionSink<'t> {
    built: &'t Built,
    clock: SystemClock,
    report: &'t mut dyn FnMut(&Solution),
    counted: u64,
    before: u64,
    since: Duration,
    n_reported: u64,
}

impl Sink for SolutionSink<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        let now = self.clock.now();
        self.n_reported += 1;
        (self.report)(&Solution {
            values: found.values(&self.built.vars),
            objective: objective(&self.built.model, found),
            failures: self.counted - self.before,
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

/// The lines that leave a program without a solution.
#[derive(Clone, Debug)]
pub struct ConflictingLines {
    /// The switches of the lines, in source order.
    pub lines: Vec<Switch>,
    /// Whether there are smaller sets.
    pub minimality: Minimality,
}

/// How small a set of conflicting lines is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// No smaller set conflicts.
    Fewest,
    /// No proper subset conflicts, but a smaller set of other lines may.
    Irreducible,
    /// A limit was reached before it was minimised.
    Unknown,
}

/// The most runs for minimising the set.
const MAX_RUNS: u64 = 400;

/// Finds a smallest set of conflicting lines in a program built with switches; `None` if there is a solution, or a limit was reached first.
///
/// ```
/// use gridwright::lang::Source;
/// use gridwright::programs::{Minimality, conflicting_lines};
/// use gridwright::Request;
///
/// let text = "Name: A, B, domain: 1..3\nConstraint: A < B\nConstraint: A \\= 2\nConstraint: A > B";
/// let program = Source::new("no.gw", text).program(&[]).map_err(|refused| refused.render())?;
/// let built = program.switched().map_err(|error| error.message)?;
/// let found = conflicting_lines(&built, &Request::default())?.ok_or("there is a solution")?;
/// let lines = found.lines.iter().map(|line| line.span.position(text).line);
/// assert_eq!((lines.collect::<Vec<_>>(), found.minimality), (vec![2, 4], Minimality::Fewest));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conflicting_lines(
    built: &Built,
    request: &Request,
) -> Result<Option<ConflictingLines>, Error> {
    let options = request.run_options(&built.vars)?;
    let deadline = options.limits.deadline();
    let mut session = Session::new(&built.model, &options)?;
    session.set_limits(options.limits.until(&deadline));
    let on = |switch: &Switch| Atom::ge(switch.var, 1);
    let assumptions: Vec<Atom> = built.switches.iter().map(on).collect();
    let (core, fewest) = session.smallest_core(&assumptions, MAX_RUNS)?;
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
    let minimality = match (fewest, minimal) {
        (true, _) => Minimality::Fewest,
        (false, true) => Minimality::Irreducible,
        (false, false) => Minimality::Unknown,
    };
    Ok(Some(ConflictingLines { lines, minimality }))
}
