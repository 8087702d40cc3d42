//! Steps of one premise: all that it forces together with what is known.

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::net::Net;
use crate::packed::Packed;
use crate::state::{State, Why};
use crate::trace::{self, Trace};

/// For every premise, the step it offers at present.
#[derive(Debug)]
pub(crate) struct Singles<'n> {
    offers: Vec<Option<Found>>,
    mask: Vec<bool>,
    /// Where a step is tried with less.
    trial: State<'n>,
}

impl<'n> Singles<'n> {
    pub(crate) fn new(net: &'n Net) -> Singles<'n> {
        Singles {
            offers: vec![None; net.n_premises()],
            mask: vec![false; net.n_premises()],
            trial: State::new(net),
        }
    }

    /// The cheapest step of one premise; of several, the first.
    pub(crate) fn cheapest(&mut self, knowledge: &mut Knowledge<'_>) -> Option<Found> {
        for premise in 0..self.offers.len() {
            if std::mem::take(&mut knowledge.changed[premise]) {
                self.offers[premise] = self.offer(knowledge, premise, 0);
            }
        }
        let offers = self.offers.iter().enumerate();
        let offers = offers.filter_map(|(premise, found)| Some((premise, found.as_ref()?)));
        let (premise, found) = offers.min_by_key(|(_, found)| found.cost)?;
        let mut found = found.clone();
        if knowledge.premises[premise].is_summary {
            let concludes = std::mem::take(&mut found.concludes);
            self.spare(premise, &mut found.trace, &concludes);
            found = Found::new(knowledge, found.trace, None, concludes);
        }
        Some(found)
    }

    /// Some step of one premise that costs no more than `most`; the cheapest where all cost more.
    pub(crate) fn within(&mut self, knowledge: &mut Knowledge<'_>, most: u32) -> Option<Found> {
        for premise in 0..self.offers.len() {
            if std::mem::take(&mut knowledge.changed[premise]) {
                let offer = self.offer(knowledge, premise, most);
                if offer.as_ref().is_some_and(|offer| offer.cost <= most) {
                    self.offers[premise] = None;
                    return offer;
                }
                self.offers[premise] = offer;
            }
        }
        let offers = self.offers.iter().flatten();
        offers.min_by_key(|found| found.cost).cloned()
    }

    /// The step that a premise offers. It is made as small as can be, unless it is cheap enough as it is.
    fn offer(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        premise: usize,
        enough: u32,
    ) -> Option<Found> {
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
        let (mut trace, concludes) = found?;
        // A digest speaks of much at once, so where all offers are asked for it is made small only when it is its turn.
        let is_for_later = knowledge.premises[premise].is_summary && enough == 0;
        if !is_for_later && knowledge.cost(&trace) > enough {
            self.spare(premise, &mut trace, &concludes);
        }
        Some(Found::new(knowledge, trace, None, concludes))
    }

    /// Leaves out what the conclusions do not need: one that was reached early may rest on a claim that a later one made needless.
    /// A count that has nothing around it needs all that fills or empties it.
    fn spare(&mut self, premise: usize, trace: &mut Trace, concludes: &[Packed]) {
        if self.trial.net.is_bare_count(premise) {
            return;
        }
        self.mask[premise] = true;
        for at in (0..trace.known.len()).rev() {
            let others = trace.known.iter().enumerate();
            for (_, &claim) in others.filter(|(other, _)| *other != at) {
                self.trial.put(claim, Why::Known, 0);
            }
            let propagated = self.trial.propagate_one(premise, &self.mask);
            let look = self.trial.look();
            if propagated.is_ok() && concludes.iter().all(|&claim| look.is_true(claim)) {
                trace.known.remove(at);
            }
            self.trial.undo(0);
        }
        self.mask[premise] = false;
    }
}
