//! The table of all constraints a text may use, and how one of them becomes a relation.
//!
//! A name that ends in `_reif` or `_imp` is that of a relation in the table, under a Boolean that comes last.

use std::collections::HashMap;
use std::sync::LazyLock;

use gridwright_fd::{Atom, Consistency, View};
use gridwright_term::{Diagnostic, Span};

use crate::loader::Loader;
use crate::relation::{Mode, Relation};
use crate::syntax::{Expr, Posted};
use crate::{bools, globals, graphs, numbers, sums};

/// The arguments of a constraint: read one by one, each as what it has to be.
#[derive(Debug)]
pub(crate) struct Arguments<'l, 'a> {
    pub(crate) loader: &'l mut Loader<'a>,
    pub(crate) all: &'a [Expr<'a>],
    pub(crate) span: Span,
}

/// What makes a relation of arguments.
pub(crate) type Builder = fn(&mut Arguments<'_, '_>) -> Result<Relation, Diagnostic>;

/// One constraint that a text may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) n_arguments: usize,
    pub(crate) build: Builder,
}

/// The lists of the files that have one. A relation under a Boolean whose name does not end in `_reif` is in the second list of `bools`.
const LISTS: &[&[Builtin]] = &[
    numbers::BUILTINS,
    sums::BUILTINS,
    bools::BUILTINS,
    globals::BUILTINS,
    graphs::BUILTINS,
];

static TABLE: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    let all = LISTS.iter().copied().flatten();
    all.map(|builtin| (builtin.name, *builtin)).collect()
});

static UNDER_A_BOOLEAN: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    let all = bools::UNDER_A_BOOLEAN.iter();
    all.map(|builtin| (builtin.name, *builtin)).collect()
});

/// Whether a text may use a constraint of that name.
pub fn is_known(name: &str) -> bool {
    find(name, usize::MAX).is_some()
}

/// How a relation stands in the text.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    Plain,
    Exactly,
    If,
}

/// The relation of a name, how it stands under it, and how many arguments it then has.
fn find(name: &str, n_arguments: usize) -> Option<(Builtin, Form, usize)> {
    if let Some(builtin) = TABLE.get(name)
        && (builtin.n_arguments == n_arguments || !UNDER_A_BOOLEAN.contains_key(name))
    {
        return Some((*builtin, Form::Plain, builtin.n_arguments));
    }
    if let Some(builtin) = UNDER_A_BOOLEAN.get(name) {
        return Some((*builtin, Form::Exactly, builtin.n_arguments + 1));
    }
    let (base, form) = match name.strip_suffix("_reif") {
        Some(base) => (base, Form::Exactly),
        None => (name.strip_suffix("_imp")?, Form::If),
    };
    let builtin = match (UNDER_A_BOOLEAN.get(base), form) {
        (Some(builtin), Form::If) => builtin,
        _ => TABLE.get(base)?,
    };
    Some((*builtin, form, builtin.n_arguments + 1))
}

impl<'a> Loader<'a> {
    /// Makes a constraint of the text part of the model.
    pub(crate) fn constrain(&mut self, posted: &'a Posted<'a>) -> Result<(), Diagnostic> {
        let Posted {
            name,
            span,
            arguments,
            annotations,
        } = posted;
        let Some((builtin, form, n_arguments)) = find(name, arguments.len()) else {
            return Err(unknown(name, *span));
        };
        if arguments.len() != n_arguments {
            let message = format!(
                "`{name}` has {n_arguments} arguments, not {}",
                arguments.len()
            );
            return Err(Diagnostic::error(message, *span));
        }
        let (of_relation, of_form) = arguments.split_at(builtin.n_arguments);
        let mut read = Arguments {
            loader: self,
            all: of_relation,
            span: *span,
        };
        let relation = (builtin.build)(&mut read)?;
        let mode = match (form, of_form) {
            (Form::Exactly, [when]) => Mode::Exactly(self.atom(when)?),
            (Form::If, [when]) => Mode::If(self.atom(when)?),
            _ => Mode::Must,
        };
        self.enter(relation.at(level(annotations)), mode, *span)
    }
}

/// The level an annotation asks for.
fn level(annotations: &[Expr<'_>]) -> Option<Consistency> {
    let names = annotations.iter().filter_map(Expr::call).map(|call| call.0);
    names
        .filter_map(|name| match name {
            "domain" | "domain_propagation" => Some(Consistency::Domain),
            "bounds" | "bounds_propagation" | "boundsR" | "boundsZ" | "boundsD" => {
                Some(Consistency::Bounds)
            }
            "val" | "value_propagation" => Some(Consistency::Value),
            _ => None,
        })
        .next()
}

fn unknown(name: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(format!("no constraint is called `{name}`"), span);
    if name.starts_with("float_") || name.starts_with("array_float_") || name.ends_with("2float") {
        return Diagnostic::error(
            format!("floats are not supported, and `{name}` is about them"),
            span,
        );
    }
    if name.starts_with("set_")
        || name.starts_with("array_set_")
        || name.starts_with("array_var_set_")
    {
        return error.with_note(
            "compiled with `minizinc --solver gridwright`, set variables become Booleans",
        );
    }
    error.with_note("was it compiled for another solver? use `minizinc --solver gridwright`")
}

impl Arguments<'_, '_> {
    pub(crate) fn int(&self, i: usize) -> Result<i64, Diagnostic> {
        self.loader.int(&self.all[i])
    }

    pub(crate) fn small(&self, i: usize) -> Result<i32, Diagnostic> {
        self.loader.small(&self.all[i])
    }

    pub(crate) fn smalls(&self, i: usize) -> Result<Vec<i32>, Diagnostic> {
        let items = self.loader.items(&self.all[i])?;
        items.iter().map(|item| self.loader.small(item)).collect()
    }

    pub(crate) fn view(&mut self, i: usize) -> Result<View, Diagnostic> {
        self.loader.view(&self.all[i])
    }

    pub(crate) fn views(&mut self, i: usize) -> Result<Vec<View>, Diagnostic> {
        self.loader.views(&self.all[i])
    }

    pub(crate) fn atom(&mut self, i: usize) -> Result<Atom, Diagnostic> {
        self.loader.atom(&self.all[i])
    }

    pub(crate) fn atoms(&mut self, i: usize) -> Result<Vec<Atom>, Diagnostic> {
        self.loader.atoms(&self.all[i])
    }

    /// The smallest and largest value a view can have.
    pub(crate) fn bounds(&self, view: View) -> (i64, i64) {
        self.loader.model.bounds(view)
    }

    /// The value of a view that can have only one.
    pub(crate) fn fixed(&self, view: View) -> Option<i32> {
        let (min, max) = self.bounds(view);
        (min == max).then(|| i32::try_from(min).ok()).flatten()
    }

    /// An error about the constraint.
    pub(crate) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message, self.span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_listed_twice_and_none_hides_another() {
        let n_listed: usize = LISTS.iter().map(|list| list.len()).sum();
        assert_eq!(TABLE.len(), n_listed);
        assert_eq!(UNDER_A_BOOLEAN.len(), bools::UNDER_A_BOOLEAN.len());
        for name in TABLE.keys() {
            assert!(
                !name.ends_with("_reif") && !name.ends_with("_imp"),
                "{name}"
            );
        }
    }

    #[test]
    fn names_have_their_forms() {
        let form = |name, n| find(name, n).map(|(_, form, n)| (form, n));
        assert_eq!(form("int_le", 2), Some((Form::Plain, 2)));
        assert_eq!(form("int_le_reif", 3), Some((Form::Exactly, 3)));
        assert_eq!(form("int_le_imp", 3), Some((Form::If, 3)));
        assert_eq!(form("array_bool_and", 2), Some((Form::Exactly, 2)));
        assert_eq!(form("array_bool_and_imp", 2), Some((Form::If, 2)));
        assert_eq!(form("bool_xor", 2), Some((Form::Plain, 2)));
        assert_eq!(form("bool_xor", 3), Some((Form::Exactly, 3)));
        assert_eq!(form("int_less", 2), None);
    }
}
