//! Steps of sets of premises that the puzzle kind suggests: everything such a set forces together with what is known.

use gridwright_fd::Limit;

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::sources::case_split::{Unrefuted, refute};
use crate::find::trace::Trace;

/// The maximum number of cases for one literal.
const CASES: u32 = 400;

/// The step of the first set that forces something.
pub(crate) fn first(
    knowledge: &mut Knowledge<'_>,
    sets: &[Vec<usize>],
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    for set in sets {
        let premises: Vec<u32> = set.iter().map(|&premise| premise as u32).collect();
        let scope = knowledge.scope(&premises);
        let mut trace = Trace::default();
        let mut concludes = Vec::new();
        for literal in knowledge.false_literals() {
            if !scope[literal.fact()] {
                continue;
            }
            match refute(knowledge, literal, &premises, CASES, limits) {
                Ok(refutation) => {
                    trace.join(&refutation);
                    concludes.push(literal.opposite());
                }
                Err(Unrefuted::Limit(limit)) => return Err(limit),
                Err(Unrefuted::Model | Unrefuted::Cases) => {}
            }
        }
        if !concludes.is_empty() {
            trace.normalize();
            return Ok(Some(Deduction::new(knowledge, trace, None, concludes)));
        }
    }
    Ok(None)
}
