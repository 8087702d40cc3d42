//! Remove and test: clues are taken away from a unique puzzle as long as it stays unique.
//!
//! Clues that must go together, for symmetry, are one *group*. Groups go in random order, many at a time while that works. Every rival that was met is
//! remembered by the groups that rule it out: where none of those would be left, no engine needs to be asked.

use gridwright_fd::Limit;
use gridwright_puzzles::{AnyDraft, Choice, Claim, Tests};

use crate::made::NotMade;
use crate::patience::Patience;
use crate::rival::{Ground, Rival, Way, truths};

/// What is to be taken away.
pub(crate) struct Thinning<'t> {
    pub(crate) draft: &'t dyn AnyDraft,
    pub(crate) way: Way,
    /// How many failures one question may cost.
    pub(crate) failures: u64,
    /// Clues by their places, those that go together in one group; in the order in which they are tried.
    pub(crate) groups: Vec<Vec<usize>>,
    /// How many clues must be left.
    pub(crate) least: usize,
    pub(crate) patience: &'t Patience,
}

/// What is left.
#[derive(Clone, Debug)]
pub(crate) struct Thinned {
    pub(crate) choice: Choice,
    /// The groups that were taken away, in order.
    pub(crate) removed: Vec<Vec<usize>>,
    /// Whether no group left can be missed.
    pub(crate) is_minimal: bool,
}

impl Thinned {
    /// How many clues there are.
    pub(crate) fn n_clues(&self) -> usize {
        self.choice.shown.iter().filter(|shown| **shown).count()
    }
}

/// A rival, by the groups that rule it out.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) by: Vec<bool>,
    /// How many of these groups are still shown.
    pub(crate) shown: usize,
}

impl Thinning<'_> {
    /// Takes away what can be missed. The puzzle of the choice must be unique, and show all groups.
    pub(crate) fn thin(&self, choice: Choice, tester: &mut Tester) -> Result<Thinned, NotMade> {
        let order: Vec<usize> = (0..self.groups.len()).collect();
        self.thin_in_order(choice, &order, &mut Vec::new(), tester)
    }

    /// Takes away what can be missed of some groups that are shown, in this order.
    pub(crate) fn thin_in_order(
        &self,
        mut choice: Choice,
        order: &[usize],
        met: &mut Vec<Met>,
        tester: &mut Tester,
    ) -> Result<Thinned, NotMade> {
        let mut n_shown = choice.shown.iter().filter(|shown| **shown).count();
        let mut removed = Vec::new();
        let mut is_minimal = true;
        let mut at = 0;
        let mut many = (order.len() / 2).max(1);
        while at < order.len() {
            many = many.min(order.len() - at);
            let batch = &order[at..at + many];
            let n_clues: usize = batch.iter().map(|&group| self.groups[group].len()).sum();
            let too_few = n_shown < self.least + n_clues;
            let known = too_few || met.iter().any(|met| met.survives(batch));
            let verdict = match known {
                true => None,
                false => Some(tester.without(self, &mut choice, batch)?),
            };
            match verdict {
                Some(Rival::None) => {
                    for &group in batch {
                        self.show(group, false, &mut choice, met);
                        removed.push(self.groups[group].clone());
                    }
                    n_shown -= n_clues;
                    at += many;
                    continue;
                }
                Some(Rival::Found(truths, _)) => met.push(self.met(&truths, &choice)),
                Some(Rival::Unknown(limit @ (Limit::Stop | Limit::Time))) => {
                    return Err(NotMade::Stopped(limit));
                }
                Some(Rival::Unknown(_)) if many == 1 => is_minimal = false,
                Some(Rival::Unknown(_)) | None => {}
            }
            if many == 1 {
                is_minimal &= !too_few;
                at += 1;
            } else {
                many /= 2;
            }
        }
        Ok(Thinned {
            choice,
            removed,
            is_minimal,
        })
    }

    /// Whether the clues of a group are shown.
    pub(crate) fn is_shown(&self, group: usize, choice: &Choice) -> bool {
        self.groups[group].iter().all(|&clue| choice.shown[clue])
    }

    /// Shows a group or takes it away, as rivals are told.
    pub(crate) fn show(&self, group: usize, shown: bool, choice: &mut Choice, met: &mut [Met]) {
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
    pub(crate) fn met(&self, truths: &[bool], choice: &Choice) -> Met {
        let rules_out = |group: &Vec<usize>| self.rules_out(group, truths);
        let by: Vec<bool> = self.groups.iter().map(rules_out).collect();
        let shown = (0..by.len()).filter(|&group| by[group] && self.is_shown(group, choice));
        Met {
            shown: shown.count(),
            by,
        }
    }

    /// Whether some clue of a group says what is not true of a rival. A clue that is no claim about facts may say anything.
    fn rules_out(&self, group: &[usize], truths: &[bool]) -> bool {
        let clues = group.iter().map(|&clue| &self.draft.clues()[clue]);
        let says_otherwise = |claim: &Claim| truths[claim.fact] != claim.holds;
        clues
            .map(|clue| clue.claims.as_ref())
            .any(|claims| claims.is_none_or(|claims| claims.iter().any(says_otherwise)))
    }
}

impl Met {
    /// Whether it is an answer once these groups are gone.
    fn survives(&self, batch: &[usize]) -> bool {
        let gone = batch.iter().filter(|&&group| self.by[group]).count();
        gone == self.shown
    }
}

/// Asks for rivals of a puzzle with some clues left out.
pub(crate) enum Tester {
    /// All clues that may go are claims about facts: one model serves, and claims are assumed.
    Assumed {
        ground: Box<Ground>,
        bare: Choice,
        intended: Vec<bool>,
    },
    /// Some are not: every puzzle has its own model.
    Anew,
}

impl Tester {
    /// A tester of puzzles that differ from this choice in the groups that are shown.
    pub(crate) fn new(thinning: &Thinning<'_>, choice: &Choice) -> Result<Tester, NotMade> {
        let clues = thinning.draft.clues();
        let mut going = thinning.groups.iter().flatten();
        if thinning.way.tests == Tests::Anew || !going.all(|&clue| clues[clue].claims.is_some()) {
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

    /// Looks for a rival where these groups are left out. The choice is as before in the end.
    fn without(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &mut Choice,
        batch: &[usize],
    ) -> Result<Rival, NotMade> {
        let out = || batch.iter().flat_map(|&group| &thinning.groups[group]);
        out().for_each(|&clue| choice.shown[clue] = false);
        // A single claim that is left out can only be missed where its opposite leads nowhere.
        let mut gone = out();
        let opposite = match (gone.next(), gone.next()) {
            (Some(&one), None) => match thinning.draft.clues()[one].claims.as_deref() {
                Some([claim]) => Some(claim.opposite()),
                _ => None,
            },
            _ => None,
        };
        let rival = self.rival(thinning, choice, opposite);
        out().for_each(|&clue| choice.shown[clue] = true);
        rival
    }

    /// Looks for a rival of a choice, of which something more may be known.
    pub(crate) fn rival(
        &mut self,
        thinning: &Thinning<'_>,
        choice: &Choice,
        known: Option<Claim>,
    ) -> Result<Rival, NotMade> {
        let limits = thinning.patience.limits(thinning.failures);
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
                ground.rival(&*instance, intended, claims, &limits)
            }
            Tester::Anew => {
                let (instance, answer) = thinning.draft.choose(choice).ok_or_else(no_choice)?;
                let intended = truths(&*instance, &answer);
                let mut ground = Ground::new(&*instance, &thinning.way)?;
                ground.rival(&*instance, &intended, std::iter::empty(), &limits)
            }
        }
    }
}

/// Clues go together in any choice.
fn no_choice() -> NotMade {
    NotMade::defect("clues of a draft do not go together")
}
