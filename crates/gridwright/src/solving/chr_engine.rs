//! Asking by rules: the question goes to one of the puzzle's own programs of Constraint Handling Rules.
//!
//! A program lists answers, and every question is answered by listing: whether there is one answer by looking for two, what all share by seeing them
//! all. Its search counts its own nodes. What fires is counted as propagation, and every return to a choice as a backtrack; failures are not counted.

use gridwright_chr::{Program, Run, RunError};
use gridwright_control::SystemClock;
use gridwright_control::{Clock, End, Limit, Limits};
use gridwright_fd::Stats;
use gridwright_puzzles::{AnyAnswer, AnyInstance, AnyProgram, Known};
use gridwright_term::Term;

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::solving::ask::verdict;

/// Asks a question of an instance.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Report, Error> {
    let clock = SystemClock::new();
    let asked = wished(instance, request)?;
    let program = compiled(&asked);
    let run = program.query(&asked.query, chr_limits(request));
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", asked.query));
    let setup_time = clock.now();
    let mut listing = Listing {
        instance,
        asked: &asked,
        run,
        end: None,
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
    listing.answer(question, &mut report);
    report.complete &= listing.end == Some(End::Exhausted);
    report.stats = listing.stats();
    report.stats.solve_time = clock.now().saturating_sub(setup_time);
    Ok(report)
}

/// The limits of a request for a program of rules: its time, its nodes, its memory, and its stop flag.
///
/// ```
/// use gridwright::control::Stop;
/// use gridwright::solving::chr_limits;
/// use gridwright::Request;
/// use gridwright::chr::{Program, RunError};
///
/// let program = Program::parse(":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).", "on.chr")
///     .map_err(|error| error.to_string())?;
/// let stop = Stop::new();
/// let request = Request { stop: Some(stop.clone()), ..Request::default() };
/// let mut run = program.query("n(0)", chr_limits(&request)).map_err(|error| error.message)?;
/// stop.request();
/// assert!(matches!(run.advance(), Err(RunError::Limit(_))));
/// // A stop request before the run began ends it as well.
/// let mut run = program.query("n(0)", chr_limits(&request)).map_err(|error| error.message)?;
/// assert!(matches!(run.advance(), Err(RunError::Limit(_))));
/// # Ok::<(), String>(())
/// ```
pub fn chr_limits(request: &Request) -> Limits {
    let limits = Limits {
        time: request.time,
        nodes: request.nodes,
        memory: request.memory,
        stop: request.stop.clone(),
        ..Limits::default()
    };
    limits.timed()
}

/// The program that a request asks for. What a request says of engines that take models is refused, not ignored.
pub(crate) fn wished(instance: &dyn AnyInstance, request: &Request) -> Result<AnyProgram, Error> {
    let unheeded = [
        (request.consistency.is_some(), "level"),
        (request.inference.is_some(), "inference"),
        (request.choose.is_some(), "choice of values"),
        (request.restarts.is_some(), "restarts"),
        (request.seed.is_some(), "seed"),
    ];
    if let Some((_, what)) = unheeded.iter().find(|(given, _)| *given) {
        return Err(Error::NotByRules(what));
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
    end: Option<End>,
    n_answers: u64,
}

impl Listing<'_> {
    /// Puts what the question asks for into the report.
    fn answer(&mut self, question: Question, report: &mut Report) {
        report.complete = true;
        match question {
            Question::Solve { most } => {
                while self.n_answers < most && self.advance() {
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
                while self.n_answers < 2 && self.advance() {
                    report.answers.push(self.read());
                }
                report.verdict = verdict(self.n_answers, self.limit());
            }
            Question::Count { limit: most } => {
                while self.n_answers < most && self.advance() {}
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
                while self.n_answers < most && self.advance() {
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
    fn advance(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        match self.run.advance() {
            Ok(true) => {
                self.n_answers += 1;
                return true;
            }
            Ok(false) => self.end = Some(End::Exhausted),
            Err(RunError::Limit(limit)) => self.end = Some(End::LimitReached(limit)),
            Err(error) => panic!("the program {}: {error}", self.asked.card.file),
        }
        false
    }

    /// The answer at which the run is, seen by the judge: one that is refused is a defect of the program, and must not get out.
    fn read(&self) -> AnyAnswer {
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
            Some(End::LimitReached(limit)) => Some(limit),
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
