//! The table of all FlatZinc constraints, and how a constraint item is posted.
//!
//! A name that ends in `_reif` or `_imp` is the reified or half-reified form of a constraint in the table, with one more argument: the Boolean.

use std::collections::HashMap;
use std::sync::LazyLock;

use gridwright_fd::Consistency;
use gridwright_term::{Diagnostic, Span};

use crate::load::builtin::{Arguments, Builtin};
use crate::load::loader::Loader;
use crate::load::relation::Reification;
use crate::load::{arithmetic, bools, globals, graphs, linear};
use crate::parse::syntax::{ConstraintItem, Expr};

/// The tables. A reified relation whose name does not end in `_reif` is in the second table of `bools`.
const TABLES: &[&[Builtin]] = &[
    arithmetic::BUILTINS,
    linear::BUILTINS,
    bools::BUILTINS,
    globals::BUILTINS,
    graphs::BUILTINS,
];

static BY_NAME: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    let all = TABLES.iter().copied().flatten();
    all.map(|builtin| (builtin.name, *builtin)).collect()
});

static REIFIED_BY_NAME: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    let all = bools::REIFIED.iter();
    all.map(|builtin| (builtin.name, *builtin)).collect()
});

/// Whether there is a constraint of this name.
pub fn is_known(name: &str) -> bool {
    find(name, usize::MAX).is_some()
}

/// Whether a constraint is reified.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    Plain,
    Reified,
    HalfReified,
}

/// The constraint of a name, whether the name implies reification, and the number of arguments with it.
fn find(name: &str, n_arguments: usize) -> Option<(Builtin, Form, usize)> {
    if let Some(builtin) = BY_NAME.get(name)
        && (builtin.n_arguments == n_arguments || !REIFIED_BY_NAME.contains_key(name))
    {
        return Some((*builtin, Form::Plain, builtin.n_arguments));
    }
    if let Some(builtin) = REIFIED_BY_NAME.get(name) {
        return Some((*builtin, Form::Reified, builtin.n_arguments + 1));
    }
    let (base, form) = match name.strip_suffix("_reif") {
        Some(base) => (base, Form::Reified),
        None => (name.strip_suffix("_imp")?, Form::HalfReified),
    };
    let builtin = match (REIFIED_BY_NAME.get(base), form) {
        (Some(builtin), Form::HalfReified) => builtin,
        _ => BY_NAME.get(base)?,
    };
    Some((*builtin, form, builtin.n_arguments + 1))
}

impl<'a> Loader<'a> {
    /// Posts a constraint item.
    pub(crate) fn post_item(&mut self, item: &'a ConstraintItem<'a>) -> Result<(), Diagnostic> {
        let ConstraintItem {
            name,
            span,
            arguments,
            annotations,
        } = item;
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
        let (of_relation, condition) = arguments.split_at(builtin.n_arguments);
        let mut arguments = Arguments {
            loader: self,
            all: of_relation,
            span: *span,
        };
        let relation = (builtin.build)(&mut arguments)?;
        let reification = match (form, condition) {
            (Form::Reified, [when]) => Reification::Full(self.atom(when)?),
            (Form::HalfReified, [when]) => Reification::Half(self.atom(when)?),
            _ => Reification::None,
        };
        self.post_relation(
            relation.with_consistency(consistency(annotations)),
            reification,
            *span,
        )
    }
}

/// The consistency that an annotation requests.
fn consistency(annotations: &[Expr<'_>]) -> Option<Consistency> {
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
    let error = Diagnostic::error(format!("unknown constraint `{name}`"), span);
    if name.starts_with("float_") || name.starts_with("array_float_") || name.ends_with("2float") {
        return Diagnostic::error(format!("floats are not supported: `{name}`"), span);
    }
    if name.starts_with("set_")
        || name.starts_with("array_set_")
        || name.starts_with("array_var_set_")
    {
        return error.with_note(
            "compile with `minizinc --solver gridwright`: set variables become Booleans",
        );
    }
    error.with_note("the model may have been compiled for another solver: compile with `minizinc --solver gridwright`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_have_no_suffix() {
        let n_listed: usize = TABLES.iter().map(|list| list.len()).sum();
        assert_eq!(BY_NAME.len(), n_listed);
        assert_eq!(REIFIED_BY_NAME.len(), bools::REIFIED.len());
        for name in BY_NAME.keys() {
            assert!(
                !name.ends_with("_reif") && !name.ends_with("_imp"),
                "{name}"
            );
        }
    }

    #[test]
    fn names_determine_reification() {
        let form = |name, n| find(name, n).map(|(_, form, n)| (form, n));
        assert_eq!(form("int_le", 2), Some((Form::Plain, 2)));
        assert_eq!(form("int_le_reif", 3), Some((Form::Reified, 3)));
        assert_eq!(form("int_le_imp", 3), Some((Form::HalfReified, 3)));
        assert_eq!(form("array_bool_and", 2), Some((Form::Reified, 2)));
        assert_eq!(form("array_bool_and_imp", 2), Some((Form::HalfReified, 2)));
        assert_eq!(form("bool_xor", 2), Some((Form::Plain, 2)));
        assert_eq!(form("bool_xor", 3), Some((Form::Reified, 3)));
        assert_eq!(form("int_less", 2), None);
    }
}
