//! Exchanging clues, a move of local search: remove a few groups, show others that exclude the counterexamples, then remove those that are no longer needed.

use gridwright_control::Rng;
use gridwright_puzzles::DraftChoice;

use crate::checker::{CandidateChecker, Verdict};
use crate::generated::Result;
use crate::remove_clues::{Counterexample, remove_clues, show};
use crate::task::{Candidate, Task};

/// How many groups are removed at a time: at least one, fewer than five.
const REMOVED: (usize, usize) = (1, 5);

/// How many counterexamples are remembered.
const REMEMBERED: usize = 300;

/// Exchanges some groups of clues; `None` if no exchange is accepted.
pub(crate) fn exchange_clues(
    task: &Task<'_>,
    choice: &DraftChoice,
    counterexamples: &mut Vec<Counterexample>,
    checker: &mut CandidateChecker,
    rng: &mut Rng,
) -> Result<Option<Candidate>> {
    let mut choice = choice.clone();
    if counterexamples.len() > REMEMBERED {
        counterexamples.drain(..counterexamples.len() - REMEMBERED);
    }
    for one in counterexamples.iter_mut() {
        one.recount(task, &choice);
    }
    let shown_groups = |choice: &DraftChoice| -> Vec<usize> {
        let groups = 0..task.groups.len();
        groups
            .filter(|&group| task.is_shown(group, choice))
            .collect()
    };
    let mut removed = shown_groups(&choice);
    rng.shuffle(&mut removed);
    removed.truncate(REMOVED.0 + rng.below(REMOVED.1 - REMOVED.0));
    for &group in &removed {
        show(task, group, false, &mut choice, counterexamples);
    }
    loop {
        // An earlier counterexample that is no longer excluded needs no check.
        let at = counterexamples.iter().position(|one| one.n_shown == 0);
        let counterexample = match at {
            Some(at) => &counterexamples[at],
            None => {
                let new = match checker.check(task, &choice, None)? {
                    Verdict::Accepted => break,
                    Verdict::SecondAnswer(truths) => {
                        Some(Counterexample::second_answer(task, &truths, &choice))
                    }
                    Verdict::Stuck(known) => Counterexample::stuck(task, &known, &choice),
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
            task,
            &choice,
            counterexample,
            counterexamples,
            &removed,
            rng,
        ) else {
            return Ok(None);
        };
        show(task, group, true, &mut choice, counterexamples);
    }
    let mut order = shown_groups(&choice);
    rng.shuffle(&mut order);
    remove_clues(
        task,
        Candidate::new(choice),
        &order,
        counterexamples,
        checker,
    )
    .map(Some)
}

/// A random group that excludes a counterexample, among those that exclude most of the others too, and preferably one that was not removed before.
fn group_to_show(
    task: &Task<'_>,
    choice: &DraftChoice,
    counterexample: &Counterexample,
    counterexamples: &[Counterexample],
    removed: &[usize],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut best_score = (0, false);
    for group in 0..task.groups.len() {
        if !counterexample.excluded_by[group] || task.is_shown(group, choice) {
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
