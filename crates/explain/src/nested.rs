//! Where no assumption fails by itself: under an assumption further ones are made, and what those that fail show is added, until the first one fails too.
//! What is left after that is shown by cases.
//!
//! Both are bounded, by how many assumptions are followed and not by a clock, so that the same puzzle has the same explanation: after that, the cheapest step found so far is
//! told, and said to be so.

use gridwright_fd::Limit;

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::packed::Packed;
use crate::split::{Unrefuted, refute};
use crate::state::{Conflict, Why};
use crate::trace::{self, Lemma, Trace};

/// How many assumptions that fail are compared.
const COMPARED: usize = 4;

/// How many assumptions under assumptions are followed before what was found is taken, and before it is given up to find a step in this way.
const ENOUGH: u32 = 12_000;
const TOO_MANY: u32 = 60_000;

/// In how many cases a claim is refuted at first; four times as many each time none is.
const FEWEST_CASES: u32 = 64;

/// A step by assumptions under an assumption, cheap if not the cheapest.
pub(crate) fn cheap(
    knowledge: &mut Knowledge<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let every = std::mem::take(&mut knowledge.every);
    let found = search(knowledge, &every, meter);
    knowledge.every = every;
    found
}

fn search(
    knowledge: &mut Knowledge<'_>,
    every: &[bool],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    // Those that lead farthest on their own are the likeliest to fail.
    let mut wrong: Vec<(usize, Packed)> = Vec::new();
    for claim in knowledge.wrong() {
        let base = knowledge.len();
        knowledge.state.put(claim, Why::Assumed, 0);
        // No assumption fails by itself: that was tried before.
        let _ = knowledge.state.propagate(every, u32::MAX);
        wrong.push((knowledge.len() - base, claim));
        knowledge.state.undo(base);
    }
    wrong.sort_by_key(|&(reached, claim)| (std::cmp::Reverse(reached), claim));
    let mut found: Vec<Found> = Vec::new();
    let mut followed = 0;
    for &(_, claim) in &wrong {
        let is_enough = followed > ENOUGH && !found.is_empty();
        if found.len() == COMPARED || is_enough || followed > TOO_MANY {
            break;
        }
        let base = knowledge.len();
        let trace = fails(knowledge, claim, every, &mut followed, meter);
        knowledge.state.undo(base);
        if let Some(trace) = trace? {
            let concludes = vec![claim.opposite()];
            found.push(Found::new(knowledge, trace, Some(claim), concludes));
        }
    }
    let is_cut_short = found.len() < COMPARED && followed > ENOUGH;
    let cheapest = found.into_iter().min_by_key(|found| found.cost);
    match cheapest {
        Some(mut found) => {
            found.is_cut_short = is_cut_short;
            Ok(Some(found))
        }
        None => by_cases(knowledge, &wrong, meter),
    }
}

/// Assumes a claim, and further ones under it; what it rests on that it fails.
fn fails(
    knowledge: &mut Knowledge<'_>,
    assumed: Packed,
    every: &[bool],
    followed: &mut u32,
    meter: &mut Meter<'_>,
) -> Result<Option<Trace>, Limit> {
    let base = knowledge.len();
    let mut lemmas: Vec<Lemma> = Vec::new();
    knowledge.state.put(assumed, Why::Assumed, 0);
    let failed = |knowledge: &Knowledge<'_>, conflict: Conflict, lemmas: &[Lemma]| {
        Ok(Some(trace::conflict(
            &knowledge.state,
            conflict,
            base,
            lemmas,
        )))
    };
    if let Err(conflict) = knowledge.state.propagate(every, u32::MAX) {
        return failed(knowledge, conflict, &lemmas);
    }
    loop {
        let mut grew = false;
        for fact in 0..knowledge.net.n_facts() {
            for holds in [true, false] {
                if !knowledge.state.is_open(fact) {
                    continue;
                }
                if let Some(limit) = meter.over() {
                    return Err(limit);
                }
                *followed += 1;
                if *followed > TOO_MANY {
                    return Ok(None);
                }
                let inner = Packed::new(fact, holds);
                let before = knowledge.len();
                knowledge.state.put(inner, Why::Assumed, 0);
                let propagated = knowledge.state.propagate(every, u32::MAX);
                let trace = propagated
                    .err()
                    .map(|conflict| trace::conflict(&knowledge.state, conflict, before, &lemmas));
                knowledge.state.undo(before);
                let Some(mut trace) = trace else {
                    continue;
                };
                grew = true;
                let why = std::mem::take(&mut trace.known);
                let depth = why
                    .iter()
                    .map(|claim| knowledge.state.depth(knowledge.state.place(claim.fact())))
                    .max();
                lemmas.push(Lemma { why, trace });
                let failure = Why::Failed(lemmas.len() as u32 - 1);
                knowledge
                    .state
                    .put(inner.opposite(), failure, depth.unwrap_or(0) + 1);
                if let Err(conflict) = knowledge.state.propagate(every, u32::MAX) {
                    return failed(knowledge, conflict, &lemmas);
                }
            }
        }
        if !grew {
            return Ok(None);
        }
    }
}

/// The last resort: a wrong claim is refuted by cases over all premises.
fn by_cases(
    knowledge: &mut Knowledge<'_>,
    wrong: &[(usize, Packed)],
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Limit> {
    let premises: Vec<u32> = (0..knowledge.net.n_premises() as u32).collect();
    let mut most_cases = FEWEST_CASES;
    loop {
        let mut out_of_cases = false;
        for &(_, claim) in wrong {
            match refute(knowledge, claim, &premises, most_cases, meter) {
                Ok(trace) => {
                    let concludes = vec![claim.opposite()];
                    return Ok(Some(Found::new(knowledge, trace, None, concludes)));
                }
                Err(Unrefuted::Limit(limit)) => return Err(limit),
                Err(Unrefuted::Cases) => out_of_cases = true,
                Err(Unrefuted::Model) => {}
            }
        }
        if !out_of_cases {
            return Ok(None);
        }
        most_cases *= 4;
    }
}
