//! A sum of Booleans in clauses: a tree of partial sums, each in unary (Bailleux and Boufkhad 2003), cut off above what the total can be.
//! What is learnt then speaks of partial sums too, where a counter could only name its Booleans.

use gridwright_fd::{Formula, Literal};

/// Says that of these literals as many hold as the outputs say: the i-th output, from 0, holds exactly when more than i do.
/// There are at most `most` outputs.
pub(super) fn count(literals: &[Literal], most: usize, out: &mut Formula) -> Vec<Literal> {
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
