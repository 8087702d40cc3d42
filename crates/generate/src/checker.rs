//! The check of a candidate: whether its answer is the only one, and whether it can be found within the difficulty limit.

use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, DraftChoice, FactState, UniquenessMethod};

use crate::attempt::AttemptContext;
use crate::difficulty::Solvability;
use crate::generated::Result;
use crate::second_answer::SecondAnswer;
use crate::uniqueness::{UniquenessChecker, fact_values};

/// The result of a check.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The answer is the only one, and can be found within the difficulty limit.
    Accepted,
    /// There is a second answer; for every fact, whether it holds in it.
    SecondAnswer(Vec<bool>),
    /// The answer is the only one, but no step within the difficulty limit follows from these facts. Empty if the rater does not report them.
    Stuck(Vec<FactState>),
    /// The failure limit was reached first.
    Unknown,
}

/// Checks choices that differ in the groups that are shown.
pub(crate) enum CandidateChecker {
    /// All clues that may be removed are claims about facts, so one model is solved under changing assumptions.
    Assumptions {
        checker: Box<UniquenessChecker>,
        /// The choice without these clues.
        base: DraftChoice,
        intended: Vec<bool>,
    },
    /// Otherwise every choice has its own model.
    NewModels,
}

impl CandidateChecker {
    /// A checker of choices that differ from this one in the groups that are shown.
    pub(crate) fn new(
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
    ) -> Result<CandidateChecker> {
        let clues = context.draft.clues();
        let mut removable = context.groups.iter().flatten();
        if context.setup.uniqueness_method == UniquenessMethod::NewModel
            || !removable.all(|&clue| clues[clue].claims.is_some())
        {
            return Ok(CandidateChecker::NewModels);
        }
        let mut base = choice.clone();
        for group in 0..context.groups.len() {
            context.set_shown(group, false, &mut base);
        }
        let (instance, answer) = context.puzzle(&base)?;
        Ok(CandidateChecker::Assumptions {
            checker: Box::new(UniquenessChecker::new(
                &*instance,
                &context.setup,
                context.deadline,
            )?),
            intended: fact_values(&*instance, &answer),
            base,
        })
    }

    /// Checks a choice without some of the groups that it shows.
    pub(crate) fn check_without(
        &mut self,
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
        batch: &[usize],
    ) -> Result<Verdict> {
        let (choice, opposite) = remove(context, choice, batch);
        self.check(context, &choice, opposite)
    }

    /// Whether a choice without one of its groups is known to have a second answer.
    pub(crate) fn is_needed(
        &mut self,
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
        group: usize,
    ) -> Result<bool> {
        let (choice, opposite) = remove(context, choice, &[group]);
        let second = self.second_answer(context, &choice, opposite)?;
        Ok(matches!(second, SecondAnswer::Found(..)))
    }

    /// Checks a choice. If `claim` is given, every second answer satisfies it, so the search may assume it.
    pub(crate) fn check(
        &mut self,
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
        claim: Option<Claim>,
    ) -> Result<Verdict> {
        match self.second_answer(context, choice, claim)? {
            SecondAnswer::Found(values, _) => Ok(Verdict::SecondAnswer(values)),
            SecondAnswer::Unknown => Ok(Verdict::Unknown),
            SecondAnswer::None if context.difficulty.is_none() => Ok(Verdict::Accepted),
            SecondAnswer::None => {
                let (instance, answer) = context.puzzle(choice)?;
                check_difficulty(context, &*instance, &answer)
            }
        }
    }

    fn second_answer(
        &mut self,
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
        claim: Option<Claim>,
    ) -> Result<SecondAnswer> {
        let limits = context.check_limits();
        match self {
            CandidateChecker::Assumptions {
                checker,
                base,
                intended,
            } => {
                let (instance, _) = context.puzzle(base)?;
                let clues = context.draft.clues().iter().enumerate();
                let added = clues.filter(|(clue, _)| choice.shown[*clue] && !base.shown[*clue]);
                let claims = added.filter_map(|(_, clue)| clue.claims.as_ref());
                let claims = claims.flatten().copied().chain(claim);
                let before = checker.failures();
                let second = checker.second_answer(&*instance, intended, claims, &limits);
                context.budget.spend(checker.failures() - before);
                second
            }
            CandidateChecker::NewModels => {
                let (instance, answer) = context.puzzle(choice)?;
                let intended = fact_values(&*instance, &answer);
                let mut checker =
                    UniquenessChecker::new(&*instance, &context.setup, context.deadline)?;
                let claims = std::iter::empty();
                let second = checker.second_answer(&*instance, &intended, claims, &limits);
                context.budget.spend(checker.failures());
                second
            }
        }
    }
}

/// Checks whether the unique answer can be found within the difficulty limit; without a limit it can.
pub(crate) fn check_difficulty(
    context: &AttemptContext<'_>,
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
) -> Result<Verdict> {
    let Some(difficulty) = &context.difficulty else {
        return Ok(Verdict::Accepted);
    };
    Ok(
        match difficulty.solvability(instance, answer, context.deadline)? {
            Solvability::Solved => Verdict::Accepted,
            Solvability::Stuck(known) => Verdict::Stuck(known),
            Solvability::Unknown => Verdict::Unknown,
        },
    )
}

/// The choice without some groups. If just one claim is removed, a second answer must satisfy its opposite, which is returned too.
fn remove(
    context: &AttemptContext<'_>,
    choice: &DraftChoice,
    batch: &[usize],
) -> (DraftChoice, Option<Claim>) {
    let mut choice = choice.clone();
    for &group in batch {
        context.set_shown(group, false, &mut choice);
    }
    let mut clues = batch.iter().flat_map(|&group| &context.groups[group]);
    let opposite = match (clues.next(), clues.next()) {
        (Some(&clue), None) => match context.draft.clues()[clue].claims.as_deref() {
            Some([claim]) => Some(claim.opposite()),
            _ => None,
        },
        _ => None,
    };
    (choice, opposite)
}
