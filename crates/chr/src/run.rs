//! Runs: a query under way, its answers, and what came of it.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use gridwright_term::{ConversionError, Diagnostic, FromTerm, Number, Term, parse_term_until};

use crate::builtins::all_builtins;
use crate::code::fixed;
use crate::code::word::Word;
use crate::debug::why_not::{WhyNot, WhyNotError};
use crate::program::Program;
use crate::state::choice_point::Other;
use crate::state::counters::Counters;
use crate::state::database::clause_of;
use crate::state::event::{Listener, Moment, Step};
use crate::state::exception::Thrown;
use crate::state::profile::Profiler;
use crate::vm::machine::Machine;
use crate::vm::native::Natives;
use crate::vm::terms::renamed;
use gridwright_control::{Clock, Limit, Limits, Rng};

/// A query that is being answered.
#[derive(Debug)]
pub struct Run<'p> {
    pub(crate) machine: Machine<'p>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    New,
    Answered,
    Over,
    /// A limit was reached while the query was read.
    Stopped(Limit),
}

/// One answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The variables of the query and what they are bound to, in order.
    pub bindings: Vec<(String, Term)>,
    /// The constraints in the store, the newest first, as in SWI-Prolog.
    pub store: Vec<Term>,
}

/// The result of a run for one answer.
#[derive(Clone, Debug)]
pub struct Report {
    /// The first answer, if there is one.
    pub answer: Option<Answer>,
    /// What was written.
    pub output: String,
    /// What was written to the error stream, such as what `time/1` measures.
    pub errors: String,
    /// What was counted.
    pub counters: Counters,
    /// The counters kept by `flag/3`; one that is not an integer of 64 bits is 0 here.
    pub flags: HashMap<String, i64>,
    /// Bytes in use at the end.
    pub memory: usize,
    /// Goals called. The limit on steps also counts choice points retried.
    pub steps: u64,
}

/// Why a run ended without an answer and without having failed.
#[derive(Clone, Debug, PartialEq)]
pub enum RunError {
    /// The query cannot be read.
    Query(Diagnostic),
    /// Something was thrown and not caught.
    Thrown(Term),
    /// The program ended itself by `halt/0` or `halt/1`, with this status.
    Halt(i64),
    /// A limit was reached.
    Limit(Limit),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Query(diagnostic) => write!(f, "{diagnostic}"),
            RunError::Thrown(ball) => write!(f, "not caught: {ball}"),
            RunError::Halt(status) => write!(f, "the program ended with status {status}"),
            RunError::Limit(Limit::Memory) => {
                write!(
                    f,
                    "{}; a recursion may be endless",
                    Limit::Memory.describe()
                )
            }
            RunError::Limit(limit) => f.write_str(limit.describe()),
        }
    }
}

impl std::error::Error for RunError {}

impl Program {
    /// Starts a run of a query, which returns its answers one by one. The time limit includes reading the query.
    pub fn query(&self, query: &str, limits: Limits) -> Result<Run<'_>, Diagnostic> {
        let deadline = limits.deadline();
        let limit = Cell::new(None);
        let is_over = || {
            limit.set(deadline.reached());
            limit.get().is_some()
        };
        let goal = parse_term_until(query, &self.operators, &self.read_flags, &is_over);
        let limits = limits.until(&deadline);
        match (goal, limit.get()) {
            (Some(goal), _) => Ok(Run::new(self, &goal?, limits)),
            (None, limit) => {
                let mut run = Run::new(self, &Term::name("true"), limits);
                run.state = State::Stopped(limit.expect("reading ended at it"));
                Ok(run)
            }
        }
    }

    /// Starts a run of a goal that is a term, which returns its answers one by one.
    pub fn query_term(&self, goal: &Term, limits: Limits) -> Run<'_> {
        Run::new(self, goal, limits)
    }

    /// Runs a query for its first answer.
    pub fn run(&self, query: &str, limits: Limits) -> Result<Report, RunError> {
        let mut run = self.query(query, limits).map_err(RunError::Query)?;
        let answer = run.next_answer()?;
        Ok(run.report(answer))
    }
}

/// The most goals that are joined one by one; of more, groups are joined, so that no term is as deep as there are goals.
const GOALS: usize = 300;

/// The conjunction of goals, at least one.
fn conjunction(mut goals: Vec<Term>) -> Term {
    let joined = |goals: &[Term]| {
        let goals = goals.iter().rev().cloned();
        goals.reduce(|rest, goal| Term::compound(",", [goal, rest]))
    };
    while goals.len() > GOALS {
        goals = goals.chunks(GOALS).filter_map(joined).collect();
    }
    joined(&goals).expect("there is a goal")
}

impl Program {
    /// A goal after the goals of directives.
    fn with_directives(&self, goal: &Term) -> Term {
        let directives = self.directives.iter();
        let directives =
            directives.map(|directive| Term::compound("$directive", [directive.clone()]));
        conjunction(directives.chain([goal.clone()]).collect())
    }
}

impl<'p> Run<'p> {
    pub(crate) fn new(program: &'p Program, goal: &Term, limits: Limits) -> Run<'p> {
        let buffer_pool = Some(&program.buffer_pool);
        let goal = &program.with_directives(goal);
        let (code, operators) = (program.code_for(goal), &program.operators);
        let mut machine = Machine::new(
            code,
            all_builtins(),
            operators,
            &program.hosts,
            limits,
            buffer_pool,
        );
        machine.natives = Natives::new(&program.natives, machine.limits.deadline());
        machine.set_flags(&program.flags);
        machine.begin(goal);
        Run {
            machine,
            state: State::New,
        }
    }

    /// Reports every step to `listener` from now on.
    pub fn trace(&mut self, listener: &'p mut dyn FnMut(&Step)) {
        self.machine.tracer.0 = Some(Listener::Steps(listener));
        self.machine.observed = true;
    }

    /// Reports every step to `listener` from now on, and lets it look at the store. It may set [`Limits::stop`] to end the run soon.
    pub fn watch(&mut self, listener: &'p mut dyn FnMut(&Step, &Moment<'_>)) {
        self.machine.tracer.0 = Some(Listener::Moments(listener));
        self.machine.observed = true;
    }

    /// Finds the next answer; `None` if there is none left.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, RunError> {
        let found = self.advance()?;
        Ok(found.then(|| self.answer()))
    }

    /// Goes on to the next answer without writing it out; false if there is none left.
    pub fn advance(&mut self) -> Result<bool, RunError> {
        let found = match self.state {
            State::New => self.machine.run(),
            State::Answered => {
                self.machine.pc = fixed::FAIL;
                self.machine.run()
            }
            State::Over => return Ok(false),
            State::Stopped(limit) => Err(Box::new(Thrown::Limit(limit))),
        };
        match found {
            Ok(found) => {
                self.state = if found { State::Answered } else { State::Over };
                Ok(found)
            }
            Err(thrown) => {
                self.state = State::Over;
                Err(self.machine.shown_thrown(&thrown))
            }
        }
    }

    /// What the variables of the query are bound to now, and the store.
    pub fn answer(&self) -> Answer {
        Answer {
            bindings: self.bindings(),
            store: self.store(),
        }
    }

    /// Gives back what nothing needs whenever the store has grown by so many words; the default is enough for any program.
    pub fn compact_every(&mut self, words: usize) {
        self.machine.store.compact_at = words;
        self.machine.store.compact_step = words;
    }

    /// Lets the reference interpreter search for partners from now on, instead of compiled instructions. Answers and counts stay the same, and runs take longer:
    /// it is there to be compared with.
    pub fn interpret_rules(&mut self) {
        self.machine.interpreted = true;
        self.machine.observed = true;
    }

    /// What the variables of the query are bound to now.
    pub fn bindings(&self) -> Vec<(String, Term)> {
        self.machine.bindings()
    }

    /// A counter kept by `flag/3`.
    pub fn flag(&self, name: &str) -> i64 {
        let mut flags = self.machine.flags.iter();
        let found = flags.find(|(key, _)| self.machine.atoms.text(**key as usize) == name);
        found.map_or(0, |(_, value)| counted(value))
    }

    /// Bytes in use now.
    pub fn memory(&self) -> usize {
        self.machine.memory()
    }

    /// The constraints in the store, symbol by symbol as they are declared, the newest of each first, as SWI-Prolog shows them.
    pub fn store(&self) -> Vec<Term> {
        let suspensions = self.machine.store.shown_suspensions();
        suspensions
            .into_iter()
            .map(|suspension| self.machine.shown_suspension(suspension))
            .collect()
    }

    /// Charges rules with the time that passes by a clock, from now on.
    pub fn profile(&mut self, clock: Arc<dyn Clock>) {
        let rules = self.machine.code.rules.len();
        self.machine.profile.profiler = Some(Profiler::new(clock, rules));
        self.machine.observed = true;
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.machine.counted()
    }

    /// What prevents a rule from firing, for each stored constraint that is an instance of `constraint`.
    pub fn why_not(&mut self, rule: &str, constraint: &Term) -> Result<Vec<WhyNot>, WhyNotError> {
        self.machine.why_not(rule, constraint)
    }

    /// Takes what was written so far.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.machine.output)
    }

    /// Takes what was written to the error stream so far.
    pub fn take_errors(&mut self) -> String {
        std::mem::take(&mut self.machine.errors)
    }

    /// Says where the standard input comes from, for `read/1` and the like: a function that gives the next line with its end, or none at the end.
    pub fn set_input(&mut self, read_line: impl FnMut() -> Option<String> + 'p) {
        self.machine.input.read_line = Some(Box::new(read_line));
    }

    /// Lets the random numbers of the run start from a seed; without it, every run has the same.
    pub fn seed(&mut self, seed: u64) {
        self.machine.rng = Rng::new(seed);
    }

    /// Ends the run and returns its report.
    pub fn report(self, answer: Option<Answer>) -> Report {
        let mut machine = self.machine;
        let memory = machine.memory();
        let flags = machine.flags.iter().map(|(&name, value)| {
            let name = machine.atoms.text(name as usize).to_owned();
            (name, counted(value))
        });
        Report {
            answer,
            flags: flags.collect(),
            memory,
            steps: machine.steps,
            counters: machine.counted(),
            output: std::mem::take(&mut machine.output),
            errors: std::mem::take(&mut machine.errors),
        }
    }
}

/// The value of a counter; what is not an integer of 64 bits counts nothing.
fn counted(value: &Number) -> i64 {
    match value {
        Number::Int(value) => *value,
        _ => 0,
    }
}

impl Machine<'_> {
    /// Prepares to run a goal.
    pub(crate) fn begin(&mut self, goal: &Term) {
        let mut vars = HashMap::new();
        let word = self.load_source(goal, &mut vars);
        for (functor, clauses) in &self.code.dynamic {
            self.database.declare(*functor);
            for (head, body) in clauses {
                let clause = clause_of(head, body.as_ref(), &mut self.atoms);
                self.database.add(*functor, clause, false);
            }
        }
        self.cp = fixed::STOP;
        self.push_choice(Other::End, 0);
        self.push_frame(1, &[word.0]);
        self.pc = fixed::META_NEXT;
        let mut vars: Vec<(String, Word)> = vars
            .into_iter()
            .filter(|(name, _)| !name.starts_with('_'))
            .collect();
        vars.sort_by_key(|(_, word)| word.place());
        self.asked = vars;
    }

    /// What the variables of the query are bound to now.
    pub(crate) fn bindings(&self) -> Vec<(String, Term)> {
        let shown = |(name, word): &(String, Word)| (name.clone(), self.to_term(*word));
        self.asked.iter().map(shown).collect()
    }

    /// Sets flags for `current_prolog_flag/2`.
    pub(crate) fn set_flags(&mut self, flags: &[(String, Term)]) {
        for (name, value) in flags {
            let word = self.load_source(value, &mut HashMap::new());
            let stored = self.heap.store_term(word);
            let name = self.atoms.number(name);
            self.prolog_flags.insert(name, stored);
        }
    }

    /// What was thrown, for the caller of the run.
    pub(crate) fn shown_thrown(&mut self, thrown: &Thrown) -> RunError {
        match thrown {
            Thrown::Ball(ball) => {
                let word = self.heap.load_term(ball);
                let mut term = self.to_term(word);
                // Where nothing else is said about an error, the rule is that it comes from.
                if let (Term::Compound(name, args), Some(blamed)) = (&mut term, self.blamed)
                    && name == "error"
                    && let [_, context @ Term::Var(_)] = &mut args[..]
                {
                    let rule = &self.code.rules[blamed.rule as usize];
                    let (part, name, line) = (blamed.part, &rule.name, rule.line);
                    let place = format!("in the {part} of {name} (line {line})");
                    *context = Term::name(place);
                }
                RunError::Thrown(term)
            }
            Thrown::Limit(limit) => RunError::Limit(*limit),
            Thrown::Halt(status) => RunError::Halt(*status),
        }
    }
}

impl Answer {
    /// The value of a variable of the query, as a Rust value.
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, ConversionError> {
        let found = self.bindings.iter().find(|(known, _)| known == name);
        match found {
            Some((_, term)) => term.to(),
            None => Err(ConversionError::new(
                "variable of the query",
                &Term::var(name),
            )),
        }
    }

    /// The answer in which a variable that is still open has the name it has in the query, the first of several.
    ///
    /// ```
    /// use gridwright_chr::{Limits, Program};
    ///
    /// let program = Program::parse(":- chr_constraint p(?any).", "p.chr").map_err(|error| error.to_string())?;
    /// let mut run = program.query("p(X), Y = X", Limits::default()).map_err(|error| error.message)?;
    /// let answer = run.next_answer().map_err(|error| error.to_string())?.ok_or("no answer")?.named();
    /// assert_eq!(answer.store[0].to_string(), "p(X)");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn named(&self) -> Answer {
        let mut names: HashMap<String, String> = HashMap::new();
        for (name, term) in &self.bindings {
            if let Term::Var(inside) = term {
                let inside = names.entry(inside.clone());
                inside.or_insert_with(|| name.clone());
            }
        }
        let bindings = self.bindings.iter();
        let store = self.store.iter();
        Answer {
            bindings: bindings
                .map(|(name, term)| (name.clone(), renamed(term, &names)))
                .collect(),
            store: store.map(|term| renamed(term, &names)).collect(),
        }
    }
}
