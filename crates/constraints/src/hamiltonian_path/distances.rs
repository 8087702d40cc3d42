//! Distances between all pairs of nodes, and the two colours of a bipartite graph.

use std::sync::OnceLock;

use crate::support::bit_graph::{BitGraph, NodeSet, nodes_in_word};
use crate::support::graph::Graph;

/// What distances and colours imply for positions on a path.
#[derive(Debug)]
pub(super) struct Distances {
    near: BitGraph,
    /// The distances from each node, computed on first use.
    from: Vec<OnceLock<Row>>,
    /// The colour of each node, if the graph is bipartite and connected.
    colours: Option<Vec<bool>>,
}

/// The distances from one node to every node; `n_nodes` for a node that cannot be reached.
#[derive(Debug)]
struct Row {
    steps: Box<[u16]>,
    /// The largest of them.
    longest: u16,
}

impl Row {
    fn new(near: &BitGraph, from: usize) -> Row {
        let n_nodes = near.n_nodes();
        let far = n_nodes as u16;
        let mut steps = vec![far; n_nodes].into_boxed_slice();
        let mut frontier = vec![(from / 64, 1 << (from % 64))];
        let mut next = NodeSet::new(n_nodes);
        let mut unseen = vec![!0_u64; n_nodes.div_ceil(64)];
        for n_steps in 0.. {
            for &(word, bits) in &frontier {
                unseen[word] &= !bits;
                for node in nodes_in_word(word, bits) {
                    steps[node] = n_steps;
                }
                near.add_neighbours((word, bits), &mut next);
            }
            frontier.clear();
            let reached = next.take().map(|(word, bits)| (word, bits & unseen[word]));
            frontier.extend(reached.filter(|&(_, bits)| bits != 0));
            if frontier.is_empty() {
                break;
            }
        }
        let longest = steps.iter().copied().max().unwrap_or(0);
        Row { steps, longest }
    }
}

/// What the numbers of nodes of each colour imply for a path through all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColourBalance {
    /// Nothing: both colours have as many nodes, or there are no colours.
    Unconstrained,
    /// The first position must have this colour.
    First(bool),
    /// There is no path.
    Impossible,
}

impl Distances {
    pub(super) fn new(graph: &Graph) -> Distances {
        let n_nodes = graph.n_nodes();
        let mut distances = Distances {
            near: BitGraph::new((0..n_nodes).map(|node| {
                let steps = graph.edges_of(node).iter();
                steps.map(|step| step.node as usize)
            })),
            from: (0..n_nodes).map(|_| OnceLock::new()).collect(),
            colours: None,
        };
        if n_nodes > 0 {
            let steps = &distances.row(0).steps;
            let joined = steps[1..].iter().all(|&steps| steps != n_nodes as u16);
            let colours: Vec<bool> = steps.iter().map(|steps| steps % 2 == 1).collect();
            // A loop joins a node to its own colour, but no path uses it.
            let mut edges = graph.edges().filter(|(a, b)| a != b);
            if joined && edges.all(|(a, b)| colours[a] != colours[b]) {
                distances.colours = Some(colours);
            }
        }
        distances
    }

    #[inline]
    fn row(&self, node: usize) -> &Row {
        self.from[node].get_or_init(|| Row::new(&self.near, node))
    }

    /// The distances from a node to all nodes: the least difference of their positions.
    #[inline]
    pub(super) fn all_from(&self, node: usize) -> &[u16] {
        &self.row(node).steps
    }

    /// The distance between two nodes: the least difference of their positions.
    #[inline]
    pub(super) fn between(&self, a: usize, b: usize) -> i32 {
        i32::from(self.row(a).steps[b])
    }

    /// The largest distance from a node.
    pub(super) fn longest(&self, node: usize) -> i32 {
        i32::from(self.row(node).longest)
    }

    /// At least the largest distance between any two nodes: that of two ways through the first node. It needs the distances from no other node.
    #[inline]
    pub(super) fn longest_of_all(&self) -> i32 {
        2 * self.longest(0)
    }

    /// Whether a node can have a position if another node has another position.
    #[inline]
    pub(super) fn fits(
        &self,
        node: usize,
        position: i32,
        other: usize,
        other_position: i32,
    ) -> bool {
        (position - other_position).abs() >= self.between(other, node)
            && self.same_colours(node, position, other, other_position)
    }

    /// Whether the colours of two nodes agree with the parity of their positions; true without colours.
    #[inline]
    pub(super) fn same_colours(
        &self,
        a: usize,
        position: i32,
        b: usize,
        other_position: i32,
    ) -> bool {
        match &self.colours {
            Some(colours) => ((position - other_position) % 2 != 0) == (colours[a] != colours[b]),
            None => true,
        }
    }

    /// Whether the nodes have colours: the graph is bipartite.
    pub(super) fn has_colours(&self) -> bool {
        self.colours.is_some()
    }

    /// Whether a node can have a position if the first position has a colour; true without colours.
    pub(super) fn fits_first_colour(&self, node: usize, position: i32, first: bool) -> bool {
        match &self.colours {
            Some(colours) => (position % 2 == 1) == (colours[node] != first),
            None => true,
        }
    }

    /// What the numbers of nodes of each colour imply.
    pub(super) fn balance(&self) -> ColourBalance {
        let Some(colours) = &self.colours else {
            return ColourBalance::Unconstrained;
        };
        let n_true = colours.iter().filter(|&&colour| colour).count();
        let n_false = colours.len() - n_true;
        match n_true.abs_diff(n_false) {
            0 => ColourBalance::Unconstrained,
            1 => ColourBalance::First(n_true > n_false),
            _ => ColourBalance::Impossible,
        }
    }
}
