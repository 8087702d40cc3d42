//! Sentences of the steps of loops, which Slitherlink and Masyu share.

use crate::blocks::loops::{Fact, LOOP, Lattice};
use crate::blocks::step_words::joined_within;
use crate::contract::{Argument, FactState, Premise, StepText};

/// The most words of the ways of a step that are not folded.
const MAX_WORDS: usize = 28;

/// What a step concludes: "the loop runs along the right side of r1c1, but not along the lower side of r2c2 or the left side of r3c1".
pub(crate) fn conclusions(facts: &[Fact], argument: &Argument<'_>) -> String {
    let of = |holds: bool| {
        let claims = argument.concludes.iter();
        let claims = claims.filter(move |claim| claim.holds == holds);
        claims.map(|claim| facts[claim.fact])
    };
    let has_both = of(true).count().min(of(false).count()) > 0;
    let max_words = if has_both { MAX_WORDS / 2 } else { MAX_WORDS };
    let ways = |holds: bool| {
        let verbs = of(holds).next()?.verbs();
        let ways: Vec<String> = of(holds).map(|fact| fact.way()).collect();
        let and = if holds { "and" } else { "or" };
        Some((
            verbs,
            joined_within(&ways, and, max_words, argument.is_full),
        ))
    };
    match (ways(true), ways(false)) {
        (Some(([runs, _, along], on)), Some((_, off))) => {
            format!("the loop {runs} {on}, but not {along}{off}")
        }
        (Some(([runs, ..], on)), None) => format!("the loop {runs} {on}"),
        (None, Some(([_, does_not, _], off))) => format!("the loop {does_not} {off}"),
        (None, None) => String::new(),
    }
}

/// A step about the loop as a whole, about a point, or of a chain. `point` is the name of the point that a premise is about.
pub(crate) fn general_step(
    facts: &[Fact],
    lattice: Lattice,
    argument: &Argument<'_>,
    point: impl Fn(&Premise) -> Option<String>,
) -> Option<StepText> {
    let is_loop = |premise: &Premise| premise.rule == LOOP;
    if argument.refuting_rule().is_some_and(is_loop) {
        return Some(loop_step(facts, lattice, argument));
    }
    if let Some(chain) = argument.chain {
        let then = conclusions(facts, argument);
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    match argument.premises {
        [premise] if is_loop(premise) => Some(loop_step(facts, lattice, argument)),
        [premise] => point(premise).map(|point| point_step(facts, argument, &point)),
        _ => None,
    }
}

/// A step of the rule that no line or two meet at a point, which has this name.
fn point_step(facts: &[Fact], argument: &Argument<'_>, point: &str) -> StepText {
    let then = conclusions(facts, argument);
    let on = argument.used.iter().filter(|claim| claim.holds).count();
    let (technique, why) = match on {
        2.. => (
            "no branch",
            format!("Two lines meet at {point} already, and a loop does not branch"),
        ),
        1 => (
            "only way on",
            format!("The line at {point} must go on, and only one way is left"),
        ),
        0 => ("dead end", format!("A line to {point} would end there")),
    };
    StepText::new(technique, format!("{why}: {then}."))
}

/// A step of the rule that all lines are one loop.
fn loop_step(facts: &[Fact], lattice: Lattice, argument: &Argument<'_>) -> StepText {
    let then = conclusions(facts, argument);
    let ends = lattice.edges();
    // The part of each point over the lines that are known, and whether they close a loop.
    let mut part: Vec<usize> = (0..lattice.n_points()).collect();
    let mut is_closed = false;
    for (&(a, b), state) in ends.iter().zip(argument.known) {
        if *state == FactState::True {
            let (from, to) = (part[a], part[b]);
            is_closed |= from == to;
            part.iter_mut()
                .filter(|part| **part == from)
                .for_each(|part| *part = to);
        }
    }
    let closes = |edge: usize| part[ends[edge].0] == part[ends[edge].1];
    let (technique, why) = match () {
        () if !argument.excludes() => (
            "one loop",
            "Without a line there the lines could not all be on one loop",
        ),
        // That is all, so the places of the crosses are not listed.
        () if is_closed => {
            let sentence = "The loop is closed, so no other line belongs to it.";
            return StepText::new("loop is closed", sentence);
        }
        () if argument.concludes.iter().all(|claim| closes(claim.fact)) => (
            "loop would close early",
            "A line there would close a loop that leaves other lines out",
        ),
        () => (
            "one loop",
            "A line there could not be on one loop with all the other lines",
        ),
    };
    StepText::new(technique, format!("{why}: {then}."))
}
