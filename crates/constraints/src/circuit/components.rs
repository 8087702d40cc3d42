//! The propagator that `circuit` adds at `domain`: every node has a predecessor, and the remaining arcs form one strongly connected
//! component. Arcs that no circuit through the
//! subtrees of a depth-first search can use are removed.

use crate::circuit::Successors;
use crate::support::graph::Digraph;
use crate::support::prelude::*;
use crate::support::rule_tag::{tag, untag};
use crate::support::subgraph::Direction;

/// Which rule pruned. Each is about two nodes.
mod rule {
    /// The first is the only possible predecessor of the second.
    pub(super) const ONLY_BEFORE: u32 = 0;
    /// No path leads from the first to the second.
    pub(super) const FAR: u32 = 1;
    /// Every path between the two passes the root.
    pub(super) const APART: u32 = 2;
    /// Without this arc, every path between the two passes the root.
    pub(super) const ONLY_STEP: u32 = 3;
    /// A circuit with this arc misses a node.
    pub(super) const MISSES: u32 = 4;
    /// The second is visited, and the first is not in its strongly connected component.
    pub(super) const OUTSIDE: u32 = 5;
}

const UNSEEN: u32 = u32::MAX;

/// Works on all arcs that the domains allow.
#[derive(Debug)]
pub(super) struct SccCircuit {
    successors: Successors,
    /// The arcs at the root of the search, without loops.
    graph: Digraph,
    /// The node at which the depth-first search starts.
    root: usize,
    search: DepthFirstSearch,
    /// The number of possible predecessors of each node, and the last of them.
    before: Vec<(u32, u32)>,
    near: Vec<bool>,
    met: Vec<bool>,
    stack: Vec<u32>,
}

/// Scratch memory of a depth-first search.
#[derive(Debug, Default)]
struct DepthFirstSearch {
    /// The order of discovery, by node.
    found: Vec<u32>,
    low: Vec<u32>,
    /// The subtree of the depth-first search that a node is in, counted from 1; 0 for the root.
    subtree: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// For each subtree, the number of arcs to the subtree before it, and the last such arc.
    crossings: Vec<(u32, u32, u32)>,
}

impl SccCircuit {
    pub(super) fn new(successors: &Successors, store: &Store) -> SccCircuit {
        let mut steps = Vec::new();
        for (node, &view) in successors.views.iter().enumerate() {
            for next in 0..successors.views.len() {
                if next != node && store.contains(view, successors.value(next)) {
                    steps.push((node, next));
                }
            }
        }
        let graph =
            Digraph::new(successors.views.len(), steps).expect("values were taken from the nodes");
        let nodes = 0..successors.views.len();
        // More arcs out of the root make more subtrees.
        let root = nodes.rev().max_by_key(|&node| graph.out_edges(node).len());
        SccCircuit {
            successors: successors.clone(),
            graph,
            root: root.unwrap_or(0),
            search: DepthFirstSearch::default(),
            before: Vec::new(),
            near: Vec::new(),
            met: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// The possible successors of a node as bits, itself included; `None` if there are more than 64 nodes.
    #[inline]
    fn next_nodes(&self, store: &Store, node: usize) -> Option<u64> {
        let views = &self.successors.views;
        let is_node = u64::MAX.checked_shr(64_u32.checked_sub(views.len() as u32)?)?;
        let bits = store.bits_from(views[node], self.successors.value(0))?;
        Some(bits & is_node)
    }

    /// [`SccCircuit::find_predecessors`] with one word for each node; `None` if that does not suffice.
    fn find_predecessors_by_words(&self, store: &mut Store) -> Option<Pruned<bool>> {
        let views = &self.successors.views;
        let (mut once, mut twice) = (0, 0);
        for node in 0..views.len() {
            let next = self.next_nodes(store, node)?;
            twice |= once & next;
            once |= next;
        }
        Some(self.fix_only_predecessors(once, twice, store))
    }

    /// Given the nodes with a predecessor, and those with several, fixes the predecessor of every other.
    fn fix_only_predecessors(&self, once: u64, twice: u64, store: &mut Store) -> Pruned<bool> {
        let successors = &self.successors;
        let without = once.trailing_ones() as usize;
        if without < successors.views.len() {
            return Err(store.fail(tag(rule::ONLY_BEFORE, without, without)));
        }
        let mut changed = false;
        for before in 0..successors.views.len() {
            let mut only = self.next_nodes(store, before).unwrap_or(0) & once & !twice;
            while only != 0 {
                let node = only.trailing_zeros() as usize;
                only &= only - 1;
                let tag = tag(rule::ONLY_BEFORE, before, node);
                changed |= store.fix(successors.views[before], successors.value(node), tag)?;
            }
        }
        Ok(changed)
    }

    /// Fixes the predecessor of every node that has only one.
    fn find_predecessors(&mut self, store: &mut Store) -> Pruned<bool> {
        if let Some(found) = self.find_predecessors_by_words(store) {
            return found;
        }
        let successors = &self.successors;
        self.before.clear();
        self.before.resize(successors.views.len(), (0, 0));
        for node in 0..successors.views.len() {
            let mut count = |next: usize| {
                if store.contains(successors.views[node], successors.value(next)) {
                    self.before[next].0 += 1;
                    self.before[next].1 = node as u32;
                }
            };
            count(node);
            for step in self.graph.out_edges(node) {
                count(step.node as usize);
            }
        }
        let mut changed = false;
        for (node, &(n_before, before)) in self.before.iter().enumerate() {
            let before = before as usize;
            if n_before == 0 {
                return Err(store.fail(tag(rule::ONLY_BEFORE, node, node)));
            }
            if n_before == 1 {
                let tag = tag(rule::ONLY_BEFORE, before, node);
                changed |= store.fix(successors.views[before], successors.value(node), tag)?;
            }
        }
        Ok(changed)
    }

    /// Searches from the root. Fails unless there is one strongly connected component.
    fn search(&mut self, store: &mut Store) -> Pruned {
        let (successors, root) = (&self.successors, self.root);
        let search = &mut self.search;
        let n_nodes = successors.views.len();
        search.found.clear();
        search.found.resize(n_nodes, UNSEEN);
        search.low.clear();
        search.low.resize(n_nodes, 0);
        search.subtree.clear();
        search.subtree.resize(n_nodes, 0);
        search.stack.clear();
        search.stack.push((root as u32, 0));
        search.found[root] = 0;
        let mut n_found = 1;
        let mut n_subtrees = 0;
        while let Some(&mut (node, ref mut next_step)) = search.stack.last_mut() {
            let node = node as usize;
            let Some(step) = self.graph.out_edges(node).get(*next_step as usize) else {
                search.stack.pop();
                let Some(&(above, _)) = search.stack.last() else {
                    break;
                };
                if search.low[node] == search.found[node] {
                    return Err(store.fail(tag(rule::FAR, node, root)));
                }
                let low = &mut search.low;
                low[above as usize] = low[above as usize].min(low[node]);
                continue;
            };
            *next_step += 1;
            let next = step.node as usize;
            if !store.contains(successors.views[node], successors.value(next)) {
                continue;
            }
            if search.found[next] == UNSEEN {
                n_subtrees += u32::from(node == root);
                search.subtree[next] = n_subtrees;
                search.found[next] = n_found;
                search.low[next] = n_found;
                n_found += 1;
                search.stack.push((step.node, 0));
            } else {
                search.low[node] = search.low[node].min(search.found[next]);
            }
        }
        if let Some(far) = search.found.iter().position(|&found| found == UNSEEN) {
            return Err(store.fail(tag(rule::FAR, root, far)));
        }
        search.crossings.clear();
        search.crossings.resize(n_subtrees as usize + 1, (0, 0, 0));
        Ok(())
    }

    /// Removes the arcs that skip a subtree, and takes the only arc between two consecutive subtrees.
    fn walk_subtrees(&mut self, store: &mut Store) -> Pruned<bool> {
        let (successors, root) = (&self.successors, self.root);
        let DepthFirstSearch {
            subtree, crossings, ..
        } = &mut self.search;
        let n_subtrees = crossings.len() as u32 - 1;
        if n_subtrees < 2 {
            return Ok(false);
        }
        let mut changed = false;
        for node in 0..successors.views.len() {
            for step in self.graph.out_edges(node) {
                let next = step.node as usize;
                if !store.contains(successors.views[node], successors.value(next)) {
                    continue;
                }
                let (from, to) = (subtree[node], subtree[next]);
                let misses = if node == root {
                    to < n_subtrees
                } else {
                    to + 1 < from
                };
                if misses {
                    let tag = tag(rule::MISSES, node, next);
                    changed |= store.remove(successors.views[node], successors.value(next), tag)?;
                } else if to + 1 == from && node != root && next != root {
                    let crossing = &mut crossings[from as usize];
                    *crossing = (crossing.0 + 1, node as u32, next as u32);
                }
            }
        }
        for from in 2..=n_subtrees {
            let (count, node, next) = crossings[from as usize];
            let (node, next) = (node as usize, next as usize);
            if count == 0 {
                let inside = |which| subtree.iter().position(|&tree| tree == which);
                let members = inside(from).zip(inside(from - 1));
                let (a, b) = members.expect("no subtree is empty");
                return Err(store.fail(tag(rule::APART, a, b)));
            }
            if count == 1 {
                let tag = tag(rule::ONLY_STEP, node, next);
                changed |= store.fix(successors.views[node], successors.value(next), tag)?;
            }
        }
        Ok(changed)
    }

    /// Leaves out the nodes that are not strongly connected to a node that must be visited.
    fn leave_out(&mut self, store: &mut Store) -> Pruned<bool> {
        let visited = (0..self.successors.views.len()).find(|&node| {
            !store.contains(self.successors.views[node], self.successors.value(node))
        });
        let Some(visited) = visited else {
            return Ok(false);
        };
        let mut changed = false;
        for direction in [Direction::Forward, Direction::Backward] {
            if self.reach_by_words(direction, visited, store).is_none() {
                self.reach(
                    direction,
                    visited,
                    None,
                    |view, value| store.contains(view, value),
                    None,
                );
            }
            for node in (0..self.successors.views.len()).filter(|&node| !self.near[node]) {
                let tag = tag(rule::OUTSIDE, node, visited);
                changed |= store.fix(
                    self.successors.views[node],
                    self.successors.value(node),
                    tag,
                )?;
            }
        }
        Ok(changed)
    }
}

/// Cuts between nodes, for reasons.
impl SccCircuit {
    /// Marks as near the nodes that can be reached from a node; `None` if one word for each node does not suffice.
    fn reach_by_words(&mut self, direction: Direction, from: usize, store: &Store) -> Option<()> {
        let n_nodes = self.successors.views.len();
        self.next_nodes(store, from)?;
        let mut near: u64 = 1 << from;
        match direction {
            Direction::Forward => {
                let mut left = near;
                while left != 0 {
                    let next = self.next_nodes(store, left.trailing_zeros() as usize)?;
                    left = (left & (left - 1)) | (next & !near);
                    near |= next;
                }
            }
            Direction::Backward => loop {
                let before = near;
                for node in (0..n_nodes).filter(|&node| before >> node & 1 == 0) {
                    let reaches = self.next_nodes(store, node)? & near != 0;
                    near |= u64::from(reaches) << node;
                }
                if near == before {
                    break;
                }
            },
        }
        self.near.clear();
        self.near
            .extend((0..n_nodes).map(|node| near >> node & 1 != 0));
        Some(())
    }

    /// Marks as near the nodes that can be reached from a node, without entering one node and without one arc.
    fn reach(
        &mut self,
        direction: Direction,
        from: usize,
        avoiding: Option<usize>,
        contains: impl Fn(gridwright_fd::View, i32) -> bool,
        without: Option<(usize, usize)>,
    ) {
        self.near.clear();
        self.near.resize(self.successors.views.len(), false);
        self.near[from] = true;
        self.stack.push(from as u32);
        while let Some(node) = self.stack.pop() {
            for step in direction.edges(&self.graph, node as usize) {
                let next = step.node as usize;
                let (a, b) = direction.orient(node as usize, next);
                if !self.near[next]
                    && avoiding != Some(next)
                    && without != Some((a, b))
                    && contains(self.successors.views[a], self.successors.value(b))
                {
                    self.near[next] = true;
                    self.stack.push(step.node);
                }
            }
        }
    }

    /// The removed arcs between the near side, reached in direction `direction`, and a far node.
    fn cut(
        &mut self,
        direction: Direction,
        far: usize,
        avoiding: Option<usize>,
        without: Option<(usize, usize)>,
    ) -> Vec<Atom> {
        let mut atoms = Vec::new();
        self.met.clear();
        self.met.resize(self.successors.views.len(), false);
        self.met[far] = true;
        self.stack.push(far as u32);
        while let Some(node) = self.stack.pop() {
            for step in direction.reversed().edges(&self.graph, node as usize) {
                let next = step.node as usize;
                let (a, b) = direction.orient(next, node as usize);
                if avoiding == Some(next) || without == Some((a, b)) {
                    continue;
                }
                if self.near[next] {
                    atoms.push(self.successors.views[a].is_not(self.successors.value(b)));
                } else if !self.met[next] {
                    self.met[next] = true;
                    self.stack.push(step.node);
                }
            }
        }
        atoms
    }

    /// Adds why no path led from one node to another: the smaller of the cuts next to either.
    fn explain_far(
        &mut self,
        (from, to): (usize, usize),
        avoiding: Option<usize>,
        without: Option<(usize, usize)>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let contains = |view, value| past.contains(view, value);
        self.reach(Direction::Forward, from, avoiding, contains, without);
        let close_to_from = self.cut(Direction::Forward, to, avoiding, without);
        self.reach(Direction::Backward, to, avoiding, contains, without);
        let close_to_to = self.cut(Direction::Backward, from, avoiding, without);
        let smaller = if close_to_to.len() < close_to_from.len() {
            close_to_to
        } else {
            close_to_from
        };
        smaller.into_iter().for_each(|atom| why.add(atom));
    }

    /// Adds why an arc between two nodes misses some node: outside the root, no path leads from `to` to that
    /// node, and none from that node to `from`.
    fn explain_misses(&mut self, from: usize, to: usize, past: &PastStore<'_>, why: &mut Reason) {
        let root = self.root;
        let contains = |view, value| past.contains(view, value);
        let n_nodes = self.successors.views.len();
        let mut on_path = vec![false; n_nodes];
        on_path[root] = true;
        let sides = [(Direction::Backward, from), (Direction::Forward, to)];
        for (direction, end) in sides.into_iter().filter(|&(_, end)| end != root) {
            self.reach(direction, end, Some(root), contains, None);
            (0..n_nodes).for_each(|node| on_path[node] |= self.near[node]);
        }
        let missed = on_path.iter().position(|&on_it| !on_it);
        let missed = missed.expect("the step misses a subtree");
        if to != root {
            self.explain_far((to, missed), Some(root), None, past, why);
        }
        if from != root {
            self.explain_far((missed, from), Some(root), None, past, why);
        }
    }
}

impl Propagator for SccCircuit {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.successors.views.is_empty() {
            return Ok(Status::Entailed);
        }
        let mut changed = self.find_predecessors(store)?;
        if self.successors.partial {
            changed |= self.leave_out(store)?;
        } else {
            self.search(store)?;
            changed |= self.walk_subtrees(store)?;
        }
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, a, b) = untag(tag);
        let root = Some(self.root);
        match rule {
            rule::ONLY_BEFORE => {
                let value = self.successors.value(b);
                let steps = self.graph.in_edges(b).iter().map(|step| step.node as usize);
                for node in steps.chain([b]) {
                    let view = self.successors.views[node];
                    // After a failure `a` equals `b`, and no node is exempt.
                    if node != a || !past.contains(view, value) {
                        why.absent(view, value);
                    }
                }
            }
            rule::FAR => self.explain_far((a, b), None, None, past, why),
            rule::APART => {
                self.explain_far((a, b), root, None, past, why);
                self.explain_far((b, a), root, None, past, why);
            }
            rule::ONLY_STEP => {
                self.explain_far((a, b), root, Some((a, b)), past, why);
                self.explain_far((b, a), root, None, past, why);
            }
            rule::MISSES => self.explain_misses(a, b, past, why),
            _ => {
                why.absent(self.successors.views[b], self.successors.value(b));
                let contains = |view, value| past.contains(view, value);
                self.reach(Direction::Forward, b, None, contains, None);
                let ends = if self.near[a] { (a, b) } else { (b, a) };
                self.explain_far(ends, None, None, past, why);
            }
        }
    }
}
