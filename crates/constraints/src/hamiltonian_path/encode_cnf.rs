//! The CNF encoding of a Hamiltonian path: a node at a position has a neighbour at the next position and one at the position before.
//!
//! On sparse graphs, such as grids with orthogonal neighbours, there is also a Boolean for each edge, which states that the path
//! uses it: two edges at every node but the ends. What is learnt about an edge holds wherever on the path it is used.

use gridwright_fd::{CnfEncoder, Literal, View};

use crate::support::graph::Graph;

/// With more neighbours than this, edge variables cost more than they help.
const MAX_NEIGHBOURS: usize = 4;

/// The positions of the nodes, as literals.
struct Positions {
    n_nodes: usize,
    /// The literal of each node at each position; false outside the path.
    literals: Vec<Literal>,
}

impl Positions {
    fn new(views: &[View], out: &mut CnfEncoder) -> Positions {
        let n_nodes = views.len();
        let mut literals = vec![Literal::FALSE; n_nodes * n_nodes];
        let mut off = Vec::new();
        for (node, &view) in views.iter().enumerate() {
            for (position, literal) in out.values(view) {
                match usize::try_from(position) {
                    Ok(position) if position < n_nodes => {
                        literals[node * n_nodes + position] = literal
                    }
                    _ => off.push(literal),
                }
            }
        }
        for literal in off {
            out.add_clause(&[!literal]);
        }
        Positions { n_nodes, literals }
    }

    fn is(&self, node: usize, position: usize) -> Literal {
        self.literals[node * self.n_nodes + position]
    }

    /// The positions before and after a position, within the path.
    fn beside(&self, position: usize) -> impl Iterator<Item = usize> + use<> {
        let before = position.checked_sub(1);
        let after = (position + 1 < self.n_nodes).then_some(position + 1);
        before.into_iter().chain(after)
    }

    /// The positions that a node may have.
    fn of(&self, node: usize) -> impl Iterator<Item = (usize, Literal)> + '_ {
        let literals = &self.literals[node * self.n_nodes..(node + 1) * self.n_nodes];
        let all = literals.iter().copied().enumerate();
        all.filter(|&(_, literal)| literal != Literal::FALSE)
    }
}

/// Encodes that nodes at consecutive positions are neighbours, and that each node has a position of its own.
pub(super) fn path(graph: &Graph, views: &[View], out: &mut CnfEncoder) {
    out.add_different(views);
    let positions = Positions::new(views, out);
    let neighbours: Vec<Vec<usize>> = (0..graph.n_nodes())
        .map(|node| {
            let steps = graph.edges_of(node).iter().map(|step| step.node as usize);
            let mut others: Vec<usize> = steps.filter(|&other| other != node).collect();
            others.sort_unstable();
            others.dedup();
            others
        })
        .collect();
    let mut clause = Vec::new();
    for (node, others) in neighbours.iter().enumerate() {
        if out.is_over() {
            return;
        }
        for (position, literal) in positions.of(node) {
            for there in positions.beside(position) {
                clause.clear();
                clause.push(!literal);
                clause.extend(others.iter().map(|&other| positions.is(other, there)));
                out.add_clause(&clause);
            }
        }
    }
    let max_degree = neighbours.iter().map(Vec::len).max().unwrap_or(0);
    if graph.n_nodes() > 2 && max_degree <= MAX_NEIGHBOURS {
        encode_edges(&positions, &neighbours, out);
    }
}

/// Encodes which edges the path uses. This adds no constraint, only auxiliary variables that the positions determine.
fn encode_edges(positions: &Positions, neighbours: &[Vec<usize>], out: &mut CnfEncoder) {
    let mut edges: Vec<Vec<Literal>> = vec![Vec::new(); neighbours.len()];
    for (a, others) in neighbours.iter().enumerate() {
        if out.is_over() {
            return;
        }
        for &b in others.iter().filter(|&&b| a < b) {
            let edge = out.add_literal(true);
            edges[a].push(edge);
            edges[b].push(edge);
            for (from, to) in [(a, b), (b, a)] {
                for (position, literal) in positions.of(from) {
                    let mut taken = vec![!literal, !edge];
                    for there in positions.beside(position) {
                        taken.push(positions.is(to, there));
                        out.add_clause(&[!literal, !positions.is(to, there), edge]);
                    }
                    out.add_clause(&taken);
                }
            }
        }
    }
    for (node, edges) in edges.iter().enumerate() {
        let ends = [
            positions.is(node, 0),
            positions.is(node, positions.n_nodes - 1),
        ];
        out.add_clause(edges);
        for (i, &one) in edges.iter().enumerate() {
            // If one of its edges is not used, a node uses another one, or it is an end.
            let others = edges.iter().copied().filter(|&other| other != one);
            let clause: Vec<Literal> = others.chain(ends).collect();
            out.add_clause(&clause);
            for (j, &two) in edges[..i].iter().enumerate() {
                for &three in &edges[..j] {
                    out.add_clause(&[!one, !two, !three]);
                }
                for end in ends {
                    out.add_clause(&[!end, !one, !two]);
                }
            }
        }
    }
}
