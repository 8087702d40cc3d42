//! What is known without assumptions after the steps so far, the facts on the board from which a reader sees it, and the cost of a step.

use gridwright_puzzles::{Claim, FactState, Premise};

use crate::find::literal::{Literal, claims};
use crate::find::network::Network;
use crate::find::state::{Conflict, State, Why};
use crate::find::trace::Trace;
use crate::step::TrivialStep;

/// The cost of a premise per unit of weight.
const PER_WEIGHT: u32 = 10;

/// The cost of every premise after the first, whatever its weight: two rules at once are harder to see than one after the other.
pub(crate) const ADDITIONAL_PREMISE: u32 = 15;

/// The known facts.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge<'n> {
    pub(crate) premises: &'n [Premise],
    pub(crate) network: &'n Network,
    pub(crate) state: State<'n>,
    /// The truth of every fact in all answers; open if answers differ.
    pub(crate) target: Vec<FactState>,
    /// For every known fact, the facts on the board from which it follows by trivial steps.
    roots: Roots,
    /// Per premise, whether one of its facts changed since its last propagation.
    pub(crate) changed: Vec<bool>,
}

/// Lists of facts, one for every known fact.
#[derive(Clone, Debug)]
struct Roots {
    all: Vec<u32>,
    /// Per fact, where its list begins and ends.
    parts: Vec<(u32, u32)>,
}

impl Roots {
    fn new(n_facts: usize) -> Roots {
        Roots {
            all: Vec::new(),
            parts: vec![(0, 0); n_facts],
        }
    }

    fn of(&self, fact: usize) -> &[u32] {
        let (start, end) = self.parts[fact];
        &self.all[start as usize..end as usize]
    }

    fn set(&mut self, fact: usize, roots: &[u32]) {
        let start = self.all.len() as u32;
        self.all.extend(roots);
        self.parts[fact] = (start, self.all.len() as u32);
    }
}

impl<'n> Knowledge<'n> {
    pub(crate) fn new(
        premises: &'n [Premise],
        network: &'n Network,
        target: Vec<FactState>,
    ) -> Knowledge<'n> {
        Knowledge {
            premises,
            network,
            state: State::new(network),
            target,
            roots: Roots::new(network.n_facts()),
            changed: vec![true; network.n_premises()],
        }
    }

    /// Whether everything is known that all answers share.
    pub(crate) fn is_complete(&self) -> bool {
        let mut facts = self.target.iter().enumerate();
        facts.all(|(fact, target)| *target == FactState::Open || !self.state.is_open(fact))
    }

    /// What is known of every fact.
    pub(crate) fn known(&self) -> Vec<FactState> {
        let truth = self.state.view().truth.iter();
        let known = truth.map(|truth| match truth {
            0 => FactState::Open,
            1.. => FactState::True,
            _ => FactState::False,
        });
        known.collect()
    }

    /// The open literals that are false in all answers.
    pub(crate) fn false_literals(&self) -> Vec<Literal> {
        let facts = self.target.iter().enumerate();
        facts
            .filter(|(fact, _)| self.state.is_open(*fact))
            .filter_map(|(fact, target)| match target {
                FactState::True => Some(Literal::new(fact, false)),
                FactState::False => Some(Literal::new(fact, true)),
                FactState::Open => None,
            })
            .collect()
    }

    /// Adds the conclusions of a step; returns the trivial steps that follow. `None` is a conflict: the premises have no model.
    pub(crate) fn learn(&mut self, claims: &[Claim]) -> Option<Vec<TrivialStep>> {
        let from = self.state.len();
        for &claim in claims {
            if !self.state.push(claim.into(), Why::Known, 0) {
                return None;
            }
            self.roots.set(claim.fact, &[claim.fact as u32]);
        }
        self.close(from)
    }

    /// Adds claims and what follows from them by trivial steps, until the trail is undone. An error is a conflict.
    pub(crate) fn suppose(&mut self, claims: &[Claim]) -> Result<(), Conflict> {
        for &claim in claims {
            self.state.push(claim.into(), Why::Known, 0);
        }
        self.state.propagate(&self.network.is_trivial, u32::MAX)
    }

    /// The trivial steps before the first step.
    pub(crate) fn begin(&mut self) -> Option<Vec<TrivialStep>> {
        let is_trivial = &self.network.is_trivial;
        for premise in (0..self.network.n_premises()).filter(|&premise| is_trivial[premise]) {
            self.state.propagate_one(premise, is_trivial).ok()?;
        }
        self.close(0)
    }

    /// Propagates the trivial premises, and makes everything on the trail from position `from` on known for good.
    fn close(&mut self, from: usize) -> Option<Vec<TrivialStep>> {
        let network = self.network;
        self.state.propagate(&network.is_trivial, u32::MAX).ok()?;
        let mut steps: Vec<TrivialStep> = Vec::new();
        for position in from..self.state.len() {
            let (literal, why) = self.state.at(position);
            let plain = self.state.occurrences(literal.fact()).iter();
            for occurrence in plain.chain(network.summary_occurrences(literal.fact())) {
                let premise = network.premise_of[occurrence.node as usize];
                self.changed[premise as usize] = true;
            }
            let Why::Node(node) = why else {
                continue;
            };
            let premise = network.nodes[node as usize].premise as usize;
            let reason = self.state.reason(node, Some(literal), position as u32);
            match self.roots_of(&reason) {
                roots if roots.is_empty() => {
                    self.roots.set(literal.fact(), &[literal.fact() as u32]);
                }
                roots => self.roots.set(literal.fact(), &roots),
            }
            let used = claims(&reason);
            match steps.last_mut() {
                Some(last) if last.premise == premise && last.used == used => {
                    last.concludes.push(literal.claim());
                }
                _ => steps.push(TrivialStep {
                    premise,
                    used,
                    concludes: vec![literal.claim()],
                }),
            }
        }
        self.state.make_permanent(from);
        Some(steps)
    }

    /// The facts on the board from which these literals follow by trivial steps.
    fn roots_of(&self, literals: &[Literal]) -> Vec<u32> {
        let facts = literals.iter().map(|literal| literal.fact());
        let mut roots: Vec<u32> = facts
            .flat_map(|fact| self.roots.of(fact))
            .copied()
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The number of facts on the board from which these literals follow by trivial steps.
    fn n_roots(&self, literals: &[Literal]) -> u32 {
        let mut is_root = vec![false; self.network.n_facts()];
        let mut n = 0;
        for literal in literals {
            for &root in self.roots.of(literal.fact()) {
                n += u32::from(!std::mem::replace(&mut is_root[root as usize], true));
            }
        }
        n
    }

    /// The claims on the board from which these literals follow by trivial steps.
    pub(crate) fn visible(&self, used: &[Literal]) -> Vec<Claim> {
        let view = self.state.view();
        let claim = |fact: u32| Claim {
            fact: fact as usize,
            holds: view.is_true(Literal::new(fact as usize, true)),
        };
        self.roots_of(used).into_iter().map(claim).collect()
    }

    /// The cost of a step: a charge for the weight of every premise, for every premise after the first, and for every fact to look at.
    pub(crate) fn cost(&self, trace: &Trace) -> u32 {
        self.cost_of_premises(&trace.premises) + self.n_roots(&trace.known)
    }

    /// The part of the cost of a step that is for its premises.
    pub(crate) fn cost_of_premises(&self, premises: &[u32]) -> u32 {
        let weight = |&premise: &u32| self.network.weights[premise as usize];
        let weight: u32 = premises.iter().map(weight).sum();
        let further = (premises.len() as u32).saturating_sub(1);
        PER_WEIGHT * weight + ADDITIONAL_PREMISE * further
    }

    /// Runs a search that propagates assumptions over these premises only.
    pub(crate) fn restricted<T>(
        &mut self,
        premises: &[u32],
        search: impl FnOnce(&mut Knowledge<'n>) -> T,
    ) -> T {
        self.state.restrict(premises);
        let found = search(self);
        self.state.lift_restriction();
        found
    }

    /// Searches again in a debug build, without effort, so that this does not change what is found later.
    pub(crate) fn again<T>(&mut self, search: impl FnOnce(&mut Knowledge<'n>) -> T) -> T {
        let (effort, work) = (self.state.effort, self.state.work);
        let found = search(self);
        (self.state.effort, self.state.work) = (effort, work);
        found
    }

    /// Per fact, whether it occurs in one of these premises.
    pub(crate) fn scope(&self, premises: &[u32]) -> Vec<bool> {
        let mut scope = vec![false; self.network.n_facts()];
        for &premise in premises {
            for node in self.network.nodes_of(premise as usize) {
                for fact in self.network.nodes[node].facts() {
                    scope[fact] = true;
                }
            }
        }
        scope
    }
}
