//! Laws and examples of `hamiltonian_path`.

use std::ops::RangeInclusive;

use crate::util::*;

/// With more than three nodes nearly all assignments violate the relation, and the negated forms would take too long.
#[test]
fn laws() {
    for (max_nodes, rounds) in [(3, 120), (5, 150)] {
        let laws = random_paths(0..=max_nodes).rounds(rounds);
        if max_nodes > 3 {
            laws.plain_only().check();
        } else {
            laws.check();
        }
    }
}

fn random_paths(arity: RangeInclusive<usize>) -> Laws {
    Laws::new("hamiltonian_path", |x, draws| {
        let mut edges: Vec<(usize, usize)> = (1..x.len()).map(|i| (i - 1, i)).collect();
        if draws.one_in(3) {
            edges.clear();
        }
        let n_more = draws.below(x.len() + 2);
        edges.extend(random_edges(draws, x.len(), n_more));
        let graph = Graph::new(x.len(), edges).expect("nodes are there");
        Some(hamiltonian_path(&graph, x))
    })
    .views(arity, -1..=4)
    .claims([FORWARD; 3])
}

/// The positions of several nodes are views of one variable.
#[test]
fn laws_of_places_that_share_variables() {
    random_paths(4..=4).aliased().plain_only().check_rounds(800);
}

fn positions(model: &mut Model, n: usize) -> Vec<Var> {
    let last = n as i32 - 1;
    model.ints(n, 0..=last)
}

/// Counts, by walking, the paths that continue from a node at a position; `path` has the node of every position given or visited.
fn count_paths(graph: &Graph, node: usize, position: usize, path: &mut [Option<usize>]) -> u64 {
    if position + 1 == path.len() {
        return 1;
    }
    let mut found = 0;
    for step in graph.edges_of(node) {
        let next = step.node as usize;
        match path[position + 1] {
            Some(given) if given == next => found += count_paths(graph, next, position + 1, path),
            None if !path.contains(&Some(next)) => {
                path[position + 1] = Some(next);
                found += count_paths(graph, next, position + 1, path);
                path[position + 1] = None;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn paths_on_grids_are_counted() {
    for (rows, cols) in [(1, 1), (1, 5), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let graph = grid(rows, cols);
        let n_nodes = rows * cols;
        let mut walked = 0;
        for start in 0..n_nodes {
            let mut path = vec![None; n_nodes];
            path[0] = Some(start);
            walked += count_paths(&graph, start, 0, &mut path);
        }
        let mut model = Model::new();
        let positions = positions(&mut model, n_nodes);
        model.add(hamiltonian_path(&graph, &positions));
        for level in [Consistency::Value, Consistency::Domain] {
            assert_eq!(
                n_solutions(&model, level),
                walked,
                "{rows} by {cols}, {level:?}"
            );
        }
    }
}

#[test]
fn colours_are_counted_before_any_search() {
    // A star with three leaves has three nodes of one colour and one of the other.
    let star = Graph::new(4, [(0, 1), (0, 2), (0, 3)]).expect("nodes are there");
    let mut model = Model::new();
    let at = positions(&mut model, 4);
    model.add(hamiltonian_path(&star, &at));
    assert!(kernel(&model, Consistency::Value).propagate().is_err());
    // On a 3 by 3 grid the corners and the middle are at even positions.
    let mut model = Model::new();
    let at = positions(&mut model, 9);
    model.add(hamiltonian_path(&grid(3, 3), &at));
    let mut kernel = kernel(&model, Consistency::Value);
    kernel.propagate().expect("there are paths");
    let values: Vec<i32> = kernel.store().values(at[1].view()).collect();
    assert_eq!(values, [1, 3, 5, 7]);
}

/// A ladder with a pendant node: it can only be an end, and its neighbour then comes next.
#[test]
fn a_dead_end_is_an_end() {
    let ladder = [
        (0, 1),
        (2, 3),
        (4, 5),
        (0, 2),
        (2, 4),
        (1, 3),
        (3, 5),
        (0, 6),
        (1, 4),
    ];
    let graph = Graph::new(7, ladder).expect("nodes are there");
    let mut model = Model::new();
    let at = positions(&mut model, 7);
    model.add(hamiltonian_path(&graph, &at));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("there are paths");
    let values: Vec<i32> = kernel.store().values(at[6].view()).collect();
    assert_eq!(values, [0, 6]);
    kernel.decide(Atom::eq(at[6], 0)).expect("open");
    kernel.propagate().expect("there are paths");
    assert_eq!(kernel.store().fixed(at[0].view()), Some(1));
}

/// A 9 by 9 spiral with every fourth, then every fifth position given.
#[test]
fn a_spiral_is_filled_in() {
    let mut spiral = vec![usize::MAX; 81];
    let (mut row, mut col, mut step) = (0_i32, 0_i32, (0_i32, 1_i32));
    for position in 0..81 {
        spiral[(row * 9 + col) as usize] = position;
        let (ahead_row, ahead_col) = (row + step.0, col + step.1);
        let inside = (0..9).contains(&ahead_row) && (0..9).contains(&ahead_col);
        if !inside || spiral[(ahead_row * 9 + ahead_col) as usize] != usize::MAX {
            step = (step.1, -step.0);
        }
        (row, col) = (row + step.0, col + step.1);
    }
    for every in [4, 5] {
        let mut model = Model::new();
        let mut at = Vec::new();
        let mut path = vec![None; 81];
        for (cell, &position) in spiral.iter().enumerate() {
            let mut domain = 0..=80;
            if position % every == 0 {
                path[position] = Some(cell);
                domain = position as i32..=position as i32;
            }
            at.push(model.int(domain));
        }
        model.add(hamiltonian_path(&grid(9, 9), &at));
        let walked = count_paths(&grid(9, 9), 0, 0, &mut path);
        assert_eq!(
            n_solutions(&model, Consistency::Domain),
            walked,
            "every {every}"
        );
    }
}

#[test]
fn a_wrong_number_of_places_is_rejected() {
    let mut model = Model::new();
    let at = positions(&mut model, 3);
    let error = model.post(hamiltonian_path(&grid(2, 2), &at)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hamiltonian_path: 3 positions for 4 nodes"
    );
}
