//! Laws and examples of `single_loop`.

use crate::util::*;

fn random(x: &[View], draws: &mut Draws) -> SingleLoop {
    let n_nodes = 1 + draws.below(5);
    let ends = random_edges(draws, n_nodes, x.len());
    let graph = Graph::new(n_nodes, ends).expect("nodes are there");
    let empty = *draws.pick(&[EmptySubgraph::Allowed, EmptySubgraph::Rejected]);
    single_loop(&graph, x, empty)
}

#[test]
fn laws() {
    Laws::new("single_loop", |x, draws| Some(random(x, draws)))
        .booleans(0..=9)
        .claims([FORWARD; 3])
        .check_rounds(400);
}

/// Sparse graphs without loop edges have more cycles to choose from.
#[test]
fn laws_of_grids() {
    Laws::new("single_loop", |x, draws| {
        let graph = grid(2 + draws.below(2), 3);
        let empty = *draws.pick(&[EmptySubgraph::Allowed, EmptySubgraph::Rejected]);
        let edges = x.get(..graph.n_edges())?;
        Some(single_loop(&graph, edges, empty))
    })
    .booleans(7..=12)
    .claims([FORWARD; 3])
    .plain_only()
    .check_rounds(60);
}

#[test]
fn laws_of_counted_edges() {
    Laws::new("single_loop", |x, draws| Some(random(x, draws)))
        .domains(|draws| {
            (0..draws.below(6))
                .map(|_| (0..=2).filter(|_| draws.all_but_one_in(3)).collect())
                .filter(|values: &Vec<i32>| !values.is_empty())
                .collect()
        })
        .claims([FORWARD; 3])
        .check_rounds(100);
}

#[test]
fn laws_with_variables_in_several_roles() {
    Laws::new("single_loop", |x, draws| Some(random(x, draws)))
        .booleans(0..=9)
        .aliased()
        .plain_only()
        .check_rounds(200);
}

fn loops(rows: usize, cols: usize, empty: EmptySubgraph) -> u64 {
    let graph = grid(rows, cols);
    let mut model = Model::new();
    let edges = model.ints(graph.n_edges(), 0..=1);
    model.add(single_loop(&graph, &edges, empty));
    n_solutions(&model, Consistency::Domain)
}

/// The numbers of simple cycles of square grids of nodes (OEIS A140517): 1, 13, 213, 9349.
#[test]
fn loops_of_grids_are_counted() {
    use EmptySubgraph::{Allowed, Rejected};
    assert_eq!(loops(2, 2, Rejected), 1);
    assert_eq!(loops(2, 2, Allowed), 2);
    assert_eq!(loops(3, 3, Rejected), 13);
    assert_eq!(loops(4, 4, Rejected), 213);
    assert_eq!(loops(5, 5, Rejected), 9349);
}

/// Two squares that share only a corner: a side of one excludes the other.
#[test]
fn edges_beyond_an_articulation_are_excluded() {
    let ends = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 0),
        (2, 4),
        (4, 5),
        (5, 6),
        (6, 2),
    ];
    let graph = Graph::new(7, ends).expect("nodes are there");
    let mut model = Model::new();
    let edges = model.ints(8, 0..=1);
    model.add(single_loop(&graph, &edges, EmptySubgraph::Rejected));
    let mut kernel = kernel(&model, Consistency::Value);
    kernel.propagate().expect("nothing is known");
    kernel.decide(Atom::ge(edges[0], 1)).expect("open");
    kernel.propagate().expect("no conflict");
    let states = edges.iter().map(|edge| kernel.store().bounds(edge.view()));
    let expected = [[(1, 1); 4], [(0, 0); 4]].concat();
    assert_eq!(states.collect::<Vec<_>>(), expected);
}

/// Decides edges at random and backtracks: where a search near the excluded edges shows one block, the search of the whole graph agrees, which the propagator asserts.
#[test]
fn blocks_near_excluded_edges_are_those_of_the_whole_graph() {
    for seed in 0..60 {
        let mut draws = Draws::new(seed);
        let graph = match draws.below(3) {
            0 => grid(6, 7),
            _ => {
                let edges = random_edges(&mut draws, 20, 45);
                Graph::new(20, edges).expect("nodes are there")
            }
        };
        let mut model = Model::new();
        let edges = model.ints(graph.n_edges(), 0..=1);
        model.add(single_loop(&graph, &edges, EmptySubgraph::Rejected));
        let mut kernel = kernel(&model, Consistency::Value);
        if kernel.propagate().is_err() {
            continue;
        }
        let base = kernel.store().depth();
        let mut depth = 0;
        for _ in 0..300 {
            let var = *draws.pick(&edges);
            let atom = match draws.one_in(4) {
                true => Atom::ge(var, 1),
                false => Atom::le(var, 0),
            };
            depth += 1;
            let is_fine = kernel.decide(atom).is_ok() && kernel.propagate().is_ok();
            if !is_fine || draws.one_in(8) {
                depth -= 1 + draws.below(depth);
                kernel.back_to(base + depth);
            }
        }
    }
}

#[test]
fn wrong_lengths_and_negative_views_are_rejected() {
    let mut model = Model::new();
    let x = model.bool("x");
    let few = model.post(single_loop(&grid(2, 2), [x], EmptySubgraph::Allowed));
    let message = few.unwrap_err().to_string();
    assert_eq!(message, "single_loop: 1 views for 4 edges");
}
