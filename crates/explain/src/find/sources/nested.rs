//! Steps by nested assumptions: under an assumption, assume further literals and add the opposites of those that fail, until the first assumption
//! fails too. If none does, refute a literal by case splits.
//!
//! Both are limited by numbers of assumptions and not by a clock, so that a puzzle always has the same explanation. Beyond the limit, the cheapest step so far
//! is taken and marked as cut short.

use gridwright_fd::Limit;

use crate::find::deduction::Deduction;
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::sources::case_split::{Unrefuted, refute};
use crate::find::state::Why;
use crate::find::trace::{self, Lemma, Trace};

/// How many steps are compared.
const COMPARED: usize = 4;

/// After this many inner assumptions, the cheapest step so far is taken.
const ENOUGH: u32 = 12_000;

/// After this many inner assumptions, the search gives up.
const TOO_MANY: u32 = 60_000;

/// The same for the work on graphs and words, on which assumptions take long.
const ENOUGH_WORK: u64 = 10_000_000;
const TOO_MUCH_WORK: u64 = 100_000_000;

/// The first limit on case splits; it is multiplied by four each time no literal is refuted.
const MIN_CASES: u32 = 64;

/// A step by nested assumptions: cheap, but not always the cheapest.
pub(crate) fn cheap(
    knowledge: &mut Knowledge<'_>,
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let literals = by_consequences(knowledge, limits)?;
    let mut found: Vec<Deduction> = Vec::new();
    let mut tried = 0;
    let before = knowledge.state.work;
    let is_enough = |tried: u32, work: u64| tried > ENOUGH || work - before > ENOUGH_WORK;
    for &literal in &literals {
        let work = knowledge.state.work;
        let is_too_much = tried > TOO_MANY || work - before > TOO_MUCH_WORK;
        let has_found = is_enough(tried, work) && !found.is_empty();
        if found.len() == COMPARED || has_found || is_too_much {
            break;
        }
        let base = knowledge.state.len();
        let trace = fails(knowledge, literal, &mut tried, limits);
        knowledge.state.undo(base);
        if let Some(trace) = trace? {
            let concludes = vec![literal.opposite()];
            found.push(Deduction::new(knowledge, trace, Some(literal), concludes));
        }
    }
    let is_cut_short = found.len() < COMPARED && is_enough(tried, knowledge.state.work);
    match found.into_iter().min_by_key(|found| found.cost) {
        Some(found) => Ok(Some(Deduction {
            is_cut_short,
            ..found
        })),
        None => by_case_splits(knowledge, &literals, limits),
    }
}

/// The literals that are false in all answers, those with most consequences first: they are the likeliest to fail.
fn by_consequences(
    knowledge: &mut Knowledge<'_>,
    limits: &mut LimitCheck,
) -> Result<Vec<Literal>, Limit> {
    let mut literals: Vec<(usize, Literal)> = Vec::new();
    for literal in knowledge.false_literals() {
        limits.check(knowledge.state.effort)?;
        let state = &mut knowledge.state;
        let base = state.len();
        // No literal fails on its own, since failed literals are tried before.
        let _ = state.assume(&[literal], &knowledge.network.no_summary, u32::MAX);
        literals.push((state.len() - base, literal));
        state.undo(base);
    }
    literals.sort_by_key(|&(reached, literal)| (std::cmp::Reverse(reached), literal));
    Ok(literals.into_iter().map(|(_, literal)| literal).collect())
}

/// Assumes a literal, and further ones under it; the causes of the conflict if it fails.
fn fails(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    tried: &mut u32,
    limits: &mut LimitCheck,
) -> Result<Option<Trace>, Limit> {
    let mask = &knowledge.network.no_summary;
    let state = &mut knowledge.state;
    let base = state.len();
    let mut lemmas: Vec<Lemma> = Vec::new();
    if let Err(conflict) = state.assume(&[assumed], mask, u32::MAX) {
        return Ok(Some(trace::conflict(state, conflict, base, &lemmas)));
    }
    loop {
        let n_lemmas = lemmas.len();
        for fact in 0..knowledge.network.n_facts() {
            for holds in [true, false] {
                if !state.is_open(fact) {
                    continue;
                }
                limits.check(state.effort)?;
                *tried += 1;
                if *tried > TOO_MANY {
                    return Ok(None);
                }
                let inner = Literal::new(fact, holds);
                let before = state.len();
                let propagated = state.assume(&[inner], mask, u32::MAX);
                let trace = propagated
                    .err()
                    .map(|conflict| trace::conflict(state, conflict, before, &lemmas));
                state.undo(before);
                let Some(mut trace) = trace else {
                    continue;
                };
                let why = std::mem::take(&mut trace.known);
                let depth = why.iter().map(|literal| state.depth(literal.fact())).max();
                state.push(
                    inner.opposite(),
                    Why::Refuted(lemmas.len() as u32),
                    depth.unwrap_or(0) + 1,
                );
                lemmas.push(Lemma { why, trace });
                if let Err(conflict) = state.propagate(mask, u32::MAX) {
                    return Ok(Some(trace::conflict(state, conflict, base, &lemmas)));
                }
            }
        }
        if lemmas.len() == n_lemmas {
            return Ok(None);
        }
    }
}

/// The last resort: refutes a literal by case splits over all premises.
fn by_case_splits(
    knowledge: &mut Knowledge<'_>,
    literals: &[Literal],
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let premises: Vec<u32> = (0..knowledge.network.n_premises() as u32).collect();
    let mut max_cases = MIN_CASES;
    loop {
        let mut out_of_cases = false;
        for &literal in literals {
            match refute(knowledge, literal, &premises, max_cases, limits) {
                Ok(trace) => {
                    let concludes = vec![literal.opposite()];
                    return Ok(Some(Deduction::new(knowledge, trace, None, concludes)));
                }
                Err(Unrefuted::Limit(limit)) => return Err(limit),
                Err(Unrefuted::Cases) => out_of_cases = true,
                Err(Unrefuted::Model) => {}
            }
        }
        if !out_of_cases {
            return Ok(None);
        }
        max_cases *= 4;
    }
}
