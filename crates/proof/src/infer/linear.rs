//! Linear constraints: the sum of the bounds, divisibility, and enumeration if few variables are open.

use crate::constraint::Relation;
use crate::domains::Domains;

/// If at most this many values are left of one of two open variables, they are tried.
const MAX_TRIED: usize = 4096;

pub(super) fn fails(
    terms: &[(i32, u32)],
    relation: Relation,
    constant: i64,
    domains: &Domains,
) -> bool {
    let (least, greatest) = bounds(terms, domains);
    let constant = i128::from(constant);
    match relation {
        Relation::Le => least > constant,
        Relation::Ne => least == constant && greatest == constant,
        Relation::Eq => {
            least > constant
                || greatest < constant
                || few_open_fail(terms, constant, domains)
                || !divides(terms, constant, domains)
        }
    }
}

/// Whether the sum is at most the constant for all values.
pub(super) fn always_at_most(terms: &[(i32, u32)], constant: i64, domains: &Domains) -> bool {
    bounds(terms, domains).1 <= i128::from(constant)
}

/// The least and the greatest sum by the bounds of the variables.
fn bounds(terms: &[(i32, u32)], domains: &Domains) -> (i128, i128) {
    let (mut least, mut greatest) = (0, 0);
    for &(a, x) in terms {
        let ends = [domains.min(x), domains.max(x)];
        let ends = ends.map(|end| i128::from(a) * i128::from(end));
        least += ends[0].min(ends[1]);
        greatest += ends[0].max(ends[1]);
    }
    (least, greatest)
}

/// Whether `sum = constant` has no solution, if at most two terms are open and one of these has few values.
fn few_open_fail(terms: &[(i32, u32)], constant: i128, domains: &Domains) -> bool {
    let (mut open, mut n_open) = ([(0, 0); 2], 0);
    let mut rest = constant;
    for &(a, x) in terms {
        match domains.fixed(x) {
            Some(value) => rest -= i128::from(a) * i128::from(value),
            None if n_open == 2 => return false,
            None => {
                open[n_open] = (i128::from(a), x);
                n_open += 1;
            }
        }
    }
    // Whether `a * x = rest` has no solution.
    let one_fails = |(a, x): (i128, u32), rest: i128| {
        if a == 0 {
            return rest != 0;
        }
        let value = i32::try_from(rest / a).ok().filter(|_| rest % a == 0);
        !value.is_some_and(|value| domains.contains(x, value))
    };
    match open[..n_open] {
        [] => rest != 0,
        [only] => one_fails(only, rest),
        [(a, x), other] if x != other.1 => {
            let mut values = domains.values(x);
            let mut tried = values.by_ref().take(MAX_TRIED);
            tried.all(|value| one_fails(other, rest - a * i128::from(value)))
                && values.next().is_none()
        }
        _ => false,
    }
}

/// Whether the common divisor of the open terms divides what the fixed ones leave.
fn divides(terms: &[(i32, u32)], constant: i128, domains: &Domains) -> bool {
    let (mut rest, mut divisor) = (constant, 0_i128);
    for &(a, x) in terms {
        match domains.fixed(x) {
            Some(value) => rest -= i128::from(a) * i128::from(value),
            None => {
                let mut other = i128::from(a).abs();
                while other != 0 {
                    (divisor, other) = (other, divisor % other);
                }
            }
        }
    }
    divisor == 0 || rest % divisor == 0
}
