//! The engine `chr`: runs one of the puzzle's own CHR programs.
//!
//! A program enumerates answers, and every question is answered by enumeration. The program counts its own nodes; rule firings count as
//! propagations, returns to a choice point as backtracks. Failures are not counted.

use gridwright_chr::{Program, Run, RunError};
use gridwright_control::{Clock, End, Limit, Limits, SystemClock};
use gridwright_fd::Stats;
use gridwright_puzzles::{AnyAnswer, AnyInstance, AnyProgram};
use gridwright_term::Term;

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};

/// Answers a question about an instance.
pub(crate) fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Report, Error> {
    let clock = SystemClock::new();
    let limits = chr_limits(request);
    let deadline = limits.deadline();
    let program = program_for(instance, request)?;
    let compiled = compile(&program);
    // The time limit includes set-up.
    let run = compiled.query(&program.query, limits.until(&deadline));
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", program.query));
    let setup_time = clock.now();
    let mut listing = Listing {
        instance,
        program: &program,
        run,
        end: None,
        n_answers: 0,
    };
    let mut report = Report::new(display_name(&program), EngineName::Chr, setup_time);
    listing.answer(question, &mut report);
    report.complete &= listing.end == Some(End::Exhausted);
    report.stats = listing.stats();
    report.stats.solve_time = clock.now().saturating_sub(setup_time);
    Ok(report)
}

/// The limits of a request for a CHR program: time, nodes, memory and the stop flag.
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
/// // A stop request before the start ends the run as well.
/// let mut run = program.query("n(0)", chr_limits(&request)).map_err(|error| error.message)?;
/// assert!(matches!(run.advance(), Err(RunError::Limit(_))));
/// # Ok::<(), String>(())
/// ```
pub fn chr_limits(request: &Request) -> Limits {
    Limits {
        progress: None,
        ..request.limits()
    }
}

/// The program that a request selects. Options that only model engines have are errors.
pub(crate) fn program_for(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<AnyProgram, Error> {
    let unsupported = [
        (request.consistency.is_some(), "consistency"),
        (request.inference.is_some(), "inference"),
        (request.choose.is_some(), "choose"),
        (request.restarts.is_some(), "restarts"),
        (request.seed.is_some(), "seed"),
    ];
    if let Some((_, option)) = unsupported.iter().find(|(is_set, _)| *is_set) {
        return Err(Error::ChrOption(option));
    }
    let mut switches = request.rules.clone();
    let select = request.select.map(|select| format!("select={select}"));
    let connectivity = request.connectivity.as_ref();
    switches.extend(select);
    switches.extend(connectivity.map(|name| format!("connectivity={name}")));
    Ok(instance.program(&request.viewpoints.join("+"), &switches)?)
}

/// Compiles a program with its switches. Programs are part of the puzzle, so an error in one is a bug.
pub(crate) fn compile(program: &AnyProgram) -> Program {
    let flags: Vec<(String, Term)> = program
        .switched
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Term::name(*value)))
        .collect();
    Program::parse_with(program.info.source, program.info.file, &flags)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The name of the program, with every switch that differs from its default.
fn display_name(program: &AnyProgram) -> String {
    let mut text = program.info.name.to_owned();
    for (switch, (name, value)) in program.info.switches.iter().zip(&program.switched) {
        if *value != switch.values[0] {
            text += &format!(" {name}={value}");
        }
    }
    text
}

/// The enumeration of a program's answers.
struct Listing<'a> {
    instance: &'a dyn AnyInstance,
    program: &'a AnyProgram,
    run: Run<'a>,
    end: Option<End>,
    n_answers: u64,
}

impl Listing<'_> {
    /// Answers the question in the report.
    fn answer(&mut self, question: Question, report: &mut Report) {
        report.complete = true;
        match question {
            Question::Solve { max } => {
                while self.n_answers < max && self.advance() {
                    report.answers.push(self.answer_here());
                }
                report.verdict = match (self.n_answers, self.limit()) {
                    (0, Some(limit)) => Verdict::Stopped(limit),
                    (0, None) => Verdict::None,
                    (1, None) if max > 1 => Verdict::Unique,
                    (2.., _) => Verdict::Multiple,
                    _ => Verdict::Solved,
                };
            }
            Question::Unique => {
                while self.n_answers < 2 && self.advance() {
                    report.answers.push(self.answer_here());
                }
                report.verdict = Verdict::of(self.n_answers, self.limit());
            }
            Question::Count { limit: max } => {
                while self.n_answers < max && self.advance() {}
                report.count = Some(self.n_answers);
                report.verdict = match self.limit() {
                    Some(limit) => Verdict::Stopped(limit),
                    None if self.n_answers == 1 && max == 1 => Verdict::Solved,
                    None => Verdict::of(self.n_answers, None),
                };
            }
            Question::Backbone | Question::CommonFacts { .. } => {
                let max = question.n_solutions();
                while self.n_answers < max && self.advance() {
                    report.intersect_shared(self.instance.known(&self.answer_here()));
                }
                report.verdict = match self.limit() {
                    Some(limit) => Verdict::Stopped(limit),
                    None => Verdict::of(self.n_answers, None),
                };
                // What the answers found so far have in common need not hold in all.
                if self.limit().is_some() {
                    report.shared = None;
                }
            }
        }
    }

    /// Advances to the next answer; false if there is none, or a limit was reached.
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
            Err(error) => panic!("the program {}: {error}", self.program.info.file),
        }
        false
    }

    fn answer_here(&self) -> AnyAnswer {
        answer_of(&self.run, self.instance, self.program)
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

/// The answer that a run has reached. A wrong one is a bug in the program, and panics.
pub(crate) fn answer_of(
    run: &Run<'_>,
    instance: &dyn AnyInstance,
    program: &AnyProgram,
) -> AnyAnswer {
    let file = program.info.file;
    let bindings = run.bindings();
    let bound = bindings.iter().find(|(name, _)| name == "Answer");
    let answer = bound.and_then(|(_, term)| program.read(term));
    let answer = answer.unwrap_or_else(|| panic!("the program {file} answers with {bound:?}"));
    if let Err(violation) = instance.check(&answer) {
        panic!("the program {file} found a wrong answer: {violation}");
    }
    answer
}
