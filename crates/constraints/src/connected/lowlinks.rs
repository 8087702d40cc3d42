//! The propagator of `connected` while nodes are undecided, by one depth-first search with lowlinks: removes nodes that cannot be reached, and takes nodes and edges that separate chosen
//! nodes.

use crate::connected::EmptySubgraph;
use crate::support::graph::Incidence;
use crate::support::lowlinks::{LowlinkSearch, NONE};
use crate::support::prelude::*;
use crate::support::subgraph::{
    Cuts, Direction, ElementStates, GraphElement, Subgraph, rule, tag, untag,
};

/// Posts the propagator that keeps the chosen subgraph of an undirected graph connected.
pub(crate) fn post(subgraph: &Subgraph, empty: EmptySubgraph, out: &mut Poster<'_>) {
    let propagator = ConnectedLowlinks::new(subgraph, empty, subgraph.is_aliased(out.store()));
    let wakes = subgraph.wakes(out.store());
    out.add(Cost::Cubic, propagator, wakes);
}

/// The rule for a node that must be chosen because all others are out.
const LAST_NODE: u32 = rule::N_SHARED;

#[derive(Debug)]
pub(super) struct ConnectedLowlinks {
    pub(super) subgraph: Subgraph,
    empty: EmptySubgraph,
    aliased: bool,
    search: LowlinkSearch,
    /// Whether the subtree of each node that the search has left, including the node itself, has a chosen node.
    holds_chosen: Vec<bool>,
    /// Elements that separate chosen nodes.
    forced: Vec<GraphElement>,
    cuts: Cuts,
}

impl ConnectedLowlinks {
    /// `aliased`: whether an open variable occurs twice.
    pub(super) fn new(
        subgraph: &Subgraph,
        empty: EmptySubgraph,
        aliased: bool,
    ) -> ConnectedLowlinks {
        ConnectedLowlinks {
            subgraph: subgraph.clone(),
            empty,
            aliased,
            search: LowlinkSearch::default(),
            holds_chosen: Vec::new(),
            forced: Vec::new(),
            cuts: Cuts::default(),
        }
    }

    /// A node that must be chosen: one that already is, or the last possible one if at least one is required.
    fn root(&self, store: &mut Store) -> Pruned<Option<usize>> {
        let nodes = &self.subgraph.nodes;
        if let Some(node) = nodes.iter().position(|&view| store.is_chosen(view)) {
            return Ok(Some(node));
        }
        if self.empty == EmptySubgraph::Allowed {
            return Ok(None);
        }
        let mut left =
            (0..nodes.len()).filter(|&node| !self.subgraph.node_is_excluded(store, node));
        let (first, second) = (left.next(), left.next());
        match (first, second) {
            (None, _) => Err(store.fail(tag(LAST_NODE, nodes.len()))),
            (Some(node), None) => {
                store.set_min(nodes[node], 1, tag(LAST_NODE, node))?;
                Ok(Some(node))
            }
            _ => Ok(None),
        }
    }

    /// Searches from a chosen node; leaves the elements that separate chosen nodes in `forced`.
    fn search(&mut self, store: &Store, root: usize) {
        let subgraph = &self.subgraph;
        let (graph, nodes) = (&subgraph.graph, &subgraph.nodes);
        self.forced.clear();
        self.search.begin(graph.n_nodes(), root);
        self.holds_chosen.clear();
        for (node, &view) in nodes.iter().enumerate() {
            self.holds_chosen.push(store.is_chosen(view));
            if store.is_excluded(view) {
                self.search.close(node);
            }
        }
        let holds_chosen = &mut self.holds_chosen;
        let forced = &mut self.forced;
        let follow = |_: u32, step: Incidence| {
            let is_excluded = subgraph.edge_is_excluded(store, step.edge as usize);
            (!is_excluded).then_some(step.node)
        };
        self.search.run(graph, follow, |node, parent| {
            if !holds_chosen[node.node as usize] {
                return;
            }
            holds_chosen[parent.node as usize] = true;
            if node.low >= node.parent {
                forced.push(GraphElement::Node(parent.node as usize));
            }
            if node.low > node.parent {
                forced.push(GraphElement::Edge(node.by as usize));
            }
        });
    }

    fn explain_between(&mut self, element: GraphElement, past: &PastStore<'_>, why: &mut Reason) {
        let without = Some(element);
        let subgraph = &self.subgraph;
        let chosen = || {
            (0..subgraph.nodes.len()).filter(|&node| {
                past.is_chosen(subgraph.nodes[node]) && element != GraphElement::Node(node)
            })
        };
        let a = chosen().next().expect("two chosen nodes are separated");
        self.cuts
            .reach(subgraph, past, Direction::Forward, [a], without);
        let b = chosen()
            .find(|&node| !self.cuts.near[node])
            .expect("two chosen nodes are separated");
        why.add(subgraph.nodes[a].at_least(1));
        why.add(subgraph.nodes[b].at_least(1));
        self.cuts
            .explain_apart(subgraph, past, (a, b), without, why);
    }
}

impl Propagator for ConnectedLowlinks {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.subgraph.propagate_edge_ends(store)?;
        if let Some(root) = self.root(store)? {
            self.search(store, root);
            for node in 0..self.subgraph.nodes.len() {
                if self.search.found[node] == NONE {
                    self.subgraph.exclude_node(store, node)?;
                }
            }
            self.subgraph.choose_separating(store, &self.forced)?;
        }
        if self.subgraph.is_decided(store) && !self.aliased {
            return Ok(Status::Entailed);
        }
        // Without aliases one search is enough: pruning does not change which elements separate chosen nodes.
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, index) = untag(tag);
        match rule {
            rule::OUT_OF_REACH => {
                let subgraph = &self.subgraph;
                self.cuts
                    .reach(subgraph, past, Direction::Forward, [index], None);
                let near = &self.cuts.near;
                let chosen = (0..subgraph.nodes.len())
                    .find(|&node| !near[node] && past.is_chosen(subgraph.nodes[node]))
                    .expect("a chosen node lies elsewhere");
                why.add(subgraph.nodes[chosen].at_least(1));
                self.cuts
                    .explain_apart(subgraph, past, (chosen, index), None, why);
            }
            rule::NODE_BETWEEN => self.explain_between(GraphElement::Node(index), past, why),
            rule::EDGE_BETWEEN => self.explain_between(GraphElement::Edge(index), past, why),
            rule::NEEDS_END => why.add(self.subgraph.view(GraphElement::Edge(index)).at_least(1)),
            rule::END_EXCLUDED => self.subgraph.explain_end_excluded(index, past, why),
            _ => {
                let nodes = self.subgraph.nodes.iter().enumerate();
                let others = nodes.filter(|&(node, _)| node != index);
                others.for_each(|(_, view)| why.add(view.at_most(0)));
            }
        }
    }
}
