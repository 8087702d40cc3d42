//! What was tried: assumptions, each with the literals that it led to. They need not be tried again before a node can force something more from these.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::find::knowledge::Knowledge;
use crate::find::literal::Literal;
use crate::find::network::{Node, Relation, Role};
use crate::find::state::{State, Tally};

/// A trial that led to more literals than this is not kept, but repeated: on a large board, many of them would need much memory.
const MAX_KEPT: usize = 10_000;

/// The greatest maximum of a depth, if there is one.
pub(crate) const MAX_DEPTH: usize = 8;

/// Numbered trials: those in vain, and those that found something.
#[derive(Debug)]
pub(crate) struct Trials<T> {
    /// Per trial, whether it was in vain.
    is_kept: Vec<bool>,
    /// What each assumption of these trials led to, with the number of the trial.
    reached: Vec<(u32, Reached)>,
    /// Per trial that succeeded, the literals that each of its assumptions led to, and what was found.
    found: BTreeMap<usize, (Vec<Vec<Literal>>, Rc<T>)>,
    depth: Depth,
    memory: Memory,
    /// How much was known when the trials were last compared with it.
    n_known: usize,
}

/// The literals that an assumption led to.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// In the order of the trail.
    literals: Vec<Literal>,
    /// For every depth below the greatest, how many literals have at most that depth; unused if there is no greatest depth.
    ends: [u32; MAX_DEPTH],
    n_ends: u8,
}

impl Reached {
    /// The literals on the trail from a position on.
    pub(crate) fn new(state: &State<'_>, position: usize, depth: Depth) -> Reached {
        let literals = state.literals_from(position);
        let n_ends = match depth.max {
            u32::MAX => 0,
            max => max as usize,
        };
        let mut ends = [0; MAX_DEPTH];
        for (depth, end) in ends[..n_ends].iter_mut().enumerate() {
            let is_within = |one: &Literal| state.depth(one.fact()) <= depth as u32;
            *end = literals.partition_point(is_within) as u32;
        }
        Reached {
            literals,
            ends,
            n_ends: n_ends as u8,
        }
    }

    fn ends(&self) -> &[u32] {
        &self.ends[..self.n_ends as usize]
    }

    /// The number of propagation steps from the assumption to a literal, given that of the literal before it; 0 if there is no greatest depth.
    fn depth(&self, at: usize, before: u32) -> u32 {
        let mut depth = before as usize;
        while self
            .ends()
            .get(depth)
            .is_some_and(|&end| at >= end as usize)
        {
            depth += 1;
        }
        depth as u32
    }

    /// The number of literals that are propagated, which come first.
    fn n_propagated(&self) -> usize {
        let end = self.ends().last().map(|&end| end as usize);
        end.unwrap_or(self.literals.len())
    }
}

/// How far assumptions are propagated, and whether the last literals matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// Literals at this depth are not propagated further: up to `MAX_DEPTH`, or `u32::MAX` if all are.
    pub(crate) max: u32,
    /// Whether a trial may succeed by a new literal at the greatest depth. Otherwise such a literal only matters if its opposite is reached too.
    pub(crate) is_last_used: bool,
}

impl<T> Trials<T> {
    /// No trials yet.
    pub(crate) fn new(depth: Depth) -> Trials<T> {
        Trials {
            found: BTreeMap::new(),
            is_kept: Vec::new(),
            reached: Vec::new(),
            depth,
            memory: Memory::default(),
            n_known: 0,
        }
    }

    /// Forgets the trials, of `n` in all, that may succeed now, or find something else.
    pub(crate) fn update(&mut self, knowledge: &mut Knowledge<'_>, n: usize) {
        self.is_kept.resize(n, false);
        if self.n_known == knowledge.state.len() {
            return;
        }
        if self.reached.is_empty() && self.found.is_empty() {
            self.n_known = knowledge.state.len();
            return;
        }
        let state = &knowledge.state;
        let visited = match state.is_counts_only {
            true => {
                let mut memory = std::mem::take(&mut self.memory);
                let mut changes = Changes::new(state, self.n_known, self.depth, &mut memory);
                self.found.retain(|_, (reached, _)| {
                    !reached.iter().any(|one| changes.may_force_from(one))
                });
                self.forget_all(|reached| changes.force_more_from(reached));
                let visited = changes.visited;
                changes.clear();
                self.memory = memory;
                visited
            }
            false => {
                let mut touched = Touched::new(state, self.n_known);
                self.found
                    .retain(|_, (reached, _)| !reached.iter().any(|one| touched.touches(one)));
                self.forget_all(|reached| touched.touches(&reached.literals));
                touched.visited
            }
        };
        knowledge.state.effort += visited;
        self.n_known = knowledge.state.len();
    }

    fn forget_all(&mut self, mut may_succeed: impl FnMut(&mut Reached) -> bool) {
        let is_kept = &mut self.is_kept;
        self.reached.retain_mut(|(trial, reached)| {
            let is_kept = &mut is_kept[*trial as usize];
            *is_kept = *is_kept && !may_succeed(reached);
            *is_kept
        });
        // An assumption of a trial may come before the one by which it was forgotten.
        self.reached
            .retain(|(trial, _)| self.is_kept[*trial as usize]);
    }

    /// What became known since the trials were last compared with it.
    pub(crate) fn news(&self, knowledge: &Knowledge<'_>) -> Vec<Literal> {
        knowledge.state.literals_from(self.n_known)
    }

    pub(crate) fn contains(&self, trial: usize) -> bool {
        self.is_kept.get(trial).is_some_and(|&is_kept| is_kept)
    }

    pub(crate) fn insert(&mut self, trial: usize, reached: Vec<Reached>) {
        let n_literals: usize = reached.iter().map(|one| one.literals.len()).sum();
        if n_literals <= MAX_KEPT {
            self.is_kept[trial] = true;
            let reached = reached.into_iter();
            self.reached.extend(reached.map(|one| (trial as u32, one)));
        }
    }

    /// What a trial found.
    pub(crate) fn found(&self, trial: usize) -> Option<&Rc<T>> {
        self.found.get(&trial).map(|(_, found)| found)
    }

    /// Keeps what a trial found, and the literals that each of its assumptions led to.
    pub(crate) fn insert_found(&mut self, trial: usize, reached: Vec<Vec<Literal>>, found: Rc<T>) {
        self.found.insert(trial, (reached, found));
    }

    pub(crate) fn forget(&mut self, trial: usize) {
        if let Some(is_kept) = self.is_kept.get_mut(trial) {
            *is_kept = false;
        }
        self.found.remove(&trial);
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
    fn touches(&mut self, reached: &[Literal]) -> bool {
        self.visited += reached.len() as u64;
        let mut facts = reached.iter().map(|literal| literal.fact());
        facts.any(|fact| self.is_touched[fact] || !self.state.is_open(fact))
    }
}

/// The nodes that changed as more became known, and where open facts occur in them. All relations are counts.
struct Changes<'s> {
    state: &'s State<'s>,
    nodes: Vec<Changed<'s>>,
    depth: Depth,
    memory: &'s mut Memory,
    /// The changed nodes with a fact that was reached, by index.
    touched: Vec<u32>,
    /// The number of occurrences visited.
    visited: u64,
}

/// What is computed for changes. It is kept between comparisons, since it has an item for every fact and node of which few are used.
#[derive(Default, Debug)]
struct Memory {
    /// Per fact, the changed nodes it occurs in, by index.
    occurrences: Vec<Vec<(u32, Role)>>,
    /// Per fact, whether it became known or occurs in a changed node.
    is_affected: Vec<bool>,
    /// The facts that are affected.
    affected: Vec<u32>,
    /// Per node, its index among the changed ones.
    index: Vec<Option<u32>>,
    marks: Vec<Mark>,
    n_compared: u32,
}

impl Memory {
    fn affect(&mut self, fact: usize) {
        if !std::mem::replace(&mut self.is_affected[fact], true) {
            self.affected.push(fact as u32);
        }
    }
}

/// A node of which some facts became known.
#[derive(Clone, Copy)]
struct Changed<'s> {
    at: usize,
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
#[derive(Clone, Copy, Default, Debug)]
struct Mark {
    /// The number of the comparison.
    compared: u32,
    holds: bool,
    depth: u32,
    /// Whether it is counted in the tallies.
    is_counted: bool,
}

impl<'s> Changes<'s> {
    fn new(
        state: &'s State<'s>,
        n_known: usize,
        depth: Depth,
        memory: &'s mut Memory,
    ) -> Changes<'s> {
        let network = state.network;
        let n_facts = network.n_facts();
        memory.occurrences.resize_with(n_facts, Vec::new);
        memory.is_affected.resize(n_facts, false);
        memory.index.resize(network.nodes.len(), None);
        memory.marks.resize(n_facts, Mark::default());
        let mut changes = Changes {
            state,
            nodes: Vec::new(),
            depth,
            memory,
            touched: Vec::new(),
            visited: 0,
        };
        for literal in state.literals_from(n_known) {
            changes.memory.affect(literal.fact());
            for occurrence in state.occurrences(literal.fact()) {
                let at = occurrence.node as usize;
                let known = *state.tally(at);
                if known.is_settled() || !known.matters(occurrence.role, literal) {
                    continue;
                }
                let changed = match changes.memory.index[at] {
                    Some(changed) => changed,
                    None => changes.add(at, known),
                };
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

    /// Adds a changed node; returns its index.
    fn add(&mut self, at: usize, known: Tally) -> u32 {
        let node = &self.state.network.nodes[at];
        let index = self.nodes.len() as u32;
        self.memory.index[at] = Some(index);
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
                self.memory.occurrences[literal.fact()].push((index, role));
                self.memory.affect(literal.fact());
            }
        }
        self.nodes.push(Changed {
            at,
            node,
            tally: known,
            known,
            fewer: false,
            more: false,
        });
        index
    }

    /// Clears the memory for the next changes.
    fn clear(self) {
        for fact in self.memory.affected.drain(..) {
            self.memory.is_affected[fact as usize] = false;
            self.memory.occurrences[fact as usize].clear();
        }
        for changed in &self.nodes {
            self.memory.index[changed.at] = None;
        }
    }

    /// Whether a trial may succeed now: if there is no greatest depth, whether it does; otherwise, whether the changed nodes may force more than before from what was reached, or at
    /// a lesser depth. New literals that lead to nothing are added to what was reached.
    fn force_more_from(&mut self, reached: &mut Reached) -> bool {
        if !self.may_force_from(&reached.literals) {
            return false;
        }
        self.memory.n_compared += 1;
        let found = match self.depth.max {
            u32::MAX => self.extend(reached),
            _ => self.compare(reached),
        };
        self.restore();
        found
    }

    /// Whether something that was reached is known now, or a changed node may force something from what was reached, in the order of the trail.
    fn may_force_from(&mut self, reached: &[Literal]) -> bool {
        self.visited += reached.len() as u64;
        let is_affected = |one: &&Literal| self.memory.is_affected[one.fact()];
        let may_force = reached.iter().filter(is_affected).any(|&literal| {
            let occurrences = &self.memory.occurrences[literal.fact()];
            self.visited += occurrences.len() as u64;
            let mut is_tight = false;
            for &(node, role) in occurrences {
                let tally = &mut self.nodes[node as usize].tally;
                tally.add(role, literal);
                is_tight |= tally.is_tight();
                self.touched.push(node);
            }
            is_tight || !self.state.is_open(literal.fact())
        });
        self.restore();
        may_force
    }

    fn restore(&mut self) {
        for at in self.touched.drain(..) {
            let changed = &mut self.nodes[at as usize];
            changed.tally = changed.known;
        }
    }

    fn compare(&mut self, reached: &mut Reached) -> bool {
        let n_propagated = reached.n_propagated();
        let (view, mut depth) = (self.state.view(), 0);
        for (at, &literal) in reached.literals.iter().enumerate() {
            if view.is_false(literal) {
                return true;
            }
            depth = reached.depth(at, depth);
            self.mark(literal, depth);
        }
        let mut depth = 0;
        for at in 0..n_propagated {
            let literal = reached.literals[at];
            let fact = literal.fact();
            self.memory.marks[fact].is_counted = true;
            depth = reached.depth(at, depth);
            if self.memory.occurrences[fact].is_empty() {
                continue;
            }
            self.visited += self.memory.occurrences[fact].len() as u64;
            for i in 0..self.memory.occurrences[fact].len() {
                let (node, role) = self.memory.occurrences[fact][i];
                let changed = &mut self.nodes[node as usize];
                changed.tally.add(role, literal);
                self.touched.push(node);
                if self.forces_more(node, depth + 1, reached) {
                    return true;
                }
            }
        }
        false
    }

    /// Adds to what was reached all that follows from it now; returns whether that is a conflict.
    fn extend(&mut self, reached: &mut Reached) -> bool {
        let view = self.state.view();
        for &literal in &reached.literals {
            if view.is_false(literal) {
                return true;
            }
            self.mark(literal, 0);
        }
        for &literal in &reached.literals {
            let occurrences = &self.memory.occurrences[literal.fact()];
            self.visited += occurrences.len() as u64;
            for &(node, role) in occurrences {
                self.nodes[node as usize].tally.add(role, literal);
                self.touched.push(node);
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        // Of the nodes that did not change, only those force more that a new literal occurs in.
        let mut next = reached.literals.len();
        for at in 0..self.touched.len() {
            let Changed { at, tally, .. } = self.nodes[self.touched[at] as usize];
            if self.force(at, tally, reached) {
                return true;
            }
        }
        while let Some(&literal) = reached.literals.get(next) {
            next += 1;
            for occurrence in self.state.occurrences(literal.fact()) {
                let at = occurrence.node as usize;
                let tally = self.tally_with_reached(at);
                if self.force(at, tally, reached) {
                    return true;
                }
            }
        }
        false
    }

    /// How many literals of a node are true and false by what is known and what was reached.
    fn tally_with_reached(&mut self, at: usize) -> Tally {
        let mut tally = *self.state.tally(at);
        let node = &self.state.network.nodes[at];
        let condition = node.condition.iter().map(|&literal| {
            let holds = literal.holds();
            (literal, Role::Condition { holds })
        });
        let counted = self.state.counted(at);
        let literals = counted.iter().map(|&literal| {
            let holds = literal.holds();
            (literal, Role::Counted { holds })
        });
        self.visited += counted.len() as u64;
        for (literal, role) in condition.chain(literals) {
            let mark = self.memory.marks[literal.fact()];
            if mark.compared == self.memory.n_compared && self.state.is_open(literal.fact()) {
                tally.add(role, Literal::new(literal.fact(), mark.holds));
            }
        }
        tally
    }

    /// Adds what a node forces to what was reached; returns whether that is a conflict.
    fn force(&mut self, at: usize, tally: Tally, reached: &mut Reached) -> bool {
        let node = &self.state.network.nodes[at];
        let Some(open) = tally.open_condition() else {
            return false;
        };
        if tally.is_violated() {
            let is_left = |literal: &&Literal| !self.is_true(**literal);
            return match open {
                0 => true,
                1 => {
                    let left = node.condition.iter().find(is_left);
                    left.is_some_and(|left| self.reach(node, left.opposite(), reached))
                }
                _ => false,
            };
        }
        let needed = tally.is_needed();
        if open > 0 || (!needed && !tally.is_full()) {
            return false;
        }
        for &literal in self.state.counted(at) {
            let forced = if needed { literal } else { literal.opposite() };
            if self.is_open(literal.fact()) && self.reach(node, forced, reached) {
                return true;
            }
        }
        false
    }

    /// Whether a fact is neither known nor was reached.
    fn is_open(&self, fact: usize) -> bool {
        self.state.is_open(fact) && self.memory.marks[fact].compared != self.memory.n_compared
    }

    /// Whether a literal is known or was reached.
    fn is_true(&self, literal: Literal) -> bool {
        match self.state.is_open(literal.fact()) {
            true => {
                !self.is_open(literal.fact())
                    && self.memory.marks[literal.fact()].holds == literal.holds()
            }
            false => self.state.view().is_true(literal),
        }
    }

    /// Adds a literal that a node forces to what was reached; returns whether its opposite was.
    fn reach(&mut self, node: &Node, literal: Literal, reached: &mut Reached) -> bool {
        // Bookkeeping makes no fact true.
        if (literal.holds() && node.is_bookkeeping) || self.is_true(literal) {
            return false;
        }
        if !self.is_open(literal.fact()) {
            return true;
        }
        self.mark(literal, 0);
        reached.literals.push(literal);
        false
    }

    fn mark(&mut self, literal: Literal, depth: u32) {
        self.memory.marks[literal.fact()] = Mark {
            compared: self.memory.n_compared,
            holds: literal.holds(),
            depth,
            is_counted: false,
        };
    }

    /// Whether a node forces something new at a depth because few of its literals can be true, or because many are.
    fn forces_more(&mut self, node: u32, depth: u32, reached: &mut Reached) -> bool {
        let Changed {
            node,
            tally,
            fewer,
            more,
            ..
        } = self.nodes[node as usize];
        let Relation::Count { of, .. } = &node.relation else {
            unreachable!("all relations are counts");
        };
        match tally.open_condition() {
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
            let mark = self.memory.marks[fact];
            if mark.compared == self.memory.n_compared {
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
