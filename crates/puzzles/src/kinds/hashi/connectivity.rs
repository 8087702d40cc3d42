//! The ways to enforce connectivity of the islands, as constraints on the number of bridges of each segment.

use gridwright_constraints::{
    Graph, clause, connected_parts, connected_spanning, implies, linear_eq, linear_le,
};
use gridwright_fd::{Atom, Model, ModelError, Var, half_reified};

use crate::contract::Connectivity;
use crate::kinds::hashi::Answer;
use crate::kinds::hashi::instance::Instance;

/// Checks connectivity of an answer after search.
pub(super) type Passive = Box<dyn Fn(&Answer) -> bool + Send + Sync>;

/// Posts that all islands are connected, or returns the check if connectivity is passive.
pub(super) fn post(
    instance: &Instance,
    connectivity: Connectivity,
    bridges: &[Var],
    model: &mut Model,
) -> Result<Option<Passive>, ModelError> {
    let ends = instance.segments.iter().map(|ends| (ends.a, ends.b));
    let n_islands = instance.islands.len();
    match connectivity {
        Connectivity::Active => {
            model.post(connected_spanning(&Graph::new(n_islands, ends)?, bridges))?;
        }
        Connectivity::DisjointSet => {
            model.post(connected_parts(&Graph::new(n_islands, ends)?, bridges))?;
        }
        Connectivity::Reachability => post_distances(instance, bridges, model)?,
        Connectivity::Passive => {
            let ends: Vec<(usize, usize)> = ends.collect();
            return Ok(Some(Box::new(move |answer| {
                is_one_part(n_islands, &ends, answer)
            })));
        }
    }
    Ok(None)
}

/// Decomposes connectivity: a variable per island is its distance from the first. The distances of joined islands differ by at most one, and every island but the
/// first is joined to one with a smaller distance, so islands that are not connected to the first would need an infinite descent.
fn post_distances(
    instance: &Instance,
    bridges: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    let farthest = instance.islands.len() as i32 - 1;
    let mut distances = Vec::with_capacity(instance.islands.len());
    for (i, island) in instance.islands.iter().enumerate() {
        let range = if i == 0 { 0..=0 } else { 1..=farthest };
        distances.push(model.var(format!("d{}", island.cell), range)?);
    }
    let mut nearer: Vec<Vec<Atom>> = vec![Vec::new(); distances.len()];
    for (&ends, &n) in instance.segments.iter().zip(bridges) {
        for (from, to) in [(ends.a, ends.b), (ends.b, ends.a)] {
            let (near, far) = (distances[from], distances[to]);
            let joined = Atom::ge(n, 1);
            model.post(half_reified(joined, linear_le([(1, far), (-1, near)], 1)))?;
            if to > 0 {
                let cells = (instance.islands[from].cell, instance.islands[to].cell);
                let leads = Atom::eq(model.bool(format!("l{}{}", cells.0, cells.1)), 1);
                model.post(implies(leads, joined))?;
                model.post(half_reified(leads, linear_eq([(1, far), (-1, near)], 1)))?;
                nearer[to].push(leads);
            }
        }
    }
    nearer
        .into_iter()
        .skip(1)
        .try_for_each(|some| model.post(clause(some)))
}

/// Whether the segments with bridges connect all islands.
fn is_one_part(n_islands: usize, ends: &[(usize, usize)], answer: &Answer) -> bool {
    let mut sets = DisjointSets::new(n_islands);
    for (&(a, b), _) in ends.iter().zip(&answer.0).filter(|(_, n)| **n > 0) {
        sets.join(a, b);
    }
    sets.n_sets == 1
}

/// Union-find over islands: a set contains islands that are connected.
pub(super) struct DisjointSets {
    /// The parent of each island in its set; the representative is its own parent.
    parent: Vec<usize>,
    pub(super) n_sets: usize,
}

impl DisjointSets {
    /// Every island in a set of its own.
    pub(super) fn new(n: usize) -> DisjointSets {
        DisjointSets {
            parent: (0..n).collect(),
            n_sets: n,
        }
    }

    /// The representative of an island's set, with path halving.
    fn find(&mut self, mut island: usize) -> usize {
        while self.parent[island] != island {
            self.parent[island] = self.parent[self.parent[island]];
            island = self.parent[island];
        }
        island
    }

    /// Unites the sets of two islands; returns false if they were the same set.
    pub(super) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a] = b;
        self.n_sets -= usize::from(a != b);
        a != b
    }
}
