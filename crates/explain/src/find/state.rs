//! The state of the search for steps: a trail of true literals, each with what made it true, and breadth-first propagation over the network.
//!
//! The literals at the bottom of the trail are known for good, like those of level 0 in a SAT solver. Above them are an assumption and what follows from it,
//! until it is undone.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use crate::find::literal::{Literal, View};
use crate::find::network::{Lists, Network, Node, Occurrence, Occurrences, Relation, Role};
use crate::find::relations::{
    connected_nodes, connectivity, groups, loops, part_sizes, regular, rooted_parts, totals,
};

/// The effort to propagate a relation as a whole, per literal.
const PER_LITERAL: u64 = 16;

/// Settled nodes are dropped once they are more than one in this many.
const MAX_SETTLED: usize = 16;

/// The effort to look up what a relation forces.
const REMEMBERED: u64 = 64;

/// Debug builds propagate relations of up to this many literals again, to compare what they force with what is remembered.
const MAX_CHECKED: usize = 40;

/// How many assignments are remembered with their consequences.
const MAX_REMEMBERED: usize = 1 << 16;

/// The true literals, and the trail to undo them.
#[derive(Clone, Debug)]
pub(crate) struct State<'n> {
    pub(crate) network: &'n Network,
    /// Whether all relations are counts.
    pub(crate) is_counts_only: bool,
    /// Where facts occur, without the nodes that always hold by what is known for good.
    occurrences: Cow<'n, Occurrences>,
    /// If set, propagation visits only these occurrences.
    restriction: Option<Restriction>,
    /// Per node, the literals of its count, without most of those that are known for good.
    counted: Cow<'n, Lists<Literal>>,
    /// Per node, whether it always holds by what is known for good.
    is_settled: Vec<bool>,
    /// The number of nodes that are settled but still among the occurrences.
    n_settled: usize,
    /// Per fact: 0 is open, 1 true, -1 false.
    truth: Vec<i8>,
    /// Per fact that is not open, its position on the trail.
    position: Vec<u32>,
    trail: Vec<TrailEntry>,
    /// The literals before this position are counted in the tallies.
    head: usize,
    tallies: Vec<Tally>,
    /// The nodes to notify of the literal at the head.
    tight: Vec<u32>,
    /// Per node that is not a count, what is known of its literals; empty if all are counts.
    assignments: Vec<Assignment>,
    /// What nodes force under assignments for which they were propagated.
    remembered: HashMap<(u32, Assignment), Consequences, BuildHasherDefault<AssignmentHasher>>,
    /// The queue of nodes to propagate; counts are propagated at once.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// How many literals the graphs and words had that were propagated so far: a measure of time that does not depend on a clock.
    pub(crate) work: u64,
    /// How many occurrences of literals were visited so far: a measure of the time of all propagation.
    pub(crate) effort: u64,
    /// Whether summaries are propagated; false under assumptions. It changes only while nothing is assumed.
    pub(crate) with_summaries: bool,
}

/// Where facts occur in some premises, in the order of all occurrences; found when propagation first visits a fact.
#[derive(Clone, Debug)]
struct Restriction {
    /// Per premise, whether it is one of them.
    mask: Vec<bool>,
    occurrences: Vec<Occurrence>,
    /// Per fact that was visited, where its occurrences begin and end.
    parts: Vec<Option<(u32, u32)>>,
}

impl Restriction {
    fn new(network: &Network, premises: &[u32]) -> Restriction {
        Restriction {
            mask: network.mask(premises),
            occurrences: Vec::new(),
            parts: vec![None; network.n_facts()],
        }
    }

    /// Finds the occurrences of a fact; returns how many there are.
    fn visit(&mut self, fact: usize, network: &Network, all: &Occurrences) -> usize {
        if self.parts[fact].is_some() {
            return 0;
        }
        let start = self.occurrences.len() as u32;
        let of = all.of(fact).iter().copied();
        let of = of.filter(|one| self.mask[network.premise_of[one.node as usize] as usize]);
        self.occurrences.extend(of);
        let end = self.occurrences.len() as u32;
        self.parts[fact] = Some((start, end));
        (end - start) as usize
    }

    fn of(&self, fact: usize) -> &[Occurrence] {
        let (start, end) = self.parts[fact].expect("the fact was visited");
        &self.occurrences[start as usize..end as usize]
    }
}

/// The occurrences of a fact that propagation visits.
#[inline]
fn visited<'s>(
    all: &'s Occurrences,
    restriction: &'s Option<Restriction>,
    fact: usize,
) -> &'s [Occurrence] {
    match restriction {
        Some(restriction) => restriction.of(fact),
        None => all.of(fact),
    }
}

/// A literal on the trail.
#[derive(Clone, Copy, Debug)]
struct TrailEntry {
    literal: Literal,
    why: Why,
    /// The number of propagation steps from the assumption.
    depth: u32,
}

/// What made a literal true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It was known.
    Known,
    /// It is assumed.
    Assumed,
    /// A node forced it.
    Node(u32),
    /// Its opposite, assumed under another assumption, failed; the number is that of the lemma.
    Refuted(u32),
}

/// How far the literals of a node are from forcing something. It is small, as propagation reads and writes those of many nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    /// How many more literals of a count may be true; negative if too many are.
    true_slack: i32,
    /// How many more literals of a count may be false; negative if too many are.
    false_slack: i32,
    /// The difference between the bounds of a count.
    spread: i32,
    /// The number of literals of the condition that are not true.
    condition_left: u16,
    /// The number of literals of the condition that are false.
    condition_false: u16,
}

impl Tally {
    fn new(node: &Node) -> Tally {
        let (true_slack, false_slack, spread) = match &node.relation {
            Relation::Count { of, min, max } => {
                let (n, min, max) = (of.len() as i32, *min as i32, *max as i32);
                (max, n - min, max - min)
            }
            // Another relation is never full, needed or settled.
            _ => (i32::MAX, i32::MAX, -1),
        };
        let condition_left = u16::try_from(node.condition.len());
        Tally {
            true_slack,
            false_slack,
            spread,
            condition_left: condition_left.expect("a condition has fewer than 65,536 literals"),
            condition_false: 0,
        }
    }

    /// Whether a node always holds: a literal of its condition is false, or its count is between its bounds whatever the open literals are.
    pub(crate) fn is_settled(&self) -> bool {
        self.condition_false > 0
            || (self.true_slack <= self.spread && self.false_slack <= self.spread)
    }

    /// Whether a count can force something, or cannot hold.
    pub(crate) fn is_tight(&self) -> bool {
        self.false_slack < 0 || self.is_needed() || self.is_full()
    }

    /// Whether a change of a literal in a role can make a node force more. If more literals of a count became false, it can if some must be true; if more became true, it can if not
    /// all may be.
    pub(crate) fn matters(&self, role: Role, literal: Literal) -> bool {
        match role {
            Role::Counted { holds } if holds == literal.holds() => self.false_slack > self.spread,
            Role::Counted { .. } => self.true_slack > self.spread,
            Role::Condition { .. } | Role::Other => true,
        }
    }

    /// Whether all open literals of a count must be true.
    pub(crate) fn is_needed(&self) -> bool {
        self.false_slack == 0 && self.true_slack > self.spread
    }

    /// Whether a count has as many true literals as it may have, or more, and others besides.
    pub(crate) fn is_full(&self) -> bool {
        self.true_slack <= 0 && self.false_slack > self.spread
    }

    /// Whether a count cannot hold.
    pub(crate) fn is_violated(&self) -> bool {
        self.true_slack < 0 || self.false_slack < 0
    }

    /// The number of open literals of a count of which exactly one more must be true, unless more may be; `None` if another number must be.
    pub(crate) fn open_for_one(&self) -> Option<usize> {
        let is_one = self.true_slack.checked_sub(self.spread) == Some(1);
        is_one.then_some(self.false_slack as usize + 1)
    }

    /// The number of open literals of the condition; `None` if one is false.
    pub(crate) fn open_condition(&self) -> Option<u16> {
        (self.condition_false == 0).then_some(self.condition_left)
    }

    /// Records a literal that becomes true.
    pub(crate) fn add(&mut self, role: Role, literal: Literal) {
        match role {
            Role::Condition { holds } if holds == literal.holds() => self.condition_left -= 1,
            Role::Condition { .. } => self.condition_false += 1,
            Role::Counted { holds } if holds == literal.holds() => self.true_slack -= 1,
            Role::Counted { .. } => self.false_slack -= 1,
            Role::Other => {}
        }
    }

    /// Undoes `add`.
    fn remove(&mut self, role: Role, literal: Literal) {
        match role {
            Role::Condition { holds } if holds == literal.holds() => self.condition_left += 1,
            Role::Condition { .. } => self.condition_false -= 1,
            Role::Counted { holds } if holds == literal.holds() => self.true_slack += 1,
            Role::Counted { .. } => self.false_slack += 1,
            Role::Other => {}
        }
    }
}

/// What is known of the literals of a node, as a hash of 128 bits: two assignments have the same one with a probability of less than 1 in 10^25.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
struct Assignment(u64, u64);

impl Assignment {
    /// The assignment of one literal.
    fn of(literal: Literal) -> Assignment {
        let number = literal.index() as u64 + 1;
        Assignment(mixed(number), mixed(!number))
    }

    /// Adds the literals of another assignment, or removes them.
    fn change(&mut self, by: Assignment) {
        self.0 ^= by.0;
        self.1 ^= by.1;
    }
}

/// A hasher of nodes and assignments, which are random numbers already.
#[derive(Default)]
struct AssignmentHasher(u64);

impl Hasher for AssignmentHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("nodes and assignments are whole numbers");
    }

    fn write_u32(&mut self, node: u32) {
        self.0 ^= u64::from(node).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 ^= number;
    }
}

/// The finaliser of SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// What a relation forces.
#[derive(Clone, PartialEq, Debug)]
struct Consequences {
    holds: bool,
    forced: Vec<Literal>,
}

/// A node that cannot hold, or that forces a false literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    pub(crate) node: u32,
    pub(crate) forced: Option<Literal>,
}

impl<'n> State<'n> {
    pub(crate) fn new(network: &'n Network) -> State<'n> {
        State {
            network,
            is_counts_only: network.is_counts_only(),
            occurrences: Cow::Borrowed(&network.occurrences),
            restriction: None,
            counted: Cow::Borrowed(&network.counted),
            is_settled: vec![false; network.nodes.len()],
            n_settled: 0,
            truth: vec![0; network.n_facts()],
            position: vec![0; network.n_facts()],
            trail: Vec::with_capacity(network.n_facts()),
            head: 0,
            tallies: network.nodes.iter().map(Tally::new).collect(),
            tight: Vec::new(),
            assignments: match network.is_counts_only() {
                true => Vec::new(),
                false => vec![Assignment::default(); network.nodes.len()],
            },
            remembered: HashMap::default(),
            waiting: Vec::new(),
            is_waiting: vec![false; network.nodes.len()],
            work: 0,
            effort: 0,
            with_summaries: true,
        }
    }

    /// The nodes that a fact occurs in and that do not always hold, without summaries.
    pub(crate) fn occurrences(&self, fact: usize) -> &[Occurrence] {
        self.occurrences.of(fact)
    }

    /// The literals of the count of a node, without most of those that are known for good.
    pub(crate) fn counted(&self, node: usize) -> &[Literal] {
        self.counted.of(node)
    }

    /// How many literals of a node are true and false.
    pub(crate) fn tally(&self, node: usize) -> &Tally {
        &self.tallies[node]
    }

    pub(crate) fn is_open(&self, fact: usize) -> bool {
        self.truth[fact] == 0
    }

    /// All literals that are true now.
    pub(crate) fn view(&self) -> View<'_> {
        self.view_before(u32::MAX)
    }

    /// The literals that were true before a position of the trail.
    fn view_before(&self, before: u32) -> View<'_> {
        View {
            truth: &self.truth,
            position: &self.position,
            before,
        }
    }

    /// The length of the trail.
    pub(crate) fn len(&self) -> usize {
        self.trail.len()
    }

    /// The literal at a position of the trail, and what made it true.
    pub(crate) fn at(&self, position: usize) -> (Literal, Why) {
        let entry = &self.trail[position];
        (entry.literal, entry.why)
    }

    /// The literals on the trail from a position on.
    pub(crate) fn literals_from(&self, position: usize) -> Vec<Literal> {
        let entries = self.trail[position..].iter();
        entries.map(|entry| entry.literal).collect()
    }

    /// The number of propagation steps from the assumption to a fact that is not open.
    pub(crate) fn depth(&self, fact: usize) -> u32 {
        self.trail[self.position(fact)].depth
    }

    /// The least number of literals left, over the rules that need one of some literals, this one among them.
    pub(crate) fn fewest_left(&self, literal: Literal) -> u32 {
        let network = self.network;
        let counted = Role::Counted {
            holds: literal.holds(),
        };
        let of = self.occurrences(literal.fact()).iter();
        let of = of.filter(|one| {
            let is_rule = !network.nodes[one.node as usize].is_implication;
            let tally = &self.tallies[one.node as usize];
            is_rule && one.role == counted && tally.true_slack > tally.spread
        });
        let left = of.map(|one| self.tallies[one.node as usize].false_slack as u32);
        left.min().unwrap_or(u32::MAX)
    }

    /// The trail position of a fact that is not open.
    pub(crate) fn position(&self, fact: usize) -> usize {
        self.position[fact] as usize
    }

    /// Lets what is assumed from now on be propagated over these premises only. It must be undone before the restriction is lifted.
    pub(crate) fn restrict(&mut self, premises: &[u32]) {
        debug_assert!(self.restriction.is_none(), "restrictions do not nest");
        debug_assert_eq!(self.head, self.trail.len(), "all is propagated");
        self.restriction = Some(Restriction::new(self.network, premises));
    }

    /// Lets assumptions be propagated over all premises again.
    pub(crate) fn lift_restriction(&mut self) {
        self.restriction = None;
    }

    /// Assumes literals and propagates them.
    pub(crate) fn assume(
        &mut self,
        literals: &[Literal],
        mask: &[bool],
        max_depth: u32,
    ) -> Result<(), Conflict> {
        for &literal in literals {
            self.push(literal, Why::Assumed, 0);
        }
        self.propagate(mask, max_depth)
    }

    /// Makes a literal true; false if its opposite is true.
    pub(crate) fn push(&mut self, literal: Literal, why: Why, depth: u32) -> bool {
        let fact = literal.fact();
        if self.truth[fact] != 0 {
            return (self.truth[fact] > 0) == literal.holds();
        }
        self.truth[fact] = if literal.holds() { 1 } else { -1 };
        self.position[fact] = self.trail.len() as u32;
        self.trail.push(TrailEntry {
            literal,
            why,
            depth,
        });
        true
    }

    /// Makes the literals from a position of the trail on known for good.
    pub(crate) fn make_permanent(&mut self, from: usize) {
        for entry in &mut self.trail[from..] {
            entry.why = Why::Known;
            entry.depth = 0;
        }
        self.settle(from);
    }

    /// Marks the nodes that always hold by the literals from a position of the trail on. Once there are many, they are dropped from the occurrences, and all known literals from
    /// the counts.
    fn settle(&mut self, from: usize) {
        for entry in &self.trail[from..] {
            for occurrence in self.occurrences.of(entry.literal.fact()) {
                let at = occurrence.node as usize;
                if !self.is_settled[at] && self.tallies[at].is_settled() {
                    self.is_settled[at] = true;
                    self.n_settled += 1;
                }
            }
        }
        if self.n_settled * MAX_SETTLED > self.is_settled.len() {
            let is_settled = &self.is_settled;
            self.occurrences
                .to_mut()
                .retain(|occurrence| !is_settled[occurrence.node as usize]);
            let truth = &self.truth;
            self.counted
                .to_mut()
                .retain(|literal| truth[literal.fact()] == 0);
            self.n_settled = 0;
        }
    }

    /// Undoes everything from a position of the trail on.
    pub(crate) fn undo(&mut self, to: usize) {
        let network = self.network;
        while self.trail.len() > to {
            let at = self.trail.len() - 1;
            let literal = self.trail[at].literal;
            if at < self.head {
                let fact = literal.fact();
                let plain = visited(&self.occurrences, &self.restriction, fact);
                let change = Assignment::of(literal);
                for list in [plain, summaries(network, fact, self.with_summaries)] {
                    for occurrence in list {
                        match occurrence.role {
                            Role::Other => {
                                self.assignments[occurrence.node as usize].change(change)
                            }
                            role => self.tallies[occurrence.node as usize].remove(role, literal),
                        }
                    }
                }
            }
            self.truth[literal.fact()] = 0;
            self.trail.pop();
        }
        self.head = self.head.min(to);
        for node in self.waiting.drain(..) {
            self.is_waiting[node as usize] = false;
        }
    }

    /// Propagates the trail to a fixpoint over the premises of a mask. Literals at `max_depth` or more are not propagated further.
    pub(crate) fn propagate(&mut self, mask: &[bool], max_depth: u32) -> Result<(), Conflict> {
        let network = self.network;
        loop {
            while let Some(&entry) = self.trail.get(self.head) {
                let is_last = entry.depth >= max_depth;
                // Depths never decrease along the trail, so nothing more can follow.
                if is_last && self.waiting.is_empty() {
                    return Ok(());
                }
                self.head += 1;
                let fact = entry.literal.fact();
                if let Some(restriction) = &mut self.restriction {
                    self.effort += restriction.visit(fact, network, &self.occurrences) as u64;
                }
                let mut tight = std::mem::take(&mut self.tight);
                tight.clear();
                let plain = visited(&self.occurrences, &self.restriction, fact);
                self.effort += plain.len() as u64;
                let change = Assignment::of(entry.literal);
                for list in [plain, summaries(network, fact, self.with_summaries)] {
                    for occurrence in list {
                        let at = occurrence.node as usize;
                        let tally = &mut self.tallies[at];
                        let may_force = match occurrence.role {
                            Role::Other => {
                                self.assignments[at].change(change);
                                true
                            }
                            // A count may become relevant because its condition holds.
                            Role::Condition { holds } => {
                                match holds == entry.literal.holds() {
                                    true => tally.condition_left -= 1,
                                    false => tally.condition_false += 1,
                                }
                                true
                            }
                            Role::Counted { holds } if holds == entry.literal.holds() => {
                                tally.true_slack -= 1;
                                tally.is_full()
                            }
                            Role::Counted { .. } => {
                                tally.false_slack -= 1;
                                tally.false_slack < 0
                                    || tally.is_needed()
                                    || network.is_first_false(at, tally.false_slack)
                            }
                        };
                        if !is_last && may_force && mask[network.premise_of[at] as usize] {
                            tight.push(occurrence.node);
                        }
                    }
                }
                let mut nodes = tight.iter();
                let notified = nodes.try_for_each(|&node| self.notify(node, entry.depth + 1));
                self.tight = tight;
                notified?;
            }
            let Some(node) = self.waiting.pop() else {
                return Ok(());
            };
            self.is_waiting[node as usize] = false;
            let depth = self.trail.last().map_or(0, |entry| entry.depth) + 1;
            self.propagate_node(node, depth)?;
        }
    }

    /// Propagates the nodes of one premise, then the trail over the mask.
    pub(crate) fn propagate_one(&mut self, premise: usize, mask: &[bool]) -> Result<(), Conflict> {
        for node in self.network.nodes_of(premise) {
            self.notify(node as u32, 1)?;
        }
        self.propagate(mask, u32::MAX)
    }

    /// Propagates a count at once; queues any other node.
    fn notify(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        if self.network.is_count[at] {
            return self.propagate_count(node, depth);
        }
        if !self.is_waiting[at] {
            self.is_waiting[at] = true;
            self.waiting.push(node);
        }
        Ok(())
    }

    /// `Some(None)` if the condition of a node holds, `Some(Some(literal))` if all of it but this literal holds, `None` otherwise.
    fn condition(&self, at: usize) -> Option<Option<Literal>> {
        match self.tallies[at].open_condition()? {
            0 => Some(None),
            1 => {
                let node = &self.network.nodes[at];
                let view = self.view_before(self.head as u32);
                let mut literals = node.condition.iter().copied();
                literals.find(|&literal| !view.is_true(literal)).map(Some)
            }
            _ => None,
        }
    }

    fn propagate_count(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        let tally = self.tallies[at];
        if !tally.is_tight() {
            return Ok(());
        }
        let needed = tally.is_needed();
        match self.condition(at) {
            None => Ok(()),
            Some(left) if tally.is_violated() => self.violated(node, left, depth),
            Some(Some(_)) => Ok(()),
            Some(None) => {
                let places = self.counted.places(at);
                for place in places {
                    let literal = self.counted.at(place);
                    if self.truth[literal.fact()] == 0 {
                        let forced = if needed { literal } else { literal.opposite() };
                        self.force(node, forced, depth)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn propagate_node(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        let Some(left) = self.condition(at) else {
            return Ok(());
        };
        self.work += self.network.nodes[at].relation.graph_size() as u64;
        let mut remembered = std::mem::take(&mut self.remembered);
        if remembered.len() >= MAX_REMEMBERED {
            remembered.clear();
        }
        let consequences = match remembered.entry((self.network.alike[at], self.assignments[at])) {
            Entry::Occupied(known) => {
                self.effort += REMEMBERED;
                debug_assert!(
                    self.network.nodes[at].n_literals > MAX_CHECKED
                        || *known.get() == self.consequences(at),
                    "a relation forces something else now"
                );
                known.into_mut()
            }
            Entry::Vacant(new) => {
                self.effort += PER_LITERAL * self.network.nodes[at].n_literals as u64;
                new.insert(self.consequences(at))
            }
        };
        let result = match (consequences.holds, left) {
            (false, _) => self.violated(node, left, depth),
            (true, Some(_)) => Ok(()),
            (true, None) => {
                let mut forced = consequences.forced.iter();
                forced.try_for_each(|&literal| self.force(node, literal, depth))
            }
        };
        self.remembered = remembered;
        result
    }

    /// What a relation other than a count forces.
    fn consequences(&self, at: usize) -> Consequences {
        let mut forced = Vec::new();
        let view = self.view();
        let holds = match &self.network.nodes[at].relation {
            Relation::Count { .. } => unreachable!("counts are propagated at once"),
            Relation::Groups { of, min, max } => {
                groups::propagate(of, *min, *max, view, &mut forced)
            }
            Relation::Total { of, min, max } => {
                totals::propagate(of, (*min, *max), view, &mut forced)
            }
            Relation::Regular { of, words } => regular::propagate(of, words, view, &mut forced),
            Relation::Connected { nodes, edges } => {
                connectivity::propagate(*nodes, edges, view, &mut forced)
            }
            Relation::ConnectedNodes { nodes, beside } => {
                connected_nodes::propagate(nodes, beside, view, &mut forced)
            }
            Relation::SingleLoop(graph) => loops::propagate(graph, view, &mut forced),
            Relation::PartSizes {
                nodes,
                beside,
                size,
                at,
            } => part_sizes::propagate(nodes, beside, (*size, *at), view, &mut forced),
            Relation::RootedParts {
                nodes,
                beside,
                roots,
            } => rooted_parts::propagate(nodes, beside, roots, view, &mut forced),
        };
        Consequences { holds, forced }
    }

    /// Handles a node whose relation cannot hold: `left`, the one literal of its condition that is not true yet, must be false; without one there is a conflict.
    fn violated(&mut self, node: u32, left: Option<Literal>, depth: u32) -> Result<(), Conflict> {
        match left {
            None => Err(Conflict { node, forced: None }),
            Some(literal) => self.force(node, literal.opposite(), depth),
        }
    }

    fn force(&mut self, node: u32, literal: Literal, depth: u32) -> Result<(), Conflict> {
        if literal.holds() && self.network.nodes[node as usize].is_bookkeeping {
            return Ok(());
        }
        if self.push(literal, Why::Node(node), depth) {
            return Ok(());
        }
        Err(Conflict {
            node,
            forced: Some(literal),
        })
    }

    /// The reason why a node forces a literal or is in conflict: literals that were true before a position of the trail.
    pub(crate) fn reason(&self, node: u32, forced: Option<Literal>, before: u32) -> Vec<Literal> {
        let view = self.view_before(before);
        let Node {
            condition,
            relation,
            ..
        } = &self.network.nodes[node as usize];
        let mut why = condition.clone();
        let mut forced = forced;
        if let Some(literal) = forced.map(Literal::opposite)
            && why.contains(&literal)
        {
            why.retain(|other| *other != literal);
            forced = None;
        }
        if let Relation::Count { of, min, max } = relation {
            count_reason(of, (*min, *max), view, forced, &mut why);
            return why;
        }
        why.extend(match relation {
            Relation::Count { .. } => unreachable!("counts have their reasons above"),
            Relation::Groups { of, min, max } => groups::reason(of, *min, *max, view, forced),
            Relation::Total { of, min, max } => totals::reason(of, (*min, *max), view, forced),
            Relation::Regular { of, words } => regular::reason(of, words, view, forced),
            Relation::Connected { nodes, edges } => {
                connectivity::reason(*nodes, edges, view, forced)
            }
            Relation::ConnectedNodes { nodes, beside } => {
                connected_nodes::reason(nodes, beside, view, forced)
            }
            Relation::SingleLoop(graph) => loops::reason(graph, view, forced),
            Relation::PartSizes {
                nodes,
                beside,
                size,
                at,
            } => part_sizes::reason(nodes, beside, (*size, *at), view, forced),
            Relation::RootedParts {
                nodes,
                beside,
                roots,
            } => rooted_parts::reason(nodes, beside, roots, view, forced),
        });
        why
    }
}

/// The nodes of summaries that a fact occurs in, if they are propagated.
fn summaries(network: &Network, fact: usize, with_summaries: bool) -> &[Occurrence] {
    match with_summaries {
        true => network.summary_occurrences(fact),
        false => &[],
    }
}

/// The reason of a count: the true literals that reach its maximum, or the opposites of the false ones that leave it only its minimum. If there are more
/// than are needed, those that became true first. They are added to `why`.
fn count_reason(
    of: &[Literal],
    (min, max): (u32, u32),
    view: View<'_>,
    forced: Option<Literal>,
    why: &mut Vec<Literal>,
) {
    // A maximum of 0 needs none. Such a count may have thousands of literals, each forced at once, so the list is not searched for each.
    if max == 0 && forced.is_some() {
        return;
    }
    let (min, max) = (min as usize, max as usize);
    // The number of literals that are needed, if the true ones are the reason.
    let full = match forced {
        Some(literal) if of.contains(&literal) => None,
        Some(_) => Some(max),
        None => {
            let trues = of.iter().filter(|&&literal| view.is_true(literal));
            (trues.count() > max).then_some(max + 1)
        }
    };
    let start = why.len();
    let needed = match full {
        Some(needed) => {
            why.extend(of.iter().filter(|&&literal| view.is_true(literal)));
            needed
        }
        None => {
            let opposites = of.iter().map(|literal| literal.opposite());
            why.extend(opposites.filter(|&literal| view.is_true(literal)));
            of.len() + usize::from(forced.is_none()) - min
        }
    };
    why[start..].sort_unstable_by_key(|&literal| view.position(literal));
    why.truncate(start + needed);
}
