//! `a1 * x1 + ... + an * xn  (=, !=, <=)  c`; `>=` is `<=` with all signs inverted.
//!
//! Before posting, views are folded into coefficients and constant, repeated variables merged, coefficients of 0 dropped,
//! and everything divided by the greatest common divisor, rounding the constant of `<=` down.
//!
//! Consistency, after that:
//! - `<=`: all levels, domain consistent (each variable against the smallest contributions of the others). Linear time.
//! - `=`: `Value` and `Bounds` propagate bounds to the fixpoint, which is bounds consistency over the reals (and over the
//!   integers if all coefficients are 1 or -1). Linear time per round. `Domain` is domain consistency for up to three variables
//!   while the product of two sizes is at most 4,096; bounds beyond. Two variables, one with coefficient 1 or -1, become `equal`
//!   of two views, which uses bit operations on words and has no size limit. Four or more Booleans with coefficients 1 and -1,
//!   and at most one other such term, become `bool_sum` (also for `<=`): domain consistent at every level, constant time per
//!   change.
//! - `!=`: all levels, propagates when one variable is open, which is domain consistency. Constant time until then.
//!
//! In a search without a log, the fixed terms of a long sum are set apart and not looked at again until they are undone.
//! The bounds algorithm is from Harvey and Stuckey 2003, "Improving linear constraint propagation by changing constraint
//! representation"; reasons use up their slack as in Feydy and Stuckey 2009, "Lazy clause generation reengineered".

use std::sync::Arc;

use gridwright_fd::div_floor;

use crate::compare::{divides, equal, gcd};
use crate::support::binary_function::{self, Function};
use crate::support::bool_sum_counters;
use crate::support::comparison::Comparison;
use crate::support::errors::too_wide;
use crate::support::prelude::*;
use crate::support::terms::view_term;
use bounds::{LinearEqBounds, LinearLeBounds};

mod bounds;

/// A linear relation; made by [`linear_eq`], [`linear_ne`], [`linear_le`] and [`linear_ge`].
#[derive(Clone, Debug)]
pub struct Linear {
    terms: Vec<(i32, View)>,
    relation: Comparison,
    constant: i64,
}

/// The terms `a * x` of a sum, given as pairs `(a, x)`.
pub trait IntoTerms {
    /// The terms, in order.
    fn into_terms(self) -> Vec<(i32, View)>;
}

impl<I: IntoIterator<Item = (i32, V)>, V: Into<View>> IntoTerms for I {
    fn into_terms(self) -> Vec<(i32, View)> {
        self.into_iter().map(|(a, x)| (a, x.into())).collect()
    }
}

/// `sum of a * x = constant`, the terms given as `(a, x)`.
pub fn linear_eq(terms: impl IntoTerms, constant: impl Into<i64>) -> Linear {
    linear(terms, Comparison::Eq, constant)
}

/// `sum of a * x != constant`.
pub fn linear_ne(terms: impl IntoTerms, constant: impl Into<i64>) -> Linear {
    linear(terms, Comparison::Ne, constant)
}

/// `sum of a * x <= constant`.
pub fn linear_le(terms: impl IntoTerms, constant: impl Into<i64>) -> Linear {
    linear(terms, Comparison::Le, constant)
}

/// `sum of a * x >= constant`.
pub fn linear_ge(terms: impl IntoTerms, constant: impl Into<i64>) -> Linear {
    linear(terms, Comparison::Ge, constant)
}

fn linear(terms: impl IntoTerms, relation: Comparison, constant: impl Into<i64>) -> Linear {
    Linear {
        terms: terms.into_terms(),
        relation,
        constant: constant.into(),
    }
}

impl Linear {
    /// The sum over distinct variables without coefficients of 0, and the constant it is compared with.
    fn merged(&self) -> (Vec<(i128, Var)>, i128) {
        let mut constant = i128::from(self.constant);
        let mut terms: Vec<(i128, Var)> = Vec::with_capacity(self.terms.len());
        for &(a, view) in &self.terms {
            constant -= i128::from(a) * i128::from(view.offset);
            terms.push((i128::from(a) * i128::from(view.scale), view.var));
        }
        terms.sort_unstable_by_key(|term| term.1);
        terms.dedup_by(|again, first| {
            let same = again.1 == first.1;
            if same {
                first.0 += again.0;
            }
            same
        });
        terms.retain(|&(a, var)| a != 0 && var != Var::ZERO);
        (terms, constant)
    }

    /// The merged sum in 64 bits, divided by the common divisor if the relation allows that. Only after `check`.
    fn normal(&self) -> Normal {
        const CHECKED: &str = "the size of sums is checked before posting";
        let (terms, constant) = self.merged();
        let mut terms: Vec<(i64, Var)> = terms
            .into_iter()
            .map(|(a, var)| (i64::try_from(a).expect(CHECKED), var))
            .collect();
        let mut constant = i64::try_from(constant).expect(CHECKED);
        let relation = match self.relation {
            Comparison::Ge => {
                terms.iter_mut().for_each(|term| term.0 = -term.0);
                constant = -constant;
                Comparison::Le
            }
            relation => relation,
        };
        let divisor = terms.iter().fold(0, |divisor, term| gcd(divisor, term.0));
        let solvable = divides(divisor, constant);
        if divisor > 1 && (relation == Comparison::Le || solvable) {
            terms.iter_mut().for_each(|term| term.0 /= divisor);
            constant = div_floor(constant, divisor);
        }
        // Large coefficients first: they prune most, and reasons drop their atoms last.
        terms.sort_by_key(|term| std::cmp::Reverse(term.0.abs()));
        Normal {
            terms,
            relation,
            constant,
            solvable,
        }
    }
}

/// A linear constraint in normal form, ready to be posted.
struct Normal {
    terms: Vec<(i64, Var)>,
    relation: Comparison,
    constant: i64,
    /// Whether the equation has an integer solution.
    solvable: bool,
}

impl Constraint for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let sum = self
            .terms
            .iter()
            .map(|&(a, view)| match a {
                1 => view_term(view, name),
                a => Term::compound("*", [Term::from(a), view_term(view, name)]),
            })
            .reduce(|sum, term| Term::compound("+", [sum, term]))
            .unwrap_or(Term::Int(0));
        Term::compound(self.relation.operator(), [sum, Term::from(self.constant)])
    }

    fn views(&self) -> Vec<View> {
        self.terms.iter().map(|term| term.1).collect()
    }

    fn last_var(&self) -> Var {
        self.terms
            .iter()
            .map(|term| term.1.var)
            .max()
            .unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let sum: i128 = self
            .terms
            .iter()
            .map(|&(a, view)| i128::from(a) * i128::from(view.of(at(view.var))))
            .sum();
        self.relation.holds(sum, self.constant.into())
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        for &(_, view) in &self.terms {
            model.check_view(self.name(), view)?;
        }
        let (terms, constant) = self.merged();
        let mut largest = constant.abs();
        for (a, var) in terms {
            let (min, max) = model.bounds(var.view());
            largest += a.abs() * i128::from(min.abs().max(max.abs()).max(1));
        }
        // A quarter of the range, so that the sum of two such numbers and one more still fits.
        if largest > i128::from(i64::MAX / 4) {
            return too_wide(
                self.name(),
                format!("the sum of {} terms", self.terms.len()),
            );
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let normal = self.normal();
        match normal.relation {
            Comparison::Ne => {
                if normal.solvable {
                    LinearNeDomain::post(normal.terms, normal.constant, out);
                }
            }
            Comparison::Eq if normal.solvable => {
                if let [first, second] = normal.terms[..]
                    && let Some((x, y)) = as_views(first, second, normal.constant, out)
                {
                    equal(x, y).post(out);
                    return;
                }
                if let Some((bools, total)) = as_bool_sum(&normal, out) {
                    bool_sum_counters::post(out, &bools, Comparison::Eq, total, 0);
                    return;
                }
                LinearEqBounds::post(&normal.terms, normal.constant, out);
                if out.consistency() == Consistency::Domain {
                    post_supports(&normal, out);
                }
            }
            // It has no integer solution: an empty sum that is not 0 fails.
            Comparison::Eq => LinearEqBounds::post(&[], 1, out),
            _ => match as_bool_sum(&normal, out) {
                Some((bools, total)) => {
                    bool_sum_counters::post(out, &bools, Comparison::Le, total, 0)
                }
                None => LinearLeBounds::post(&normal.terms, normal.constant, out),
            },
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let (relation, step) = self.relation.negated();
        Some(Arc::new(Linear {
            terms: self.terms.clone(),
            relation,
            constant: self.constant.checked_add(step.into())?,
        }))
    }
}

/// `a * x + b * y = c` as an equation of two views, if one coefficient is 1 or -1 and the numbers fit.
fn as_views(
    first: (i64, Var),
    second: (i64, Var),
    constant: i64,
    out: &Poster<'_>,
) -> Option<(View, View)> {
    let ((a, x), (b, y)) = if second.0.abs() == 1 {
        (first, second)
    } else {
        (second, first)
    };
    if b.abs() != 1 {
        return None;
    }
    let view = View {
        var: x,
        scale: i32::try_from(-a * b).ok()?,
        offset: i32::try_from(constant * b).ok()?,
    };
    fits(view, out).then_some((view, y.view()))
}

/// Whether all values of a view are in range.
fn fits(view: View, out: &Poster<'_>) -> bool {
    let alone = view.var.view();
    [out.store().min(alone), out.store().max(alone)]
        .into_iter()
        .map(|value| i64::from(view.scale) * i64::from(value) + i64::from(view.offset))
        .all(|value| (i64::from(MIN_VALUE)..=i64::from(MAX_VALUE)).contains(&value))
}

/// A long sum of Booleans with coefficients 1 and -1, and at most one other variable with such a coefficient, as a `bool_sum` of
/// Booleans or their complements against a view: it counts with trailed counters instead of adding up in every run.
fn as_bool_sum(normal: &Normal, out: &Poster<'_>) -> Option<(Arc<[View]>, View)> {
    if normal.terms.len() < 4 || normal.terms.iter().any(|term| term.0.abs() != 1) {
        return None;
    }
    let store = out.store();
    let is_bool = |var: Var| store.min(var.view()) >= 0 && store.max(var.view()) <= 1;
    let mut constant = normal.constant;
    let mut other = None;
    let mut bools = Vec::with_capacity(normal.terms.len());
    for &(a, var) in &normal.terms {
        if !is_bool(var) {
            if other.replace((a, var)).is_some() {
                return None;
            }
        } else if a > 0 {
            bools.push(var.view());
        } else {
            bools.push(var.view().complement());
            constant += 1;
        }
    }
    let offset = i32::try_from(constant).ok()?;
    let total = match other {
        None => View::constant(offset),
        Some((a, var)) => View {
            var,
            scale: -(a as i32),
            offset,
        },
    };
    fits(total, out).then(|| (bools.into(), total))
}

/// `a * x + b * y + c * z = d`, solved for `z`.
#[derive(Clone, Copy, Debug)]
struct TernaryEquation {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl Function for TernaryEquation {
    fn eval(&self, x: i64, y: i64) -> Option<i64> {
        let rest = self.d - self.a * x - self.b * y;
        (rest % self.c == 0).then(|| rest / self.c)
    }
}

fn post_supports(normal: &Normal, out: &mut Poster<'_>) {
    let zero = (0, Var::ZERO);
    let mut terms = normal.terms.clone();
    // The pairs of values of the two smallest domains are enumerated.
    terms.sort_by_key(|term| out.store().size(term.1.view()));
    let [x, y, z] = match terms[..] {
        [x, z] => [x, zero, z],
        [x, y, z] => [x, y, z],
        _ => return,
    };
    let equation = TernaryEquation {
        a: x.0,
        b: y.0,
        c: z.0,
        d: normal.constant,
    };
    binary_function::post(out, [x.1.view(), y.1.view(), z.1.view()], equation);
}

/// `sum != constant`. Two open terms are watched: while both are open nothing can be pruned.
#[derive(Debug)]
struct LinearNeDomain {
    terms: Vec<(i64, Var)>,
    constant: i64,
    /// Indices of terms that were open in the last run; a cache, checked before use, so backtracking does not invalidate it.
    open: [usize; 2],
}

impl LinearNeDomain {
    fn post(terms: Vec<(i64, Var)>, constant: i64, out: &mut Poster<'_>) {
        let vars: Vec<Var> = terms.iter().map(|term| term.1).collect();
        let cost = if vars.len() <= 2 {
            Cost::Binary
        } else {
            Cost::Linear
        };
        let open = [0, vars.len().saturating_sub(1)];
        let propagator = LinearNeDomain {
            terms,
            constant,
            open,
        };
        out.add(cost, propagator, Wake::when_fixed(&vars));
    }
}

impl Propagator for LinearNeDomain {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let is_open = |index: usize| !store.is_fixed(self.terms[index].1.view());
        if self.terms.len() > 1 && is_open(self.open[0]) && is_open(self.open[1]) {
            return Ok(Status::Active);
        }
        let mut rest = self.constant;
        let mut open = None;
        for (i, &(a, x)) in self.terms.iter().enumerate() {
            match (store.fixed(x.view()), open) {
                (Some(value), _) => rest -= a * i64::from(value),
                (None, None) => open = Some(i),
                (None, Some(first)) => {
                    self.open = [first, i];
                    return Ok(Status::Active);
                }
            }
        }
        match open {
            None if rest == 0 => Err(store.fail(Tag(0))),
            None => Ok(Status::Entailed),
            Some(i) => {
                let (a, x) = self.terms[i];
                if rest % a == 0
                    && let Ok(value) = i32::try_from(rest / a)
                {
                    store.remove(x.view(), value, Tag(0))?;
                }
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for &(_, x) in &self.terms {
            if needed == Atom::FALSE || x != needed.var() {
                why.bounds(past, x.view());
            }
        }
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        let mut rest = self.constant;
        let mut open = None;
        for &(a, x) in &self.terms {
            match (store.fixed(x.view()), open) {
                (Some(value), _) => rest -= a * i64::from(value),
                (None, None) => open = Some((a, x)),
                (None, Some(_)) => return Some(Truth::Open),
            }
        }
        let Some((a, x)) = open else {
            return Some(match rest {
                0 => Truth::Violated,
                _ => Truth::Entailed,
            });
        };
        let value = i32::try_from(rest / a).ok();
        let is_possible =
            rest % a == 0 && value.is_some_and(|value| store.contains(x.view(), value));
        Some(match is_possible {
            true => Truth::Open,
            false => Truth::Entailed,
        })
    }
}
