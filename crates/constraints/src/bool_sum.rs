//! `b1 + ... + bn  (=, <=, >=)  r` for Boolean views and a view `r`, which may be a constant;
//! `exactly_one`, `at_most_one` and `at_least_one` are the sums compared with 1.
//!
//! All levels, domain consistent: when as many Booleans are true as `r` allows, the others are false; when as many are false as
//! `r` allows, the others are true; and `r` lies between the number of true ones and the number that can be true. Counters are
//! trailed, so a change costs constant time; `<=` wakes only when a Boolean becomes true, `>=` only when one becomes false. A
//! reason names just as many true (or false) Booleans as are needed.
//!
//! CNF: a totalizer, that is, a tree of partial sums in unary (Bailleux and Boufkhad 2003), cut off above the largest possible
//! total. Advantage over the propagator: learnt clauses can contain the partial sums.
//!
//! Limitation: a variable that occurs twice, or together with its complement, counts as two; the linear constraints merge such
//! terms.

use std::sync::Arc;

use crate::linear::linear_ne;
use crate::support::bool_sum_counters;
use crate::support::comparison::Comparison;
use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Name, call, view_term};
use crate::support::views::IntoViews;

/// A sum of Booleans compared with a view; made by [`bool_sum_eq`] and its siblings.
#[derive(Clone, Debug)]
pub struct BoolSum {
    bools: Arc<[View]>,
    relation: Comparison,
    total: View,
    /// Added to the total, to express strict comparisons.
    shift: i32,
}

/// Exactly `total` of `bools` are true.
pub fn bool_sum_eq(bools: impl IntoViews, total: impl Into<View>) -> BoolSum {
    bool_sum(bools, Comparison::Eq, total.into())
}

/// At most `total` of `bools` are true.
pub fn bool_sum_le(bools: impl IntoViews, total: impl Into<View>) -> BoolSum {
    bool_sum(bools, Comparison::Le, total.into())
}

/// At least `total` of `bools` are true.
pub fn bool_sum_ge(bools: impl IntoViews, total: impl Into<View>) -> BoolSum {
    bool_sum(bools, Comparison::Ge, total.into())
}

/// Exactly one of `bools` is true.
pub fn exactly_one(bools: impl IntoViews) -> BoolSum {
    bool_sum(bools, Comparison::Eq, View::constant(1))
}

/// At most one of `bools` is true.
pub fn at_most_one(bools: impl IntoViews) -> BoolSum {
    bool_sum(bools, Comparison::Le, View::constant(1))
}

/// At least one of `bools` is true.
pub fn at_least_one(bools: impl IntoViews) -> BoolSum {
    bool_sum(bools, Comparison::Ge, View::constant(1))
}

fn bool_sum(bools: impl IntoViews, relation: Comparison, total: View) -> BoolSum {
    BoolSum {
        bools: bools.into_views(),
        relation,
        total,
        shift: 0,
    }
}

impl Constraint for BoolSum {
    fn name(&self) -> &'static str {
        "bool_sum"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let mut total = view_term(self.total, name);
        if self.shift != 0 {
            total = Term::compound("+", [total, Term::from(self.shift)]);
        }
        let operator = Term::name(self.relation.operator());
        call("bool_sum", name, &[&self.bools, &operator, &total])
    }

    fn views(&self) -> Vec<View> {
        [&*self.bools, &[self.total]].concat()
    }

    fn last_var(&self) -> Var {
        let all = self.bools.iter().chain([&self.total]);
        all.map(|view| view.var).max().unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let sum: i64 = self
            .bools
            .iter()
            .map(|view| i64::from(view.of(at(view.var))))
            .sum();
        let total = i64::from(self.total.of(at(self.total.var))) + i64::from(self.shift);
        self.relation.holds(sum, total)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.total)?;
        for &view in &*self.bools {
            let (min, max) = model.bounds(view);
            if min < 0 || max > 1 {
                let name = model.name(view.var);
                let what = format!("{name} has the values {min}..{max}; bool_sum needs 0..1");
                return invalid(self.name(), what);
            }
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        bool_sum_counters::post(out, &self.bools, self.relation, self.total, self.shift);
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        let bools: Vec<Literal> = self.bools.iter().map(|&view| out.is_true(view)).collect();
        let totals: Vec<(i64, Literal)> = out
            .values(self.total)
            .map(|(value, literal)| (i64::from(value) + i64::from(self.shift), literal))
            .collect();
        // Under a guard a count is better: it makes the guard false as soon as two are true.
        if let [(1, _)] = totals[..]
            && !out.is_guarded()
        {
            return self.encode_one(&bools, out);
        }
        encode_sum(&bools, self.relation, &totals, out);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        if self.relation == Comparison::Eq {
            let bools = self.bools.iter().map(|&view| (1, view));
            let terms = bools.chain([(-1, self.total)]);
            return Some(Arc::new(linear_ne(terms, self.shift)));
        }
        let (relation, step) = self.relation.negated();
        Some(Arc::new(BoolSum {
            relation,
            shift: self.shift.checked_add(step)?,
            ..self.clone()
        }))
    }
}

impl BoolSum {
    /// Encodes the comparison with 1.
    fn encode_one(&self, bools: &[Literal], out: &mut CnfEncoder) {
        if self.relation != Comparison::Le {
            out.add_clause(bools);
        }
        if self.relation != Comparison::Ge {
            out.add_at_most_one(bools);
        }
    }
}

/// Encodes the comparison of the sum of these literals with a total that has a literal for each value.
///
/// If the possible totals have a gap, totals below it are compared with the count of true literals and totals above it with the
/// count of false ones, so that counts inside the gap need no outputs.
fn encode_sum(
    literals: &[Literal],
    relation: Comparison,
    totals: &[(i64, Literal)],
    out: &mut CnfEncoder,
) {
    let n = literals.len() as i64;
    let gap_ends = above_gap(totals);
    let is_high = |total: i64| gap_ends.is_some_and(|end| total >= end);
    let (mut max_true, mut max_false) = (0, 0);
    for &(total, _) in totals {
        if is_high(total) {
            max_false = max_false.max(n - total + 1);
        } else {
            max_true = max_true.max(total + 1);
        }
    }
    let n_true = encode_count(literals, max_true.clamp(0, n) as usize, out);
    let opposites: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
    let n_false = encode_count(&opposites, max_false.clamp(0, n) as usize, out);
    for &(total, literal) in totals {
        let (reached, passed) = if is_high(total) {
            let left = n - total;
            (!at_least(&n_false, left + 1), !at_least(&n_false, left))
        } else {
            (at_least(&n_true, total), at_least(&n_true, total + 1))
        };
        if relation != Comparison::Le {
            out.add_clause(&[!literal, reached]);
        }
        if relation != Comparison::Ge {
            out.add_clause(&[!literal, !passed]);
        }
    }
}

/// The first total above the widest gap between possible totals, if there is a gap.
fn above_gap(totals: &[(i64, Literal)]) -> Option<i64> {
    let mut totals: Vec<i64> = totals.iter().map(|&(total, _)| total).collect();
    totals.sort_unstable();
    let gaps = totals.windows(2).filter(|pair| pair[1] - pair[0] > 1);
    gaps.max_by_key(|pair| pair[1] - pair[0])
        .map(|pair| pair[1])
}

/// The literal for "at least `bound` literals are true".
fn at_least(sums: &[Literal], bound: i64) -> Literal {
    match bound {
        ..=0 => Literal::TRUE,
        _ => sums
            .get(bound as usize - 1)
            .copied()
            .unwrap_or(Literal::FALSE),
    }
}

/// Encodes the number of true literals in unary: output `i`, from 0, is true exactly when more than `i` literals are true. There
/// are at most `max_outputs` outputs.
fn encode_count(literals: &[Literal], max_outputs: usize, out: &mut CnfEncoder) -> Vec<Literal> {
    if literals.len() < 2 || max_outputs == 0 {
        return literals[..literals.len().min(max_outputs)].to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let a = encode_count(left, max_outputs, out);
    let b = encode_count(right, max_outputs, out);
    let n_outputs = literals.len().min(max_outputs);
    let sums: Vec<Literal> = (0..n_outputs).map(|_| out.add_literal(false)).collect();
    // A truncated count gives no upper bound beyond its outputs.
    let at_most = |sum: &[Literal], len: usize, i: usize| match sum.get(i) {
        Some(&literal) => Some(literal),
        None if sum.len() == len => Some(Literal::FALSE),
        None => None,
    };
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if let Some(n) = (i + j).checked_sub(1) {
                let sum = sums[n.min(n_outputs - 1)];
                match (i.checked_sub(1), j.checked_sub(1)) {
                    (Some(i), Some(j)) => out.define(&[sum, !a[i], !b[j]]),
                    (Some(i), None) => out.define(&[sum, !a[i]]),
                    (None, Some(j)) => out.define(&[sum, !b[j]]),
                    (None, None) => {}
                }
            }
            let above = (at_most(&a, left.len(), i), at_most(&b, right.len(), j));
            if let ((Some(x), Some(y)), Some(&sum)) = (above, sums.get(i + j)) {
                out.define(&[!sum, x, y]);
            }
        }
    }
    sums
}
