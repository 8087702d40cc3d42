//! What the tests of the graph constraints share: grids, and counting solutions by plain search. Not a constraint.

use gridwright_fd::{Assignment, Consistency, End, Flow, Limits, Model, Search, Sink, Solver};
use gridwright_testing::Draws;

use crate::graph::Graph;
use crate::trial::setup;

/// A grid with edges between orthogonal neighbours; node `row * cols + col`.
pub(crate) fn grid(rows: usize, cols: usize) -> Graph {
    let node = |row: usize, col: usize| row * cols + col;
    let mut edges = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            if col + 1 < cols {
                edges.push((node(row, col), node(row, col + 1)));
            }
            if row + 1 < rows {
                edges.push((node(row, col), node(row + 1, col)));
            }
        }
    }
    Graph::new(rows * cols, edges).expect("neighbours lie on the grid")
}

/// Random edges between `n_nodes` nodes, loops and parallel edges among them.
pub(crate) fn random_edges(
    draws: &mut Draws,
    n_nodes: usize,
    n_edges: usize,
) -> Vec<(usize, usize)> {
    let n_edges = if n_nodes == 0 { 0 } else { n_edges };
    (0..n_edges)
        .map(|_| (draws.below(n_nodes), draws.below(n_nodes)))
        .collect()
}

/// The number of solutions, found by plain search and, by way of the reasons, by learning.
pub(crate) fn count(model: &Model, level: Consistency) -> u64 {
    struct Count(u64);
    impl Sink for Count {
        fn solution(&mut self, _: &Assignment) -> Flow {
            self.0 += 1;
            Flow::Continue
        }
    }
    let [plain, learnt] = [Search::new(), Search::new().learning()].map(|search| {
        let mut count = Count(0);
        let outcome = Solver::new(model, &setup(level))
            .run(&search, &[], &Limits::default(), &mut count)
            .expect("nothing in the plan clashes");
        assert_eq!(outcome.end, End::Exhausted);
        count.0
    });
    assert_eq!(plain, learnt);
    plain
}
