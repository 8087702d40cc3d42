//! What was tried in vain, with the facts that the trial reached: it need not be tried again before something is known about a premise of these facts.

use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;

/// A set of facts.
#[derive(Clone, Debug)]
pub(crate) struct FactSet(Box<[u64]>);

impl FactSet {
    pub(crate) fn new(n_facts: usize) -> FactSet {
        FactSet(vec![0; n_facts.div_ceil(64)].into_boxed_slice())
    }

    /// Adds the facts of some literals.
    pub(crate) fn extend(&mut self, literals: &[Literal]) {
        for literal in literals {
            self.0[literal.fact() / 64] |= 1 << (literal.fact() % 64);
        }
    }

    fn overlaps(&self, other: &FactSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// Numbered trials in vain, with the facts that each reached.
#[derive(Debug, Default)]
pub(crate) struct UntouchedSets {
    reached: Vec<Option<FactSet>>,
    /// How much was known when the sets were last compared with it.
    n_known: usize,
}

impl UntouchedSets {
    /// Forgets the trials, of `n` in all, that may succeed now.
    pub(crate) fn update(&mut self, knowledge: &Knowledge<'_>, n: usize) {
        self.reached.resize(n, None);
        if self.n_known == knowledge.state.len() {
            return;
        }
        let network = knowledge.network;
        let mut touched = FactSet::new(network.n_facts());
        for literal in knowledge.state.literals_from(self.n_known) {
            touched.extend(&[literal]);
            for occurrence in knowledge.state.occurrences(literal.fact()) {
                let node = &network.nodes[occurrence.node as usize];
                touched.extend(&node.condition);
                for other in node.relation.literals() {
                    touched.extend(&[other]);
                }
            }
        }
        for reached in &mut self.reached {
            if reached
                .as_ref()
                .is_some_and(|facts| facts.overlaps(&touched))
            {
                *reached = None;
            }
        }
        self.n_known = knowledge.state.len();
    }

    pub(crate) fn contains(&self, trial: usize) -> bool {
        self.reached[trial].is_some()
    }

    pub(crate) fn insert(&mut self, trial: usize, reached: FactSet) {
        self.reached[trial] = Some(reached);
    }
}
