//! How far somebody gets who takes no step above a level: the test of a setter who takes clues away, and asks it again and again.
//!
//! The steps are of the kinds that an explanation has, but any that is cheap enough is taken, not the cheapest, none is put in words, and nobody looks for
//! assumptions under assumptions: a puzzle that needs those counts as too hard. So this is sooner done than an explanation, and nearly always of one
//! mind with it: whoever wants to be sure has the puzzle rated in the end.

use gridwright_fd::{Limit, Limits};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, Known};

use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::net::Net;
use crate::next::step_within;
use crate::packed::Packed;
use crate::single::Singles;
use crate::unexplained::{ExplainError, check_size};

/// How far somebody gets.
#[derive(Clone, PartialEq, Debug)]
pub enum Bounded {
    /// To the end.
    Solved,
    /// To where the next step costs too much; what is known there.
    Stuck(Vec<Known>),
    /// A limit came first.
    Stopped(Limit),
}

/// Solves an instance with a known only answer by steps that cost no more than so much each.
pub fn solve_bounded(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    most: u32,
    limits: &Limits,
) -> Result<Bounded, ExplainError> {
    check_size(instance)?;
    let premises = instance.premises();
    if premises.is_empty() {
        return Err(ExplainError::NoPremises(instance.kind().card().title));
    }
    let target = instance.known(answer);
    let net = Net::new(&premises, target.len());
    let mut knowledge = Knowledge::new(&premises, &net, target);
    let mut singles = Singles::new(&net);
    let mut meter = Meter::new(limits);
    let sound = "the premises have the models the instance has answers";
    knowledge.begin().expect(sound);
    // What is assumed next is what stands behind the last that failed: those before it were tried a moment ago.
    let mut from = 0;
    while !knowledge.is_complete() {
        let found = step_within(
            instance,
            &mut knowledge,
            &mut singles,
            most,
            from,
            &mut meter,
        );
        match found {
            Err(limit) => return Ok(Bounded::Stopped(limit)),
            Ok(Some(found)) if found.cost <= most => {
                from = found.assumed.map_or(from, Packed::fact);
                let concludes = found.concludes.iter().copied().map(Packed::claim);
                let concludes: Vec<Claim> = concludes.collect();
                knowledge.learn(&concludes).expect(sound);
            }
            Ok(_) => return Ok(Bounded::Stuck(knowledge.known())),
        }
    }
    Ok(Bounded::Solved)
}
