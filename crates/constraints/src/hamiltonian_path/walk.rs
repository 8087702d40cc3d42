//! Every place of a node has neighbours for the places before and after it, and every place has a node.

use std::sync::Arc;

use gridwright_fd::{Atom, Past, Propagator, Pruned, Reason, Status, Store, Tag, View};

use crate::graph::Graph;
use crate::hamiltonian_path::distances::Distances;
use crate::hamiltonian_path::{tag, untag};

/// Which rule removed something. Each is about a node and a place.
mod rule {
    /// No neighbour can have the place before.
    pub(super) const BEFORE: u32 = 0;
    /// No neighbour can have the place after.
    pub(super) const AFTER: u32 = 1;
    /// Only one neighbour can have the place before, and only it the place after.
    pub(super) const BOTH: u32 = 2;
    /// No other node can have the place.
    pub(super) const ONLY: u32 = 3;
    /// No node can have the place.
    pub(super) const NOBODY: u32 = 4;
}

/// Walks the path from place to place with sets of nodes, kept as rows of bits.
#[derive(Debug)]
pub(super) struct Walk {
    places: Vec<View>,
    distances: Arc<Distances>,
    aliased: bool,
    /// Words in a row.
    width: usize,
    /// The neighbours of each node, as a list and as a row.
    neighbours: Vec<Vec<u32>>,
    joined: Vec<u64>,
    /// The nodes that can have each place.
    nodes: Vec<u64>,
    /// A row to work with.
    row: Vec<u64>,
}

/// The numbers of the bits set in a row.
fn bits(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(i * 64 + bit)
        })
    })
}

impl Walk {
    pub(super) fn new(
        graph: &Graph,
        places: &[View],
        distances: &Arc<Distances>,
        store: &Store,
    ) -> Walk {
        let n_nodes = places.len();
        let width = n_nodes.div_ceil(64);
        let mut joined = vec![0; n_nodes * width];
        let mut neighbours = Vec::with_capacity(n_nodes);
        for node in 0..n_nodes {
            let row = &mut joined[node * width..][..width];
            for step in graph
                .steps(node)
                .iter()
                .filter(|step| step.node as usize != node)
            {
                row[step.node as usize / 64] |= 1 << (step.node % 64);
            }
            neighbours.push(bits(row).map(|node| node as u32).collect());
        }
        let mut vars: Vec<_> = places.iter().map(|view| view.var).collect();
        vars.retain(|&var| !store.is_fixed(View::from(var)));
        vars.sort_unstable();
        Walk {
            places: places.to_vec(),
            distances: Arc::clone(distances),
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            width,
            neighbours,
            joined,
            nodes: vec![0; n_nodes * width],
            row: vec![0; width],
        }
    }

    fn at(&self, place: usize) -> &[u64] {
        &self.nodes[place * self.width..][..self.width]
    }

    fn forget(&mut self, node: usize, place: usize) {
        self.nodes[place * self.width + node / 64] &= !(1 << (node % 64));
    }

    fn look(&mut self, store: &Store) {
        self.nodes.fill(0);
        for (node, &view) in self.places.iter().enumerate() {
            for place in store.values(view) {
                if let Ok(place) = usize::try_from(place)
                    && place < self.places.len()
                {
                    self.nodes[place * self.width + node / 64] |= 1 << (node % 64);
                }
            }
        }
    }

    /// Keeps at a place only the neighbours of the nodes at another.
    fn follow(&mut self, store: &mut Store, from: usize, to: usize, rule: u32) -> Pruned<bool> {
        let width = self.width;
        self.row.copy_from_slice(&self.nodes[to * width..][..width]);
        for node in bits(&self.nodes[from * width..][..width]) {
            let joined = &self.joined[node * width..][..width];
            for (word, &near) in self.row.iter_mut().zip(joined) {
                *word &= !near;
            }
        }
        self.remove_row(store, to, rule)
    }

    /// Removes the nodes in the working row from a place.
    fn remove_row(&mut self, store: &mut Store, place: usize, rule: u32) -> Pruned<bool> {
        let mut changed = false;
        for word in 0..self.width {
            while self.row[word] != 0 {
                let node = word * 64 + self.row[word].trailing_zeros() as usize;
                self.row[word] &= self.row[word] - 1;
                self.forget(node, place);
                let tag = tag(rule, node, place);
                changed |= store.remove(self.places[node], place as i32, tag)?;
            }
        }
        Ok(changed)
    }

    /// Removes nodes at an inner place whose neighbour before would have to be the neighbour after.
    fn part_neighbours(&mut self, store: &mut Store, place: usize) -> Pruned<bool> {
        let width = self.width;
        let at = |place: usize| &self.nodes[place * width..][..width];
        self.row.fill(0);
        let mut found = false;
        for node in bits(at(place)) {
            let joined = &self.joined[node * width..][..width];
            let (mut n_before, mut n_after, mut n_both) = (0, 0, 0);
            let around = at(place - 1).iter().zip(at(place + 1));
            for ((before, after), near) in around.zip(joined) {
                n_before += (before & near).count_ones();
                n_after += (after & near).count_ones();
                n_both += (before & after & near).count_ones();
            }
            if (n_before, n_after, n_both) == (1, 1, 1) {
                self.row[node / 64] |= 1 << (node % 64);
                found = true;
            }
        }
        Ok(found && self.remove_row(store, place, rule::BOTH)?)
    }

    /// Gives every place its only possible node.
    fn fill_places(&mut self, store: &mut Store) -> Pruned<bool> {
        let mut changed = false;
        for place in 0..self.places.len() {
            let mut nodes = bits(self.at(place));
            let Some(node) = nodes.next() else {
                return Err(store.fail(tag(rule::NOBODY, 0, place)));
            };
            if nodes.next().is_some() {
                continue;
            }
            drop(nodes);
            let tag = tag(rule::ONLY, node, place);
            if store.fix(self.places[node], place as i32, tag)? {
                changed = true;
                for other in (0..self.places.len()).filter(|&other| other != place) {
                    self.forget(node, other);
                }
            }
        }
        Ok(changed)
    }

    /// Adds why no node but one could have a place: what is fixed nearest before and after it, and the rest one by one.
    fn explain_only(&self, except: Option<usize>, place: i32, past: &Past<'_>, why: &mut Reason) {
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

impl Propagator for Walk {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let n_nodes = self.places.len();
        let mut changed_at_all = false;
        self.look(store);
        loop {
            let mut changed = false;
            for place in 1..n_nodes {
                changed |= self.follow(store, place - 1, place, rule::BEFORE)?;
            }
            for place in (1..n_nodes).rev() {
                changed |= self.follow(store, place, place - 1, rule::AFTER)?;
            }
            for place in 1..n_nodes.saturating_sub(1) {
                changed |= self.part_neighbours(store, place)?;
            }
            changed |= self.fill_places(store)?;
            if !changed {
                break;
            }
            changed_at_all = true;
        }
        Ok(Status::rerun_if(changed_at_all && self.aliased))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
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
                    // Where a variable is seen twice, what was just removed may have gone from the last neighbour too.
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
            rule::ONLY => self.explain_only(Some(node), place, past, why),
            _ => self.explain_only(None, place, past, why),
        }
    }
}
