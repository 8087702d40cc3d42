//! Constraints under the names of other solvers' libraries, so that FlatZinc compiled for Gecode, Chuffed or OR-Tools can be loaded.

use gridwright_constraints::{
    circuit, count_at_least, count_at_most, count_eq, inverse, less, less_equal,
};
use gridwright_fd::{Constraint, View};

use crate::Result;
use crate::load::builtin::{Arguments, Built, Builtin, builtin, relation};
use crate::load::globals::shifted;
use crate::load::relation::Relation;

/// Prefixes of other libraries, before the name that MiniZinc's standard library gives the constraint after `fzn_`.
const PREFIXES: &[&str] = &["gecode_", "chuffed_", "ortools_", "choco_", "jacop_"];

/// Names without a prefix in our tables, and the constraint with the same arguments.
const NAMES: &[(&str, &str)] = &[
    ("all_different", "fzn_all_different_int"),
    ("alldifferent", "fzn_all_different_int"),
    ("array_bool_lq", "fzn_lex_lesseq_bool"),
    ("array_bool_lt", "fzn_lex_less_bool"),
    ("array_int_lq", "fzn_lex_lesseq_int"),
    ("array_int_lt", "fzn_lex_less_int"),
    ("count", "fzn_count_eq"),
    ("cumulative", "gridwright_cumulative"),
    ("cumulatives", "gridwright_cumulative"),
    ("maximum_int", "array_int_maximum"),
    ("minimum_int", "array_int_minimum"),
    ("ortools_circuit", "gridwright_circuit"),
    ("ortools_subcircuit", "gridwright_subcircuit"),
    ("chuffed_circuit", "gridwright_circuit"),
    ("chuffed_subcircuit", "gridwright_subcircuit"),
    ("table", "fzn_table_int"),
];

/// Constraints whose arguments come in another order or form than ours.
pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("gecode_circuit", 2, |args| {
        relation(circuit(args.views(1)?, args.int32(0)?))
    }),
    builtin("inverse_offsets", 4, |args| {
        let (f, first_g) = (args.views(0)?, args.int32(1)?);
        let (g, first_f) = (args.views(2)?, args.int32(3)?);
        if f.len() != g.len() {
            return Ok(Relation::constant(false));
        }
        let (f, g) = (shifted(args, f, first_g)?, shifted(args, g, first_f)?);
        relation(inverse(f, g))
    }),
    builtin("at_least_int", 3, |args| {
        let (n, xs, value) = limited(args)?;
        relation(count_at_least(xs, value, n))
    }),
    builtin("at_most_int", 3, |args| {
        let (n, xs, value) = limited(args)?;
        relation(count_at_most(xs, value, n))
    }),
    builtin("exactly_int", 3, |args| {
        let (n, xs, value) = limited(args)?;
        relation(count_eq(xs, value, n))
    }),
    builtin("increasing_int", 1, |args| ordered(args, false, less_equal)),
    builtin("increasing_bool", 1, |args| {
        ordered(args, false, less_equal)
    }),
    builtin("decreasing_int", 1, |args| ordered(args, true, less_equal)),
    builtin("decreasing_bool", 1, |args| ordered(args, true, less_equal)),
    builtin("strictly_increasing_int", 1, |args| {
        ordered(args, false, less)
    }),
];

/// A number, the views, and the value that so many of them have.
fn limited(args: &mut Arguments<'_, '_>) -> Result<(View, Vec<View>, i32)> {
    Ok((args.view(0)?, args.views(1)?, args.int32(2)?))
}

/// Posts the order of all neighbours. Their reified forms are not in the tables.
fn ordered<C: Constraint + 'static>(
    args: &mut Arguments<'_, '_>,
    is_descending: bool,
    before: fn(View, View) -> C,
) -> Built {
    let mut views = args.views(0)?;
    if is_descending {
        views.reverse();
    }
    for pair in views.windows(2) {
        args.loader.post(before(pair[0], pair[1]), args.span)?;
    }
    Ok(Relation::constant(true))
}

/// Names, tried in turn, under which our tables may have a constraint of another library.
pub(crate) fn candidates(name: &str) -> impl Iterator<Item = String> {
    let alias = |name: &str| {
        let known = NAMES.iter().find(|known| known.0 == name);
        known.map(|known| known.1.to_owned())
    };
    let stripped = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    let base = stripped
        .or_else(|| name.strip_prefix("fzn_"))
        .unwrap_or(name);
    [
        alias(name),
        Some(format!("fzn_{base}")),
        alias(base),
        Some(base.to_owned()),
    ]
    .into_iter()
    .flatten()
}
