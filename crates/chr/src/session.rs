//! Sessions: a store that lives across queries.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use gridwright_control::Limits;
use gridwright_term::{Diagnostic, Term, parse_term_with};

use crate::builtins::all_builtins;
use crate::code::fixed;
use crate::code::word::Word;
use crate::program::Program;
use crate::run::{Answer, RunError};
use crate::state::choice_point::Other;
use crate::vm::machine::Machine;
use crate::vm::terms::renamed;

/// A store that lives across queries, made by [`Program::session`].
///
/// [`tell`](Session::tell) runs a goal and keeps what it did, [`ask`](Session::ask) runs a goal and takes it back,
/// [`retract`](Session::retract) removes constraints, and [`observe`](Session::observe) reports every change of the store.
/// Goals are terms, so that a program need not write text to be parsed; [`Session::parse`] makes one from text. A variable keeps its
/// name and its value from one call to the next, except those whose names start with `_`, which are new each time.
///
/// ```
/// use gridwright_chr::{Limits, Program};
/// use gridwright_term::Term;
///
/// let program = Program::parse(
///     ":- chr_constraint edge(+any, +any, +int), dist(+any, +int).\n\
///      dist(X, D) \\ dist(X, E) <=> D =< E | true.\n\
///      dist(X, D), edge(X, Y, L) ==> E is D + L, dist(Y, E).",
///     "routes.chr",
/// )?;
/// let mut session = program.session(Limits::default());
/// session.tell(&Term::call("dist", ("home", 0)))?;
/// for (from, to, length) in [("home", "shop", 5), ("shop", "work", 7), ("home", "work", 15)] {
///     session.tell(&Term::call("edge", (from, to, length)))?;
/// }
/// let distance = |constraint: &Term| constraint.arguments::<(String, i64)>("dist");
/// let found: Result<Vec<(String, i64)>, _> = session.constraints("dist", 2).iter().map(distance).collect();
/// assert!(found?.contains(&("work".to_owned(), 12)));
///
/// // What would a shortcut change? The store stays as it is.
/// let shortcut = session.parse("edge(home, work, 3), find_chr_constraint(dist(work, D))")?;
/// let answer = session.ask(&shortcut).next_answer()?.expect("it succeeds");
/// assert_eq!(answer.get::<i64>("D")?, 3);
/// assert_eq!(session.retract(&session.parse("edge(_, _, _)")?), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'p> {
    machine: Machine<'p>,
    program: &'p Program,
    limits: Limits,
    observer: Option<Observer<'p>>,
}

/// Receives every change of a store.
type Observer<'p> = Box<dyn FnMut(&Change) + 'p>;

/// A constraint in the store of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its number. Constraints that were added later have a larger one.
    pub id: u64,
    /// The constraint.
    pub constraint: Term,
}

/// A change of the store of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A constraint is in the store that was not.
    Added(Stored),
    /// A constraint is no longer in the store; it is shown as it was before.
    Removed(Stored),
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = self.stored();
        f.debug_struct("Session").field("store", &store).finish()
    }
}

impl Program {
    /// Starts a session with an empty store. `limits` hold for each call, except the limit on memory, which holds for the whole.
    pub fn session(&self, limits: Limits) -> Session<'_> {
        let (code, operators) = (&self.code, &self.operators);
        let mut machine = Machine::new(
            code,
            all_builtins(),
            operators,
            &self.hosts,
            limits.clone(),
            None,
        );
        machine.set_flags(&self.flags);
        // The machine does not trail what only its first choice point could take back, so calls get a second one.
        machine.push_choice(Other::End, 0);
        Session {
            machine,
            program: self,
            limits,
            observer: None,
        }
    }
}

impl<'p> Session<'p> {
    /// Parses a goal or a pattern with the operators of the program.
    pub fn parse(&self, text: &str) -> Result<Term, Diagnostic> {
        parse_term_with(text, &self.program.operators, &self.program.read_flags)
    }

    /// Runs a goal to its first answer and keeps its effects: constraints it added or removed, and variables it bound. If it fails or
    /// throws, everything is as before. False if it fails.
    pub fn tell(&mut self, goal: &Term) -> Result<bool, RunError> {
        let before = self.observer.is_some().then(|| self.stored());
        let known = self.machine.asked.len();
        self.begin(goal);
        let ran = self.machine.run();
        if let Ok(true) = ran {
            self.machine.cut_to(1);
            self.machine.heap.trail.clear();
            self.machine.store.trail.clear();
            self.machine.collect_between_calls();
            self.report_changes(before);
            return Ok(true);
        }
        let error = ran.map_err(|thrown| self.machine.shown_thrown(&thrown));
        self.machine.take_back_call();
        self.machine.asked.truncate(known);
        error
    }

    /// Runs a goal for its answers. When the returned [`Ask`] is dropped, everything is as before.
    pub fn ask<'s>(&'s mut self, goal: &Term) -> Ask<'s, 'p> {
        let known = self.machine.asked.len();
        let own = self.begin(goal);
        Ask {
            session: self,
            known,
            own,
            state: State::New,
        }
    }

    /// Removes the constraints that match a pattern, and returns how many there were. A variable of the session matches only itself,
    /// any other variable matches every term. What rules derived from the removed constraints stays.
    pub fn retract(&mut self, pattern: &Term) -> usize {
        let before = self.observer.is_some().then(|| self.stored());
        let known: Vec<&str> = self
            .machine
            .asked
            .iter()
            .map(|(name, _)| &name[..])
            .collect();
        let names = self.machine.query_names();
        let suspensions = self.machine.store.stored_suspensions();
        let matching: Vec<usize> = suspensions
            .into_iter()
            .filter(|&at| matches(pattern, &self.shown(at, &names), &known))
            .collect();
        for &suspension in &matching {
            let machine = &mut self.machine;
            machine.store.remove(&machine.heap, suspension);
        }
        self.report_changes(before);
        matching.len()
    }

    /// Calls `observer` with each constraint that a call added to the store or removed from it, after the call. Constraints that come
    /// and go within one call are not reported. While there is an observer, each call takes time in proportion to the store.
    pub fn observe(&mut self, observer: impl FnMut(&Change) + 'p) {
        self.observer = Some(Box::new(observer));
    }

    /// The constraints in the store, the oldest first. Variables of the session have their names.
    pub fn stored(&self) -> Vec<Stored> {
        let names = self.machine.query_names();
        let suspensions = self.machine.store.stored_suspensions().into_iter();
        let stored = suspensions.map(|at| Stored {
            id: self.machine.store.id_of(at),
            constraint: self.shown(at, &names),
        });
        stored.collect()
    }

    /// The constraints in the store with this name and number of arguments, the oldest first.
    pub fn constraints(&self, name: &str, arity: usize) -> Vec<Term> {
        let all = self.stored().into_iter().map(|stored| stored.constraint);
        all.filter(|term| term.functor() == Some((name, arity)))
            .collect()
    }

    /// The value of a variable, if a goal of the session mentioned it.
    pub fn value(&self, name: &str) -> Option<Term> {
        let asked = &self.machine.asked;
        let (_, word) = asked.iter().find(|(known, _)| known == name)?;
        let term = self.machine.to_term(*word);
        Some(renamed(&term, &self.machine.query_names()))
    }

    /// Takes what was written so far.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.machine.output)
    }

    /// Bytes in use now.
    pub fn memory(&self) -> usize {
        self.machine.memory()
    }

    /// Prepares to run a goal and adds its variables to those of the session; returns the names it mentions.
    fn begin(&mut self, goal: &Term) -> Vec<String> {
        let machine = &mut self.machine;
        machine.deadline = Machine::deadline(&self.limits);
        let so_far = machine.limited_steps();
        machine.limits.steps = self.limits.steps.map(|steps| so_far.saturating_add(steps));
        let mut vars: HashMap<String, Word> = machine.asked.iter().cloned().collect();
        let word = machine.load_source(goal, &mut vars);
        let own = names_in(goal);
        for name in &own {
            if machine.asked.iter().all(|(known, _)| known != name) {
                machine.asked.push((name.clone(), vars[name]));
            }
        }
        machine.begin_call(word);
        own
    }

    /// A stored constraint, in which variables of the session have their names.
    fn shown(&self, suspension: usize, names: &HashMap<String, String>) -> Term {
        renamed(&self.machine.shown_suspension(suspension), names)
    }

    fn report_changes(&mut self, before: Option<Vec<Stored>>) {
        let Some(mut observer) = self.observer.take() else {
            return;
        };
        let (before, after) = (before.unwrap_or_default(), self.stored());
        let has = |all: &[Stored], id| all.binary_search_by_key(&id, |stored| stored.id).is_ok();
        for stored in before.iter().filter(|stored| !has(&after, stored.id)) {
            observer(&Change::Removed(stored.clone()));
        }
        for stored in after.iter().filter(|stored| !has(&before, stored.id)) {
            observer(&Change::Added(stored.clone()));
        }
        self.observer = Some(observer);
    }
}

/// The answers of a goal asked in a session. They come one by one, and each takes back the one before.
pub struct Ask<'s, 'p> {
    session: &'s mut Session<'p>,
    /// How many variables the session had before.
    known: usize,
    /// The variables of the goal.
    own: Vec<String>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    New,
    Answered,
    Over,
}

impl fmt::Debug for Ask<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("state", &self.state).finish()
    }
}

impl Ask<'_, '_> {
    /// The next answer; `None` if there is none left. Its bindings are those of the goal's variables.
    pub fn next_answer(&mut self) -> Result<Option<Answer>, RunError> {
        let machine = &mut self.session.machine;
        match self.state {
            State::New => {}
            State::Answered => machine.pc = fixed::FAIL,
            State::Over => return Ok(None),
        }
        self.state = State::Over;
        match machine.run() {
            Ok(true) => self.state = State::Answered,
            Ok(false) => return Ok(None),
            Err(thrown) => return Err(machine.shown_thrown(&thrown)),
        }
        let value = |name: &String| {
            self.session
                .value(name)
                .unwrap_or_else(|| Term::var(&name[..]))
        };
        let bindings = self.own.iter().map(|name| (name.clone(), value(name)));
        let store = self.session.stored().into_iter();
        Ok(Some(Answer {
            bindings: bindings.collect(),
            store: store.map(|stored| stored.constraint).collect(),
        }))
    }
}

impl Iterator for Ask<'_, '_> {
    type Item = Result<Answer, RunError>;

    fn next(&mut self) -> Option<Result<Answer, RunError>> {
        self.next_answer().transpose()
    }
}

impl Drop for Ask<'_, '_> {
    fn drop(&mut self) {
        self.session.machine.take_back_call();
        self.session.machine.asked.truncate(self.known);
    }
}

impl Machine<'_> {
    /// Prepares to run a goal above the choice point that takes everything back.
    fn begin_call(&mut self, goal: Word) {
        self.e = 0;
        self.cp = fixed::STOP;
        self.push_choice(Other::End, 0);
        self.push_frame(2, &[goal.0]);
        self.pc = fixed::META_NEXT;
        self.blamed = None;
        self.asking = false;
    }

    /// Takes back what a call did, whether it ended or not.
    fn take_back_call(&mut self) {
        self.cut_to(2);
        // A call that failed has gone back already.
        if self.choices.len() == 2 {
            self.pop_choice();
        }
    }
}

/// The names of the variables of a term that do not start with `_`, in the order in which they are mentioned first.
fn names_in(term: &Term) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match term {
            Term::Var(name) if !name.starts_with('_') && seen.insert(name) => {
                names.push(name.clone());
            }
            Term::Compound(_, parts) | Term::List(parts) => todo.extend(parts.iter().rev()),
            Term::OpenList(items, rest) => {
                todo.push(rest);
                todo.extend(items.iter().rev());
            }
            _ => {}
        }
    }
    names
}

/// Whether a term is an instance of a pattern, in which the variables of `fixed` are constants.
fn matches(pattern: &Term, term: &Term, fixed: &[&str]) -> bool {
    let mut bound: HashMap<&str, Cow<'_, Term>> = HashMap::new();
    let mut todo = vec![(pattern, term)];
    while let Some((pattern, term)) = todo.pop() {
        match (pattern, term) {
            (Term::Var(name), _) if !fixed.contains(&&name[..]) => {
                if name != "_" && **bound.entry(name).or_insert(Cow::Borrowed(term)) != *term {
                    return false;
                }
            }
            (Term::Compound(name, args), Term::Compound(other, others))
                if name == other && args.len() == others.len() =>
            {
                todo.extend(args.iter().zip(others));
            }
            (Term::List(items), Term::List(others)) if items.len() == others.len() => {
                todo.extend(items.iter().zip(others));
            }
            (Term::OpenList(items, rest), Term::List(others) | Term::OpenList(others, _))
                if items.len() <= others.len() =>
            {
                todo.extend(items.iter().zip(others));
                let end = match term {
                    Term::OpenList(_, end) => (**end).clone(),
                    _ => Term::list([]),
                };
                let others = Term::open_list(others[items.len()..].iter().cloned(), end);
                // The rest of a pattern is no list, so there is nothing to go into.
                match &**rest {
                    Term::Var(name) if !fixed.contains(&&name[..]) => {
                        if name != "_" {
                            let others: Cow<'_, Term> = Cow::Owned(others);
                            if *bound.entry(name).or_insert_with(|| others.clone()) != others {
                                return false;
                            }
                        }
                    }
                    rest if *rest == others => {}
                    _ => return false,
                }
            }
            (pattern, term) if pattern == term => {}
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_term::Operators;

    #[test]
    fn patterns_match_instances() {
        let table = [
            ("p(X, Y)", "p(1, f(2))", true),
            ("p(X, X)", "p(1, 2)", false),
            ("p(X, X)", "p(f(1), f(1))", true),
            ("p(_, _)", "p(1, 2)", true),
            ("p(A)", "p(1)", false),
            ("p(A)", "p(A)", true),
            ("p(X)", "p(A)", true),
            ("p(1)", "p(X)", false),
            ("q(X)", "p(1)", false),
            ("p([X|T], T)", "p([1, 2], [2])", true),
            ("p([X|T], T)", "p([1, 2], [3])", false),
            ("p([X, Y|_])", "p([1])", false),
            ("p([X|T])", "p([1|A])", true),
            ("p([X])", "p([1, 2])", false),
        ];
        for (pattern, term, expected) in table {
            let read = |text| gridwright_term::parse_term(text, Operators::standard());
            let (one, other) = (read(pattern).expect(pattern), read(term).expect(term));
            assert_eq!(matches(&one, &other, &["A"]), expected, "{pattern} {term}");
        }
    }
}
