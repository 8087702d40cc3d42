//! Dominators of the remaining graph: the nodes that every path from a root to a node passes.
//!
//! After Cooper, Harvey and Kennedy 2001, A simple, fast dominance algorithm: immediate dominators by intersecting those of the
//! predecessors, in reverse postorder, until nothing changes. Quadratic at worst, near linear on graphs met in practice.
//! All roots are successors of one virtual node above them, so that several roots can be searched at once.

use crate::support::graph::Incidence;
use crate::support::subgraph::{ElementStates, GraphElement, Subgraph};

const NONE: u32 = u32::MAX;

/// Finds dominators; keeps its memory between uses. Nodes are numbered in reverse postorder; number 0 is the virtual node above the
/// roots.
#[derive(Clone, Debug, Default)]
pub(super) struct Dominators {
    /// The number of each node, or `NONE` if it is not reached.
    number: Vec<u32>,
    /// The node of each number except the first.
    nodes: Vec<u32>,
    is_root: Vec<bool>,
    dominator: Vec<u32>,
    /// A node dominates the nodes of its subtree in the dominator tree. In the order of that tree these have consecutive numbers,
    /// `size` of them from `first_number` on.
    first_number: Vec<u32>,
    next: Vec<u32>,
    size: Vec<u32>,
    needed: Vec<bool>,
    stack: Vec<(u32, u32)>,
}

impl Dominators {
    /// Whether the last search reached a node.
    pub(super) fn reached(&self, node: usize) -> bool {
        self.number[node] != NONE
    }

    /// Searches from the roots, and records what can be reached.
    pub(super) fn search(
        &mut self,
        subgraph: &Subgraph,
        states: &impl ElementStates,
        roots: impl IntoIterator<Item = usize>,
    ) {
        let n_nodes = subgraph.graph.n_nodes();
        self.number.clear();
        self.number.resize(n_nodes, NONE);
        self.is_root.clear();
        self.is_root.resize(n_nodes, false);
        self.nodes.clear();
        for root in roots {
            self.is_root[root] = true;
            if self.number[root] != NONE {
                continue;
            }
            self.number[root] = 0;
            self.stack.push((root as u32, 0));
            while let Some(&mut (node, ref mut next)) = self.stack.last_mut() {
                let Some(&step) = subgraph.graph.out_edges(node as usize).get(*next as usize)
                else {
                    self.nodes.push(node);
                    self.stack.pop();
                    continue;
                };
                *next += 1;
                if self.number[step.node as usize] == NONE && subgraph.is_usable(states, step) {
                    self.number[step.node as usize] = 0;
                    self.stack.push((step.node, 0));
                }
            }
        }
        // In postorder so far. The virtual node comes last there, and first when reversed.
        self.nodes.push(NONE);
        self.nodes.reverse();
        for (number, &node) in self.nodes.iter().enumerate().skip(1) {
            self.number[node as usize] = number as u32;
        }
    }

    /// Adds to `forced` the elements that every path from the roots of the last search to a chosen node passes.
    pub(super) fn force(
        &mut self,
        subgraph: &Subgraph,
        states: &impl ElementStates,
        forced: &mut Vec<GraphElement>,
    ) {
        self.find(subgraph, states);
        self.number_tree();
        self.needed.clear();
        self.needed.resize(self.nodes.len(), false);
        self.needed[0] = true;
        for &node in &self.nodes[1..] {
            if !states.is_chosen(subgraph.nodes[node as usize]) {
                continue;
            }
            let mut number = self.number[node as usize];
            while !self.needed[number as usize] {
                self.needed[number as usize] = true;
                number = self.dominator[number as usize];
            }
        }
        for number in (1..self.nodes.len()).filter(|&number| self.needed[number]) {
            let node = self.nodes[number] as usize;
            forced.push(GraphElement::Node(node));
            if subgraph.edges.is_some()
                && let Some(edge) = self.only_edge_in(subgraph, states, node)
            {
                forced.push(GraphElement::Edge(edge));
            }
        }
    }

    /// The edges into a node that are not out, each with the number of the node it comes from.
    fn edges_in<'a>(
        &'a self,
        subgraph: &'a Subgraph,
        states: &'a impl ElementStates,
        node: usize,
    ) -> impl Iterator<Item = (u32, Incidence)> + 'a {
        subgraph
            .graph
            .in_edges(node)
            .iter()
            .map(|&step| (self.number[step.node as usize], step))
            .filter(|&(number, step)| {
                number != NONE && !subgraph.edge_is_excluded(states, step.edge as usize)
            })
    }

    /// Finds the immediate dominator of every number.
    fn find(&mut self, subgraph: &Subgraph, states: &impl ElementStates) {
        self.dominator.clear();
        self.dominator.resize(self.nodes.len(), NONE);
        self.dominator[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for number in 1..self.nodes.len() {
                let node = self.nodes[number] as usize;
                let from_roots = if self.is_root[node] { 0 } else { NONE };
                let lowest = self
                    .edges_in(subgraph, states, node)
                    .map(|(from, _)| from)
                    .filter(|&from| self.dominator[from as usize] != NONE)
                    .fold(from_roots, |a, b| self.meet(a, b));
                if self.dominator[number] != lowest {
                    self.dominator[number] = lowest;
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
                a = self.dominator[a as usize];
            } else {
                b = self.dominator[b as usize];
            }
        }
        a
    }

    /// Numbers the dominator tree so that dominance is a comparison of numbers.
    fn number_tree(&mut self) {
        let n_numbers = self.nodes.len();
        self.size.clear();
        self.size.resize(n_numbers, 1);
        for number in (1..n_numbers).rev() {
            self.size[self.dominator[number] as usize] += self.size[number];
        }
        self.first_number.clear();
        self.first_number.resize(n_numbers, 0);
        self.next.clear();
        self.next.resize(n_numbers, 1);
        for number in 1..n_numbers {
            let dominator = self.dominator[number] as usize;
            self.first_number[number] = self.next[dominator];
            self.next[dominator] += self.size[number];
            self.next[number] = self.first_number[number] + 1;
        }
    }

    /// The edge that every path from the roots takes to enter a node for the first time, if there is one.
    fn only_edge_in(
        &self,
        subgraph: &Subgraph,
        states: &impl ElementStates,
        node: usize,
    ) -> Option<usize> {
        if self.is_root[node] {
            return None;
        }
        let number = self.number[node] as usize;
        let dominated = |other: u32| {
            self.first_number[other as usize].wrapping_sub(self.first_number[number])
                < self.size[number]
        };
        let mut edges = self
            .edges_in(subgraph, states, node)
            .filter(|&(from, _)| !dominated(from));
        match (edges.next(), edges.next()) {
            (Some((_, step)), None) => Some(step.edge as usize),
            _ => None,
        }
    }
}
