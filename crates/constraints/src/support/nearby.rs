//! The part of a graph near some nodes, which shows cheaply that what was removed there separates nothing: shared by `connected` and `single_loop`.

use crate::support::graph::{Digraph, Incidence};
use crate::support::lowlinks::LowlinkSearch;

/// The numbers of nodes that are searched, one after the other, before a search of the whole graph.
const SIZES: [usize; 3] = [12, 32, 128];

/// The numbers of nodes to search in a graph with this number of nodes: above an eighth of the graph, a search that shows nothing costs too much. The tests have few nodes, and
/// should reach the search of the whole graph.
pub(crate) fn nearby_sizes(n_nodes: usize) -> impl Iterator<Item = usize> {
    let (scale, is_test) = match cfg!(debug_assertions) {
        true => (4, true),
        false => (1, false),
    };
    let sizes = SIZES.into_iter().map(move |size| size / scale);
    sizes.take_while(move |&size| is_test || size == SIZES[0] || 8 * size <= n_nodes)
}

/// A part of a graph near some nodes; keeps its memory between uses.
#[derive(Debug, Default)]
pub(crate) struct Nearby {
    /// The number of the last round that marked each node.
    marked: Vec<u32>,
    round: u32,
    queue: Vec<u32>,
    pub(crate) search: LowlinkSearch,
}

impl Nearby {
    /// Unmarks all nodes.
    pub(crate) fn begin(&mut self, n_nodes: usize) {
        self.marked.resize(n_nodes, 0);
        if self.round == u32::MAX {
            self.marked.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Marks a node; whether it was not marked.
    pub(crate) fn mark(&mut self, node: u32) -> bool {
        std::mem::replace(&mut self.marked[node as usize], self.round) != self.round
    }

    /// Marks about `max_nodes` nodes near the members, and searches them from the first member; `leave` gets each node and its parent as in [`LowlinkSearch::run`]. Whether no
    /// other node can be reached.
    pub(crate) fn search(
        &mut self,
        graph: &Digraph,
        members: &[u32],
        max_nodes: usize,
        may_pass: impl Fn(Incidence) -> bool,
        leave: impl FnMut(u32, u32, bool),
    ) -> bool {
        self.begin(graph.n_nodes());
        self.queue.clear();
        for &member in members {
            self.mark(member);
            self.queue.push(member);
        }
        let mut at = 0;
        while at < self.queue.len() && self.queue.len() < max_nodes {
            let node = self.queue[at] as usize;
            at += 1;
            for &step in graph.out_edges(node) {
                if may_pass(step) && self.mark(step.node) {
                    self.queue.push(step.node);
                }
            }
        }
        let is_all = at == self.queue.len();
        let (marked, round, search) = (&self.marked, self.round, &mut self.search);
        search.begin(graph.n_nodes(), members[0] as usize);
        let mut leave = leave;
        let follow = |_: u32, step: Incidence| {
            let is_near = marked[step.node as usize] == round && may_pass(step);
            is_near.then_some(step.node)
        };
        search.run(graph, follow, |node, parent| {
            leave(node.node, parent.node, node.low >= node.parent);
        });
        is_all
    }
}
