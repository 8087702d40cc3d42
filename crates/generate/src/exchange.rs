//! Exchanging clues: a move of local search on the set of clues. A few are taken away, which opens facts that the answers no longer share, or that nobody
//! finds within the level; of the clues on such facts, those are shown that tell most, until the puzzle is fit again; then what can be missed goes.

use gridwright_fd::Rng;
use gridwright_puzzles::DraftChoice;

use crate::generated::GenerateFailure;
use crate::tester::{Tester, Verdict};
use crate::thin::{Met, Thinned, Thinning};

/// How many groups are taken away at a time: from the first, fewer than the second.
const AWAY: (usize, usize) = (1, 5);

/// How much that was in the way is remembered.
const REMEMBERED: usize = 300;

/// Takes some groups away, shows others instead, and takes away what can be missed; `None` where that leads nowhere.
pub(crate) fn exchanged(
    thinning: &Thinning<'_>,
    choice: &DraftChoice,
    met: &mut Vec<Met>,
    tester: &mut Tester,
    rng: &mut Rng,
) -> Result<Option<Thinned>, GenerateFailure> {
    let n_groups = thinning.groups.len();
    let mut choice = choice.clone();
    if met.len() > REMEMBERED {
        met.drain(..met.len() - REMEMBERED);
    }
    for met in met.iter_mut() {
        let by = (0..n_groups).filter(|&group| met.by[group]);
        met.shown = by
            .filter(|&group| thinning.is_shown(group, &choice))
            .count();
    }
    let shown = |choice: &DraftChoice| -> Vec<usize> {
        let all = 0..n_groups;
        all.filter(|&group| thinning.is_shown(group, choice))
            .collect()
    };
    let mut away = shown(&choice);
    rng.shuffle(&mut away);
    away.truncate(AWAY.0 + rng.below(AWAY.1 - AWAY.0));
    for &group in &away {
        thinning.show(group, false, &mut choice, met);
    }
    loop {
        // What was in the way and is again needs nobody to find it.
        let again = met.iter().find(|met| met.shown == 0).cloned();
        let in_the_way = match again {
            Some(again) => again,
            None => {
                let new = match tester.verdict(thinning, &choice, None)? {
                    Verdict::Fit => break,
                    Verdict::Rival(truths) => thinning.met(&truths, &choice),
                    Verdict::Stuck(known) => match thinning.stuck(&known, &choice) {
                        Some(stuck) => stuck,
                        None => return Ok(None),
                    },
                    Verdict::Unknown => return Ok(None),
                };
                met.push(new.clone());
                new
            }
        };
        let Some(group) = telling(thinning, &choice, &in_the_way, met, &away, rng) else {
            return Ok(None);
        };
        thinning.show(group, true, &mut choice, met);
    }
    let mut order = shown(&choice);
    rng.shuffle(&mut order);
    let start = Thinned::start(choice);
    thinning.thin_in_order(start, &order, met, tester).map(Some)
}

/// A group that is not shown and keeps something away: of those that do so with most that is in the way, any, and rather one that was not there before.
fn telling(
    thinning: &Thinning<'_>,
    choice: &DraftChoice,
    in_the_way: &Met,
    met: &[Met],
    away: &[usize],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut most = (0, false);
    for group in 0..thinning.groups.len() {
        if !in_the_way.by[group] || thinning.is_shown(group, choice) {
            continue;
        }
        let alive = met.iter().filter(|met| met.shown == 0);
        let kept_away = alive.filter(|met| met.by[group]).count();
        let worth = (kept_away, !away.contains(&group));
        if worth < most {
            continue;
        }
        if worth > most {
            most = worth;
            best.clear();
        }
        best.push(group);
    }
    (!best.is_empty()).then(|| *rng.pick(&best))
}
