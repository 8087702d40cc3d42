//! What several techniques compute from one position: kept until the grid changes.

use std::fmt;

use crate::cells::CellSet;
use crate::find::almost_locked_sets::Sets;
use crate::find::implications::{Graph, Search, is_on};
use crate::grid::Grid;

/// What is known about the position.
#[derive(Clone, Default)]
pub(crate) struct Cache {
    graph: Option<Graph>,
    sets: Option<Sets>,
    /// For every node that is a candidate, what follows from it with groups; empty if not yet computed.
    pub(crate) reach: Vec<Reach>,
    pub(crate) search: Search,
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cache")
    }
}

/// The candidates that are on and off if a node holds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    /// For every digit, the cells where it is on.
    pub(crate) on: [CellSet; 9],
    /// For every digit, the cells where it is off.
    pub(crate) off: [CellSet; 9],
}

impl Reach {
    /// What a search reached.
    pub(crate) fn of(graph: &Graph, search: &Search) -> Reach {
        let mut reach = Reach::default();
        for &node in search.reached() {
            if graph.is_single(node) {
                let member = graph.member(node);
                let side = if is_on(node) {
                    &mut reach.on
                } else {
                    &mut reach.off
                };
                side[member.digit] |= member.cells;
            }
        }
        reach
    }
}

impl Cache {
    /// Forgets everything: the grid has changed.
    pub(crate) fn clear(&mut self) {
        self.graph = None;
        self.sets = None;
        self.reach.clear();
    }

    /// The implications, and room for a search and for what it reaches.
    pub(crate) fn graph(&mut self, grid: &Grid) -> (&Graph, &mut Search, &mut Vec<Reach>) {
        let graph = self.graph.get_or_insert_with(|| Graph::of(grid));
        (graph, &mut self.search, &mut self.reach)
    }

    /// The almost locked sets.
    pub(crate) fn sets(&mut self, grid: &Grid) -> &Sets {
        self.sets.get_or_insert_with(|| Sets::of(grid))
    }
}
