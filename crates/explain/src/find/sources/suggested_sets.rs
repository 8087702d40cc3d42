//! Steps of sets of premises that the puzzle kind suggests: everything such a set forces together with what is known.

use std::collections::HashMap;

use gridwright_fd::Limit;

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::sources::case_split::{Unrefuted, refute};
use crate::find::trace::Trace;

/// The maximum number of cases for one literal.
const CASES: u32 = 400;

/// Suggested sets that forced nothing. Such a set is tried again only when more is known about its facts.
#[derive(Debug, Default)]
pub(crate) struct SuggestedSets {
    /// How many facts of the set were known at the last trial.
    unhelpful: HashMap<Vec<u32>, usize>,
}

impl SuggestedSets {
    /// The step of the first set that forces something.
    pub(crate) fn first(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        sets: &[Vec<usize>],
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let literals = knowledge.false_literals();
        for set in sets {
            limits.check(knowledge.state.effort)?;
            let premises: Vec<u32> = set.iter().map(|&premise| premise as u32).collect();
            let scope = knowledge.scope(&premises);
            let known = scope.iter().enumerate();
            let known = known.filter(|(fact, is_in)| **is_in && !knowledge.state.is_open(*fact));
            let n_known = known.count();
            if self.unhelpful.get(&premises) == Some(&n_known) {
                continue;
            }
            let mut trace = Trace::default();
            let mut concludes = Vec::new();
            for &literal in literals.iter().filter(|literal| scope[literal.fact()]) {
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
            self.unhelpful.insert(premises, n_known);
        }
        Ok(None)
    }
}
