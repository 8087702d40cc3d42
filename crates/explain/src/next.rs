//! Where the next step comes from: the ways to find one, the easiest first.

use gridwright_fd::Limit;
use gridwright_puzzles::AnyInstance;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::single::Singles;
use crate::{cases, nested, probe, sets, ways};

/// The next step: of one premise, of a set that the kind suggests, by an assumption, by all ways of some premises, by assumptions under an assumption.
pub(crate) fn next_step<'n>(
    instance: &dyn AnyInstance,
    knowledge: &mut Knowledge<'n>,
    singles: &mut Singles<'n>,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    if let Some(found) = singles.cheapest(knowledge) {
        return Ok(Some(found));
    }
    let suggested = instance.suggest(&knowledge.known());
    let mut best = sets::first(knowledge, &suggested, meter)?;
    for (enough, find) in FINDERS {
        if best.as_ref().is_some_and(|best| best.cost <= enough) {
            break;
        }
        let found = find(knowledge, meter)?;
        // Of two that cost the same, the simpler way is told.
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.cost < best.cost)
        {
            best = Some(found);
        }
    }
    if best.is_some() {
        return Ok(best);
    }
    // What takes more than one assumption is told only where nothing else is left: all ways of what people try together, and else whatever fails.
    let together = instance.together(&knowledge.known());
    match ways::first(knowledge, &together, meter)? {
        Some(found) => Ok(Some(found)),
        None => nested::cheap(knowledge, meter),
    }
}

/// A way to look for a step.
type Finder = fn(&mut Knowledge<'_>, &mut Meter<'_>) -> Result<Option<Found>, Limit>;

/// The ways to look for a step beyond one premise and what the kind suggests, each with the cost up to which what was found before is taken without trying it.
const FINDERS: [(u32, Finder); 2] = [(90, probe::cheapest), (240, cases::cheapest)];

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
    let suggested = instance.suggest(&knowledge.known());
    let found = sets::first(knowledge, &suggested, meter)?;
    if found.as_ref().is_some_and(|found| found.cost <= most) {
        return Ok(found);
    }
    let found = probe::within(knowledge, most, from, meter)?;
    // An explanation is content with a chain of this cost, and so goes by it here.
    let [_, (content, _)] = FINDERS;
    if found
        .as_ref()
        .is_some_and(|found| found.cost <= most.max(content))
    {
        return Ok(found);
    }
    cases::cheap_enough(knowledge, most, meter)
}
