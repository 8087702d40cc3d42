//! The table of all FlatZinc constraints, and how a constraint item is posted.
//!
//! A name that ends in `_reif` or `_imp` is the reified or half-reified form of a constraint in the table, with one more argument: the Boolean.

use std::collections::HashMap;
use std::sync::LazyLock;

use gridwright_fd::Consistency;
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::builtin::{Arguments, Builtin};
use crate::load::loader::Loader;
use crate::load::relation::Reification;
use crate::load::{aliases, arithmetic, bools, floats, globals, graphs, linear};
use crate::parse::syntax::{ConstraintItem, Expr};

/// The tables but that of floats, which is made of their rules. A reified relation whose name does not end in `_reif` is in the second table of `bools`.
const TABLES: &[&[Builtin]] = &[
    arithmetic::BUILTINS,
    linear::BUILTINS,
    bools::BUILTINS,
    globals::BUILTINS,
    graphs::BUILTINS,
    aliases::BUILTINS,
];

/// Constraints that post parts of themselves, and so have no reified form.
const NEVER_REIFIED: &[&str] = &[
    "increasing_int",
    "increasing_bool",
    "decreasing_int",
    "decreasing_bool",
    "strictly_increasing_int",
    "float_in",
];

type ByName = HashMap<&'static str, Builtin>;

static BY_NAME: LazyLock<ByName> = LazyLock::new(|| {
    let tables = TABLES.iter().copied().flatten().copied();
    by_name(tables.chain(floats::builtins()))
});
static REIFIED_BY_NAME: LazyLock<ByName> =
    LazyLock::new(|| by_name(bools::REIFIED.iter().copied()));

fn by_name(builtins: impl Iterator<Item = Builtin>) -> ByName {
    let all = builtins.map(|builtin| (builtin.name, builtin));
    all.collect()
}

/// Whether there is a constraint of this name.
pub fn is_known(name: &str) -> bool {
    find(name, usize::MAX).is_some()
}

/// The constraint of a name, whether the name implies reification, and the number of arguments with it. Names of other solvers'
/// libraries are known too.
fn find(name: &str, n_arguments: usize) -> Option<(Builtin, Reification<()>, usize)> {
    let own = find_own(name, n_arguments);
    own.or_else(|| {
        let (base, suffix) = ["_reif", "_imp"]
            .into_iter()
            .find_map(|suffix| Some((name.strip_suffix(suffix)?, suffix)))
            .unwrap_or((name, ""));
        let candidates = aliases::candidates(base).map(|found| found + suffix);
        let mut known = candidates.filter_map(|found| find_own(&found, n_arguments));
        known.next()
    })
}

/// [`find`] in our own tables.
fn find_own(name: &str, n_arguments: usize) -> Option<(Builtin, Reification<()>, usize)> {
    if let Some(builtin) = BY_NAME.get(name)
        && (builtin.n_arguments == n_arguments || !REIFIED_BY_NAME.contains_key(name))
    {
        return Some((*builtin, Reification::None, builtin.n_arguments));
    }
    if let Some(builtin) = REIFIED_BY_NAME.get(name) {
        return Some((*builtin, Reification::Full(()), builtin.n_arguments + 1));
    }
    let (base, reification) = match name.strip_suffix("_reif") {
        Some(base) => (base, Reification::Full(())),
        None => (name.strip_suffix("_imp")?, Reification::Half(())),
    };
    let builtin = match (REIFIED_BY_NAME.get(base), reification) {
        (Some(builtin), Reification::Half(())) => builtin,
        _ => BY_NAME
            .get(base)
            .filter(|_| !NEVER_REIFIED.contains(&base))?,
    };
    Some((*builtin, reification, builtin.n_arguments + 1))
}

impl<'a> Loader<'a> {
    /// Posts a constraint item.
    pub(crate) fn post_item(&mut self, item: &'a ConstraintItem<'a>) -> Result {
        let ConstraintItem {
            name,
            span,
            arguments,
            annotations,
        } = item;
        let Some((builtin, reification, n_arguments)) = find(name, arguments.len()) else {
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
            name: builtin.name,
            all: of_relation,
            span: *span,
        };
        let relation = (builtin.build)(&mut arguments)?;
        let reification = match (reification, condition) {
            (Reification::Full(()), [when]) => Reification::Full(self.atom(when)?),
            (Reification::Half(()), [when]) => Reification::Half(self.atom(when)?),
            _ => Reification::None,
        };
        let relation = relation.with_consistency(consistency(annotations));
        self.post_relation(relation, reification, *span)
    }
}

/// The consistency that an annotation requests.
fn consistency(annotations: &[Expr<'_>]) -> Option<Consistency> {
    let mut names = annotations.iter().filter_map(Expr::call).map(|call| call.0);
    names.find_map(|name| match name {
        "domain" | "domain_propagation" => Some(Consistency::Domain),
        "bounds" | "bounds_propagation" | "boundsR" | "boundsZ" | "boundsD" => {
            Some(Consistency::Bounds)
        }
        "val" | "value_propagation" => Some(Consistency::Value),
        _ => None,
    })
}

fn unknown(name: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(format!("unknown constraint `{name}`"), span);
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
        assert_eq!(BY_NAME.len(), n_listed + floats::builtins().count());
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
        let (none, full, half) = (
            Reification::None,
            Reification::Full(()),
            Reification::Half(()),
        );
        for (name, n, expected) in [
            ("int_le", 2, Some(none)),
            ("int_le_reif", 3, Some(full)),
            ("int_le_imp", 3, Some(half)),
            ("array_bool_and", 2, Some(full)),
            ("array_bool_and_imp", 2, Some(half)),
            ("bool_xor", 2, Some(none)),
            ("bool_xor", 3, Some(full)),
            ("int_less", 2, None),
            ("gecode_table_int", 2, Some(none)),
            ("ortools_table_int_reif", 3, Some(full)),
            ("all_different_int", 1, Some(none)),
            ("all_different_int_reif", 2, Some(full)),
            ("cumulatives", 4, Some(none)),
            ("chuffed_cumulative", 4, Some(none)),
            ("count_imp", 4, Some(half)),
            ("fzn_at_most_int", 3, Some(none)),
            ("increasing_int", 1, Some(none)),
            ("increasing_int_reif", 2, None),
            ("gecode_unknown", 2, None),
        ] {
            let found = find(name, n).map(|(_, reification, n)| (reification, n));
            assert_eq!(
                found,
                expected.map(|reification| (reification, n)),
                "{name}"
            );
        }
    }
}
