//! What the tests of the graph constraints share: grids, and counting solutions by plain search. Not a constraint.

use gridwright_fd::rng::Rng;
use gridwright_fd::{Atom, Form, Kernel, Level, Levels, Model, Setup, Var};

use crate::graph::Graph;

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
pub(crate) fn random_edges(rng: &mut Rng, n_nodes: usize, n_edges: usize) -> Vec<(usize, usize)> {
    let n_edges = if n_nodes == 0 { 0 } else { n_edges };
    (0..n_edges)
        .map(|_| (rng.below(n_nodes), rng.below(n_nodes)))
        .collect()
}

/// A kernel of the model, set up at the level and not yet propagated.
pub(crate) fn kernel(model: &Model, level: Level) -> Kernel {
    let setup = Setup {
        levels: Levels::all(level),
        recording: true,
        form: Form::Fitting,
    };
    Kernel::new(model, &setup)
}

/// The number of solutions, and the number of conflicts met while counting them.
pub(crate) fn count(model: &Model, level: Level) -> (usize, usize) {
    let mut counts = (0, 0);
    branch(&mut kernel(model, level), 0, &mut counts);
    counts
}

fn branch(kernel: &mut Kernel, depth: usize, counts: &mut (usize, usize)) {
    if kernel.propagate().is_err() {
        counts.1 += 1;
        return;
    }
    let store = kernel.store();
    let open: Option<Var> = store
        .vars()
        .filter(|var| !store.is_fixed(var.view()))
        .min_by_key(|var| store.size(var.view()));
    let Some(var) = open else {
        counts.0 += 1;
        return;
    };
    let value = store.min(var.view());
    for atom in [Atom::eq(var, value), Atom::ne(var, value)] {
        if kernel.decide(atom).is_ok() {
            branch(kernel, depth + 1, counts);
        } else {
            counts.1 += 1;
        }
        kernel.back_to(depth);
    }
}
