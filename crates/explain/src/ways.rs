//! Steps by all ways of some premises together: so many groups of each must be true, or one number of every list that add up to a total, and of all choices few are left that
//! do not fail; what these share, follows. The long ships of a fleet lie in one of six ways, and in all of them a cell is water.
//!
//! The choices are a tree, one group after the other, each followed by propagation over all premises. What a person is told are the ways that are left; the checker is told the
//! whole tree.

use gridwright_fd::Limit;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::net::Body;
use crate::packed::Packed;
use crate::state::{Conflict, Look, Why};
use crate::step;
use crate::trace::{self, Link, Trace};

/// How many choices are followed before it is given up to try all ways of some premises: few at first, so that a small tree is told rather than a large one.
const MOST_TRIED: [u32; 2] = [150, 4_000];

/// How many ways a total may have for them to be tried.
const MOST_OF_TOTAL: usize = 400;

/// What each choice that is followed costs a person, beside the rules and facts.
const CHOICE: u32 = 2;

/// The ways that are left, and the tree of all that were tried.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    /// For every way that is left, the groups that are true in it.
    pub(crate) left: Vec<Vec<Vec<Packed>>>,
    /// The tree: each choice as a case, with its own cases inside, or the chain to where it fails or to what is concluded.
    pub(crate) tree: Vec<step::Link>,
}

/// The first of the lists of premises whose ways share something, with all that they share.
pub(crate) fn first(
    knowledge: &mut Knowledge<'_>,
    lists: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let every = std::mem::take(&mut knowledge.every);
    let found = search(knowledge, lists, &every, meter);
    knowledge.every = every;
    found
}

fn search(
    knowledge: &mut Knowledge<'_>,
    lists: &[Vec<usize>],
    every: &[bool],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let nodes = lists.iter().map(|list| choices_of(knowledge, list));
    let mut lists: Vec<Vec<u32>> = nodes.filter(|nodes| !nodes.is_empty()).collect();
    for most in MOST_TRIED {
        let mut cut_short = Vec::new();
        for nodes in lists {
            let mut survey = Survey {
                nodes: &nodes,
                every,
                base: knowledge.len(),
                way: Vec::new(),
                left: Vec::new(),
                shared: None,
                tried: 0,
                most,
            };
            let end = survey.of_all(knowledge, &mut Vec::new(), meter);
            let (base, tried, left) = (survey.base, survey.tried, survey.left);
            let shared = survey.shared.unwrap_or_default();
            knowledge.state.undo(base);
            match end {
                Err(Cut::Limit(limit)) => return Err(limit),
                Err(Cut::TooMany) => cut_short.push(nodes),
                Err(Cut::NothingShared) => {}
                Ok(()) if shared.is_empty() => {}
                Ok(()) => {
                    let mut found = told(knowledge, &nodes, every, left, shared);
                    found.cost += CHOICE * tried;
                    return Ok(Some(found));
                }
            }
        }
        lists = cut_short;
    }
    Ok(None)
}

/// The nodes of some premises that leave a choice: those that count groups, and totals.
fn choices_of(knowledge: &Knowledge<'_>, premises: &[usize]) -> Vec<u32> {
    let nodes = premises
        .iter()
        .flat_map(|&premise| knowledge.net.of_premise(premise));
    let counts = |&node: &usize| {
        let node = &knowledge.net.nodes[node];
        node.when.is_empty() && matches!(node.body, Body::Groups { .. } | Body::Total { .. })
    };
    nodes.filter(counts).map(|node| node as u32).collect()
}

/// Why the ways were not all tried.
enum Cut {
    /// There are too many.
    TooMany,
    /// Those that are left so far share nothing.
    NothingShared,
    Limit(Limit),
}

/// A choice on the way down: the node by its place in the list, and which of its options.
type Choice = (usize, usize);

/// What a node leaves to choose.
#[derive(Default)]
struct Standing {
    /// The options that are neither true nor false yet, each by its number.
    open: Vec<(usize, Vec<Packed>)>,
    /// The claims by which there are no others.
    against: Vec<Packed>,
    /// Whether one more of them must be true.
    is_wanting: bool,
}

fn standing(knowledge: &Knowledge<'_>, node: u32) -> Option<Standing> {
    let look = knowledge.state.look();
    match &knowledge.net.nodes[node as usize].body {
        Body::Groups { of, min, .. } => Some(of_groups(of, *min, look)),
        Body::Total { of, min, max } => of_total(of, (*min, *max), look),
        Body::Count { .. } | Body::Joined { .. } => None,
    }
}

fn of_groups(of: &[Vec<Packed>], min: u32, look: Look<'_>) -> Standing {
    let mut standing = Standing::default();
    let mut full = 0;
    for (at, group) in of.iter().enumerate() {
        let falses = group.iter().copied().filter(|&claim| look.is_false(claim));
        if let Some(first) = falses.min_by_key(|&claim| look.place(claim)) {
            standing.against.push(first.opposite());
        } else if group.iter().all(|&claim| look.is_true(claim)) {
            full += 1;
        } else {
            standing.open.push((at, group.clone()));
        }
    }
    standing.is_wanting = full < min;
    standing
}

/// All ways to make a total of the lists that have no number yet; `None` where they are too many.
fn of_total(of: &[Vec<(Packed, i64)>], (min, max): (i64, i64), look: Look<'_>) -> Option<Standing> {
    let mut standing = Standing::default();
    let mut settled = 0;
    let mut lists: Vec<Vec<(Packed, i64)>> = Vec::new();
    for list in of {
        if let Some(&(claim, number)) = list.iter().find(|(claim, _)| look.is_true(*claim)) {
            standing.against.push(claim);
            settled += number;
            continue;
        }
        let (out, left): (Vec<_>, Vec<_>) = list
            .iter()
            .copied()
            .partition(|&(claim, _)| look.is_false(claim));
        standing
            .against
            .extend(out.iter().map(|(claim, _)| claim.opposite()));
        lists.push(left);
    }
    standing.is_wanting = !lists.is_empty();
    let mut ways: Vec<(i64, Vec<Packed>)> = vec![(settled, Vec::new())];
    for (at, list) in lists.iter().enumerate() {
        // What the lists after this one add at least and at most.
        let rest = lists[at + 1..].iter();
        let (mut least, mut most) = (0, 0);
        for list in rest {
            let numbers = || list.iter().map(|(_, number)| *number);
            least += numbers().min().unwrap_or(0);
            most += numbers().max().unwrap_or(0);
        }
        let mut longer = Vec::new();
        for (sum, way) in &ways {
            for &(claim, number) in list {
                let sum = sum + number;
                if sum + least <= max && sum + most >= min {
                    let mut way = way.clone();
                    way.push(claim);
                    longer.push((sum, way));
                }
            }
        }
        ways = longer;
        if ways.len() > MOST_OF_TOTAL {
            return None;
        }
    }
    standing.open = ways.into_iter().map(|(_, way)| way).enumerate().collect();
    Some(standing)
}

/// The node to choose of next, with what it leaves; none where every node has what it needs.
fn wanting(
    knowledge: &Knowledge<'_>,
    nodes: &[u32],
    path: &[Choice],
) -> Result<Option<(usize, Standing)>, Cut> {
    for (at, &node) in nodes.iter().enumerate() {
        let mut standing = standing(knowledge, node).ok_or(Cut::TooMany)?;
        if standing.is_wanting {
            // Groups of a node are chosen in order: those before the last one chosen were tried with it.
            let last = path.iter().rev().find(|(node, _)| *node == at);
            if let Some(&(_, last)) = last {
                standing.open.retain(|(option, _)| *option > last);
            }
            return Ok(Some((at, standing)));
        }
    }
    Ok(None)
}

/// Makes a choice and follows it.
fn choose(
    knowledge: &mut Knowledge<'_>,
    claims: &[Packed],
    every: &[bool],
) -> Result<(), Conflict> {
    for &claim in claims {
        knowledge.state.put(claim, Why::Assumed, 0);
    }
    knowledge.state.propagate(every, u32::MAX)
}

/// A walk over all ways.
struct Survey<'a> {
    nodes: &'a [u32],
    every: &'a [bool],
    base: usize,
    /// What is chosen on the way down.
    way: Vec<Vec<Packed>>,
    left: Vec<Vec<Vec<Packed>>>,
    shared: Option<Vec<Packed>>,
    tried: u32,
    most: u32,
}

impl Survey<'_> {
    fn of_all(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        path: &mut Vec<Choice>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Cut> {
        let Some((at, standing)) = wanting(knowledge, self.nodes, path)? else {
            return self.leaf(knowledge);
        };
        for (option, claims) in standing.open {
            if let Some(limit) = meter.over() {
                return Err(Cut::Limit(limit));
            }
            self.tried += 1;
            if self.tried > self.most {
                return Err(Cut::TooMany);
            }
            let before = knowledge.len();
            if choose(knowledge, &claims, self.every).is_ok() {
                path.push((at, option));
                self.way.push(claims);
                self.of_all(knowledge, path, meter)?;
                self.way.pop();
                path.pop();
            }
            knowledge.state.undo(before);
        }
        Ok(())
    }

    /// A way that does not fail.
    fn leaf(&mut self, knowledge: &Knowledge<'_>) -> Result<(), Cut> {
        let look = knowledge.state.look();
        match &mut self.shared {
            Some(shared) => shared.retain(|&claim| look.is_true(claim)),
            None => {
                let all = self.base..knowledge.len();
                let claims = all.map(|place| knowledge.state.at(place).0);
                self.shared = Some(claims.collect());
            }
        }
        self.left.push(self.way.clone());
        match self.shared.as_ref().is_none_or(Vec::is_empty) {
            true => Err(Cut::NothingShared),
            false => Ok(()),
        }
    }
}

/// The step: what all ways that are left share, and the tree that shows it.
fn told(
    knowledge: &mut Knowledge<'_>,
    nodes: &[u32],
    every: &[bool],
    left: Vec<Vec<Vec<Packed>>>,
    shared: Vec<Packed>,
) -> Found {
    let mut telling = Telling {
        nodes,
        every,
        base: knowledge.len(),
        goal: &shared,
        trace: Trace::default(),
    };
    let tree = telling.tree(knowledge, &mut Vec::new());
    let mut trace = telling.trace;
    trace.tidy();
    let mut found = Found::new(knowledge, trace, None, shared);
    found.ways = Some(Ways { left, tree });
    found
}

/// The same walk, told to the checker.
struct Telling<'a> {
    nodes: &'a [u32],
    every: &'a [bool],
    base: usize,
    goal: &'a [Packed],
    trace: Trace,
}

impl Telling<'_> {
    fn tree(&mut self, knowledge: &mut Knowledge<'_>, path: &mut Vec<Choice>) -> Vec<step::Link> {
        let wanting = wanting(knowledge, self.nodes, path);
        let Some((at, standing)) = wanting.ok().flatten() else {
            let chain = trace::claims(&knowledge.state, self.goal, self.base, &[]);
            return self.links(chain);
        };
        let node = self.nodes[at];
        let premise = knowledge.net.nodes[node as usize].premise;
        // Before the cases: why there are no others.
        let against = trace::claims(&knowledge.state, &standing.against, self.base, &[]);
        let mut links = self.links(against);
        for (option, claims) in standing.open {
            let before = knowledge.len();
            let inner = match choose(knowledge, &claims, self.every) {
                Err(conflict) => {
                    let chain = trace::conflict(&knowledge.state, conflict, self.base, &[]);
                    self.links(chain)
                }
                Ok(()) => {
                    path.push((at, option));
                    let inner = self.tree(knowledge, path);
                    path.pop();
                    inner
                }
            };
            knowledge.state.undo(before);
            links.push(step::Link {
                claim: None,
                premise: None,
                case: claims.iter().map(|claim| claim.claim()).collect(),
                inner,
            });
        }
        self.trace.premises.push(premise);
        links.push(step::Link {
            claim: None,
            premise: Some(premise as usize),
            case: Vec::new(),
            inner: Vec::new(),
        });
        links
    }

    /// A chain as it is told; what it rests on is noted.
    fn links(&mut self, chain: Trace) -> Vec<step::Link> {
        self.trace.join(&chain);
        chain.chain.iter().map(Link::told).collect()
    }
}
