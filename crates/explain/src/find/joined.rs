//! One step that stands for several: a placement with few alternatives, each of which fails by a short chain, or several assumptions that fail in the same way.

use gridwright_puzzles::Claim;

use crate::find::deduction::{Case, Deduction};
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::network::{Node, Relation};
use crate::find::sources::failed_literal::{fails, minimize};
use crate::find::trace::Trace;
use crate::step::Step;

/// The maximum number of alternatives besides the placement.
const MAX_FAILED: usize = 4;

/// The depth to which an alternative is propagated.
const MAX_DEPTH: u32 = 5;

/// The step by cases for a placement that another step makes by a count. Each chain costs at most `max_cost`; the step costs that much.
pub(crate) fn step(
    knowledge: &mut Knowledge<'_>,
    placing: &Step,
    max_cost: u32,
    limits: &mut LimitCheck,
) -> Option<Deduction> {
    let ([premise], [claim]) = (&placing.premises[..], &placing.concludes[..]) else {
        return None;
    };
    let placed = Literal::from(*claim);
    if !placing.chain.links.is_empty() || !placed.holds() {
        return None;
    }
    let network = knowledge.network;
    let mut nodes = network.nodes[network.nodes_of(*premise)].iter();
    let (failing, known) = nodes.find_map(|node| alternatives(knowledge, node, placed))?;
    let premise = *premise as u32;
    let mut trace = Trace {
        premises: vec![premise],
        known,
        chain: Vec::new(),
    };
    let mut cases = Vec::new();
    for literal in failing {
        let mut one = fails(knowledge, literal, &network.no_summary, MAX_DEPTH)?;
        minimize(knowledge, literal, &mut one, limits).ok()?;
        if knowledge.cost(&one) > max_cost {
            return None;
        }
        trace.join(&one);
        cases.push(Case {
            premise,
            assumed: vec![literal],
            links: one.chain,
        });
    }
    cases.push(Case {
        premise,
        assumed: vec![placed],
        links: Vec::new(),
    });
    trace.normalize();
    let mut found = Deduction::new(knowledge, trace, None, vec![placed]);
    found.cases = cases;
    found.cost = max_cost;
    Some(found)
}

/// The deduction of two steps that fail in the same way, with some conclusions of the second. It has the chain of the first, and costs as much as the harder one.
pub(crate) fn alike(
    knowledge: &Knowledge<'_>,
    step: &Step,
    other: &Step,
    news: &[Claim],
) -> Deduction {
    let literals = |claims: &[Claim]| claims.iter().map(|&claim| Literal::from(claim)).collect();
    let mut trace = Trace {
        premises: step.premises.iter().map(|&one| one as u32).collect(),
        known: literals(&step.used),
        chain: step.chain.links.clone(),
    };
    trace.join(&Trace {
        premises: other.premises.iter().map(|&one| one as u32).collect(),
        known: literals(&other.used),
        chain: Vec::new(),
    });
    trace.normalize();
    let mut concludes: Vec<Literal> = literals(&step.concludes);
    for &claim in news {
        if !step.concludes.contains(&claim) {
            concludes.push(claim.into());
        }
    }
    let assumed = step.chain.assumed.map(Literal::from);
    let mut found = Deduction::new(knowledge, trace, assumed, concludes);
    found.cost = step.cost.max(other.cost);
    found
}

/// The open literals of a count besides one, and the known literals that exclude the others, if exactly one more must be true.
fn alternatives(
    knowledge: &Knowledge<'_>,
    node: &Node,
    placed: Literal,
) -> Option<(Vec<Literal>, Vec<Literal>)> {
    let Relation::Count { of, min, .. } = &node.relation else {
        return None;
    };
    let view = knowledge.state.view();
    let is_met = node.condition.iter().all(|&literal| view.is_true(literal));
    if !is_met || !of.contains(&placed) || !view.is_open(placed) {
        return None;
    }
    let n_true = of.iter().filter(|&&literal| view.is_true(literal)).count();
    let open: Vec<Literal> = of
        .iter()
        .copied()
        .filter(|&literal| literal != placed && view.is_open(literal))
        .collect();
    let falses = of.iter().map(|literal| literal.opposite());
    let falses = falses.filter(|&literal| view.is_true(literal));
    let known = node.condition.iter().copied().chain(falses).collect();
    let has_few = (1..=MAX_FAILED).contains(&open.len());
    (n_true + 1 == *min as usize && has_few).then_some((open, known))
}
