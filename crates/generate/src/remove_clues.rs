//! Removing clues as long as the answer stays unique, and can be found within the difficulty limit.
//!
//! Groups of clues are removed in random order, many at a time while that works. A counterexample is stored as the set of groups that exclude it: for a
//! second answer, the groups that contradict it; for a stuck position, the groups that add a fact unknown there. A removal that leaves some counterexample
//! without a shown group is rejected without a check.

use gridwright_puzzles::DraftChoice;

use crate::attempt::{AttemptContext, Candidate};
use crate::checker::{CandidateChecker, Verdict};
use crate::counterexample::{Counterexample, set_group_shown};
use crate::generated::Result;

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
    let mut start = 0;
    let mut batch_size = (order.len() / 2).max(1);
    while start < order.len() {
        batch_size = batch_size.min(order.len() - start);
        let batch = &order[start..start + batch_size];
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
                    start += batch_size;
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
            start += 1;
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
