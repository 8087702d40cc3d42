//! `single_loop(G, E)`: the edges of G chosen by E form exactly one simple cycle; an edge is chosen if its view is at least 1.
//!
//! A loop edge of G is a cycle by itself, and so are two parallel edges. [`EmptySubgraph`] decides whether nothing at all may be
//! chosen.
//!
//! All levels, two propagators:
//! - chains: at every node no edge or two are chosen; two ends of a chain of chosen edges are not joined while another edge is
//!   chosen elsewhere; a closed loop excludes all other edges. The ends of chains are kept, so a run costs as much as there are
//!   changes, except where a loop is closed.
//! - blocks: a cycle lies in one biconnected component of the edges that are left, so edges outside of the component of a
//!   chosen edge are excluded. One depth-first search with lowlinks (Hopcroft and Tarjan 1973, Efficient algorithms for graph
//!   manipulation); run after cheaper propagators. Later it is enough that the ends of each edge that was excluded since then
//!   share a component still, which a search of the nodes near by mostly shows. The chains alone decide whether fixed edges form
//!   a loop, so a learning search runs it rarely.
//!
//! Not domain consistent: that would mean finding Hamiltonian cycles. Reasons are chains, or cuts between two edges after
//! the removal of one node.

use crate::connected::EmptySubgraph;
use crate::support::graph::{Digraph, Graph, Incidence};
use crate::support::lowlinks::{LowlinkSearch, NONE};
use crate::support::nearby::{Nearby, nearby_sizes};
use crate::support::prelude::*;
use crate::support::subgraph::{
    Cuts, Direction, ElementStates, GraphElement, Subgraph, tag, untag,
};
use crate::support::views::IntoViews;

/// One simple cycle of chosen edges; made by [`single_loop`].
#[derive(Clone, Debug)]
pub struct SingleLoop {
    /// All nodes are chosen in it; only edges matter.
    subgraph: Subgraph,
    empty: EmptySubgraph,
}

/// The chosen edges of the graph form one simple cycle; or nothing is chosen, if that is allowed.
pub fn single_loop(graph: &Graph, edges: impl IntoViews, empty: EmptySubgraph) -> SingleLoop {
    let nodes = vec![View::constant(1); graph.n_nodes()];
    SingleLoop {
        subgraph: Subgraph::new(Digraph::from(graph), nodes, Some(edges.into_views())),
        empty,
    }
}

impl Constraint for SingleLoop {
    fn name(&self) -> &'static str {
        "single_loop"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let empty = Term::name(match self.empty {
            EmptySubgraph::Allowed => "empty_allowed",
            EmptySubgraph::Rejected => "empty_refused",
        });
        let edges = self.subgraph.terms(name).skip(1);
        let terms = [self.subgraph.graph.term()].into_iter().chain(edges);
        Term::compound(self.name(), terms.chain([empty]))
    }

    fn views(&self) -> Vec<View> {
        self.subgraph.edges.clone().unwrap_or_default()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let graph = &self.subgraph.graph;
        let views = self.subgraph.edges.iter().flatten();
        let chosen = graph.edges().zip(views);
        let chosen: Vec<(usize, usize)> = chosen
            .filter(|(_, view)| view.of(at(view.var)) >= 1)
            .map(|(ends, _)| ends)
            .collect();
        let mut degree = vec![0; graph.n_nodes()];
        for &(a, b) in &chosen {
            degree[a] += 1;
            degree[b] += 1;
        }
        if degree.iter().any(|&degree| degree != 0 && degree != 2) {
            return false;
        }
        let Some(&(first, _)) = chosen.first() else {
            return self.empty == EmptySubgraph::Allowed;
        };
        // Spreads from one node along chosen edges until nothing changes.
        let mut reached = vec![false; graph.n_nodes()];
        reached[first] = true;
        let mut still = false;
        while !still {
            still = true;
            for &(a, b) in &chosen {
                if reached[a] != reached[b] {
                    (reached[a], reached[b]) = (true, true);
                    still = false;
                }
            }
        }
        chosen.iter().all(|&(a, _)| reached[a])
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.subgraph.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let aliased = self.subgraph.is_aliased(out.store());
        let edges = || self.subgraph.edges.iter().flatten();
        let store = out.store();
        let open = edges()
            .enumerate()
            .filter(|&(_, &view)| !store.is_fixed(view));
        let wakes_of_blocks: Vec<Wake> = open
            .map(|(edge, &view)| Wake::on(view, On::Bounds).slot(edge))
            .collect();
        let chains = Chains {
            far: out.trailed_array(self.subgraph.graph.n_nodes(), 0),
            is_joined: out.trailed_array(self.subgraph.graph.n_edges(), 0),
            n: out.trailed(0),
            only: out.trailed(0),
        };
        let wakes: Vec<Wake> = edges()
            .enumerate()
            .map(|(edge, &view)| Wake::on(view, On::Bounds).slot(edge))
            .collect();
        let propagator = LoopChains::new(&self.subgraph, self.empty, aliased, chains);
        out.add(Cost::Linear, propagator, wakes);
        let n_slots = wakes_of_blocks.len();
        let blocks = LoopBlocks {
            subgraph: self.subgraph.clone(),
            aliased,
            chains,
            n_slots,
            n_runs: 0,
            is_one_block: out.trailed(0),
            gone: Vec::new(),
            inside: Vec::new(),
            search: BlockSearch::default(),
            nearby: NearbyBlocks::default(),
            cuts: Cuts::default(),
        };
        let wakes = wakes_of_blocks;
        out.add(Cost::Cubic, blocks, wakes);
    }
}

/// Which rule pruned.
mod rule {
    /// The edge of the tag meets two chosen edges at an end.
    pub(super) const FULL: u32 = 0;
    /// The node of the tag has one chosen edge, and only one other is left.
    pub(super) const NEEDS: u32 = 1;
    /// The node of the tag has only one edge left.
    pub(super) const DEAD_END: u32 = 2;
    /// The edge of the tag would close a chain too early.
    pub(super) const CLOSES: u32 = 3;
    /// A closed loop passes the node of the tag.
    pub(super) const CLOSED: u32 = 4;
    /// The edge of the tag is on no cycle with a chosen edge.
    pub(super) const BLOCK: u32 = 5;
    /// All edges are excluded.
    pub(super) const EMPTY: u32 = 6;
    /// The edge of the tag is the last one left, and it joins a node to itself.
    pub(super) const LAST: u32 = 7;
}

/// The chains of chosen edges, kept up to date by [`LoopChains`] if no variable occurs twice; otherwise no edge is joined.
#[derive(Clone, Copy, Debug)]
struct Chains {
    /// For each end of a chain, the other end plus 1; `INSIDE` for nodes inside a chain, and 0 for nodes without chosen edges.
    far: Trailed,
    /// 1 for each edge that is part of a chain.
    is_joined: Trailed,
    /// The number of chains.
    n: Trailed,
    /// An end of the chain, while there is only one.
    only: Trailed,
}

/// Marks nodes inside a chain.
const INSIDE: i64 = -1;

impl Chains {
    /// The other end of the chain that ends at a node; the node itself if it has no chosen edge.
    fn other_end(self, store: &Store, node: usize) -> usize {
        match store.get(self.far.at(node)) {
            0 => node,
            far => (far - 1) as usize,
        }
    }

    fn is_inside(self, store: &Store, node: usize) -> bool {
        store.get(self.far.at(node)) == INSIDE
    }

    /// Joins the chains at two nodes by an edge; returns the ends of the new chain, or `None` if it is closed.
    fn join(self, store: &mut Store, (a, b): (usize, usize)) -> Option<(usize, usize)> {
        let (start, end) = (self.other_end(store, a), self.other_end(store, b));
        if a == b || start == b {
            return None;
        }
        let mut n = store.get(self.n) + 1;
        for (node, far) in [(a, start), (b, end)] {
            if node != far {
                n -= 1;
                store.put(self.far.at(node), INSIDE);
            }
        }
        store.put(self.far.at(start), end as i64 + 1);
        store.put(self.far.at(end), start as i64 + 1);
        store.put(self.n, n);
        Some((start, end))
    }
}

/// The propagator of degrees and chains.
#[derive(Debug)]
struct LoopChains {
    subgraph: Subgraph,
    empty: EmptySubgraph,
    aliased: bool,
    chains: Chains,
    /// For every node, how many chosen and how many open edges it has; a loop edge counts as chosen twice, and not as open.
    chosen: Vec<u8>,
    open: Vec<u32>,
    /// Nodes to be looked at.
    pending: Vec<u32>,
    is_pending: Vec<bool>,
    /// Edges on chains that were followed.
    passed: Vec<bool>,
    /// Whether a change may have decided edges that the counts do not know, because a variable occurs twice.
    is_stale: bool,
    /// Edges that were chosen and have not been joined to chains.
    fresh: Vec<u32>,
    /// The edges of the loop that was closed last, if no variable occurs twice. The propagator is entailed then, so that it is what all exclusions by a closed loop follow from.
    closed: Vec<u32>,
}

impl LoopChains {
    fn new(subgraph: &Subgraph, empty: EmptySubgraph, aliased: bool, chains: Chains) -> LoopChains {
        LoopChains {
            subgraph: subgraph.clone(),
            empty,
            aliased,
            chains,
            chosen: Vec::new(),
            open: Vec::new(),
            pending: Vec::new(),
            is_pending: Vec::new(),
            passed: Vec::new(),
            is_stale: false,
            fresh: Vec::new(),
            closed: Vec::new(),
        }
    }

    fn view(&self, edge: usize) -> View {
        self.subgraph.view(GraphElement::Edge(edge))
    }

    /// Counts the edges at every node, and lists the nodes at which something may follow.
    fn count(&mut self, store: &Store) {
        let graph = &self.subgraph.graph;
        let n_nodes = graph.n_nodes();
        self.chosen.clear();
        self.chosen.resize(n_nodes, 0);
        self.open.clear();
        self.open.resize(n_nodes, 0);
        for (edge, (a, b)) in graph.edges().enumerate() {
            let view = self.subgraph.view(GraphElement::Edge(edge));
            if store.is_chosen(view) {
                self.chosen[a] = self.chosen[a].saturating_add(1);
                self.chosen[b] = self.chosen[b].saturating_add(1);
            } else if a != b && !store.is_excluded(view) {
                self.open[a] += 1;
                self.open[b] += 1;
            }
        }
        self.is_pending.clear();
        self.is_pending.resize(n_nodes, true);
        self.pending.clear();
        self.pending.extend(0..n_nodes as u32);
        self.is_stale = false;
    }

    /// Notes that an edge is decided now.
    fn decide(&mut self, edge: usize, is_chosen: bool) {
        self.is_stale = self.aliased;
        let (a, b) = self.subgraph.graph.ends(edge);
        for node in [a, b] {
            if is_chosen {
                self.chosen[node] = self.chosen[node].saturating_add(1);
            }
            if a != b {
                self.open[node] -= 1;
            }
            if !std::mem::replace(&mut self.is_pending[node], true) {
                self.pending.push(node as u32);
            }
        }
    }

    /// Excludes an open edge, or fails if it is chosen.
    fn exclude(&mut self, store: &mut Store, edge: usize, tag: Tag) -> Pruned {
        if store.set_max(self.view(edge), 0, tag)? {
            self.decide(edge, false);
        }
        Ok(())
    }

    /// Applies the rules about single nodes until nothing changes.
    fn propagate_degrees(&mut self, store: &mut Store) -> Pruned {
        while let Some(node) = self.pending.pop() {
            let node = node as usize;
            self.is_pending[node] = false;
            let (chosen, open) = (self.chosen[node], self.open[node]);
            let n_edges = self.subgraph.graph.out_edges(node).len();
            for at in 0..n_edges {
                let step = self.subgraph.graph.out_edges(node)[at];
                let (edge, is_loop) = (step.edge as usize, step.node as usize == node);
                let view = self.view(edge);
                if chosen > 2 && store.is_chosen(view) {
                    // Two other chosen edges meet here.
                    store.set_max(view, 0, tag(rule::FULL, edge))?;
                }
                if !store.is_undecided(view) {
                    continue;
                }
                match (chosen, open) {
                    (2.., _) => self.exclude(store, edge, tag(rule::FULL, edge))?,
                    (1, _) if is_loop => self.exclude(store, edge, tag(rule::FULL, edge))?,
                    (1, 1) => {
                        store.set_min(view, 1, tag(rule::NEEDS, node))?;
                        self.decide(edge, true);
                    }
                    (0, 1) if !is_loop => self.exclude(store, edge, tag(rule::DEAD_END, node))?,
                    _ => {}
                }
                if self.is_stale {
                    return Ok(());
                }
            }
            if chosen == 1 && open == 0 {
                return Err(store.fail(tag(rule::NEEDS, node)));
            }
        }
        Ok(())
    }

    /// The chosen edge at a node other than `by`.
    fn next(&self, states: &impl ElementStates, node: usize, by: u32) -> Option<(usize, u32)> {
        let steps = self.subgraph.graph.out_edges(node).iter();
        let mut others = steps.filter(|step| step.edge != by);
        let next = others.find(|step| states.is_chosen(self.view(step.edge as usize)))?;
        Some((next.node as usize, next.edge))
    }

    /// Follows chains of chosen edges; returns whether something was excluded, or `None` if a loop is closed.
    fn propagate_chains(&mut self, store: &mut Store) -> Pruned<Option<bool>> {
        let n_edges = self.subgraph.graph.n_edges();
        let n_chosen = (0..n_edges).filter(|&edge| store.is_chosen(self.view(edge)));
        let n_chosen = n_chosen.count();
        self.passed.clear();
        self.passed.resize(n_edges, false);
        let mut changed = false;
        // Every chain has an end with one chosen edge.
        for start in 0..self.chosen.len() {
            if self.chosen[start] != 1 {
                continue;
            }
            let (mut end, mut by, mut length) = (start, NONE, 0);
            while let Some((node, edge)) = self.next(store, end, by) {
                (end, by) = (node, edge);
                length += 1;
                self.passed[edge as usize] = true;
            }
            if length == n_chosen {
                continue;
            }
            for at in 0..self.subgraph.graph.out_edges(start).len() {
                let step = self.subgraph.graph.out_edges(start)[at];
                let edge = step.edge as usize;
                if step.node as usize == end && store.is_undecided(self.view(edge)) {
                    self.exclude(store, edge, tag(rule::CLOSES, edge))?;
                    changed = true;
                }
                if self.is_stale {
                    return Ok(Some(true));
                }
            }
        }
        let closed =
            (0..n_edges).find(|&edge| store.is_chosen(self.view(edge)) && !self.passed[edge]);
        let Some(first) = closed else {
            return Ok(Some(changed));
        };
        // Everything else is excluded; a chosen edge elsewhere fails.
        let (start, _) = self.subgraph.graph.ends(first);
        self.passed.fill(false);
        self.walk_loop(store, start);
        for edge in 0..n_edges {
            if !self.passed[edge]
                && store.set_max(self.view(edge), 0, tag(rule::CLOSED, start))?
                && self.aliased
            {
                self.is_stale = true;
                return Ok(Some(true));
            }
        }
        Ok(None)
    }

    /// Marks the edges of the closed loop through a node as passed.
    fn walk_loop(&mut self, states: &impl ElementStates, start: usize) {
        let (mut node, mut by) = (start, NONE);
        while let Some((next, edge)) = self.next(states, node, by) {
            if std::mem::replace(&mut self.passed[edge as usize], true) {
                return;
            }
            (node, by) = (next, edge);
        }
    }

    /// Applies the rules about one node.
    fn propagate_node(&mut self, store: &mut Store, node: usize) -> Pruned {
        let graph = &self.subgraph.graph;
        let view = |edge: u32| self.subgraph.view(GraphElement::Edge(edge as usize));
        let (mut chosen, mut open) = (0, 0);
        for step in graph.out_edges(node) {
            let is_loop = step.node as usize == node;
            if store.is_chosen(view(step.edge)) {
                chosen += 1 + usize::from(is_loop);
            } else if !is_loop && !store.is_excluded(view(step.edge)) {
                open += 1;
            }
        }
        for step in graph.out_edges(node) {
            let (view, edge) = (view(step.edge), step.edge as usize);
            let is_loop = step.node as usize == node;
            if chosen > 2 && store.is_chosen(view) {
                store.set_max(view, 0, tag(rule::FULL, edge))?;
            }
            if !store.is_undecided(view) {
                continue;
            }
            match (chosen, open) {
                (2.., _) => store.set_max(view, 0, tag(rule::FULL, edge))?,
                (1, _) if is_loop => store.set_max(view, 0, tag(rule::FULL, edge))?,
                (1, 1) => store.set_min(view, 1, tag(rule::NEEDS, node))?,
                (0, 1) if !is_loop => store.set_max(view, 0, tag(rule::DEAD_END, node))?,
                _ => false,
            };
        }
        match (chosen, open) {
            (1, 0) => Err(store.fail(tag(rule::NEEDS, node))),
            _ => Ok(()),
        }
    }

    /// Excludes the edges that would close a chain with these ends.
    fn exclude_closing(&self, store: &mut Store, (start, end): (usize, usize)) -> Pruned {
        for step in self.subgraph.graph.out_edges(start) {
            let view = self.view(step.edge as usize);
            if step.node as usize == end && store.is_undecided(view) {
                store.set_max(view, 0, tag(rule::CLOSES, step.edge as usize))?;
            }
        }
        Ok(())
    }

    /// Propagates from changed edges; true if a loop is closed and all other edges are excluded. For edges of different variables.
    fn propagate_changed(&mut self, store: &mut Store) -> Pruned<bool> {
        let chains = self.chains;
        self.fresh.clear();
        loop {
            while let Some(edge) = store.next_changed() {
                let (a, b) = self.subgraph.graph.ends(edge);
                self.propagate_node(store, a)?;
                self.propagate_node(store, b)?;
                if store.is_chosen(self.view(edge)) {
                    self.fresh.push(edge as u32);
                }
            }
            let Some(edge) = self.fresh.pop() else {
                return Ok(false);
            };
            let edge = edge as usize;
            if store.get(chains.is_joined.at(edge)) == 1 {
                continue;
            }
            store.put(chains.is_joined.at(edge), 1);
            let was_only = store.get(chains.n) == 1;
            let ends = self.subgraph.graph.ends(edge);
            let Some((start, end)) = chains.join(store, ends) else {
                self.exclude_others(store, ends.0)?;
                return Ok(true);
            };
            if store.get(chains.n) == 1 {
                store.put(chains.only, start as i64);
                continue;
            }
            self.exclude_closing(store, (start, end))?;
            if was_only {
                // The other chain was the only one until now.
                let start = store.get(chains.only) as usize;
                self.exclude_closing(store, (start, chains.other_end(store, start)))?;
            }
        }
    }

    /// Excludes all edges but those of the closed loop through a node.
    fn exclude_others(&mut self, store: &mut Store, start: usize) -> Pruned {
        let n_edges = self.subgraph.graph.n_edges();
        self.passed.clear();
        self.passed.resize(n_edges, false);
        self.walk_loop(store, start);
        let on_loop = (0..n_edges as u32).filter(|&edge| self.passed[edge as usize]);
        self.closed.clear();
        self.closed.extend(on_loop);
        for edge in (0..n_edges).filter(|&edge| !self.passed[edge]) {
            store.set_max(self.view(edge), 0, tag(rule::CLOSED, start))?;
        }
        Ok(())
    }

    /// If something must be chosen: fails if nothing is left; a last edge that joins a node to itself is chosen.
    fn propagate_last(&mut self, store: &mut Store) -> Pruned {
        if self.empty == EmptySubgraph::Allowed {
            return Ok(());
        }
        let n_edges = self.subgraph.graph.n_edges();
        let mut left = (0..n_edges).filter(|&edge| !store.is_excluded(self.view(edge)));
        match (left.next(), left.next()) {
            (None, _) => Err(store.fail(tag(rule::EMPTY, 0))),
            (Some(edge), None) => {
                let view = self.view(edge);
                store.set_min(view, 1, tag(rule::LAST, edge))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Propagator for LoopChains {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        if !self.aliased {
            if self.propagate_changed(store)? {
                return Ok(Status::Entailed);
            }
            self.propagate_last(store)?;
            // A last edge is chosen: it is a loop by itself.
            return Ok(Status::Active);
        }
        self.count(store);
        loop {
            self.propagate_degrees(store)?;
            if !self.is_stale {
                match self.propagate_chains(store)? {
                    None => return Ok(Status::Entailed),
                    Some(false) => break,
                    Some(true) => {}
                }
            }
            if self.is_stale {
                self.count(store);
            }
        }
        self.propagate_last(store)?;
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, index) = untag(tag);
        let graph = &self.subgraph.graph;
        let view = |edge: usize| self.subgraph.view(GraphElement::Edge(edge));
        // The chosen edges at a node, each loop edge twice, except one edge.
        let chosen_at = |node: usize, but: usize| {
            let steps = graph.out_edges(node).iter();
            let others = steps.filter(move |step| step.edge as usize != but);
            let chosen = others.filter(|step| past.is_chosen(view(step.edge as usize)));
            chosen.flat_map(move |step| {
                let n = 1 + usize::from(step.node as usize == node);
                std::iter::repeat_n(step.edge as usize, n)
            })
        };
        let none = usize::MAX;
        match rule {
            rule::FULL => {
                let (a, b) = graph.ends(index);
                let needed = if a == b { 1 } else { 2 };
                let full = [a, b]
                    .into_iter()
                    .find(|&node| chosen_at(node, index).count() >= needed)
                    .expect("an end has its edges");
                for edge in chosen_at(full, index).take(needed) {
                    why.add(view(edge).at_least(1));
                }
            }
            rule::NEEDS => {
                let chosen = chosen_at(index, none).next();
                let chosen = chosen.expect("one edge is chosen");
                why.add(view(chosen).at_least(1));
                for step in graph.out_edges(index) {
                    let edge = step.edge as usize;
                    if step.node as usize != index && past.is_excluded(view(edge)) {
                        why.add(view(edge).at_most(0));
                    }
                }
            }
            rule::DEAD_END => {
                for step in graph.out_edges(index) {
                    let edge = step.edge as usize;
                    if step.node as usize != index && past.is_excluded(view(edge)) {
                        why.add(view(edge).at_most(0));
                    }
                }
            }
            rule::CLOSES => {
                let (start, goal) = graph.ends(index);
                self.passed.clear();
                self.passed.resize(graph.n_edges(), false);
                let (mut node, mut by) = (start, NONE);
                while node != goal || by == NONE {
                    let next = self.next(past, node, by);
                    let (next, edge) = next.expect("the chain leads to the other end");
                    why.add(self.view(edge as usize).at_least(1));
                    self.passed[edge as usize] = true;
                    (node, by) = (next, edge);
                }
                let mut others = (0..self.passed.len()).filter(|&edge| !self.passed[edge]);
                let other = others.find(|&edge| past.is_chosen(self.view(edge)));
                let other = other.expect("another edge is chosen");
                why.add(self.view(other).at_least(1));
            }
            rule::CLOSED => {
                if self.aliased {
                    // Other loops may have been closed since.
                    self.passed.clear();
                    self.passed.resize(graph.n_edges(), false);
                    self.walk_loop(past, index);
                    for edge in (0..self.passed.len()).filter(|&edge| self.passed[edge]) {
                        why.add(self.view(edge).at_least(1));
                    }
                    return;
                }
                for &edge in &self.closed {
                    let view = self.view(edge as usize);
                    debug_assert!(past.is_chosen(view), "the loop is closed");
                    why.add(view.at_least(1));
                }
            }
            rule => {
                for edge in
                    (0..graph.n_edges()).filter(|&edge| rule == rule::EMPTY || edge != index)
                {
                    why.add(view(edge).at_most(0));
                }
            }
        }
    }
}

/// A depth-first search with lowlinks from one edge.
#[derive(Debug, Default)]
struct BlockSearch(LowlinkSearch);

impl BlockSearch {
    /// Searches from two nodes that are joined; what joins them comes first in the tree.
    fn run(
        &mut self,
        graph: &Digraph,
        (root, second): (usize, usize),
        follow: impl Fn(u32, Incidence) -> Option<u32>,
    ) {
        self.0.begin(graph.n_nodes(), root);
        self.0.enter(second as u32, 0, NONE);
        self.0.run(graph, follow, |_, _| {});
    }

    /// The number of the deeper end of an edge, whose tree edge lies in the same block; `None` if it was not reached.
    fn deeper(&self, (a, b): (usize, usize)) -> Option<u32> {
        let (a, b) = (self.0.found[a], self.0.found[b]);
        (a != NONE && b != NONE).then_some(a.max(b))
    }

    /// Whether the block of the tree edge into a node, given by number, ends at its parent.
    fn is_top(&self, number: u32) -> bool {
        let node = self.0.tree[number as usize];
        node.low >= node.parent
    }
}

/// Shows from the nodes near excluded edges that edges which lay in one block lie in one block still.
///
/// If a node separated some of them, or nothing connected them, the block would have held them together by excluded edges: by one between two nodes that still have
/// edges, or by several that meet at nodes which have none left. So no node separates anything if all nodes that excluded edges joined in this way share a block.
#[derive(Debug, Default)]
struct NearbyBlocks {
    /// The excluded edges that no search has handled.
    is_left: Vec<bool>,
    /// Nodes with edges left that excluded edges joined.
    members: Vec<u32>,
    stack: Vec<u32>,
    nearby: Nearby,
}

/// The number of nodes joined by excluded edges from which on the whole graph is searched.
const MAX_MEMBERS: usize = 8;

impl NearbyBlocks {
    fn are_joined(&mut self, subgraph: &Subgraph, store: &Store, gone: &[u32]) -> bool {
        let graph = &subgraph.graph;
        self.is_left.resize(graph.n_edges(), false);
        gone.iter()
            .for_each(|&edge| self.is_left[edge as usize] = true);
        let mut are_joined = true;
        for &edge in gone {
            if are_joined && std::mem::take(&mut self.is_left[edge as usize]) {
                self.find_members(subgraph, store, edge as usize);
                are_joined = self.members.len() < 2
                    || self.members.len() <= MAX_MEMBERS && self.share_a_block(subgraph, store);
            }
        }
        gone.iter()
            .for_each(|&edge| self.is_left[edge as usize] = false);
        are_joined
    }

    /// Finds the nodes with edges left that an excluded edge joined, alone or with others.
    fn find_members(&mut self, subgraph: &Subgraph, store: &Store, edge: usize) {
        let graph = &subgraph.graph;
        let (a, b) = graph.ends(edge);
        self.nearby.begin(graph.n_nodes());
        self.members.clear();
        self.stack.clear();
        self.stack.extend([a as u32, b as u32]);
        while let Some(node) = self.stack.pop() {
            if !self.nearby.mark(node) {
                continue;
            }
            let steps = graph.out_edges(node as usize);
            if steps
                .iter()
                .any(|step| !subgraph.edge_is_excluded(store, step.edge as usize))
            {
                self.members.push(node);
                continue;
            }
            for step in steps {
                if std::mem::take(&mut self.is_left[step.edge as usize]) {
                    self.stack.push(step.node);
                }
            }
        }
    }

    /// Whether a block of the nodes near the members has all of them.
    fn share_a_block(&mut self, subgraph: &Subgraph, store: &Store) -> bool {
        let graph = &subgraph.graph;
        for max_nodes in nearby_sizes(graph.n_nodes()) {
            let may_pass = |step: Incidence| !subgraph.edge_is_excluded(store, step.edge as usize);
            let is_all =
                self.nearby
                    .search(graph, &self.members, max_nodes, may_pass, |_, _, _| {});
            let search = &self.nearby.search;
            // The block of the tree edge from the first member: the number of its second node.
            let mut block = NONE;
            let is_shared = self.members[1..].iter().all(|&member| {
                let mut number = search.found[member as usize];
                if number == NONE {
                    return false;
                }
                while search.tree[number as usize].low < search.tree[number as usize].parent {
                    number = search.tree[number as usize].parent;
                }
                let is_first = search.tree[number as usize].parent == 0;
                let is_same = block == NONE || block == number;
                block = number;
                is_first && is_same
            });
            if is_shared || is_all {
                return is_shared;
            }
        }
        false
    }
}

/// In a learning search, one in this many runs of the propagator of blocks searches: the others leave it to the chains and to what is learnt. Few searches prune anything, and
/// each costs as much as many conflicts. Without any search, some boards take forty times as many failures.
const RUNS_PER_SEARCH: u32 = 32;

/// The propagator of blocks.
#[derive(Debug)]
struct LoopBlocks {
    subgraph: Subgraph,
    aliased: bool,
    chains: Chains,
    n_slots: usize,
    /// The number of runs in learning searches.
    n_runs: u32,
    /// 1 where an edge is chosen and all edges that are not excluded lie in its block.
    is_one_block: Trailed,
    /// The edges excluded since the last run.
    gone: Vec<u32>,
    /// Whether the tree edge into each node, in the order of discovery, is in the block of the first edge.
    inside: Vec<bool>,
    search: BlockSearch,
    nearby: NearbyBlocks,
    cuts: Cuts,
}

impl LoopBlocks {
    /// Takes the changes since the last run. Whether all edges that are not excluded lie in one block still.
    fn is_one_block_still(&mut self, store: &mut Store) -> bool {
        self.gone.clear();
        let mut n_changed = 0;
        while let Some(edge) = store.next_changed() {
            n_changed += 1;
            if store.is_excluded(self.view(edge)) {
                self.gone.push(edge as u32);
            }
        }
        !self.aliased
            && n_changed < self.n_slots
            && store.get(self.is_one_block) == 1
            && self.nearby.are_joined(&self.subgraph, store, &self.gone)
    }

    fn view(&self, edge: usize) -> View {
        self.subgraph.view(GraphElement::Edge(edge))
    }

    /// The ends of the chain of a chosen edge; of the edge itself, if chains are not kept.
    fn chain_of(&self, store: &Store, edge: usize) -> (usize, usize) {
        let (start, mut end) = self.subgraph.graph.ends(edge);
        let mut by = edge as u32;
        while self.chains.is_inside(store, end) {
            let steps = self.subgraph.graph.out_edges(end).iter();
            let mut others = steps.filter(|step| step.edge != by);
            let next = others.find(|step| store.is_chosen(self.view(step.edge as usize)));
            let next = next.expect("a chain goes on from its inner nodes");
            (end, by) = (next.node as usize, next.edge);
        }
        match self.chains.other_end(store, end) {
            far if far == end => (start, end),
            far => (far, end),
        }
    }

    /// The first chosen edge other than `but`.
    fn first_chosen(&self, states: &impl ElementStates, but: usize) -> Option<usize> {
        let mut edges = 0..self.subgraph.graph.n_edges();
        edges.find(|&edge| edge != but && states.is_chosen(self.view(edge)))
    }
}

impl Propagator for LoopBlocks {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if store.is_learning() {
            self.n_runs += 1;
            if !self.n_runs.is_multiple_of(RUNS_PER_SEARCH) {
                store.put(self.is_one_block, 0);
                return Ok(Status::Active);
            }
        }
        let is_one_block = self.is_one_block_still(store);
        if is_one_block && !cfg!(debug_assertions) {
            return Ok(Status::Active);
        }
        let graph = self.subgraph.graph.clone();
        let Some(first) = self.first_chosen(store, usize::MAX) else {
            return Ok(Status::Active);
        };
        let before = store.prunings();
        let chains = self.chains;
        let (a, b) = self.chain_of(store, first);
        if a != b {
            // A chain is passed in one step: between its ends nothing leads off it.
            let follow = |node: u32, step: Incidence| {
                let view = self.subgraph.view(GraphElement::Edge(step.edge as usize));
                if store.is_excluded(view) {
                    None
                } else if store.get(chains.far.at(node as usize)) > 0 && store.is_chosen(view) {
                    Some(chains.other_end(store, node as usize) as u32)
                } else {
                    Some(step.node)
                }
            };
            self.search.run(&graph, (a, b), follow);
        }
        self.inside.clear();
        self.inside.resize(self.search.0.tree.len(), false);
        if a != b {
            self.inside[1] = true;
            for number in 2..self.search.0.tree.len() {
                let parent = self.search.0.tree[number].parent as usize;
                self.inside[number] = self.inside[parent] && !self.search.is_top(number as u32);
            }
        }
        for (edge, mut ends) in graph.edges().enumerate() {
            let view = self.view(edge);
            if edge == first || store.is_excluded(view) {
                continue;
            }
            if store.is_chosen(view) {
                // The edges at the ends of a chain stand for it.
                let is_inside = |node: &usize| chains.is_inside(store, *node);
                let Some(end) = [ends.0, ends.1].into_iter().find(|end| !is_inside(end)) else {
                    continue;
                };
                match chains.other_end(store, end) {
                    far if far == end => {}
                    far => ends = (end, far),
                }
            }
            let deeper = match a != b && ends.0 != ends.1 {
                true => self.search.deeper(ends),
                false => None,
            };
            if !deeper.is_some_and(|number| self.inside[number as usize]) {
                debug_assert!(!is_one_block, "edge {edge} has left the block");
                store.set_max(view, 0, tag(rule::BLOCK, edge))?;
            }
        }
        store.put(self.is_one_block, 1);
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (_, edge) = untag(tag);
        let first = self.first_chosen(past, edge).expect("an edge is chosen");
        why.add(self.view(first).at_least(1));
        let graph = &self.subgraph.graph;
        let (ends, far) = (graph.ends(edge), graph.ends(first));
        if ends.0 == ends.1 || far.0 == far.1 {
            return;
        }
        // Searches from the edge; the top of the block of the chosen edge separates the two.
        let follow = |_: u32, step: Incidence| {
            let is_excluded = self.subgraph.edge_is_excluded(past, step.edge as usize);
            (!is_excluded).then_some(step.node)
        };
        self.search.run(graph, ends, follow);
        let mut without = None;
        if let Some(mut number) = self.search.deeper(far) {
            while !self.search.is_top(number) {
                number = self.search.0.tree[number as usize].parent;
            }
            let top = self.search.0.tree[number as usize].parent;
            let top = self.search.0.tree[top as usize].node as usize;
            without = Some(GraphElement::Node(top));
        }
        let (from, to) = (Direction::Forward, [far.0, far.1]);
        self.cuts
            .reach(&self.subgraph, past, from, [ends.0, ends.1], without);
        self.cuts.cut(&self.subgraph, past, from, to, without);
        self.cuts.atoms.iter().for_each(|&atom| why.add(atom));
    }
}
