//! Commissions: what a setter is asked for.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_puzzles::{GenerateOptions, Kind};

use crate::judge::Rater;

/// What is asked for. What is left open is as people expect it of the kind.
#[derive(Clone)]
pub struct GenerateRequest {
    /// The kind.
    pub kind: &'static dyn Kind,
    /// The board: its size and what else the kind lets people choose.
    pub asked: GenerateOptions,
    /// Whether no clue may be left that can be missed; with a symmetry, no group of clues that lie together.
    pub minimal: bool,
    /// How many clues there may be.
    pub clues: Option<RangeInclusive<usize>>,
    /// Who rates the puzzles; without one they are not rated.
    pub judge: Option<Arc<dyn Rater>>,
    /// How hard a puzzle may be on the judge's scale.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// How many full boards are begun with, at most, until a puzzle is as wanted.
    pub attempts: u64,
}

impl GenerateRequest {
    /// A puzzle of this kind, nothing else being asked for.
    pub fn of(kind: &'static dyn Kind) -> GenerateRequest {
        GenerateRequest {
            kind,
            asked: GenerateOptions::default(),
            minimal: false,
            clues: None,
            judge: None,
            difficulty: None,
            attempts: 1_000,
        }
    }
}

impl fmt::Debug for GenerateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerateRequest")
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
