//! The reports' models, written for this engine as they were written for ECLiPSe: the order of posting and of search is theirs.

pub mod battleship;
pub mod hashi;
pub mod sudoku;

use crate::search::{Flow, Sink};
use crate::store::Store;

/// Stops at the first solution and keeps the count there.
#[derive(Debug, Default)]
pub struct FirstCount {
    /// The backtracks at the first solution.
    pub backtracks: Option<u64>,
}

impl Sink for FirstCount {
    fn solution(&mut self, _: &Store, backtracks: u64) -> Flow {
        self.backtracks = Some(backtracks);
        Flow::Stop
    }
}
