//! Constraints as terms, for printing.

use std::sync::Arc;

use crate::support::prelude::*;

/// How a variable is printed.
pub(crate) type Name<'a> = &'a dyn Fn(Var) -> Term;

/// An argument of a constraint, as it is printed.
pub(crate) trait Argument {
    fn term(&self, name: Name<'_>) -> Term;
}

impl Argument for View {
    fn term(&self, name: Name<'_>) -> Term {
        view_term(*self, name)
    }
}

impl Argument for i32 {
    fn term(&self, _: Name<'_>) -> Term {
        Term::from(*self)
    }
}

impl Argument for Term {
    fn term(&self, _: Name<'_>) -> Term {
        self.clone()
    }
}

impl<A: Argument> Argument for [A] {
    fn term(&self, name: Name<'_>) -> Term {
        Term::list(self.iter().map(|item| item.term(name)))
    }
}

impl<A: Argument> Argument for Vec<A> {
    fn term(&self, name: Name<'_>) -> Term {
        self[..].term(name)
    }
}

impl<A: Argument> Argument for Box<[A]> {
    fn term(&self, name: Name<'_>) -> Term {
        self[..].term(name)
    }
}

impl<A: Argument> Argument for Arc<[A]> {
    fn term(&self, name: Name<'_>) -> Term {
        self[..].term(name)
    }
}

/// `functor(a, b, ...)`.
pub(crate) fn call(functor: &str, name: Name<'_>, arguments: &[&dyn Argument]) -> Term {
    Term::compound(
        functor,
        arguments.iter().map(|argument| argument.term(name)),
    )
}

/// A view as a term: `x`, `5`, `x + 1`, `2 * x - 3`.
pub(crate) fn view_term(view: View, name: Name<'_>) -> Term {
    if view.var == Var::ZERO {
        return Term::from(view.offset);
    }
    let scaled = match view.scale {
        1 => name(view.var),
        scale => Term::compound("*", [Term::from(scale), name(view.var)]),
    };
    match view.offset {
        0 => scaled,
        offset if offset > 0 => Term::compound("+", [scaled, Term::from(offset)]),
        offset => Term::compound("-", [scaled, Term::from(-offset)]),
    }
}
