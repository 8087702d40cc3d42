//! Changing what cannot be removed, such as bridges and arrows, until the intended answer is unique and can be found within the difficulty limit.
//!
//! Open facts are those in which a second answer differs, or which are unknown where solving got stuck. If alternatives list their facts (bridges), the
//! search changes some whose facts are open, otherwise (arrows) any. Of several changes, it takes the one that excludes the most second answers found so
//! far. Of boards that are too hard, it continues from the one with the fewest open facts.

use std::ops::Range;

use gridwright_control::Rng;
use gridwright_puzzles::{AnyAnswer, AnyDraft, BoxedInstance, DraftChoice, FactState};

use crate::attempt::{AttemptContext, Candidate};
use crate::checker::{Verdict, check_difficulty};
use crate::generated::Result;
use crate::second_answer::SecondAnswer;
use crate::uniqueness::{UniquenessChecker, fact_values};

/// How much work it may take until the check accepts a puzzle.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// The maximum number of uniqueness checks.
    checks: usize,
    /// The maximum number of boards that are too hard.
    too_hard: usize,
}

/// From a full board, whose answer is rarely the only one.
const FROM_FULL_BOARD: Effort = Effort {
    checks: 400,
    too_hard: 40,
};

/// From a puzzle with one answer, after a small move of local search: one that takes more is abandoned, because other moves are cheap.
const AFTER_SMALL_MOVE: Effort = Effort {
    checks: 8,
    too_hard: 1,
};

/// From a puzzle with one answer, after a large move of local search.
const AFTER_LARGE_MOVE: Effort = Effort {
    checks: 40,
    too_hard: 2,
};

/// The maximum number of changes that are considered for one move.
const MAX_PROPOSALS: usize = 60;

/// The maximum number of alternatives that are tried for one change.
const MAX_TRIES: usize = 60;

/// How many second answers are remembered.
const MAX_SECOND_ANSWERS: usize = 60;

/// One in this many open alternatives is changed at a time.
const OPEN_PER_CHANGE: usize = 8;

/// A small move of local search changes one or two alternatives: most of the puzzle stays.
const MAX_SMALL_MOVE: usize = 2;

/// A large move changes up to one in this many of all alternatives: once repaired, the answer is only just unique, so that it is often hard to find.
const ALL_PER_LARGE_MOVE: usize = 8;

/// The failure limit of one uniqueness check.
const CHECK_FAILURE_LIMIT: u64 = 20_000;

/// Changes alternatives of a full board until the check accepts the puzzle; `None` if that fails.
pub(crate) fn change_until_accepted(
    context: &AttemptContext<'_>,
    choice: DraftChoice,
    rng: &mut Rng,
) -> Result<Option<Candidate>> {
    repair(context, choice, FROM_FULL_BOARD, rng)
}

/// Changes alternatives until the check accepts the puzzle; `None` if that takes more than some effort.
fn repair(
    context: &AttemptContext<'_>,
    mut choice: DraftChoice,
    effort: Effort,
    rng: &mut Rng,
) -> Result<Option<Candidate>> {
    let draft = context.draft;
    let mut second_answers: Vec<AnyAnswer> = Vec::new();
    let mut least_open: Option<(Vec<bool>, DraftChoice)> = None;
    let mut too_hard = 0;
    for _ in 0..effort.checks {
        let (instance, answer) = context.puzzle(&choice)?;
        let intended = fact_values(&*instance, &answer);
        let mut checker = UniquenessChecker::new(&*instance, &context.setup, context.deadline)?;
        let limits = context.deadline.limits().failure_limit(CHECK_FAILURE_LIMIT);
        let no_claims = std::iter::empty();
        let is_open = match checker.second_answer(&*instance, &intended, no_claims, &limits)? {
            SecondAnswer::Unknown => return Ok(None),
            SecondAnswer::Found(values, second) => {
                if second_answers.len() == MAX_SECOND_ANSWERS {
                    second_answers.remove(0);
                }
                second_answers.push(second);
                let pairs = values.iter().zip(&intended);
                pairs.map(|(a, b)| a != b).collect::<Vec<bool>>()
            }
            SecondAnswer::None => match check_difficulty(context, &*instance, &answer)? {
                Verdict::Accepted => return Ok(Some(Candidate::new(choice))),
                Verdict::Stuck(known) if !known.is_empty() && too_hard < effort.too_hard => {
                    too_hard += 1;
                    let open: Vec<bool> = known.iter().map(|k| *k == FactState::Open).collect();
                    let n_open = |open: &[bool]| open.iter().filter(|open| **open).count();
                    match &least_open {
                        Some((least, before)) if n_open(least) < n_open(&open) => {
                            choice = before.clone();
                            least.clone()
                        }
                        _ => {
                            least_open = Some((open.clone(), choice.clone()));
                            open
                        }
                    }
                }
                _ => return Ok(None),
            },
        };
        let all = draft.alternatives();
        let mut pool: Vec<usize> = (0..all.len())
            .filter(|&index| all[index].facts.iter().any(|&fact| is_open[fact]))
            .collect();
        let n_changes = match pool.is_empty() {
            true => {
                pool = (0..all.len()).collect();
                1..3
            }
            false => {
                let n = 1 + pool.len() / OPEN_PER_CHANGE;
                n..n + 1
            }
        };
        let changed = best_change(draft, &choice, &pool, n_changes, &second_answers, rng);
        match changed {
            Some(changed) => choice = changed,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// A move of local search: changes some alternatives, and then others if the check does not accept the puzzle. `None` if there are no alternatives, or if the puzzle
/// is not soon accepted again.
pub(crate) fn change(
    context: &AttemptContext<'_>,
    choice: &DraftChoice,
    rng: &mut Rng,
) -> Result<Option<Candidate>> {
    let all: Vec<usize> = (0..context.draft.alternatives().len()).collect();
    let (max_changes, effort) = match rng.one_in(2) {
        true => (MAX_SMALL_MOVE, AFTER_SMALL_MOVE),
        false => (1 + all.len() / ALL_PER_LARGE_MOVE, AFTER_LARGE_MOVE),
    };
    let n_changes = 1 + rng.below(max_changes);
    match change_some(context.draft, choice, &all, n_changes, rng) {
        Some(changed) => repair(context, changed, effort, rng),
        None => Ok(None),
    }
}

/// Changes up to `n_changes` of these alternatives, each at most once; a change for which the draft has no puzzle is undone.
fn change_some(
    draft: &dyn AnyDraft,
    choice: &DraftChoice,
    open: &[usize],
    n_changes: usize,
    rng: &mut Rng,
) -> Option<DraftChoice> {
    let mut changed = choice.clone();
    let mut unchanged = open.to_vec();
    for _ in 0..MAX_TRIES {
        if unchanged.is_empty() || open.len() - unchanged.len() == n_changes {
            break;
        }
        let at = rng.below(unchanged.len());
        let index = unchanged[at];
        if change_one(draft, &mut changed, index, rng) && draft.choose(&changed).is_some() {
            unchanged.swap_remove(at);
        } else {
            changed.picks[index] = choice.picks[index];
        }
    }
    (unchanged.len() < open.len()).then_some(changed)
}

/// The best of some random changes of this many of these alternatives: it excludes the last second answer if possible, and most of the others.
fn best_change(
    draft: &dyn AnyDraft,
    choice: &DraftChoice,
    pool: &[usize],
    n_changes: Range<usize>,
    second_answers: &[AnyAnswer],
    rng: &mut Rng,
) -> Option<DraftChoice> {
    let mut best: Option<(usize, DraftChoice)> = None;
    for _ in 0..MAX_PROPOSALS {
        let n_changes = n_changes.start + rng.below(n_changes.len());
        let Some(changed) = change_some(draft, choice, pool, n_changes, rng) else {
            break;
        };
        let (instance, _) = draft.choose(&changed)?;
        let least = best.as_ref().map_or(usize::MAX, |(least, _)| *least);
        if let Some(surviving) = n_surviving(&instance, second_answers, least) {
            best = Some((surviving, changed));
            if surviving == 0 {
                break;
            }
        }
    }
    best.map(|(_, changed)| changed)
}

/// How many of these are answers of an instance, if fewer than `bound`; the last counts more than all others together.
fn n_surviving(
    instance: &BoxedInstance,
    second_answers: &[AnyAnswer],
    bound: usize,
) -> Option<usize> {
    let mut n = 0;
    for (at, answer) in second_answers.iter().rev().enumerate() {
        if n >= bound {
            return None;
        }
        if instance.check(answer).is_ok() {
            n += if at == 0 { second_answers.len() + 1 } else { 1 };
        }
    }
    (n < bound).then_some(n)
}

/// Changes an alternative at random; false if it has only one option.
fn change_one(draft: &dyn AnyDraft, choice: &mut DraftChoice, index: usize, rng: &mut Rng) -> bool {
    let count = usize::from(draft.alternatives()[index].count);
    if count < 2 {
        return false;
    }
    let step = 1 + rng.below(count - 1);
    choice.picks[index] = ((usize::from(choice.picks[index]) + step) % count) as u8;
    true
}
