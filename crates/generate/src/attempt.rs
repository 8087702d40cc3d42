//! `AttemptContext`, what the methods that turn one full board into a puzzle share: its draft, the groups of clues that may be removed, and the limits; and a candidate, which is a puzzle of that draft.
//!
//! A draft is a full board and what can be varied in it: clues, which may be shown or not, and alternatives, which are always present in one of several variants.
//! A choice says which clues are shown, and the variant of every alternative.

use std::cell::Cell;
use std::collections::HashSet;

use gridwright_control::{Deadline, Limits};
use gridwright_puzzles::{AnyAnswer, AnyDraft, BoxedInstance, CluePosition, DraftChoice};

use crate::difficulty::DifficultyLimit;
use crate::generated::{GenerateFailure, Result};
use crate::uniqueness::SolverSetup;

/// The failure limit of a check is a tenth of the remaining budget, but at least 30.
const CHECKS_PER_BUDGET: u64 = 10;
const MIN_FAILURES_PER_CHECK: u64 = 30;

/// What the methods that turn one full board into a puzzle share.
pub(crate) struct AttemptContext<'t> {
    pub(crate) draft: &'t dyn AnyDraft,
    pub(crate) setup: SolverSetup,
    pub(crate) budget: Budget,
    /// The clues that may be removed, by index, in the order in which to try them. Clues that are shown or removed together, for symmetry, are one group.
    pub(crate) groups: Vec<Vec<usize>>,
    /// The least number of clues.
    pub(crate) min_clues: usize,
    pub(crate) difficulty: Option<DifficultyLimit>,
    pub(crate) deadline: &'t Deadline,
}

impl AttemptContext<'_> {
    /// The puzzle of a choice, and its intended answer.
    pub(crate) fn puzzle(&self, choice: &DraftChoice) -> Result<(BoxedInstance, AnyAnswer)> {
        let puzzle = self.draft.choose(choice);
        puzzle.ok_or_else(|| GenerateFailure::internal("a draft has no puzzle for a choice"))
    }

    /// Whether the clues of a group are shown.
    pub(crate) fn is_shown(&self, group: usize, choice: &DraftChoice) -> bool {
        self.groups[group].iter().all(|&clue| choice.shown[clue])
    }

    /// Shows or hides the clues of a group.
    pub(crate) fn set_shown(&self, group: usize, is_shown: bool, choice: &mut DraftChoice) {
        for &clue in &self.groups[group] {
            choice.shown[clue] = is_shown;
        }
    }

    /// Hides the clues that say nothing with the chosen variants of the alternatives, such as the pearl of a cell that the loop does not pass.
    pub(crate) fn hide_empty_clues(&mut self, choice: &mut DraftChoice) -> Result {
        if self.draft.alternatives().is_empty() {
            return Ok(());
        }
        let slots = self.puzzle(choice)?.0.clues().into_iter();
        let empty = slots.filter(|slot| slot.value.is_empty());
        let empty: HashSet<CluePosition> = empty.map(|slot| slot.position).collect();
        for (is_shown, clue) in choice.shown.iter_mut().zip(self.draft.clues()) {
            let position = clue.cell.map(CluePosition::Cell);
            *is_shown &= position.is_none_or(|position| !empty.contains(&position));
        }
        for group in &mut self.groups {
            group.retain(|&clue| choice.shown[clue]);
        }
        self.groups.retain(|group| !group.is_empty());
        Ok(())
    }

    /// The limits of the next uniqueness check.
    pub(crate) fn check_limits(&self) -> Limits {
        self.deadline.limits().failure_limit(self.budget.next())
    }

    /// Rates a candidate, unless it is rated already or there is no rater.
    pub(crate) fn rate(&self, candidate: &mut Candidate) -> Result {
        if let (None, Some(difficulty)) = (candidate.score, &self.difficulty) {
            let (instance, answer) = self.puzzle(&candidate.choice)?;
            candidate.score = difficulty.rate(&*instance, &answer, self.deadline)?;
        }
        Ok(())
    }
}

/// The failure budget of uniqueness checks. Past the budget, redundant clues are kept.
#[derive(Debug)]
pub(crate) struct Budget {
    /// The maximum number of failures of one check.
    each: u64,
    /// The failure budget of all checks; once it is spent, each further check gets `MIN_FAILURES_PER_CHECK`. `None` is no limit.
    total: Option<u64>,
    spent: Cell<u64>,
}

impl Budget {
    pub(crate) fn new(each: u64, total: Option<u64>) -> Budget {
        let spent = Cell::new(0);
        Budget { each, total, spent }
    }

    /// The failure limit of the next check.
    fn next(&self) -> u64 {
        let left = self.total.map(|all| all.saturating_sub(self.spent.get()));
        left.map_or(self.each, |left| {
            self.each
                .min((left / CHECKS_PER_BUDGET).max(MIN_FAILURES_PER_CHECK))
        })
    }

    /// Records the failures of a check.
    pub(crate) fn spend(&self, failures: u64) {
        self.spent.set(self.spent.get() + failures);
    }
}

/// A puzzle of the draft.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) choice: DraftChoice,
    /// The difficulty, once it is rated.
    pub(crate) score: Option<f64>,
    /// Whether every group that is shown is known to be needed.
    pub(crate) is_minimal: bool,
}

impl Candidate {
    /// A choice from which nothing was removed yet.
    pub(crate) fn new(choice: DraftChoice) -> Candidate {
        Candidate {
            choice,
            score: None,
            is_minimal: true,
        }
    }

    pub(crate) fn n_clues(&self) -> usize {
        self.choice.shown.iter().filter(|shown| **shown).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_limit_falls_as_the_budget_is_spent() {
        let budget = Budget::new(2_000, Some(15_000));
        assert_eq!(budget.next(), 1_500);
        budget.spend(5_000);
        assert_eq!(budget.next(), 1_000);
        budget.spend(1_000_000);
        assert_eq!(budget.next(), MIN_FAILURES_PER_CHECK);
        let plenty = Budget::new(2_000, Some(1_000_000));
        assert_eq!(plenty.next(), 2_000);
        let endless = Budget::new(2_000, None);
        endless.spend(1_000_000_000);
        assert_eq!(endless.next(), 2_000);
    }
}
