//! Asking by rules: the question goes to one of the puzzle's own programs of Constraint Handling Rules.
//!
//! A program lists answers, and every question is answered by listing: whether there is one answer by looking for two, what all share by seeing them
//! all. Its search counts its own nodes. What fires is counted as propagation, and every return to a choice as a backtrack; failures are not counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use gridwright_chr::{Clock as RuleClock, Limits, Program, Run, RunError};
use gridwright_fd::{Clock, Limit, Stats, Stop};
use gridwright_puzzles::{AnyInstance, AnyProgram, Found, Known};
use gridwright_solve::{EngineName, SystemClock};
use gridwright_term::Term;

use crate::ask::verdict;
use crate::misuse::Misuse;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};

/// Asks a question of an instance.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Report, Misuse> {
    let clock = Arc::new(Watch::new(request.stop.clone()));
    let asked = wished(instance, request)?;
    let program = compiled(&asked);
    let limits = limits(request, clock.clone());
    let run = program.query(&asked.query, limits);
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", asked.query));
    let setup_time = clock.elapsed.now();
    let mut listing = Listing {
        instance,
        asked: &asked,
        run,
        // A deadline is reckoned from the clock, which does not tell the time any more once the switch is pressed.
        end: clock.is_pressed().then_some(Ended::At(Limit::Stop)),
        n_answers: 0,
    };
    let mut report = Report {
        verdict: Verdict::None,
        answers: Vec::new(),
        count: None,
        complete: false,
        shared: None,
        viewpoint: told(&asked),
        engine: EngineName::Chr,
        stats: Stats::default(),
        setup_time,
    };
    listing.answer(question, &clock, &mut report);
    report.complete &= listing.end == Some(Ended::Exhausted);
    report.stats = listing.stats();
    report.stats.solve_time = clock.elapsed.now().saturating_sub(setup_time);
    Ok(report)
}

/// The limits of a request for a program of rules: its time, its nodes, its memory, and its switch.
///
/// ```
/// use gridwright::{Request, Stop, rule_limits};
/// use gridwright::chr::{Program, RunError};
///
/// let program = Program::parse(":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).", "on.chr")
///     .map_err(|error| error.to_string())?;
/// let stop = Stop::new();
/// let request = Request { stop: Some(stop.clone()), ..Request::default() };
/// let mut run = program.query("n(0)", rule_limits(&request)).map_err(|error| error.message)?;
/// stop.press();
/// assert!(matches!(run.advance(), Err(RunError::Limit(_))));
/// // A switch that was pressed before the run was begun ends it as well.
/// let mut run = program.query("n(0)", rule_limits(&request)).map_err(|error| error.message)?;
/// assert!(matches!(run.advance(), Err(RunError::Limit(_))));
/// # Ok::<(), String>(())
/// ```
pub fn rule_limits(request: &Request) -> Limits {
    limits(request, Arc::new(Watch::new(request.stop.clone())))
}

fn limits(request: &Request, clock: Arc<Watch>) -> Limits {
    let usual = Limits::default();
    Limits {
        time: Some(request.time.unwrap_or(FOREVER).min(FOREVER)),
        nodes: request.nodes,
        memory: request.memory.or(usual.memory),
        clock: Some(clock),
        ..usual
    }
}

/// Longer than anybody waits: a century.
const FOREVER: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

/// The program that a request asks for. What a request says of engines that take models is refused, not ignored.
pub(crate) fn wished(instance: &dyn AnyInstance, request: &Request) -> Result<AnyProgram, Misuse> {
    let unheeded = [
        (request.levels.is_some(), "level"),
        (request.inference.is_some(), "inference"),
        (request.choose.is_some(), "choice of values"),
        (request.restarts.is_some(), "restarts"),
        (request.seed.is_some(), "seed"),
    ];
    if let Some((_, what)) = unheeded.iter().find(|(given, _)| *given) {
        return Err(Misuse::NotByRules(what));
    }
    let mut switches = request.rules.clone();
    let select = request.select.map(|select| format!("select={select}"));
    let connectivity = request.connectivity.as_ref();
    switches.extend(select);
    switches.extend(connectivity.map(|way| format!("connectivity={way}")));
    Ok(instance.program(&request.viewpoints.join("+"), &switches)?)
}

/// The program with its switches. Its text is a part of the puzzle, so that an error in it is a defect.
pub(crate) fn compiled(asked: &AnyProgram) -> Program {
    let flags: Vec<(String, Term)> = asked
        .switched
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Term::name(*value)))
        .collect();
    Program::parse_with(asked.card.source, asked.card.file, &flags)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The name of the program and every switch that is not as usual.
fn told(asked: &AnyProgram) -> String {
    let mut text = asked.card.name.to_owned();
    for (switch, (name, value)) in asked.card.switches.iter().zip(&asked.switched) {
        if *value != switch.values[0] {
            text += &format!(" {name}={value}");
        }
    }
    text
}

/// The answers of a program, one by one.
struct Listing<'a> {
    instance: &'a dyn AnyInstance,
    asked: &'a AnyProgram,
    run: Run<'a>,
    end: Option<Ended>,
    n_answers: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Exhausted,
    At(Limit),
}

impl Listing<'_> {
    /// Puts what the question asks for into the report.
    fn answer(&mut self, question: Question, clock: &Watch, report: &mut Report) {
        report.complete = true;
        match question {
            Question::Solve { most } => {
                while self.n_answers < most && self.advance(clock) {
                    report.answers.push(self.read());
                }
                report.verdict = match (self.n_answers, self.limit()) {
                    (0, Some(limit)) => Verdict::Stopped(limit),
                    (0, None) => Verdict::None,
                    (1, None) if most > 1 => Verdict::Unique,
                    (2.., _) => Verdict::Multiple,
                    _ => Verdict::Solved,
                };
            }
            Question::Unique => {
                while self.n_answers < 2 && self.advance(clock) {
                    report.answers.push(self.read());
                }
                report.verdict = verdict(self.n_answers, self.limit());
            }
            Question::Count { limit: most } => {
                while self.n_answers < most && self.advance(clock) {}
                report.count = Some(self.n_answers);
                report.verdict = match self.limit() {
                    Some(limit) => Verdict::Stopped(limit),
                    None if self.n_answers == 1 && most == 1 => Verdict::Solved,
                    None => verdict(self.n_answers, None),
                };
            }
            Question::Backbone | Question::Shared { .. } => {
                let most = match question {
                    Question::Shared { most } => most,
                    _ => u64::MAX,
                };
                let mut shared: Option<Vec<Known>> = None;
                while self.n_answers < most && self.advance(clock) {
                    let known = self.instance.known(&self.read());
                    match &mut shared {
                        None => shared = Some(known),
                        Some(shared) => keep_shared(shared, &known),
                    }
                }
                report.verdict = match self.limit() {
                    Some(limit) => Verdict::Stopped(limit),
                    None => verdict(self.n_answers, None),
                };
                // What the answers found until a limit share need not hold in all.
                report.shared = shared.filter(|_| self.limit().is_none());
            }
        }
    }

    /// Goes on to the next answer; false if there is none, or none before a limit.
    fn advance(&mut self, clock: &Watch) -> bool {
        if self.end.is_some() {
            return false;
        }
        match self.run.advance() {
            Ok(true) => {
                self.n_answers += 1;
                return true;
            }
            Ok(false) => self.end = Some(Ended::Exhausted),
            Err(RunError::Limit(limit)) => self.end = Some(Ended::At(clock.meant(limit))),
            Err(error) => panic!("the program {}: {error}", self.asked.card.file),
        }
        false
    }

    /// The answer at which the run is, seen by the judge: one that is refused is a defect of the program, and must not get out.
    fn read(&self) -> Found {
        let file = self.asked.card.file;
        let bindings = self.run.bindings();
        let bound = bindings.iter().find(|(name, _)| name == "Answer");
        let answer = bound.and_then(|(_, term)| self.asked.read(term));
        let answer = answer.unwrap_or_else(|| panic!("the program {file} answers with {bound:?}"));
        if let Err(violation) = self.instance.check(&answer) {
            panic!("the program {file} found an answer that is none: {violation}");
        }
        answer
    }

    fn limit(&self) -> Option<Limit> {
        match self.end {
            Some(Ended::At(limit)) => Some(limit),
            _ => None,
        }
    }

    fn stats(&self) -> Stats {
        let counters = self.run.counters();
        Stats {
            nodes: self.run.flag("nodes").try_into().unwrap_or(0),
            backtracks: counters.backtracks,
            propagations: counters.firings(),
            solutions: self.n_answers,
            memory: self.run.memory(),
            ..Stats::default()
        }
    }
}

/// What is not the same in another answer is open.
fn keep_shared(shared: &mut [Known], other: &[Known]) {
    for (one, other) in shared.iter_mut().zip(other) {
        if one != other {
            *one = Known::Open;
        }
    }
}

/// A clock for rules that also watches the switch of a request: once that is pressed, it is late.
#[derive(Debug)]
struct Watch {
    elapsed: SystemClock,
    stop: Option<Stop>,
    /// How often it was asked since the switch was pressed.
    asked: AtomicU32,
}

impl Watch {
    fn new(stop: Option<Stop>) -> Watch {
        Watch {
            elapsed: SystemClock::new(),
            stop,
            asked: AtomicU32::new(0),
        }
    }

    fn is_pressed(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_pressed)
    }

    /// The limit that was reached: the time was up for the switch, if that is pressed.
    fn meant(&self, limit: gridwright_chr::Limit) -> Limit {
        match limit {
            gridwright_chr::Limit::Time if self.is_pressed() => Limit::Stop,
            gridwright_chr::Limit::Time => Limit::Time,
            gridwright_chr::Limit::Nodes => Limit::Nodes,
            gridwright_chr::Limit::Stop => Limit::Stop,
            // The number of steps is not limited here.
            gridwright_chr::Limit::Memory | gridwright_chr::Limit::Steps => Limit::Memory,
        }
    }
}

impl RuleClock for Watch {
    fn now(&self) -> Duration {
        match self.is_pressed() {
            // Each time it is far later than the last: a run that takes its deadline from a clock whose switch is pressed already must end too.
            true => {
                let asked = self.asked.fetch_add(1, Ordering::Relaxed).min(1_000_000);
                FOREVER.saturating_mul(2 * (asked + 1)) + self.elapsed.now()
            }
            false => self.elapsed.now(),
        }
    }
}
