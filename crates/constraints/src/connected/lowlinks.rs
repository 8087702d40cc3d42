//! The propagator of `connected` while nodes are undecided, by one depth-first search with lowlinks: removes nodes that cannot be reached, and takes nodes and edges that separate chosen
//! nodes. Without edge variables, that search is left out while nothing can follow: if all nodes that are left are connected, and only chosen ones separate others, choosing
//! nodes changes nothing, and for removed nodes a search near them mostly shows that it stays so.

use crate::connected::EmptySubgraph;
use crate::connected::separations::Separations;
use crate::support::graph::Incidence;
use crate::support::lowlinks::{LowlinkSearch, NONE};
use crate::support::prelude::*;
use crate::support::subgraph::{
    Cuts, Direction, ElementStates, GraphElement, PastNodes, Subgraph, rule, tag, untag,
};
use crate::support::union_find::TrailedUnionFind;

/// Posts the propagator that keeps the chosen subgraph of an undirected graph connected.
pub(crate) fn post(subgraph: &Subgraph, empty: EmptySubgraph, out: &mut Poster<'_>) {
    let aliased = subgraph.is_aliased(out.store());
    let mut propagator = ConnectedLowlinks::new(subgraph, empty, aliased);
    if aliased || subgraph.edges.is_some() {
        let wakes = subgraph.wakes(out.store());
        out.add(Cost::Cubic, propagator, wakes);
        return;
    }
    let nodes = subgraph.nodes.iter().enumerate();
    let wakes: Vec<Wake> = nodes
        .filter(|&(_, &view)| !out.store().is_fixed(view))
        .map(|(node, &view)| Wake::on(view, On::Bounds).slot(node))
        .collect();
    propagator.n_slots = wakes.len();
    let chosen = TrailedUnionFind(out.trailed_array(subgraph.graph.n_nodes(), -1));
    propagator.settled = Some(Settled {
        is_settled: out.trailed(0),
        chosen,
    });
    out.add(Cost::Cubic, propagator, wakes);
}

/// The rule for a node that must be chosen because all others are out.
const LAST_NODE: u32 = rule::N_SHARED;

/// Whether nothing can follow.
#[derive(Clone, Copy, Debug)]
struct Settled {
    /// 1 where the nodes that are left are connected and no undecided node separates others.
    is_settled: Trailed,
    /// The connected parts of the nodes that were chosen.
    chosen: TrailedUnionFind,
}

#[derive(Debug)]
pub(super) struct ConnectedLowlinks {
    pub(super) subgraph: Subgraph,
    empty: EmptySubgraph,
    aliased: bool,
    n_slots: usize,
    /// What is known where nothing can follow; `None` if that is not used.
    settled: Option<Settled>,
    /// The nodes excluded since the last run.
    gone: Vec<u32>,
    separations: Separations,
    search: LowlinkSearch,
    /// Whether an undecided node separates others.
    has_open_separator: bool,
    /// Whether the subtree of each node that the search has left, including the node itself, has a chosen node.
    holds_chosen: Vec<bool>,
    /// Elements that separate chosen nodes.
    forced: Vec<GraphElement>,
    cuts: Cuts,
    /// Whether each node was excluded when the inference was made that is explained.
    is_excluded: Vec<bool>,
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
            n_slots: 0,
            settled: None,
            gone: Vec::new(),
            separations: Separations::default(),
            search: LowlinkSearch::default(),
            has_open_separator: false,
            holds_chosen: Vec::new(),
            forced: Vec::new(),
            cuts: Cuts::default(),
            is_excluded: Vec::new(),
        }
    }

    /// Takes the changes since the last run. Whether nothing can follow from them.
    fn is_settled_still(&mut self, store: &mut Store) -> bool {
        let Some(Settled { is_settled, chosen }) = self.settled else {
            return false;
        };
        let nodes = &self.subgraph.nodes;
        self.gone.clear();
        let mut n_changed = 0;
        while let Some(node) = store.next_changed() {
            n_changed += 1;
            if store.is_excluded(nodes[node]) {
                self.gone.push(node as u32);
            } else if store.is_chosen(nodes[node]) {
                for step in self.subgraph.graph.out_edges(node) {
                    if store.is_chosen(nodes[step.node as usize]) {
                        chosen.union(store, (node, step.node as usize));
                    }
                }
            }
        }
        n_changed < self.n_slots
            && store.get(is_settled) == 1
            && self
                .separations
                .are_none(&self.subgraph, store, &self.gone, chosen)
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
        let has_open_separator = &mut self.has_open_separator;
        *has_open_separator = false;
        let follow = |_: u32, step: Incidence| {
            let is_excluded = subgraph.edge_is_excluded(store, step.edge as usize);
            (!is_excluded).then_some(step.node)
        };
        self.search.run(graph, follow, |node, parent| {
            if !holds_chosen[node.node as usize] {
                *has_open_separator |=
                    node.low >= node.parent && !store.is_chosen(nodes[parent.node as usize]);
                return;
            }
            holds_chosen[parent.node as usize] = true;
            if node.low >= node.parent && !store.is_chosen(nodes[parent.node as usize]) {
                forced.push(GraphElement::Node(parent.node as usize));
            }
            if node.low > node.parent {
                forced.push(GraphElement::Edge(node.by as usize));
            }
        });
    }

    /// Prunes by a search of the whole graph.
    fn propagate_all(&mut self, store: &mut Store) -> Pruned {
        self.subgraph.propagate_edge_ends(store)?;
        let Some(root) = self.root(store)? else {
            return Ok(());
        };
        self.search(store, root);
        for node in 0..self.subgraph.nodes.len() {
            if self.search.found[node] == NONE {
                self.subgraph.exclude_node(store, node)?;
            }
        }
        self.subgraph.choose_separating(store, &self.forced)?;
        if let Some(Settled { is_settled, .. }) = self.settled {
            store.put(is_settled, i64::from(!self.has_open_separator));
        }
        Ok(())
    }

    fn explain_between(&mut self, element: GraphElement, past: &PastNodes<'_>, why: &mut Reason) {
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
        let is_settled = self.is_settled_still(store);
        if is_settled && !cfg!(debug_assertions) {
            return Ok(Status::Active);
        }
        let before = store.prunings();
        let pruned = self.propagate_all(store);
        debug_assert!(
            !is_settled || pruned.is_ok() && store.prunings() == before && !self.has_open_separator,
            "something was separated"
        );
        pruned?;
        if self.subgraph.is_decided(store) && !self.aliased {
            return Ok(Status::Entailed);
        }
        // Without aliases one search is enough: pruning does not change which elements separate chosen nodes.
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, index) = untag(tag);
        let mut is_excluded = std::mem::take(&mut self.is_excluded);
        match rule {
            rule::OUT_OF_REACH => {
                let subgraph = &self.subgraph;
                let past = &PastNodes::new(subgraph, past, &mut is_excluded);
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
            rule::NODE_BETWEEN | rule::EDGE_BETWEEN => {
                let element = match rule {
                    rule::NODE_BETWEEN => GraphElement::Node(index),
                    _ => GraphElement::Edge(index),
                };
                let past = PastNodes::new(&self.subgraph, past, &mut is_excluded);
                self.explain_between(element, &past, why);
            }
            rule::NEEDS_END => why.add(self.subgraph.view(GraphElement::Edge(index)).at_least(1)),
            rule::END_EXCLUDED => self.subgraph.explain_end_excluded(index, past, why),
            _ => {
                let nodes = self.subgraph.nodes.iter().enumerate();
                let others = nodes.filter(|&(node, _)| node != index);
                others.for_each(|(_, view)| why.add(view.at_most(0)));
            }
        }
        self.is_excluded = is_excluded;
    }
}
