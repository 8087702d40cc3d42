//! `all_different` at bounds consistency: the smallest and largest value of every view belong to a solution within the others' bounds.
//!
//! López-Ortiz, Quimper, Tromp and van Beek 2003, "A fast and simple algorithm for bounds consistency of the alldifferent
//! constraint": views are processed in order of their maximum while the intervals between bounds fill up; a full (Hall) interval
//! raises the minimum of every view that begins in it past its end. The same, mirrored, lowers the maxima.
//! Time O(n log n); the two orders are kept between runs and repaired by insertion sort, which is nearly O(n).
//!
//! If the values of fixed views have already been removed from the other views, fixed views are set aside and their values
//! skipped in counting: the remaining views have the same Hall intervals. If each of the `k` remaining views has at least `k`
//! values, no interval but the whole can be full, and the run ends early. It also ends early if every full interval is settled,
//! which `interval_counts.rs` checks cheaply when few values remain.

use crate::support::prelude::*;

use crate::all_different::interval_counts::Lanes;
use crate::all_different::is_aliased;

#[derive(Debug)]
pub(crate) struct AllDifferentBounds {
    views: Box<[View]>,
    /// Whether no view is scaled.
    shifted: bool,
    /// Whether a variable occurs twice.
    aliased: bool,
    set_aside: Option<FixedViews>,
    /// The views sorted by their minimum, and by their maximum, as of the last run. Views that are set aside come last and do not
    /// move, so backtracking only has to restore the number of open views.
    by_min: Vec<u32>,
    by_max: Vec<u32>,
    /// From here on, scratch memory for one run: the bounds of each view (`ends` is one past the maximum), and their ranks.
    mins: Vec<i64>,
    ends: Vec<i64>,
    min_ranks: Vec<usize>,
    end_ranks: Vec<usize>,
    new_mins: Vec<i64>,
    new_ends: Vec<i64>,
    /// All distinct bounds with a sentinel at either end, and the same bounds counted without the values taken.
    steps: Vec<i64>,
    depths: Vec<i64>,
    /// In the terms of the paper: links to the next interval that is not full, the capacity left in an interval, and links over
    /// Hall intervals.
    links: Vec<usize>,
    capacity: Vec<i64>,
    halls: Vec<usize>,
}

impl AllDifferentBounds {
    /// `disjoint`: before every run, the values of fixed views are already removed from the others.
    pub(crate) fn new(views: &[View], disjoint: bool, out: &mut Poster<'_>) -> AllDifferentBounds {
        let n = views.len();
        let set_aside = if disjoint {
            FixedViews::new(views, out)
        } else {
            None
        };
        AllDifferentBounds {
            views: views.into(),
            shifted: views.iter().all(|view| view.scale == 1),
            aliased: is_aliased(views),
            set_aside,
            by_min: (0..n as u32).collect(),
            by_max: (0..n as u32).collect(),
            mins: vec![0; n],
            ends: vec![0; n],
            min_ranks: vec![0; n],
            end_ranks: vec![0; n],
            new_mins: vec![0; n],
            new_ends: vec![0; n],
            steps: vec![0; 2 * n + 2],
            depths: vec![0; 2 * n + 2],
            links: vec![0; 2 * n + 2],
            capacity: vec![0; 2 * n + 2],
            halls: vec![0; 2 * n + 2],
        }
    }

    /// Reads the bounds, sets fixed views aside and repairs the orders. Returns the number of views that are left, or 0 if
    /// nothing can be pruned.
    fn read(&mut self, store: &mut Store) -> usize {
        let n = match &self.set_aside {
            Some(set_aside) => set_aside.n_open(store),
            None => self.views.len(),
        };
        let mut n_fixed = 0;
        for &index in &self.by_min[..n] {
            let index = index as usize;
            let mut view = self.views[index];
            if self.shifted {
                // Lets the compiler drop the multiplication.
                view.scale = 1;
            }
            let (min, max) = store.bounds(view);
            self.mins[index] = min.into();
            self.ends[index] = i64::from(max) + 1;
            n_fixed += usize::from(min == max);
        }
        let mut n_open = n;
        if let Some(set_aside) = &mut self.set_aside {
            if n_fixed > 0 {
                n_open -= n_fixed;
                let is_fixed = |index: u32| {
                    let index = index as usize;
                    self.mins[index] + 1 == self.ends[index]
                };
                fixed_last(&mut self.by_min[..n], is_fixed);
                fixed_last(&mut self.by_max[..n], is_fixed);
                let fixed = self.by_min[n_open..n].iter();
                set_aside.take(n_open, fixed.map(|&index| self.mins[index as usize]), store);
            }
            // After elimination, two open views form no Hall interval that prunes.
            if n_open <= 2 {
                return 0;
            }
            set_aside.count(store);
            let depths = self.by_min[..n_open].iter().map(|&index| {
                let (min, end) = (self.mins[index as usize], self.ends[index as usize]);
                (set_aside.depth(min), set_aside.depth(end))
            });
            let quiet = match Lanes::new(depths.clone()) {
                Some(lanes) => lanes.are_settled(),
                None => (depths.into_iter()).all(|(min, end)| end - min >= n_open as i64),
            };
            if quiet {
                return 0;
            }
        }
        insertion_sort(&mut self.by_min[..n_open], &self.mins);
        insertion_sort(&mut self.by_max[..n_open], &self.ends);
        for &index in &self.by_min[..n_open] {
            let index = index as usize;
            self.new_mins[index] = self.mins[index];
            self.new_ends[index] = self.ends[index];
        }
        n_open
    }

    /// Ranks all bounds. Returns the number of distinct bounds.
    fn rank(&mut self, n: usize) -> usize {
        let depth = |value: i64| match &self.set_aside {
            Some(set_aside) => set_aside.depth(value),
            None => value,
        };
        let (mut i, mut j, mut rank) = (0, 0, 0);
        let first = self.mins[self.by_min[0] as usize];
        self.steps[0] = first - 2;
        self.depths[0] = depth(first) - 2;
        while j < n {
            let end = self.ends[self.by_max[j] as usize];
            let min = match self.by_min[..n].get(i) {
                Some(&index) => self.mins[index as usize],
                None => i64::MAX,
            };
            let next = end.min(min);
            if next != self.steps[rank] {
                let depth = depth(next);
                if depth != self.depths[rank] {
                    rank += 1;
                    self.steps[rank] = next;
                    self.depths[rank] = depth;
                }
            }
            if min == next {
                self.min_ranks[self.by_min[i] as usize] = rank;
                i += 1;
            } else {
                self.end_ranks[self.by_max[j] as usize] = rank;
                j += 1;
            }
        }
        self.steps[rank + 1] = self.steps[rank] + 2;
        self.depths[rank + 1] = self.depths[rank] + 2;
        rank
    }

    /// Finds the new minima; false if some interval is overfull.
    fn raise(&mut self, n: usize, n_steps: usize) -> bool {
        for i in 1..=n_steps + 1 {
            self.links[i] = i - 1;
            self.halls[i] = i - 1;
            self.capacity[i] = self.depths[i] - self.depths[i - 1];
        }
        for k in 0..n {
            let index = self.by_max[k] as usize;
            let (from, to) = (self.min_ranks[index], self.end_ranks[index]);
            let mut z = last_up(&self.links, from + 1);
            let below = self.links[z];
            self.capacity[z] -= 1;
            if self.capacity[z] == 0 {
                self.links[z] = z + 1;
                z = last_up(&self.links, z + 1);
                self.links[z] = below;
            }
            relink(&mut self.links, from + 1, z, z);
            let over = self.depths[z] - self.depths[to];
            if self.capacity[z] < over {
                return false;
            }
            if self.halls[from] > from {
                let past = last_up(&self.halls, self.halls[from]);
                self.new_mins[index] = self.steps[past];
                relink(&mut self.halls, from, past, past);
            }
            if self.capacity[z] == over {
                let start = self.halls[to];
                relink(&mut self.halls, start, below - 1, to);
                self.halls[to] = below - 1;
            }
        }
        true
    }

    /// Finds the new maxima; false if some interval is overfull.
    fn lower(&mut self, n: usize, n_steps: usize) -> bool {
        for i in 0..=n_steps {
            self.links[i] = i + 1;
            self.halls[i] = i + 1;
            self.capacity[i] = self.depths[i + 1] - self.depths[i];
        }
        for k in (0..n).rev() {
            let index = self.by_min[k] as usize;
            let (from, to) = (self.end_ranks[index], self.min_ranks[index]);
            let mut z = last_down(&self.links, from - 1);
            let above = self.links[z];
            self.capacity[z] -= 1;
            if self.capacity[z] == 0 {
                self.links[z] = z - 1;
                z = last_down(&self.links, z - 1);
                self.links[z] = above;
            }
            relink(&mut self.links, from - 1, z, z);
            let over = self.depths[to] - self.depths[z];
            if self.capacity[z] < over {
                return false;
            }
            if self.halls[from] < from {
                let past = last_down(&self.halls, self.halls[from]);
                self.new_ends[index] = self.steps[past];
                relink(&mut self.halls, from, past, past);
            }
            if self.capacity[z] == over {
                let start = self.halls[to];
                relink(&mut self.halls, start, above + 1, to);
                self.halls[to] = above + 1;
            }
        }
        true
    }
}

fn insertion_sort(order: &mut [u32], keys: &[i64]) {
    for i in 1..order.len() {
        let index = order[i];
        let key = keys[index as usize];
        let mut k = i;
        while k > 0 && keys[order[k - 1] as usize] > key {
            order[k] = order[k - 1];
            k -= 1;
        }
        order[k] = index;
    }
}

/// Follows links upwards to their end.
fn last_up(links: &[usize], mut i: usize) -> usize {
    while links[i] > i {
        i = links[i];
    }
    i
}

/// Follows links downwards to their end.
fn last_down(links: &[usize], mut i: usize) -> usize {
    while links[i] < i {
        i = links[i];
    }
    i
}

/// Makes every link on the chain from `start` to `end` point to `to` (path compression).
fn relink(links: &mut [usize], start: usize, end: usize, to: usize) {
    let mut next = start;
    while next != end {
        next = std::mem::replace(&mut links[next], to);
    }
}

impl Propagator for AllDifferentBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let n = self.views.len() as u32;
        let n_open = self.read(store);
        if n_open == 0 {
            return Ok(Status::Active);
        }
        let n_steps = self.rank(n_open);
        if !self.raise(n_open, n_steps) || !self.lower(n_open, n_steps) {
            return Err(store.fail(Tag(2 * n)));
        }
        let mut changed = false;
        for &index in &self.by_min[..n_open] {
            let (index, view) = (index as usize, self.views[index as usize]);
            // New bounds lie between old ones, so they fit in an `i32`.
            if self.new_mins[index] > self.mins[index] {
                let tag = Tag(index as u32);
                changed |= store.set_min(view, self.new_mins[index] as i32, tag)?;
            }
            if self.new_ends[index] < self.ends[index] {
                let tag = Tag(n + index as u32);
                changed |= store.set_max(view, (self.new_ends[index] - 1) as i32, tag)?;
            }
            // Pruning has also changed the other views of this variable, so the intervals found would no longer be valid reasons.
            if changed && self.aliased {
                break;
            }
        }
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let n = self.views.len();
        for (index, &view) in self.views.iter().enumerate() {
            self.mins[index] = past.min(view).into();
            self.ends[index] = i64::from(past.max(view)) + 1;
        }
        let tag = tag.0 as usize;
        let index = tag % n;
        let pruned = self.views[index];
        // The interval must reach from the bound as it was to the last value to be removed.
        let last_gone = i64::from(pruned.of(needed.value()));
        let step = i64::from(pruned.scale).abs();
        let mut hall = match tag {
            tag if tag < n => {
                self.interval(Some(index), Some((self.mins[index], last_gone - step)))
            }
            tag if tag < 2 * n => {
                let max = self.ends[index] - 1;
                self.interval(Some(index), Some((last_gone + step, max)))
            }
            _ => None,
        };
        let is_prune = hall.is_some();
        if !is_prune {
            // An overfull interval is a conflict, which forces everything. A prune ends here too if two views share a
            // variable: an earlier prune of the same run may have squeezed the members of its interval into fewer values.
            hall = self.interval(None, None);
        }
        let (min, end) = hall.expect("a full or overfull interval removed it");
        if is_prune && tag < n {
            why.add(pruned.at_least(min as i32));
        } else if is_prune {
            why.add(pruned.at_most((end - 1) as i32));
        }
        let mut enough = (end - min) as usize + usize::from(!is_prune);
        for (other, &view) in self.views.iter().enumerate() {
            let inside = self.mins[other] >= min && self.ends[other] <= end;
            let is_pruned = other == index && is_prune;
            if inside && !is_pruned && enough > 0 {
                enough -= 1;
                why.add(view.at_least(min as i32));
                why.add(view.at_most((end - 1) as i32));
            }
        }
    }
}

impl AllDifferentBounds {
    /// The shortest Hall interval that contains `cover`; without `cover`, the shortest interval that more views are confined to
    /// than it has values. The view at `except` is not counted. Returns the smallest value and one past the largest. Reads `mins`
    /// and `ends`.
    fn interval(&mut self, except: Option<usize>, cover: Option<(i64, i64)>) -> Option<(i64, i64)> {
        let mut by_min: Vec<u32> = (0..self.views.len() as u32).collect();
        by_min.sort_by_key(|&index| self.mins[index as usize]);
        let mut best: Option<(i64, i64)> = None;
        for &end in &self.ends {
            if cover.is_some_and(|(_, last)| end <= last) {
                continue;
            }
            let mut n_inside = 0;
            for &index in by_min.iter().rev() {
                let index = index as usize;
                if self.ends[index] > end || except == Some(index) {
                    continue;
                }
                n_inside += 1;
                let min = self.mins[index];
                let full = match cover {
                    Some((first, _)) => min <= first && n_inside >= end - min,
                    None => n_inside > end - min,
                };
                if full {
                    if best.is_none_or(|(a, b)| end - min < b - a) {
                        best = Some((min, end));
                    }
                    break;
                }
            }
        }
        best
    }
}

/// Fixed views are set aside only if the values span at most this many numbers, or at most four per view.
const MAX_SPAN: usize = 128;

/// The fixed views that are set aside, and positions of values that skip the values they took.
#[derive(Debug)]
pub(crate) struct FixedViews {
    /// The number of views that are not set aside.
    n_open: Trailed,
    /// The values taken, as a bit set that starts at `first`.
    taken: Trailed,
    first: i64,
    /// For each value, how many smaller ones are taken: scratch memory for one run.
    below: Vec<u32>,
}

impl FixedViews {
    /// No view is set aside yet; `None` if the values are spread too widely.
    pub(crate) fn new(views: &[View], out: &mut Poster<'_>) -> Option<FixedViews> {
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for &view in views {
            let (min, max) = out.store().bounds(view);
            (first, last) = (first.min(min), last.max(max));
        }
        // One number more than there are values, for one past the last value.
        let span = (i64::from(last) - i64::from(first)) as usize + 2;
        (span <= MAX_SPAN.max(4 * views.len())).then(|| FixedViews {
            n_open: out.trailed(views.len() as i64),
            taken: out.trailed_array(span.div_ceil(64), 0),
            first: first.into(),
            below: vec![0; span],
        })
    }

    /// The number of views that are not set aside.
    pub(crate) fn n_open(&self, store: &Store) -> usize {
        store.get(self.n_open) as usize
    }

    /// Sets aside all but `n_open` views, and records the values of the new ones.
    pub(crate) fn take(
        &mut self,
        n_open: usize,
        values: impl Iterator<Item = i64>,
        store: &mut Store,
    ) {
        store.put(self.n_open, n_open as i64);
        for value in values {
            let bit = (value - self.first) as usize;
            let word = self.taken.at(bit / 64);
            store.put(word, store.get(word) | 1 << (bit % 64));
        }
    }

    /// Counts the values taken below each value.
    pub(crate) fn count(&mut self, store: &Store) {
        let mut n_taken = 0;
        for (i, chunk) in self.below.chunks_mut(64).enumerate() {
            let mut word = store.get(self.taken.at(i)) as u64;
            for below in chunk {
                *below = n_taken;
                n_taken += (word & 1) as u32;
                word >>= 1;
            }
        }
    }

    /// The position of a value, counted from the first and without the values taken.
    #[inline]
    pub(crate) fn depth(&self, value: i64) -> i64 {
        let value = value - self.first;
        value - i64::from(self.below[value as usize])
    }
}

/// Moves the fixed views to the end.
pub(crate) fn fixed_last(indices: &mut [u32], is_fixed: impl Fn(u32) -> bool) {
    let (mut k, mut n_open) = (0, indices.len());
    while k < n_open {
        if is_fixed(indices[k]) {
            n_open -= 1;
            indices.swap(k, n_open);
        } else {
            k += 1;
        }
    }
}
