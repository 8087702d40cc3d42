//! Showing by cases that some premises leave no way out: propagation over these premises alone, and where it stops, both sides of an open claim.
//! Exact, so it is what small sets of premises are asked with, and the last resort where nothing else is left.

use gridwright_fd::Limit;

use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::net::Body;
use crate::packed::Packed;
use crate::state::Why;
use crate::trace::{self, Trace};

/// Why there is no refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unrefuted {
    /// There is a way out.
    Model,
    /// It took more cases than were allowed.
    Cases,
    /// A limit was reached.
    Limit(Limit),
}

/// Refutes an assumption over the premises of a list, in at most so many cases.
pub(crate) fn refute(
    knowledge: &mut Knowledge<'_>,
    assumed: Packed,
    premises: &[u32],
    most_cases: u32,
    meter: &mut Meter<'_>,
) -> Result<Trace, Unrefuted> {
    let mut mask = vec![false; knowledge.net.n_premises()];
    for &premise in premises {
        mask[premise as usize] = true;
    }
    let base = knowledge.len();
    knowledge.state.put(assumed, Why::Assumed, 0);
    let mut split = Split {
        premises,
        mask: &mask,
        base,
        cases: most_cases,
    };
    let refuted = split.run(knowledge, meter);
    knowledge.state.undo(base);
    refuted.map(|mut trace| {
        trace.tidy();
        trace
    })
}

struct Split<'a> {
    premises: &'a [u32],
    mask: &'a [bool],
    base: usize,
    cases: u32,
}

impl Split<'_> {
    fn run(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Trace, Unrefuted> {
        if let Err(conflict) = knowledge.state.propagate(self.mask, u32::MAX) {
            return Ok(trace::conflict(&knowledge.state, conflict, self.base, &[]));
        }
        if let Some(limit) = meter.over() {
            return Err(Unrefuted::Limit(limit));
        }
        let claim = self.open_claim(knowledge).ok_or(Unrefuted::Model)?;
        self.cases = self.cases.checked_sub(1).ok_or(Unrefuted::Cases)?;
        let before = knowledge.len();
        let mut whole = Trace::default();
        for case in [claim, claim.opposite()] {
            knowledge.state.put(case, Why::Assumed, 0);
            let one = self.run(knowledge, meter);
            knowledge.state.undo(before);
            whole.join(&one?);
        }
        Ok(whole)
    }

    /// A claim of the count that has least left to choose from, or any that is open.
    fn open_claim(&self, knowledge: &Knowledge<'_>) -> Option<Packed> {
        let net = knowledge.net;
        let look = knowledge.state.look();
        let is_open = |claim: &Packed| knowledge.state.is_open(claim.fact());
        let mut best: Option<(usize, Packed)> = None;
        let mut any = None;
        for &premise in self.premises {
            for node in net.of_premise(premise as usize) {
                let node = &net.nodes[node];
                any = any.or_else(|| node.when.iter().copied().find(is_open));
                match &node.body {
                    Body::Count { of, min, .. } => {
                        let trues = of.iter().filter(|&&claim| look.is_true(claim)).count();
                        let mut open = of.iter().copied().filter(is_open);
                        let Some(first) = open.next() else { continue };
                        any = any.or(Some(first));
                        let left = open.count() + 1;
                        if trues < *min as usize && best.is_none_or(|(least, _)| left < least) {
                            best = Some((left, first));
                        }
                    }
                    Body::Groups { of, .. } => {
                        any = any.or_else(|| of.iter().flatten().copied().find(is_open));
                    }
                    Body::Total { of, .. } => {
                        let claims = of.iter().flatten().map(|(claim, _)| *claim);
                        any = any.or_else(|| claims.clone().find(is_open));
                    }
                    Body::Joined { edges, .. } => {
                        let mut claims = edges.iter().map(|(_, _, claim)| *claim);
                        any = any.or_else(|| claims.find(is_open));
                    }
                }
            }
        }
        best.map(|(_, claim)| claim).or(any)
    }
}
