//! Steps by brute force, once the search for others takes too long: what a literal is in all answers, without a reason.

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;
use crate::find::trace::Trace;

/// The cost of such a step; no other costs as much.
pub(crate) const COST: u32 = 10_000;

/// The literal that is one of the fewest left, of those true in all answers; rather one that makes a fact true.
pub(crate) fn step(knowledge: &Knowledge<'_>) -> Option<Deduction> {
    let literals = knowledge
        .false_literals()
        .into_iter()
        .map(Literal::opposite);
    let best = literals.min_by_key(|&literal| {
        let left = knowledge.state.fewest_left(literal);
        (!literal.holds(), left, literal)
    })?;
    let mut found = Deduction::new(knowledge, Trace::default(), None, vec![best]);
    found.cost = COST;
    Some(found)
}
