//! Local search over what cannot be taken away: turns are changed until the intended answer is the only one, and can be found within the level.
//!
//! A rival says which facts are still open, and so does a board on which somebody got stuck. Where turns are about facts, as bridges are, some of those about
//! an open fact are changed at once. Where they are not, as an arrow changes what every cell on its line says, a change is sought that no rival met so far
//! survives, and failing that, few of them; of boards that are too hard, the one on which least is left open is gone on from.

use gridwright_fd::Limit;
use gridwright_fd::Rng;
use gridwright_puzzles::{Alternative, AnyAnswer, AnyDraft, BoxedInstance, DraftChoice, Known};

use crate::generated::GenerateFailure;
use crate::rival::{Ground, Rival, truths};
use crate::tester::{Verdict, within_level};
use crate::thin::{Thinned, Thinning};

/// How often a rival is looked for before a full board is given up.
const QUESTIONS: usize = 400;

/// How often a board may be too hard before it is.
const TOO_HARD: usize = 40;

/// How many changes are looked at before one is made.
const PROPOSALS: usize = 60;

/// How many rivals are remembered.
const REMEMBERED: usize = 60;

/// Of how many open turns one is changed at a time.
const OPEN_PER_CHANGE: usize = 8;

/// How many failures one question may cost.
const FAILURES: u64 = 20_000;

/// Turns until the answer is the only one and found within the level; `None` where that does not come about.
pub(crate) fn turned(
    thinning: &Thinning<'_>,
    mut choice: DraftChoice,
    rng: &mut Rng,
) -> Result<Option<Thinned>, GenerateFailure> {
    let (draft, deadline) = (thinning.draft, thinning.deadline);
    let mut met: Vec<AnyAnswer> = Vec::new();
    let mut least_open: Option<(Vec<bool>, DraftChoice)> = None;
    let mut too_hard = 0;
    for _ in 0..QUESTIONS {
        let Some((instance, answer)) = draft.choose(&choice) else {
            return Err(GenerateFailure::defect(
                "turns that do not go together were chosen",
            ));
        };
        let intended = truths(&*instance, &answer);
        let mut ground = Ground::new(&*instance, &thinning.way)?;
        let limits = deadline.limits().failure_limit(FAILURES);
        let rival = ground.rival(&*instance, &intended, std::iter::empty(), &limits)?;
        let open_facts = match rival {
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                return Err(GenerateFailure::Stopped(limit));
            }
            Rival::Unknown(_) => return Ok(None),
            Rival::Found(truths, rival) => {
                if met.len() == REMEMBERED {
                    met.remove(0);
                }
                met.push(rival);
                let pairs = truths.iter().zip(&intended);
                pairs.map(|(a, b)| a != b).collect::<Vec<bool>>()
            }
            Rival::None => match within_level(thinning, &*instance, &answer)? {
                Verdict::Fit => return Ok(Some(Thinned::start(choice))),
                Verdict::Stuck(known) if !known.is_empty() && too_hard < TOO_HARD => {
                    too_hard += 1;
                    let open: Vec<bool> = known.iter().map(|k| *k == Known::Open).collect();
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
        let is_open = |one: &Alternative| one.facts.iter().any(|&fact| open_facts[fact]);
        let turns = draft.alternatives().iter().enumerate();
        let open: Vec<usize> = turns
            .filter(|(_, t)| is_open(t))
            .map(|(at, _)| at)
            .collect();
        let changed = match open.is_empty() {
            true => survived_by_few(draft, &choice, &met, rng),
            false => at_open(draft, &choice, &open, rng),
        };
        match changed {
            Some(changed) => choice = changed,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// Turns something at random, and then whatever makes the puzzle fit again: a move of local search.
pub(crate) fn turned_otherwise(
    thinning: &Thinning<'_>,
    choice: &DraftChoice,
    rng: &mut Rng,
) -> Result<Option<Thinned>, GenerateFailure> {
    let all: Vec<usize> = (0..thinning.draft.alternatives().len()).collect();
    match at_open(thinning.draft, choice, &all, rng) {
        Some(changed) => turned(thinning, changed, rng),
        None => Ok(None),
    }
}

/// Changes some of the open turns, one by one, as far as they go together with the rest.
fn at_open(
    draft: &dyn AnyDraft,
    choice: &DraftChoice,
    open: &[usize],
    rng: &mut Rng,
) -> Option<DraftChoice> {
    let mut changed = choice.clone();
    let wanted = 1 + open.len() / OPEN_PER_CHANGE;
    let mut done = 0;
    for _ in 0..PROPOSALS {
        let at = *rng.pick(open);
        let before = changed.picks[at];
        if change_one(draft, &mut changed, at, rng) && draft.choose(&changed).is_some() {
            done += 1;
            if done == wanted {
                break;
            }
        } else {
            changed.picks[at] = before;
        }
    }
    (done > 0).then_some(changed)
}

/// The best of some random changes: one that rules out the last rival, and lets as few others live as can be.
fn survived_by_few(
    draft: &dyn AnyDraft,
    choice: &DraftChoice,
    met: &[AnyAnswer],
    rng: &mut Rng,
) -> Option<DraftChoice> {
    let mut best: Option<(usize, DraftChoice)> = None;
    for _ in 0..PROPOSALS {
        let mut changed = choice.clone();
        let n_turns = draft.alternatives().len();
        let tries = 0..1 + rng.below(2);
        let turned = tries.filter(|_| {
            let at = rng.below(n_turns);
            change_one(draft, &mut changed, at, rng)
        });
        if turned.count() == 0 {
            continue;
        }
        let Some((instance, _)) = draft.choose(&changed) else {
            continue;
        };
        let alive = alive(&instance, met);
        if best.as_ref().is_none_or(|(least, _)| alive < *least) {
            best = Some((alive, changed));
            if alive == 0 {
                break;
            }
        }
    }
    best.map(|(_, changed)| changed)
}

/// How many of these are answers of an instance; the last counts as much as all others.
fn alive(instance: &BoxedInstance, met: &[AnyAnswer]) -> usize {
    let is_answer = |rival: &&AnyAnswer| instance.check(rival).is_ok();
    let last = met.last().iter().filter(|rival| is_answer(rival)).count();
    met.iter().filter(is_answer).count() + last * met.len()
}

/// Changes a turn at random; whether it could be.
fn change_one(draft: &dyn AnyDraft, choice: &mut DraftChoice, at: usize, rng: &mut Rng) -> bool {
    let ways = usize::from(draft.alternatives()[at].count);
    if ways < 2 {
        return false;
    }
    let step = 1 + rng.below(ways - 1);
    choice.picks[at] = ((usize::from(choice.picks[at]) + step) % ways) as u8;
    true
}
