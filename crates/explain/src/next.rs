//! Where the next step comes from: the ways to find one, the easiest first.

use gridwright_fd::Limit;
use gridwright_puzzles::AnyInstance;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::probe::Failed;
use crate::single::Singles;
use crate::{cases, nested, probe, sets, ways};

/// The cost up to which a set that the kind suggests is taken without trying assumptions, and up to which an assumption is without trying cases.
const CHEAP_SET: u32 = 90;
const CHEAP_ASSUMPTION: u32 = 240;

/// The next step: of one premise, of a set that the kind suggests, by an assumption, by all ways of some premises, by assumptions under an assumption.
pub(crate) fn next_step<'n>(
    instance: &dyn AnyInstance,
    knowledge: &mut Knowledge<'n>,
    singles: &mut Singles<'n>,
    failed: &mut Failed,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    if let Some(found) = singles.cheapest(knowledge) {
        return Ok(Some(found));
    }
    knowledge.state.tells_digests = false;
    let found = beyond_one(instance, knowledge, failed, meter);
    knowledge.state.tells_digests = true;
    found
}

/// The next step, where no premise on its own has one.
fn beyond_one(
    instance: &dyn AnyInstance,
    knowledge: &mut Knowledge<'_>,
    failed: &mut Failed,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let is_dear = |best: &Option<Found>, most: u32| {
        let best = best.as_ref();
        best.is_none_or(|best| best.cost > most)
    };
    let suggested = instance.suggest(&knowledge.known());
    let mut best = sets::first(knowledge, &suggested, meter)?;
    if is_dear(&best, CHEAP_SET) {
        best = cheaper(best, probe::cheapest(knowledge, failed, meter)?);
    }
    if is_dear(&best, CHEAP_ASSUMPTION) {
        best = cheaper(best, cases::cheapest(knowledge, meter)?);
    }
    if best.is_some() {
        return Ok(best);
    }
    // What takes more than one assumption is told only where nothing else is left: all ways of what people try together, and else whatever fails.
    let together = instance.case_splits(&knowledge.known());
    match ways::first(knowledge, &together, meter)? {
        Some(found) => Ok(Some(found)),
        None => nested::cheap(knowledge, meter),
    }
}

/// The cheaper of two steps; of two that cost the same, the first, which is the simpler way.
fn cheaper(first: Option<Found>, second: Option<Found>) -> Option<Found> {
    match (&first, &second) {
        (Some(one), Some(other)) if one.cost <= other.cost => first,
        (_, Some(_)) => second,
        (_, None) => first,
    }
}

/// A step of one premise or of a set that the kind suggests, or else any that costs no more than `most`, whichever is found first; a dear one, or none, where there
/// is none. Claims are assumed to be wrong from fact `from` on. Nobody looks for assumptions under assumptions here.
pub(crate) fn step_within<'n>(
    instance: &dyn AnyInstance,
    knowledge: &mut Knowledge<'n>,
    singles: &mut Singles<'n>,
    most: u32,
    from: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    if let Some(found) = singles.within(knowledge, most) {
        return Ok(Some(found));
    }
    knowledge.state.tells_digests = false;
    let found = beyond_one_within(instance, knowledge, most, from, meter);
    knowledge.state.tells_digests = true;
    found
}

fn beyond_one_within(
    instance: &dyn AnyInstance,
    knowledge: &mut Knowledge<'_>,
    most: u32,
    from: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let suggested = instance.suggest(&knowledge.known());
    let found = sets::first(knowledge, &suggested, meter)?;
    if found.as_ref().is_some_and(|found| found.cost <= most) {
        return Ok(found);
    }
    let found = probe::within(knowledge, most, from, meter)?;
    // An explanation is content with a chain of this cost, and so goes by it here.
    if found
        .as_ref()
        .is_some_and(|found| found.cost <= most.max(CHEAP_ASSUMPTION))
    {
        return Ok(found);
    }
    cases::cheap_enough(knowledge, most, meter)
}
