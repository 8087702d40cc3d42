//! `reachable_nodes(G, r, N)`: node r is chosen by N, and every chosen node is reached from r through chosen nodes.
//! `reachable_edges(G, r, N, E)`: the same along edges chosen by E, whose ends are chosen. These are MiniZinc's `reachable` on an
//! undirected [`Graph`](crate::Graph) and `dreachable` on a [`Digraph`]. A node or an edge is chosen if its view is at least 1,
//! and excluded if its view is 0.
//!
//! All levels. What no possible root reaches is excluded; a node that does not reach every chosen node is not the root; what every path
//! from the possible roots to a chosen node passes is chosen. This is domain consistent (if no variable occurs twice) on an
//! undirected graph, and on a directed one with a fixed root: all remaining elements that are reached form a solution, and it
//! stays one if an element that some path avoids is removed, with what only it reaches.
//! Limitation: on a directed graph with several possible roots, an element may be needed for each root for a different reason;
//! that is not detected.
//! Dominators after Cooper, Harvey and Kennedy 2001, A simple, fast dominance algorithm. Linear in practice, quadratic in the
//! worst case; a directed graph with an open root is searched once more for each chosen node. On an undirected graph the
//! propagator of `connected` runs as well. Reasons are irredundant cuts.

mod dominators;
mod propagator;

use crate::connected::{EmptySubgraph, lowlinks};
use crate::reachable::propagator::ReachableDominators;
use crate::support::graph::Digraph;
use crate::support::prelude::*;
use crate::support::subgraph::Subgraph;
use crate::support::terms::view_term;
use crate::support::views::IntoViews;

/// The chosen elements are reached from a root; made by [`reachable_nodes`] and [`reachable_edges`].
#[derive(Clone, Debug)]
pub struct Reachable {
    root: View,
    subgraph: Subgraph,
}

/// The chosen nodes are reached from the root, itself chosen, through chosen nodes.
pub fn reachable_nodes(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoViews,
) -> Reachable {
    Reachable {
        root: root.into(),
        subgraph: Subgraph::new(graph.into(), nodes, None),
    }
}

/// The chosen nodes are reached from the root, itself chosen, along chosen edges; an edge may be chosen only if both ends are.
pub fn reachable_edges(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoViews,
    edges: impl IntoViews,
) -> Reachable {
    let edges = edges.into_views();
    Reachable {
        root: root.into(),
        subgraph: Subgraph::new(graph.into(), nodes, Some(edges)),
    }
}

impl Constraint for Reachable {
    fn name(&self) -> &'static str {
        match self.subgraph.edges {
            None => "reachable_nodes",
            Some(_) => "reachable_edges",
        }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let terms = [self.subgraph.graph.term(), view_term(self.root, name)];
        Term::compound(
            self.name(),
            terms.into_iter().chain(self.subgraph.terms(name)),
        )
    }

    fn views(&self) -> Vec<View> {
        [self.subgraph.views(), vec![self.root]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let chosen = |view: &View| view.of(at(view.var)) >= 1;
        let nodes: Vec<bool> = self.subgraph.nodes.iter().map(chosen).collect();
        let edges: Option<Vec<bool>> =
            (self.subgraph.edges.as_ref()).map(|views| views.iter().map(chosen).collect());
        let root = usize::try_from(self.root.of(at(self.root.var))).ok();
        let Some(root) = root.filter(|&root| nodes.get(root) == Some(&true)) else {
            return false;
        };
        let graph = &self.subgraph.graph;
        let mut reached = vec![false; nodes.len()];
        reached[root] = true;
        // One round per node is enough: each round reaches at least one more node, or none ever will.
        for _ in 0..nodes.len() {
            for (edge, (from, to)) in graph.edges().enumerate() {
                if edges.as_ref().is_some_and(|edges| !edges[edge]) || !nodes[from] || !nodes[to] {
                    continue;
                }
                reached[to] |= reached[from];
                if graph.is_undirected() {
                    reached[from] |= reached[to];
                }
            }
        }
        let dangling = graph.edges().enumerate().any(|(edge, (from, to))| {
            edges.as_ref().is_some_and(|edges| edges[edge]) && !(nodes[from] && nodes[to])
        });
        reached == nodes && !dangling
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.root)?;
        self.subgraph.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut wakes = self.subgraph.wakes(out.store());
        wakes.push(Wake::on(self.root, On::Domain));
        let reach = ReachableDominators::new(self.root, &self.subgraph, out.store());
        out.add(Cost::Cubic, reach, wakes);
        if self.subgraph.graph.is_undirected() {
            lowlinks::post(&self.subgraph, EmptySubgraph::Rejected, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::graph::Graph;
    use crate::support::test_util::*;

    /// A random choice in a random graph; the root is a constant or a sum of views.
    fn random(x: &[View], draws: &mut Draws, directed: bool, root: View) -> Option<Reachable> {
        let with_edges = draws.one_in(2);
        let n_nodes = if with_edges { x.len() / 2 } else { x.len() };
        let (nodes, edges) = x.split_at(n_nodes);
        if n_nodes == 0 && !edges.is_empty() {
            return None;
        }
        let n_edges = if with_edges {
            edges.len()
        } else {
            draws.below(2 * n_nodes + 1)
        };
        let ends = random_edges(draws, n_nodes, n_edges);
        let graph = if directed {
            Digraph::new(n_nodes, ends).expect("nodes are there")
        } else {
            Digraph::from(Graph::new(n_nodes, ends).expect("nodes are there"))
        };
        Some(if with_edges {
            reachable_edges(graph, root, nodes, edges)
        } else {
            reachable_nodes(graph, root, nodes)
        })
    }

    #[test]
    fn laws_with_a_fixed_root() {
        Laws::new("reachable", |x, draws| {
            let root = View::constant(draws.between(-1, x.len() as i32));
            let directed = draws.one_in(2);
            random(x, draws, directed, root)
        })
        .booleans(0..=9)
        .claims([DOMAIN; 3])
        .check_rounds(300);
    }

    /// With Boolean views only, the root is one of two nodes that are one to three apart.
    fn random_root(root: View, draws: &mut Draws) -> View {
        let factor = draws.between(1, 3);
        let scaled = root.times(factor).expect("small numbers");
        scaled.plus(draws.between(-1, 2)).expect("small numbers")
    }

    #[test]
    fn laws_with_an_open_root() {
        for (directed, strength) in [(false, DOMAIN), (true, FORWARD)] {
            Laws::new("reachable", move |x, draws| {
                let root = random_root(x[0], draws);
                random(&x[1..], draws, directed, root)
            })
            .booleans(1..=9)
            .claims([strength; 3])
            .check_rounds(300);
        }
    }

    /// A root over many nodes, which Boolean views cannot express.
    #[test]
    fn laws_with_a_wide_root() {
        Laws::new("reachable", |x, draws| {
            let n_nodes = 5;
            let n_edges = draws.below(9);
            let ends = random_edges(draws, n_nodes, n_edges);
            let nodes: Vec<View> = (0..n_nodes)
                .map(|_| View::constant(i32::from(!draws.one_in(4))))
                .collect();
            let graph = Graph::new(n_nodes, ends.clone()).expect("nodes are there");
            Some(if draws.one_in(2) {
                reachable_nodes(&graph, x[0], nodes)
            } else {
                reachable_nodes(
                    Digraph::new(n_nodes, ends).expect("nodes are there"),
                    x[0],
                    nodes,
                )
            })
        })
        .views(1..=1, -2..=6)
        .claims([DOMAIN; 3])
        .check();
    }

    /// A diamond with a tail: every path to the tail's end passes the joint, but not either side of the diamond.
    #[test]
    fn a_joint_is_forced() {
        let graph =
            Digraph::new(5, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).expect("nodes are there");
        let mut model = Model::new();
        let nodes = model.ints(5, 0..=1);
        let edges = model.ints(5, 0..=1);
        let reachable = reachable_edges(&graph, View::constant(0), &nodes, &edges);
        assert_eq!(reachable.name(), "reachable_edges");
        model.add(reachable);
        let mut kernel = kernel(&model, Consistency::Domain);
        kernel.propagate().expect("nothing is known");
        kernel.decide(Atom::ge(nodes[4], 1)).expect("open");
        kernel.propagate().expect("no conflict");
        let fixed = |var: &&Var| kernel.store().min(var.view()) == 1;
        let forced: Vec<&Var> = nodes.iter().chain(&edges).filter(fixed).collect();
        assert_eq!(forced, [&nodes[0], &nodes[3], &nodes[4], &edges[4]]);
    }

    /// A variable is the root, nodes and edges at once: removing it in one role closes paths already searched in another.
    #[test]
    fn laws_with_variables_in_several_roles() {
        Laws::new("reachable", |x, draws| {
            let n_roles = 2 * x.len() + draws.below(3);
            let roles: Vec<View> = (0..n_roles)
                .map(|_| {
                    let view = *draws.pick(x);
                    if draws.one_in(2) {
                        view
                    } else {
                        view.complement()
                    }
                })
                .collect();
            let directed = draws.one_in(2);
            random(&roles, draws, directed, x[0])
        })
        .booleans(1..=5)
        .plain_only()
        .check();
    }
}
