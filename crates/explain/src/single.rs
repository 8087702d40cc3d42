//! Steps of one premise: all that it forces together with what is known.

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::packed::Packed;
use crate::trace::{self, Trace};

/// For every premise, the step it offers at present.
#[derive(Debug)]
pub(crate) struct Singles {
    offers: Vec<Option<Found>>,
    mask: Vec<bool>,
}

impl Singles {
    pub(crate) fn new(n_premises: usize) -> Singles {
        Singles {
            offers: vec![None; n_premises],
            mask: vec![false; n_premises],
        }
    }

    /// The cheapest step of one premise; of several, the first.
    pub(crate) fn cheapest(&mut self, knowledge: &mut Knowledge<'_>) -> Option<Found> {
        for premise in 0..self.offers.len() {
            if std::mem::take(&mut knowledge.changed[premise]) {
                self.offers[premise] = self.offer(knowledge, premise);
            }
        }
        let offers = self.offers.iter().flatten();
        offers.min_by_key(|found| found.cost).cloned()
    }

    fn offer(&mut self, knowledge: &mut Knowledge<'_>, premise: usize) -> Option<Found> {
        let base = knowledge.len();
        self.mask[premise] = true;
        let propagated = knowledge.state.propagate_one(premise, &self.mask);
        self.mask[premise] = false;
        // A premise that breaks by what is known would make the puzzle one without answer.
        let mut found = None;
        if propagated.is_ok() && knowledge.len() > base {
            let mut trace = Trace::default();
            let concludes: Vec<Packed> = (base..knowledge.len())
                .map(|place| knowledge.state.at(place).0)
                .collect();
            for &claim in &concludes {
                trace.join(&trace::claim(&knowledge.state, claim, base, &[]));
            }
            trace.tidy();
            found = Some((trace, concludes));
        }
        knowledge.state.undo(base);
        let (trace, concludes) = found?;
        Some(Found::new(knowledge, trace, None, concludes))
    }
}
