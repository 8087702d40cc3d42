//! Laws and examples of `part_sizes`.

use crate::util::*;

fn laws() -> Laws {
    Laws::new("part_sizes", |x, draws| {
        let n_edges = draws.below(2 * x.len() + 1);
        let edges = random_edges(draws, x.len(), n_edges);
        let graph = Graph::new(x.len(), edges).expect("nodes are there");
        Some(part_sizes(&graph, x, draws.below(5)))
    })
    .claims([FORWARD; 3])
}

#[test]
fn laws_of_booleans() {
    laws().booleans(0..=8).check_rounds(300);
}

#[test]
fn laws_of_the_part_of_one_node() {
    Laws::new("part_sizes", |x, draws| {
        let n_edges = draws.below(2 * x.len() + 1);
        let edges = random_edges(draws, x.len(), n_edges);
        let graph = Graph::new(x.len(), edges).expect("nodes are there");
        let node = draws.below(x.len());
        Some(part_size_at(&graph, x, node, draws.below(5)))
    })
    .claims([FORWARD; 3])
    .booleans(1..=8)
    .check_rounds(300);
}

#[test]
fn laws_with_variables_in_several_roles() {
    laws()
        .booleans(0..=8)
        .aliased()
        .plain_only()
        .check_rounds(200);
}

/// The ways to place dominoes that do not touch on small grids, counted by hand.
#[test]
fn parts_on_a_grid_are_counted() {
    let count = |rows, cols, size| {
        let mut model = Model::new();
        let cells = model.ints(rows * cols, 0..=1);
        model.add(part_sizes(&grid(rows, cols), &cells, size));
        n_solutions(&model, Consistency::Domain)
    };
    assert_eq!(count(1, 4, 2), 4);
    assert_eq!(count(1, 5, 2), 6);
    assert_eq!(count(2, 2, 2), 5);
    assert_eq!(count(2, 2, 3), 5);
    assert_eq!(count(2, 2, 5), 1);
}
