//! A heap of items ordered by activity, for the VSIDS decision heuristic (Moskewicz et al. 2001, Chaff;
//! Eén and Sörensson 2003, MiniSat).

/// A binary heap of items `0..n`, each with an activity. The most active item comes first; ties go to the smaller number.
#[derive(Clone, Debug)]
pub struct ActivityHeap {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// The position of each item in the heap, or `ABSENT`.
    position: Vec<u32>,
    /// The amount that a bump adds. A decay raises it instead of lowering all activities.
    increment: f64,
}

const ABSENT: u32 = u32::MAX;

/// Activities above this are scaled down.
const MAX_ACTIVITY: f64 = 1e100;
const RESCALE: f64 = 1e-100;

impl Default for ActivityHeap {
    fn default() -> ActivityHeap {
        ActivityHeap::new()
    }
}

impl ActivityHeap {
    /// A heap without items.
    pub fn new() -> ActivityHeap {
        ActivityHeap {
            activity: Vec::new(),
            heap: Vec::new(),
            position: Vec::new(),
            increment: 1.0,
        }
    }

    /// Adds the next item, with no activity and not yet in the heap, and returns its number.
    pub fn add_item(&mut self) -> usize {
        self.activity.push(0.0);
        self.position.push(ABSENT);
        self.activity.len() - 1
    }

    /// The activity of an item.
    pub fn activity(&self, item: usize) -> f64 {
        self.activity[item]
    }

    /// Adds the current increment to the activity of an item.
    pub fn bump(&mut self, item: usize) {
        let activity = &mut self.activity[item];
        *activity += self.increment;
        if *activity > MAX_ACTIVITY {
            for activity in &mut self.activity {
                *activity *= RESCALE;
            }
            self.increment *= RESCALE;
        }
        let position = self.position[item];
        if position != ABSENT {
            self.sift_up(position as usize);
        }
    }

    /// Multiplies the weight of all earlier bumps by `factor`, a number below 1.
    pub fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    /// The most active item in the heap.
    pub fn peek(&self) -> Option<usize> {
        self.heap.first().map(|&item| item as usize)
    }

    /// Removes and returns the most active item.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.heap.swap_remove(0);
        self.position[first as usize] = ABSENT;
        if !self.heap.is_empty() {
            self.position[self.heap[0] as usize] = 0;
            self.sift_down(0);
        }
        Some(first as usize)
    }

    /// Inserts an item, unless it is already in the heap.
    #[inline]
    pub fn insert(&mut self, item: usize) {
        if self.position[item] == ABSENT {
            self.position[item] = self.heap.len() as u32;
            self.heap.push(item as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    #[inline]
    fn comes_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn sift_up(&mut self, mut i: usize) {
        let item = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            let above = self.heap[parent];
            if !self.comes_before(item, above) {
                break;
            }
            self.place(i, above);
            i = parent;
        }
        self.place(i, item);
    }

    fn sift_down(&mut self, mut i: usize) {
        let item = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len()
                && self.comes_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            let below = self.heap[child];
            if !self.comes_before(below, item) {
                break;
            }
            self.place(i, below);
            i = child;
        }
        self.place(i, item);
    }

    #[inline]
    fn place(&mut self, i: usize, item: u32) {
        self.heap[i] = item;
        self.position[item as usize] = i as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Random operations on the heap and on a plain list.
    #[test]
    fn it_agrees_with_a_sorted_list() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let n = 1 + rng.below(12);
            let mut heap = ActivityHeap::new();
            let mut present = vec![false; n];
            for item in 0..n {
                assert_eq!(heap.add_item(), item);
            }
            for _ in 0..200 {
                let item = rng.below(n);
                match rng.below(4) {
                    0 => heap.bump(item),
                    1 => {
                        heap.insert(item);
                        present[item] = true;
                    }
                    2 => heap.decay(0.5),
                    _ => {
                        let best = (0..n).filter(|&item| present[item]).max_by(|&a, &b| {
                            let order = heap.activity(a).total_cmp(&heap.activity(b));
                            order.then(b.cmp(&a))
                        });
                        assert_eq!(heap.peek(), best);
                        assert_eq!(heap.pop(), best);
                        if let Some(best) = best {
                            present[best] = false;
                        }
                    }
                }
            }
        }
    }
}
