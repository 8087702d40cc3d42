//! Steps of one premise: everything it forces together with what is known.

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;
use crate::find::network::{Network, Relation};
use crate::find::state::{State, Why};
use crate::find::trace::{self, Trace};

/// The maximum number of literals of relations other than counts, times the number of known literals, for which these are dropped one by one.
const MAX_MINIMIZED: usize = 50_000;

/// For every premise, the step it gives at present.
#[derive(Debug)]
pub(crate) struct SinglePremises<'n> {
    offers: Vec<Offer>,
    mask: Vec<bool>,
    /// A second state, to try a step with fewer known literals.
    trial: State<'n>,
}

/// The step that a premise gives.
#[derive(Clone, Debug)]
enum Offer {
    Nothing,
    /// A step that costs at least this much. Its reason is found only if no other step is cheaper, as that may take long.
    AtLeast(u32),
    Step(Box<Deduction>),
}

impl Offer {
    /// The cost of the step, or a lower bound.
    fn cost(&self) -> Option<u32> {
        match self {
            Offer::Nothing => None,
            Offer::AtLeast(cost) => Some(*cost),
            Offer::Step(found) => Some(found.cost),
        }
    }
}

impl<'n> SinglePremises<'n> {
    pub(crate) fn new(network: &'n Network) -> SinglePremises<'n> {
        SinglePremises {
            offers: vec![Offer::Nothing; network.n_premises()],
            mask: vec![false; network.n_premises()],
            trial: State::new(network),
        }
    }

    /// The cheapest step of one premise; of several, the first.
    pub(crate) fn cheapest(&mut self, knowledge: &mut Knowledge<'_>) -> Option<Deduction> {
        for premise in 0..self.offers.len() {
            if std::mem::take(&mut knowledge.changed[premise]) {
                self.offers[premise] = self.estimate(knowledge, premise);
            }
        }
        let (premise, mut found) = self.least(knowledge, 0)?;
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
                let mut offer = self.estimate(knowledge, premise);
                if offer.cost().is_some_and(|cost| cost <= max_cost) {
                    offer = self.offer(knowledge, premise, max_cost);
                }
                self.offers[premise] = match offer {
                    Offer::Step(found) if found.cost <= max_cost => {
                        self.offers[premise] = Offer::Nothing;
                        return Some(*found);
                    }
                    offer => offer,
                };
            }
        }
        self.least(knowledge, max_cost).map(|(_, found)| found)
    }

    /// The cheapest step on offer with its premise, minimised unless it costs at most `enough` as it is; of several, the first.
    fn least(&mut self, knowledge: &mut Knowledge<'_>, enough: u32) -> Option<(usize, Deduction)> {
        loop {
            let offers = self.offers.iter().enumerate();
            let offers = offers.filter_map(|(premise, offer)| Some((premise, offer.cost()?)));
            let (premise, _) = offers.min_by_key(|(_, cost)| *cost)?;
            if let Offer::Step(found) = &self.offers[premise] {
                return Some((premise, (**found).clone()));
            }
            self.offers[premise] = self.offer(knowledge, premise, enough);
        }
    }

    /// What a premise forces, followed by `then` while it is on the trail from a position on. The instance has an answer, so there is no conflict.
    fn force<T>(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        premise: usize,
        then: impl FnOnce(&State<'_>, usize) -> T,
    ) -> Option<T> {
        let state = &mut knowledge.state;
        let base = state.len();
        self.mask[premise] = true;
        let propagated = state.propagate_one(premise, &self.mask);
        self.mask[premise] = false;
        let is_something = propagated.is_ok() && state.len() > base;
        let result = is_something.then(|| then(state, base));
        state.undo(base);
        result
    }

    /// Whether a premise forces something, and what that costs at least.
    fn estimate(&mut self, knowledge: &mut Knowledge<'_>, premise: usize) -> Offer {
        let of_premise = knowledge.cost_of_premises(&[premise as u32]);
        match self.force(knowledge, premise, |_, _| ()) {
            Some(()) => Offer::AtLeast(of_premise),
            None => Offer::Nothing,
        }
    }

    /// The step that a premise gives, minimised unless it costs at most `enough` as it is.
    fn offer(&mut self, knowledge: &mut Knowledge<'_>, premise: usize, enough: u32) -> Offer {
        let forced = self.force(knowledge, premise, |state, base| {
            let mut trace = Trace::default();
            let concludes = state.literals_from(base);
            for &literal in &concludes {
                trace.join(&trace::literals(state, &[literal], base));
            }
            trace.normalize();
            (trace, concludes)
        });
        let Some((mut trace, concludes)) = forced else {
            return Offer::Nothing;
        };
        // A summary is about many facts; `cheapest` minimises it only once it is chosen.
        let is_later = knowledge.premises[premise].is_summary && enough == 0;
        if !is_later && knowledge.cost(&trace) > enough {
            self.minimize(premise, &mut trace, &concludes);
        }
        Offer::Step(Box::new(Deduction::new(knowledge, trace, None, concludes)))
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
