//! Steps of one premise: everything it forces together with what is known.

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;
use crate::find::network::{Network, Relation};
use crate::find::state::{State, Why};
use crate::find::trace::{self, Trace};

/// The maximum number of literals of relations other than counts, times the number of known literals, for which these are dropped one by one.
const MAX_MINIMIZED: usize = 200_000;

/// For every premise, the step it gives at present.
#[derive(Debug)]
pub(crate) struct SinglePremises<'n> {
    offers: Vec<Option<Deduction>>,
    mask: Vec<bool>,
    /// A second state, to try a step with fewer known literals.
    trial: State<'n>,
}

impl<'n> SinglePremises<'n> {
    pub(crate) fn new(network: &'n Network) -> SinglePremises<'n> {
        SinglePremises {
            offers: vec![None; network.n_premises()],
            mask: vec![false; network.n_premises()],
            trial: State::new(network),
        }
    }

    /// The cheapest step of one premise; of several, the first.
    pub(crate) fn cheapest(&mut self, knowledge: &mut Knowledge<'_>) -> Option<Deduction> {
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
            self.minimize(premise, &mut found.trace, &concludes);
            found = Deduction::new(knowledge, found.trace, None, concludes);
        }
        Some(found)
    }

    /// Some step of one premise that costs at most `max_cost`; the cheapest if all cost more.
    pub(crate) fn within(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        max_cost: u32,
    ) -> Option<Deduction> {
        for premise in 0..self.offers.len() {
            if std::mem::take(&mut knowledge.changed[premise]) {
                let offer = self.offer(knowledge, premise, max_cost);
                if offer.as_ref().is_some_and(|offer| offer.cost <= max_cost) {
                    self.offers[premise] = None;
                    return offer;
                }
                self.offers[premise] = offer;
            }
        }
        let offers = self.offers.iter().flatten();
        offers.min_by_key(|found| found.cost).cloned()
    }

    /// The step that a premise gives, minimised unless it costs at most `enough` as it is.
    fn offer(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        premise: usize,
        enough: u32,
    ) -> Option<Deduction> {
        let state = &mut knowledge.state;
        let base = state.len();
        self.mask[premise] = true;
        let propagated = state.propagate_one(premise, &self.mask);
        self.mask[premise] = false;
        let mut trace = Trace::default();
        let mut concludes = Vec::new();
        // The instance has an answer, so there is no conflict.
        if propagated.is_ok() {
            concludes = state.literals_from(base);
            for &literal in &concludes {
                trace.join(&trace::literals(state, &[literal], base));
            }
            trace.normalize();
        }
        state.undo(base);
        if concludes.is_empty() {
            return None;
        }
        // A summary is about many facts; `cheapest` minimises it only once it is chosen.
        let is_later = knowledge.premises[premise].is_summary && enough == 0;
        if !is_later && knowledge.cost(&trace) > enough {
            self.minimize(premise, &mut trace, &concludes);
        }
        Some(Deduction::new(knowledge, trace, None, concludes))
    }

    /// Drops known literals that the conclusions do not need: an early conclusion may use one that a later one made redundant.
    /// A count without a condition needs all of them. On a large relation it would take long.
    fn minimize(&mut self, premise: usize, trace: &mut Trace, concludes: &[Literal]) {
        let network = self.trial.network;
        let n_literals = network
            .nodes_of(premise)
            .map(|node| match &network.nodes[node] {
                node if matches!(node.relation, Relation::Count { .. }) => 0,
                node => node.n_literals,
            });
        let is_too_large = n_literals.sum::<usize>() * trace.known.len() > MAX_MINIMIZED;
        if is_too_large || network.is_bare_count(premise) {
            return;
        }
        self.mask[premise] = true;
        for at in (0..trace.known.len()).rev() {
            let others = trace.known.iter().enumerate();
            for (_, &literal) in others.filter(|(other, _)| *other != at) {
                self.trial.push(literal, Why::Known, 0);
            }
            let propagated = self.trial.propagate_one(premise, &self.mask);
            let view = self.trial.view();
            if propagated.is_ok() && concludes.iter().all(|&literal| view.is_true(literal)) {
                trace.known.remove(at);
            }
            self.trial.undo(0);
        }
        self.mask[premise] = false;
    }
}
