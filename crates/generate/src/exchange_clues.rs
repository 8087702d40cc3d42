//! Exchanging clues, a move of local search: remove a few groups, show others that exclude the counterexamples, then remove those that are no longer needed.

use std::ops::Range;

use gridwright_control::Rng;
use gridwright_puzzles::DraftChoice;

use crate::attempt::{AttemptContext, Candidate};
use crate::checker::{CandidateChecker, Verdict};
use crate::counterexample::{Counterexample, set_group_shown};
use crate::generated::Result;
use crate::remove_clues::remove_clues;

/// How many groups are removed at a time.
const REMOVED_GROUPS: Range<usize> = 1..5;

/// How many counterexamples are remembered.
const MAX_COUNTEREXAMPLES: usize = 300;

/// Exchanges some groups of clues; `None` if no exchange is accepted.
pub(crate) fn exchange_clues(
    context: &AttemptContext<'_>,
    choice: &DraftChoice,
    counterexamples: &mut Vec<Counterexample>,
    checker: &mut CandidateChecker,
    rng: &mut Rng,
) -> Result<Option<Candidate>> {
    let mut choice = choice.clone();
    if counterexamples.len() > MAX_COUNTEREXAMPLES {
        counterexamples.drain(..counterexamples.len() - MAX_COUNTEREXAMPLES);
    }
    for one in counterexamples.iter_mut() {
        one.recount(context, &choice);
    }
    let shown_groups = |choice: &DraftChoice| -> Vec<usize> {
        let groups = 0..context.groups.len();
        groups
            .filter(|&group| context.is_shown(group, choice))
            .collect()
    };
    let mut removed = shown_groups(&choice);
    rng.shuffle(&mut removed);
    removed.truncate(REMOVED_GROUPS.start + rng.below(REMOVED_GROUPS.len()));
    for &group in &removed {
        set_group_shown(context, group, false, &mut choice, counterexamples);
    }
    loop {
        // An earlier counterexample that is no longer excluded needs no check.
        let index = counterexamples.iter().position(|one| one.n_shown == 0);
        let counterexample = match index {
            Some(index) => &counterexamples[index],
            None => {
                let new = match checker.check(context, &choice, None)? {
                    Verdict::Accepted => break,
                    Verdict::SecondAnswer(values) => {
                        Some(Counterexample::second_answer(context, &values, &choice))
                    }
                    Verdict::Stuck(known) => Counterexample::stuck(context, &known, &choice),
                    Verdict::Unknown => None,
                };
                let Some(new) = new else {
                    return Ok(None);
                };
                counterexamples.push(new);
                &counterexamples[counterexamples.len() - 1]
            }
        };
        let Some(group) = group_to_show(
            context,
            &choice,
            counterexample,
            counterexamples,
            &removed,
            rng,
        ) else {
            return Ok(None);
        };
        set_group_shown(context, group, true, &mut choice, counterexamples);
    }
    let mut order = shown_groups(&choice);
    rng.shuffle(&mut order);
    remove_clues(
        context,
        Candidate::new(choice),
        &order,
        counterexamples,
        checker,
    )
    .map(Some)
}

/// A random group that excludes a counterexample, among those that exclude most of the others too, and preferably one that was not removed before.
fn group_to_show(
    context: &AttemptContext<'_>,
    choice: &DraftChoice,
    counterexample: &Counterexample,
    counterexamples: &[Counterexample],
    removed: &[usize],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut best_score = (0, false);
    for group in 0..context.groups.len() {
        if !counterexample.excluded_by[group] || context.is_shown(group, choice) {
            continue;
        }
        let surviving = counterexamples.iter().filter(|one| one.n_shown == 0);
        let excluded = surviving.filter(|one| one.excluded_by[group]).count();
        let score = (excluded, !removed.contains(&group));
        if score < best_score {
            continue;
        }
        if score > best_score {
            best_score = score;
            best.clear();
        }
        best.push(group);
    }
    (!best.is_empty()).then(|| *rng.pick(&best))
}
