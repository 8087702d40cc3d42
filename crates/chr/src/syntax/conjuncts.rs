//! Terms joined by an operator, taken apart.

use gridwright_term::Term;

/// The parts of `A op B op C`.
pub(crate) fn conjuncts<'a>(term: &'a Term, operator: &str, parts: &mut Vec<&'a Term>) {
    let mut rest = vec![term];
    while let Some(term) = rest.pop() {
        match (term.functor(), term.args()) {
            (Some((name, 2)), [left, right]) if name == operator => rest.extend([right, left]),
            _ => parts.push(term),
        }
    }
}
