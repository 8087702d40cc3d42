//! `part_sizes(G, N, size)`: every connected part of the nodes of G chosen by N has exactly `size` nodes; a node is chosen if its view is at
//! least 1. `part_size_at(G, N, node, size)`: the node is chosen, and its part has exactly `size` nodes.
//!
//! All levels: a part that is not excluded and has fewer nodes is excluded; a node that would join chosen nodes to a larger part is
//! excluded; a node beside a part that cannot grow enough without it is chosen. Each run is linear in the graph, plus `size` steps for each
//! node beside a part. Not domain consistent.

use crate::support::errors::invalid;
use crate::support::graph::{Digraph, Graph};
use crate::support::parts::{BreadthFirst, Parts, ground_parts};
use crate::support::prelude::*;
use crate::support::subgraph::{ElementStates, Subgraph, tag, untag};
use crate::support::views::IntoViews;

/// Parts of chosen nodes of one size; made by [`part_sizes`].
#[derive(Clone, Debug)]
pub struct PartSizes {
    subgraph: Subgraph,
    size: usize,
    /// The node whose part has the size; `None` for every part.
    at: Option<usize>,
}

/// The node is chosen, and its connected part of the chosen nodes has exactly `size` nodes.
pub fn part_size_at(graph: &Graph, nodes: impl IntoViews, node: usize, size: usize) -> PartSizes {
    PartSizes {
        at: Some(node),
        ..part_sizes(graph, nodes, size)
    }
}

/// Every connected part of the chosen nodes has exactly `size` nodes.
pub fn part_sizes(graph: &Graph, nodes: impl IntoViews, size: usize) -> PartSizes {
    PartSizes {
        subgraph: Subgraph::new(Digraph::from(graph), nodes, None),
        size,
        at: None,
    }
}

impl Constraint for PartSizes {
    fn name(&self) -> &'static str {
        "part_sizes"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let graph = [self.subgraph.graph.term()].into_iter();
        let terms = graph.chain(self.subgraph.terms(name));
        let at = self.at.map(|node| Term::from(node as i64));
        let terms = terms.chain(at);
        Term::compound(self.name(), terms.chain([Term::from(self.size as i64)]))
    }

    fn views(&self) -> Vec<View> {
        self.subgraph.views()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let parts = ground_parts(&self.subgraph, at);
        let size = |part: usize| parts.iter().filter(|other| **other == Some(part)).count();
        match self.at {
            Some(node) => parts[node].is_some_and(|part| size(part) == self.size),
            None => parts.iter().flatten().all(|&part| size(part) == self.size),
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.subgraph.check(self.name(), model)?;
        match self.at {
            Some(node) if node >= self.subgraph.graph.n_nodes() => {
                invalid(self.name(), format!("there is no node {node}"))
            }
            _ => Ok(()),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let propagator = PartGrowth {
            subgraph: self.subgraph.clone(),
            size: self.size,
            at: self.at,
            parts: Parts::default(),
            breadth_first: BreadthFirst::default(),
            neighbours: Vec::new(),
        };
        let wakes = self.subgraph.wakes(out.store());
        out.add(Cost::Cubic, propagator, wakes);
    }
}

/// Which rule pruned; the tag has the node.
mod rule {
    pub(super) const TOO_SMALL: u32 = 0;
    pub(super) const TOO_LARGE: u32 = 1;
    pub(super) const NEEDED: u32 = 2;
    pub(super) const GIVEN: u32 = 3;
}

#[derive(Debug)]
struct PartGrowth {
    subgraph: Subgraph,
    size: usize,
    at: Option<usize>,
    parts: Parts,
    breadth_first: BreadthFirst,
    neighbours: Vec<u32>,
}

impl PartGrowth {
    /// Excludes the nodes of parts that cannot be large enough.
    fn exclude_small(&mut self, store: &mut Store) -> Pruned {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        let may_pass = |node: usize| !store.is_excluded(nodes[node]);
        if let Some(at) = self.at {
            let part = self.breadth_first.run(graph, at, self.size, may_pass);
            if part.len() < self.size {
                store.set_max(nodes[at], 0, tag(rule::TOO_SMALL, at))?;
            }
            return Ok(());
        }
        self.parts.find(graph, may_pass);
        for part in 0..self.parts.len() as u32 {
            let members = self.parts.members(part);
            if members.len() < self.size {
                for &node in members {
                    let node = node as usize;
                    store.set_max(nodes[node], 0, tag(rule::TOO_SMALL, node))?;
                }
            }
        }
        Ok(())
    }

    /// Excludes the nodes that would make a part too large.
    fn exclude_large(&mut self, store: &mut Store) -> Pruned {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        self.parts.find(graph, |node| store.is_chosen(nodes[node]));
        let given = self.at.map(|at| self.parts.of(at));
        for (node, &view) in nodes.iter().enumerate() {
            if store.is_excluded(view) {
                continue;
            }
            let is_meant = given.is_none_or(|given| {
                self.parts.of(node) == given
                    || self.parts.around(graph, node).any(|part| part == given)
            });
            if is_meant && self.parts.joined_size(graph, node) > self.size {
                store.set_max(view, 0, tag(rule::TOO_LARGE, node))?;
            }
        }
        Ok(())
    }

    /// Chooses nodes without which a part cannot grow enough; with the parts of chosen nodes.
    fn choose_needed(&mut self, store: &mut Store) -> Pruned {
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        for part in 0..self.parts.len() as u32 {
            let members = self.parts.members(part);
            let is_meant = self.at.is_none_or(|at| self.parts.of(at) == part);
            if members.len() >= self.size || !is_meant {
                continue;
            }
            let start = members[0] as usize;
            let is_open = |node: usize| store.is_undecided(nodes[node]);
            self.parts
                .neighbours_of(graph, part, is_open, &mut self.neighbours);
            for &exit in &self.neighbours {
                let exit = exit as usize;
                let may = |node: usize| node != exit && !store.is_excluded(nodes[node]);
                if self.breadth_first.run(graph, start, self.size, may).len() < self.size {
                    store.set_min(nodes[exit], 1, tag(rule::NEEDED, exit))?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for PartGrowth {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        if let Some(at) = self.at {
            store.set_min(self.subgraph.nodes[at], 1, tag(rule::GIVEN, at))?;
        }
        self.exclude_small(store)?;
        // Without a chosen node no part can be too large or must grow.
        let nodes = &self.subgraph.nodes;
        if self.size == 0 || nodes.iter().any(|&node| store.is_chosen(node)) {
            self.exclude_large(store)?;
            if store.prunings() == before {
                self.choose_needed(store)?;
            }
        }
        if self.subgraph.is_decided(store) && store.prunings() == before {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node) = untag(tag);
        let (graph, nodes) = (&self.subgraph.graph, &self.subgraph.nodes);
        if rule == rule::GIVEN {
            return;
        }
        if rule == rule::TOO_LARGE {
            let is_chosen = |node: usize| past.is_chosen(nodes[node]);
            // For the part of one node, the reason must reach that node.
            let limit = self.at.map_or(self.size + 1, |_| usize::MAX);
            let part = self.breadth_first.run(graph, node, limit, is_chosen);
            let others = part.iter().filter(|&&other| other as usize != node);
            others.for_each(|&other| why.add(nodes[other as usize].at_least(1)));
            return;
        }
        let mut start = node;
        if rule == rule::NEEDED {
            let may = |other: usize| other != node && !past.is_excluded(nodes[other]);
            let mut chosen =
                (0..nodes.len()).filter(|&other| other != node && past.is_chosen(nodes[other]));
            let small = chosen.find(|&other| {
                self.at.is_none_or(|at| at == other)
                    && self.breadth_first.run(graph, other, self.size, may).len() < self.size
            });
            start = small.expect("a part needs the node");
            why.add(nodes[start].at_least(1));
        }
        let without = (rule == rule::NEEDED).then_some(node);
        let may = |other: usize| Some(other) != without && !past.is_excluded(nodes[other]);
        let part = self
            .breadth_first
            .run(graph, start, usize::MAX, may)
            .to_vec();
        let mut around: Vec<u32> = Vec::new();
        for &member in &part {
            for step in graph.out_edges(member as usize) {
                let other = step.node as usize;
                if Some(other) != without && past.is_excluded(nodes[other]) {
                    around.push(step.node);
                }
            }
        }
        around.sort_unstable();
        around.dedup();
        // The node itself may be excluded already, if the variable has another role.
        around.retain(|&other| other as usize != start);
        for other in around {
            why.add(nodes[other as usize].at_most(0));
        }
    }
}
