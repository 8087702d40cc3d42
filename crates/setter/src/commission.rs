//! Commissions: what a setter is asked for.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_puzzles::{Asked, Kind};

use crate::judge::Judge;

/// What is asked for. What is left open is as people expect it of the kind.
#[derive(Clone)]
pub struct Commission {
    /// The kind.
    pub kind: &'static dyn Kind,
    /// The board: its size and what else the kind lets people choose.
    pub asked: Asked,
    /// Whether no clue may be left that can be missed; with a symmetry, no group of clues that lie together.
    pub minimal: bool,
    /// How many clues there may be.
    pub clues: Option<RangeInclusive<usize>>,
    /// Who rates the puzzles; without one they are not rated.
    pub judge: Option<Arc<dyn Judge>>,
    /// How hard a puzzle may be on the judge's scale.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// How many full boards are begun with, at most, until a puzzle is as wanted.
    pub attempts: u64,
}

impl Commission {
    /// A puzzle of this kind, nothing else being asked for.
    pub fn of(kind: &'static dyn Kind) -> Commission {
        Commission {
            kind,
            asked: Asked::default(),
            minimal: false,
            clues: None,
            judge: None,
            difficulty: None,
            attempts: 1_000,
        }
    }
}

impl fmt::Debug for Commission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Commission")
            .field("kind", &self.kind.card().id)
            .field("asked", &self.asked)
            .field("minimal", &self.minimal)
            .field("clues", &self.clues)
            .field("judge", &self.judge)
            .field("difficulty", &self.difficulty)
            .field("attempts", &self.attempts)
            .finish()
    }
}
