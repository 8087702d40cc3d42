//! What is known for good while an explanation grows: every claim with the claims it goes back to, and what goes without saying after each step.

use gridwright_puzzles::{Claim, Known, Premise};

use crate::net::Net;
use crate::packed::Packed;
use crate::state::{State, Why};
use crate::step::Silent;
use crate::trace::Trace;

/// What a premise costs for each unit of its weight.
const WEIGHT: u32 = 10;

/// What every premise of a step beyond the first costs, however light: to see two rules at once is harder than to see both.
pub(crate) const FURTHER: u32 = 15;

/// What is known, and what it goes back to.
#[derive(Debug)]
pub(crate) struct Knowledge<'n> {
    pub(crate) premises: &'n [Premise],
    pub(crate) net: &'n Net,
    pub(crate) state: State<'n>,
    /// The truth of every fact, in all answers; open where they differ.
    pub(crate) target: Vec<Known>,
    /// For every fact that is known, the facts that a person would point at.
    roots: Vec<Vec<u32>>,
    /// Premises that are worth a word and have not been looked at since something in them changed.
    pub(crate) changed: Vec<bool>,
    silent: Vec<bool>,
    /// The premises that assumptions are followed over.
    pub(crate) every: Vec<bool>,
}

impl<'n> Knowledge<'n> {
    pub(crate) fn new(premises: &'n [Premise], net: &'n Net, target: Vec<Known>) -> Knowledge<'n> {
        Knowledge {
            premises,
            net,
            state: State::new(net),
            target,
            roots: vec![Vec::new(); net.n_facts()],
            changed: vec![true; net.n_premises()],
            silent: net.weights.iter().map(|weight| *weight == 0).collect(),
            every: premises.iter().map(|premise| !premise.is_summary).collect(),
        }
    }

    /// How many claims are known.
    pub(crate) fn len(&self) -> usize {
        self.state.len()
    }

    /// Whether everything is known that can be.
    pub(crate) fn is_complete(&self) -> bool {
        let mut facts = self.target.iter().enumerate();
        facts.all(|(fact, target)| *target == Known::Open || !self.state.is_open(fact))
    }

    /// What is known of every fact.
    pub(crate) fn known(&self) -> Vec<Known> {
        let look = self.state.look();
        let known = |fact| match (Packed::new(fact, true), Packed::new(fact, false)) {
            (is, _) if look.is_true(is) => Known::True,
            (_, is_not) if look.is_true(is_not) => Known::False,
            _ => Known::Open,
        };
        (0..self.net.n_facts()).map(known).collect()
    }

    /// The open claims that are wrong, which an assumption could show; those whose truth differs between answers are left out.
    pub(crate) fn wrong(&self) -> Vec<Packed> {
        let facts = self.target.iter().enumerate();
        facts
            .filter(|(fact, _)| self.state.is_open(*fact))
            .filter_map(|(fact, target)| match target {
                Known::True => Some(Packed::new(fact, false)),
                Known::False => Some(Packed::new(fact, true)),
                Known::Open => None,
            })
            .collect()
    }

    /// Learns the conclusions of a step, and tells what goes without saying then. `None` is a conflict: the premises have no model.
    pub(crate) fn learn(&mut self, claims: &[Claim]) -> Option<Vec<Silent>> {
        let from = self.state.len();
        for &claim in claims {
            if !self.state.put(claim.into(), Why::Known, 0) {
                return None;
            }
            self.roots[claim.fact] = vec![claim.fact as u32];
        }
        self.close(from)
    }

    /// Tells what goes without saying at the start.
    pub(crate) fn begin(&mut self) -> Option<Vec<Silent>> {
        for premise in 0..self.net.n_premises() {
            if self.silent[premise] {
                let one = self.state.propagate_one(premise, &self.silent);
                one.ok()?;
            }
        }
        self.close(0)
    }

    fn close(&mut self, from: usize) -> Option<Vec<Silent>> {
        let silent = std::mem::take(&mut self.silent);
        let closed = self.state.propagate(&silent, u32::MAX);
        self.silent = silent;
        closed.ok()?;
        let mut told: Vec<Silent> = Vec::new();
        for place in from..self.state.len() {
            let (claim, why) = self.state.at(place);
            for used in self.net.uses(claim.fact(), true) {
                let premise = self.net.nodes[used.node as usize].premise;
                self.changed[premise as usize] = true;
            }
            let Why::Node(node) = why else {
                continue;
            };
            let premise = self.net.nodes[node as usize].premise as usize;
            let by = self.state.reason(node, Some(claim), place as u32);
            self.roots[claim.fact()] = match self.roots_of(&by) {
                roots if roots.is_empty() => vec![claim.fact() as u32],
                roots => roots,
            };
            let used: Vec<Claim> = by.iter().map(|claim| claim.claim()).collect();
            match told.last_mut() {
                Some(last) if last.premise == premise && last.used == used => {
                    last.concludes.push(claim.claim());
                }
                _ => told.push(Silent {
                    premise,
                    used,
                    concludes: vec![claim.claim()],
                }),
            }
        }
        self.state.settle(from);
        Some(told)
    }

    /// The facts that a person would point at to say that these claims are known.
    fn roots_of(&self, claims: &[Packed]) -> Vec<u32> {
        let mut roots: Vec<u32> = Vec::new();
        for claim in claims {
            roots.extend(&self.roots[claim.fact()]);
        }
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The claims to look at for those that a step uses.
    pub(crate) fn seen(&self, used: &[Claim]) -> Vec<Claim> {
        let used: Vec<Packed> = used.iter().map(|&claim| claim.into()).collect();
        let look = self.state.look();
        let claim = |fact: u32| Claim {
            fact: fact as usize,
            holds: look.is_true(Packed::new(fact as usize, true)),
        };
        self.roots_of(&used).into_iter().map(claim).collect()
    }

    /// What a set of premises with known claims costs: the weight of each premise, each further premise, and each fact pointed at.
    pub(crate) fn cost(&self, trace: &Trace) -> u32 {
        let weight: u32 = trace
            .premises
            .iter()
            .map(|&premise| self.net.weights[premise as usize])
            .sum();
        let further = (trace.premises.len() as u32).saturating_sub(1);
        WEIGHT * weight + FURTHER * further + self.roots_of(&trace.known).len() as u32
    }
}
