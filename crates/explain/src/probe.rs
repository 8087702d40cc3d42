//! Steps by an assumption that fails: the opposite of a claim is assumed, what follows is propagated breadth first, and where that breaks a premise, the
//! premises and known claims on the way there force the claim. Over all open claims, the cheapest is taken, then made as small as can be.

use gridwright_fd::Limit;

use crate::found::Found;
use crate::knowledge::{self, Knowledge};
use crate::meter::Meter;
use crate::packed::Packed;
use crate::state::Why;
use crate::trace::{self, Trace};

/// How far assumptions are followed, one after the other, until some fail.
const DEPTHS: [u32; 3] = [2, 5, u32::MAX];

/// How many of those that fail are made small before the cheapest is chosen.
const MADE_SMALL: usize = 8;

/// What a step may cost that was found together with the last one, for it to be taken without a new search, even if it is dearer than that.
const CHEAP: u32 = 90;

/// Assumptions that failed in the last search beside the one that was told: they fail still.
#[derive(Debug, Default)]
pub(crate) struct Failed {
    kept: Vec<(u32, Packed, Trace)>,
    /// The cost of the step that was told last.
    last: u32,
}

/// The cheapest step by an assumption that fails, or one that was found with the last and is no dearer, or cheap; `None` if none does.
pub(crate) fn cheapest(
    knowledge: &mut Knowledge<'_>,
    failed: &mut Failed,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    failed
        .kept
        .retain(|(_, claim, _)| knowledge.state.is_open(claim.fact()));
    let all = failed.kept.iter().enumerate();
    let best = all.min_by_key(|(_, (cost, claim, _))| (*cost, *claim));
    if let Some((at, (cost, ..))) = best
        && *cost <= failed.last.max(CHEAP)
    {
        let (_, claim, trace) = failed.kept.swap_remove(at);
        return Ok(Some(widened(knowledge, claim, trace)));
    }
    let wrong = knowledge.wrong();
    let every = std::mem::take(&mut knowledge.every);
    let found = search(knowledge, &wrong, &every, meter);
    knowledge.every = every;
    failed.kept = found?;
    if failed.kept.is_empty() {
        return Ok(None);
    }
    let (cost, claim, trace) = failed.kept.remove(0);
    failed.last = cost;
    Ok(Some(widened(knowledge, claim, trace)))
}

/// The cheapest assumptions that fail, made small, the cheapest first.
fn search(
    knowledge: &mut Knowledge<'_>,
    wrong: &[Packed],
    every: &[bool],
    meter: &mut Meter<'_>,
) -> Result<Vec<(u32, Packed, Trace)>, Limit> {
    for deepest in DEPTHS {
        let mut failed: Vec<(u32, Packed, Trace)> = Vec::new();
        for &claim in wrong {
            if let Some(limit) = meter.over() {
                return Err(limit);
            }
            if let Some(trace) = fails(knowledge, claim, every, deepest) {
                failed.push((knowledge.cost(&trace), claim, trace));
            }
        }
        failed.sort_by_key(|(cost, claim, _)| (*cost, *claim));
        failed.truncate(MADE_SMALL);
        let small = failed.into_iter().map(|(_, claim, trace)| {
            let trace = made_small(knowledge, claim, trace);
            (knowledge.cost(&trace), claim, trace)
        });
        let mut small: Vec<(u32, Packed, Trace)> = small.collect();
        if !small.is_empty() {
            small.sort_by_key(|(cost, claim, _)| (*cost, *claim));
            return Ok(small);
        }
    }
    Ok(Vec::new())
}

/// Some step by an assumption that fails and costs no more than `most`, or else the cheapest of those that fail soonest; `None` where none does. Claims are tried from fact
/// `from` on and round.
pub(crate) fn within(
    knowledge: &mut Knowledge<'_>,
    most: u32,
    from: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let mut wrong = knowledge.wrong();
    let start = wrong.partition_point(|claim| claim.fact() < from);
    wrong.rotate_left(start);
    let every = std::mem::take(&mut knowledge.every);
    let found = search_within(knowledge, &wrong, &every, most, meter);
    knowledge.every = every;
    found
}

fn search_within(
    knowledge: &mut Knowledge<'_>,
    wrong: &[Packed],
    every: &[bool],
    most: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let step = |knowledge: &Knowledge<'_>, claim: Packed, trace: Trace| {
        Found::new(knowledge, trace, Some(claim), vec![claim.opposite()])
    };
    // Every link of a chain costs something, so that long ones are too dear.
    let longest = most.saturating_add(knowledge::FURTHER) / knowledge::FURTHER;
    for deepest in DEPTHS.map(|deepest| deepest.min(longest)) {
        let mut failed: Vec<(u32, Packed, Trace)> = Vec::new();
        for &claim in wrong {
            if let Some(limit) = meter.over() {
                return Err(limit);
            }
            let Some(trace) = fails(knowledge, claim, every, deepest) else {
                continue;
            };
            let cost = knowledge.cost(&trace);
            if cost <= most {
                return Ok(Some(step(knowledge, claim, trace)));
            }
            failed.push((cost, claim, trace));
        }
        failed.sort_by_key(|(cost, claim, _)| (*cost, *claim));
        failed.truncate(MADE_SMALL);
        let mut best: Option<Found> = None;
        for (_, claim, trace) in failed {
            let trace = made_small(knowledge, claim, trace);
            let found = step(knowledge, claim, trace);
            if best.as_ref().is_none_or(|best| found.cost < best.cost) {
                best = Some(found);
            }
            if best.as_ref().is_some_and(|best| best.cost <= most) {
                break;
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// What it rests on that an assumption fails over the premises of a mask.
pub(crate) fn fails(
    knowledge: &mut Knowledge<'_>,
    assumed: Packed,
    mask: &[bool],
    deepest: u32,
) -> Option<Trace> {
    let base = knowledge.len();
    knowledge.state.put(assumed, Why::Assumed, 0);
    let propagated = knowledge.state.propagate(mask, deepest);
    let trace = propagated
        .err()
        .map(|conflict| trace::conflict(&knowledge.state, conflict, base, &[]));
    knowledge.state.undo(base);
    trace
}

/// Leaves out premises, one after the other, as long as the assumption fails.
fn made_small(knowledge: &mut Knowledge<'_>, assumed: Packed, mut trace: Trace) -> Trace {
    let mut mask = vec![false; knowledge.net.n_premises()];
    for &premise in &trace.premises {
        mask[premise as usize] = true;
    }
    // The heaviest first: to do without them is worth most.
    let mut order = trace.premises.clone();
    order.sort_by_key(|&premise| std::cmp::Reverse(knowledge.net.weights[premise as usize]));
    for premise in order {
        if !std::mem::take(&mut mask[premise as usize]) {
            continue;
        }
        match fails(knowledge, assumed, &mask, u32::MAX) {
            Some(smaller) => {
                mask.fill(false);
                for &premise in &smaller.premises {
                    mask[premise as usize] = true;
                }
                trace = smaller;
            }
            None => mask[premise as usize] = true,
        }
    }
    trace
}

/// The step, with everything else that its premises show in the same way.
fn widened(knowledge: &mut Knowledge<'_>, assumed: Packed, mut trace: Trace) -> Found {
    let mut mask = vec![false; knowledge.net.n_premises()];
    for &premise in &trace.premises {
        mask[premise as usize] = true;
    }
    let scope = scope(knowledge, &trace.premises);
    let mut concludes = vec![assumed.opposite()];
    for claim in knowledge.wrong() {
        if claim != assumed
            && scope[claim.fact()]
            && let Some(other) = fails(knowledge, claim, &mask, u32::MAX)
        {
            trace.join(&other);
            concludes.push(claim.opposite());
        }
    }
    trace.tidy();
    Found::new(knowledge, trace, Some(assumed), concludes)
}

/// Which facts some premises speak of.
pub(crate) fn scope(knowledge: &Knowledge<'_>, premises: &[u32]) -> Vec<bool> {
    let mut scope = vec![false; knowledge.net.n_facts()];
    for &premise in premises {
        for fact in knowledge.premises[premise as usize].form.facts() {
            scope[fact] = true;
        }
    }
    scope
}
