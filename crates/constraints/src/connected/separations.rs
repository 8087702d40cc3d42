//! Shows from the nodes near removed ones that nothing was separated.
//!
//! Assume that the graph was connected, and that no undecided node separated others. A path between two nodes that now cannot be reached from one another, or only
//! through an undecided node, passed removed nodes. Where it entered and left a group of adjacent removed nodes are two neighbours of the group. So if all neighbours of each group are
//! joined, and only chosen nodes separate them, the assumption still holds.

use crate::support::lowlinks::NONE;
use crate::support::nearby::{Nearby, nearby_sizes};
use crate::support::prelude::*;
use crate::support::subgraph::{ElementStates, Subgraph};
use crate::support::union_find::TrailedUnionFind;

/// The search near removed nodes; keeps its memory between uses.
#[derive(Debug, Default)]
pub(super) struct Separations {
    /// The removed nodes that no search has handled.
    is_left: Vec<bool>,
    /// The neighbours of a group of removed nodes.
    members: Vec<u32>,
    stack: Vec<u32>,
    /// Whether the subtree of each node has a member.
    holds_member: Vec<bool>,
    nearby: Nearby,
}

impl Separations {
    /// Whether the nodes that are left are still connected, and no undecided node separates others, as it was before these nodes were removed; for graphs without edge
    /// variables. `chosen` are the connected parts of the chosen nodes; they may be finer.
    pub(super) fn are_none(
        &mut self,
        subgraph: &Subgraph,
        store: &Store,
        gone: &[u32],
        chosen: TrailedUnionFind,
    ) -> bool {
        self.is_left.resize(subgraph.graph.n_nodes(), false);
        gone.iter()
            .for_each(|&node| self.is_left[node as usize] = true);
        let are_none = gone.iter().all(|&node| {
            if !std::mem::take(&mut self.is_left[node as usize]) {
                return true;
            }
            self.find_members(subgraph, store, node);
            self.members.len() < 2
                || self.are_joined_by_chosen(subgraph, store, chosen)
                || nearby_sizes(subgraph.graph.n_nodes())
                    .any(|max_nodes| self.are_joined(subgraph, store, max_nodes))
        });
        gone.iter()
            .for_each(|&node| self.is_left[node as usize] = false);
        are_none
    }

    /// Finds the neighbours of the group of a removed node.
    fn find_members(&mut self, subgraph: &Subgraph, store: &Store, node: u32) {
        self.nearby.begin(subgraph.graph.n_nodes());
        self.members.clear();
        self.stack.push(node);
        while let Some(node) = self.stack.pop() {
            for step in subgraph.graph.out_edges(node as usize) {
                if std::mem::take(&mut self.is_left[step.node as usize]) {
                    self.stack.push(step.node);
                } else if !subgraph.node_is_excluded(store, step.node as usize)
                    && self.nearby.mark(step.node)
                {
                    self.members.push(step.node);
                }
            }
        }
    }

    /// Whether chosen nodes join the members, which are chosen themselves.
    fn are_joined_by_chosen(
        &self,
        subgraph: &Subgraph,
        store: &Store,
        chosen: TrailedUnionFind,
    ) -> bool {
        let part = chosen.find(store, self.members[0] as usize);
        self.members.iter().all(|&member| {
            let member = member as usize;
            store.is_chosen(subgraph.nodes[member]) && chosen.find(store, member) == part
        })
    }

    /// Whether the members are joined by nodes near them, and only chosen nodes separate them there.
    fn are_joined(&mut self, subgraph: &Subgraph, store: &Store, max_nodes: usize) -> bool {
        let is_chosen = |node: u32| store.is_chosen(subgraph.nodes[node as usize]);
        let root = self.members[0];
        self.holds_member.clear();
        self.holds_member.resize(subgraph.graph.n_nodes(), false);
        for &member in &self.members {
            self.holds_member[member as usize] = true;
        }
        let holds_member = &mut self.holds_member;
        let mut n_below_root = 0;
        let mut is_separated = false;
        self.nearby.search(
            &subgraph.graph,
            &self.members,
            max_nodes,
            |step| !subgraph.node_is_excluded(store, step.node as usize),
            |node, parent, is_apart| {
                if !holds_member[node as usize] {
                    return;
                }
                holds_member[parent as usize] = true;
                if parent == root {
                    n_below_root += 1;
                } else if is_apart && !is_chosen(parent) {
                    is_separated = true;
                }
            },
        );
        let found = &self.nearby.search.found;
        let are_found = self
            .members
            .iter()
            .all(|&member| found[member as usize] != NONE);
        are_found && !is_separated && (n_below_root < 2 || is_chosen(root))
    }
}
