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
    depth: Depth,
    /// How much was known when the trials were last compared with it.
    n_known: usize,
}

/// The literals that an assumption led to.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// In the order of the trail.
    literals: Vec<Literal>,
    /// For every depth below the greatest, how many literals have at most that depth; empty if there is no greatest depth.
    ends: Vec<u32>,
}

impl Reached {
    /// The literals on the trail from a position on.
    pub(crate) fn new(state: &State<'_>, position: usize, depth: Depth) -> Reached {
        let literals = state.literals_from(position);
        let ends = match depth.max {
            u32::MAX => Vec::new(),
            max => {
                let depth_of = |literal: &Literal| state.depth(literal.fact());
                let end = |depth| literals.partition_point(|one| depth_of(one) <= depth) as u32;
                (0..max).map(end).collect()
            }
        };
        Reached { literals, ends }
    }

    /// The number of propagation steps from the assumption to a literal, given that of the literal before it; 0 if there is no greatest depth.
    fn depth(&self, at: usize, before: u32) -> u32 {
        let mut depth = before as usize;
        while self.ends.get(depth).is_some_and(|&end| at >= end as usize) {
            depth += 1;
        }
        depth as u32
    }

    /// The number of literals that are propagated, which come first.
    fn n_propagated(&self) -> usize {
        let end = self.ends.last().map(|&end| end as usize);
        end.unwrap_or(self.literals.len())
    }
}

/// How far assumptions are propagated, and whether the last literals matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// Literals at this depth are not propagated further.
    pub(crate) max: u32,
    /// Whether a trial may succeed by a new literal at the greatest depth. Otherwise such a literal only matters if its opposite is reached too.
    pub(crate) is_last_used: bool,
}

impl Trials {
    /// No trials yet.
    pub(crate) fn new(depth: Depth) -> Trials {
        Trials {
            reached: Vec::new(),
            depth,
            n_known: 0,
        }
    }

    /// Forgets the trials, of `n` in all, that may succeed now.
    pub(crate) fn update(&mut self, knowledge: &mut Knowledge<'_>, n: usize) {
        self.reached.resize(n, None);
        if self.n_known == knowledge.state.len() {
            return;
        }
        let state = &knowledge.state;
        let visited = match state.is_counts_only {
            true => {
                let mut changes = Changes::new(state, self.n_known, self.depth);
                self.forget_all(|all| all.iter_mut().any(|one| changes.force_more_from(one)));
                changes.visited
            }
            false => {
                let mut touched = Touched::new(state, self.n_known);
                self.forget_all(|all| all.iter().any(|one| touched.touches(one)));
                touched.visited
            }
        };
        knowledge.state.effort += visited;
        self.n_known = knowledge.state.len();
    }

    fn forget_all(&mut self, mut may_succeed: impl FnMut(&mut [Reached]) -> bool) {
        for trial in &mut self.reached {
            if trial.as_mut().is_some_and(|all| may_succeed(all)) {
                *trial = None;
            }
        }
    }

    /// What became known since the trials were last compared with it.
    pub(crate) fn news(&self, knowledge: &Knowledge<'_>) -> Vec<Literal> {
        knowledge.state.literals_from(self.n_known)
    }

    pub(crate) fn contains(&self, trial: usize) -> bool {
        self.reached.get(trial).is_some_and(Option::is_some)
    }

    pub(crate) fn insert(&mut self, trial: usize, reached: Vec<Reached>) {
        let n_literals: usize = reached.iter().map(|one| one.literals.len()).sum();
        self.reached[trial] = (n_literals <= MAX_KEPT).then_some(reached);
    }

    pub(crate) fn forget(&mut self, trial: usize) {
        if let Some(reached) = self.reached.get_mut(trial) {
            *reached = None;
        }
    }
}

/// The facts of the nodes that changed as more became known, where not all relations are counts: the others are propagated last, at a depth that depends on all that was
/// reached, so that any change may matter.
struct Touched<'s> {
    state: &'s State<'s>,
    is_touched: Vec<bool>,
    /// The number of literals visited.
    visited: u64,
}

impl<'s> Touched<'s> {
    fn new(state: &'s State<'s>, n_known: usize) -> Touched<'s> {
        let network = state.network;
        let mut is_touched = vec![false; network.n_facts()];
        let mut is_changed = vec![false; network.nodes.len()];
        let mut visited = 0;
        for literal in state.literals_from(n_known) {
            for occurrence in state.occurrences(literal.fact()) {
                let at = occurrence.node as usize;
                if state.tally(at).is_settled() || std::mem::replace(&mut is_changed[at], true) {
                    continue;
                }
                for fact in network.nodes[at].facts() {
                    visited += 1;
                    is_touched[fact] = true;
                }
            }
        }
        Touched {
            state,
            is_touched,
            visited,
        }
    }

    /// Whether something that was reached is known now, or occurs in a node that changed.
    fn touches(&mut self, reached: &Reached) -> bool {
        self.visited += reached.literals.len() as u64;
        let mut facts = reached.literals.iter().map(|literal| literal.fact());
        facts.any(|fact| self.is_touched[fact] || !self.state.is_open(fact))
    }
}

/// The nodes that changed as more became known, and where open facts occur in them. All relations are counts.
struct Changes<'s> {
    state: &'s State<'s>,
    nodes: Vec<Changed<'s>>,
    /// Per fact, the changed nodes it occurs in, by index.
    occurrences: Vec<Vec<(u32, Role)>>,
    /// Per fact, whether it became known or occurs in a changed node.
    is_affected: Vec<bool>,
    depth: Depth,
    marks: Vec<Mark>,
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

/// How a fact was last reached.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The number of the comparison.
    compared: u32,
    holds: bool,
    depth: u32,
    /// Whether it is counted in the tallies.
    is_counted: bool,
}

impl<'s> Changes<'s> {
    fn new(state: &'s State<'s>, n_known: usize, depth: Depth) -> Changes<'s> {
        let network = state.network;
        let n_facts = network.n_facts();
        let mut changes = Changes {
            state,
            nodes: Vec::new(),
            occurrences: vec![Vec::new(); n_facts],
            is_affected: vec![false; n_facts],
            depth,
            marks: vec![Mark::default(); n_facts],
            n_compared: 0,
            touched: Vec::new(),
            visited: 0,
        };
        let mut index: Vec<Option<u32>> = vec![None; network.nodes.len()];
        for literal in state.literals_from(n_known) {
            changes.is_affected[literal.fact()] = true;
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
        let condition = node.condition.iter().map(|&literal| {
            let holds = literal.holds();
            (literal, Role::Condition { holds })
        });
        let literals = node.relation.literals().map(|literal| {
            let holds = literal.holds();
            (literal, Role::Counted { holds })
        });
        for (literal, role) in condition.chain(literals) {
            self.visited += 1;
            if self.state.is_open(literal.fact()) {
                self.occurrences[literal.fact()].push((at, role));
                self.is_affected[literal.fact()] = true;
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

    /// Whether the changed nodes may force more than before from what was reached, or at a lesser depth. New literals that lead to nothing are added to it.
    fn force_more_from(&mut self, reached: &mut Reached) -> bool {
        self.n_compared += 1;
        let found = self.compare(reached);
        for at in self.touched.drain(..) {
            let changed = &mut self.nodes[at as usize];
            changed.tally = changed.known;
        }
        found
    }

    fn compare(&mut self, reached: &mut Reached) -> bool {
        let n_propagated = reached.n_propagated();
        self.visited += n_propagated as u64;
        let is_affected = |one: &Literal| self.is_affected[one.fact()];
        if !reached.literals.iter().any(is_affected) {
            return false;
        }
        let (view, mut depth) = (self.state.view(), 0);
        for (at, &literal) in reached.literals.iter().enumerate() {
            if view.is_false(literal) {
                return true;
            }
            depth = reached.depth(at, depth);
            self.mark(literal, depth);
        }
        let is_to_the_end = self.depth.max == u32::MAX;
        let mut depth = 0;
        for at in 0..n_propagated {
            let literal = reached.literals[at];
            let fact = literal.fact();
            self.marks[fact].is_counted = true;
            depth = reached.depth(at, depth);
            if self.occurrences[fact].is_empty() {
                continue;
            }
            self.visited += self.occurrences[fact].len() as u64;
            for i in 0..self.occurrences[fact].len() {
                let (node, role) = self.occurrences[fact][i];
                let changed = &mut self.nodes[node as usize];
                if let Some(count) = changed.tally.count(role, literal) {
                    *count += 1;
                }
                self.touched.push(node);
                let changed = &self.nodes[node as usize];
                let (fewer, more) = (changed.fewer, changed.more);
                if !is_to_the_end && self.forces_more(node, fewer, more, depth + 1, reached) {
                    return true;
                }
            }
        }
        // Nothing that was reached is left to be propagated, so only the end counts.
        is_to_the_end
            && (0..self.touched.len())
                .any(|at| self.forces_more(self.touched[at], true, true, 0, reached))
    }

    fn mark(&mut self, literal: Literal, depth: u32) {
        self.marks[literal.fact()] = Mark {
            compared: self.n_compared,
            holds: literal.holds(),
            depth,
            is_counted: false,
        };
    }

    /// Whether a node forces something new at a depth because few of its literals can be true, or because many are.
    fn forces_more(
        &mut self,
        node: u32,
        fewer: bool,
        more: bool,
        depth: u32,
        reached: &mut Reached,
    ) -> bool {
        let Changed { node, tally, .. } = &self.nodes[node as usize];
        let node: &'s Node = node;
        let Relation::Count { of, .. } = &node.relation else {
            unreachable!("all relations are counts");
        };
        match tally.open_condition(node) {
            Some(open) if tally.is_violated() => return open <= 1,
            Some(0) => {}
            _ => return false,
        }
        let needed = fewer && tally.is_needed();
        let full = more && tally.is_full();
        if !needed && !full {
            return false;
        }
        for &literal in of {
            let forced = if needed { literal } else { literal.opposite() };
            let fact = forced.fact();
            // Bookkeeping makes no fact true.
            if !self.state.is_open(fact) || (node.is_bookkeeping && forced.holds()) {
                continue;
            }
            let mark = self.marks[fact];
            if mark.compared == self.n_compared {
                let is_known_so = mark.holds == forced.holds() && mark.depth <= depth;
                if !is_known_so && !mark.is_counted {
                    return true;
                }
            } else if depth < self.depth.max || self.depth.is_last_used {
                return true;
            } else {
                self.mark(forced, depth);
                reached.literals.push(forced);
            }
        }
        false
    }
}
