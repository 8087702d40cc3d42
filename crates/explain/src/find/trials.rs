//! What was tried in vain: assumptions, each with the literals that it led to. They need not be tried again before a node can force something more from these.

use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;
use crate::find::network::{Node, Relation, Role};
use crate::find::state::{State, Tally};

/// A trial that led to more literals than this is not kept, but repeated: on a large board, many of them would need much memory.
const MAX_KEPT: usize = 10_000;

/// Numbered trials in vain.
#[derive(Debug)]
pub(crate) struct Trials {
    /// Per trial that was in vain, what each of its assumptions led to.
    reached: Vec<Option<Vec<Reached>>>,
    /// The depth to which assumptions are propagated.
    max_depth: u32,
    /// How much was known when the trials were last compared with it.
    n_known: usize,
}

/// The literals that an assumption led to, in the order of the trail; if all relations are counts, only those that were propagated.
pub(crate) type Reached = Box<[Literal]>;

impl Trials {
    /// No trials yet; assumptions are propagated to a depth.
    pub(crate) fn new(max_depth: u32) -> Trials {
        Trials {
            reached: Vec::new(),
            max_depth,
            n_known: 0,
        }
    }

    /// Forgets the trials, of `n` in all, that may succeed now.
    pub(crate) fn update(&mut self, knowledge: &mut Knowledge<'_>, n: usize) {
        self.reached.resize(n, None);
        if self.n_known == knowledge.state.len() {
            return;
        }
        let mut changes = Changes::new(&knowledge.state, self.n_known, self.max_depth);
        for trial in &mut self.reached {
            let may_succeed =
                |all: &Vec<Reached>| all.iter().any(|one| changes.force_more_from(one));
            if trial.as_ref().is_some_and(may_succeed) {
                *trial = None;
            }
        }
        let visited = changes.visited;
        knowledge.state.effort += visited;
        self.n_known = knowledge.state.len();
    }

    /// What became known since the trials were last compared with it.
    pub(crate) fn news(&self, knowledge: &Knowledge<'_>) -> Vec<Literal> {
        knowledge.state.literals_from(self.n_known)
    }

    pub(crate) fn contains(&self, trial: usize) -> bool {
        self.reached.get(trial).is_some_and(Option::is_some)
    }

    pub(crate) fn insert(&mut self, trial: usize, reached: Vec<Reached>) {
        let n_literals: usize = reached.iter().map(|one| one.len()).sum();
        self.reached[trial] = (n_literals <= MAX_KEPT).then_some(reached);
    }

    pub(crate) fn forget(&mut self, trial: usize) {
        if let Some(reached) = self.reached.get_mut(trial) {
            *reached = None;
        }
    }
}

/// The nodes that changed as more became known, and where open facts occur in them.
struct Changes<'s> {
    state: &'s State<'s>,
    nodes: Vec<Changed<'s>>,
    /// Per fact, the changed nodes it occurs in, by index.
    occurrences: Vec<Vec<(u32, Role)>>,
    is_to_the_end: bool,
    /// Whether all relations are counts. Others are propagated last, at a depth that depends on all that was reached, so any change may matter.
    is_counts_only: bool,
    /// Per fact, the number of the last comparison in which it was reached.
    reached_in: Vec<u32>,
    n_compared: u32,
    /// The changed nodes with a fact that was reached, by index.
    touched: Vec<u32>,
    /// The number of occurrences visited.
    visited: u64,
}

/// A node of which some facts became known.
struct Changed<'s> {
    node: &'s Node,
    /// What is known, and during a comparison also what was reached.
    tally: Tally,
    known: Tally,
    /// Whether more literals of its count became false, or of its condition true.
    fewer: bool,
    /// Whether more literals of its count or of its condition became true.
    more: bool,
}

impl<'s> Changes<'s> {
    fn new(state: &'s State<'s>, n_known: usize, max_depth: u32) -> Changes<'s> {
        let network = state.network;
        let n_facts = network.n_facts();
        let mut changes = Changes {
            state,
            nodes: Vec::new(),
            occurrences: vec![Vec::new(); n_facts],
            is_to_the_end: max_depth == u32::MAX,
            is_counts_only: state.is_counts_only,
            reached_in: vec![0; n_facts],
            n_compared: 0,
            touched: Vec::new(),
            visited: 0,
        };
        let mut index: Vec<Option<u32>> = vec![None; network.nodes.len()];
        for literal in state.literals_from(n_known) {
            for occurrence in state.occurrences(literal.fact()) {
                let at = occurrence.node as usize;
                let known = *state.tally(at);
                if known.is_settled() {
                    continue;
                }
                let changed = *index[at].get_or_insert_with(|| {
                    changes.add(&network.nodes[at], known);
                    changes.nodes.len() as u32 - 1
                });
                let changed = &mut changes.nodes[changed as usize];
                let is_condition = matches!(occurrence.role, Role::Condition { .. });
                let is_true = occurrence.role
                    == Role::Counted {
                        holds: literal.holds(),
                    };
                changed.more |= is_condition || is_true;
                changed.fewer |= is_condition || !is_true;
            }
        }
        changes
    }

    fn add(&mut self, node: &'s Node, known: Tally) {
        let at = self.nodes.len() as u32;
        let is_count = matches!(node.relation, Relation::Count { .. });
        let condition = node.condition.iter().map(|&literal| {
            let holds = literal.holds();
            (literal, Role::Condition { holds })
        });
        let literals = node.relation.literals().map(|literal| match is_count {
            true => {
                let holds = literal.holds();
                (literal, Role::Counted { holds })
            }
            false => (literal, Role::Other),
        });
        for (literal, role) in condition.chain(literals) {
            self.visited += 1;
            if self.state.is_open(literal.fact()) {
                self.occurrences[literal.fact()].push((at, role));
            }
        }
        self.nodes.push(Changed {
            node,
            tally: known,
            known,
            fewer: false,
            more: false,
        });
    }

    /// Whether a changed node may force more than before from what was reached, or from a part of it that was reached before the rest.
    fn force_more_from(&mut self, reached: &[Literal]) -> bool {
        self.n_compared += 1;
        let found = self.compare(reached);
        for at in self.touched.drain(..) {
            let changed = &mut self.nodes[at as usize];
            changed.tally = changed.known;
        }
        found
    }

    fn compare(&mut self, reached: &[Literal]) -> bool {
        let view = self.state.view();
        for &literal in reached {
            if !view.is_open(literal) {
                if view.is_false(literal) || !self.is_counts_only {
                    return true;
                }
                continue;
            }
            if !self.is_counts_only && !self.occurrences[literal.fact()].is_empty() {
                return true;
            }
            self.reached_in[literal.fact()] = self.n_compared;
            self.visited += self.occurrences[literal.fact()].len() as u64;
            for &(at, role) in &self.occurrences[literal.fact()] {
                let changed = &mut self.nodes[at as usize];
                match changed.tally.count(role, literal) {
                    Some(count) => *count += 1,
                    None => return true,
                }
                self.touched.push(at);
                let changed = &self.nodes[at as usize];
                if !self.is_to_the_end && self.forces(changed, changed.fewer, changed.more) {
                    return true;
                }
            }
        }
        // Nothing that was reached is left to be propagated, so only the end counts.
        self.is_to_the_end
            && self
                .touched
                .iter()
                .any(|&at| self.forces(&self.nodes[at as usize], true, true))
    }

    /// Whether a node forces something because few of its literals can be true, or because many are.
    fn forces(&self, changed: &Changed<'_>, fewer: bool, more: bool) -> bool {
        let Changed { node, tally, .. } = changed;
        let Relation::Count { of, .. } = &node.relation else {
            return true;
        };
        match tally.open_condition(node) {
            None => false,
            Some(open) if tally.is_violated() => open <= 1,
            Some(0) => {
                let (needed, full) = (fewer && tally.is_needed(), more && tally.is_full());
                if !node.is_bookkeeping {
                    return needed || full;
                }
                // Bookkeeping makes no fact true.
                let is_open = |literal: &&Literal| {
                    let fact = literal.fact();
                    self.state.is_open(fact) && self.reached_in[fact] != self.n_compared
                };
                let mut open = of.iter().filter(is_open);
                open.any(|literal| (needed && !literal.holds()) || (full && literal.holds()))
            }
            Some(_) => false,
        }
    }
}
