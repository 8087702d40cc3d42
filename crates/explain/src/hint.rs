//! Hints: from a person's marks, first whether one is wrong, else the next step.

use gridwright_puzzles::{AnyInstance, Claim, Known};

use crate::explain::{ExplainOptions, Shared, Until, explain_towards, shared};
use crate::step::{Reached, Step};
use crate::unexplained::{ExplainError, check_size};

/// What a person is told.
#[derive(Clone, PartialEq, Debug)]
pub enum Hint {
    /// These marks are wrong.
    Wrong(Vec<Claim>),
    /// The next steps: the last of them puts something on the board, those before it only rule something out.
    Next {
        /// The steps, at least one.
        steps: Vec<Step>,
        /// What was known before the first of them.
        known: Vec<Known>,
    },
    /// Everything is marked that can be.
    Done,
    /// There is no answer.
    NoAnswer,
    /// A limit was reached first.
    Stopped(gridwright_fd::Limit),
}

/// The next hint from a person's marks: of every fact, what is marked.
pub fn hint(
    instance: &dyn AnyInstance,
    marks: &[Known],
    wanted: &ExplainOptions<'_>,
) -> Result<Hint, ExplainError> {
    check_size(instance)?;
    let target = match wanted.answer {
        Some(answer) => instance.known(answer),
        None => match shared(instance, &wanted.limits)? {
            Ok(shared) => shared.target,
            Err(Reached::Stopped(limit)) => return Ok(Hint::Stopped(limit)),
            Err(_) => return Ok(Hint::NoAnswer),
        },
    };
    let marked: Vec<Claim> = marks
        .iter()
        .enumerate()
        .filter_map(|(fact, mark)| match mark {
            Known::Open => None,
            known => Some(Claim {
                fact,
                holds: *known == Known::True,
            }),
        })
        .collect();
    let wrong = |claim: &&Claim| claim.known(&target) == Known::False;
    let wrong: Vec<Claim> = marked.iter().filter(wrong).copied().collect();
    if !wrong.is_empty() {
        return Ok(Hint::Wrong(wrong));
    }
    // Where answers differ, a mark that some answer has is kept aside: it is a choice, and nothing follows from it.
    let sure = |claim: &&Claim| claim.known(&target) == Known::True;
    let known: Vec<Claim> = marked.iter().filter(sure).copied().collect();
    let wanted = ExplainOptions {
        limits: wanted.limits.clone(),
        known: &known,
        until: Until::Placement,
        ..ExplainOptions::default()
    };
    let explanation = explain_towards(
        instance,
        Shared {
            target,
            answer: None,
        },
        &wanted,
        &mut |_| {},
    )?;
    if let Reached::Stopped(limit) = explanation.end {
        return Ok(Hint::Stopped(limit));
    }
    let Some(last) = explanation.steps.last() else {
        return Ok(Hint::Done);
    };
    let boards = explanation.boards();
    Ok(Hint::Next {
        steps: explanation.leading_to(&last.concludes).steps,
        known: boards.into_iter().next().unwrap_or_default(),
    })
}
