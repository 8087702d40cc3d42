//! Steps of premises that people try together, as their kind suggests them: all that such a set forces with what is known.

use gridwright_fd::Limit;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::probe::scope;
use crate::split::{Unrefuted, refute};
use crate::trace::Trace;

/// How many cases a set may take; those that people try take few.
const CASES: u32 = 400;

/// The first of the sets that forces something.
pub(crate) fn first(
    knowledge: &mut Knowledge<'_>,
    sets: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    for set in sets {
        if let Some(found) = forced(knowledge, set, meter)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn forced(
    knowledge: &mut Knowledge<'_>,
    set: &[usize],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let premises: Vec<u32> = set.iter().map(|&premise| premise as u32).collect();
    let scope = scope(knowledge, &premises);
    let mut whole = Trace::default();
    let mut concludes = Vec::new();
    for wrong in knowledge.wrong() {
        if !scope[wrong.fact()] {
            continue;
        }
        match refute(knowledge, wrong, &premises, CASES, meter) {
            Ok(trace) => {
                whole.join(&trace);
                concludes.push(wrong.opposite());
            }
            Err(Unrefuted::Limit(limit)) => return Err(limit),
            Err(Unrefuted::Model | Unrefuted::Cases) => {}
        }
    }
    if concludes.is_empty() {
        return Ok(None);
    }
    whole.tidy();
    Ok(Some(Found::new(knowledge, whole, None, concludes)))
}
