//! Paths: a path through all nodes is a walk that is at each position in a node whose variable has this position. If no walk
//! fits the domains, or a node has no position on any walk, there is no path.
//!
//! On a bipartite graph a path alternates between the two colours, so the starting colour decides which nodes have odd positions.
//! Both starting colours are tried, unless the numbers of nodes rule one out.

use crate::domains::Domains;

pub(super) fn fails(neighbours: &[Vec<usize>], positions: &[u32], domains: &Domains) -> bool {
    let n = positions.len();
    let Some(colour) = colours(neighbours) else {
        return walks_fail(neighbours, positions, domains, &|_, _| true);
    };
    [false, true].into_iter().all(|start| {
        // Positions 0, 2, 4 and so on have the starting colour.
        let n_start = colour.iter().filter(|&&c| c == start).count();
        let alternates =
            |node: usize, place: usize| (colour[node] == start) == place.is_multiple_of(2);
        n_start != n.div_ceil(2) || walks_fail(neighbours, positions, domains, &alternates)
    })
}

/// A colouring in which neighbours differ, if the graph is connected and has one.
fn colours(neighbours: &[Vec<usize>]) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; neighbours.len()];
    if let Some(first) = colour.first_mut() {
        *first = Some(false);
    }
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        let own = *colour.get(node)?;
        for &near in &neighbours[node] {
            if colour[near].is_none() {
                colour[near] = own.map(|own| !own);
                open.push(near);
            } else if colour[near] == own {
                return None;
            }
        }
    }
    colour.into_iter().collect()
}

/// A set of nodes for each place, as bits.
struct Layers {
    words: usize,
    bits: Vec<u64>,
}

impl Layers {
    fn layer(&self, place: usize) -> &[u64] {
        &self.bits[place * self.words..(place + 1) * self.words]
    }

    fn set(&mut self, place: usize, node: usize) {
        self.bits[place * self.words + node / 64] |= 1 << (node % 64);
    }

    fn contains(&self, place: usize, node: usize) -> bool {
        self.bits[place * self.words + node / 64] >> (node % 64) & 1 == 1
    }

    /// Keeps the nodes of a place that have a neighbour in another place.
    fn keep_reached(&mut self, place: usize, from: usize, neighbours: &[Vec<usize>]) {
        let mut reached = vec![0_u64; self.words];
        for (word, &bits) in self.layer(from).iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let node = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                for &near in &neighbours[node] {
                    reached[near / 64] |= 1 << (near % 64);
                }
            }
        }
        let layer = &mut self.bits[place * self.words..(place + 1) * self.words];
        layer
            .iter_mut()
            .zip(reached)
            .for_each(|(bits, reached)| *bits &= reached);
    }
}

/// Whether no walk fits the domains and `may_be`, or some node is on no such walk. A node with one place left takes it from
/// the others, and a place with one node left takes it from the others, until nothing changes.
fn walks_fail(
    neighbours: &[Vec<usize>],
    positions: &[u32],
    domains: &Domains,
    may_be: &dyn Fn(usize, usize) -> bool,
) -> bool {
    let n = positions.len();
    let words = n.div_ceil(64);
    let mut layers = Layers {
        words,
        bits: vec![0; n * words],
    };
    for (node, &x) in positions.iter().enumerate() {
        for value in domains.values(x) {
            // Positions count from 1, places from 0.
            match usize::try_from(i64::from(value) - 1) {
                Ok(place) if place < n && may_be(node, place) => layers.set(place, node),
                _ => {}
            }
        }
    }
    let (mut is_fixed, mut is_taken) = (vec![false; n], vec![false; n]);
    loop {
        for place in 1..n {
            layers.keep_reached(place, place - 1, neighbours);
        }
        for place in (0..n.saturating_sub(1)).rev() {
            layers.keep_reached(place, place + 1, neighbours);
        }
        let mut places_of: Vec<(usize, usize)> = vec![(0, 0); n];
        for place in 0..n {
            let nodes = (0..n).filter(|&node| layers.contains(place, node));
            for node in nodes {
                places_of[node] = (places_of[node].0 + 1, place);
            }
        }
        if places_of.iter().any(|&(count, _)| count == 0) {
            return true;
        }
        let mut changed = false;
        for node in 0..n {
            let (count, place) = places_of[node];
            if count == 1 && !is_fixed[node] {
                is_fixed[node] = true;
                if !layers.contains(place, node) {
                    // Another node has taken its only place.
                    return true;
                }
                let before = layers.layer(place).to_vec();
                layers.bits[place * words..(place + 1) * words].fill(0);
                layers.set(place, node);
                changed |= layers.layer(place) != &before[..];
            }
        }
        for (place, is_taken) in is_taken.iter_mut().enumerate() {
            let nodes = layers.layer(place).iter().map(|bits| bits.count_ones());
            if *is_taken || nodes.sum::<u32>() != 1 {
                continue;
            }
            *is_taken = true;
            let word = layers.layer(place).iter().position(|&bits| bits != 0);
            let word = word.unwrap_or(0);
            let bits = layers.layer(place)[word];
            let others = (0..n).filter(|&other| other != place);
            for other in others {
                let layer = &mut layers.bits[other * words + word];
                changed |= *layer & bits != 0;
                *layer &= !bits;
            }
        }
        if !changed {
            return (0..n).any(|place| layers.layer(place).iter().all(|&bits| bits == 0));
        }
    }
}
