//! The places of two nodes differ by at least their distance, and a node has the colour of its place.

use std::sync::Arc;

use gridwright_fd::{
    Atom, Op, PastStore, Propagator, Pruned, Reason, Status, Store, Tag, Trailed, View,
};

use crate::hamiltonian_path::distances::{Balance, Distances};
use crate::hamiltonian_path::{tag, untag};

/// Which rule pruned.
mod rule {
    pub(super) const GIVEN: u32 = 0;
    pub(super) const FIXED: u32 = 1;
    pub(super) const BOUNDS: u32 = 2;
}

/// Keeps the places of nodes far enough apart.
#[derive(Debug)]
pub(super) struct Separation {
    places: Vec<View>,
    distances: Arc<Distances>,
    /// Whether `PathSupports` also runs: it infers what fixed nodes imply, and earlier.
    walks: bool,
    /// Two flags: 1 once the graph alone has been propagated; 1 once every node has only places of its colour.
    begun: Trailed,
}

impl Separation {
    pub(super) fn new(
        places: &[View],
        distances: &Arc<Distances>,
        walks: bool,
        begun: Trailed,
    ) -> Separation {
        Separation {
            walks,
            places: places.to_vec(),
            distances: Arc::clone(distances),
            begun,
        }
    }

    /// Propagates what follows from the graph alone.
    fn begin(&self, store: &mut Store) -> Pruned {
        let given = tag(rule::GIVEN, 0, 0);
        for &view in &self.places {
            store.set_min(view, 0, given)?;
            store.set_max(view, self.places.len() as i32 - 1, given)?;
        }
        match self.distances.balance() {
            Balance::Open => {}
            Balance::Broken => return Err(store.fail(given)),
            Balance::First(colour) => {
                for (node, &view) in self.places.iter().enumerate() {
                    store.retain(view, given, |place| {
                        self.distances.fits_first(node, place, colour)
                    })?;
                }
                store.put(self.begun.at(1), 1);
            }
        }
        store.put(self.begun, 1);
        Ok(())
    }

    /// Propagates what the place of one node implies for all others.
    fn tell_others(&self, store: &mut Store, node: usize) -> Pruned {
        let (min, max) = store.bounds(self.places[node]);
        let rule = if min == max {
            self.tell_colour(store, node, min)?;
            // If reasons are recorded, one step with a short reason is better than a walk along the path.
            if self.walks && !store.is_recording() {
                return Ok(());
            }
            rule::FIXED
        } else if max - min + 2 > 2 * self.distances.longest(node) {
            return Ok(());
        } else {
            rule::BOUNDS
        };
        let gaps = self.distances.all_from(node);
        for (other, (&view, &gap)) in self.places.iter().zip(gaps).enumerate() {
            let gap = i32::from(gap);
            if 2 * gap < max - min + 2 {
                continue;
            }
            let last = (min + gap - 1).min(self.places.len() as i32);
            let mut next = store.next_value(view, (max - gap + 1).max(0));
            while let Some(place) = next.filter(|&place| place <= last) {
                store.remove(view, place, tag(rule, node, other))?;
                next = store.next_value(view, place + 1);
            }
        }
        Ok(())
    }

    /// The first fixed node decides which places have which colour.
    fn tell_colour(&self, store: &mut Store, node: usize, place: i32) -> Pruned {
        if !self.distances.has_colours() || store.get(self.begun.at(1)) == 1 {
            return Ok(());
        }
        for (other, &view) in self.places.iter().enumerate() {
            store.retain(view, tag(rule::FIXED, node, other), |other_place| {
                self.distances.same_colours(other, other_place, node, place)
            })?;
        }
        store.put(self.begun.at(1), 1);
        Ok(())
    }
}

impl Propagator for Separation {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if store.get(self.begun) == 0 {
            self.begin(store)?;
        }
        while let Some(node) = store.next_changed() {
            self.tell_others(store, node)?;
        }
        let done = self.places.iter().all(|&view| store.is_fixed(view));
        Ok(if done {
            Status::Entailed
        } else {
            Status::Active
        })
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, node, other) = untag(tag);
        let view = self.places[node];
        match rule {
            rule::GIVEN => {}
            rule::BOUNDS if needed.op() == Op::Ne => {
                // The bounds, weakened as far as this one place allows.
                let place = self.places[other].of(needed.value());
                let gap = self.distances.between(node, other);
                let last = self.places.len() as i32 - 1;
                if place - gap + 1 > 0 {
                    why.add(view.at_least(place - gap + 1));
                }
                if place + gap - 1 < last {
                    why.add(view.at_most(place + gap - 1));
                }
            }
            _ => why.bounds(past, view),
        }
    }
}
