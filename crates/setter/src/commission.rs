//! Commissions: what a setter is asked for.

use std::fmt;
use std::ops::RangeInclusive;

use gridwright_puzzles::{Asked, Kind};

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
            .field("attempts", &self.attempts)
            .finish()
    }
}
