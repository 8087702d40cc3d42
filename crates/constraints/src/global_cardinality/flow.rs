//! `global_cardinality` at domain consistency: every remaining value of the views belongs to an assignment within the counts'
//! bounds.
//!
//! Régin 1996, "Generalized arc consistency for global cardinality constraint": a feasible assignment is kept and repaired; a
//! value of a view stays exactly when it is assigned, or moving the view to it closes a cycle in the residual graph. The graph
//! has values as nodes, with arcs from the value assigned to a view to all values of that view, and one more node for values that
//! can be taken once more or once less. Time O(views * values) for the assignment, O(values) row operations for the components.

use super::GlobalCardinality;
use crate::all_different::within;
use crate::support::bits::{Bits, Numbering};
use crate::support::prelude::*;
use crate::support::strong_components::StrongComponents;
use crate::support::views::{has_repeats, vars};

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct CardinalityFlow<const W: usize> {
    xs: Box<[View]>,
    counts: Box<[View]>,
    /// For each numbered value, the index of its count.
    count_of: Vec<u32>,
    numbers: Numbering,
    closed: bool,
    aliased: bool,
    initial: Vec<Bits<W>>,
    /// The number of the value last assigned to each view.
    assigned: Vec<u32>,
    // From here on, scratch memory for one run.
    rows: Vec<Bits<W>>,
    lower: Vec<i64>,
    upper: Vec<i64>,
    load: Vec<i64>,
    /// On an augmenting path, the view that moves, and the value it moves from or to.
    via: Vec<(u32, u32)>,
    queue: Vec<u32>,
    arcs: Vec<Bits<W>>,
    component: Vec<Bits<W>>,
    strong_components: StrongComponents<W>,
}

impl<const W: usize> CardinalityFlow<W> {
    pub(super) fn new(
        constraint: &GlobalCardinality,
        numbers: Numbering,
        out: &mut Poster<'_>,
    ) -> CardinalityFlow<W> {
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
        CardinalityFlow {
            aliased: has_repeats(vars(&constraint.xs)),
            xs: constraint.xs.clone(),
            counts: constraint.counts.clone(),
            count_of,
            closed: constraint.closed,
            assigned: vec![NONE; initial.len()],
            rows: initial.clone(),
            initial,
            lower: vec![0; n_values],
            upper: vec![0; n_values],
            load: vec![0; n_values],
            via: vec![(NONE, NONE); n_values],
            queue: Vec::with_capacity(n_values),
            arcs: vec![Bits::EMPTY; n_values + 1],
            component: vec![Bits::EMPTY; n_values],
            strong_components: StrongComponents::default(),
            numbers,
        }
    }

    /// Reads the lower and upper limit of each value from bounds of the counts.
    fn read_bounds(&mut self, bounds: impl Fn(View) -> (i32, i32)) {
        let n = self.xs.len() as i64;
        for number in 0..self.count_of.len() {
            let (lower, upper) = match self.count_of[number] {
                NONE => (0, if self.closed { 0 } else { n }),
                k => {
                    let (min, max) = bounds(self.counts[k as usize]);
                    (i64::from(min).max(0), i64::from(max).min(n))
                }
            };
            self.lower[number] = lower;
            self.upper[number] = upper;
        }
    }

    /// Assigns one more view to a value below its upper limit, moving others along a shortest path. If there is none, returns the
    /// values that the view reaches, all of which are at their upper limit.
    fn assign_one(&mut self, root: usize) -> Result<(), Bits<W>> {
        self.queue.clear();
        let mut seen = Bits::EMPTY;
        if self.reach(root, root, &mut seen) {
            return Ok(());
        }
        let mut at = 0;
        while at < self.queue.len() {
            let number = self.queue[at];
            at += 1;
            for index in 0..self.xs.len() {
                if self.assigned[index] == number && self.reach(index, root, &mut seen) {
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
            if self.load[number] < self.upper[number] {
                self.load[number] += 1;
                let mut to = number;
                loop {
                    let index = self.via[to].0 as usize;
                    let old = std::mem::replace(&mut self.assigned[index], to as u32);
                    if index == root {
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
    fn raise_to_lower(&mut self, root: usize) -> bool {
        self.queue.clear();
        self.queue.push(root as u32);
        let mut seen = Bits::<W>::single(root);
        let mut at = 0;
        while at < self.queue.len() {
            let to = self.queue[at] as usize;
            at += 1;
            for index in 0..self.xs.len() {
                let from = self.assigned[index] as usize;
                if seen.contains(from) || !self.rows[index].contains(to) {
                    continue;
                }
                seen.insert(from);
                self.via[from] = (index as u32, to as u32);
                if self.load[from] > self.lower[from] {
                    self.load[from] -= 1;
                    self.load[root] += 1;
                    let mut number = from;
                    while number != root {
                        let (index, to) = self.via[number];
                        self.assigned[index as usize] = to;
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
        for index in 0..self.xs.len() {
            let number = self.assigned[index] as usize;
            let kept = number != NONE as usize
                && self.rows[index].contains(number)
                && self.load[number] < self.upper[number];
            if kept {
                self.load[number] += 1;
            } else {
                self.assigned[index] = NONE;
            }
        }
        for index in 0..self.xs.len() {
            if self.assigned[index] == NONE && self.assign_one(index).is_err() {
                return false;
            }
        }
        for number in 0..self.load.len() {
            while self.load[number] < self.lower[number] {
                if !self.raise_to_lower(number) {
                    return false;
                }
            }
        }
        true
    }
}

impl<const W: usize> Propagator for CardinalityFlow<W> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.read_bounds(|view| (store.min(view), store.max(view)));
        for (index, &view) in self.xs.iter().enumerate() {
            self.rows[index] = self.numbers.row(store, view);
        }
        if !self.assign() {
            return Err(store.fail(Tag(self.xs.len() as u32)));
        }
        let slack_node = self.load.len();
        self.arcs.fill(Bits::EMPTY);
        let mut nodes = Bits::single(slack_node);
        for (index, row) in self.rows.iter().enumerate() {
            nodes |= *row;
            self.arcs[self.assigned[index] as usize] |= *row;
        }
        for number in 0..slack_node {
            if self.load[number] < self.upper[number] {
                self.arcs[number].insert(slack_node);
            }
            if self.load[number] > self.lower[number] {
                self.arcs[slack_node].insert(number);
            }
        }
        let component = &mut self.component;
        let ignore = |_, _| {};
        self.strong_components
            .run(nodes, &self.arcs, ignore, |members, _| {
                for number in members.iter().filter(|&number| number < slack_node) {
                    component[number] = members;
                }
                Ok(())
            })?;
        for (index, &view) in self.xs.iter().enumerate() {
            let keep = self.component[self.assigned[index] as usize];
            if !self.rows[index].is_within(&keep) {
                self.numbers.keep(store, view, &keep, Tag(index as u32))?;
            }
        }
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    /// Assumes that the removed value is taken, and finds either views with too few values, or values with too few views; one of
    /// the two exists (Quimper, López-Ortiz, van Beek and Golynski 2004, "Improved algorithms for the global cardinality
    /// constraint").
    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        self.read_bounds(|view| (past.min(view), past.max(view)));
        for (index, &view) in self.xs.iter().enumerate() {
            self.rows[index] = self.numbers.past_row(past, view);
        }
        let taker = tag.0 as usize;
        let mut taken = None;
        if let Some(view) = self.xs.get(taker) {
            let number = self.numbers.number(view.of(needed.value()));
            let number = number.expect("removed values were there");
            taken = Some(number);
            if self.upper[number] == 0 {
                self.add_upper(number, 0, why);
                return;
            }
            self.upper[number] -= 1;
            self.lower[number] = (self.lower[number] - 1).max(0);
        }
        if !self.explain_upper(taker, taken, past, why) {
            self.explain_lower(taker, taken, why);
        }
    }
}

impl<const W: usize> CardinalityFlow<W> {
    /// Adds that a value was taken at most `upper` times.
    fn add_upper(&self, number: usize, upper: i64, why: &mut Reason) {
        if self.count_of[number] != NONE && upper < self.xs.len() as i64 {
            let count = self.counts[self.count_of[number] as usize];
            why.add(count.at_most(upper as i32));
        }
    }

    /// Adds a set of views with too few values, if there is one.
    fn explain_upper(
        &mut self,
        taker: usize,
        taken: Option<usize>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) -> bool {
        self.load.fill(0);
        self.assigned.fill(NONE);
        for root in (0..self.xs.len()).filter(|&index| index != taker) {
            let Err(reached) = self.assign_one(root) else {
                continue;
            };
            for number in reached.iter() {
                let upper = self.upper[number] + i64::from(taken == Some(number));
                self.add_upper(number, upper, why);
            }
            for index in 0..self.xs.len() {
                let assigned = self.assigned[index] as usize;
                if index == root || assigned != NONE as usize && reached.contains(assigned) {
                    let initial = &self.initial[index];
                    within(self.xs[index], initial, &reached, &self.numbers, past, why);
                }
            }
            return true;
        }
        false
    }

    /// Adds a set of values whose lower limits exceed the number of views that can take them.
    fn explain_lower(&mut self, taker: usize, taken: Option<usize>, why: &mut Reason) {
        self.assigned.fill(NONE);
        for root in 0..self.lower.len() {
            for _ in 0..self.lower[root] {
                let Err(reached) = self.assign_towards(root, taker) else {
                    continue;
                };
                for number in reached.iter() {
                    let lower = self.lower[number] + i64::from(taken == Some(number));
                    let k = self.count_of[number];
                    if k != NONE && lower > 0 {
                        why.add(self.counts[k as usize].at_least(lower as i32));
                    }
                }
                for (index, &view) in self.xs.iter().enumerate() {
                    if index != taker && !self.rows[index].intersects(&reached) {
                        let lacking = reached & self.initial[index];
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
    fn assign_towards(&mut self, root: usize, taker: usize) -> Result<(), Bits<W>> {
        self.queue.clear();
        self.queue.push(root as u32);
        let mut seen = Bits::single(root);
        let mut at = 0;
        while at < self.queue.len() {
            let number = self.queue[at] as usize;
            at += 1;
            for index in (0..self.xs.len()).filter(|&index| index != taker) {
                if !self.rows[index].contains(number) {
                    continue;
                }
                let other = self.assigned[index] as usize;
                if other == NONE as usize {
                    self.assigned[index] = number as u32;
                    let mut to = number;
                    while to != root {
                        let (index, towards) = self.via[to];
                        self.assigned[index as usize] = towards;
                        to = towards as usize;
                    }
                    return Ok(());
                }
                if !seen.contains(other) {
                    seen.insert(other);
                    self.via[other] = (index as u32, number as u32);
                    self.queue.push(other as u32);
                }
            }
        }
        Err(seen)
    }
}
