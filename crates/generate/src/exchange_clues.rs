//! Exchanging clues, a move of local search: remove a few groups, show others that exclude the counterexamples, then remove those that are no longer needed.

use gridwright_control::Rng;
use gridwright_puzzles::DraftChoice;

use crate::generated::GenerateFailure;
use crate::remove_clues::{Counterexample, remove_clues, show};
use crate::task::{Candidate, Task};
use crate::tester::{Tester, Verdict};

/// How many groups are removed at a time: at least one, fewer than five.
const REMOVED: (usize, usize) = (1, 5);

/// How many counterexamples are remembered.
const REMEMBERED: usize = 300;

/// Exchanges some groups of clues; `None` if the result is not a fit puzzle.
pub(crate) fn exchange_clues(
    task: &Task<'_>,
    choice: &DraftChoice,
    met: &mut Vec<Counterexample>,
    tester: &mut Tester,
    rng: &mut Rng,
) -> Result<Option<Candidate>, GenerateFailure> {
    let mut choice = choice.clone();
    if met.len() > REMEMBERED {
        met.drain(..met.len() - REMEMBERED);
    }
    for one in met.iter_mut() {
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
        show(task, group, false, &mut choice, met);
    }
    loop {
        // An earlier counterexample that is no longer excluded needs no test.
        let at = met.iter().position(|one| one.n_shown == 0);
        let counterexample = match at {
            Some(at) => &met[at],
            None => {
                let new = match tester.verdict(task, &choice, None)? {
                    Verdict::Fit => break,
                    Verdict::SecondAnswer(truths) => {
                        Some(Counterexample::second_answer(task, &truths, &choice))
                    }
                    Verdict::Stuck(known) => Counterexample::stuck(task, &known, &choice),
                    Verdict::Unknown => None,
                };
                let Some(new) = new else {
                    return Ok(None);
                };
                met.push(new);
                &met[met.len() - 1]
            }
        };
        let Some(group) = group_to_show(task, &choice, counterexample, met, &removed, rng) else {
            return Ok(None);
        };
        show(task, group, true, &mut choice, met);
    }
    let mut order = shown_groups(&choice);
    rng.shuffle(&mut order);
    remove_clues(task, Candidate::new(choice), &order, met, tester).map(Some)
}

/// A random group that excludes a counterexample, among those that exclude most of the others too, and preferably one that was not removed before.
fn group_to_show(
    task: &Task<'_>,
    choice: &DraftChoice,
    counterexample: &Counterexample,
    met: &[Counterexample],
    removed: &[usize],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut most = (0, false);
    for group in 0..task.groups.len() {
        if !counterexample.excluded_by[group] || task.is_shown(group, choice) {
            continue;
        }
        let surviving = met.iter().filter(|one| one.n_shown == 0);
        let excluded = surviving.filter(|one| one.excluded_by[group]).count();
        let score = (excluded, !removed.contains(&group));
        if score < most {
            continue;
        }
        if score > most {
            most = score;
            best.clear();
        }
        best.push(group);
    }
    (!best.is_empty()).then(|| *rng.pick(&best))
}
