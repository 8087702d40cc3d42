//! Sums: `int_lin_*` and `bool_lin_*`. Sums of Booleans are counted, sums of two numbers compared, the rest are linear.

use gridwright_constraints::{
    bool_sum_eq, bool_sum_ge, bool_sum_le, equal, less_equal, linear_eq, linear_le, linear_ne,
    not_equal,
};
use gridwright_fd::{Atom, View};
use gridwright_term::Diagnostic;

use crate::builtins::{Arguments, Builtin};
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "int_lin_eq",
        n_arguments: 3,
        build: |args| sum(args, Compared::Equal),
    },
    Builtin {
        name: "int_lin_ne",
        n_arguments: 3,
        build: |args| sum(args, Compared::Different),
    },
    Builtin {
        name: "int_lin_le",
        n_arguments: 3,
        build: |args| sum(args, Compared::AtMost),
    },
    Builtin {
        name: "bool_lin_eq",
        n_arguments: 3,
        build: |args| sum(args, Compared::Equal),
    },
    Builtin {
        name: "bool_lin_le",
        n_arguments: 3,
        build: |args| sum(args, Compared::AtMost),
    },
];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Compared {
    Equal,
    Different,
    AtMost,
}

/// `sum of a * x` compared with a number, or in `bool_lin_eq` with a variable.
fn sum(args: &mut Arguments<'_, '_>, compared: Compared) -> Result<Relation, Diagnostic> {
    let (factors, views) = (args.smalls(0)?, args.views(1)?);
    if factors.len() != views.len() {
        return Err(args.error(format!(
            "{} factors for {} terms",
            factors.len(),
            views.len()
        )));
    }
    let mut terms: Vec<(i32, View)> = factors
        .into_iter()
        .zip(views)
        .filter(|term| term.0 != 0)
        .collect();
    let mut constant = 0;
    match args.int(2) {
        Ok(number) => constant = number,
        Err(error) => {
            let total = args.view(2).map_err(|_| error)?;
            terms.push((-1, total));
        }
    }
    let overflow = |args: &Arguments<'_, '_>| args.error("this sum leaves the range of numbers");
    // Constants among the terms belong to the other side.
    let mut open = Vec::with_capacity(terms.len());
    for (factor, view) in terms {
        match args.fixed(view) {
            Some(value) => {
                let part = i64::from(factor) * i64::from(value);
                constant = constant.checked_sub(part).ok_or_else(|| overflow(args))?;
            }
            None => open.push((factor, view)),
        }
    }
    match open[..] {
        [] => {
            let truth = match compared {
                Compared::Equal => constant == 0,
                Compared::Different => constant != 0,
                Compared::AtMost => constant >= 0,
            };
            return Ok(Relation::constant(truth));
        }
        [(factor, view)] => return Ok(single(factor, view, compared, constant)),
        _ => {}
    }
    let found =
        of_two(&open, compared, constant).or_else(|| counted(args, &open, compared, constant));
    Ok(found.unwrap_or_else(|| match compared {
        Compared::Equal => Relation::holds(linear_eq(open, constant)),
        Compared::Different => Relation::holds(linear_ne(open, constant)),
        Compared::AtMost => Relation::holds(linear_le(open, constant)),
    }))
}

/// `factor * view` compared with a number is an atom.
fn single(factor: i32, view: View, compared: Compared, constant: i64) -> Relation {
    let factor = i64::from(factor);
    let atom = match compared {
        Compared::Equal | Compared::Different => {
            let value = (constant % factor == 0).then(|| i32::try_from(constant / factor).ok());
            match (value.flatten(), compared) {
                (None, Compared::Equal) => Atom::FALSE,
                (None, _) => Atom::TRUE,
                (Some(value), Compared::Equal) => view.is(value),
                (Some(value), _) => view.is_not(value),
            }
        }
        Compared::AtMost if factor > 0 => {
            view.at_most(clamped(gridwright_fd::div_floor(constant, factor)))
        }
        Compared::AtMost => view.at_least(clamped(gridwright_fd::div_ceil(constant, factor))),
    };
    Relation::All(vec![atom])
}

fn clamped(number: i64) -> i32 {
    number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// `x - y` compared with a number: a relation of two views.
fn of_two(terms: &[(i32, View)], compared: Compared, constant: i64) -> Option<Relation> {
    let (x, y) = match terms {
        [(1, x), (-1, y)] | [(-1, y), (1, x)] => (*x, *y),
        _ => return None,
    };
    let y = y.plus(i32::try_from(constant).ok()?)?;
    Some(match compared {
        Compared::Equal => Relation::holds(equal(x, y)),
        Compared::Different => Relation::holds(not_equal(x, y)),
        Compared::AtMost => Relation::holds(less_equal(x, y)),
    })
}

/// Booleans with the factors 1 and -1, and perhaps one number that says how many: counted.
fn counted(
    args: &Arguments<'_, '_>,
    terms: &[(i32, View)],
    compared: Compared,
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
    // Turned so that the total stands alone on its side: the Booleans, each as it is or negated, against what is left.
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
    Some(match (compared, at_most) {
        (Compared::Equal, _) => Relation::holds(bool_sum_eq(views, total)),
        (Compared::Different, _) => return None,
        (Compared::AtMost, true)
            if views.len() as i64 == i64::from(rest) + 1 && args.fixed(total).is_some() =>
        {
            // All but one at most: one of them is false.
            Relation::Some(views.iter().map(|view| view.at_most(0)).collect())
        }
        (Compared::AtMost, true) => Relation::holds(bool_sum_le(views, total)),
        (Compared::AtMost, false) => Relation::holds(bool_sum_ge(views, total)),
    })
}
