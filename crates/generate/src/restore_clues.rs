//! Restoring clues of a puzzle that is too hard: usually, the more clues, the easier. A bisection over the number of restored groups needs a few ratings, where removing clues within a
//! difficulty limit needs a check for each group.

use std::ops::RangeInclusive;

use gridwright_puzzles::DraftChoice;

use crate::attempt::{AttemptContext, Candidate};
use crate::generated::Result;

/// The maximum number of ratings.
const MAX_RATINGS: usize = 8;

/// A puzzle with some of the hidden groups restored, in the order of the groups, that has the right difficulty; if none is found, the one with the most groups
/// that is too hard.
pub(crate) fn restore_clues(
    context: &AttemptContext<'_>,
    candidate: Candidate,
    range: &RangeInclusive<f64>,
) -> Result<Candidate> {
    let groups = 0..context.groups.len();
    let is_hidden = |group: &usize| !context.is_shown(*group, &candidate.choice);
    let hidden: Vec<usize> = groups.filter(is_hidden).collect();
    let with_restored = |n: usize| -> DraftChoice {
        let mut choice = candidate.choice.clone();
        for &group in &hidden[..n] {
            context.set_shown(group, true, &mut choice);
        }
        choice
    };
    // With `too_few` groups restored it is too hard, with `too_many` too easy, or there are not as many.
    let (mut too_few, mut too_many) = (0, hidden.len() + 1);
    let mut too_hard = candidate.clone();
    for _ in 0..MAX_RATINGS {
        if too_few + 1 >= too_many {
            break;
        }
        let n = too_few.midpoint(too_many);
        let mut restored = Candidate {
            is_minimal: false,
            ..Candidate::new(with_restored(n))
        };
        context.rate(&mut restored)?;
        match restored.score {
            Some(score) if range.contains(&score) => return Ok(restored),
            Some(score) if score < *range.start() => too_many = n,
            _ => (too_few, too_hard) = (n, restored),
        }
    }
    Ok(too_hard)
}
