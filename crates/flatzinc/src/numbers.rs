//! Relations between whole numbers: comparisons, arithmetic, smallest and largest, arrays with an index, sets.

use gridwright_constraints::{
    absolute, among, division, element, equal, less, less_equal, linear_eq, maximum, minimum,
    modulo, not_equal, table, times,
};
use gridwright_fd::{Atom, Domain, MAX_VALUE, MIN_VALUE, View};
use gridwright_term::Diagnostic;

use crate::builtins::{Arguments, Builtin};
use crate::loader::to_domain;
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "int_eq",
        n_arguments: 2,
        build: |args| {
            let (x, y) = (args.view(0)?, args.view(1)?);
            let by_atom = compared(args, x, y, View::is, View::is);
            Ok(by_atom.unwrap_or_else(|| Relation::holds(equal(x, y))))
        },
    },
    Builtin {
        name: "int_ne",
        n_arguments: 2,
        build: |args| {
            let (x, y) = (args.view(0)?, args.view(1)?);
            let by_atom = compared(args, x, y, View::is_not, View::is_not);
            Ok(by_atom.unwrap_or_else(|| Relation::holds(not_equal(x, y))))
        },
    },
    Builtin {
        name: "int_le",
        n_arguments: 2,
        build: |args| {
            let (x, y) = (args.view(0)?, args.view(1)?);
            let by_atom = compared(args, x, y, View::at_most, View::at_least);
            Ok(by_atom.unwrap_or_else(|| Relation::holds(less_equal(x, y))))
        },
    },
    Builtin {
        name: "int_lt",
        n_arguments: 2,
        build: |args| {
            let (x, y) = (args.view(0)?, args.view(1)?);
            let below = |view: View, value: i32| view.at_most(value.saturating_sub(1));
            let above = |view: View, value: i32| view.at_least(value.saturating_add(1));
            let by_atom = compared(args, x, y, below, above);
            Ok(by_atom.unwrap_or_else(|| Relation::holds(less(x, y))))
        },
    },
    Builtin {
        name: "int_plus",
        n_arguments: 3,
        build: |args| {
            let terms = [(1, args.view(0)?), (1, args.view(1)?), (-1, args.view(2)?)];
            Ok(Relation::holds(linear_eq(terms, 0)))
        },
    },
    Builtin {
        name: "int_minus",
        n_arguments: 3,
        build: |args| {
            let terms = [(1, args.view(0)?), (-1, args.view(1)?), (-1, args.view(2)?)];
            Ok(Relation::holds(linear_eq(terms, 0)))
        },
    },
    Builtin {
        name: "int_negate",
        n_arguments: 2,
        build: |args| {
            let terms = [(1, args.view(0)?), (1, args.view(1)?)];
            Ok(Relation::holds(linear_eq(terms, 0)))
        },
    },
    Builtin {
        name: "int_times",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(times(
                args.view(0)?,
                args.view(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "int_div",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(division(
                args.view(0)?,
                args.view(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "int_mod",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(modulo(
                args.view(0)?,
                args.view(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "int_pow",
        n_arguments: 3,
        build: power,
    },
    Builtin {
        name: "int_pow_fixed",
        n_arguments: 3,
        build: power,
    },
    Builtin {
        name: "int_abs",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(absolute(args.view(0)?, args.view(1)?))),
    },
    Builtin {
        name: "int_min",
        n_arguments: 3,
        build: |args| {
            let both = [args.view(0)?, args.view(1)?];
            Ok(Relation::holds(minimum(both, args.view(2)?)))
        },
    },
    Builtin {
        name: "int_max",
        n_arguments: 3,
        build: |args| {
            let both = [args.view(0)?, args.view(1)?];
            Ok(Relation::holds(maximum(both, args.view(2)?)))
        },
    },
    Builtin {
        name: "array_int_minimum",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(minimum(args.views(1)?, args.view(0)?))),
    },
    Builtin {
        name: "array_int_maximum",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(maximum(args.views(1)?, args.view(0)?))),
    },
    Builtin {
        name: "array_int_element",
        n_arguments: 3,
        build: at_index,
    },
    Builtin {
        name: "array_var_int_element",
        n_arguments: 3,
        build: at_index,
    },
    Builtin {
        name: "array_bool_element",
        n_arguments: 3,
        build: at_index,
    },
    Builtin {
        name: "array_var_bool_element",
        n_arguments: 3,
        build: at_index,
    },
    Builtin {
        name: "set_in",
        n_arguments: 2,
        build: within,
    },
];

/// The largest table that is written out for a power.
const MOST_ROWS: u64 = 200_000;

/// A comparison with a number is an atom; `None` if neither side is one.
fn compared(
    args: &Arguments<'_, '_>,
    x: View,
    y: View,
    right: impl Fn(View, i32) -> Atom,
    left: impl Fn(View, i32) -> Atom,
) -> Option<Relation> {
    let atom = match (args.fixed(x), args.fixed(y)) {
        (_, Some(value)) => right(x, value),
        (Some(value), None) => left(y, value),
        (None, None) => return None,
    };
    Some(Relation::All(vec![args.loader.settled(atom)]))
}

/// `array[index] = result`, counted from 1.
fn at_index(args: &mut Arguments<'_, '_>) -> Result<Relation, Diagnostic> {
    let (index, array, result) = (args.view(0)?, args.views(1)?, args.view(2)?);
    Ok(Relation::holds(element(index, 1, array, result)))
}

/// `x in set`.
fn within(args: &mut Arguments<'_, '_>) -> Result<Relation, Diagnostic> {
    let x = args.view(0)?;
    let ranges = args.loader.set(&args.all[1])?;
    // What the engine cannot reach is not needed.
    let clamp = |number: i64| number.clamp(i64::from(MIN_VALUE), i64::from(MAX_VALUE));
    let near = ranges.iter().map(|&(min, max)| match min <= max {
        true => (clamp(min), clamp(max)),
        false => (1, 0),
    });
    let domain: Domain = to_domain(&near.collect(), args.span)?;
    let ranges: Vec<(i32, i32)> = domain.ranges().collect();
    Ok(match ranges[..] {
        [] => Relation::constant(false),
        [(min, max)] if min == max => Relation::All(vec![x.is(min)]),
        [(min, max)] => {
            let ends = [x.at_least(min), x.at_most(max)];
            let settled = ends.map(|atom| args.loader.settled(atom));
            Relation::All(
                settled
                    .into_iter()
                    .filter(|&atom| atom != Atom::TRUE)
                    .collect(),
            )
        }
        _ => Relation::holds(among([x], domain, View::constant(1))),
    })
}

/// `z = x ^ y`: a table where it is not too long, else a chain of products.
fn power(args: &mut Arguments<'_, '_>) -> Result<Relation, Diagnostic> {
    let (x, y, z) = (args.view(0)?, args.view(1)?, args.view(2)?);
    let sizes = [x, y].map(|view| args.loader.model.domain(view.var).size());
    if sizes[0].saturating_mul(sizes[1]) <= MOST_ROWS {
        let values = |view: View| {
            let domain = args.loader.model.domain(view.var);
            domain
                .values()
                .map(|value| view.of(value))
                .collect::<Vec<i32>>()
        };
        let (bases, exponents) = (values(x), values(y));
        let pairs = bases
            .iter()
            .flat_map(|&a| exponents.iter().map(move |&b| (a, b)));
        let rows = pairs.filter_map(|(a, b)| Some([a, b, raised(a, b)?]));
        return Ok(Relation::holds(table([x, y, z], rows)));
    }
    let exponent =
        match args.fixed(y) {
            Some(exponent @ 0..=31) => exponent,
            _ => return Err(args.error(
                "a power of so many values is supported only for a constant exponent from 0 to 31",
            )),
        };
    if exponent == 0 {
        return Ok(Relation::All(vec![z.is(1)]));
    }
    // The products on the way are determined by x, so they may simply hold.
    let mut product = x;
    for _ in 2..exponent {
        let ends = [args.bounds(product), args.bounds(x)];
        let all = [
            ends[0].0 * ends[1].0,
            ends[0].0 * ends[1].1,
            ends[0].1 * ends[1].0,
            ends[0].1 * ends[1].1,
        ];
        let fit = |number: i64| number.clamp(MIN_VALUE.into(), MAX_VALUE.into()) as i32;
        let (min, max) = (all.iter().min(), all.iter().max());
        let domain = fit(*min.unwrap_or(&0))..=fit(*max.unwrap_or(&0));
        let next = args
            .loader
            .model
            .var("power", domain)
            .map_err(|error| args.error(error.to_string()))?;
        args.loader.post(times(product, x, next), args.span)?;
        product = next.into();
    }
    Ok(match exponent {
        1 => Relation::holds(equal(x, z)),
        _ => Relation::holds(times(product, x, z)),
    })
}

/// `a ^ b` as MiniZinc has it: `1 / (a ^ -b)` for a negative exponent; `None` where there is no value the engine can hold.
fn raised(a: i32, b: i32) -> Option<i32> {
    let value = match (a, b) {
        (0, ..=-1) => return None,
        (1, _) => 1,
        (-1, _) => 1 - 2 * (b & 1),
        (_, ..=-1) => 0,
        _ => a.checked_pow(u32::try_from(b).ok()?)?,
    };
    (MIN_VALUE..=MAX_VALUE).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::raised;

    #[test]
    fn powers() {
        for (a, b, power) in [
            (2, 10, Some(1024)),
            (0, 0, Some(1)),
            (0, -1, None),
            (-1, -3, Some(-1)),
            (-1, 4, Some(1)),
            (5, -1, Some(0)),
            (2, 31, None),
            (-2, 3, Some(-8)),
        ] {
            assert_eq!(raised(a, b), power, "{a} ^ {b}");
        }
    }
}
