//! The state of the search for steps: a trail of true literals, each with what made it true, and breadth-first propagation over the network.
//!
//! The literals at the bottom of the trail are known for good, like those of level 0 in a SAT solver. Above them are an assumption and what follows from it,
//! until it is undone.

use std::borrow::Cow;

use crate::find::literal::{Literal, View};
use crate::find::network::{Lists, Network, Node, Occurrence, Occurrences, Relation, Role};
use crate::find::relations::{
    connected_nodes, connectivity, groups, loops, part_sizes, regular, rooted_parts, totals,
};

/// The effort to propagate a relation as a whole, per literal.
const PER_LITERAL: u64 = 16;

/// Settled nodes are dropped once they are more than one in this many.
const MAX_SETTLED: usize = 16;

/// The true literals, and the trail to undo them.
#[derive(Debug)]
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
    trail: Vec<Entry>,
    /// The literals before this position are counted in the tallies.
    head: usize,
    tallies: Vec<Tally>,
    /// The nodes to notify of the literal at the head.
    tight: Vec<u32>,
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
#[derive(Debug)]
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
struct Entry {
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

/// How many literals of a node are true and false.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    condition_true: u32,
    condition_false: u32,
    counted_true: u32,
    counted_false: u32,
    /// The number of literals of a count, and its bounds; for any other relation, bounds that are never reached.
    n_counted: u32,
    min: u32,
    max: u32,
}

impl Tally {
    fn new(node: &Node) -> Tally {
        let (n_counted, min, max) = match &node.relation {
            Relation::Count { of, min, max } => (of.len() as u32, *min, *max),
            _ => (0, 0, u32::MAX),
        };
        Tally {
            n_counted,
            min,
            max,
            ..Tally::default()
        }
    }

    /// Whether a node always holds: a literal of its condition is false, or its count is between its bounds whatever the open literals are.
    pub(crate) fn is_settled(&self) -> bool {
        let is_between = self.counted_true >= self.min
            && self.n_counted - self.counted_false <= self.max
            && self.max < u32::MAX;
        self.condition_false > 0 || is_between
    }

    /// Whether a count can force something, or cannot hold.
    fn is_tight(&self) -> bool {
        self.possible() < self.min || self.is_needed() || self.is_full()
    }

    /// The number of literals of a count that are not false.
    fn possible(&self) -> u32 {
        self.n_counted - self.counted_false
    }

    /// Whether all open literals of a count must be true.
    pub(crate) fn is_needed(&self) -> bool {
        self.possible() == self.min && self.counted_true < self.min
    }

    /// Whether a count has as many true literals as it may have, or more, and others besides.
    pub(crate) fn is_full(&self) -> bool {
        self.counted_true >= self.max && self.possible() > self.max
    }

    /// Whether a count cannot hold.
    pub(crate) fn is_violated(&self) -> bool {
        self.counted_true > self.max || self.possible() < self.min
    }

    /// The number of open literals of the condition; `None` if one is false.
    pub(crate) fn open_condition(&self, node: &Node) -> Option<u32> {
        let open = node.condition.len() as u32 - self.condition_true;
        (self.condition_false == 0).then_some(open)
    }
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
            is_rule && one.role == counted && tally.counted_true < tally.min
        });
        let left = of.map(|one| {
            let tally = &self.tallies[one.node as usize];
            tally.n_counted - tally.counted_false - tally.min
        });
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
        self.trail.push(Entry {
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
                let summaries = summaries(network, fact, self.with_summaries);
                for occurrence in plain.iter().chain(summaries) {
                    let tally = &mut self.tallies[occurrence.node as usize];
                    if let Some(count) = tally.count(occurrence.role, literal) {
                        *count -= 1;
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
                let summaries = summaries(network, fact, self.with_summaries);
                for occurrence in plain.iter().chain(summaries) {
                    let tally = &mut self.tallies[occurrence.node as usize];
                    let may_force = match occurrence.role {
                        Role::Other => true,
                        // A count may become relevant because its condition holds.
                        Role::Condition { holds } => {
                            match holds == entry.literal.holds() {
                                true => tally.condition_true += 1,
                                false => tally.condition_false += 1,
                            }
                            true
                        }
                        Role::Counted { holds } if holds == entry.literal.holds() => {
                            tally.counted_true += 1;
                            tally.is_full()
                        }
                        Role::Counted { .. } => {
                            tally.counted_false += 1;
                            // A count with a maximum of 0 is full from the beginning, so that no literal that becomes true notifies it. The first one that
                            // becomes false does: its premise may not have been propagated yet.
                            let is_first = tally.max == 0 && tally.counted_false == 1;
                            is_first || tally.is_needed() || tally.possible() < tally.min
                        }
                    };
                    if !is_last && may_force {
                        let premise = network.premise_of[occurrence.node as usize];
                        if mask[premise as usize] {
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
        if let Relation::Count { .. } = self.network.nodes[at].relation {
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
        let node = &self.network.nodes[at];
        match self.tallies[at].open_condition(node)? {
            0 => Some(None),
            1 => {
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
                for i in 0..self.counted.of(at).len() {
                    let literal = self.counted.of(at)[i];
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
        let mut forced = Vec::new();
        self.effort += PER_LITERAL * self.network.nodes[at].n_literals as u64;
        self.work += self.network.nodes[at].relation.graph_size() as u64;
        let view = self.view();
        let holds = match &self.network.nodes[at].relation {
            Relation::Count { .. } => return self.propagate_count(node, depth),
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
            Relation::SingleLoop { nodes, edges } => {
                loops::propagate(*nodes, edges, view, &mut forced)
            }
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
        if !holds {
            return self.violated(node, left, depth);
        }
        if left.is_none() {
            for literal in forced {
                self.force(node, literal, depth)?;
            }
        }
        Ok(())
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
        why.extend(match relation {
            Relation::Count { of, min, max } => count_reason(of, *min, *max, view, forced),
            Relation::Groups { of, min, max } => groups::reason(of, *min, *max, view, forced),
            Relation::Total { of, min, max } => totals::reason(of, (*min, *max), view, forced),
            Relation::Regular { of, words } => regular::reason(of, words, view, forced),
            Relation::Connected { nodes, edges } => {
                connectivity::reason(*nodes, edges, view, forced)
            }
            Relation::ConnectedNodes { nodes, beside } => {
                connected_nodes::reason(nodes, beside, view, forced)
            }
            Relation::SingleLoop { nodes, edges } => loops::reason(*nodes, edges, view, forced),
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
/// than are needed, those that became true first.
fn count_reason(
    of: &[Literal],
    min: u32,
    max: u32,
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    // A maximum of 0 needs none. Such a count may have thousands of literals, each forced at once, so the list is not searched for each.
    if max == 0 && forced.is_some() {
        return Vec::new();
    }
    let trues = || of.iter().copied().filter(|&literal| view.is_true(literal));
    let (min, max) = (min as usize, max as usize);
    // The number of literals that are needed, if the true ones are the reason.
    let full = match forced {
        Some(literal) if of.contains(&literal) => None,
        Some(_) => Some(max),
        None => (trues().count() > max).then_some(max + 1),
    };
    let (mut why, needed): (Vec<Literal>, usize) = match full {
        Some(needed) => (trues().collect(), needed),
        None => {
            let opposites = of.iter().map(|literal| literal.opposite());
            let falses = opposites.filter(|&literal| view.is_true(literal));
            let needed = of.len() + usize::from(forced.is_none()) - min;
            (falses.collect(), needed)
        }
    };
    why.sort_unstable_by_key(|&literal| view.position(literal));
    why.truncate(needed);
    why
}

impl Tally {
    /// The counter that a literal changes in a role.
    pub(crate) fn count(&mut self, role: Role, literal: Literal) -> Option<&mut u32> {
        match role {
            Role::Condition { holds } if holds == literal.holds() => Some(&mut self.condition_true),
            Role::Condition { .. } => Some(&mut self.condition_false),
            Role::Counted { holds } if holds == literal.holds() => Some(&mut self.counted_true),
            Role::Counted { .. } => Some(&mut self.counted_false),
            Role::Other => None,
        }
    }
}
