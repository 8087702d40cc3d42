//! `rooted_parts(G, N, R)`: every connected part of the nodes of G chosen by N has exactly one of the roots R, and if the root has a size, the
//! part has as many nodes; a node is chosen if its view is at least 1, and roots are chosen.
//!
//! All levels: a node that would join two roots, or make a part too large, is excluded; so is a node that no root can reach over nodes that
//! are not excluded, do not touch the part of another root, and are not too many; a node without which the part of a root cannot grow to its
//! size is chosen, and so is the only node by which a part without a root can grow. Each run takes a search around every root. Not domain consistent.

use crate::support::errors::invalid;
use crate::support::graph::{Digraph, Graph, Incidence};
use crate::support::lowlinks::LowlinkSearch;
use crate::support::parts::{BreadthFirst, NONE, Parts, ground_parts};
use crate::support::prelude::*;
use crate::support::subgraph::{ElementStates, Subgraph, tag, untag};
use crate::support::terms::{Name, call};
use crate::support::views::IntoViews;

/// Parts of chosen nodes with one root each; made by [`rooted_parts`].
#[derive(Clone, Debug)]
pub struct RootedParts {
    subgraph: Subgraph,
    roots: Vec<(usize, Option<usize>)>,
}

/// Every connected part of the chosen nodes has exactly one root, and the size of its root, if there is one.
pub fn rooted_parts(
    graph: &Graph,
    nodes: impl IntoViews,
    roots: impl IntoIterator<Item = (usize, Option<usize>)>,
) -> RootedParts {
    RootedParts {
        subgraph: Subgraph::new(Digraph::from(graph), nodes, None),
        roots: roots.into_iter().collect(),
    }
}

impl Constraint for RootedParts {
    fn name(&self) -> &'static str {
        "rooted_parts"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let roots = self.roots.iter().map(|&(node, size)| {
            let size = size.map_or(Term::name("any"), |size| Term::from(size as i64));
            Term::compound("-", [Term::from(node as i64), size])
        });
        let graph = self.subgraph.graph.term();
        let roots = Term::list(roots);
        call(self.name(), name, &[&graph, &self.subgraph.nodes, &roots])
    }

    fn views(&self) -> Vec<View> {
        self.subgraph.views()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let parts = ground_parts(&self.subgraph, at);
        if self.roots.iter().any(|(root, _)| parts[*root].is_none()) {
            return false;
        }
        parts.iter().flatten().all(|part| {
            let here = |node: usize| parts[node] == Some(*part);
            let mut roots = self.roots.iter().filter(|(root, _)| here(*root));
            let size = (0..parts.len()).filter(|&node| here(node)).count();
            match (roots.next(), roots.next()) {
                (Some((_, required)), None) => required.is_none_or(|required| required == size),
                _ => false,
            }
        })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.subgraph.check(self.name(), model)?;
        let n_nodes = self.subgraph.graph.n_nodes();
        let mut nodes: Vec<usize> = self.roots.iter().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        if let Some(node) = nodes.iter().find(|node| **node >= n_nodes) {
            return invalid(self.name(), format!("there is no node {node}"));
        }
        match nodes.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => invalid(self.name(), format!("node {} is a root twice", pair[0])),
            None => Ok(()),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let n_nodes = self.subgraph.graph.n_nodes();
        let mut root_at = vec![NONE; n_nodes];
        for (i, &(node, _)) in self.roots.iter().enumerate() {
            root_at[node] = i as u32;
        }
        let propagator = RootGrowth {
            subgraph: self.subgraph.clone(),
            roots: self.roots.clone(),
            root_at,
            parts: Parts::default(),
            root_of: Vec::new(),
            touches: Vec::new(),
            reached: vec![0; n_nodes],
            stamp: 0,
            queue: Vec::new(),
            steps: Vec::new(),
            is_near: Vec::new(),
            neighbours: Vec::new(),
            needed: Vec::new(),
            lowlinks: LowlinkSearch::default(),
            subtree_sizes: Vec::new(),
            only_neighbours: Vec::new(),
            breadth_first: BreadthFirst::default(),
        };
        let wakes = self.subgraph.wakes(out.store());
        out.add(Cost::Cubic, propagator, wakes);
    }
}

/// Which rule pruned; the tag has the node.
mod rule {
    pub(super) const GIVEN: u32 = 0;
    /// The node joins too much to one part.
    pub(super) const JOINS: u32 = 1;
    /// No root reaches the node.
    pub(super) const FAR: u32 = 2;
    /// A root needs the node.
    pub(super) const GROWS: u32 = 3;
    /// A part without a root needs the node.
    pub(super) const ONLY_NEIGHBOUR: u32 = 4;
}

/// How many parts of the size of a root are tried before a search over all nodes that may belong to it. The laws have few nodes, and should reach that search.
const MAX_PARTS: usize = if cfg!(test) { 2 } else { 8 };

/// A node that touches the parts of several roots.
const MANY: u32 = u32::MAX - 1;

#[derive(Debug)]
struct RootGrowth {
    subgraph: Subgraph,
    roots: Vec<(usize, Option<usize>)>,
    /// The index of the root at each node.
    root_at: Vec<u32>,
    /// The parts of chosen nodes.
    parts: Parts,
    /// The root of each part, [`NONE`] or [`MANY`].
    root_of: Vec<u32>,
    /// For each node, the root of its part or of the parts that it touches, [`NONE`] or [`MANY`].
    touches: Vec<u32>,
    /// The number of the search that reached each node last.
    reached: Vec<u32>,
    stamp: u32,
    /// The nodes that the last search reached, and how many of them each step of it had reached.
    queue: Vec<u32>,
    steps: Vec<u32>,
    is_near: Vec<bool>,
    neighbours: Vec<u32>,
    /// Nodes that a root may need to grow to its size.
    needed: Vec<u32>,
    lowlinks: LowlinkSearch,
    subtree_sizes: Vec<(u32, u32)>,
    only_neighbours: Vec<u32>,
    breadth_first: BreadthFirst,
}

impl RootGrowth {
    /// Finds the parts of chosen nodes and what the other nodes touch.
    fn find_parts(&mut self, states: &impl ElementStates) {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        self.parts.find(graph, |node| states.is_chosen(nodes[node]));
        self.root_of.clear();
        for part in 0..self.parts.len() as u32 {
            let members = self.parts.members(part).iter();
            let roots = members.map(|&node| self.root_at[node as usize]);
            self.root_of.push(roots.fold(NONE, joined));
        }
        self.touches.clear();
        for node in 0..graph.n_nodes() {
            let root_of = |part: u32| self.root_of[part as usize];
            self.touches.push(match self.parts.of(node) {
                NONE => {
                    let steps = graph.out_edges(node).iter();
                    let parts = steps.map(|step| self.parts.of(step.node as usize));
                    let parts = parts.filter(|&part| part != NONE);
                    parts.map(root_of).fold(NONE, joined)
                }
                part => root_of(part),
            });
        }
    }

    /// Searches from a root over nodes that may belong to it, without one node; the steps that its size leaves bound the search unless it is `None`, and `enough` nodes end
    /// it. Returns the number of nodes; they are in `queue`.
    fn search(
        &mut self,
        states: &impl ElementStates,
        root: u32,
        without: usize,
        bound: Option<usize>,
        enough: usize,
    ) -> usize {
        self.stamp += 1;
        let start = self.roots[root as usize].0;
        self.queue.clear();
        self.queue.push(start as u32);
        self.reached[start] = self.stamp;
        // Nodes of the part of the root cost nothing: they are all there from the start.
        let part = self.parts.of(start);
        if part != NONE {
            let others = self.parts.members(part).iter();
            self.queue
                .extend(others.filter(|&&node| node as usize != start));
            for &node in &self.queue {
                self.reached[node as usize] = self.stamp;
            }
        }
        self.steps.clear();
        self.steps.push(self.queue.len() as u32);
        let mut first = 0;
        while bound.is_none_or(|bound| self.steps.len() <= bound) && self.queue.len() < enough {
            let last = self.queue.len();
            for at in first..last {
                let node = self.queue[at] as usize;
                for step in self.subgraph.graph.out_edges(node) {
                    let other = step.node as usize;
                    if self.reached[other] != self.stamp
                        && other != without
                        && !states.is_excluded(self.subgraph.nodes[other])
                        && (self.touches[other] == NONE || self.touches[other] == root)
                    {
                        self.reached[other] = self.stamp;
                        self.queue.push(step.node);
                    }
                }
            }
            if self.queue.len() == last {
                break;
            }
            self.steps.push(self.queue.len() as u32);
            first = last;
        }
        self.queue.len()
    }

    /// How many nodes the part of a root still needs; `None` if it has no size.
    fn n_missing(&self, root: u32) -> Option<usize> {
        let (node, size) = self.roots[root as usize];
        let has = match self.parts.of(node) {
            NONE => 1,
            part => self.parts.members(part).len(),
        };
        Some(size?.saturating_sub(has))
    }

    /// Excludes nodes that would join two roots or make a part too large. A chosen node of such a part fails.
    fn exclude_joining(&mut self, store: &mut Store) -> Pruned {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        for (node, &view) in nodes.iter().enumerate() {
            let root = self.touches[node];
            if root == NONE || store.is_excluded(view) {
                continue;
            }
            let size = self.roots.get(root as usize).and_then(|root| root.1);
            let is_too_large = |size: usize| self.parts.joined_size(graph, node) > size;
            if root == MANY || size.is_some_and(is_too_large) {
                store.set_max(view, 0, tag(rule::JOINS, node))?;
            }
        }
        Ok(())
    }

    /// Excludes nodes that no root reaches.
    fn exclude_far(&mut self, store: &mut Store) -> Pruned {
        self.is_near.clear();
        self.is_near.resize(self.subgraph.nodes.len(), false);
        for root in 0..self.roots.len() as u32 {
            let bound = self.n_missing(root);
            self.search(store, root, usize::MAX, bound, usize::MAX);
            for &node in &self.queue {
                self.is_near[node as usize] = true;
            }
        }
        for (node, &view) in self.subgraph.nodes.iter().enumerate() {
            if !self.is_near[node] {
                store.set_max(view, 0, tag(rule::FAR, node))?;
            }
        }
        Ok(())
    }

    /// Whether the part of a root can grow to a size without one node; `reached` then has the stamp for the nodes of a part of that size. The steps from each node are
    /// taken from the first to the last or the other way round, so that two parts share few nodes.
    fn can_grow(&mut self, store: &Store, root: u32, without: usize, size: usize) -> bool {
        self.stamp += 1;
        self.queue.clear();
        let start = self.roots[root as usize].0;
        match self.parts.of(start) {
            NONE => self.queue.push(start as u32),
            part => self.queue.extend(self.parts.members(part)),
        }
        for &node in &self.queue {
            self.reached[node as usize] = self.stamp;
        }
        let mut n_reached = self.queue.len();
        let is_reversed = self.stamp.is_multiple_of(2);
        while n_reached < size
            && let Some(node) = self.queue.pop()
        {
            let steps = self.subgraph.graph.out_edges(node as usize);
            for i in 0..steps.len() {
                let step = steps[if is_reversed { steps.len() - 1 - i } else { i }];
                let other = step.node as usize;
                if self.reached[other] != self.stamp
                    && other != without
                    && !store.is_excluded(self.subgraph.nodes[other])
                    && (self.touches[other] == NONE || self.touches[other] == root)
                {
                    self.reached[other] = self.stamp;
                    self.queue.push(step.node);
                    n_reached += 1;
                }
            }
        }
        n_reached >= size
    }

    /// Chooses a node without which the part of a root cannot grow to its size; fails if it cannot grow at all. At most one node for each root: the part of a root that
    /// comes later is then that of one root still, as its reason needs.
    fn choose_growth(&mut self, store: &mut Store) -> Pruned {
        for root in 0..self.roots.len() as u32 {
            let (start, Some(size)) = self.roots[root as usize] else {
                continue;
            };
            if self.n_missing(root) == Some(0) {
                continue;
            }
            if self.search(store, root, usize::MAX, None, size) < size {
                return Err(store.fail(tag(rule::GROWS, start)));
            }
            // A part of this size without a node shows that only its own nodes can be needed.
            let nodes = &self.subgraph.nodes;
            let is_open = |node: &&u32| store.is_undecided(nodes[**node as usize]);
            self.needed.clear();
            self.needed.extend(self.queue.iter().filter(is_open));
            let mut forced = None;
            for _ in 0..MAX_PARTS {
                let Some(&node) = self.needed.first() else {
                    break;
                };
                if !self.can_grow(store, root, node as usize, size) {
                    forced = Some(node as usize);
                    break;
                }
                let (reached, stamp) = (&self.reached, self.stamp);
                self.needed.retain(|&node| reached[node as usize] == stamp);
            }
            if forced.is_none() && !self.needed.is_empty() {
                forced = self.needed_to_grow(store, root, size);
            }
            if let Some(node) = forced {
                store.set_min(self.subgraph.nodes[node], 1, tag(rule::GROWS, node))?;
            }
        }
        Ok(())
    }

    /// An open node without which the part of a root cannot grow to a size: it separates too many nodes from the root.
    fn needed_to_grow(&mut self, store: &Store, root: u32, size: usize) -> Option<usize> {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        let follow = |_: u32, step: Incidence| {
            let other = step.node as usize;
            let touches = self.touches[other];
            let may_pass = touches == NONE || touches == root;
            (!store.is_excluded(nodes[other]) && may_pass).then_some(step.node)
        };
        let lowlinks = &mut self.lowlinks;
        lowlinks.begin(nodes.len(), self.roots[root as usize].0);
        lowlinks.run(graph, follow, |_, _| ());
        let n_reached = lowlinks.tree.len();
        // The nodes in the subtree of each node, and those that it separates from the root, itself included.
        self.subtree_sizes.clear();
        self.subtree_sizes.resize(n_reached, (1, 1));
        for number in (1..n_reached).rev() {
            let here = lowlinks.tree[number];
            let (n_below, n_separated) = self.subtree_sizes[number];
            let is_open = store.is_undecided(nodes[here.node as usize]);
            if is_open && n_reached - (n_separated as usize) < size {
                return Some(here.node as usize);
            }
            let above = &mut self.subtree_sizes[here.parent as usize];
            above.0 += n_below;
            above.1 += if here.low >= here.parent { n_below } else { 0 };
        }
        None
    }

    /// Chooses the only node by which a part without a root can grow.
    fn choose_only_neighbours(&mut self, store: &mut Store) -> Pruned {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        // All are found before one is chosen: then it joins parts, which can grow elsewhere.
        self.only_neighbours.clear();
        for part in 0..self.parts.len() as u32 {
            if self.root_of[part as usize] != NONE {
                continue;
            }
            let is_open = |node: usize| store.is_undecided(nodes[node]);
            self.parts
                .neighbours_of(graph, part, is_open, &mut self.neighbours);
            if let [only] = self.neighbours[..] {
                self.only_neighbours.push(only);
            }
        }
        for &node in &self.only_neighbours {
            let node = node as usize;
            store.set_min(nodes[node], 1, tag(rule::ONLY_NEIGHBOUR, node))?;
        }
        Ok(())
    }

    /// Adds chosen nodes that connect a node, if it is chosen, with a root other than `root`.
    fn add_touched(&mut self, past: &PastStore<'_>, node: usize, root: u32, is_added: &mut [bool]) {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        let is_chosen = |other: usize| past.is_chosen(nodes[other]);
        let is_other = |node: &u32| ![NONE, root].contains(&self.root_at[*node as usize]);
        let reached = self.breadth_first.run(graph, node, usize::MAX, is_chosen);
        let place = reached.iter().position(is_other);
        let place = place.expect("the node touches the part of another root");
        self.breadth_first
            .path_to_start(place, |node| is_added[node] = true);
    }

    /// Adds what bounds the last search from a root: excluded nodes, and for nodes that touch the part of another root, the way there. With a number of steps and the distances
    /// from a target, only what could lie on a path of that length to the target.
    fn add_bounds(
        &mut self,
        past: &PastStore<'_>,
        root: u32,
        without: usize,
        within: Option<(usize, &[u32])>,
        is_added: &mut [bool],
    ) {
        let graph = self.subgraph.graph.clone();
        let queue = std::mem::take(&mut self.queue);
        let mut step = 0;
        for (at, &node) in queue.iter().enumerate() {
            while self.steps.get(step).is_some_and(|&end| at >= end as usize) {
                step += 1;
            }
            for edge in graph.out_edges(node as usize) {
                let other = edge.node as usize;
                let is_beyond = within
                    .is_some_and(|(bound, distances)| step + 1 + distances[other] as usize > bound);
                if self.reached[other] == self.stamp || other == without || is_beyond {
                    continue;
                }
                if past.is_excluded(self.subgraph.nodes[other]) {
                    is_added[other] = true;
                } else if ![NONE, root].contains(&self.touches[other]) {
                    self.add_touched(past, other, root, is_added);
                }
            }
        }
        self.queue = queue;
    }

    /// Adds chosen nodes that a node connects with two roots, or with one and too many others.
    fn add_joined(&mut self, past: &PastStore<'_>, node: usize, is_added: &mut [bool]) {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        let is_chosen = |other: usize| past.is_chosen(nodes[other]);
        self.breadth_first.run(graph, node, usize::MAX, is_chosen);
        let reached = self.breadth_first.reached();
        let is_root = |&place: &usize| self.root_at[reached[place] as usize] != NONE;
        let mut roots = (0..reached.len()).filter(is_root);
        let first = roots.next().expect("the node touches the part of a root");
        self.breadth_first
            .path_to_start(first, |node| is_added[node] = true);
        if let Some(second) = roots.next() {
            self.breadth_first
                .path_to_start(second, |node| is_added[node] = true);
            return;
        }
        let root = self.root_at[self.breadth_first.reached()[first] as usize];
        let size = self.roots[root as usize].1.expect("the part is too large");
        // With the node, one more than the size.
        let mut n_added = is_added.iter().filter(|is_added| **is_added).count();
        for &other in &self.breadth_first.reached()[1..] {
            if n_added >= size {
                break;
            }
            n_added += usize::from(!std::mem::replace(&mut is_added[other as usize], true));
        }
    }

    /// Adds why no root reaches a node.
    fn add_far(&mut self, past: &PastStore<'_>, node: usize, is_added: &mut [bool]) {
        let n_nodes = self.subgraph.nodes.len();
        let mut distances = vec![u32::MAX / 2; n_nodes];
        let graph = &self.subgraph.graph;
        self.breadth_first.run(graph, node, usize::MAX, |_| true);
        distances[node] = 0;
        for (place, &other) in self.breadth_first.reached().iter().enumerate().skip(1) {
            distances[other as usize] = 1 + distances[self.breadth_first.parent(place)];
        }
        for root in 0..self.roots.len() as u32 {
            let (start, size) = self.roots[root as usize];
            let is_beyond = |size: usize| distances[start] as usize >= size;
            if size.is_some_and(is_beyond) {
                continue;
            }
            let bound = self.n_missing(root);
            self.search(past, root, usize::MAX, bound, usize::MAX);
            let part = self.parts.of(start);
            if bound.is_some() && part != NONE {
                for &member in self.parts.members(part) {
                    is_added[member as usize] = true;
                }
            }
            // Without a size, only nodes that the target is connected with matter.
            let bound = bound.unwrap_or(n_nodes);
            let within = Some((bound, &distances[..]));
            self.add_bounds(past, root, usize::MAX, within, is_added);
        }
    }
}

/// The roots of two parts together.
fn joined(one: u32, other: u32) -> u32 {
    match (one, other) {
        (NONE, root) | (root, NONE) => root,
        (one, other) if one == other => one,
        _ => MANY,
    }
}

impl Propagator for RootGrowth {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        for i in 0..self.roots.len() {
            let root = self.roots[i].0;
            store.set_min(self.subgraph.nodes[root], 1, tag(rule::GIVEN, root))?;
        }
        self.find_parts(store);
        self.exclude_joining(store)?;
        if store.prunings() == before {
            self.exclude_far(store)?;
        }
        if store.prunings() == before {
            self.choose_growth(store)?;
        }
        if store.prunings() == before {
            self.choose_only_neighbours(store)?;
        }
        if store.prunings() == before && self.subgraph.is_decided(store) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node) = untag(tag);
        if rule == rule::GIVEN {
            return;
        }
        self.find_parts(past);
        let n_nodes = self.subgraph.nodes.len();
        let mut is_added = vec![false; n_nodes];
        match rule {
            rule::JOINS => self.add_joined(past, node, &mut is_added),
            rule::FAR => self.add_far(past, node, &mut is_added),
            rule::GROWS => {
                let own = self.root_at[node];
                let is_fail = own != NONE && past.is_chosen(self.subgraph.nodes[node]);
                let roots = match is_fail {
                    true => own..own + 1,
                    false => 0..self.roots.len() as u32,
                };
                let without = if is_fail { usize::MAX } else { node };
                for root in roots {
                    let (start, size) = self.roots[root as usize];
                    let (Some(size), true) = (size, self.touches[start] != MANY) else {
                        continue;
                    };
                    if self.search(past, root, without, None, size) < size {
                        self.add_bounds(past, root, without, None, &mut is_added);
                        break;
                    }
                }
            }
            _ => {
                // A part without a root whose other neighbours are excluded.
                let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
                for part in self.parts.around(graph, node) {
                    let is_outside = |other: usize| self.parts.of(other) != part;
                    self.parts
                        .neighbours_of(graph, part, is_outside, &mut self.neighbours);
                    let is_shut = |&other: &u32| {
                        other as usize == node || past.is_excluded(nodes[other as usize])
                    };
                    if self.root_of[part as usize] == NONE && self.neighbours.iter().all(is_shut) {
                        is_added[self.parts.members(part)[0] as usize] = true;
                        for &other in &self.neighbours {
                            is_added[other as usize] |= other as usize != node;
                        }
                        break;
                    }
                }
            }
        }
        for other in (0..n_nodes).filter(|&other| is_added[other]) {
            let view = self.subgraph.nodes[other];
            let is_free = self.root_at[other] != NONE || other == node && rule != rule::GROWS;
            if past.is_excluded(view) {
                why.add(view.at_most(0));
            } else if past.is_chosen(view) && !is_free {
                why.add(view.at_least(1));
            }
        }
    }
}
