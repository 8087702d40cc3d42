//! The propagator of `hamiltonian_path` at every level: the positions of two nodes differ by at least their distance, and a node has the colour of its position.

use std::sync::Arc;

use crate::support::prelude::*;
use crate::support::rule_tag::{tag, untag};

use crate::hamiltonian_path::distances::{ColourBalance, Distances};

/// Which rule pruned.
mod rule {
    pub(super) const GIVEN: u32 = 0;
    pub(super) const FIXED: u32 = 1;
    pub(super) const BOUNDS: u32 = 2;
}

/// Keeps the positions of nodes far enough apart.
#[derive(Debug)]
pub(super) struct Separation {
    positions: Vec<View>,
    distances: Arc<Distances>,
    /// Whether `PathSupports` also runs: it infers what fixed nodes imply, and earlier.
    has_supports: bool,
    /// Two flags: 1 once the graph alone has been propagated; 1 once every node has only positions of its colour.
    begun: Trailed,
}

impl Separation {
    pub(super) fn new(
        positions: &[View],
        distances: &Arc<Distances>,
        has_supports: bool,
        begun: Trailed,
    ) -> Separation {
        Separation {
            has_supports,
            positions: positions.to_vec(),
            distances: Arc::clone(distances),
            begun,
        }
    }

    /// Propagates what follows from the graph alone.
    fn propagate_graph(&self, store: &mut Store) -> Pruned {
        let given = tag(rule::GIVEN, 0, 0);
        for &view in &self.positions {
            store.set_min(view, 0, given)?;
            store.set_max(view, self.positions.len() as i32 - 1, given)?;
        }
        match self.distances.balance() {
            ColourBalance::Unconstrained => {}
            ColourBalance::Impossible => return Err(store.fail(given)),
            ColourBalance::First(colour) => {
                for (node, &view) in self.positions.iter().enumerate() {
                    store.retain(view, given, |position| {
                        self.distances.fits_first_colour(node, position, colour)
                    })?;
                }
                store.put(self.begun.at(1), 1);
            }
        }
        store.put(self.begun, 1);
        Ok(())
    }

    /// Propagates what the position of one node implies for all others.
    fn separate_others(&self, store: &mut Store, node: usize) -> Pruned {
        let (min, max) = store.bounds(self.positions[node]);
        let rule = if min == max {
            self.propagate_colour(store, node, min)?;
            // If reasons are recorded, one step with a short reason is better than a walk along the path.
            if self.has_supports && !store.is_recording() {
                return Ok(());
            }
            rule::FIXED
        } else if max - min + 2 > 2 * self.distances.longest_of_all()
            || max - min + 2 > 2 * self.distances.longest(node)
        {
            return Ok(());
        } else {
            rule::BOUNDS
        };
        let gaps = self.distances.all_from(node);
        for (other, (&view, &gap)) in self.positions.iter().zip(gaps).enumerate() {
            let gap = i32::from(gap);
            if 2 * gap < max - min + 2 {
                continue;
            }
            let last = (min + gap - 1).min(self.positions.len() as i32);
            let mut next = store.next_value(view, (max - gap + 1).max(0));
            while let Some(position) = next.filter(|&position| position <= last) {
                store.remove(view, position, tag(rule, node, other))?;
                next = store.next_value(view, position + 1);
            }
        }
        Ok(())
    }

    /// The first fixed node decides which positions have which colour.
    fn propagate_colour(&self, store: &mut Store, node: usize, position: i32) -> Pruned {
        if !self.distances.has_colours() || store.get(self.begun.at(1)) == 1 {
            return Ok(());
        }
        for (other, &view) in self.positions.iter().enumerate() {
            store.retain(view, tag(rule::FIXED, node, other), |other_position| {
                self.distances
                    .same_colours(other, other_position, node, position)
            })?;
        }
        store.put(self.begun.at(1), 1);
        Ok(())
    }
}

impl Propagator for Separation {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if store.get(self.begun) == 0 {
            self.propagate_graph(store)?;
        }
        while let Some(node) = store.next_changed() {
            self.separate_others(store, node)?;
        }
        let done = self.positions.iter().all(|&view| store.is_fixed(view));
        Ok(Status::entailed_if(done))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node, other) = untag(tag);
        let view = self.positions[node];
        match rule {
            rule::GIVEN => {}
            rule::BOUNDS if needed.op() == Op::Ne => {
                // The bounds, weakened as far as this one position allows.
                let position = self.positions[other].of(needed.value());
                let gap = self.distances.between(node, other);
                let last = self.positions.len() as i32 - 1;
                if position - gap + 1 > 0 {
                    why.add(view.at_least(position - gap + 1));
                }
                if position + gap - 1 < last {
                    why.add(view.at_most(position + gap - 1));
                }
            }
            _ => why.bounds(past, view),
        }
    }
}
