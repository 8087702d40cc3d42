//! Remove and test: clues are taken away from a puzzle as long as its answer stays the only one, and can be found within the level.
//!
//! Clues that must go together, for symmetry, are one *group*. Groups go in random order, many at a time while that works. Everything that was in the way is
//! remembered by the groups that keep it away: a rival by those that rule it out, a board on which somebody got stuck by those that tell something new
//! there. Where none of those would be left, nobody needs to be asked.

use std::cell::Cell;

use gridwright_puzzles::{AnyDraft, Claim, DraftChoice, Known};

use crate::generated::GenerateFailure;
use crate::level::Level;
use crate::rival::Way;
use crate::tester::{Tester, Verdict};
use gridwright_control::Deadline;

/// One question may cost this part of what all questions that are left may cost, and at least so many failures.
const PARTS: u64 = 10;
const LEAST: u64 = 30;

/// What is to be taken away.
pub(crate) struct Thinning<'t> {
    pub(crate) draft: &'t dyn AnyDraft,
    pub(crate) way: Way,
    /// What questions may cost.
    pub(crate) effort: Effort,
    /// Clues by their places, those that go together in one group; in the order in which they are tried.
    pub(crate) groups: Vec<Vec<usize>>,
    /// How many clues must be left.
    pub(crate) least: usize,
    /// How hard the puzzle may become.
    pub(crate) level: Option<Level>,
    pub(crate) deadline: &'t Deadline,
}

/// How many failures questions may cost. A board on which they cost many has clues left that could be missed, rather than that it takes for ever.
#[derive(Debug)]
pub(crate) struct Effort {
    /// How many one question may cost at most.
    each: u64,
    /// How many all of them may cost before they may cost next to none; `None` if that is no matter.
    all: Option<u64>,
    spent: Cell<u64>,
}

impl Effort {
    pub(crate) fn new(each: u64, all: Option<u64>) -> Effort {
        let spent = Cell::new(0);
        Effort { each, all, spent }
    }

    /// How many the next question may cost: a part of what is left.
    pub(crate) fn next(&self) -> u64 {
        let left = self.all.map(|all| all.saturating_sub(self.spent.get()));
        left.map_or(self.each, |left| self.each.min((left / PARTS).max(LEAST)))
    }

    /// Takes note of what a question cost.
    pub(crate) fn spend(&self, failures: u64) {
        self.spent.set(self.spent.get() + failures);
    }
}

/// What is left.
#[derive(Clone, Debug)]
pub(crate) struct Thinned {
    pub(crate) choice: DraftChoice,
    /// How hard it is, once it was rated.
    pub(crate) number: Option<f64>,
    /// Whether no group left can be missed.
    pub(crate) is_minimal: bool,
}

impl Thinned {
    /// A choice from which nothing was taken away yet.
    pub(crate) fn start(choice: DraftChoice) -> Thinned {
        Thinned {
            choice,
            number: None,
            is_minimal: true,
        }
    }

    /// How many clues there are.
    pub(crate) fn n_clues(&self) -> usize {
        self.choice.shown.iter().filter(|shown| **shown).count()
    }
}

/// Something that was in the way, by the groups that keep it away.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) by: Vec<bool>,
    /// How many of these groups are still shown.
    pub(crate) shown: usize,
    is_rival: bool,
}

impl Thinning<'_> {
    /// Takes away what can be missed. The puzzle of the choice must be fit, and show all groups.
    pub(crate) fn thin(
        &self,
        start: Thinned,
        tester: &mut Tester,
    ) -> Result<Thinned, GenerateFailure> {
        let order: Vec<usize> = (0..self.groups.len()).collect();
        self.thin_in_order(start, &order, &mut Vec::new(), tester)
    }

    /// Takes away what can be missed of some groups that are shown, in this order.
    pub(crate) fn thin_in_order(
        &self,
        mut thinned: Thinned,
        order: &[usize],
        met: &mut Vec<Met>,
        tester: &mut Tester,
    ) -> Result<Thinned, GenerateFailure> {
        let mut n_shown = thinned.n_clues();
        thinned.number = None;
        thinned.is_minimal = true;
        let mut at = 0;
        let mut many = (order.len() / 2).max(1);
        while at < order.len() {
            many = many.min(order.len() - at);
            let batch = &order[at..at + many];
            let n_clues: usize = batch.iter().map(|&group| self.groups[group].len()).sum();
            let too_few = n_shown < self.least + n_clues;
            let mut in_the_way = met.iter().filter(|met| met.survives(batch)).peekable();
            let is_needed = in_the_way.peek().is_some();
            let is_ruled_out = in_the_way.any(|met| met.is_rival);
            let verdict = match too_few || is_needed {
                true => None,
                false => Some(tester.without(self, &mut thinned.choice, batch)?),
            };
            let has_rival = match verdict {
                Some(Verdict::Fit) => {
                    for &group in batch {
                        self.show(group, false, &mut thinned.choice, met);
                    }
                    n_shown -= n_clues;
                    at += many;
                    continue;
                }
                Some(Verdict::Rival(truths)) => {
                    met.push(self.met(&truths, &thinned.choice));
                    true
                }
                Some(Verdict::Stuck(known)) => {
                    met.extend(self.stuck(&known, &thinned.choice));
                    false
                }
                Some(Verdict::Unknown) => false,
                None => is_ruled_out,
            };
            if many == 1 {
                thinned.is_minimal &= has_rival;
                at += 1;
            } else {
                many /= 2;
            }
        }
        Ok(thinned)
    }

    /// Whether every group that is shown is needed for the answer to be the only one, however hard it is to find.
    pub(crate) fn is_minimal(
        &self,
        choice: &DraftChoice,
        tester: &mut Tester,
    ) -> Result<bool, GenerateFailure> {
        let mut choice = choice.clone();
        for group in 0..self.groups.len() {
            if self.is_shown(group, &choice)
                && !tester.has_rival_without(self, &mut choice, group)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Has a puzzle rated, where that is not done and somebody is there to do it.
    pub(crate) fn rate(&self, thinned: &mut Thinned) -> Result<(), GenerateFailure> {
        if let (None, Some(level)) = (thinned.number, &self.level)
            && let Some((instance, answer)) = self.draft.choose(&thinned.choice)
        {
            thinned.number = level.rate(&*instance, &answer, self.deadline)?;
        }
        Ok(())
    }

    /// Whether the clues of a group are shown.
    pub(crate) fn is_shown(&self, group: usize, choice: &DraftChoice) -> bool {
        self.groups[group].iter().all(|&clue| choice.shown[clue])
    }

    /// Shows a group or takes it away, as all that was met is told.
    pub(crate) fn show(
        &self,
        group: usize,
        shown: bool,
        choice: &mut DraftChoice,
        met: &mut [Met],
    ) {
        for &clue in &self.groups[group] {
            choice.shown[clue] = shown;
        }
        for met in met.iter_mut().filter(|met| met.by[group]) {
            match shown {
                true => met.shown += 1,
                false => met.shown -= 1,
            }
        }
    }

    /// A rival, where these clues are shown.
    pub(crate) fn met(&self, truths: &[bool], choice: &DraftChoice) -> Met {
        self.kept_away(choice, true, |claim| truths[claim.fact] != claim.holds)
    }

    /// A board on which somebody got stuck, where these clues are shown; `None` where it is not told.
    pub(crate) fn stuck(&self, known: &[Known], choice: &DraftChoice) -> Option<Met> {
        let is_new = |claim: &Claim| claim.known(known) != Known::True;
        (!known.is_empty()).then(|| self.kept_away(choice, false, is_new))
    }

    /// What groups keep away of which some clue says something else or something new. A clue that is no claim about facts may say anything.
    fn kept_away(
        &self,
        choice: &DraftChoice,
        is_rival: bool,
        tells: impl Fn(&Claim) -> bool,
    ) -> Met {
        let tells = |&clue: &usize| {
            let claims = self.draft.clues()[clue].claims.as_ref();
            claims.is_none_or(|claims| claims.iter().any(&tells))
        };
        let groups = self.groups.iter();
        let by: Vec<bool> = groups.map(|group| group.iter().any(tells)).collect();
        let shown = (0..by.len()).filter(|&group| by[group] && self.is_shown(group, choice));
        Met {
            shown: shown.count(),
            by,
            is_rival,
        }
    }
}

impl Met {
    /// Whether it is in the way once these groups are gone.
    fn survives(&self, batch: &[usize]) -> bool {
        let gone = batch.iter().filter(|&&group| self.by[group]).count();
        gone == self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_may_cost_less_the_more_was_spent() {
        let effort = Effort::new(2_000, Some(15_000));
        assert_eq!(effort.next(), 1_500);
        effort.spend(5_000);
        assert_eq!(effort.next(), 1_000);
        effort.spend(1_000_000);
        assert_eq!(effort.next(), LEAST);
        let plenty = Effort::new(2_000, Some(1_000_000));
        assert_eq!(plenty.next(), 2_000);
        let endless = Effort::new(2_000, None);
        endless.spend(1_000_000_000);
        assert_eq!(endless.next(), 2_000);
    }
}
