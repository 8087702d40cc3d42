//! Tests of `graph`.

use crate::util::*;

fn nodes(steps: &[Incidence]) -> Vec<(u32, u32)> {
    steps.iter().map(|step| (step.node, step.edge)).collect()
}

#[test]
fn loops_and_parallel_edges_keep_their_numbers() {
    let graph = Graph::new(3, [(0, 1), (1, 1), (1, 0), (2, 1)]).expect("nodes are there");
    assert_eq!(nodes(graph.edges_of(0)), [(1, 0), (1, 2)]);
    assert_eq!(nodes(graph.edges_of(1)), [(1, 1), (0, 2), (0, 0), (2, 3)]);
    let both_ways = Digraph::from(&graph);
    assert!(both_ways.is_undirected());
    assert_eq!(both_ways.in_edges(1), graph.edges_of(1));
    assert_eq!(
        graph.term().to_string(),
        "graph(3, [0 - 1, 1 - 1, 1 - 0, 2 - 1])"
    );
}

#[test]
fn directed_edges_have_one_direction() {
    let graph = Digraph::new(3, [(0, 1), (1, 2), (2, 2)]).expect("nodes are there");
    assert!(!graph.is_undirected());
    assert_eq!(nodes(graph.out_edges(1)), [(2, 1)]);
    assert_eq!(nodes(graph.in_edges(1)), [(0, 0)]);
    assert_eq!(nodes(graph.in_edges(2)), [(1, 1), (2, 2)]);
    assert_eq!(nodes(graph.in_edges(0)), []);
}

#[test]
fn an_edge_to_a_missing_node_is_rejected() {
    let error = Graph::new(2, [(0, 1), (1, 2)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "graph: edge 1 joins 1 and 2, but there are only 2 nodes, counted from 0"
    );
    assert!(Graph::new(0, []).is_ok());
    assert!(Digraph::new(0, [(0, 0)]).is_err());
}
