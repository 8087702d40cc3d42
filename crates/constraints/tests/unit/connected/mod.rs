//! Laws and examples of `connected`.

mod spanning;

use crate::util::*;

fn random_empty(draws: &mut Draws) -> EmptySubgraph {
    *draws.pick(&[EmptySubgraph::Allowed, EmptySubgraph::Rejected])
}

#[test]
fn laws_of_nodes() {
    Laws::new("connected_nodes", |x, draws| {
        let n_edges = draws.below(2 * x.len() + 1);
        let edges = random_edges(draws, x.len(), n_edges);
        let graph = Graph::new(x.len(), edges).expect("nodes are there");
        Some(connected_nodes(&graph, x, random_empty(draws)))
    })
    .booleans(0..=7)
    .claims([DOMAIN; 3])
    .check_rounds(300);
}

/// Decides nodes at random and backtracks: where nothing can follow by a search near the excluded nodes, the search of the whole graph agrees, which the propagator asserts.
#[test]
fn nodes_near_excluded_ones_show_what_the_whole_graph_shows() {
    for seed in 0..100 {
        let mut draws = Draws::new(seed);
        let graph = match draws.below(3) {
            0 => {
                let edges = random_edges(&mut draws, 40, 80);
                Graph::new(40, edges).expect("nodes are there")
            }
            _ => grid(6, 7),
        };
        let mut model = Model::new();
        let nodes = model.ints(graph.n_nodes(), 0..=1);
        model.add(connected_nodes(&graph, &nodes, random_empty(&mut draws)));
        let mut kernel = kernel(&model, Consistency::Value);
        kernel.propagate().expect("nothing is decided");
        let base = kernel.store().depth();
        let mut depth = 0;
        for _ in 0..300 {
            let var = *draws.pick(&nodes);
            let atom = match draws.one_in(2) {
                true => Atom::ge(var, 1),
                false => Atom::le(var, 0),
            };
            depth += 1;
            let is_fine = kernel.decide(atom).is_ok() && kernel.propagate().is_ok();
            if !is_fine || draws.one_in(12) {
                depth -= 1 + draws.below(depth);
                kernel.back_to(base + depth);
            }
        }
    }
}

fn random_edges_and_nodes() -> Laws {
    Laws::new("connected_edges", |x, draws| {
        let n_nodes = draws.below(x.len() + 1);
        let (nodes, edges) = x.split_at(n_nodes);
        if nodes.is_empty() && !edges.is_empty() {
            return None;
        }
        let ends = random_edges(draws, n_nodes, edges.len());
        let graph = Graph::new(n_nodes, ends).expect("nodes are there");
        Some(connected_edges(&graph, nodes, edges, random_empty(draws)))
    })
    .claims([DOMAIN; 3])
}

#[test]
fn laws_of_edges() {
    random_edges_and_nodes().booleans(0..=9).check_rounds(300);
}

/// A variable stands for nodes and edges at once: removing it in one role closes paths already searched in another.
#[test]
fn laws_with_variables_in_several_roles() {
    random_edges_and_nodes()
        .booleans(0..=9)
        .aliased()
        .plain_only()
        .check_rounds(300);
}

#[test]
fn laws_of_spanning() {
    Laws::new("connected_spanning", |x, draws| {
        let n_nodes = 1 + draws.below(5);
        let ends = random_edges(draws, n_nodes, x.len());
        let graph = Graph::new(n_nodes, ends).expect("nodes are there");
        Some(connected_spanning(&graph, x))
    })
    .booleans(0..=8)
    .claims([DOMAIN; 3])
    .check();
}

/// Edges and nodes with counts: chosen means at least one.
#[test]
fn laws_of_counted_edges() {
    random_edges_and_nodes()
        .domains(|draws| {
            (0..draws.below(7))
                .map(|_| (0..=2).filter(|_| draws.all_but_one_in(3)).collect())
                .filter(|values: &Vec<i32>| !values.is_empty())
                .collect()
        })
        .check_rounds(100);
}

/// Two chosen corners of a grid with a wall between that has one gap: the gap is forced, and the reason is the wall and the
/// corners.
#[test]
fn a_gap_in_a_wall_is_forced() {
    let graph = grid(6, 6);
    let mut model = Model::new();
    let cells = model.ints(36, 0..=1);
    model.add(connected_nodes(&graph, &cells, EmptySubgraph::Rejected));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("nothing is known");
    let wall = (0..5).map(|row| Atom::le(cells[row * 6 + 3], 0));
    let corners = [Atom::ge(cells[0], 1), Atom::ge(cells[35], 1)];
    for atom in wall.chain(corners) {
        kernel.decide(atom).expect("open");
        kernel.propagate().expect("no conflict");
    }
    let fixed: Vec<usize> = (0..36)
        .filter(|&cell| kernel.store().is_fixed(cells[cell].view()))
        .collect();
    // The wall, the corners, and the gap with the cells on either side of it.
    assert_eq!(fixed, [0, 3, 9, 15, 21, 27, 32, 33, 34, 35]);
    for cell in [32, 33, 34] {
        assert_eq!(kernel.store().min(cells[cell].view()), 1);
    }
    // Cells cut off from the chosen ones are out; here, the other side of the first corner.
    for cell in [4, 10, 16, 22, 28] {
        kernel.decide(Atom::le(cells[cell], 0)).expect("open");
        kernel.propagate().expect("no conflict");
    }
    kernel.decide(Atom::le(cells[29], 0)).expect("open");
    kernel.propagate().expect("no conflict");
    assert!(
        [5, 11, 17, 23]
            .iter()
            .all(|&cell| kernel.store().max(cells[cell].view()) == 0)
    );
}

/// The search finds as many solutions as trying all choices of twelve nodes.
#[test]
fn choices_on_a_grid_are_counted() {
    let check = |build: &dyn Fn(&[Var]) -> Connected| {
        let mut model = Model::new();
        let chosen = model.ints(12, 0..=1);
        let constraint = build(&chosen);
        let holding = (0..1 << 12)
            .map(|choice: i32| choice << 2)
            .filter(|choice| constraint.holds(&|var| choice >> var.index() >> 1 & 1))
            .count();
        model.add(constraint);
        assert_eq!(n_solutions(&model, Consistency::Domain), holding as u64);
        holding
    };
    check(&|nodes| connected_nodes(&grid(3, 4), nodes, EmptySubgraph::Rejected));
    check(&|nodes| connected_nodes(&grid(2, 6), nodes, EmptySubgraph::Allowed));
    check(&|edges| connected_spanning(&grid(3, 3), edges));
}

#[test]
fn wrong_lengths_and_negative_views_are_rejected() {
    let graph = grid(1, 2);
    let mut model = Model::new();
    let x = model.bool("x");
    let debt = model.var("debt", -1..=1).expect("a domain");
    let few = model.post(connected_nodes(&graph, [x], EmptySubgraph::Allowed));
    assert_eq!(
        few.unwrap_err().to_string(),
        "connected_nodes: 1 views for 2 nodes"
    );
    let negative = model.post(connected_nodes(&graph, [x, debt], EmptySubgraph::Allowed));
    assert_eq!(
        negative.unwrap_err().to_string(),
        "connected_nodes: debt has the values -1..1; negative values are not allowed"
    );
    let edges: [Var; 0] = [];
    let no_edges = model.post(connected_edges(
        &graph,
        [x, x],
        edges,
        EmptySubgraph::Allowed,
    ));
    assert!(no_edges.is_err());
}
