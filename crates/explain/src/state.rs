//! What is known of facts while steps are looked for: the claims in the order they became true, each with what made it so, and propagation over the nodes
//! of the network, breadth first, so that what is nearest is found first.
//!
//! The claims at the bottom of the trail are known for good. Above them stand an assumption and what follows from it, until it is taken back.

use crate::net::{Body, Net, Node, Role};
use crate::packed::Packed;
use crate::{counts, groups, joined, totals};

/// What is known, and the trail that takes it back.
#[derive(Debug)]
pub(crate) struct State<'n> {
    pub(crate) net: &'n Net,
    /// Of every fact: 0 is open, 1 true, -1 false.
    truth: Vec<i8>,
    /// Of every fact, where on the trail it stands.
    place: Vec<u32>,
    trail: Vec<Entry>,
    /// Up to where the nodes were told.
    head: usize,
    tallies: Vec<Tally>,
    /// Nodes to be looked at as a whole.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// Whether digests are told what becomes true: not while assumptions are followed. It changes only where nothing stands above what is known for good.
    pub(crate) tells_digests: bool,
}

/// A claim on the trail.
#[derive(Clone, Copy, Debug)]
struct Entry {
    claim: Packed,
    why: Why,
    /// How many links it is away from the assumption.
    depth: u32,
}

/// What made a claim true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It was known.
    Known,
    /// It is assumed.
    Assumed,
    /// A node forced it.
    Node(u32),
    /// An assumption made under an assumption failed; the number is the finder's.
    Failed(u32),
}

/// What a node was told.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    when_true: u32,
    when_false: u32,
    counted_true: u32,
    counted_false: u32,
}

/// A node that cannot hold any more, or that forces what is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    pub(crate) node: u32,
    pub(crate) forced: Option<Packed>,
}

/// What was known before some place of the trail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    truth: &'a [i8],
    place: &'a [u32],
    before: u32,
}

impl Look<'_> {
    pub(crate) fn is_true(&self, claim: Packed) -> bool {
        let truth = self.truth[claim.fact()];
        truth != 0 && (truth > 0) == claim.holds() && self.place[claim.fact()] < self.before
    }

    pub(crate) fn is_false(&self, claim: Packed) -> bool {
        self.is_true(claim.opposite())
    }

    /// Where a claim that is true or false stands.
    pub(crate) fn place(&self, claim: Packed) -> u32 {
        self.place[claim.fact()]
    }
}

impl<'n> State<'n> {
    pub(crate) fn new(net: &'n Net) -> State<'n> {
        State {
            net,
            truth: vec![0; net.n_facts()],
            place: vec![0; net.n_facts()],
            trail: Vec::with_capacity(net.n_facts()),
            head: 0,
            tallies: vec![Tally::default(); net.nodes.len()],
            waiting: Vec::new(),
            is_waiting: vec![false; net.nodes.len()],
            tells_digests: true,
        }
    }

    pub(crate) fn is_open(&self, fact: usize) -> bool {
        self.truth[fact] == 0
    }

    /// Everything that is known now.
    pub(crate) fn look(&self) -> Look<'_> {
        self.look_before(u32::MAX)
    }

    /// What was known before a place of the trail.
    pub(crate) fn look_before(&self, before: u32) -> Look<'_> {
        Look {
            truth: &self.truth,
            place: &self.place,
            before,
        }
    }

    /// How many claims are on the trail.
    pub(crate) fn len(&self) -> usize {
        self.trail.len()
    }

    /// The claim at a place of the trail and what made it true.
    pub(crate) fn at(&self, place: usize) -> (Packed, Why) {
        let entry = &self.trail[place];
        (entry.claim, entry.why)
    }

    /// How far a place of the trail is from the assumption.
    pub(crate) fn depth(&self, place: usize) -> u32 {
        self.trail[place].depth
    }

    /// Where a fact that is not open stands on the trail.
    pub(crate) fn place(&self, fact: usize) -> usize {
        self.place[fact] as usize
    }

    /// Puts a claim on the trail; false if its opposite is there.
    pub(crate) fn put(&mut self, claim: Packed, why: Why, depth: u32) -> bool {
        let fact = claim.fact();
        if self.truth[fact] != 0 {
            return (self.truth[fact] > 0) == claim.holds();
        }
        self.truth[fact] = if claim.holds() { 1 } else { -1 };
        self.place[fact] = self.trail.len() as u32;
        self.trail.push(Entry { claim, why, depth });
        true
    }

    /// What stands above a place is known for good from now on.
    pub(crate) fn settle(&mut self, from: usize) {
        for entry in &mut self.trail[from..] {
            entry.why = Why::Known;
            entry.depth = 0;
        }
    }

    /// Takes back everything from a place of the trail on.
    pub(crate) fn undo(&mut self, to: usize) {
        let net = self.net;
        while self.trail.len() > to {
            let at = self.trail.len() - 1;
            let claim = self.trail[at].claim;
            if at < self.head {
                for used in net.uses(claim.fact(), self.tells_digests) {
                    let tally = &mut self.tallies[used.node as usize];
                    let count = tally.count(used.role, claim);
                    if let Some(count) = count {
                        *count -= 1;
                    }
                }
            }
            self.truth[claim.fact()] = 0;
            self.trail.pop();
        }
        self.head = self.head.min(to);
        self.forget_waiting();
    }

    fn forget_waiting(&mut self) {
        for node in self.waiting.drain(..) {
            self.is_waiting[node as usize] = false;
        }
    }

    /// Propagates what was put on the trail over the premises of a mask, not farther than so deep.
    pub(crate) fn propagate(&mut self, mask: &[bool], deepest: u32) -> Result<(), Conflict> {
        let net = self.net;
        loop {
            while let Some(&entry) = self.trail.get(self.head) {
                self.head += 1;
                for used in net.uses(entry.claim.fact(), self.tells_digests) {
                    let tally = &mut self.tallies[used.node as usize];
                    if let Some(count) = tally.count(used.role, entry.claim) {
                        *count += 1;
                    }
                }
                if entry.depth >= deepest {
                    continue;
                }
                for used in net.uses(entry.claim.fact(), self.tells_digests) {
                    let node = &net.nodes[used.node as usize];
                    if mask[node.premise as usize] {
                        self.notice(used.node, entry.depth + 1)?;
                    }
                }
            }
            let Some(node) = self.waiting.pop() else {
                return Ok(());
            };
            self.is_waiting[node as usize] = false;
            let depth = self.trail.last().map_or(0, |entry| entry.depth) + 1;
            self.examine(node, depth)?;
        }
    }

    /// Looks at the nodes of one premise, and goes on from what they force over that premise alone.
    pub(crate) fn propagate_one(&mut self, premise: usize, mask: &[bool]) -> Result<(), Conflict> {
        for node in self.net.of_premise(premise) {
            self.notice(node as u32, 1)?;
        }
        self.propagate(mask, u32::MAX)
    }

    /// A node hears of a change: a count is looked at now, a body that is looked at as a whole waits.
    fn notice(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        if let Body::Count { .. } = self.net.nodes[at].body {
            return self.count(node, depth);
        }
        if !self.is_waiting[at] {
            self.is_waiting[at] = true;
            self.waiting.push(node);
        }
        Ok(())
    }

    /// Whether the condition of a node holds (`Some(None)`), holds but for one claim (`Some(Some(claim))`), or is out of question.
    fn condition(&self, at: usize) -> Option<Option<Packed>> {
        let (tally, node) = (&self.tallies[at], &self.net.nodes[at]);
        if tally.when_false > 0 {
            return None;
        }
        match node.when.len() as u32 - tally.when_true {
            0 => Some(None),
            1 => {
                let told = |claim: &&Packed| self.look_before(self.head as u32).is_true(**claim);
                let left = node.when.iter().find(|claim| !told(claim));
                left.map(|&claim| Some(claim))
            }
            _ => None,
        }
    }

    fn count(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        let Body::Count { of, min, max } = &self.net.nodes[at].body else {
            return Ok(());
        };
        let tally = self.tallies[at];
        let possible = of.len() as u32 - tally.counted_false;
        let is_broken = tally.counted_true > *max || possible < *min;
        let full = tally.counted_true == *max && possible > *max;
        let needed = possible == *min && tally.counted_true < *min;
        if !(is_broken || full || needed) {
            return Ok(());
        }
        match self.condition(at) {
            None => Ok(()),
            Some(left) if is_broken => self.broken(node, left, depth),
            Some(Some(_)) => Ok(()),
            Some(None) => {
                for &claim in of {
                    if self.truth[claim.fact()] == 0 {
                        let forced = if needed { claim } else { claim.opposite() };
                        self.force(node, forced, depth)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Looks at a body as a whole.
    fn examine(&mut self, node: u32, depth: u32) -> Result<(), Conflict> {
        let at = node as usize;
        let Some(left) = self.condition(at) else {
            return Ok(());
        };
        let mut forced = Vec::new();
        let body = &self.net.nodes[at].body;
        let holds = match body {
            Body::Count { .. } => return self.count(node, depth),
            Body::Groups { of, min, max } => {
                groups::examine(of, *min, *max, self.look(), &mut forced)
            }
            Body::Total { of, min, max } => {
                totals::examine(of, (*min, *max), self.look(), &mut forced)
            }
            Body::Joined { nodes, edges } => {
                joined::examine(*nodes, edges, self.look(), &mut forced)
            }
        };
        if !holds {
            return self.broken(node, left, depth);
        }
        if left.is_none() {
            for claim in forced {
                self.force(node, claim, depth)?;
            }
        }
        Ok(())
    }

    /// A node that cannot hold: its condition does not, or there is a conflict.
    fn broken(&mut self, node: u32, left: Option<Packed>, depth: u32) -> Result<(), Conflict> {
        match left {
            None => Err(Conflict { node, forced: None }),
            Some(claim) => self.force(node, claim.opposite(), depth),
        }
    }

    fn force(&mut self, node: u32, claim: Packed, depth: u32) -> Result<(), Conflict> {
        if self.put(claim, Why::Node(node), depth) {
            return Ok(());
        }
        Err(Conflict {
            node,
            forced: Some(claim),
        })
    }

    /// The claims, known before a place of the trail, by which a node forces a claim, or cannot hold.
    pub(crate) fn reason(&self, node: u32, forced: Option<Packed>, before: u32) -> Vec<Packed> {
        let look = self.look_before(before);
        let Node { when, body, .. } = &self.net.nodes[node as usize];
        let against_condition = forced.filter(|claim| when.contains(&claim.opposite()));
        let mut why: Vec<Packed> = when.clone();
        let forced = match against_condition {
            Some(claim) => {
                why.retain(|other| *other != claim.opposite());
                None
            }
            None => forced,
        };
        match body {
            Body::Count { of, min, max } => {
                why.extend(counts::reason(of, *min, *max, look, forced));
            }
            Body::Groups { of, min, max } => {
                why.extend(groups::reason(of, *min, *max, look, forced));
            }
            Body::Total { of, min, max } => {
                why.extend(totals::reason(of, (*min, *max), look, forced));
            }
            Body::Joined { nodes, edges } => {
                why.extend(joined::reason(*nodes, edges, look, forced));
            }
        }
        why
    }
}

impl Tally {
    /// The counter that a claim moves in a role.
    fn count(&mut self, role: Role, claim: Packed) -> Option<&mut u32> {
        match role {
            Role::When { holds } if holds == claim.holds() => Some(&mut self.when_true),
            Role::When { .. } => Some(&mut self.when_false),
            Role::Counted { holds } if holds == claim.holds() => Some(&mut self.counted_true),
            Role::Counted { .. } => Some(&mut self.counted_false),
            Role::Within => None,
        }
    }
}
