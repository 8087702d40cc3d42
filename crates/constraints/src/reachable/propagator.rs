//! The propagator of `reachable`, by dominators: what no possible root reaches is excluded, what every path from them to a chosen node passes is chosen, and a root reaches all
//! chosen nodes.

use crate::reachable::dominators::Dominators;
use crate::support::prelude::*;
use crate::support::subgraph::{
    Cuts, Direction, ElementStates, GraphElement, Subgraph, rule, tag, untag,
};
use crate::support::views::vars;

/// Rules about the root.
const NO_NODE: u32 = rule::N_SHARED;
const ROOT_OUT: u32 = rule::N_SHARED + 1;
const ROOT_FAR: u32 = rule::N_SHARED + 2;
const IS_ROOT: u32 = rule::N_SHARED + 3;

/// Keeps the chosen elements reachable from the possible roots.
#[derive(Debug)]
pub(super) struct ReachableDominators {
    root: View,
    subgraph: Subgraph,
    aliased: bool,
    dominators: Dominators,
    /// Elements that every path from the roots to a chosen node passes.
    forced: Vec<GraphElement>,
    cuts: Cuts,
}

impl ReachableDominators {
    pub(super) fn new(root: View, subgraph: &Subgraph, store: &Store) -> ReachableDominators {
        let root_again = vars(&subgraph.views()).contains(&root.var) && !store.is_fixed(root);
        ReachableDominators {
            root,
            subgraph: subgraph.clone(),
            aliased: root_again || subgraph.is_aliased(store),
            dominators: Dominators::default(),
            forced: Vec::new(),
            cuts: Cuts::default(),
        }
    }

    /// Removes roots that are out or do not reach every chosen node.
    fn narrow_root(&mut self, store: &mut Store) -> Pruned {
        let (root, n_nodes) = (self.root, self.subgraph.nodes.len());
        if n_nodes == 0 {
            return Err(store.fail(tag(NO_NODE, 0)));
        }
        store.set_min(root, 0, tag(NO_NODE, 0))?;
        store.set_max(root, n_nodes as i32 - 1, tag(NO_NODE, 0))?;
        for node in 0..n_nodes {
            if self.subgraph.node_is_excluded(store, node) {
                store.remove(root, node as i32, tag(ROOT_OUT, node))?;
            }
        }
        for chosen in 0..n_nodes {
            if store.is_fixed(root) {
                break;
            }
            if !store.is_chosen(self.subgraph.nodes[chosen]) {
                continue;
            }
            self.cuts
                .reach(&self.subgraph, store, Direction::Backward, [chosen], None);
            for node in (0..n_nodes).filter(|&node| !self.cuts.near[node]) {
                store.remove(root, node as i32, tag(ROOT_FAR, node))?;
            }
            if self.subgraph.graph.is_undirected() {
                // The other chosen nodes are in the same component, or the propagator of `connected` fails.
                break;
            }
        }
        if let Some(node) = store.fixed(root) {
            let node = node as usize;
            store.set_min(self.subgraph.nodes[node], 1, tag(IS_ROOT, node))?;
        }
        Ok(())
    }

    /// Adds why no possible root reached the target.
    fn explain_far(
        &mut self,
        target: usize,
        without: Option<GraphElement>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let (subgraph, root) = (&self.subgraph, self.root);
        if let Some(from) = past.fixed(root) {
            why.add(root.is(from));
            let from = from as usize;
            self.cuts
                .explain_apart(subgraph, past, (from, target), without, why);
            return;
        }
        let roots = past.values(root).map(|node| node as usize);
        self.cuts
            .reach(subgraph, past, Direction::Forward, roots, without);
        self.cuts
            .cut(subgraph, past, Direction::Forward, [target], without);
        self.cuts.atoms.iter().for_each(|&atom| why.add(atom));
        for node in (0..subgraph.nodes.len()).filter(|&node| self.cuts.met[node]) {
            // A node that the cut names as out cannot be a root, so no atom about the root is needed.
            if !self.cuts.atoms.contains(&subgraph.nodes[node].at_most(0)) {
                why.absent(root, node as i32);
            }
        }
    }

    fn explain_between(&mut self, element: GraphElement, past: &PastStore<'_>, why: &mut Reason) {
        let subgraph = &self.subgraph;
        let without = Some(element);
        let roots = past.values(self.root).map(|node| node as usize);
        self.cuts
            .reach(subgraph, past, Direction::Forward, roots, without);
        let near = &self.cuts.near;
        let target = (0..subgraph.nodes.len())
            .filter(|&node| element != GraphElement::Node(node))
            .find(|&node| !near[node] && past.is_chosen(subgraph.nodes[node]))
            .expect("a chosen node is beyond");
        why.add(subgraph.nodes[target].at_least(1));
        self.explain_far(target, without, past, why);
    }
}

impl Propagator for ReachableDominators {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.subgraph.propagate_edge_ends(store)?;
        self.narrow_root(store)?;
        let roots = store.values(self.root).map(|node| node as usize);
        self.dominators.search(&self.subgraph, store, roots);
        let searched = store.prunings();
        for node in 0..self.subgraph.nodes.len() {
            if !self.dominators.reached(node) && !self.subgraph.node_is_excluded(store, node) {
                self.subgraph.exclude_node(store, node)?;
            }
        }
        if self.aliased && store.prunings() != searched {
            // The removed elements may be, in another role, elements that the search passed.
            return Ok(Status::Rerun);
        }
        self.forced.clear();
        self.dominators
            .force(&self.subgraph, store, &mut self.forced);
        self.subgraph.choose_separating(store, &self.forced)?;
        if !self.aliased && self.subgraph.is_decided(store) && store.is_fixed(self.root) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, index) = untag(tag);
        match rule {
            NO_NODE => {}
            ROOT_OUT => why.add(self.subgraph.nodes[index].at_most(0)),
            IS_ROOT => why.add(self.root.is(index as i32)),
            ROOT_FAR => {
                let subgraph = &self.subgraph;
                self.cuts
                    .reach(subgraph, past, Direction::Forward, [index], None);
                let near = &self.cuts.near;
                let target = (0..subgraph.nodes.len())
                    .find(|&node| !near[node] && past.is_chosen(subgraph.nodes[node]))
                    .expect("a chosen node is out of its reach");
                why.add(subgraph.nodes[target].at_least(1));
                self.cuts
                    .explain_apart(subgraph, past, (index, target), None, why);
            }
            rule::OUT_OF_REACH => self.explain_far(index, None, past, why),
            rule::NODE_BETWEEN => self.explain_between(GraphElement::Node(index), past, why),
            rule::EDGE_BETWEEN => self.explain_between(GraphElement::Edge(index), past, why),
            rule::NEEDS_END => why.add(self.subgraph.view(GraphElement::Edge(index)).at_least(1)),
            _ => self.subgraph.explain_end_excluded(index, past, why),
        }
    }
}
