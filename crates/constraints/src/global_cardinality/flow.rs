//! `global_cardinality` at domain consistency: every remaining value of the views belongs to an assignment within the counts'
//! bounds.
//!
//! Régin 1996, "Generalized arc consistency for global cardinality constraint": a feasible assignment is kept and repaired; a
//! value of a view stays exactly when it is assigned, or moving the view to it closes a cycle in the residual graph. The graph
//! has values as nodes, with arcs from the value assigned to a view to all values of that view, and one more node for values that
//! can be taken once more or once less. Time O(views * values) for the assignment, O(values) row operations for the components.

use gridwright_fd::{
    Atom, PastStore, Poster, Propagator, Pruned, Reason, Status, Store, Tag, View,
};

use super::GlobalCardinality;
use crate::all_different::within;
use crate::support::bits::{Bits, Numbering};
use crate::support::strong_components::Components;

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Flow<const W: usize> {
    xs: Box<[View]>,
    counts: Box<[View]>,
    /// For each numbered value, the index of its count.
    count_of: Vec<u32>,
    numbers: Numbering,
    closed: bool,
    aliased: bool,
    initial: Vec<Bits<W>>,
    /// The number of the value last assigned to each view.
    given: Vec<u32>,
    // From here on, scratch memory for one run.
    rows: Vec<Bits<W>>,
    least: Vec<i64>,
    most: Vec<i64>,
    load: Vec<i64>,
    /// On an augmenting path, the view that moves, and the value it moves from or to.
    via: Vec<(u32, u32)>,
    queue: Vec<u32>,
    arcs: Vec<Bits<W>>,
    component: Vec<Bits<W>>,
    components: Components<W>,
}

impl<const W: usize> Flow<W> {
    pub(super) fn new(
        constraint: &GlobalCardinality,
        numbers: Numbering,
        out: &mut Poster<'_>,
    ) -> Flow<W> {
        let n_values = numbers.n_values();
        let mut count_of = vec![NONE; n_values];
        for (k, &value) in constraint.cover.iter().enumerate() {
            let number = numbers.number(value).expect("counted values are numbered");
            count_of[number] = k as u32;
        }
        let initial: Vec<Bits<W>> = constraint
            .xs
            .iter()
            .map(|&view| numbers.row(out.store(), view))
            .collect();
        let mut vars: Vec<_> = constraint.xs.iter().map(|view| view.var).collect();
        vars.sort_unstable();
        Flow {
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            xs: constraint.xs.clone(),
            counts: constraint.counts.clone(),
            count_of,
            closed: constraint.closed,
            given: vec![NONE; initial.len()],
            rows: initial.clone(),
            initial,
            least: vec![0; n_values],
            most: vec![0; n_values],
            load: vec![0; n_values],
            via: vec![(NONE, NONE); n_values],
            queue: Vec::with_capacity(n_values),
            arcs: vec![Bits::EMPTY; n_values + 1],
            component: vec![Bits::EMPTY; n_values],
            components: Components::default(),
            numbers,
        }
    }

    /// Reads the lower and upper limit of each value from bounds of the counts.
    fn read_bounds(&mut self, bounds: impl Fn(View) -> (i32, i32)) {
        let n = self.xs.len() as i64;
        for number in 0..self.count_of.len() {
            let (least, most) = match self.count_of[number] {
                NONE => (0, if self.closed { 0 } else { n }),
                k => {
                    let (min, max) = bounds(self.counts[k as usize]);
                    (i64::from(min).max(0), i64::from(max).min(n))
                }
            };
            self.least[number] = least;
            self.most[number] = most;
        }
    }

    /// Assigns one more view to a value below its upper limit, moving others along a shortest path. If there is none, returns the
    /// values that the view reaches, all of which are at their upper limit.
    fn give(&mut self, root: usize) -> Result<(), Bits<W>> {
        self.queue.clear();
        let mut seen = Bits::EMPTY;
        if self.reach(root, root, &mut seen) {
            return Ok(());
        }
        let mut at = 0;
        while at < self.queue.len() {
            let number = self.queue[at];
            at += 1;
            for place in 0..self.xs.len() {
                if self.given[place] == number && self.reach(place, root, &mut seen) {
                    return Ok(());
                }
            }
        }
        Err(seen)
    }

    /// Records the values that one view can move to. If one of them is below its upper limit, moves all views on the path to it.
    fn reach(&mut self, mover: usize, root: usize, seen: &mut Bits<W>) -> bool {
        let fresh = self.rows[mover].without(seen);
        *seen |= fresh;
        for number in fresh.iter() {
            self.via[number] = (mover as u32, NONE);
            if self.load[number] < self.most[number] {
                self.load[number] += 1;
                let mut to = number;
                loop {
                    let place = self.via[to].0 as usize;
                    let old = std::mem::replace(&mut self.given[place], to as u32);
                    if place == root {
                        return true;
                    }
                    to = old as usize;
                }
            }
            self.queue.push(number as u32);
        }
        false
    }

    /// Moves one view to a value below its lower limit, from a value above its lower limit, along a shortest path.
    fn pull(&mut self, root: usize) -> bool {
        self.queue.clear();
        self.queue.push(root as u32);
        let mut seen = Bits::<W>::single(root);
        let mut at = 0;
        while at < self.queue.len() {
            let to = self.queue[at] as usize;
            at += 1;
            for place in 0..self.xs.len() {
                let from = self.given[place] as usize;
                if seen.contains(from) || !self.rows[place].contains(to) {
                    continue;
                }
                seen.insert(from);
                self.via[from] = (place as u32, to as u32);
                if self.load[from] > self.least[from] {
                    self.load[from] -= 1;
                    self.load[root] += 1;
                    let mut number = from;
                    while number != root {
                        let (place, to) = self.via[number];
                        self.given[place as usize] = to;
                        number = to as usize;
                    }
                    return true;
                }
                self.queue.push(from as u32);
            }
        }
        false
    }

    /// Repairs the assignment; false if there is none.
    fn assign(&mut self) -> bool {
        self.load.fill(0);
        for place in 0..self.xs.len() {
            let number = self.given[place] as usize;
            let kept = number != NONE as usize
                && self.rows[place].contains(number)
                && self.load[number] < self.most[number];
            if kept {
                self.load[number] += 1;
            } else {
                self.given[place] = NONE;
            }
        }
        for place in 0..self.xs.len() {
            if self.given[place] == NONE && self.give(place).is_err() {
                return false;
            }
        }
        for number in 0..self.load.len() {
            while self.load[number] < self.least[number] {
                if !self.pull(number) {
                    return false;
                }
            }
        }
        true
    }
}

impl<const W: usize> Propagator for Flow<W> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.read_bounds(|view| (store.min(view), store.max(view)));
        for (place, &view) in self.xs.iter().enumerate() {
            self.rows[place] = self.numbers.row(store, view);
        }
        if !self.assign() {
            return Err(store.fail(Tag(self.xs.len() as u32)));
        }
        let balance = self.load.len();
        self.arcs.fill(Bits::EMPTY);
        let mut nodes = Bits::single(balance);
        for (place, row) in self.rows.iter().enumerate() {
            nodes |= *row;
            self.arcs[self.given[place] as usize] |= *row;
        }
        for number in 0..balance {
            if self.load[number] < self.most[number] {
                self.arcs[number].insert(balance);
            }
            if self.load[number] > self.least[number] {
                self.arcs[balance].insert(number);
            }
        }
        let component = &mut self.component;
        let ignore = |_, _| {};
        self.components
            .run(nodes, &self.arcs, ignore, |members, _| {
                for number in members.iter().filter(|&number| number < balance) {
                    component[number] = members;
                }
                Ok(())
            })?;
        for (place, &view) in self.xs.iter().enumerate() {
            let keep = self.component[self.given[place] as usize];
            if !self.rows[place].is_within(&keep) {
                self.numbers.keep(store, view, &keep, Tag(place as u32))?;
            }
        }
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    /// Assumes that the removed value is taken, and finds either views with too few values, or values with too few views; one of
    /// the two exists (Quimper, López-Ortiz, van Beek and Golynski 2004, "Improved algorithms for the global cardinality
    /// constraint").
    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        self.read_bounds(|view| (past.min(view), past.max(view)));
        for (place, &view) in self.xs.iter().enumerate() {
            self.rows[place] = self.numbers.past_row(past, view);
        }
        let taker = tag.0 as usize;
        let mut taken = None;
        if let Some(view) = self.xs.get(taker) {
            let number = self.numbers.number(view.of(needed.value()));
            let number = number.expect("removed values were there");
            taken = Some(number);
            if self.most[number] == 0 {
                self.add_most(number, 0, why);
                return;
            }
            self.most[number] -= 1;
            self.least[number] = (self.least[number] - 1).max(0);
        }
        if !self.explain_most(taker, taken, past, why) {
            self.explain_least(taker, taken, why);
        }
    }
}

impl<const W: usize> Flow<W> {
    /// Adds that a value was taken at most `most` times.
    fn add_most(&self, number: usize, most: i64, why: &mut Reason) {
        if self.count_of[number] != NONE && most < self.xs.len() as i64 {
            let count = self.counts[self.count_of[number] as usize];
            why.add(count.at_most(most as i32));
        }
    }

    /// Adds a set of views with too few values, if there is one.
    fn explain_most(
        &mut self,
        taker: usize,
        taken: Option<usize>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) -> bool {
        self.load.fill(0);
        self.given.fill(NONE);
        for root in (0..self.xs.len()).filter(|&place| place != taker) {
            let Err(few) = self.give(root) else {
                continue;
            };
            for number in few.iter() {
                let most = self.most[number] + i64::from(taken == Some(number));
                self.add_most(number, most, why);
            }
            for place in 0..self.xs.len() {
                let given = self.given[place] as usize;
                if place == root || given != NONE as usize && few.contains(given) {
                    let initial = &self.initial[place];
                    within(self.xs[place], initial, &few, &self.numbers, past, why);
                }
            }
            return true;
        }
        false
    }

    /// Adds a set of values whose lower limits exceed the number of views that can take them.
    fn explain_least(&mut self, taker: usize, taken: Option<usize>, why: &mut Reason) {
        self.given.fill(NONE);
        for root in 0..self.least.len() {
            for _ in 0..self.least[root] {
                let Err(wanting) = self.take(root, taker) else {
                    continue;
                };
                for number in wanting.iter() {
                    let least = self.least[number] + i64::from(taken == Some(number));
                    let k = self.count_of[number];
                    if k != NONE && least > 0 {
                        why.add(self.counts[k as usize].at_least(least as i32));
                    }
                }
                for (place, &view) in self.xs.iter().enumerate() {
                    if place != taker && !self.rows[place].intersects(&wanting) {
                        let lacking = wanting & self.initial[place];
                        for number in lacking.iter() {
                            why.absent(view, self.numbers.value(number));
                        }
                    }
                }
                return;
            }
        }
        unreachable!("what was removed had no support");
    }

    /// Assigns one more view to a value below its lower limit; if there is none, returns the values that compete for the views it
    /// reaches.
    fn take(&mut self, root: usize, taker: usize) -> Result<(), Bits<W>> {
        self.queue.clear();
        self.queue.push(root as u32);
        let mut seen = Bits::single(root);
        let mut at = 0;
        while at < self.queue.len() {
            let number = self.queue[at] as usize;
            at += 1;
            for place in (0..self.xs.len()).filter(|&place| place != taker) {
                if !self.rows[place].contains(number) {
                    continue;
                }
                let other = self.given[place] as usize;
                if other == NONE as usize {
                    self.given[place] = number as u32;
                    let mut to = number;
                    while to != root {
                        let (place, towards) = self.via[to];
                        self.given[place as usize] = towards;
                        to = towards as usize;
                    }
                    return Ok(());
                }
                if !seen.contains(other) {
                    seen.insert(other);
                    self.via[other] = (place as u32, number as u32);
                    self.queue.push(other as u32);
                }
            }
        }
        Err(seen)
    }
}
