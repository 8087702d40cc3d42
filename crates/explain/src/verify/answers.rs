//! The answers of an instance, found by an engine that shares no code with `find`: for steps that rest on uniqueness, and for the end of an explanation.

use gridwright_fd::{Deadline, Model};
use gridwright_puzzles::{AnyInstance, FactState, FormulateOptions};
use gridwright_solve::{Completeness, RunOptions, Session, Uniqueness};

/// The answers of an instance.
pub(crate) enum Answers {
    /// There is none.
    None,
    /// There is one: the truth of every fact in it.
    One(Vec<FactState>),
    /// There are several: the truth of every fact in all of them; open if they differ.
    Several(Vec<FactState>),
}

/// The answers of an instance, or why they cannot be found, such as by a deadline.
pub(crate) fn answers(instance: &dyn AnyInstance, deadline: &Deadline) -> Result<Answers, String> {
    let words = |error: &dyn std::fmt::Display| format!("the answers cannot be found: {error}");
    let mut model = Model::new();
    model.set_deadline(deadline.clone());
    let formulation = instance
        .formulate(&FormulateOptions::default(), &mut model)
        .map_err(|error| words(&error))?;
    let options = RunOptions::new().limits(deadline.limits());
    let mut session = Session::new(&model, &options).map_err(|error| words(&error))?;
    session.set_limits(deadline.limits());
    match session.unique().map_err(|error| words(&error))? {
        Uniqueness::Unsatisfiable => return Ok(Answers::None),
        Uniqueness::Unknown(limit, _) => return Err(words(&limit)),
        Uniqueness::One(one) => {
            if let Some(answer) = formulation.read(&one) {
                let judged = instance.check(&answer);
                judged.map_err(|violation| words(&violation))?;
                return Ok(Answers::One(instance.known(&answer)));
            }
        }
        Uniqueness::Many(..) => {}
    }
    let facts = formulation.facts.iter().enumerate();
    let stated = facts.filter_map(|(fact, atom)| Some((fact, (*atom)?)));
    let (facts, atoms): (Vec<usize>, Vec<_>) = stated.unzip();
    session.set_limits(deadline.limits());
    let found = session
        .atom_backbone(&atoms, &[])
        .map_err(|error| words(&error))?;
    match found.completeness {
        Completeness::NoSolution => return Ok(Answers::None),
        Completeness::Partial(limit) => return Err(words(&limit)),
        Completeness::Complete => {}
    }
    let mut truths = vec![FactState::Open; formulation.facts.len()];
    for (fact, truth) in facts.into_iter().zip(found.truths) {
        truths[fact] = match truth {
            Some(true) => FactState::True,
            Some(false) => FactState::False,
            None => FactState::Open,
        };
    }
    Ok(Answers::Several(truths))
}
