//! Which variable was most active in recent conflicts, and which value it had last: the order of free search.

use crate::atom::Atom;
use crate::store::Store;
use crate::var::Var;

/// A heap of variables by activity (Moskewicz et al. 2001, Chaff), with the last value of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    score: Vec<f64>,
    heap: Vec<u32>,
    /// Each variable's place in the heap, or `ABSENT`.
    place: Vec<u32>,
    last: Vec<Option<i32>>,
    bump: f64,
}

const ABSENT: u32 = u32::MAX;

impl Activity {
    /// Activities for the variables below `n_vars`; [`Var::ZERO`] is never decided.
    pub(crate) fn new(n_vars: usize) -> Activity {
        let mut activity = Activity {
            score: vec![0.0; n_vars],
            heap: Vec::with_capacity(n_vars),
            place: vec![ABSENT; n_vars],
            last: vec![None; n_vars],
            bump: 1.0,
        };
        for var in 1..n_vars as u32 {
            activity.insert(var);
        }
        activity
    }

    /// Notes that a variable took part in a conflict.
    pub(crate) fn used(&mut self, var: Var) {
        let Some(score) = self.score.get_mut(var.index()) else {
            return;
        };
        *score += self.bump;
        if *score > 1e100 {
            for score in &mut self.score {
                *score *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        let place = self.place[var.index()];
        if place != ABSENT {
            self.up(place as usize);
        }
    }

    /// Makes recent conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.bump /= 0.95;
    }

    /// A variable may be open again.
    pub(crate) fn reopened(&mut self, var: Var) {
        if var != Var::ZERO && self.place.get(var.index()) == Some(&ABSENT) {
            self.insert(var.0);
        }
    }

    /// Remembers the value a variable had.
    pub(crate) fn remember(&mut self, var: Var, value: i32) {
        if let Some(last) = self.last.get_mut(var.index()) {
            *last = Some(value);
        }
    }

    /// The most active open variable and the fact to decide of it; `None` if all are fixed.
    pub(crate) fn next(&mut self, store: &Store) -> Option<Atom> {
        while let Some(&top) = self.heap.first() {
            self.remove_top();
            let var = Var(top);
            let view = var.view();
            if store.is_fixed(view) {
                continue;
            }
            let (min, max) = (store.min(view), store.max(view));
            return Some(match self.last[var.index()] {
                Some(value) if store.contains(view, value) => Atom::eq(var, value),
                Some(value) if value > max => Atom::eq(var, max),
                _ if store.size(view) <= 1000 => Atom::eq(var, min),
                _ => {
                    // It stays open, so it stays in the heap.
                    self.insert(top);
                    let middle = (i64::from(min) + i64::from(max)).div_euclid(2);
                    Atom::le(var, middle as i32)
                }
            });
        }
        None
    }

    fn insert(&mut self, var: u32) {
        self.place[var as usize] = self.heap.len() as u32;
        self.heap.push(var);
        self.up(self.heap.len() - 1);
    }

    fn remove_top(&mut self) {
        let top = self.heap.swap_remove(0);
        self.place[top as usize] = ABSENT;
        if !self.heap.is_empty() {
            self.place[self.heap[0] as usize] = 0;
            self.down(0);
        }
    }

    /// Whether `a` comes before `b`; ties go to the first variable.
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.score[a as usize], self.score[b as usize]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut i: usize) {
        while i > 0 {
            let parent = (i - 1) / 2;
            if !self.before(self.heap[i], self.heap[parent]) {
                return;
            }
            self.swap(i, parent);
            i = parent;
        }
    }

    fn down(&mut self, mut i: usize) {
        loop {
            let mut best = i;
            for child in [2 * i + 1, 2 * i + 2] {
                if child < self.heap.len() && self.before(self.heap[child], self.heap[best]) {
                    best = child;
                }
            }
            if best == i {
                return;
            }
            self.swap(i, best);
            i = best;
        }
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.heap.swap(i, j);
        self.place[self.heap[i] as usize] = i as u32;
        self.place[self.heap[j] as usize] = j as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heap_gives_the_most_active_first() {
        let mut activity = Activity::new(6);
        for (var, times) in [(1, 2), (2, 5), (3, 1), (5, 4)] {
            for _ in 0..times {
                activity.used(Var(var));
            }
        }
        let mut order = Vec::new();
        while let Some(&top) = activity.heap.first() {
            activity.remove_top();
            order.push(top);
        }
        assert_eq!(order, [2, 5, 1, 3, 4]);
        activity.reopened(Var(3));
        activity.reopened(Var(3));
        assert_eq!(activity.heap, [3]);
    }
}
