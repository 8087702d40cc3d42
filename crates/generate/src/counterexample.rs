//! Counterexamples: second answers and positions where solving got stuck, each stored as the set of groups of clues that exclude it.

use gridwright_puzzles::{Claim, DraftChoice, FactState};

use crate::attempt::AttemptContext;

/// A second answer, or a position where solving got stuck.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// Per group, whether showing it excludes this.
    pub(crate) excluded_by: Vec<bool>,
    /// How many of these groups are shown.
    pub(crate) n_shown: usize,
    pub(crate) is_second_answer: bool,
}

impl Counterexample {
    /// A second answer, given which facts hold in it.
    pub(crate) fn second_answer(
        context: &AttemptContext<'_>,
        values: &[bool],
        choice: &DraftChoice,
    ) -> Counterexample {
        Counterexample::new(context, choice, true, |claim| {
            values[claim.fact] != claim.holds
        })
    }

    /// A position where solving got stuck; `None` if it is not known.
    pub(crate) fn stuck(
        context: &AttemptContext<'_>,
        known: &[FactState],
        choice: &DraftChoice,
    ) -> Option<Counterexample> {
        let is_new = |claim: &Claim| claim.known(known) != FactState::True;
        (!known.is_empty()).then(|| Counterexample::new(context, choice, false, is_new))
    }

    /// A counterexample to `choice`. A clue excludes it if `excludes` holds for one of its claims, or if it has no claims.
    fn new(
        context: &AttemptContext<'_>,
        choice: &DraftChoice,
        is_second_answer: bool,
        excludes: impl Fn(&Claim) -> bool,
    ) -> Counterexample {
        let excludes = |&clue: &usize| {
            let claims = context.draft.clues()[clue].claims.as_ref();
            claims.is_none_or(|claims| claims.iter().any(&excludes))
        };
        let groups = context.groups.iter();
        let mut new = Counterexample {
            excluded_by: groups.map(|group| group.iter().any(excludes)).collect(),
            n_shown: 0,
            is_second_answer,
        };
        new.recount(context, choice);
        new
    }

    /// Recounts the shown groups that exclude it.
    pub(crate) fn recount(&mut self, context: &AttemptContext<'_>, choice: &DraftChoice) {
        let groups = 0..context.groups.len();
        let groups = groups.filter(|&group| self.excluded_by[group]);
        self.n_shown = groups
            .filter(|&group| context.is_shown(group, choice))
            .count();
    }

    /// Whether no shown group excludes it once these are removed.
    pub(crate) fn survives(&self, batch: &[usize]) -> bool {
        let removed = batch.iter().filter(|&&group| self.excluded_by[group]);
        removed.count() == self.n_shown
    }
}

/// Shows or hides a group, and updates the counterexamples.
pub(crate) fn set_group_shown(
    context: &AttemptContext<'_>,
    group: usize,
    is_shown: bool,
    choice: &mut DraftChoice,
    counterexamples: &mut [Counterexample],
) {
    context.set_shown(group, is_shown, choice);
    for one in counterexamples
        .iter_mut()
        .filter(|one| one.excluded_by[group])
    {
        match is_shown {
            true => one.n_shown += 1,
            false => one.n_shown -= 1,
        }
    }
}
