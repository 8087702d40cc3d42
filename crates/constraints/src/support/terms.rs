//! Views as terms, for printing constraints.

use gridwright_fd::{Var, View};
use gridwright_term::Term;

/// A view as a term: `x`, `5`, `x + 1`, `2 * x - 3`.
pub(crate) fn view_term(view: View, name: &dyn Fn(Var) -> Term) -> Term {
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

/// Several views as a list.
pub(crate) fn views_term(views: &[View], name: &dyn Fn(Var) -> Term) -> Term {
    Term::list(views.iter().map(|&view| view_term(view, name)))
}
