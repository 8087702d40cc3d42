//! Full boards of which a part of the clues is shown, whatever that leaves open: for measuring how solving grows with the board, where taking clues away one by one
//! would take longer than what is measured. Nothing is promised of them but that they have an answer.

use gridwright_puzzles::{BoxedInstance, DraftChoice};

use crate::compose::compose;
use crate::generated::GenerateFailure;
use crate::generator::Generator;
use gridwright_control::Deadline;

impl Generator {
    /// A full board with this share of the clues that need not stand, from 0 to 1, chosen at random. It is the same whenever seed and number are.
    pub fn part(
        &self,
        seed: u64,
        number: u64,
        share: f64,
        deadline: &Deadline,
    ) -> Result<BoxedInstance, GenerateFailure> {
        let mut rng = Generator::random(seed, number);
        let attempts = self.commission().attempts;
        for _ in 0..attempts {
            if let Some(limit) = deadline.reached() {
                return Err(GenerateFailure::Stopped(limit));
            }
            let Some(draft) = compose(self.outline(), &mut rng, deadline)? else {
                continue;
            };
            let clues = draft.clues();
            let mut free: Vec<usize> = (0..clues.len())
                .filter(|at| !clues[*at].is_expected)
                .collect();
            rng.shuffle(&mut free);
            let n_kept = (share.clamp(0.0, 1.0) * free.len() as f64).round() as usize;
            let mut choice = DraftChoice {
                shown: vec![true; clues.len()],
                picks: draft.alternatives().iter().map(|one| one.initial).collect(),
            };
            for &clue in &free[n_kept..] {
                choice.shown[clue] = false;
            }
            if let Some((given, _)) = draft.choose(&choice) {
                return Ok(given);
            }
        }
        let lack = "no full board was found".to_owned();
        Err(GenerateFailure::GaveUp(attempts, lack))
    }
}
