//! All different: two variables with one value, or no matching of variables to values (Berge 1957).

use crate::domains::Domains;

/// Values that lie further apart than this are only compared for equality.
const MAX_SPAN: i64 = 1 << 20;

/// No variable, or no value.
const NONE: u32 = u32::MAX;

/// A matching under construction. Values are counted from the smallest.
#[derive(Debug, Default)]
pub(crate) struct Matching {
    /// The variable, as an index into the items, that has each value.
    owner: Vec<u32>,
    /// In a search, the variable from which each value was reached.
    reached_from: Vec<u32>,
    /// The value of each variable.
    value_of: Vec<u32>,
    queue: Vec<u32>,
    reached: Vec<u32>,
}

impl Matching {
    pub(super) fn fails(&mut self, items: &[(u32, i32)], domains: &Domains) -> bool {
        let least = |&(x, offset): &(u32, i32)| i64::from(domains.min(x)) + i64::from(offset);
        let greatest = |&(x, offset): &(u32, i32)| i64::from(domains.max(x)) + i64::from(offset);
        let Some(first) = items.iter().map(least).min() else {
            return false;
        };
        let last = items.iter().map(greatest).max().unwrap_or(first);
        let span = last - first + 1;
        if span > MAX_SPAN {
            let fixed = items.iter().filter(|(x, _)| domains.fixed(*x).is_some());
            let mut fixed: Vec<i64> = fixed.map(least).collect();
            fixed.sort_unstable();
            return fixed.windows(2).any(|pair| pair[0] == pair[1]);
        }
        self.owner.clear();
        self.owner.resize(span as usize, NONE);
        self.value_of.clear();
        self.value_of.resize(items.len(), NONE);
        // Fixed variables first: most contradictions are two of them.
        for (i, item) in items.iter().enumerate() {
            if domains.fixed(item.0).is_some() {
                let value = (least(item) - first) as usize;
                if self.owner[value] != NONE {
                    return true;
                }
                self.owner[value] = i as u32;
                self.value_of[i] = value as u32;
            }
        }
        self.reached.clear();
        self.reached_from.clear();
        self.reached_from.resize(span as usize, NONE);
        let shifts = |i: usize| i64::from(items[i].1) - first;
        for (i, &(x, _)) in items.iter().enumerate() {
            if self.value_of[i] == NONE {
                let mut values = domains
                    .values(x)
                    .map(|v| (i64::from(v) + shifts(i)) as usize);
                if let Some(free) = values.find(|&value| self.owner[value] == NONE) {
                    self.owner[free] = i as u32;
                    self.value_of[i] = free as u32;
                }
            }
        }
        (0..items.len()).any(|i| {
            let values = |i: usize| {
                domains
                    .values(items[i].0)
                    .map(move |v| (i64::from(v) + shifts(i)) as usize)
            };
            self.value_of[i] == NONE && !self.augment(i, values)
        })
    }

    /// Finds a value for a variable by moving others, breadth first; false if there is none.
    fn augment<V: Iterator<Item = usize>>(
        &mut self,
        start: usize,
        values: impl Fn(usize) -> V,
    ) -> bool {
        for value in self.reached.drain(..) {
            self.reached_from[value as usize] = NONE;
        }
        self.queue.clear();
        self.queue.push(start as u32);
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            for value in values(i as usize) {
                if self.reached_from[value] != NONE {
                    continue;
                }
                self.reached_from[value] = i;
                self.reached.push(value as u32);
                if self.owner[value] != NONE {
                    self.queue.push(self.owner[value]);
                    continue;
                }
                // Move every variable on the way to the value from which it was reached.
                let mut value = value as u32;
                while value != NONE {
                    let i = self.reached_from[value as usize];
                    self.owner[value as usize] = i;
                    value = std::mem::replace(&mut self.value_of[i as usize], value);
                }
                return true;
            }
        }
        false
    }
}
