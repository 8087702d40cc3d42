//! An entry in a table of constraints, and the arguments it is built from.

use gridwright_fd::{Atom, Constraint, ModelError, View};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::loader::Loader;
use crate::load::relation::Relation;
use crate::parse::syntax::Expr;

/// The arguments of a constraint, each evaluated by the builder as the type it needs.
#[derive(Debug)]
pub(crate) struct Arguments<'l, 'a> {
    pub(crate) loader: &'l mut Loader<'a>,
    /// The name in the table.
    pub(crate) name: &'static str,
    pub(crate) all: &'a [Expr<'a>],
    pub(crate) span: Span,
}

/// The relation of a constraint, or what is wrong with its arguments.
pub(crate) type Built = Result<Relation>;

/// Builds the relation of a constraint from its arguments.
type Builder = fn(&mut Arguments<'_, '_>) -> Built;

/// A constraint of FlatZinc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) n_arguments: usize,
    pub(crate) build: Builder,
}

/// An entry of a table.
pub(crate) const fn builtin(name: &'static str, n_arguments: usize, build: Builder) -> Builtin {
    Builtin {
        name,
        n_arguments,
        build,
    }
}

/// The relation of a constraint of the model.
pub(crate) fn relation(constraint: impl Constraint + 'static) -> Built {
    Ok(Relation::constraint(constraint))
}

impl Arguments<'_, '_> {
    pub(crate) fn int(&self, i: usize) -> Result<i64> {
        self.loader.int(&self.all[i])
    }

    pub(crate) fn int32(&self, i: usize) -> Result<i32> {
        self.loader.int32(&self.all[i])
    }

    pub(crate) fn ints(&self, i: usize) -> Result<Vec<i64>> {
        let items = self.loader.items(&self.all[i])?;
        items.iter().map(|item| self.loader.int(item)).collect()
    }

    pub(crate) fn int32s(&self, i: usize) -> Result<Vec<i32>> {
        let items = self.loader.items(&self.all[i])?;
        items.iter().map(|item| self.loader.int32(item)).collect()
    }

    pub(crate) fn view(&mut self, i: usize) -> Result<View> {
        self.loader.view(&self.all[i])
    }

    pub(crate) fn views(&mut self, i: usize) -> Result<Vec<View>> {
        self.loader.views(&self.all[i])
    }

    pub(crate) fn atom(&mut self, i: usize) -> Result<Atom> {
        self.loader.atom(&self.all[i])
    }

    pub(crate) fn atoms(&mut self, i: usize) -> Result<Vec<Atom>> {
        self.loader.atoms(&self.all[i])
    }

    /// The smallest and the largest value of a view.
    pub(crate) fn bounds(&self, view: View) -> (i64, i64) {
        self.loader.model.bounds(view)
    }

    /// The value of a fixed view.
    pub(crate) fn fixed(&self, view: View) -> Option<i32> {
        let (min, max) = self.bounds(view);
        (min == max).then(|| i32::try_from(min).ok()).flatten()
    }

    /// An error about the constraint.
    pub(crate) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message, self.span)
    }

    /// An error that the model reports about the constraint.
    pub(crate) fn model_error(&self) -> impl Fn(ModelError) -> Diagnostic + use<> {
        let span = self.span;
        move |error| Diagnostic::error(error.to_string(), span)
    }
}
