//! `rooted_parts(G, N, R)`: every connected part of the nodes of G chosen by N has exactly one of the roots R, and if the root has a size, the
//! part has as many nodes; a node is chosen if its view is at least 1, and roots are chosen.
//!
//! All levels: a node that would join two roots, or make a part too large, is excluded; so is a node that no root can reach over nodes that
//! are not excluded, do not touch the part of another root, and are not too many; a node beside a part without which the part cannot grow to
//! its size, or cannot reach a root, is chosen. Each run takes a search around every root. Not domain consistent.

use crate::support::errors::invalid;
use crate::support::graph::{Digraph, Graph};
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
        let chosen = |view: &View| view.of(at(view.var)) >= 1;
        let chosen: Vec<bool> = self.subgraph.nodes.iter().map(chosen).collect();
        // Propagates the smallest node number along edges between chosen nodes until nothing changes.
        let mut lowest: Vec<usize> = (0..chosen.len()).collect();
        let mut still = false;
        while !still {
            still = true;
            for (a, b) in self.subgraph.graph.edges() {
                if chosen[a] && chosen[b] && lowest[a] != lowest[b] {
                    let low = lowest[a].min(lowest[b]);
                    (lowest[a], lowest[b]) = (low, low);
                    still = false;
                }
            }
        }
        if self.roots.iter().any(|(root, _)| !chosen[*root]) {
            return false;
        }
        (0..chosen.len()).filter(|&node| chosen[node]).all(|node| {
            let here = |other: &usize| chosen[*other] && lowest[*other] == lowest[node];
            let mut roots = self.roots.iter().filter(|(root, _)| here(root));
            let size = (0..chosen.len()).filter(here).count();
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
            part: Vec::new(),
            parts: Vec::new(),
            touches: Vec::new(),
            reached: vec![0; n_nodes],
            stamp: 0,
            queue: Vec::new(),
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
    pub(super) const LEADS: u32 = 4;
}

const NONE: u32 = u32::MAX;
/// A node that touches the parts of several roots.
const MANY: u32 = u32::MAX - 1;

/// A part of chosen nodes.
#[derive(Clone, Copy, Debug)]
struct Part {
    size: u32,
    /// Its root, [`NONE`] or [`MANY`].
    root: u32,
}

#[derive(Debug)]
struct RootGrowth {
    subgraph: Subgraph,
    roots: Vec<(usize, Option<usize>)>,
    /// The index of the root at each node.
    root_at: Vec<u32>,
    /// The part of each chosen node.
    part: Vec<u32>,
    parts: Vec<Part>,
    /// For each node that is not chosen, the root whose parts it touches, [`NONE`] or [`MANY`].
    touches: Vec<u32>,
    /// The number of the search that reached each node last.
    reached: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
}

impl RootGrowth {
    /// Finds the parts of chosen nodes and what the other nodes touch.
    fn find_parts(&mut self, states: &impl ElementStates) {
        let graph = &self.subgraph.graph;
        let n_nodes = graph.n_nodes();
        self.parts.clear();
        self.part.clear();
        self.part.resize(n_nodes, NONE);
        for start in 0..n_nodes {
            if self.part[start] != NONE || !states.is_chosen(self.subgraph.nodes[start]) {
                continue;
            }
            let number = self.parts.len() as u32;
            let mut part = Part {
                size: 0,
                root: NONE,
            };
            self.part[start] = number;
            self.queue.clear();
            self.queue.push(start as u32);
            while let Some(node) = self.queue.pop() {
                part.size += 1;
                part.root = joined(part.root, self.root_at[node as usize]);
                for step in graph.out_edges(node as usize) {
                    let other = step.node as usize;
                    if self.part[other] == NONE && states.is_chosen(self.subgraph.nodes[other]) {
                        self.part[other] = number;
                        self.queue.push(step.node);
                    }
                }
            }
            self.parts.push(part);
        }
        self.touches.clear();
        self.touches.resize(n_nodes, NONE);
        for node in 0..n_nodes {
            if self.part[node] != NONE {
                self.touches[node] = self.parts[self.part[node] as usize].root;
                continue;
            }
            let mut touches = NONE;
            for step in graph.out_edges(node) {
                let part = self.part[step.node as usize];
                if part != NONE {
                    touches = joined(touches, self.parts[part as usize].root);
                }
            }
            self.touches[node] = touches;
        }
    }

    /// Whether a node may belong to the part of a root.
    fn may_belong(&self, states: &impl ElementStates, node: usize, root: u32) -> bool {
        !states.is_excluded(self.subgraph.nodes[node])
            && (self.touches[node] == NONE || self.touches[node] == root)
    }

    /// Searches from a root over nodes that may belong to it, without one node; the steps that its size leaves bound the search unless it is `None`, and `enough` nodes end
    /// it. Returns the number of nodes; they are in `queue`.
    fn search(
        &mut self,
        states: &impl ElementStates,
        root: u32,
        but: usize,
        bound: Option<usize>,
        enough: usize,
    ) -> usize {
        self.stamp += 1;
        let start = self.roots[root as usize].0;
        self.queue.clear();
        self.queue.push(start as u32);
        self.reached[start] = self.stamp;
        // Nodes of the part of the root cost nothing: they are all searched first.
        let mut at = 0;
        let part = self.part[start];
        while at < self.queue.len() {
            let node = self.queue[at] as usize;
            at += 1;
            for i in 0..self.subgraph.graph.out_edges(node).len() {
                let other = self.subgraph.graph.out_edges(node)[i].node;
                let is_inside = part != NONE && self.part[other as usize] == part;
                if is_inside && self.reached[other as usize] != self.stamp {
                    self.reached[other as usize] = self.stamp;
                    self.queue.push(other);
                }
            }
        }
        let (mut first, mut steps) = (0, 0);
        while bound.is_none_or(|bound| steps < bound) && self.queue.len() < enough {
            let last = self.queue.len();
            for at in first..last {
                let node = self.queue[at] as usize;
                for i in 0..self.subgraph.graph.out_edges(node).len() {
                    let other = self.subgraph.graph.out_edges(node)[i].node;
                    if self.reached[other as usize] != self.stamp
                        && other as usize != but
                        && self.may_belong(states, other as usize, root)
                    {
                        self.reached[other as usize] = self.stamp;
                        self.queue.push(other);
                    }
                }
            }
            if self.queue.len() == last {
                break;
            }
            (first, steps) = (last, steps + 1);
        }
        self.queue.len()
    }

    /// How many nodes the part of a root lacks; `None` if it has no size.
    fn lacks(&self, root: u32) -> Option<usize> {
        let (node, size) = self.roots[root as usize];
        let part = self.part[node];
        let has = if part == NONE {
            1
        } else {
            self.parts[part as usize].size as usize
        };
        Some(size?.saturating_sub(has))
    }

    /// Excludes nodes that would join two roots or make a part too large. A chosen node of such a part fails.
    fn exclude_joining(&mut self, store: &mut Store) -> Pruned {
        let graph = self.subgraph.graph.clone();
        for node in 0..graph.n_nodes() {
            let view = self.subgraph.nodes[node];
            let root = self.touches[node];
            if root == NONE || store.is_excluded(view) {
                continue;
            }
            let mut is_too_much = root == MANY;
            if let Some(&(_, Some(size))) = self.roots.get(root as usize) {
                let mut total = 1;
                if self.part[node] != NONE {
                    total = self.parts[self.part[node] as usize].size as usize;
                } else {
                    let mut seen: [u32; 8] = [NONE; 8];
                    let mut n_seen = 0;
                    for step in graph.out_edges(node) {
                        let part = self.part[step.node as usize];
                        if part != NONE && n_seen < seen.len() && !seen.contains(&part) {
                            seen[n_seen] = part;
                            n_seen += 1;
                            total += self.parts[part as usize].size as usize;
                        }
                    }
                }
                is_too_much |= total > size;
            }
            if is_too_much {
                store.set_max(view, 0, tag(rule::JOINS, node))?;
            }
        }
        Ok(())
    }

    /// Excludes nodes that no root reaches.
    fn exclude_far(&mut self, store: &mut Store) -> Pruned {
        let mut is_near = vec![false; self.subgraph.nodes.len()];
        for root in 0..self.roots.len() as u32 {
            let bound = self.lacks(root);
            self.search(store, root, usize::MAX, bound, usize::MAX);
            self.queue
                .iter()
                .for_each(|&node| is_near[node as usize] = true);
        }
        for (node, near) in is_near.into_iter().enumerate() {
            if !near {
                let view = self.subgraph.nodes[node];
                store.set_max(view, 0, tag(rule::FAR, node))?;
            }
        }
        Ok(())
    }

    /// Chooses a node without which the part of a root cannot grow to its size; fails if it cannot grow at all.
    fn choose_growth(&mut self, store: &mut Store) -> Pruned {
        let graph = self.subgraph.graph.clone();
        for root in 0..self.roots.len() as u32 {
            let (start, Some(size)) = self.roots[root as usize] else {
                continue;
            };
            if self.lacks(root) == Some(0) {
                continue;
            }
            if self.search(store, root, usize::MAX, None, size) < size {
                return Err(store.fail(tag(rule::GROWS, start)));
            }
            let part = self.part[start];
            for member in 0..graph.n_nodes() {
                if part == NONE || self.part[member] != part {
                    continue;
                }
                for step in graph.out_edges(member) {
                    let exit = step.node as usize;
                    let view = self.subgraph.nodes[exit];
                    if store.is_undecided(view) && self.search(store, root, exit, None, size) < size
                    {
                        // Further choices would be explained with larger parts, perhaps of two roots.
                        store.set_min(view, 1, tag(rule::GROWS, exit))?;
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Chooses the only way out of a part without a root.
    fn choose_leads(&mut self, store: &mut Store) -> Pruned {
        let graph = self.subgraph.graph.clone();
        let mut ways = vec![(0, NONE); self.parts.len()];
        for node in 0..graph.n_nodes() {
            if !store.is_undecided(self.subgraph.nodes[node]) {
                continue;
            }
            for step in graph.out_edges(node) {
                let part = self.part[step.node as usize];
                if part != NONE && ways[part as usize].1 != node as u32 {
                    ways[part as usize] = (ways[part as usize].0 + 1, node as u32);
                }
            }
        }
        for (part, (n_ways, way)) in self.parts.iter().zip(ways) {
            if part.root == NONE && n_ways == 1 {
                let view = self.subgraph.nodes[way as usize];
                store.set_min(view, 1, tag(rule::LEADS, way as usize))?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Adds the chosen nodes that make a node touch the part of another root than `root`.
    fn add_touched(&mut self, node: usize, root: u32, is_added: &mut [bool]) {
        let graph = &self.subgraph.graph;
        let own = self.part[node];
        let touched = graph
            .out_edges(node)
            .iter()
            .map(|step| self.part[step.node as usize]);
        let touched: Vec<u32> = touched.chain([own]).filter(|part| *part != NONE).collect();
        for part in touched {
            let of = self.parts[part as usize].root;
            if of != NONE && of != root {
                let members = (0..self.part.len()).filter(|&node| self.part[node] == part);
                members.for_each(|member| is_added[member] = true);
                return;
            }
        }
    }

    /// Adds what bounds the last search from a root: its part, excluded nodes, and parts of other roots.
    fn add_bounds(&mut self, past: &PastStore<'_>, root: u32, but: usize, is_added: &mut [bool]) {
        let graph = self.subgraph.graph.clone();
        let queue = std::mem::take(&mut self.queue);
        for &node in &queue {
            for step in graph.out_edges(node as usize) {
                let other = step.node as usize;
                if self.reached[other] == self.stamp || other == but {
                    continue;
                }
                if past.is_excluded(self.subgraph.nodes[other]) {
                    is_added[other] = true;
                } else if !self.may_belong(past, other, root) {
                    self.add_touched(other, root, is_added);
                }
            }
        }
        self.queue = queue;
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
            self.choose_leads(store)?;
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
            rule::JOINS => {
                // All parts that the node belongs to or touches.
                let graph = &self.subgraph.graph;
                let touched = graph
                    .out_edges(node)
                    .iter()
                    .map(|step| self.part[step.node as usize]);
                let touched: Vec<u32> = touched.chain([self.part[node]]).collect();
                for other in (0..n_nodes).filter(|&other| other != node) {
                    is_added[other] =
                        self.part[other] != NONE && touched.contains(&self.part[other]);
                }
            }
            rule::FAR => {
                for root in 0..self.roots.len() as u32 {
                    let bound = self.lacks(root);
                    self.search(past, root, usize::MAX, bound, usize::MAX);
                    let part = self.part[self.roots[root as usize].0];
                    if bound.is_some() {
                        for (is_added, &of) in is_added.iter_mut().zip(&self.part) {
                            *is_added |= part != NONE && of == part;
                        }
                    }
                    self.add_bounds(past, root, usize::MAX, &mut is_added);
                }
            }
            rule::GROWS => {
                let own = self.root_at[node];
                let is_fail = own != NONE && past.is_chosen(self.subgraph.nodes[node]);
                let roots = match is_fail {
                    true => own..own + 1,
                    false => 0..self.roots.len() as u32,
                };
                let but = if is_fail { usize::MAX } else { node };
                for root in roots {
                    let Some(size) = self.roots[root as usize].1 else {
                        continue;
                    };
                    if self.search(past, root, but, None, size) < size {
                        self.add_bounds(past, root, but, &mut is_added);
                        break;
                    }
                }
            }
            _ => {
                // A part without a root whose other neighbours are excluded.
                let graph = &self.subgraph.graph;
                for number in 0..self.parts.len() as u32 {
                    if self.parts[number as usize].root != NONE {
                        continue;
                    }
                    let members = || (0..n_nodes).filter(|&member| self.part[member] == number);
                    let around = members().flat_map(|member| graph.out_edges(member));
                    let around = around.map(|step| step.node as usize);
                    let around: Vec<usize> =
                        around.filter(|&other| self.part[other] != number).collect();
                    let is_shut = |&&other: &&usize| {
                        other == node || past.is_excluded(self.subgraph.nodes[other])
                    };
                    if around.contains(&node) && around.iter().all(|other| is_shut(&other)) {
                        let first = members().next().unwrap_or(node);
                        is_added[first] = true;
                        for other in around {
                            is_added[other] |= other != node;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::test_util::*;

    fn laws() -> Laws {
        Laws::new("rooted_parts", |x, draws| {
            let n_edges = draws.below(2 * x.len() + 1);
            let edges = random_edges(draws, x.len(), n_edges);
            let graph = Graph::new(x.len(), edges).expect("nodes are there");
            let mut roots = Vec::new();
            for node in 0..x.len() {
                if draws.one_in(3) {
                    let size = draws.all_but_one_in(4).then(|| 1 + draws.below(4));
                    roots.push((node, size));
                }
            }
            Some(rooted_parts(&graph, x, roots))
        })
        .claims([FORWARD; 3])
    }

    #[test]
    fn laws_of_booleans() {
        laws().booleans(0..=8).check_rounds(400);
    }

    #[test]
    fn laws_with_variables_in_several_roles() {
        laws()
            .booleans(0..=8)
            .aliased()
            .plain_only()
            .check_rounds(200);
    }

    /// Islands on a row of five cells: a root of two at one end and one of any size at the other.
    #[test]
    fn islands_on_a_row_are_counted() {
        let mut model = Model::new();
        let cells = model.ints(5, 0..=1);
        let roots = [(0, Some(2)), (4, None)];
        model.add(rooted_parts(&grid(1, 5), &cells, roots));
        assert_eq!(
            solutions(&model, Consistency::Domain, &cells),
            [[1, 1, 0, 0, 1], [1, 1, 0, 1, 1]]
        );
    }

    #[test]
    fn invalid_roots_are_rejected() {
        let mut model = Model::new();
        let cells = model.ints(4, 0..=1);
        let far = model.post(rooted_parts(&grid(2, 2), &cells, [(4, None)]));
        assert_eq!(
            far.unwrap_err().to_string(),
            "rooted_parts: there is no node 4"
        );
        let twice = model.post(rooted_parts(&grid(2, 2), &cells, [(1, None), (1, Some(2))]));
        assert_eq!(
            twice.unwrap_err().to_string(),
            "rooted_parts: node 1 is a root twice"
        );
    }
}
