//! Host predicates: predicates that the caller of the library writes in Rust.

use std::collections::HashMap;
use std::fmt;

use gridwright_term::{ConversionError, Term};

use crate::code::atoms::{AtomTable, Functor};

/// A predicate in Rust: from its arguments to its solutions, or an exception.
///
/// Unbound variables in the arguments have names of the machine's own, such as `_G7`. In a solution, such a name stands for that
/// variable, and every other name for a new one.
pub type HostPredicate = dyn Fn(&[Term]) -> Result<Solutions, Exception> + Send + Sync;

/// The solutions of a host predicate, computed one at a time as backtracking asks for them.
pub struct Solutions(Box<dyn Iterator<Item = Result<Solution, Exception>>>);

impl Solutions {
    /// No solution: the goal fails.
    pub fn none() -> Solutions {
        Solutions::many([])
    }

    /// One solution.
    pub fn one(solution: Solution) -> Solutions {
        Solutions::many([solution])
    }

    /// The solutions of an iterator. If its size hint says that none is left, no choice point remains.
    pub fn many<I>(solutions: I) -> Solutions
    where
        I: IntoIterator<Item = Solution>,
        I::IntoIter: 'static,
    {
        Solutions(Box::new(solutions.into_iter().map(Ok)))
    }

    /// The solutions of an iterator that may also throw.
    pub fn try_many<I>(solutions: I) -> Solutions
    where
        I: IntoIterator<Item = Result<Solution, Exception>>,
        I::IntoIter: 'static,
    {
        Solutions(Box::new(solutions.into_iter()))
    }

    /// Computes the next solution.
    pub(crate) fn next(&mut self) -> Option<Result<Solution, Exception>> {
        self.0.next()
    }

    /// Whether it is known that no solution is left.
    pub(crate) fn are_over(&self) -> bool {
        self.0.size_hint().1 == Some(0)
    }

    /// One solution if a condition holds, and none otherwise.
    pub fn test(holds: bool) -> Solutions {
        Solutions::many(holds.then(Solution::new))
    }
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solutions")
            .field(&self.0.size_hint())
            .finish()
    }
}

impl From<Solution> for Solutions {
    fn from(solution: Solution) -> Solutions {
        Solutions::one(solution)
    }
}

/// One solution of a host predicate: terms to unify, and goals to run after that, such as constraints to post.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    pub(crate) equal: Vec<(Term, Term)>,
    pub(crate) goals: Vec<Term>,
}

impl Solution {
    /// A solution that changes nothing.
    pub fn new() -> Solution {
        Solution::default()
    }

    /// Unifies two terms; usually one of them is an argument. If they do not unify, the next solution is tried.
    #[must_use]
    pub fn unify(mut self, left: impl Into<Term>, right: impl Into<Term>) -> Solution {
        self.equal.push((left.into(), right.into()));
        self
    }

    /// Runs a goal after the unifications and the goals before it.
    #[must_use]
    pub fn call(mut self, goal: impl Into<Term>) -> Solution {
        self.goals.push(goal.into());
        self
    }
}

/// What a host predicate throws. `catch/3` in the program can catch it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exception(pub Term);

impl Exception {
    /// `error(Formal, _)`.
    pub fn error(formal: impl Into<Term>) -> Exception {
        Exception(Term::compound("error", [formal.into(), Term::var("_")]))
    }

    /// `error(type_error(Type, Culprit), _)`, or an instantiation error if the culprit is a variable.
    pub fn type_error(expected: &str, culprit: &Term) -> Exception {
        if let Term::Var(_) = culprit {
            return Exception::instantiation_error();
        }
        let expected = Term::name(expected);
        Exception::error(Term::compound("type_error", [expected, culprit.clone()]))
    }

    /// `error(domain_error(Domain, Culprit), _)`.
    pub fn domain_error(domain: &str, culprit: &Term) -> Exception {
        let domain = Term::name(domain);
        Exception::error(Term::compound("domain_error", [domain, culprit.clone()]))
    }

    /// `error(instantiation_error, _)`.
    pub fn instantiation_error() -> Exception {
        Exception::error(Term::name("instantiation_error"))
    }
}

impl From<ConversionError> for Exception {
    fn from(error: ConversionError) -> Exception {
        Exception::type_error(&error.expected, &error.found)
    }
}

/// The host predicates of a program, by name and number of arguments.
#[derive(Default)]
pub(crate) struct Hosts(HashMap<(String, usize), Box<HostPredicate>>);

impl fmt::Debug for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Hosts {
    pub(crate) fn add(&mut self, name: &str, arity: usize, host: Box<HostPredicate>) {
        self.0.insert((name.to_owned(), arity), host);
    }

    pub(crate) fn find(&self, names: &AtomTable, functor: Functor) -> Option<&HostPredicate> {
        if self.0.is_empty() {
            return None;
        }
        let name = names.text(functor.name() as usize).to_owned();
        self.0.get(&(name, functor.arity())).map(|host| &**host)
    }
}
