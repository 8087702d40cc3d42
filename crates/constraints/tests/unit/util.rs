//! What the tests of constraints use: the laws, kernels, domains after propagation, all solutions of small models, graphs.

pub(crate) use gridwright_constraints::*;
pub(crate) use gridwright_fd::*;
pub(crate) use gridwright_testing::laws::{BOUNDS, CHECKS, DOMAIN, FORWARD, Laws};
pub(crate) use gridwright_testing::search::setup;
pub(crate) use gridwright_testing::{BuildModel, Draws};

use gridwright_testing::search::all_solutions;

/// A kernel for the model at one level that records reasons; not yet propagated.
pub(crate) fn kernel(model: &Model, level: Consistency) -> Kernel {
    Kernel::new(model, &setup(level, true))
}

/// The bounds that one constraint leaves to variables over ranges; `None` if it fails.
pub(crate) fn bounds<const N: usize, C: Constraint + 'static>(
    level: Consistency,
    ranges: [(i32, i32); N],
    constraint: impl FnOnce([Var; N]) -> C,
) -> Option<[(i32, i32); N]> {
    let mut model = Model::new();
    let vars = ranges.map(|(min, max)| model.int(min..=max));
    model.add(constraint(vars));
    let mut kernel = kernel(&model, level);
    kernel.propagate().ok()?;
    let store = kernel.store();
    Some(vars.map(|var| (store.min(var.view()), store.max(var.view()))))
}

/// All solutions, as the values of the given variables; one entry per solution of the whole model.
pub(crate) fn solutions(model: &Model, level: Consistency, vars: &[Var]) -> Vec<Vec<i32>> {
    let all = all_solutions(model, level, &Search::new());
    let values = |at: &Vec<i32>| vars.iter().map(|var| at[var.index()]).collect();
    let mut found: Vec<Vec<i32>> = all.iter().map(values).collect();
    found.sort();
    found
}

/// The domains after propagation under the given decisions.
pub(crate) fn propagated(
    model: &Model,
    level: Consistency,
    decisions: &[Atom],
    vars: &[Var],
) -> Result<Vec<Vec<i32>>, Conflict> {
    let mut kernel = kernel(model, level);
    kernel.propagate()?;
    for &atom in decisions {
        kernel.decide(atom)?;
        kernel.propagate()?;
    }
    Ok(vars
        .iter()
        .map(|var| kernel.store().values(var.view()).collect())
        .collect())
}

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

/// Random edges between `n_nodes` nodes, including loops and parallel edges.
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

/// The number of solutions; plain search and learning search, which tests the reasons, must agree.
pub(crate) fn n_solutions(model: &Model, level: Consistency) -> u64 {
    let searches = [Search::new(), Search::new().learning()];
    let [plain, learnt] = searches.map(|search| all_solutions(model, level, &search));
    assert_eq!(plain, learnt);
    plain.len() as u64
}
