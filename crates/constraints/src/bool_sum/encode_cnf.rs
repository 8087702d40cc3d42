//! A sum of Booleans in clauses: a tree of partial sums, each in unary (Bailleux and Boufkhad 2003), cut off above what the total can be.
//! What is learnt then speaks of partial sums too, where a counter could only name its Booleans.

use gridwright_fd::{CnfEncoder, Literal};

use super::Relation;

/// Says that the sum of these literals stands in this relation to the total, of which each value has its literal.
///
/// Where the values leave a gap, those below it are counted by what is true and those above by what is false, so that nothing in
/// between is counted.
pub(super) fn sum(
    literals: &[Literal],
    relation: Relation,
    totals: &[(i64, Literal)],
    out: &mut CnfEncoder,
) {
    let n = literals.len() as i64;
    let gap_ends = above_gap(totals);
    let is_high = |total: i64| gap_ends.is_some_and(|end| total >= end);
    let (mut most_true, mut most_false) = (0, 0);
    for &(total, _) in totals {
        if is_high(total) {
            most_false = most_false.max(n - total + 1);
        } else {
            most_true = most_true.max(total + 1);
        }
    }
    let n_true = count(literals, most_true.clamp(0, n) as usize, out);
    let opposites: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
    let n_false = count(&opposites, most_false.clamp(0, n) as usize, out);
    for &(total, literal) in totals {
        let (reached, passed) = if is_high(total) {
            let left = n - total;
            (!at_least(&n_false, left + 1), !at_least(&n_false, left))
        } else {
            (at_least(&n_true, total), at_least(&n_true, total + 1))
        };
        if relation != Relation::Le {
            out.add_clause(&[!literal, reached]);
        }
        if relation != Relation::Ge {
            out.add_clause(&[!literal, !passed]);
        }
    }
}

/// The total at which the widest gap ends that the totals leave, if there is one.
fn above_gap(totals: &[(i64, Literal)]) -> Option<i64> {
    let mut totals: Vec<i64> = totals.iter().map(|&(total, _)| total).collect();
    totals.sort_unstable();
    let gaps = totals.windows(2).filter(|pair| pair[1] - pair[0] > 1);
    gaps.max_by_key(|pair| pair[1] - pair[0])
        .map(|pair| pair[1])
}

/// What says that at least so many are counted.
fn at_least(sums: &[Literal], bound: i64) -> Literal {
    match bound {
        ..=0 => Literal::TRUE,
        _ => sums
            .get(bound as usize - 1)
            .copied()
            .unwrap_or(Literal::FALSE),
    }
}

/// Says that of these literals as many hold as the outputs say: the i-th output, from 0, holds exactly when more than i do.
/// There are at most `most` outputs.
pub(super) fn count(literals: &[Literal], most: usize, out: &mut CnfEncoder) -> Vec<Literal> {
    if literals.len() < 2 || most == 0 {
        return literals[..literals.len().min(most)].to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let a = count(left, most, out);
    let b = count(right, most, out);
    let n_outputs = literals.len().min(most);
    let sums: Vec<Literal> = (0..n_outputs).map(|_| out.add_literal(false)).collect();
    // A sum that was cut off says nothing about what is above.
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
