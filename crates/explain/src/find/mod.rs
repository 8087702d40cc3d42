//! Finding the next step. Imports run upwards in this list:
//!
//! | file | contents |
//! |---|---|
//! | `joined` | steps that stand for several steps |
//! | `sources/` | the sources of steps, one file each |
//! | `deduction` | a step as it is found |
//! | `trials` | what was tried in vain |
//! | `knowledge` | what is known for good; costs |
//! | `trace` | from a conflict back to its causes |
//! | `state` | trail and propagation |
//! | `network` | premises as nodes |
//! | `relations/` | propagation of single relations |
//! | `literal`, `limit_check` | literals; limits |

pub(crate) mod deduction;
pub(crate) mod joined;
pub(crate) mod knowledge;
pub(crate) mod limit_check;
pub(crate) mod literal;
pub(crate) mod network;
mod relations;
pub(crate) mod sources;
pub(crate) mod state;
pub(crate) mod trace;
mod trials;

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyInstance, FactState, Premise};

use crate::find::deduction::{Deduction, cheaper};
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::network::Network;
use crate::find::sources::cases::Cases;
use crate::find::sources::failed_literal::FailedLiterals;
use crate::find::sources::single_premise::SinglePremises;
use crate::find::sources::suggested_sets::SuggestedSets;
use crate::find::sources::{brute_force, enumeration, failed_literal, nested};

/// A suggested set up to this cost is taken without trying assumptions.
const CHEAP_SET: u32 = 90;

/// A failed literal up to this cost is taken without trying cases.
const CHEAP_ASSUMPTION: u32 = 240;

/// After this many steps that only rule something out, or one for every fact to be found if these are more, the ways to fill some lines are enumerated first.
const MIN_STALLED: usize = 10;

/// Finds one step after the other.
pub(crate) struct Finder<'n> {
    instance: &'n dyn AnyInstance,
    pub(crate) knowledge: Knowledge<'n>,
    singles: SinglePremises<'n>,
    suggested: SuggestedSets,
    failed: FailedLiterals,
    cases: Cases,
    /// The cost of the hardest step so far.
    hardest: u32,
    /// The number of steps since something was last found to be true.
    n_stalled: usize,
}

impl<'n> Finder<'n> {
    /// A finder of steps towards what all answers share.
    pub(crate) fn new(
        instance: &'n dyn AnyInstance,
        premises: &'n [Premise],
        network: &'n Network,
        target: Vec<FactState>,
    ) -> Finder<'n> {
        Finder {
            instance,
            knowledge: Knowledge::new(premises, network, target),
            singles: SinglePremises::new(network),
            suggested: SuggestedSets::default(),
            failed: FailedLiterals::default(),
            cases: Cases::new(network),
            hardest: 0,
            n_stalled: 0,
        }
    }

    /// The next step: of one premise, a suggested set, a failed literal, cases, an enumeration, or nested assumptions; by brute force if the search takes too much effort.
    pub(crate) fn next_step(
        &mut self,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let found = match self.singles.cheapest(&mut self.knowledge) {
            Some(found) => Some(found),
            None => self.without_summaries(|finder| finder.beyond_single_or_force(limits))?,
        };
        if let Some(found) = &found {
            self.hardest = self.hardest.max(found.cost);
            let is_true = found.concludes.iter().any(|literal| literal.holds());
            self.n_stalled = if is_true { 0 } else { self.n_stalled + 1 };
        }
        Ok(found)
    }

    /// The next step, if no premise on its own has one; by brute force if the search takes too much effort.
    fn beyond_single_or_force(
        &mut self,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let checked = limits.check(self.knowledge.state.effort);
        match checked.and_then(|()| self.beyond_single(limits)) {
            Err(_) if limits.is_exhausted() => Ok(brute_force::step(&self.knowledge)),
            found => found,
        }
    }

    /// Whether there were many steps that only rule something out, so that larger ones are easier to follow.
    fn is_stalled(&self) -> bool {
        let target = self.knowledge.target.iter().enumerate();
        let left = target.filter(|(fact, truth)| {
            **truth == FactState::True && self.knowledge.state.is_open(*fact)
        });
        self.n_stalled >= MIN_STALLED.max(left.count())
    }

    /// The next step, if no premise on its own has one.
    fn beyond_single(&mut self, limits: &mut LimitCheck) -> Result<Option<Deduction>, Limit> {
        let is_stalled = self.is_stalled();
        let knowledge = &mut self.knowledge;
        if is_stalled {
            let together = self.instance.case_splits(&knowledge.known());
            let small = &enumeration::MAX_CHOICES[..1];
            if let Some(found) = enumeration::first(knowledge, &together, small, limits)? {
                return Ok(Some(found));
            }
        }
        let suggested = self.instance.suggest(&knowledge.known());
        let mut best = self.suggested.first(knowledge, &suggested, limits)?;
        if !costs_at_most(&best, CHEAP_SET) {
            let failed = self.failed.next(knowledge, self.hardest, limits)?;
            best = cheaper(best, failed);
        }
        // What costs no more than the hardest step so far does not make the puzzle harder.
        let enough = CHEAP_ASSUMPTION.max(self.hardest);
        if !costs_at_most(&best, enough) {
            best = cheaper(best, self.cases.first_within(knowledge, enough, limits)?);
        }
        if best.is_some() {
            return Ok(best);
        }
        // More than one assumption at a time is a last resort.
        let together = self.instance.case_splits(&knowledge.known());
        match enumeration::first(knowledge, &together, &enumeration::MAX_CHOICES, limits)? {
            Some(found) => Ok(Some(found)),
            None => nested::cheap(knowledge, limits),
        }
    }

    /// The first step that costs at most `max_cost`: of one premise, a suggested set, a failed literal or cases. If there is none, a
    /// more expensive one or `None`. Literals are assumed from fact `from` on.
    pub(crate) fn step_within(
        &mut self,
        max_cost: u32,
        from: usize,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        if let Some(found) = self.singles.within(&mut self.knowledge, max_cost) {
            return Ok(Some(found));
        }
        self.without_summaries(|finder| finder.beyond_single_within(max_cost, from, limits))
    }

    fn beyond_single_within(
        &mut self,
        max_cost: u32,
        from: usize,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let knowledge = &mut self.knowledge;
        let suggested = self.instance.suggest(&knowledge.known());
        let found = self.suggested.first(knowledge, &suggested, limits)?;
        if costs_at_most(&found, max_cost) {
            return Ok(found);
        }
        let found = failed_literal::within(knowledge, max_cost, from, limits)?;
        // Like `next_step`, this takes a chain of this cost without trying cases.
        if costs_at_most(&found, max_cost.max(CHEAP_ASSUMPTION)) {
            return Ok(found);
        }
        self.cases.first_within(knowledge, max_cost, limits)
    }

    fn without_summaries<T>(&mut self, find: impl FnOnce(&mut Finder<'n>) -> T) -> T {
        self.knowledge.state.with_summaries = false;
        let found = find(self);
        self.knowledge.state.with_summaries = true;
        found
    }
}

fn costs_at_most(found: &Option<Deduction>, max_cost: u32) -> bool {
    found.as_ref().is_some_and(|found| found.cost <= max_cost)
}
