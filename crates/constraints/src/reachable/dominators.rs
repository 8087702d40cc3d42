//! Dominators of the remaining graph: the nodes that every path from a root to a node passes.
//!
//! After Cooper, Harvey and Kennedy 2001, A simple, fast dominance algorithm: immediate dominators by intersecting those of the
//! predecessors, in reverse postorder, until nothing changes. Quadratic at worst, near linear on graphs met in practice.
//! All roots are successors of one virtual node above them, so that several roots can be searched at once.

use crate::support::graph::Step;
use crate::support::subgraph::{Element, Seen, Subgraph};

const NONE: u32 = u32::MAX;

/// Finds dominators; keeps its memory between uses. Nodes get places in reverse postorder; place 0 is the virtual node above the
/// roots.
#[derive(Clone, Debug, Default)]
pub(super) struct Dominators {
    /// The place of each node, or `NONE` if it is not reached.
    place: Vec<u32>,
    /// The node of each place except the first.
    nodes: Vec<u32>,
    is_root: Vec<bool>,
    above: Vec<u32>,
    /// A place dominates the places of its subtree in the dominator tree: these are numbered consecutively from its own number,
    /// `size` of them.
    enters: Vec<u32>,
    next: Vec<u32>,
    size: Vec<u32>,
    needed: Vec<bool>,
    stack: Vec<(u32, u32)>,
}

impl Dominators {
    /// Whether the last search reached a node.
    pub(super) fn reached(&self, node: usize) -> bool {
        self.place[node] != NONE
    }

    /// Searches from the roots, and records what can be reached.
    pub(super) fn search(
        &mut self,
        of: &Subgraph,
        seen: &impl Seen,
        roots: impl IntoIterator<Item = usize>,
    ) {
        let n_nodes = of.graph.n_nodes();
        self.place.clear();
        self.place.resize(n_nodes, NONE);
        self.is_root.clear();
        self.is_root.resize(n_nodes, false);
        self.nodes.clear();
        for root in roots {
            self.is_root[root] = true;
            if self.place[root] != NONE {
                continue;
            }
            self.place[root] = 0;
            self.stack.push((root as u32, 0));
            while let Some(&mut (node, ref mut next)) = self.stack.last_mut() {
                let Some(&step) = of.graph.steps_out(node as usize).get(*next as usize) else {
                    self.nodes.push(node);
                    self.stack.pop();
                    continue;
                };
                *next += 1;
                if self.place[step.node as usize] == NONE && of.is_open(seen, step) {
                    self.place[step.node as usize] = 0;
                    self.stack.push((step.node, 0));
                }
            }
        }
        // In postorder so far. The virtual node comes last there, and first when reversed.
        self.nodes.push(NONE);
        self.nodes.reverse();
        for (place, &node) in self.nodes.iter().enumerate().skip(1) {
            self.place[node as usize] = place as u32;
        }
    }

    /// Adds to `forced` the elements that every path from the roots of the last search to a chosen node passes.
    pub(super) fn force(&mut self, of: &Subgraph, seen: &impl Seen, forced: &mut Vec<Element>) {
        self.find(of, seen);
        self.lay_out();
        self.needed.clear();
        self.needed.resize(self.nodes.len(), false);
        self.needed[0] = true;
        for &node in &self.nodes[1..] {
            if !seen.is_in(of.nodes[node as usize]) {
                continue;
            }
            let mut place = self.place[node as usize];
            while !self.needed[place as usize] {
                self.needed[place as usize] = true;
                place = self.above[place as usize];
            }
        }
        for place in (1..self.nodes.len()).filter(|&place| self.needed[place]) {
            let node = self.nodes[place] as usize;
            forced.push(Element::Node(node));
            if of.edges.is_some()
                && let Some(edge) = self.only_way_in(of, seen, node)
            {
                forced.push(Element::Edge(edge));
            }
        }
    }

    /// The edges into a node that are not out, each with the place it comes from.
    fn before<'a>(
        &'a self,
        of: &'a Subgraph,
        seen: &'a impl Seen,
        node: usize,
    ) -> impl Iterator<Item = (u32, Step)> + 'a {
        of.graph
            .steps_in(node)
            .iter()
            .map(|&step| (self.place[step.node as usize], step))
            .filter(|&(place, step)| place != NONE && !of.edge_is_out(seen, step.edge as usize))
    }

    /// Finds the immediate dominator of every place.
    fn find(&mut self, of: &Subgraph, seen: &impl Seen) {
        self.above.clear();
        self.above.resize(self.nodes.len(), NONE);
        self.above[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for place in 1..self.nodes.len() {
                let node = self.nodes[place] as usize;
                let from_roots = if self.is_root[node] { 0 } else { NONE };
                let lowest = self
                    .before(of, seen, node)
                    .map(|(from, _)| from)
                    .filter(|&from| self.above[from as usize] != NONE)
                    .fold(from_roots, |a, b| self.meet(a, b));
                if self.above[place] != lowest {
                    self.above[place] = lowest;
                    changed = true;
                }
            }
        }
    }

    fn meet(&self, mut a: u32, mut b: u32) -> u32 {
        if a == NONE {
            return b;
        }
        while a != b {
            if a > b {
                a = self.above[a as usize];
            } else {
                b = self.above[b as usize];
            }
        }
        a
    }

    /// Numbers the dominator tree so that dominance is a comparison of numbers.
    fn lay_out(&mut self) {
        let n_places = self.nodes.len();
        self.size.clear();
        self.size.resize(n_places, 1);
        for place in (1..n_places).rev() {
            self.size[self.above[place] as usize] += self.size[place];
        }
        self.enters.clear();
        self.enters.resize(n_places, 0);
        self.next.clear();
        self.next.resize(n_places, 1);
        for place in 1..n_places {
            let above = self.above[place] as usize;
            self.enters[place] = self.next[above];
            self.next[above] += self.size[place];
            self.next[place] = self.enters[place] + 1;
        }
    }

    /// The edge that every path from the roots takes to enter a node for the first time, if there is one.
    fn only_way_in(&self, of: &Subgraph, seen: &impl Seen, node: usize) -> Option<usize> {
        if self.is_root[node] {
            return None;
        }
        let place = self.place[node] as usize;
        let dominated = |other: u32| {
            self.enters[other as usize].wrapping_sub(self.enters[place]) < self.size[place]
        };
        let mut ways = self
            .before(of, seen, node)
            .filter(|&(from, _)| !dominated(from));
        match (ways.next(), ways.next()) {
            (Some((_, step)), None) => Some(step.edge as usize),
            _ => None,
        }
    }
}
