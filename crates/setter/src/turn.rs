//! Local search over what cannot be taken away: turns are changed until the intended answer is the only one.
//!
//! Every rival that is met says which facts are still open, and is remembered. A change is proposed at random and counted by how many of the rivals met so
//! far it lets live again, the last one above all; worse ones are accepted now and then, ever more rarely (Kirkpatrick, Gelatt and Vecchi 1983).

use gridwright_fd::Limit;
use gridwright_fd::rng::Rng;
use gridwright_puzzles::{AnyDraft, Choice, Found, Given};

use crate::maker::NotMade;
use crate::patience::Patience;
use crate::rival::{Ground, Rival, Way, truths};

/// How often a rival is looked for before a full board is given up.
const QUESTIONS: usize = 400;

/// How many changes are looked at before one is made.
const PROPOSALS: usize = 40;

/// How many rivals are remembered.
const REMEMBERED: usize = 60;

/// How many failures one question may cost.
const FAILURES: u64 = 20_000;

/// Turns until the answer is the only one; `None` where that does not come about.
pub(crate) fn turn(
    draft: &dyn AnyDraft,
    mut choice: Choice,
    way: Way,
    rng: &mut Rng,
    patience: &Patience,
) -> Result<Option<Choice>, NotMade> {
    let mut met: Vec<Found> = Vec::new();
    for _ in 0..QUESTIONS {
        let Some((instance, answer)) = draft.choose(&choice) else {
            return Err(NotMade::defect("turns that do not go together were chosen"));
        };
        let intended = truths(&*instance, &answer);
        let mut ground = Ground::new(&*instance, &way)?;
        let limits = patience.limits(FAILURES);
        match ground.rival(&*instance, &intended, std::iter::empty(), &limits)? {
            Rival::None => return Ok(Some(choice)),
            Rival::Unknown(limit @ (Limit::Stop | Limit::Time)) => {
                return Err(NotMade::Stopped(limit));
            }
            Rival::Unknown(_) => return Ok(None),
            Rival::Found(_, rival) => {
                if met.len() == REMEMBERED {
                    met.remove(0);
                }
                met.push(rival);
            }
        }
        match change(draft, &choice, &met, rng) {
            Some(changed) => choice = changed,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// The best of some random changes: one that rules out the last rival, and lets as few others live as can be.
fn change(draft: &dyn AnyDraft, choice: &Choice, met: &[Found], rng: &mut Rng) -> Option<Choice> {
    let mut best: Option<(usize, Choice)> = None;
    for _ in 0..PROPOSALS {
        let mut changed = choice.clone();
        let turned = (0..1 + rng.below(2)).filter(|_| one_turn(draft, &mut changed, rng));
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
fn alive(instance: &Given, met: &[Found]) -> usize {
    let is_answer = |rival: &&Found| instance.check(rival).is_ok();
    let last = met.last().iter().filter(|rival| is_answer(rival)).count();
    met.iter().filter(is_answer).count() + last * met.len()
}

/// Changes one turn at random; whether it could be.
fn one_turn(draft: &dyn AnyDraft, choice: &mut Choice, rng: &mut Rng) -> bool {
    let turns = draft.turns();
    let at = rng.below(turns.len());
    let ways = usize::from(turns[at].ways);
    if ways < 2 {
        return false;
    }
    let step = 1 + rng.below(ways - 1);
    choice.ways[at] = ((usize::from(choice.ways[at]) + step) % ways) as u8;
    true
}
