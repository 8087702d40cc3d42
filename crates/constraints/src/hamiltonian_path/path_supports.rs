//! At level `domain`: every place of a node has neighbours for the places before and after it, and every place has a node.

use std::sync::Arc;

use gridwright_fd::{
    Atom, PastStore, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Trailed, View,
};

use crate::hamiltonian_path::distances::Distances;
use crate::hamiltonian_path::{tag, untag};
use crate::support::bit_graph::nodes_in_word;
use crate::support::graph::Graph;

/// Which rule pruned. Each is about a node and a place.
mod rule {
    /// No neighbour can have the place before.
    pub(super) const BEFORE: u32 = 0;
    /// No neighbour can have the place after.
    pub(super) const AFTER: u32 = 1;
    /// The only neighbour that can have the place before is also the only one that can have the place after.
    pub(super) const BOTH: u32 = 2;
    /// No other node can have the place.
    pub(super) const ONLY: u32 = 3;
    /// No node can have the place.
    pub(super) const NOBODY: u32 = 4;
    /// The place is taken by another node; the tag holds that node instead of the place.
    pub(super) const TAKEN: u32 = 5;
}

/// Propagates along the path from place to place, with sets of nodes.
#[derive(Debug)]
pub(super) struct PathSupports {
    places: Vec<View>,
    distances: Arc<Distances>,
    /// The neighbours of each node, as a list, and as the non-empty words of a bit set with their indices.
    neighbours: Vec<Vec<u32>>,
    joined: Vec<Vec<(u32, u64)>>,
    rows: Rows,
    /// 1 once `rows` has been filled from the domains.
    begun: Trailed,
    /// Places that have lost a node and are still to be processed upwards, downwards, and with both neighbours; empty between
    /// runs.
    upwards: Flags,
    downwards: Flags,
    around: Flags,
    /// Scratch memory: a set of nodes.
    row: Vec<u64>,
}

/// A set of places.
#[derive(Debug)]
struct Flags(Vec<u64>);

impl Flags {
    fn raise(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn lower(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    /// The first place in the set, from `place` on.
    fn next(&self, place: usize) -> Option<usize> {
        let mut word = place / 64;
        let mut left = self.0.get(word)? & (u64::MAX << (place % 64));
        while left == 0 {
            word += 1;
            left = *self.0.get(word)?;
        }
        Some(word * 64 + left.trailing_zeros() as usize)
    }

    /// The last place in the set, up to `place`.
    fn previous(&self, place: usize) -> Option<usize> {
        let mut word = place / 64;
        let mut left = self.0.get(word)? & (u64::MAX >> (63 - place % 64));
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
        places: &[View],
        distances: &Arc<Distances>,
        out: &mut Poster<'_>,
    ) -> PathSupports {
        let n_nodes = places.len();
        let (mut joined, mut neighbours) = (Vec::new(), Vec::new());
        for node in 0..n_nodes {
            let steps = graph.steps(node).iter().map(|step| step.node);
            let mut near: Vec<u32> = steps.filter(|&other| other as usize != node).collect();
            near.sort_unstable();
            near.dedup();
            let words = near.chunk_by(|a, b| a / 64 == b / 64);
            let words = words.map(|same| {
                let mask = same.iter().fold(0, |mask, &other| mask | 1 << (other % 64));
                (same[0] / 64, mask)
            });
            joined.push(words.collect());
            neighbours.push(near);
        }
        let rows = Rows::new(n_nodes, out);
        let flags = || Flags(vec![0; n_nodes.div_ceil(64)]);
        PathSupports {
            places: places.to_vec(),
            distances: Arc::clone(distances),
            neighbours,
            joined,
            begun: out.trailed(0),
            upwards: flags(),
            downwards: flags(),
            around: flags(),
            row: vec![0; rows.width],
            rows,
        }
    }

    /// Records that a place has lost a node.
    fn raise(&mut self, place: usize) {
        self.upwards.raise(place);
        self.downwards.raise(place);
        self.around.raise(place);
    }

    fn forget(&mut self, store: &mut Store, node: usize, place: usize) {
        self.rows.forget(store, node, place);
        self.raise(place);
    }

    /// Fills the rows from the domains in the first run.
    fn begin(&mut self, store: &mut Store) {
        for node in 0..self.places.len() {
            let mut next = store.next_value(self.places[node], 0);
            while let Some(place) = next.filter(|&place| (place as usize) < self.places.len()) {
                self.rows.note(store, node, place as usize);
                next = store.next_value(self.places[node], place + 1);
            }
            self.raise(node);
        }
        store.put(self.begun, 1);
    }

    /// Records the places that a node has lost; if it is fixed, removes its place from all other nodes.
    fn look(&mut self, store: &mut Store, node: usize) -> Pruned {
        for word in 0..self.rows.width {
            for place in nodes_in_word(word, self.rows.places(store, node, word)) {
                if !store.contains(self.places[node], place as i32) {
                    self.forget(store, node, place);
                }
            }
        }
        let fixed = store.fixed(self.places[node]);
        let Some(place) = fixed.and_then(|place| usize::try_from(place).ok()) else {
            return Ok(());
        };
        for word in 0..self.rows.width {
            for other in nodes_in_word(word, self.rows.nodes(store, place, word)) {
                if other != node {
                    self.forget(store, other, place);
                    let tag = tag(rule::TAKEN, other, node);
                    store.remove(self.places[other], place as i32, tag)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps at place `to` only neighbours of the nodes at place `from`.
    fn follow(&mut self, store: &mut Store, from: usize, to: usize, rule: u32) -> Pruned {
        for word in 0..self.rows.width {
            self.row[word] = self.rows.nodes(store, to, word);
        }
        for node in self.rows.all_nodes(store, from) {
            for &(word, near) in &self.joined[node] {
                self.row[word as usize] &= !near;
            }
        }
        self.remove_row(store, to, rule)
    }

    /// Removes the nodes in `row` from a place.
    fn remove_row(&mut self, store: &mut Store, place: usize, rule: u32) -> Pruned {
        for word in 0..self.rows.width {
            for node in nodes_in_word(word, self.row[word]) {
                self.forget(store, node, place);
                store.remove(self.places[node], place as i32, tag(rule, node, place))?;
            }
        }
        Ok(())
    }

    /// Removes nodes from an inner place if the same neighbour would have to come before and after them.
    fn part_neighbours(&mut self, store: &mut Store, place: usize) -> Pruned {
        self.row.fill(0);
        let mut found = false;
        for node in self.rows.all_nodes(store, place) {
            let (mut n_before, mut n_after, mut n_both) = (0, 0, 0);
            for &(word, near) in &self.joined[node] {
                let before = self.rows.nodes(store, place - 1, word as usize) & near;
                let after = self.rows.nodes(store, place + 1, word as usize) & near;
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
            self.remove_row(store, place, rule::BOTH)?;
        }
        Ok(())
    }

    /// Fixes the only node that can have a place.
    fn fill_place(&mut self, store: &mut Store, place: usize) -> Pruned {
        let (first, second) = {
            let mut nodes = self.rows.all_nodes(store, place);
            (nodes.next(), nodes.next())
        };
        let Some(node) = first else {
            return Err(store.fail(tag(rule::NOBODY, 0, place)));
        };
        if second.is_some() {
            return Ok(());
        }
        let view = self.places[node];
        store.fix(view, place as i32, tag(rule::ONLY, node, place))?;
        self.look(store, node)
    }

    /// Processes the places that have lost a node until none is left.
    fn settle(&mut self, store: &mut Store) -> Pruned {
        let last = self.places.len().saturating_sub(1);
        loop {
            let mut at = self.upwards.next(0);
            while let Some(place) = at {
                self.upwards.lower(place);
                self.fill_place(store, place)?;
                if place < last {
                    self.follow(store, place, place + 1, rule::BEFORE)?;
                }
                at = self.upwards.next(place + 1);
            }
            let mut at = self.downwards.previous(last);
            while let Some(place) = at {
                self.downwards.lower(place);
                if place > 0 {
                    self.follow(store, place, place - 1, rule::AFTER)?;
                }
                at = place
                    .checked_sub(1)
                    .and_then(|place| self.downwards.previous(place));
            }
            let mut at = self.around.next(0);
            if at.is_none() {
                return Ok(());
            }
            while let Some(place) = at {
                self.around.lower(place);
                for inner in [place.wrapping_sub(1), place + 1] {
                    if (1..last).contains(&inner) {
                        self.part_neighbours(store, inner)?;
                    }
                }
                at = self.around.next(place + 1);
            }
        }
    }

    /// Adds why no node but `except` could have a place: the nearest fixed nodes before and after it, and for all nodes that
    /// those do not rule out, the absence of the place.
    fn explain_only(
        &self,
        except: Option<usize>,
        place: i32,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let mut nearest: [Option<(usize, i32)>; 2] = [None, None];
        for (node, &view) in self.places.iter().enumerate() {
            let Some(at) = past.fixed(view).filter(|&at| at != place) else {
                continue;
            };
            let side = &mut nearest[usize::from(at > place)];
            if side.is_none_or(|(_, best)| (at - place).abs() < (best - place).abs()) {
                *side = Some((node, at));
            }
        }
        for &(node, at) in nearest.iter().flatten() {
            why.add(self.places[node].is(at));
        }
        for (node, &view) in self.places.iter().enumerate() {
            let ruled_out = nearest
                .iter()
                .flatten()
                .any(|&(other, at)| node == other || !self.distances.fits(node, place, other, at));
            if !ruled_out && Some(node) != except {
                why.absent(view, place);
            }
        }
    }
}

impl Propagator for PathSupports {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        for flags in [&mut self.upwards, &mut self.downwards, &mut self.around] {
            flags.0.fill(0);
        }
        if store.get(self.begun) == 0 {
            self.begin(store);
        }
        loop {
            let before = store.prunings();
            while let Some(node) = store.next_changed() {
                self.look(store, node)?;
            }
            self.settle(store)?;
            // A node that has become fixed removes its place from the others; with aliases, a removal from one node may be a
            // change of another.
            if store.prunings() == before {
                return Ok(Status::Active);
            }
        }
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node, place) = untag(tag);
        let place = place as i32;
        let neighbours = self.neighbours[node].iter();
        let views = neighbours.map(|&neighbour| self.places[neighbour as usize]);
        match rule {
            rule::BEFORE => views.for_each(|view| why.absent(view, place - 1)),
            rule::AFTER => views.for_each(|view| why.absent(view, place + 1)),
            rule::BOTH => {
                let [before, after] = [place - 1, place + 1];
                let who = |place: i32| views.clone().find(|&view| past.contains(view, place));
                match (who(before), who(after)) {
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
            rule::TAKEN => why.bounds(past, self.places[place as usize]),
            rule::ONLY => self.explain_only(Some(node), place, past, why),
            _ => self.explain_only(None, place, past, why),
        }
    }
}

/// The pairs of a node and a place that were possible in the last run.
#[derive(Debug)]
struct Rows {
    /// The number of words in a row.
    width: usize,
    /// The nodes that can have each place.
    nodes: Trailed,
    /// The places each node can have.
    places: Trailed,
}

impl Rows {
    fn new(n_nodes: usize, out: &mut Poster<'_>) -> Rows {
        let width = n_nodes.div_ceil(64);
        Rows {
            width,
            nodes: out.trailed_array(n_nodes * width, 0),
            places: out.trailed_array(n_nodes * width, 0),
        }
    }

    /// One word of the nodes that can have a place.
    #[inline]
    fn nodes(&self, store: &Store, place: usize, word: usize) -> u64 {
        store.get(self.nodes.at(place * self.width + word)) as u64
    }

    /// The nodes that can have a place.
    #[inline]
    fn all_nodes(&self, store: &Store, place: usize) -> impl Iterator<Item = usize> {
        (0..self.width).flat_map(move |word| nodes_in_word(word, self.nodes(store, place, word)))
    }

    /// One word of the places a node can have.
    #[inline]
    fn places(&self, store: &Store, node: usize, word: usize) -> u64 {
        store.get(self.places.at(node * self.width + word)) as u64
    }

    /// Records that a node can have a place.
    fn note(&self, store: &mut Store, node: usize, place: usize) {
        for (rows, row, bit) in [(self.nodes, place, node), (self.places, node, place)] {
            let cell = rows.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 | 1 << (bit % 64);
            store.put(cell, word as i64);
        }
    }

    /// Records that a node cannot have a place.
    fn forget(&self, store: &mut Store, node: usize, place: usize) {
        for (rows, row, bit) in [(self.nodes, place, node), (self.places, node, place)] {
            let cell = rows.at(row * self.width + bit / 64);
            let word = store.get(cell) as u64 & !(1 << (bit % 64));
            store.put(cell, word as i64);
        }
    }
}
