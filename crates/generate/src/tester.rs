//! The test of every method: whether the answer of a choice is the only one, and whether it can be found within the level.

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, DraftChoice, Known, UniquenessTest};

use crate::generated::GenerateFailure;
use crate::judge::Reach;
use crate::rival::{Ground, Rival, truths};
use crate::thin::Thinning;

/// What is known of a choice.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The answer is the only one, and can be found within the level.
    Fit,
    /// Another answer; for every fact, whether it is true of it.
    Rival(Vec<bool>),
    /// The answer is the only one, but what comes after this is too hard; empty where that is not told.
    Stuck(Vec<Known>),
    /// A limit of effort came first.
    Unknown,
}

/// Tests choices that differ in the groups that are shown.
pub(crate) enum Tester {
    /// All clues that may go are claims about facts: one model serves, and claims are assumed.
    Assumed {
        ground: Box<Ground>,
        bare: DraftChoice,
        intended: Vec<bool>,
    },
    /// Some are not: every puzzle has its own model.
    Anew,
}

impl Tester {
    /// A tester of puzzles that differ from this choice in the groups that are shown.
    pub(crate) fn new(
        thinning: &Thinning<'_>,
        choice: &DraftChoice,
    ) -> Result<Tester, GenerateFailure> {
        let clues = thinning.draft.clues();
        let mut going = thinning.groups.iter().flatten();
        if thinning.way.tests == UniquenessTest::NewModel
            || !going.all(|&clue| clues[clue].claims.is_some())
        {
            return Ok(Tester::Anew);
        }
        let mut bare = choice.clone();
        for &clue in thinning.groups.iter().flatten() {
            bare.shown[clue] = false;
        }
        let (instance, answer) = thinning.draft.choose(&bare).ok_or_else(no_choice)?;
        Ok(Tester::Assumed {
            ground: Box::new(Ground::new(&*instance, &thinning.way)?),
            intended: truths(&*instance, &answer),
            bare,
        })
    }

    /// Tests a choice with some groups left out. The choice is as before in the end.
    pub(crate) fn without(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &mut DraftChoice,
        batch: &[usize],
    ) -> Result<Verdict, GenerateFailure> {
        let opposite = left_out(thinning, choice, batch);
        let verdict = self.verdict(thinning, choice, opposite);
        shown_again(thinning, choice, batch);
        verdict
    }

    /// Whether a choice with a group left out has a rival for sure. The choice is as before in the end.
    pub(crate) fn has_rival_without(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &mut DraftChoice,
        group: usize,
    ) -> Result<bool, GenerateFailure> {
        let opposite = left_out(thinning, choice, &[group]);
        let rival = self.rival(thinning, choice, opposite);
        shown_again(thinning, choice, &[group]);
        match rival? {
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                Err(GenerateFailure::Stopped(limit))
            }
            rival => Ok(matches!(rival, Rival::Found(..))),
        }
    }

    /// Tests a choice. Of its rivals something more may be known.
    pub(crate) fn verdict(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &DraftChoice,
        known: Option<Claim>,
    ) -> Result<Verdict, GenerateFailure> {
        match self.rival(thinning, choice, known)? {
            Rival::Found(truths, _) => return Ok(Verdict::Rival(truths)),
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                return Err(GenerateFailure::Stopped(limit));
            }
            Rival::Unknown(_) => return Ok(Verdict::Unknown),
            Rival::None if thinning.level.is_none() => return Ok(Verdict::Fit),
            Rival::None => {}
        }
        let (instance, answer) = thinning.draft.choose(choice).ok_or_else(no_choice)?;
        within_level(thinning, &*instance, &answer)
    }

    /// Looks for a rival of a choice, of which something more may be known.
    fn rival(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &DraftChoice,
        known: Option<Claim>,
    ) -> Result<Rival, GenerateFailure> {
        let limits = thinning
            .deadline
            .limits()
            .failure_limit(thinning.effort.next());
        match self {
            Tester::Assumed {
                ground,
                bare,
                intended,
            } => {
                let (instance, _) = thinning.draft.choose(bare).ok_or_else(no_choice)?;
                let clues = thinning.draft.clues().iter();
                let shown = clues
                    .zip(&choice.shown)
                    .zip(&bare.shown)
                    .filter(|((_, shown), standing)| **shown && !**standing)
                    .filter_map(|((clue, _), _)| clue.claims.as_ref());
                let claims = shown.flatten().copied().chain(known);
                let before = ground.failures();
                let rival = ground.rival(&*instance, intended, claims, &limits);
                thinning.effort.spend(ground.failures() - before);
                rival
            }
            Tester::Anew => {
                let (instance, answer) = thinning.draft.choose(choice).ok_or_else(no_choice)?;
                let intended = truths(&*instance, &answer);
                let mut ground = Ground::new(&*instance, &thinning.way)?;
                let rival = ground.rival(&*instance, &intended, std::iter::empty(), &limits);
                thinning.effort.spend(ground.failures());
                rival
            }
        }
    }
}

/// Tests whether the only answer can be found within the level; it can where there is none.
pub(crate) fn within_level(
    thinning: &Thinning<'_>,
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
) -> Result<Verdict, GenerateFailure> {
    let Some(level) = &thinning.level else {
        return Ok(Verdict::Fit);
    };
    Ok(match level.test(instance, answer, thinning.deadline)? {
        None | Some(Reach::Within) => Verdict::Fit,
        Some(Reach::Stuck(known)) => Verdict::Stuck(known),
        Some(Reach::Unknown) => Verdict::Unknown,
    })
}

/// Leaves groups out. A single claim that is left out can only be missed where its opposite, which is told, leads nowhere.
fn left_out(thinning: &Thinning<'_>, choice: &mut DraftChoice, batch: &[usize]) -> Option<Claim> {
    let out = || batch.iter().flat_map(|&group| &thinning.groups[group]);
    out().for_each(|&clue| choice.shown[clue] = false);
    let mut gone = out();
    match (gone.next(), gone.next()) {
        (Some(&one), None) => match thinning.draft.clues()[one].claims.as_deref() {
            Some([claim]) => Some(claim.opposite()),
            _ => None,
        },
        _ => None,
    }
}

fn shown_again(thinning: &Thinning<'_>, choice: &mut DraftChoice, batch: &[usize]) {
    for &clue in batch.iter().flat_map(|&group| &thinning.groups[group]) {
        choice.shown[clue] = true;
    }
}

/// Clues go together in any choice.
fn no_choice() -> GenerateFailure {
    GenerateFailure::defect("clues of a draft do not go together")
}
