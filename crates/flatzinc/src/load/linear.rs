//! Sums: `int_lin_*` and `bool_lin_*`. Sums of Booleans become counts, differences of two integers comparisons, the rest linear constraints.

use gridwright_constraints::{
    bool_sum_eq, bool_sum_ge, bool_sum_le, equal, less_equal, linear_eq, linear_le, linear_ne,
    not_equal,
};
use gridwright_fd::{Atom, View};

use crate::load::builtin::{Arguments, Built, Builtin, builtin};
use crate::load::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("int_lin_eq", 3, |args| sum(args, Comparison::Equal)),
    builtin("int_lin_ne", 3, |args| sum(args, Comparison::NotEqual)),
    builtin("int_lin_le", 3, |args| sum(args, Comparison::AtMost)),
    builtin("bool_lin_eq", 3, |args| sum(args, Comparison::Equal)),
    builtin("bool_lin_le", 3, |args| sum(args, Comparison::AtMost)),
];

/// How a sum is compared with a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    AtMost,
}

/// `sum of a * x` compared to a number, or in `bool_lin_eq` to a variable.
fn sum(args: &mut Arguments<'_, '_>, comparison: Comparison) -> Built {
    let (factors, views) = (args.ints(0)?, args.views(1)?);
    let (n_factors, n_views) = (factors.len(), views.len());
    if n_factors != n_views {
        return Err(args.error(format!("{n_factors} coefficients for {n_views} terms")));
    }
    let terms = factors.into_iter().zip(views);
    let mut terms: Vec<(i64, View)> = terms.filter(|term| term.0 != 0).collect();
    let mut constant = 0;
    match args.int(2) {
        Ok(number) => constant = number,
        Err(error) => {
            let total = args.view(2).map_err(|_| error)?;
            terms.push((-1, total));
        }
    }
    let (terms, constant) = match small(&terms) {
        Some(terms) => (terms, constant),
        None => match divided(&terms, comparison, constant) {
            Divided::By(terms, constant) => (terms, constant),
            Divided::Constant(truth) => return Ok(Relation::constant(truth)),
            Divided::TooLarge(factor) => {
                let message = format!(
                    "the coefficient {factor} is outside -{MAX_FACTOR}..{MAX_FACTOR}, also after division by the common divisor"
                );
                return Err(args.error(message));
            }
        },
    };
    compared(args, terms, comparison, constant)
}

const MAX_FACTOR: i32 = i32::MAX;

/// The terms, if all coefficients have 32 bits.
fn small(terms: &[(i64, View)]) -> Option<Vec<(i32, View)>> {
    let small = |&(factor, view): &(i64, View)| {
        let factor = i32::try_from(factor).ok();
        Some((factor.filter(|&factor| factor >= -MAX_FACTOR)?, view))
    };
    terms.iter().map(small).collect()
}

/// A sum divided by the common divisor of its coefficients.
#[derive(Debug, PartialEq)]
enum Divided {
    By(Vec<(i32, View)>, i64),
    /// The constant is not a multiple of it, which decides an equality.
    Constant(bool),
    /// A coefficient is still too large.
    TooLarge(i64),
}

fn divided(terms: &[(i64, View)], comparison: Comparison, constant: i64) -> Divided {
    let gcd = |a: u64, b: u64| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let divisor = terms
        .iter()
        .fold(0, |divisor, term| gcd(divisor, term.0.unsigned_abs()));
    let largest = terms
        .iter()
        .map(|term| term.0)
        .max_by_key(|f| f.unsigned_abs());
    let too_large = Divided::TooLarge(largest.unwrap_or(0));
    let Ok(divisor @ 1..) = i64::try_from(divisor) else {
        return too_large;
    };
    let reduced: Vec<(i64, View)> = terms
        .iter()
        .map(|&(factor, view)| (factor / divisor, view))
        .collect();
    let Some(reduced) = small(&reduced) else {
        return too_large;
    };
    match comparison {
        Comparison::AtMost => Divided::By(reduced, gridwright_fd::div_floor(constant, divisor)),
        _ if constant % divisor == 0 => Divided::By(reduced, constant / divisor),
        Comparison::Equal => Divided::Constant(false),
        Comparison::NotEqual => Divided::Constant(true),
    }
}

/// The relation of a sum to a number.
pub(crate) fn compared(
    args: &Arguments<'_, '_>,
    terms: Vec<(i32, View)>,
    comparison: Comparison,
    mut constant: i64,
) -> Built {
    let overflow = |args: &Arguments<'_, '_>| args.error("the sum overflows");
    // Fixed terms move to the other side.
    let mut open = Vec::with_capacity(terms.len());
    for (factor, view) in terms {
        match args.fixed(view) {
            _ if factor == 0 => {}
            Some(value) => {
                let part = i64::from(factor) * i64::from(value);
                constant = constant.checked_sub(part).ok_or_else(|| overflow(args))?;
            }
            None => open.push((factor, view)),
        }
    }
    match open[..] {
        [] => {
            let truth = match comparison {
                Comparison::Equal => constant == 0,
                Comparison::NotEqual => constant != 0,
                Comparison::AtMost => constant >= 0,
            };
            return Ok(Relation::constant(truth));
        }
        [(factor, view)] => return Ok(single(factor, view, comparison, constant)),
        _ => {}
    }
    let found = difference(&open, comparison, constant)
        .or_else(|| bool_sum(args, &open, comparison, constant));
    Ok(found.unwrap_or_else(|| match comparison {
        Comparison::Equal => Relation::constraint(linear_eq(open, constant)),
        Comparison::NotEqual => Relation::constraint(linear_ne(open, constant)),
        Comparison::AtMost => Relation::constraint(linear_le(open, constant)),
    }))
}

/// `factor * view` compared to a number is an atom.
fn single(factor: i32, view: View, comparison: Comparison, constant: i64) -> Relation {
    let factor = i64::from(factor);
    let atom = match comparison {
        Comparison::Equal | Comparison::NotEqual => {
            let value = (constant % factor == 0).then(|| i32::try_from(constant / factor).ok());
            match (value.flatten(), comparison) {
                (None, Comparison::Equal) => Atom::FALSE,
                (None, _) => Atom::TRUE,
                (Some(value), Comparison::Equal) => view.is(value),
                (Some(value), _) => view.is_not(value),
            }
        }
        Comparison::AtMost if factor > 0 => {
            view.at_most(clamped(gridwright_fd::div_floor(constant, factor)))
        }
        Comparison::AtMost => view.at_least(clamped(gridwright_fd::div_ceil(constant, factor))),
    };
    Relation::All(vec![atom])
}

fn clamped(number: i64) -> i32 {
    number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// `x - y` compared to a number: a constraint on two views.
fn difference(terms: &[(i32, View)], comparison: Comparison, constant: i64) -> Option<Relation> {
    let (x, y) = match terms {
        [(1, x), (-1, y)] | [(-1, y), (1, x)] => (*x, *y),
        _ => return None,
    };
    let y = y.plus(i32::try_from(constant).ok()?)?;
    Some(match comparison {
        Comparison::Equal => Relation::constraint(equal(x, y)),
        Comparison::NotEqual => Relation::constraint(not_equal(x, y)),
        Comparison::AtMost => Relation::constraint(less_equal(x, y)),
    })
}

/// Booleans with the coefficients 1 and -1, and at most one number: a count.
fn bool_sum(
    args: &Arguments<'_, '_>,
    terms: &[(i32, View)],
    comparison: Comparison,
    constant: i64,
) -> Option<Relation> {
    let is_bool = |view: View| args.bounds(view) == (0, 1);
    let mut bools = Vec::with_capacity(terms.len());
    let mut total = None;
    for &(factor, view) in terms {
        match factor {
            1 | -1 if is_bool(view) => bools.push((factor, view)),
            1 | -1 if total.is_none() => total = Some((factor, view)),
            _ => return None,
        }
    }
    // Rearrange: the sum of the Booleans, some of them negated, on one side, the total and the constant on the other.
    let sign = match total {
        Some((factor, _)) => -factor,
        None => 1,
    };
    let mut rest = constant.checked_mul(i64::from(sign))?;
    let views: Vec<View> = bools
        .iter()
        .map(|&(factor, view)| {
            if factor == sign {
                return view;
            }
            rest += 1;
            view.complement()
        })
        .collect();
    let rest = i32::try_from(rest).ok()?;
    let total = match total {
        Some((_, view)) => view.plus(rest)?,
        None => View::constant(rest),
    };
    let at_most = sign == 1;
    Some(match (comparison, at_most) {
        (Comparison::Equal, _) => Relation::constraint(bool_sum_eq(views, total)),
        (Comparison::NotEqual, _) => return None,
        (Comparison::AtMost, true)
            if views.len() as i64 == i64::from(rest) + 1 && args.fixed(total).is_some() =>
        {
            // At most all but one: one of them is false.
            Relation::Any(views.iter().map(|view| view.at_most(0)).collect())
        }
        (Comparison::AtMost, true) => Relation::constraint(bool_sum_le(views, total)),
        (Comparison::AtMost, false) => Relation::constraint(bool_sum_ge(views, total)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_coefficients_are_divided() {
        let view = View::constant(3);
        let terms = [(6_000_000_000, view), (-9_000_000_000, view)];
        let by = |constant| Divided::By(vec![(2, view), (-3, view)], constant);
        for (comparison, constant, expected) in [
            (Comparison::AtMost, 7_000_000_000, by(2)),
            (Comparison::AtMost, -1, by(-1)),
            (Comparison::Equal, 3_000_000_000, by(1)),
            (Comparison::Equal, 3_000_000_001, Divided::Constant(false)),
            (Comparison::NotEqual, 1, Divided::Constant(true)),
        ] {
            assert_eq!(divided(&terms, comparison, constant), expected);
        }
        let coprime = [(6_000_000_001, view), (5, view)];
        assert_eq!(
            divided(&coprime, Comparison::Equal, 0),
            Divided::TooLarge(6_000_000_001)
        );
    }
}
