//! Hints: whether a mark of the player is wrong, or else the next step.

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyInstance, Claim, FactState};

use crate::error::{ExplainError, check_size, separate_limit};
use crate::explain::{Backbone, ExplainOptions, Until, backbone, explain_towards};
use crate::step::{ExplanationEnd, Step};

/// A hint.
#[derive(Clone, PartialEq, Debug)]
pub enum Hint {
    /// These marks are wrong.
    Wrong(Vec<Claim>),
    /// The next step.
    Next {
        /// The step.
        step: Box<Step>,
        /// What was known before it.
        known: Vec<FactState>,
    },
    /// The techniques allowed do not go further.
    Stuck,
    /// Everything that can be known is marked.
    Done,
    /// There is no answer.
    NoAnswer,
    /// A limit was reached first.
    Stopped(Limit),
}

/// The next hint from the marks of a player, one per fact.
pub fn hint(
    instance: &dyn AnyInstance,
    marks: &[FactState],
    options: &ExplainOptions<'_>,
) -> Result<Hint, ExplainError> {
    check_size(instance)?;
    let deadline = options.limits.deadline();
    let truths = match options.answer {
        Some(answer) => instance.known(answer),
        None => match separate_limit(backbone(instance, &options.limits))? {
            Ok(Some(backbone)) => backbone.truths,
            Ok(None) => return Ok(Hint::NoAnswer),
            Err(limit) => return Ok(Hint::Stopped(limit)),
        },
    };
    let marked = |truth: FactState| -> Vec<Claim> {
        let marks = marks.iter().enumerate();
        let claims = marks.filter_map(|(fact, mark)| match mark {
            FactState::True => Some(Claim::is(fact)),
            FactState::False => Some(Claim::is_not(fact)),
            FactState::Open => None,
        });
        let with_truth = claims.filter(|claim| claim.known(&truths) == truth);
        with_truth.collect()
    };
    let wrong = marked(FactState::False);
    if !wrong.is_empty() {
        return Ok(Hint::Wrong(wrong));
    }
    // A mark that only some answers share is a guess; nothing follows from it.
    let known = marked(FactState::True);
    let options = ExplainOptions {
        limits: options.limits.until(&deadline),
        known: &known,
        until: Until::First,
        techniques: options.techniques,
        ..ExplainOptions::default()
    };
    let backbone = Backbone {
        truths,
        answer: None,
    };
    let explanation = explain_towards(instance, backbone, &options, &mut |_| {})?;
    let known = explanation.boards().swap_remove(0);
    Ok(
        match (explanation.end, explanation.steps.into_iter().next()) {
            (ExplanationEnd::Stopped(limit), None) => Hint::Stopped(limit),
            (ExplanationEnd::Stuck, None) => Hint::Stuck,
            (_, None) => Hint::Done,
            (_, Some(step)) => Hint::Next {
                step: Box::new(step),
                known,
            },
        },
    )
}
