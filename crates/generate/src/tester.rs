//! The test of a candidate: whether its answer is the only one, and whether it can be found within the difficulty limit.

use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, DraftChoice, FactState, UniquenessTest};

use crate::difficulty::Reach;
use crate::generated::GenerateFailure;
use crate::task::Task;
use crate::uniqueness::{SecondAnswer, UniquenessChecker, truths};

/// The result of a test.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The answer is the only one, and can be found within the difficulty limit.
    Fit,
    /// There is a second answer; for every fact, whether it holds in it.
    SecondAnswer(Vec<bool>),
    /// The answer is the only one, but the next step from here is too hard; empty if the rater does not say where.
    Stuck(Vec<FactState>),
    /// The failure limit was reached first.
    Unknown,
}

/// Tests choices that differ in the groups that are shown.
pub(crate) enum Tester {
    /// All clues that may be removed are claims about facts, so one model is solved under changing assumptions.
    Assumptions {
        checker: Box<UniquenessChecker>,
        /// The choice without these clues.
        bare: DraftChoice,
        intended: Vec<bool>,
    },
    /// Otherwise every choice has its own model.
    NewModels,
}

impl Tester {
    /// A tester of choices that differ from this one in the groups that are shown.
    pub(crate) fn new(task: &Task<'_>, choice: &DraftChoice) -> Result<Tester, GenerateFailure> {
        let clues = task.draft.clues();
        let mut removable = task.groups.iter().flatten();
        if task.setup.tests == UniquenessTest::NewModel
            || !removable.all(|&clue| clues[clue].claims.is_some())
        {
            return Ok(Tester::NewModels);
        }
        let mut bare = choice.clone();
        for group in 0..task.groups.len() {
            task.set_shown(group, false, &mut bare);
        }
        let (instance, answer) = task.puzzle(&bare)?;
        Ok(Tester::Assumptions {
            checker: Box::new(UniquenessChecker::new(&*instance, &task.setup)?),
            intended: truths(&*instance, &answer),
            bare,
        })
    }

    /// Tests a choice without some of the groups that it shows.
    pub(crate) fn without(
        &mut self,
        task: &Task<'_>,
        choice: &DraftChoice,
        batch: &[usize],
    ) -> Result<Verdict, GenerateFailure> {
        let (choice, opposite) = remove(task, choice, batch);
        self.verdict(task, &choice, opposite)
    }

    /// Whether a choice without one of its groups is known to have a second answer.
    pub(crate) fn needs(
        &mut self,
        task: &Task<'_>,
        choice: &DraftChoice,
        group: usize,
    ) -> Result<bool, GenerateFailure> {
        let (choice, opposite) = remove(task, choice, &[group]);
        let second = self.second_answer(task, &choice, opposite)?;
        Ok(matches!(second, SecondAnswer::Found(..)))
    }

    /// Tests a choice. If `claim` is given, every second answer satisfies it, so the search may assume it.
    pub(crate) fn verdict(
        &mut self,
        task: &Task<'_>,
        choice: &DraftChoice,
        claim: Option<Claim>,
    ) -> Result<Verdict, GenerateFailure> {
        match self.second_answer(task, choice, claim)? {
            SecondAnswer::Found(truths, _) => Ok(Verdict::SecondAnswer(truths)),
            SecondAnswer::Unknown => Ok(Verdict::Unknown),
            SecondAnswer::None if task.difficulty.is_none() => Ok(Verdict::Fit),
            SecondAnswer::None => {
                let (instance, answer) = task.puzzle(choice)?;
                within_difficulty(task, &*instance, &answer)
            }
        }
    }

    fn second_answer(
        &mut self,
        task: &Task<'_>,
        choice: &DraftChoice,
        claim: Option<Claim>,
    ) -> Result<SecondAnswer, GenerateFailure> {
        let limits = task.check_limits();
        match self {
            Tester::Assumptions {
                checker,
                bare,
                intended,
            } => {
                let (instance, _) = task.puzzle(bare)?;
                let shown = choice.shown.iter().zip(&bare.shown);
                let added = shown.map(|(shown, in_bare)| *shown && !*in_bare);
                let clues = task.draft.clues().iter().zip(added);
                let clues = clues.filter(|(_, is_added)| *is_added);
                let claims = clues.filter_map(|(clue, _)| clue.claims.as_ref());
                let claims = claims.flatten().copied().chain(claim);
                let before = checker.failures();
                let second = checker.second_answer(&*instance, intended, claims, &limits);
                task.budget.spend(checker.failures() - before);
                second
            }
            Tester::NewModels => {
                let (instance, answer) = task.puzzle(choice)?;
                let intended = truths(&*instance, &answer);
                let mut checker = UniquenessChecker::new(&*instance, &task.setup)?;
                let claims = std::iter::empty();
                let second = checker.second_answer(&*instance, &intended, claims, &limits);
                task.budget.spend(checker.failures());
                second
            }
        }
    }
}

/// Tests whether the unique answer can be found within the difficulty limit; without a limit it can.
pub(crate) fn within_difficulty(
    task: &Task<'_>,
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
) -> Result<Verdict, GenerateFailure> {
    let Some(difficulty) = &task.difficulty else {
        return Ok(Verdict::Fit);
    };
    Ok(match difficulty.reach(instance, answer, task.deadline)? {
        Reach::Within => Verdict::Fit,
        Reach::Stuck(known) => Verdict::Stuck(known),
        Reach::Unknown => Verdict::Unknown,
    })
}

/// The choice without some groups. If just one claim is removed, a second answer must satisfy its opposite, which is returned too.
fn remove(task: &Task<'_>, choice: &DraftChoice, batch: &[usize]) -> (DraftChoice, Option<Claim>) {
    let mut choice = choice.clone();
    for &group in batch {
        task.set_shown(group, false, &mut choice);
    }
    let clues: Vec<usize> = batch
        .iter()
        .flat_map(|&at| task.groups[at].clone())
        .collect();
    let opposite = match clues[..] {
        [clue] => match task.draft.clues()[clue].claims.as_deref() {
            Some([claim]) => Some(claim.opposite()),
            _ => None,
        },
        _ => None,
    };
    (choice, opposite)
}
