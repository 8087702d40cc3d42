//! Why a puzzle has no answer: the smallest set of its clues that cannot be kept together with the rules.

use gridwright_fd::{Atom, Limit, Limits, Model};
use gridwright_puzzles::AnyInstance;
use gridwright_solve::{Core, Plan, Session};

use crate::meaning::Meaning;
use crate::unexplained::{ExplainError, check_size, or_limit};

/// How many runs the search for fewer clues may take.
const MOST_RUNS: u64 = 2000;

/// Clues that clash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConflictingClues {
    /// The clues, by their places among the premises; none where the rules alone cannot be kept.
    pub clues: Vec<usize>,
    /// Whether there is no smaller set; otherwise none of these can be spared.
    pub is_smallest: bool,
}

/// The clues of an instance that clash; `None` if there is an answer after all.
pub fn clashing(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<ConflictingClues>, Limit>, ExplainError> {
    or_limit(fewest(instance, limits))
}

fn fewest(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<ConflictingClues>, Limit>, ExplainError> {
    check_size(instance)?;
    let deadline = limits.deadline();
    let premises = instance.premises();
    // The premises of a large board take as long as a person waits for a button.
    if let Some(limit) = deadline.reached() {
        return Ok(Err(limit));
    }
    if premises.is_empty() {
        return Err(ExplainError::NoPremises(instance.kind().card().title));
    }
    let mut model = Model::new();
    model.set_deadline(deadline);
    let meaning = Meaning::new(&premises, instance.n_facts(), model)?;
    let mut plan = Plan::new();
    plan.limits = limits.clone();
    let mut session = Session::new(&meaning.model, &plan)?;
    let switches: Vec<Atom> = meaning.switches.iter().map(|(_, switch)| *switch).collect();
    let (core, is_smallest) = session.smallest_core(&switches, MOST_RUNS)?;
    let clash = match core {
        Core::Solvable(_) => return Ok(Ok(None)),
        Core::Unknown(limit) => return Ok(Err(limit)),
        Core::Conflict { atoms, .. } => atoms,
    };
    let switched = meaning.switches.iter();
    let clues = switched
        .filter(|(_, switch)| clash.contains(switch))
        .map(|(clue, _)| *clue)
        .collect();
    Ok(Ok(Some(ConflictingClues { clues, is_smallest })))
}
