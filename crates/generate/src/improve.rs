//! Local search from a puzzle to one that is as wanted: with fewer clues, or harder. What lacks less is kept, and what lacks more is now and then, ever more
//! rarely. A move exchanges clues; where there is none that could go, it turns what can be turned.

use std::ops::RangeInclusive;

use gridwright_fd::Rng;

use crate::exchange::exchanged;
use crate::generated::GenerateFailure;
use crate::tester::Tester;
use crate::thin::{Met, Thinned, Thinning};
use crate::turn::turned_otherwise;

/// How often a move is made before the best found is taken: where fewer clues are wanted, and where a harder puzzle is.
const FEWER_ROUNDS: u32 = 600;
const HARDER_ROUNDS: u32 = 30;

/// How many moves towards the right difficulty may follow each other without being any help: a new board is the better move then.
const IN_VAIN: u32 = 6;

/// The temperatures of the search, in clues and in points of the scale.
const HOT: f64 = 0.7;
const COLD: f64 = 0.15;

/// What is wanted of a puzzle beyond what every move keeps.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// No more clues than this.
    pub(crate) clues: usize,
    /// As hard as this; `None` where that does not matter.
    pub(crate) number: Option<RangeInclusive<f64>>,
}

impl Wanted {
    /// How far a puzzle is from what is wanted.
    fn lack(&self, thinned: &Thinned) -> f64 {
        let clues = thinned.n_clues().saturating_sub(self.clues) as f64;
        clues + self.off(thinned)
    }

    /// How far it is from being as hard as wanted. What cannot be rated is infinitely far.
    fn off(&self, thinned: &Thinned) -> f64 {
        let Some(wanted) = &self.number else {
            return 0.0;
        };
        let number = thinned.number.unwrap_or(f64::INFINITY);
        (wanted.start() - number)
            .max(number - wanted.end())
            .max(0.0)
    }
}

/// Moves until nothing lacks, or as little as can be found; and how many moves towards the right difficulty that took.
pub(crate) fn improved(
    thinning: &Thinning<'_>,
    mut start: Thinned,
    wanted: Wanted,
    tester: &mut Tester,
    rng: &mut Rng,
) -> Result<(Thinned, u64), GenerateFailure> {
    let rated = |thinned: &mut Thinned| match &wanted.number {
        Some(_) => thinning.rate(thinned),
        None => Ok(()),
    };
    rated(&mut start)?;
    let is_off = wanted.off(&start) > 0.0;
    let rounds = if is_off { HARDER_ROUNDS } else { FEWER_ROUNDS };
    let (mut moves, mut in_vain) = (0, 0);
    let mut best = start.clone();
    let mut now = start;
    let mut met: Vec<Met> = Vec::new();
    let cooling = (COLD / HOT).powf(1.0 / f64::from(rounds));
    let mut heat = HOT;
    for _ in 0..rounds {
        if wanted.lack(&best) <= 0.0 || in_vain == IN_VAIN {
            break;
        }
        heat *= cooling;
        moves += u64::from(is_off);
        in_vain += u32::from(is_off);
        let tried = match thinning.groups.is_empty() {
            false => exchanged(thinning, &now.choice, &mut met, tester, rng)?,
            true => turned_otherwise(thinning, &now.choice, rng)?,
        };
        let Some(mut tried) = tried else { continue };
        rated(&mut tried)?;
        let worse = wanted.lack(&tried) - wanted.lack(&now);
        if wanted.lack(&tried) < wanted.lack(&best) {
            best = tried.clone();
            in_vain = 0;
        }
        let chance = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if worse <= 0.0 || chance < (-worse / heat).exp() {
            now = tried;
        }
    }
    Ok((best, moves))
}
