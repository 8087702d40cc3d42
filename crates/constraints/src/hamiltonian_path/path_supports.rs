//! The propagator that `hamiltonian_path` adds at `domain`: every position of a node has neighbours for the positions before and after it, and every position has a node.

use std::sync::Arc;

use crate::support::prelude::*;
use crate::support::rule_tag::{tag, untag};

use crate::hamiltonian_path::distances::Distances;
use crate::support::bit_graph::nodes_in_word;
use crate::support::graph::Graph;

/// Which rule pruned. Each is about a node and a position.
mod rule {
    /// No neighbour can take the position before.
    pub(super) const BEFORE: u32 = 0;
    /// No neighbour can take the position after.
    pub(super) const AFTER: u32 = 1;
    /// The only neighbour that can take the position before is also the only one that can take the position after.
    pub(super) const BOTH: u32 = 2;
    /// No other node can take the position.
    pub(super) const ONLY: u32 = 3;
    /// No node can take the position.
    pub(super) const NO_NODE: u32 = 4;
    /// The position is taken by another node; the tag holds that node instead of the position.
    pub(super) const TAKEN: u32 = 5;
}

/// About how many pairs of a node and a position one run looks at, so that the time limit is checked on large boards too; few in tests.
const MAX_LOOKED_AT: usize = if cfg!(test) { 16 } else { 1 << 20 };

/// Propagates along the path from position to position, with sets of nodes.
#[derive(Debug)]
pub(super) struct PathSupports {
    positions: Vec<View>,
    distances: Arc<Distances>,
    /// The neighbours of each node, as a list, and as the non-empty words of a bit set with their indices.
    neighbours: Vec<Vec<u32>>,
    neighbour_words: Vec<Vec<(u32, u64)>>,
    pairs: PossiblePairs,
    /// Less than the number of nodes: for how many of them `pairs` have been filled from the domains. Equal to it: the last run came to its end. More: the last run ended in
    /// a pause, whose number is the difference.
    progress: Trailed,
    n_pauses: i64,
    /// How many pairs this run has looked at.
    n_looked_at: usize,
    /// Positions that have lost a node and are still to be processed upwards, downwards, and with both neighbours; empty between
    /// runs, except in a pause.
    upwards: PositionSet,
    downwards: PositionSet,
    around: PositionSet,
    /// Scratch memory: a set of nodes.
    row: Vec<u64>,
}

/// A set of positions.
#[derive(Debug)]
struct PositionSet(Vec<u64>);

impl PositionSet {
    fn insert(&mut self, position: usize) {
        self.0[position / 64] |= 1 << (position % 64);
    }

    fn remove(&mut self, position: usize) {
        self.0[position / 64] &= !(1 << (position % 64));
    }

    /// The first position in the set, from `position` on.
    fn next(&self, position: usize) -> Option<usize> {
        let mut word = position / 64;
        let mut left = self.0.get(word)? & (u64::MAX << (position % 64));
        while left == 0 {
            word += 1;
            left = *self.0.get(word)?;
        }
        Some(word * 64 + left.trailing_zeros() as usize)
    }

    /// The last position in the set, up to `position`.
    fn previous(&self, position: usize) -> Option<usize> {
        let mut word = position / 64;
        let mut left = self.0.get(word)? & (u64::MAX >> (63 - position % 64));
        while left == 0 {
            word = word.checked_sub(1)?;
            left = self.0[word];
        }
        Some(word * 64 + 63 - left.leading_zeros() as usize)
    }
}

impl PathSupports {
    pub(super) fn new(
        graph: &Graph,
        positions: &[View],
        distances: &Arc<Distances>,
        out: &mut Poster<'_>,
    ) -> PathSupports {
        let n_nodes = positions.len();
        let (mut neighbour_words, mut neighbours) = (Vec::new(), Vec::new());
        for node in 0..n_nodes {
            let steps = graph.edges_of(node).iter().map(|step| step.node);
            let mut near: Vec<u32> = steps.filter(|&other| other as usize != node).collect();
            near.sort_unstable();
            near.dedup();
            let words = near.chunk_by(|a, b| a / 64 == b / 64);
            let words = words.map(|same| {
                let mask = same.iter().fold(0, |mask, &other| mask | 1 << (other % 64));
                (same[0] / 64, mask)
            });
            neighbour_words.push(words.collect());
            neighbours.push(near);
        }
        let pairs = PossiblePairs::new(n_nodes, out);
        let empty = || PositionSet(vec![0; n_nodes.div_ceil(64)]);
        PathSupports {
            positions: positions.to_vec(),
            distances: Arc::clone(distances),
            neighbours,
            neighbour_words,
            progress: out.trailed(0),
            n_pauses: 0,
            n_looked_at: 0,
            upwards: empty(),
            downwards: empty(),
            around: empty(),
            row: vec![0; pairs.width],
            pairs,
        }
    }

    /// Records that a position has lost a node.
    fn mark_changed(&mut self, position: usize) {
        self.upwards.insert(position);
        self.downwards.insert(position);
        self.around.insert(position);
    }

    fn remove_pair(&mut self, store: &mut Store, node: usize, position: usize) {
        self.pairs.remove_pair(store, node, position);
        self.mark_changed(position);
    }

    /// Fills the possible pairs from the domains in the first runs, until the run is to pause.
    fn fill_pairs(&mut self, store: &mut Store) {
        for node in store.get(self.progress) as usize..self.positions.len() {
            if self.is_to_pause() {
                return;
            }
            let mut next = store.next_value(self.positions[node], 0);
            while let Some(position) =
                next.filter(|&position| (position as usize) < self.positions.len())
            {
                self.pairs.insert(store, node, position as usize);
                self.n_looked_at += 1;
                next = store.next_value(self.positions[node], position + 1);
            }
            store.put(self.progress, node as i64 + 1);
        }
    }

    /// Whether this run has looked at so much that it should pause.
    fn is_to_pause(&self) -> bool {
        self.n_looked_at > MAX_LOOKED_AT
    }

    /// Records the positions that a node has lost; if it is fixed, removes its position from all other nodes.
    fn update_node(&mut self, store: &mut Store, node: usize) -> Pruned {
        for word in 0..self.pairs.width {
            for position in nodes_in_word(word, self.pairs.positions(store, node, word)) {
                self.n_looked_at += 1;
                if !store.contains(self.positions[node], position as i32) {
                    self.remove_pair(store, node, position);
                }
            }
        }
        let fixed = store.fixed(self.positions[node]);
        let Some(position) = fixed.and_then(|position| usize::try_from(position).ok()) else {
            return Ok(());
        };
        for word in 0..self.pairs.width {
            for other in nodes_in_word(word, self.pairs.nodes(store, position, word)) {
                if other != node {
                    self.remove_pair(store, other, position);
                    let tag = tag(rule::TAKEN, other, node);
                    store.remove(self.positions[other], position as i32, tag)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps at position `to` only neighbours of the nodes at position `from`.
    fn follow(&mut self, store: &mut Store, from: usize, to: usize, rule: u32) -> Pruned {
        for word in 0..self.pairs.width {
            self.row[word] = self.pairs.nodes(store, to, word);
        }
        for node in self.pairs.all_nodes(store, from) {
            self.n_looked_at += 1;
            for &(word, near) in &self.neighbour_words[node] {
                self.row[word as usize] &= !near;
            }
        }
        self.remove_row(store, to, rule)
    }

    /// Removes the nodes in `row` from a position.
    fn remove_row(&mut self, store: &mut Store, position: usize, rule: u32) -> Pruned {
        for word in 0..self.pairs.width {
            for node in nodes_in_word(word, self.row[word]) {
                self.remove_pair(store, node, position);
                store.remove(
                    self.positions[node],
                    position as i32,
                    tag(rule, node, position),
                )?;
            }
        }
        Ok(())
    }

    /// Removes nodes from an inner position if the same neighbour would have to come before and after them.
    fn separate_neighbours(&mut self, store: &mut Store, position: usize) -> Pruned {
        self.row.fill(0);
        let mut found = false;
        for node in self.pairs.all_nodes(store, position) {
            self.n_looked_at += 1;
            let (mut n_before, mut n_after, mut n_both) = (0, 0, 0);
            for &(word, near) in &self.neighbour_words[node] {
                let before = self.pairs.nodes(store, position - 1, word as usize) & near;
                let after = self.pairs.nodes(store, position + 1, word as usize) & near;
                n_before += before.count_ones();
                n_after += after.count_ones();
                n_both += (before & after).count_ones();
            }
            if (n_before, n_after, n_both) == (1, 1, 1) {
                self.row[node / 64] |= 1 << (node % 64);
                found = true;
            }
        }
        if found {
            self.remove_row(store, position, rule::BOTH)?;
        }
        Ok(())
    }

    /// Fixes the only node that can have a position.
    fn fill_position(&mut self, store: &mut Store, position: usize) -> Pruned {
        let (first, second) = {
            let mut nodes = self.pairs.all_nodes(store, position);
            (nodes.next(), nodes.next())
        };
        let Some(node) = first else {
            return Err(store.fail(tag(rule::NO_NODE, 0, position)));
        };
        if second.is_some() {
            return Ok(());
        }
        let view = self.positions[node];
        store.fix(view, position as i32, tag(rule::ONLY, node, position))?;
        self.update_node(store, node)
    }

    /// Processes the positions that have lost a node until none is left or the run is to pause.
    fn settle(&mut self, store: &mut Store) -> Pruned {
        let last = self.positions.len().saturating_sub(1);
        loop {
            let mut at = self.upwards.next(0);
            while let Some(position) = at.filter(|_| !self.is_to_pause()) {
                self.upwards.remove(position);
                self.fill_position(store, position)?;
                if position < last {
                    self.follow(store, position, position + 1, rule::BEFORE)?;
                }
                at = self.upwards.next(position + 1);
            }
            let mut at = self.downwards.previous(last);
            while let Some(position) = at.filter(|_| !self.is_to_pause()) {
                self.downwards.remove(position);
                if position > 0 {
                    self.follow(store, position, position - 1, rule::AFTER)?;
                }
                at = position
                    .checked_sub(1)
                    .and_then(|position| self.downwards.previous(position));
            }
            let mut at = self.around.next(0);
            if at.is_none() || self.is_to_pause() {
                return Ok(());
            }
            while let Some(position) = at.filter(|_| !self.is_to_pause()) {
                self.around.remove(position);
                for inner in [position.wrapping_sub(1), position + 1] {
                    if (1..last).contains(&inner) {
                        self.separate_neighbours(store, inner)?;
                    }
                }
                at = self.around.next(position + 1);
            }
        }
    }

    /// Adds why no node but `except` could have a position: the nearest fixed nodes before and after it, and for all nodes that
    /// those do not rule out, the absence of the position.
    fn explain_only(
        &self,
        except: Option<usize>,
        position: i32,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let mut nearest: [Option<(usize, i32)>; 2] = [None, None];
        for (node, &view) in self.positions.iter().enumerate() {
            let Some(at) = past.fixed(view).filter(|&at| at != position) else {
                continue;
            };
            let side = &mut nearest[usize::from(at > position)];
            if side.is_none_or(|(_, best)| (at - position).abs() < (best - position).abs()) {
                *side = Some((node, at));
            }
        }
        for &(node, at) in nearest.iter().flatten() {
            why.add(self.positions[node].is(at));
        }
        for (node, &view) in self.positions.iter().enumerate() {
            let ruled_out = nearest.iter().flatten().any(|&(other, at)| {
                node == other || !self.distances.fits(node, position, other, at)
            });
            if !ruled_out && Some(node) != except {
                why.absent(view, position);
            }
        }
    }

    /// Prepares a run once the pairs are filled. After a pause, the positions that are left are those of the pause; if there were other runs since then, all are.
    fn begin(&mut self, store: &mut Store) {
        let n_nodes = self.positions.len() as i64;
        let pause = store.get(self.progress) - n_nodes;
        store.put(self.progress, n_nodes);
        if pause == 0 {
            self.clear();
        } else if pause == self.n_pauses {
            // The positions are used up by this run, so backtracking to the pause does not find them.
            self.n_pauses += 1;
        } else {
            self.mark_all();
        }
    }

    fn clear(&mut self) {
        for set in [&mut self.upwards, &mut self.downwards, &mut self.around] {
            set.0.fill(0);
        }
    }

    fn mark_all(&mut self) {
        (0..self.positions.len()).for_each(|position| self.mark_changed(position));
    }

    /// The first runs, which fill the pairs; whether they are all filled.
    fn fill(&mut self, store: &mut Store) -> Pruned<bool> {
        let n_nodes = self.positions.len();
        let is_first = store.get(self.progress) == 0;
        self.clear();
        self.fill_pairs(store);
        let is_filled = store.get(self.progress) == n_nodes as i64;
        if is_filled {
            self.mark_all();
        }
        if is_first && is_filled {
            // All nodes count as changed.
            return Ok(true);
        }
        // The nodes that are not filled yet have no pairs; only the positions of fixed ones must be removed from the others then.
        while let Some(node) = store.next_changed() {
            self.update_node(store, node)?;
        }
        if is_filled {
            for node in 0..n_nodes {
                if store.fixed(self.positions[node]).is_some() {
                    self.update_node(store, node)?;
                }
            }
        }
        Ok(is_filled)
    }
}

impl Propagator for PathSupports {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.n_looked_at = 0;
        if store.get(self.progress) < self.positions.len() as i64 {
            if !self.fill(store)? {
                return Ok(Status::Rerun);
            }
        } else {
            self.begin(store);
        }
        loop {
            let before = store.prunings();
            while let Some(node) = store.next_changed() {
                self.update_node(store, node)?;
            }
            self.settle(store)?;
            if self.is_to_pause() {
                self.n_pauses += 1;
                store.put(self.progress, self.positions.len() as i64 + self.n_pauses);
                return Ok(Status::Rerun);
            }
            // A node that has become fixed removes its position from the others; with aliases, a removal from one node may be a
            // change of another.
            if store.prunings() == before {
                return Ok(Status::Active);
            }
        }
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node, position) = untag(tag);
        let position = position as i32;
        let neighbours = self.neighbours[node].iter();
        let views = neighbours.map(|&neighbour| self.positions[neighbour as usize]);
        match rule {
            rule::BEFORE => views.for_each(|view| why.absent(view, position - 1)),
            rule::AFTER => views.for_each(|view| why.absent(view, position + 1)),
            rule::BOTH => {
                let [before, after] = [position - 1, position + 1];
                let find =
                    |position: i32| views.clone().find(|&view| past.contains(view, position));
                match (find(before), find(after)) {
                    // If a variable occurs twice, the removal may also have changed the last neighbour.
                    (None, _) => views.for_each(|view| why.absent(view, before)),
                    (_, None) => views.for_each(|view| why.absent(view, after)),
                    (Some(only), _) => {
                        for view in views.filter(|&view| view != only) {
                            why.absent(view, before);
                            why.absent(view, after);
                        }
                    }
                }
            }
            rule::TAKEN => why.bounds(past, self.positions[position as usize]),
            rule::ONLY => self.explain_only(Some(node), position, past, why),
            _ => self.explain_only(None, position, past, why),
        }
    }
}

/// The pairs of a node and a position that were possible in the last run.
#[derive(Debug)]
struct PossiblePairs {
    /// The number of words in a row.
    width: usize,
    /// The nodes that can have each position.
    nodes: Trailed,
    /// The positions each node can have.
    positions: Trailed,
}

impl PossiblePairs {
    fn new(n_nodes: usize, out: &mut Poster<'_>) -> PossiblePairs {
        let width = n_nodes.div_ceil(64);
        PossiblePairs {
            width,
            nodes: out.trailed_array(n_nodes * width, 0),
            positions: out.trailed_array(n_nodes * width, 0),
        }
    }

    /// One word of the nodes that can have a position.
    #[inline]
    fn nodes(&self, store: &Store, position: usize, word: usize) -> u64 {
        store.get(self.nodes.at(position * self.width + word)) as u64
    }

    /// The nodes that can have a position.
    #[inline]
    fn all_nodes(&self, store: &Store, position: usize) -> impl Iterator<Item = usize> {
        (0..self.width).flat_map(move |word| nodes_in_word(word, self.nodes(store, position, word)))
    }

    /// One word of the positions a node can have.
    #[inline]
    fn positions(&self, store: &Store, node: usize, word: usize) -> u64 {
        store.get(self.positions.at(node * self.width + word)) as u64
    }

    /// Records that a node can have a position.
    fn insert(&self, store: &mut Store, node: usize, position: usize) {
        for (pairs, row, bit) in [
            (self.nodes, position, node),
            (self.positions, node, position),
        ] {
            let cell = pairs.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 | 1 << (bit % 64);
            store.put(cell, word as i64);
        }
    }

    /// Records that a node cannot have a position.
    fn remove_pair(&self, store: &mut Store, node: usize, position: usize) {
        for (pairs, row, bit) in [
            (self.nodes, position, node),
            (self.positions, node, position),
        ] {
            let cell = pairs.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 & !(1 << (bit % 64));
            store.put(cell, word as i64);
        }
    }
}
