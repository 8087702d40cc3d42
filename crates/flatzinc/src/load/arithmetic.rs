//! Constraints over integers: comparisons, arithmetic, minimum and maximum, element, set membership.

use gridwright_constraints::{
    absolute, among, division, element, equal, less, less_equal, linear_eq, maximum, minimum,
    modulo, not_equal, table, times,
};
use gridwright_fd::{Atom, Constraint, MAX_VALUE, MIN_VALUE, View};

use crate::Result;
use crate::load::builtin::{Arguments, Built, Builtin, builtin, relation};
use crate::load::loader::to_domain;
use crate::load::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("int_eq", 2, |args| {
        comparison(args, View::is, View::is, equal)
    }),
    builtin("int_ne", 2, |args| {
        comparison(args, View::is_not, View::is_not, not_equal)
    }),
    builtin("int_le", 2, |args| {
        comparison(args, View::at_most, View::at_least, less_equal)
    }),
    builtin("int_lt", 2, |args| {
        let below = |view: View, value: i32| view.at_most(value.saturating_sub(1));
        let above = |view: View, value: i32| view.at_least(value.saturating_add(1));
        comparison(args, below, above, less)
    }),
    builtin("int_plus", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(linear_eq([(1, x), (1, y), (-1, z)], 0))
    }),
    builtin("int_minus", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(linear_eq([(1, x), (-1, y), (-1, z)], 0))
    }),
    builtin("int_negate", 2, |args| {
        relation(linear_eq([(1, args.view(0)?), (1, args.view(1)?)], 0))
    }),
    builtin("int_times", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(times(x, y, z))
    }),
    builtin("int_div", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(division(x, y, z))
    }),
    builtin("int_mod", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(modulo(x, y, z))
    }),
    builtin("int_pow", 3, power),
    builtin("int_pow_fixed", 3, power),
    builtin("int_abs", 2, |args| {
        relation(absolute(args.view(0)?, args.view(1)?))
    }),
    builtin("int_min", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(minimum([x, y], z))
    }),
    builtin("int_max", 3, |args| {
        let [x, y, z] = three(args)?;
        relation(maximum([x, y], z))
    }),
    builtin("array_int_minimum", 2, |args| {
        relation(minimum(args.views(1)?, args.view(0)?))
    }),
    builtin("array_int_maximum", 2, |args| {
        relation(maximum(args.views(1)?, args.view(0)?))
    }),
    builtin("array_int_element", 3, array_element),
    builtin("array_var_int_element", 3, array_element),
    builtin("array_bool_element", 3, array_element),
    builtin("array_var_bool_element", 3, array_element),
    builtin("set_in", 2, set_in),
];

fn three(args: &mut Arguments<'_, '_>) -> Result<[View; 3]> {
    Ok([args.view(0)?, args.view(1)?, args.view(2)?])
}

/// A comparison: an atom if a side is fixed, else a constraint.
fn comparison<C: Constraint + 'static>(
    args: &mut Arguments<'_, '_>,
    with_right: impl Fn(View, i32) -> Atom,
    with_left: impl Fn(View, i32) -> Atom,
    constraint: impl Fn(View, View) -> C,
) -> Built {
    let (x, y) = (args.view(0)?, args.view(1)?);
    let atom = match (args.fixed(x), args.fixed(y)) {
        (_, Some(value)) => with_right(x, value),
        (Some(value), None) => with_left(y, value),
        (None, None) => return relation(constraint(x, y)),
    };
    Ok(Relation::All(vec![args.loader.simplify(atom)]))
}

/// The maximum number of rows of the table for a power.
const MAX_ROWS: u64 = 200_000;

/// `array[index] = result`, counted from 1.
fn array_element(args: &mut Arguments<'_, '_>) -> Built {
    let (index, array, result) = (args.view(0)?, args.views(1)?, args.view(2)?);
    relation(element(index, 1, array, result))
}

/// `x in set`.
fn set_in(args: &mut Arguments<'_, '_>) -> Built {
    let x = args.view(0)?;
    let ranges = args.loader.set(&args.all[1])?;
    // Values outside the range of the solver are unreachable.
    let clamp = |number: i64| number.clamp(i64::from(MIN_VALUE), i64::from(MAX_VALUE));
    let clamped = ranges.iter().map(|&(min, max)| match min <= max {
        true => (clamp(min), clamp(max)),
        false => (1, 0),
    });
    let domain = to_domain(&clamped.collect(), args.span)?;
    let ranges: Vec<(i32, i32)> = domain.ranges().collect();
    Ok(match ranges[..] {
        [] => Relation::constant(false),
        [(min, max)] if min == max => Relation::All(vec![x.is(min)]),
        [(min, max)] => {
            let ends = [x.at_least(min), x.at_most(max)].into_iter();
            let simplified = ends.map(|atom| args.loader.simplify(atom));
            Relation::All(simplified.filter(|&atom| atom != Atom::TRUE).collect())
        }
        _ => Relation::constraint(among([x], domain, View::constant(1))),
    })
}

/// `z = x ^ y`: a table if it is short enough, else a chain of products.
fn power(args: &mut Arguments<'_, '_>) -> Built {
    let [x, y, z] = three(args)?;
    let sizes = [x, y].map(|view| args.loader.model.domain(view.var).size());
    if sizes[0].saturating_mul(sizes[1]) <= MAX_ROWS {
        let values = |view: View| -> Vec<i32> {
            let values = args.loader.model.domain(view.var).values();
            values.map(|value| view.of(value)).collect()
        };
        let (bases, exponents) = (values(x), values(y));
        let row = |a: i32, b: i32| Some([a, b, power_of(a, b)?]);
        let rows = bases
            .iter()
            .flat_map(|&a| exponents.iter().filter_map(move |&b| row(a, b)));
        return Ok(Relation::constraint(table([x, y, z], rows)));
    }
    let Some(exponent @ 0..=31) = args.fixed(y) else {
        let message = format!(
            "a power with more than {MAX_ROWS} pairs of base and exponent needs a constant exponent from 0 to 31"
        );
        return Err(args.error(message));
    };
    if exponent == 0 {
        return Ok(Relation::All(vec![z.is(1)]));
    }
    // The intermediate products are determined by x, so they can be posted without reification.
    let mut product = x;
    for _ in 2..exponent {
        let (a, b) = (args.bounds(product), args.bounds(x));
        let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        let mut corners = corners.map(|n| n.clamp(MIN_VALUE.into(), MAX_VALUE.into()) as i32);
        corners.sort_unstable();
        let next = args.loader.model.var("power", corners[0]..=corners[3]);
        let next = next.map_err(args.model_error())?;
        args.loader.post(times(product, x, next), args.span)?;
        product = next.into();
    }
    Ok(match exponent {
        1 => Relation::constraint(equal(x, z)),
        _ => Relation::constraint(times(product, x, z)),
    })
}

/// `a ^ b` as MiniZinc defines it: `1 / (a ^ -b)` for a negative exponent; `None` if there is no value in the range of the solver.
fn power_of(a: i32, b: i32) -> Option<i32> {
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
    use super::power_of;

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
            assert_eq!(power_of(a, b), power, "{a} ^ {b}");
        }
    }
}
