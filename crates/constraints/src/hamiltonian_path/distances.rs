//! Steps between all pairs of nodes, and the two colours of a bipartite graph.

use crate::graph::Graph;

/// What distance and colour say of places on a path.
#[derive(Debug)]
pub(super) struct Distances {
    n_nodes: usize,
    /// Row by row; as many as nodes where there is no way at all.
    steps: Vec<u16>,
    /// The longest distance from each node.
    longest: Vec<u16>,
    /// The colour of each node, if every edge joins two colours and all nodes are joined.
    colours: Option<Vec<bool>>,
}

/// What the numbers of nodes of each colour say of a path through all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Balance {
    /// Nothing: as many of each, or no colours.
    Open,
    /// The colour of the first place.
    First(bool),
    /// There is no path.
    Broken,
}

impl Distances {
    pub(super) fn new(graph: &Graph) -> Distances {
        let n_nodes = graph.n_nodes();
        let far = n_nodes as u16;
        let mut steps = vec![far; n_nodes * n_nodes];
        let mut queue = Vec::with_capacity(n_nodes);
        for from in 0..n_nodes {
            let row = &mut steps[from * n_nodes..][..n_nodes];
            row[from] = 0;
            queue.clear();
            queue.push(from);
            let mut next = 0;
            while let Some(&node) = queue.get(next) {
                next += 1;
                for step in graph.steps(node) {
                    let there = step.node as usize;
                    if row[there] == far && there != from {
                        row[there] = row[node] + 1;
                        queue.push(there);
                    }
                }
            }
        }
        let longest = (0..n_nodes)
            .map(|from| {
                *steps[from * n_nodes..][..n_nodes]
                    .iter()
                    .max()
                    .unwrap_or(&0)
            })
            .collect();
        let colours: Vec<bool> = (0..n_nodes).map(|node| steps[node] % 2 == 1).collect();
        let joined = n_nodes > 0 && (1..n_nodes).all(|node| steps[node] != far);
        // A loop joins a node to its own colour but is no part of a path.
        let mut edges = graph.edges().filter(|(a, b)| a != b);
        let two_coloured = joined && edges.all(|(a, b)| colours[a] != colours[b]);
        Distances {
            n_nodes,
            steps,
            longest,
            colours: two_coloured.then_some(colours),
        }
    }

    /// How many places two nodes are apart at least.
    #[inline]
    pub(super) fn between(&self, a: usize, b: usize) -> i32 {
        i32::from(self.steps[a * self.n_nodes + b])
    }

    /// The longest distance from a node.
    pub(super) fn longest(&self, node: usize) -> i32 {
        i32::from(self.longest[node])
    }

    /// Whether a node can have a place when another has one.
    #[inline]
    pub(super) fn fits(&self, node: usize, place: i32, other: usize, other_place: i32) -> bool {
        (place - other_place).abs() >= self.between(node, other)
            && self.same_colours(node, place, other, other_place)
    }

    /// Whether two nodes differ in colour exactly when their places do; true without colours.
    #[inline]
    pub(super) fn same_colours(&self, a: usize, place: i32, b: usize, other_place: i32) -> bool {
        match &self.colours {
            Some(colours) => ((place - other_place) % 2 != 0) == (colours[a] != colours[b]),
            None => true,
        }
    }

    /// Whether every edge joins two colours.
    pub(super) fn has_colours(&self) -> bool {
        self.colours.is_some()
    }

    /// Whether a node can have a place when the first place has a colour; true without colours.
    pub(super) fn fits_first(&self, node: usize, place: i32, first: bool) -> bool {
        match &self.colours {
            Some(colours) => (place % 2 == 1) == (colours[node] != first),
            None => true,
        }
    }

    /// What the numbers of nodes of each colour say.
    pub(super) fn balance(&self) -> Balance {
        let Some(colours) = &self.colours else {
            return Balance::Open;
        };
        let n_true = colours.iter().filter(|&&colour| colour).count();
        let n_false = colours.len() - n_true;
        match n_true.abs_diff(n_false) {
            0 => Balance::Open,
            1 => Balance::First(n_true > n_false),
            _ => Balance::Broken,
        }
    }
}
