//! Tests of `spanning`.

use crate::util::*;

/// A kernel for edges that connect all nodes, and its edges. With `nodes`, the nodes are variables that are then decided, so
/// that the whole graph is searched.
fn set_up(graph: &Graph, nodes: bool) -> (Kernel, Vec<Var>) {
    let mut model = Model::new();
    let mut bools = |n: usize, name: &str| -> Vec<Var> {
        (0..n).map(|i| model.bool(format!("{name}{i}"))).collect()
    };
    let edges = bools(graph.n_edges(), "e");
    let chosen = bools(if nodes { graph.n_nodes() } else { 0 }, "n");
    let posted = if nodes {
        model.post(connected_edges(
            graph,
            &chosen,
            &edges,
            EmptySubgraph::Allowed,
        ))
    } else {
        model.post(connected_spanning(graph, &edges))
    };
    posted.expect("fits");
    let mut kernel = kernel(&model, Consistency::Domain);
    for node in chosen {
        kernel.decide(Atom::ge(node, 1)).expect("open");
    }
    (kernel, edges)
}

/// Decides edges at random, and backtracks at random and after failures: the local search must prune as much as the search of
/// the whole graph.
#[test]
fn local_search_prunes_as_much_as_the_whole_graph() {
    for seed in 0..60 {
        let mut draws = Draws::new(seed);
        let graph = match draws.below(3) {
            0 => grid(5, 6),
            _ => {
                let edges = random_edges(&mut draws, 20, 40);
                Graph::new(20, edges).expect("nodes are there")
            }
        };
        let mut both = [set_up(&graph, false), set_up(&graph, true)];
        let base = both[1].0.store().depth();
        let settled = both
            .each_mut()
            .map(|(kernel, _)| kernel.propagate().is_ok());
        assert_eq!(settled[0], settled[1], "seed {seed}");
        let mut depth = 0;
        for step in 0..if settled[0] { 200 } else { 0 } {
            let edge = draws.below(graph.n_edges());
            let chosen = draws.one_in(3);
            let decide = |(kernel, edges): &mut (Kernel, Vec<Var>)| {
                let var = edges[edge];
                let atom = if chosen {
                    Atom::ge(var, 1)
                } else {
                    Atom::le(var, 0)
                };
                kernel.decide(atom).is_ok() && kernel.propagate().is_ok()
            };
            depth += 1;
            let fine = both.each_mut().map(decide);
            assert_eq!(fine[0], fine[1], "seed {seed}, step {step}");
            if !fine[0] || draws.one_in(8) {
                depth -= 1 + draws.below(depth);
                both[0].0.back_to(depth);
                both[1].0.back_to(base + depth);
            }
            let [close, whole] = both.each_ref().map(|(kernel, edges)| {
                let bounds = |&var: &Var| kernel.store().bounds(var.view());
                edges.iter().map(bounds).collect::<Vec<_>>()
            });
            assert_eq!(close, whole, "seed {seed}, step {step}");
        }
    }
}
