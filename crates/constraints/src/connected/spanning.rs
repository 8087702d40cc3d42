//! The propagator of `connected` when all nodes are chosen: the chosen edges connect all nodes. Its search is local to the removed
//! edges.
//!
//! Invariant: the edges that are not excluded connect all nodes, and every bridge among them is chosen. When the edge between `a` and
//! `b` is removed, another edge can become a bridge only if it now separates `a` from `b`. There is none if chosen edges connect
//! the two, which a union-find structure shows. Otherwise a path from `a` to `b` is searched, and a second one that shares only
//! chosen edges with it (Ford and Fulkerson 1956, "Maximal flow through a network"). Where the second search is stuck, the next
//! edge of the first path is a bridge. Both searches run from both ends, so the cost depends on the smaller side.
//! If every slot has changed, as in the first run, one search of the whole graph by lowlinks does the same.
//!
//! A reason is the removed edges around one end; of the two searches from the ends, the one that finishes first decides which.

use crate::connected::EmptySubgraph;
use crate::connected::lowlinks::ConnectedLowlinks;
use crate::support::graph::Incidence;
use crate::support::prelude::*;
use crate::support::subgraph::{ElementStates, GraphElement, Subgraph, rule, tag, untag};
use crate::support::union_find::TrailedUnionFind;

/// Posts the propagator for edges that connect all nodes; no variable occurs twice.
pub(crate) fn post(subgraph: &Subgraph, out: &mut Poster<'_>) {
    let store = out.store();
    let mut wakes: Vec<Wake> = Vec::new();
    let mut n_slots = 0;
    for edge in 0..subgraph.graph.n_edges() {
        let view = subgraph.view(GraphElement::Edge(edge));
        if store.is_undecided(view) {
            wakes.push(Wake::on(view, On::Bounds).slot(edge));
            n_slots = edge + 1;
        }
    }
    let components = out.trailed_array(subgraph.graph.n_nodes(), -1);
    let propagator = SpanningConnected {
        whole: ConnectedLowlinks::new(subgraph, EmptySubgraph::Allowed, false),
        n_slots,
        components: TrailedUnionFind(components),
        gone: Vec::new(),
        search: BidirectionalSearch::default(),
    };
    out.add(Cost::Cubic, propagator, wakes);
}

/// The rule for a removed edge whose ends are no longer connected.
const CUT_OFF: u32 = rule::N_SHARED;

#[derive(Debug)]
struct SpanningConnected {
    whole: ConnectedLowlinks,
    n_slots: usize,
    components: TrailedUnionFind,
    /// The edges removed since the last run.
    gone: Vec<u32>,
    search: BidirectionalSearch,
}

impl Propagator for SpanningConnected {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let subgraph = &self.whole.subgraph;
        let mut n_changed = 0;
        self.gone.clear();
        while let Some(edge) = store.next_changed() {
            n_changed += 1;
            let view = subgraph.view(GraphElement::Edge(edge));
            if store.is_excluded(view) {
                self.gone.push(edge as u32);
            } else if store.is_chosen(view) {
                self.components.union(store, subgraph.graph.ends(edge));
            }
        }
        if n_changed >= self.n_slots {
            return self.whole.propagate(store);
        }
        for &edge in &self.gone {
            let ends = subgraph.graph.ends(edge as usize);
            if self.components.find(store, ends.0) == self.components.find(store, ends.1) {
                continue;
            }
            if !self.search.find_first(subgraph, store, ends) {
                return Err(store.fail(tag(CUT_OFF, edge as usize)));
            }
            self.search.find_second(subgraph, store, ends);
            for &edge in &self.search.needed {
                let edge = edge as usize;
                let view = subgraph.view(GraphElement::Edge(edge));
                store.set_min(view, 1, tag(rule::EDGE_BETWEEN, edge))?;
                self.components.union(store, subgraph.graph.ends(edge));
            }
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let subgraph = &self.whole.subgraph;
        let (rule, index) = untag(tag);
        let (ends, without) = match rule {
            // The search of the whole graph starts at the first node.
            rule::OUT_OF_REACH => ((0, index), None),
            CUT_OFF => (subgraph.graph.ends(index), None),
            _ => (subgraph.graph.ends(index), Some(index as u32)),
        };
        self.search
            .explain_apart(subgraph, past, ends, without, why);
    }
}

/// A bidirectional search: two searches, one from each end, that alternate.
#[derive(Clone, Debug, Default)]
struct BidirectionalSearch {
    sides: [SearchSide; 2],
    /// The number of the last search.
    mark: u32,
    /// For each node on the first path, the steps towards its second and its first end, each with the number of the search that
    /// found it.
    path: Vec<[(u32, Incidence); 2]>,
    /// The edges that every second path shares with the first: bridges.
    needed: Vec<u32>,
}

/// What the search from one end has seen.
#[derive(Clone, Debug, Default)]
struct SearchSide {
    /// The number of the last search that saw each node.
    seen: Vec<u32>,
    /// The nodes seen, in order, and how many of them have been expanded.
    queue: Vec<u32>,
    at: usize,
    /// The step from each node back to the one it was seen from.
    back: Vec<Incidence>,
}

const NO_INCIDENCE: Incidence = Incidence { node: 0, edge: 0 };

impl BidirectionalSearch {
    /// Starts a search from two nodes.
    fn start(&mut self, n_nodes: usize, ends: (usize, usize)) {
        if self.path.len() < n_nodes || self.mark == u32::MAX {
            self.path = vec![[(0, NO_INCIDENCE); 2]; n_nodes];
            self.mark = 0;
            for side in &mut self.sides {
                side.seen = vec![0; n_nodes];
                side.back = vec![NO_INCIDENCE; n_nodes];
            }
        }
        self.mark += 1;
        for (side, end) in self.sides.iter_mut().zip([ends.0, ends.1]) {
            side.queue.clear();
            side.at = 0;
            side.mark_seen(end as u32, self.mark);
        }
    }

    /// Searches a path between the ends along edges that are not out, and records its steps. False if there is none.
    fn find_first(&mut self, subgraph: &Subgraph, store: &Store, ends: (usize, usize)) -> bool {
        self.start(subgraph.graph.n_nodes(), ends);
        let mark = self.mark;
        let meeting = 'grow: loop {
            for side_index in [0, 1] {
                let [side, other] = both_sides(&mut self.sides, side_index);
                let Some(node) = side.next() else {
                    return false;
                };
                for &Incidence { node: next, edge } in subgraph.graph.out_edges(node as usize) {
                    if side.seen[next as usize] != mark
                        && !subgraph.edge_is_excluded(store, edge as usize)
                    {
                        side.back[next as usize] = Incidence { node, edge };
                        side.mark_seen(next, mark);
                        if other.seen[next as usize] == mark {
                            break 'grow next;
                        }
                    }
                }
            }
        };
        for (side_index, end) in [ends.0 as u32, ends.1 as u32].into_iter().enumerate() {
            let mut node = meeting;
            while node != end {
                let Incidence { node: before, edge } = self.sides[side_index].back[node as usize];
                self.path[before as usize][side_index] = (mark, Incidence { node, edge });
                self.path[node as usize][1 - side_index] = (mark, Incidence { node: before, edge });
                node = before;
            }
        }
        true
    }

    /// Searches a second path that shares no undecided edge with the first; leaves the edges that it would have to share in
    /// `needed`.
    ///
    /// A step of the first path may be taken backwards, which reroutes the first path. So a stuck side has seen a prefix of the
    /// first path, and the only edge that leaves what it has seen is the next edge of that path.
    fn find_second(&mut self, subgraph: &Subgraph, store: &Store, ends: (usize, usize)) {
        let first = self.mark;
        self.needed.clear();
        self.start(subgraph.graph.n_nodes(), ends);
        let mark = self.mark;
        let mut along = [ends.0 as u32, ends.1 as u32];
        loop {
            for side_index in [0, 1] {
                let path = &self.path;
                let step_on_path = |node: u32| {
                    let (found, step) = path[node as usize][side_index];
                    (found == first).then_some(step)
                };
                let [side, other] = both_sides(&mut self.sides, side_index);
                if let Some(node) = side.next() {
                    let taken = step_on_path(node).map(|step| step.edge);
                    let is_chosen = |&edge: &u32| {
                        store.is_chosen(subgraph.view(GraphElement::Edge(edge as usize)))
                    };
                    let taken = taken.filter(|edge| !is_chosen(edge));
                    for &Incidence { node: next, edge } in subgraph.graph.out_edges(node as usize) {
                        if side.seen[next as usize] != mark
                            && taken != Some(edge)
                            && !subgraph.edge_is_excluded(store, edge as usize)
                        {
                            side.mark_seen(next, mark);
                            if other.seen[next as usize] == mark {
                                return;
                            }
                        }
                    }
                    continue;
                }
                while let Some(step) = step_on_path(along[side_index]) {
                    along[side_index] = step.node;
                    if side.seen[step.node as usize] != mark {
                        self.needed.push(step.edge);
                        side.mark_seen(step.node, mark);
                        break;
                    }
                }
                if other.seen[along[side_index] as usize] == mark {
                    return;
                }
            }
        }
    }

    /// Adds the removed edges around one of the ends: the one whose search finishes first.
    fn explain_apart(
        &mut self,
        subgraph: &Subgraph,
        past: &PastStore<'_>,
        ends: (usize, usize),
        without: Option<u32>,
        why: &mut Reason,
    ) {
        self.start(subgraph.graph.n_nodes(), ends);
        let mark = self.mark;
        let view = |edge: u32| subgraph.view(GraphElement::Edge(edge as usize));
        let closed = 'grow: loop {
            for (side_index, side) in self.sides.iter_mut().enumerate() {
                let Some(node) = side.next() else {
                    break 'grow side_index;
                };
                for &Incidence { node: next, edge } in subgraph.graph.out_edges(node as usize) {
                    if side.seen[next as usize] != mark
                        && without != Some(edge)
                        && !past.is_excluded(view(edge))
                    {
                        side.mark_seen(next, mark);
                    }
                }
            }
        };
        let side = &self.sides[closed];
        for &node in &side.queue {
            for &Incidence { node: next, edge } in subgraph.graph.out_edges(node as usize) {
                if side.seen[next as usize] != mark && without != Some(edge) {
                    why.add(view(edge).at_most(0));
                }
            }
        }
    }
}

impl SearchSide {
    fn mark_seen(&mut self, node: u32, mark: u32) {
        self.seen[node as usize] = mark;
        self.queue.push(node);
    }

    /// The next node to expand.
    fn next(&mut self) -> Option<u32> {
        let node = self.queue.get(self.at).copied();
        self.at += usize::from(node.is_some());
        node
    }
}

/// The side `side_index`, then the other side.
fn both_sides(sides: &mut [SearchSide; 2], side_index: usize) -> [&mut SearchSide; 2] {
    let [a, b] = sides;
    if side_index == 0 { [a, b] } else { [b, a] }
}
