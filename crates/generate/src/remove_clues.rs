//! Removing clues as long as the answer stays unique, and can be found within the difficulty limit.
//!
//! Groups of clues are removed in random order, many at a time while that works. Every counterexample is remembered by the groups that exclude it: a second
//! answer by those that contradict it, a position where solving got stuck by those that add something unknown there. Removing all groups that exclude a
//! counterexample is known to fail, without a test.

use gridwright_puzzles::{Claim, DraftChoice, FactState};

use crate::attempt::{AttemptContext, Candidate};
use crate::checker::{CandidateChecker, Verdict};
use crate::generated::Result;

/// A second answer, or a position where solving got stuck.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// Per group, whether showing it excludes this.
    pub(crate) excluded_by: Vec<bool>,
    /// How many of these groups are shown.
    pub(crate) n_shown: usize,
    is_second_answer: bool,
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

    /// A counterexample to a choice, excluded by claims with some property. A clue that is not a claim about facts is taken to exclude it.
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
    fn survives(&self, batch: &[usize]) -> bool {
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

/// Removes those of some groups that are not needed, in this order. The candidate must be unique and within the difficulty limit, and show these groups.
pub(crate) fn remove_clues(
    context: &AttemptContext<'_>,
    candidate: Candidate,
    order: &[usize],
    counterexamples: &mut Vec<Counterexample>,
    checker: &mut CandidateChecker,
) -> Result<Candidate> {
    let mut n_clues = candidate.n_clues();
    let mut candidate = Candidate::new(candidate.choice);
    let mut at = 0;
    let mut batch_size = (order.len() / 2).max(1);
    while at < order.len() {
        batch_size = batch_size.min(order.len() - at);
        let batch = &order[at..at + batch_size];
        let n_removed: usize = batch.iter().map(|&group| context.groups[group].len()).sum();
        let too_few = n_clues < context.min_clues + n_removed;
        let mut surviving = counterexamples
            .iter()
            .filter(|one| one.survives(batch))
            .peekable();
        let has_second_answer = if too_few || surviving.peek().is_some() {
            surviving.any(|one| one.is_second_answer)
        } else {
            match checker.check_without(context, &candidate.choice, batch)? {
                Verdict::Accepted => {
                    for &group in batch {
                        set_group_shown(
                            context,
                            group,
                            false,
                            &mut candidate.choice,
                            counterexamples,
                        );
                    }
                    n_clues -= n_removed;
                    at += batch_size;
                    continue;
                }
                Verdict::SecondAnswer(values) => {
                    counterexamples.push(Counterexample::second_answer(
                        context,
                        &values,
                        &candidate.choice,
                    ));
                    true
                }
                Verdict::Stuck(known) => {
                    counterexamples.extend(Counterexample::stuck(
                        context,
                        &known,
                        &candidate.choice,
                    ));
                    false
                }
                Verdict::Unknown => false,
            }
        };
        if batch_size == 1 {
            candidate.is_minimal &= has_second_answer;
            at += 1;
        } else {
            batch_size /= 2;
        }
    }
    Ok(candidate)
}

/// Whether every group that is shown is needed for uniqueness, whatever the difficulty.
pub(crate) fn is_minimal(
    context: &AttemptContext<'_>,
    choice: &DraftChoice,
    checker: &mut CandidateChecker,
) -> Result<bool> {
    for group in 0..context.groups.len() {
        if context.is_shown(group, choice) && !checker.is_needed(context, choice, group)? {
            return Ok(false);
        }
    }
    Ok(true)
}
