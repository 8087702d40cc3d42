//! Solves using only steps up to a cost limit. The generator uses it as a test while it removes clues.
//!
//! It takes any step within the limit, not the cheapest, makes no sentences and tries no nested assumptions: a puzzle that needs those counts as too hard.
//! So it is faster than an explanation, and nearly always agrees with its rating.

use gridwright_fd::{Limit, Limits};
use gridwright_puzzles::{AnyAnswer, AnyInstance, FactState, TechniqueChoice};

use crate::error::{ExplainError, check_size, premises};
use crate::explain::max_effort;
use crate::find::Finder;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::{Literal, claims};
use crate::find::network::Network;
use crate::rate::named_cost;

/// The result of a bounded solve.
#[derive(Clone, PartialEq, Debug)]
pub enum Bounded {
    /// Everything is known.
    Solved,
    /// The next step costs too much; what is known before it.
    Stuck(Vec<FactState>),
    /// A limit was reached first.
    Stopped(Limit),
}

/// A bounded solve may take the effort of an explanation divided by this: the generator tries many boards, and another is more promising than a slow one.
const EFFORT_DIVISOR: u64 = 4;

/// Solves an instance, whose unique answer is given, by steps that cost at most `max_cost` each. Without limits it may still stop, at a limit of effort.
pub fn solve_bounded(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    max_cost: u32,
    limits: &Limits,
) -> Result<Bounded, ExplainError> {
    check_size(instance)?;
    let deadline = limits.deadline();
    if let Some(bounded) = by_names(instance, max_cost, limits) {
        return Ok(bounded);
    }
    let premises = premises(instance)?;
    let target = instance.known(answer);
    let network = Network::new(&premises, target.len());
    let mut finder = Finder::new(instance, &premises, &network, target);
    let effort = max_effort(network.n_facts()) / EFFORT_DIVISOR;
    let mut limits = LimitCheck::new(&limits.until(&deadline)).max_effort(effort);
    let consistent = "the premises have a model for every answer";
    finder.knowledge.begin().expect(consistent);
    // Assumptions are tried from the last one that failed, since those before it were tried just now.
    let mut from = 0;
    while !finder.knowledge.is_complete() {
        match finder.step_within(max_cost, from, &mut limits) {
            Err(limit) => return Ok(Bounded::Stopped(limit)),
            Ok(Some(found)) if found.cost <= max_cost => {
                from = found.assumed.map_or(from, Literal::fact);
                let learned = finder.knowledge.learn(&claims(&found.concludes));
                learned.expect(consistent);
            }
            Ok(_) => return Ok(Bounded::Stuck(finder.knowledge.known())),
        }
    }
    Ok(Bounded::Solved)
}

/// The result by named techniques, if the kind has some for this instance; those that cost too much are not tried.
fn by_names(instance: &dyn AnyInstance, max_cost: u32, limits: &Limits) -> Option<Bounded> {
    let list = instance.techniques();
    let within = TechniqueChoice::of(&list, |one| one.is_default && named_cost(one) <= max_cost);
    let deadline = limits.deadline();
    let mut reached = None;
    let path = instance.named_path(within, &mut || {
        reached = deadline.reached();
        reached.is_some()
    })?;
    Some(match (path.is_solved, reached) {
        (true, _) => Bounded::Solved,
        (false, Some(limit)) => Bounded::Stopped(limit),
        (false, None) => Bounded::Stuck(path.known),
    })
}
