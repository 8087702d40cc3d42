//! `all_different` at level domain: every value that is left belongs to a solution.
//!
//! Régin 1994, "A filtering algorithm for constraints of difference in CSPs": a matching of views to values exists, and a value
//! stays exactly when it is matched, reachable from a value that nobody needs, or on a cycle that alternates between matched and
//! other values. Here the graph is on values alone: from the value matched to a view, arcs lead to all the values of that view,
//! so that a row of arcs *is* a domain, and the components are found in O(n) operations on rows (see `Components`).
//!
//! The work is staged: elimination first; then, when everything cheaper is done, matching and components, and only for the
//! views that hang together with a changed one. The matching is not taken back: what undoing leaves of it is repaired.
//! Time O(n) row operations for the check and O(n) per view that lost its match. A run is at its own fixpoint.

use gridwright_fd::{
    Atom, Cost, Past, Poster, Propagator, Pruned, Reason, Status, Store, Tag, View,
};

use super::hall::Hall;
use super::value::{Elimination, Left};
use crate::bits::{Bits, Components, Numbering};

const NOBODY: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) struct Domain<const W: usize> {
    stage: Elimination<W>,
    /// Whether a variable occurs twice.
    aliased: bool,
    hall: Hall<W>,
    /// The views that changed since the last fixpoint; too many are harmless.
    dirty: Vec<bool>,
    /// The number of the value matched to each view, as far as it still can take it.
    mate: Vec<u32>,
    /// From here on, room for one run: the views at work, and for each value its view and its arcs.
    members: Vec<u32>,
    owner: Vec<u32>,
    arcs: Vec<Bits<W>>,
    from: Vec<u32>,
    queue: Vec<u32>,
    components: Components<W>,
}

impl<const W: usize> Domain<W> {
    pub(crate) fn new(
        views: &[View],
        except: Option<i32>,
        numbers: Numbering,
        aliased: bool,
        out: &mut Poster<'_>,
    ) -> Domain<W> {
        let (n, n_values) = (views.len(), numbers.n_values());
        let rows: Vec<Bits<W>> = views
            .iter()
            .map(|&view| numbers.row(out.store(), view))
            .collect();
        Domain {
            stage: Elimination::new(views, except, numbers, out),
            aliased,
            hall: Hall::new(rows, n_values),
            dirty: vec![true; n],
            mate: vec![NOBODY; n],
            members: Vec::with_capacity(n),
            owner: vec![NOBODY; n_values],
            arcs: vec![Bits::EMPTY; n_values],
            from: vec![NOBODY; n_values],
            queue: Vec::with_capacity(n),
            components: Components::default(),
        }
    }

    /// Notes which views changed.
    fn take_changed(&mut self, store: &mut Store) {
        while let Some(place) = store.next_changed() {
            self.dirty[place] = true;
        }
    }

    /// Everything is consistent: nothing is dirty, not even what this run changed itself.
    fn settle(&mut self, store: &mut Store) {
        while store.next_changed().is_some() {}
        self.dirty.fill(false);
    }

    /// Gathers the open views that hang together with a changed one over shared values, and gives all values they have.
    ///
    /// The others have lost nothing since they were consistent and share no value with these, so they still are.
    fn gather(&mut self, store: &Store) -> Bits<W> {
        let n_open = self.stage.n_open(store);
        if self.aliased {
            // Otherwise any change since the first stage would have led back to it.
            self.stage.reload(store);
        }
        self.members.clear();
        self.members.extend_from_slice(&self.stage.order[..n_open]);
        let mut reached = Bits::EMPTY;
        let mut n_in = 0;
        for k in 0..n_open {
            let place = self.members[k] as usize;
            if self.dirty[place] {
                reached |= self.stage.rows[place];
                self.members.swap(k, n_in);
                n_in += 1;
            }
        }
        if let Some(except) = self.stage.except {
            reached.remove(except);
        }
        loop {
            let before = n_in;
            for k in n_in..n_open {
                let place = self.members[k] as usize;
                if self.stage.rows[place].intersects(&reached) {
                    reached |= self.stage.rows[place];
                    if let Some(except) = self.stage.except {
                        reached.remove(except);
                    }
                    self.members.swap(k, n_in);
                    n_in += 1;
                }
            }
            if n_in == before {
                break;
            }
        }
        self.members.truncate(n_in);
        reached
    }

    /// Repairs the matching of the members; gives the matched values.
    fn repair(&mut self, store: &mut Store) -> Pruned<Bits<W>> {
        let mut used = Bits::EMPTY;
        self.queue.clear();
        for &place in &self.members {
            let mate = self.mate[place as usize] as usize;
            let kept = mate != NOBODY as usize
                && self.stage.rows[place as usize].contains(mate)
                && !used.contains(mate);
            if kept {
                used.insert(mate);
                self.owner[mate] = place;
            } else {
                self.mate[place as usize] = NOBODY;
            }
        }
        for k in 0..self.members.len() {
            let place = self.members[k] as usize;
            if self.mate[place] == NOBODY && !self.augment(place, &mut used) {
                return Err(self.stage.fail(store));
            }
        }
        Ok(used)
    }

    /// Finds a match for one more view by moving others along the shortest alternating path.
    fn augment(&mut self, root: usize, used: &mut Bits<W>) -> bool {
        let mut seen = Bits::EMPTY;
        self.queue.clear();
        self.queue.push(root as u32);
        let mut at = 0;
        while at < self.queue.len() {
            let mut place = self.queue[at] as usize;
            at += 1;
            let fresh = self.stage.rows[place].without(&seen);
            if let Some(free) = fresh.without(used).first() {
                used.insert(free);
                let mut number = free;
                loop {
                    let old = std::mem::replace(&mut self.mate[place], number as u32);
                    self.owner[number] = place as u32;
                    if place == root {
                        return true;
                    }
                    number = old as usize;
                    place = self.from[number] as usize;
                }
            }
            seen |= fresh;
            for number in fresh.iter() {
                self.from[number] = place as u32;
                self.queue.push(self.owner[number]);
            }
        }
        false
    }

    /// Makes every value of the dirty part consistent.
    fn filter(&mut self, store: &mut Store) -> Pruned {
        let reached = self.gather(store);
        let except = self.stage.except;
        if let Some(except) = except {
            // Whoever can take the exception never stands in the way of the others.
            let rows = &self.stage.rows;
            self.members
                .retain(|&place| !rows[place as usize].contains(except));
        }
        let used = self.repair(store)?;
        for number in used.iter() {
            self.arcs[number] = self.stage.rows[self.owner[number] as usize];
        }
        // Values from which the matching can be moved to one that nobody needs.
        let mut spare = reached.without(&used);
        let (stage, rows, owner) = (&self.stage, &self.stage.rows, &self.owner);
        let n = stage.views.len();
        let arcs = &self.arcs;
        self.components.run(used, arcs, |component, reached| {
            if reached.intersects(&spare) {
                spare |= component;
            }
            let keep = component | spare;
            if reached.is_within(&keep) {
                return Ok(());
            }
            for number in component.iter() {
                let place = owner[number] as usize;
                if !rows[place].is_within(&keep) {
                    let tag = Tag((n + place) as u32);
                    stage.numbers.keep(store, stage.views[place], &keep, tag)?;
                }
            }
            Ok(())
        })?;
        if let Some(except) = except {
            let needed = used.without(&spare);
            for &place in &stage.order[..stage.n_open(store)] {
                let (place, row) = (place as usize, rows[place as usize]);
                if row.contains(except) && row.intersects(&needed) {
                    let tag = Tag((n + place) as u32);
                    let keep = row.without(&needed);
                    stage.numbers.keep(store, stage.views[place], &keep, tag)?;
                }
            }
        }
        Ok(())
    }
}

impl<const W: usize> Propagator for Domain<W> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.take_changed(store);
        if store.stage() < Cost::Cubic {
            match self.stage.run(store)? {
                Left::Apart if !self.aliased => return Ok(Status::Entailed),
                Left::Ample if !self.aliased => self.settle(store),
                _ => {
                    self.take_changed(store);
                    return Ok(Status::Stage(Cost::Cubic));
                }
            }
            return Ok(Status::Active);
        }
        self.filter(store)?;
        if self.aliased && store.prunings() != before {
            self.take_changed(store);
            return Ok(Status::Rerun);
        }
        self.settle(store);
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        let Err(place) = self.stage.explain(tag, past, why) else {
            return;
        };
        let (views, numbers) = (&self.stage.views, &self.stage.numbers);
        let assumed = place.map(|place| {
            let value = views[place].of(needed.value());
            let number = numbers.number(value).expect("removed values were there");
            (place, number)
        });
        self.hall
            .explain(views, numbers, self.stage.except, assumed, past, why);
    }
}
