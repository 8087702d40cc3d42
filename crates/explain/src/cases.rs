//! Steps by the cases of one premise: one of a few claims, or of a few groups of claims, must be true; whichever it is, the same follows, or the case fails. Wherever the
//! battleship lies, a cell is water.

use gridwright_fd::Limit;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::net::{Body, Node};
use crate::packed::Packed;
use crate::state::{Conflict, Why};
use crate::step;
use crate::trace::{self, Link, Trace};

/// How many cases of single claims are tried, and how many of groups.
const MOST_CLAIMS: usize = 4;
const MOST_GROUPS: usize = 12;

/// How far each case is followed.
const DEEPEST: u32 = 8;

/// How many of the claims that all cases share are looked at.
const LOOKED_AT: usize = 8;

/// A case: what was assumed, what follows, and whether that fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The premise it is a case of.
    pub(crate) premise: u32,
    pub(crate) assumed: Vec<Packed>,
    pub(crate) links: Vec<Link>,
}

/// The cheapest step by cases; `None` if there is none.
pub(crate) fn cheapest(
    knowledge: &mut Knowledge<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    cheap_enough(knowledge, 0, meter)
}

/// The first step by cases that costs no more than `enough`; where there is none, the cheapest.
pub(crate) fn cheap_enough(
    knowledge: &mut Knowledge<'_>,
    enough: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let every = std::mem::take(&mut knowledge.every);
    let mut best: Option<Found> = None;
    let mut end = Ok(());
    for node in 0..knowledge.net.nodes.len() {
        if let Some(limit) = meter.over() {
            end = Err(limit);
            break;
        }
        // The cases of a digest are those of what it says again.
        if !every[knowledge.net.nodes[node].premise as usize] {
            continue;
        }
        let Some((options, known)) = options(knowledge, node) else {
            continue;
        };
        let found = by_cases(knowledge, node, &options, known, &every);
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.cost < best.cost)
        {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.cost <= enough) {
            break;
        }
    }
    knowledge.every = every;
    end.map(|()| best)
}

/// The cases of a node, one of which must be true, and the claims by which that is so.
fn options(knowledge: &Knowledge<'_>, node: usize) -> Option<(Vec<Vec<Packed>>, Vec<Packed>)> {
    let look = knowledge.state.look();
    let is_open = |claim: &Packed| knowledge.state.is_open(claim.fact());
    let Node { when, body, .. } = &knowledge.net.nodes[node];
    if !when.iter().all(|&claim| look.is_true(claim)) {
        return None;
    }
    let mut known: Vec<Packed> = when.clone();
    match body {
        Body::Count { of, min, .. } => {
            let trues = of.iter().filter(|&&claim| look.is_true(claim)).count();
            let open: Vec<Vec<Packed>> = of
                .iter()
                .copied()
                .filter(is_open)
                .map(|claim| vec![claim])
                .collect();
            // Where all that are open are needed, or more than one, there are no cases.
            if trues + 1 != *min as usize || !(2..=MOST_CLAIMS).contains(&open.len()) {
                return None;
            }
            let falses = of.iter().copied().filter(|&claim| look.is_false(claim));
            known.extend(falses.map(Packed::opposite));
            Some((open, known))
        }
        Body::Groups { of, min, .. } => {
            let (mut full, mut open) = (0, Vec::new());
            for group in of {
                let falses = group.iter().copied().filter(|&claim| look.is_false(claim));
                if let Some(first) = falses.min_by_key(|&claim| look.place(claim)) {
                    known.push(first.opposite());
                    continue;
                }
                let left: Vec<Packed> = group.iter().copied().filter(is_open).collect();
                match left.is_empty() {
                    true => full += 1,
                    false => open.push(group.clone()),
                }
            }
            if full + 1 != *min as usize || !(2..=MOST_GROUPS).contains(&open.len()) {
                return None;
            }
            Some((open, known))
        }
        Body::Total { .. } | Body::Joined { .. } => None,
    }
}

/// Puts a case on the trail and follows it.
fn assume(
    knowledge: &mut Knowledge<'_>,
    option: &[Packed],
    every: &[bool],
) -> Result<(), Conflict> {
    for &claim in option {
        knowledge.state.put(claim, Why::Assumed, 0);
    }
    knowledge.state.propagate(every, DEEPEST)
}

fn by_cases(
    knowledge: &mut Knowledge<'_>,
    node: usize,
    options: &[Vec<Packed>],
    known: Vec<Packed>,
    every: &[bool],
) -> Option<Found> {
    let base = knowledge.len();
    let mut shared: Option<Vec<Packed>> = None;
    for option in options {
        if assume(knowledge, option, every).is_ok() {
            let look = knowledge.state.look();
            match &mut shared {
                Some(shared) => shared.retain(|&claim| look.is_true(claim)),
                None => {
                    let all = base..knowledge.len();
                    shared = Some(all.map(|place| knowledge.state.at(place).0).collect());
                }
            }
        }
        knowledge.state.undo(base);
        if shared.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
    }
    let premise = knowledge.net.nodes[node].premise;
    let start = Trace {
        premises: vec![premise],
        known,
        chain: Vec::new(),
    };
    let mut best: Option<Found> = None;
    let shared = shared.unwrap_or_default();
    for &claim in shared.iter().take(LOOKED_AT) {
        let (mut trace, mut cases) = (start.clone(), Vec::new());
        for option in options {
            let one = match assume(knowledge, option, every) {
                Err(conflict) => trace::conflict(&knowledge.state, conflict, base, &[]),
                Ok(()) => trace::claim(&knowledge.state, claim, base, &[]),
            };
            knowledge.state.undo(base);
            trace.join(&one);
            cases.push(Case {
                premise,
                assumed: option.clone(),
                links: one.chain,
            });
        }
        trace.tidy();
        let mut found = Found::new(knowledge, trace, None, vec![claim]);
        found.cases = cases;
        if best.as_ref().is_none_or(|best| found.cost < best.cost) {
            best = Some(found);
        }
    }
    best
}

/// A chain in which one case after the other fails, and then the premise they are cases of; `None` if there are no cases.
pub(crate) fn refuted(cases: &[Case]) -> Option<Vec<step::Link>> {
    let premise = cases.first()?.premise as usize;
    let failed = |case: &Case| step::Link {
        claim: None,
        premise: None,
        case: case.assumed.iter().map(|claim| claim.claim()).collect(),
        inner: case.links.iter().map(Link::told).collect(),
    };
    let mut links: Vec<step::Link> = cases.iter().map(failed).collect();
    links.push(step::Link {
        claim: None,
        premise: Some(premise),
        case: Vec::new(),
        inner: Vec::new(),
    });
    Some(links)
}
