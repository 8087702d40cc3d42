//! The reports' models as written for ECLiPSe, with the same order of posting and search.

pub mod battleship;
pub mod hashi;
pub mod sudoku;

use crate::search::{Flow, Sink};
use crate::store::Store;

/// Stops at the first solution and keeps its backtrack count.
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
