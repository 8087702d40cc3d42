//! Why a puzzle has no answer: a smallest set of clues that conflict with the rules, that is, a minimum unsatisfiable core.

use gridwright_constraints::bool_expr::implies;
use gridwright_constraints::post_bool_expr;
use gridwright_fd::{Atom, Limit, Limits, Model, ModelError, Var};
use gridwright_puzzles::{AnyInstance, Premise};
use gridwright_solve::{Core, RunOptions, Session};

use crate::error::{ExplainError, check_size, premises, separate_limit};

/// The maximum number of solver runs to minimise the set.
const MAX_RUNS: u64 = 2000;

/// Clues that cannot all hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConflictingClues {
    /// The indices of the clues among the premises; empty if the rules alone conflict.
    pub clues: Vec<usize>,
    /// True if no smaller set conflicts; if false, no proper subset does, but a smaller set of other clues may.
    pub is_smallest: bool,
}

/// The conflicting clues of an instance; `None` if it has an answer.
pub fn conflicting_clues(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<ConflictingClues>, Limit>, ExplainError> {
    separate_limit(find(instance, limits))
}

fn find(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Option<ConflictingClues>, ExplainError> {
    check_size(instance)?;
    let deadline = limits.deadline();
    let premises = premises(instance);
    // The premises of a large board take a while.
    if let Some(limit) = deadline.reached() {
        return Err(limit.into());
    }
    let mut model = Model::new();
    model.set_deadline(deadline.clone());
    let switches = add_premises(&mut model, &premises?, instance.n_facts())?;
    let mut session = Session::new(&model, &RunOptions::new().limits(limits.clone()))?;
    session.set_limits(limits.until(&deadline));
    let atoms: Vec<Atom> = switches.iter().map(|(_, switch)| *switch).collect();
    let (core, is_smallest) = session.smallest_core(&atoms, MAX_RUNS)?;
    let core = match core {
        Core::Satisfiable(_) => return Ok(None),
        Core::Unknown(limit) => return Err(limit.into()),
        Core::Conflict { atoms, .. } => atoms,
    };
    let clues = switches.into_iter();
    let clues = clues.filter(|(_, switch)| core.contains(switch));
    Ok(Some(ConflictingClues {
        clues: clues.map(|(clue, _)| clue).collect(),
        is_smallest,
    }))
}

/// Adds all premises that do not follow from others, over one variable per fact. Returns for every clue its index and the atom that enables it.
fn add_premises(
    model: &mut Model,
    premises: &[Premise],
    n_facts: usize,
) -> Result<Vec<(usize, Atom)>, ModelError> {
    let facts = 0..n_facts;
    let facts: Vec<Var> = facts.map(|fact| model.bool(format!("f{fact}"))).collect();
    let mut switches = Vec::new();
    let needed = premises.iter().enumerate();
    for (at, premise) in needed.filter(|(_, premise)| !premise.is_implied) {
        let meaning = premise.form.formula(&facts, model)?;
        if premise.is_clue {
            let switch = Atom::eq(model.bool(format!("clue {at}")), 1);
            switches.push((at, switch));
            post_bool_expr(model, &implies(switch, meaning))?;
        } else {
            post_bool_expr(model, &meaning)?;
        }
    }
    model.set_keys(facts)?;
    Ok(switches)
}
