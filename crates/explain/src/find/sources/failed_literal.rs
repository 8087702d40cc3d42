//! Steps by failed literals: assume a literal, propagate breadth first, and if a premise is violated, its opposite follows from the
//! premises and known literals of the conflict.

use gridwright_fd::Limit;

use crate::find::deduction::{Deduction, cheaper};
use crate::find::knowledge::{ADDITIONAL_PREMISE, Knowledge};
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::trace::{self, Trace};

/// Assumptions are propagated to each of these depths in turn, until some fail.
const DEPTHS: [u32; 3] = [2, 5, u32::MAX];

/// How many of the failed literals are minimised before the cheapest is chosen.
const MINIMIZED: usize = 8;

/// A literal that failed in the last search is taken up to this cost, even if it costs more than the last step.
const CHEAP: u32 = 90;

/// A literal that failed, with the cost of the step.
type Failure = (u32, Literal, Trace);

/// Literals that failed in the last search, except the one that became a step. They still fail.
#[derive(Debug, Default)]
pub(crate) struct FailedLiterals {
    kept: Vec<Failure>,
    /// The cost of the last step.
    last: u32,
}

/// The cheapest step by a failed literal. One that the last search found is taken without a new search if it costs no more than the last step, or
/// at most `CHEAP`.
pub(crate) fn cheapest(
    knowledge: &mut Knowledge<'_>,
    failed: &mut FailedLiterals,
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let is_open = |(_, literal, _): &Failure| knowledge.state.is_open(literal.fact());
    failed.kept.retain(is_open);
    let kept = failed.kept.iter().enumerate();
    let best = kept.min_by_key(|(_, failure)| order(failure));
    if let Some((at, (cost, ..))) = best
        && *cost <= failed.last.max(CHEAP)
    {
        let (_, literal, trace) = failed.kept.swap_remove(at);
        return Ok(Some(widen(knowledge, literal, trace)));
    }
    failed.kept = search(knowledge, limits)?;
    if failed.kept.is_empty() {
        return Ok(None);
    }
    let (cost, literal, trace) = failed.kept.remove(0);
    failed.last = cost;
    Ok(Some(widen(knowledge, literal, trace)))
}

fn order((cost, literal, _): &Failure) -> (u32, Literal) {
    (*cost, *literal)
}

/// The cheapest failed literals, minimised, the cheapest first.
fn search(knowledge: &mut Knowledge<'_>, limits: &mut LimitCheck) -> Result<Vec<Failure>, Limit> {
    let literals = knowledge.false_literals();
    for max_depth in DEPTHS {
        let mut failed = failures(knowledge, &literals, max_depth, None, limits)?;
        for (cost, literal, trace) in &mut failed {
            minimize(knowledge, *literal, trace);
            *cost = knowledge.cost(trace);
        }
        if !failed.is_empty() {
            failed.sort_by_key(order);
            return Ok(failed);
        }
    }
    Ok(Vec::new())
}

/// The cheapest literals that fail at a depth, the cheapest first; only the first that costs at most `max_cost`, if there is one.
fn failures(
    knowledge: &mut Knowledge<'_>,
    literals: &[Literal],
    max_depth: u32,
    max_cost: Option<u32>,
    limits: &mut LimitCheck,
) -> Result<Vec<Failure>, Limit> {
    let mut failed: Vec<Failure> = Vec::new();
    for &literal in literals {
        limits.check()?;
        let mask = &knowledge.network.no_summary;
        let Some(trace) = fails(knowledge, literal, mask, max_depth) else {
            continue;
        };
        let cost = knowledge.cost(&trace);
        if max_cost.is_some_and(|max| cost <= max) {
            return Ok(vec![(cost, literal, trace)]);
        }
        failed.push((cost, literal, trace));
    }
    failed.sort_by_key(order);
    failed.truncate(MINIMIZED);
    Ok(failed)
}

/// The first step by a failed literal that costs at most `max_cost`, or else the cheapest of those that fail at the least depth.
/// Literals are tried from fact `from` on, then those before it.
pub(crate) fn within(
    knowledge: &mut Knowledge<'_>,
    max_cost: u32,
    from: usize,
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let mut literals = knowledge.false_literals();
    let start = literals.partition_point(|literal| literal.fact() < from);
    literals.rotate_left(start);
    // Every link of a chain adds to its cost, so longer chains cost too much.
    let longest = max_cost.saturating_add(ADDITIONAL_PREMISE) / ADDITIONAL_PREMISE;
    for max_depth in DEPTHS.map(|depth| depth.min(longest)) {
        let mut best: Option<Deduction> = None;
        for (cost, literal, mut trace) in
            failures(knowledge, &literals, max_depth, Some(max_cost), limits)?
        {
            if cost > max_cost {
                minimize(knowledge, literal, &mut trace);
            }
            let step = Deduction::new(knowledge, trace, Some(literal), vec![literal.opposite()]);
            best = cheaper(best, Some(step));
            if best.as_ref().is_some_and(|best| best.cost <= max_cost) {
                break;
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// The causes of the conflict, if a literal fails over the premises of a mask.
fn fails(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    mask: &[bool],
    max_depth: u32,
) -> Option<Trace> {
    let state = &mut knowledge.state;
    let base = state.len();
    let propagated = state.assume(&[assumed], mask, max_depth);
    let trace = propagated
        .err()
        .map(|conflict| trace::conflict(state, conflict, base, &[]));
    state.undo(base);
    trace
}

/// Leaves out premises, one after the other, as long as the literal still fails.
fn minimize(knowledge: &mut Knowledge<'_>, assumed: Literal, trace: &mut Trace) {
    let network = knowledge.network;
    let mut mask = network.mask(&trace.premises);
    let mut order = trace.premises.clone();
    order.sort_by_key(|&premise| std::cmp::Reverse(network.weights[premise as usize]));
    for premise in order {
        if !std::mem::take(&mut mask[premise as usize]) {
            continue;
        }
        match fails(knowledge, assumed, &mask, u32::MAX) {
            Some(smaller) => {
                mask = network.mask(&smaller.premises);
                *trace = smaller;
            }
            None => mask[premise as usize] = true,
        }
    }
}

/// The step, with all other literals that fail over the same premises.
fn widen(knowledge: &mut Knowledge<'_>, assumed: Literal, mut trace: Trace) -> Deduction {
    let mask = knowledge.network.mask(&trace.premises);
    let scope = knowledge.scope(&trace.premises);
    let mut concludes = vec![assumed.opposite()];
    for literal in knowledge.false_literals() {
        if literal != assumed
            && scope[literal.fact()]
            && let Some(other) = fails(knowledge, literal, &mask, u32::MAX)
        {
            trace.join(&other);
            concludes.push(literal.opposite());
        }
    }
    trace.normalize();
    Deduction::new(knowledge, trace, Some(assumed), concludes)
}
