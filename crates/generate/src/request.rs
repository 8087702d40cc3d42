//! Requests: what to generate.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_puzzles::{GenerateOptions, Kind};

use crate::difficulty::Rater;

/// What to generate.
#[derive(Clone)]
pub struct GenerateRequest {
    /// The kind.
    pub kind: &'static dyn Kind,
    /// The size of the board, and the options of the kind.
    pub options: GenerateOptions,
    /// Whether every clue must be needed; with a symmetry, every group of symmetric clues.
    pub minimal: bool,
    /// The number of clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// What rates the puzzles; without it they are not rated.
    pub rater: Option<Arc<dyn Rater>>,
    /// The difficulty on the scale of the rater.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// The maximum number of full boards to start from; twenty times as many for a difficulty that boards of the size are known to have.
    pub attempts: u64,
}

impl GenerateRequest {
    /// A puzzle of this kind, with the defaults of the kind.
    pub fn new(kind: &'static dyn Kind) -> GenerateRequest {
        GenerateRequest {
            kind,
            options: GenerateOptions::default(),
            minimal: false,
            clues: None,
            rater: None,
            difficulty: None,
            attempts: 1_000,
        }
    }
}

impl fmt::Debug for GenerateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerateRequest")
            .field("kind", &self.kind.info().id)
            .field("options", &self.options)
            .field("minimal", &self.minimal)
            .field("clues", &self.clues)
            .field("rater", &self.rater)
            .field("difficulty", &self.difficulty)
            .field("attempts", &self.attempts)
            .finish()
    }
}
