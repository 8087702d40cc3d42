//! Fewer clues than taking away leaves: local search on the set of clues. A few are taken away, which opens facts that the answers no longer share; of the
//! clues on such facts, those are shown that rule out most rivals met, until the answer is the only one again; then what can be missed goes. What has
//! fewer clues is kept, and what has more is now and then, ever more rarely.

use gridwright_fd::Limit;
use gridwright_fd::rng::Rng;
use gridwright_puzzles::Choice;

use crate::made::NotMade;
use crate::rival::Rival;
use crate::thin::{Met, Tester, Thinned, Thinning};

/// How often clues are exchanged before the fewest found are taken.
const ROUNDS: u32 = 600;

/// How many groups are taken away at a time: from the first, fewer than the second.
const AWAY: (usize, usize) = (1, 5);

/// How many rivals are remembered.
const REMEMBERED: usize = 300;

/// The temperatures of the search, in clues.
const HOT: f64 = 0.7;
const COLD: f64 = 0.15;

/// Exchanges clues until there are no more than so many, or as few as can be found.
pub(crate) fn sparser(
    thinning: &Thinning<'_>,
    start: Thinned,
    most: usize,
    tester: &mut Tester,
    rng: &mut Rng,
) -> Result<Thinned, NotMade> {
    let mut best = start.clone();
    let mut now = start;
    let mut met: Vec<Met> = Vec::new();
    let cooling = (COLD / HOT).powf(1.0 / f64::from(ROUNDS));
    let mut heat = HOT;
    for _ in 0..ROUNDS {
        if best.n_clues() <= most {
            break;
        }
        heat *= cooling;
        let Some(tried) = exchanged(thinning, &now.choice, &mut met, tester, rng)? else {
            continue;
        };
        if tried.n_clues() < best.n_clues() {
            best = tried.clone();
        }
        let more = tried.n_clues() as f64 - now.n_clues() as f64;
        let chance = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if more <= 0.0 || chance < (-more / heat).exp() {
            now = tried;
        }
    }
    let hidden = |group: &usize| !thinning.is_shown(*group, &best.choice);
    let removed = (0..thinning.groups.len()).filter(hidden);
    best.removed = removed.map(|at| thinning.groups[at].clone()).collect();
    Ok(best)
}

/// Takes some groups away, shows others instead, and takes away what can be missed; `None` where that leads nowhere.
fn exchanged(
    thinning: &Thinning<'_>,
    choice: &Choice,
    met: &mut Vec<Met>,
    tester: &mut Tester,
    rng: &mut Rng,
) -> Result<Option<Thinned>, NotMade> {
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
    let shown = |choice: &Choice| -> Vec<usize> {
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
        // A rival that was met and is one again needs no engine.
        let again = met.iter().find(|met| met.shown == 0).cloned();
        let rival = match again {
            Some(rival) => rival,
            None => match tester.rival(thinning, &choice, None)? {
                Rival::None => break,
                Rival::Found(truths, _) => {
                    let rival = thinning.met(&truths, &choice);
                    met.push(rival.clone());
                    rival
                }
                Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                    return Err(NotMade::Stopped(limit));
                }
                Rival::Unknown(_) => return Ok(None),
            },
        };
        let Some(group) = telling(thinning, &choice, &rival, met, &away, rng) else {
            return Ok(None);
        };
        thinning.show(group, true, &mut choice, met);
    }
    let mut order = shown(&choice);
    rng.shuffle(&mut order);
    let thinned = thinning.thin_in_order(choice, &order, met, tester)?;
    Ok(Some(thinned))
}

/// A group that is not shown and rules out a rival: of those that rule out most of the others met too, any, and rather one that was not there before.
fn telling(
    thinning: &Thinning<'_>,
    choice: &Choice,
    rival: &Met,
    met: &[Met],
    away: &[usize],
    rng: &mut Rng,
) -> Option<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut most = (0, false);
    for group in 0..thinning.groups.len() {
        if !rival.by[group] || thinning.is_shown(group, choice) {
            continue;
        }
        let alive = met.iter().filter(|met| met.shown == 0);
        let ruled_out = alive.filter(|met| met.by[group]).count();
        let worth = (ruled_out, !away.contains(&group));
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
