//! What is known of a variable: bounds, and values between them that are excluded. It follows from a list of atoms as in the checker.

use std::collections::BTreeSet;

use gridwright_proof::{Atom, Op};

/// The values of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// The smallest value; `i64::MIN` if there is none.
    pub(super) min: i64,
    /// The largest value; `i64::MAX` if there is none.
    pub(super) max: i64,
    /// The excluded values between them.
    holes: BTreeSet<i64>,
}

impl Range {
    /// All integers.
    pub(super) const ALL: Range = Range {
        min: i64::MIN,
        max: i64::MAX,
        holes: BTreeSet::new(),
    };

    /// The values of ascending ranges.
    pub(super) fn of(ranges: &[(i32, i32)]) -> Range {
        let mut range = Range::ALL;
        if let (Some(first), Some(last)) = (ranges.first(), ranges.last()) {
            (range.min, range.max) = (i64::from(first.0), i64::from(last.1));
        }
        for pair in ranges.windows(2) {
            range
                .holes
                .extend(i64::from(pair[0].1) + 1..i64::from(pair[1].0));
        }
        range
    }

    pub(super) fn is_empty(&self) -> bool {
        self.min > self.max
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value) && !self.holes.contains(&value)
    }

    /// The number of values, if both bounds are known.
    pub(super) fn size(&self) -> Option<usize> {
        let span = self.max.checked_sub(self.min)?.checked_add(1)?;
        usize::try_from(span - self.holes.len() as i64).ok()
    }

    /// The values, ascending; both bounds must be known.
    pub(super) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (self.min..=self.max).filter(|value| !self.holes.contains(value))
    }

    /// The excluded values between the bounds, ascending.
    pub(super) fn holes(&self) -> impl Iterator<Item = i64> + '_ {
        self.holes.iter().copied()
    }

    /// Whether all values satisfy the atom.
    pub(super) fn implies(&self, atom: Atom) -> bool {
        let value = i64::from(atom.value);
        match atom.op {
            Op::Ge => self.min >= value,
            Op::Le => self.max <= value,
            Op::Eq => self.min >= value && self.max <= value,
            Op::Ne => !self.contains(value),
        }
    }

    /// Removes the values that do not satisfy the atom.
    pub(super) fn apply(&mut self, atom: Atom) {
        let value = i64::from(atom.value);
        match atom.op {
            Op::Ge => self.min = self.min.max(value),
            Op::Le => self.max = self.max.min(value),
            Op::Eq => (self.min, self.max) = (self.min.max(value), self.max.min(value)),
            Op::Ne => {
                if self.contains(value) {
                    self.holes.insert(value);
                }
            }
        }
        while self.holes.remove(&self.min) {
            self.min += 1;
        }
        while self.holes.remove(&self.max) {
            self.max -= 1;
        }
        if self.is_empty() {
            self.holes.clear();
        } else if matches!(atom.op, Op::Ge | Op::Eq | Op::Le) {
            self.holes = self.holes.split_off(&self.min);
            self.holes.split_off(&self.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    #[test]
    fn ranges_behave_like_lists_of_values() {
        let mut rng = Rng::new(1);
        let mut below = |n: usize| rng.below(n);
        for _ in 0..3000 {
            let mut range = Range::of(&[(-5, -3), (-1, 1), (4, 6)]);
            let mut values: Vec<i64> = vec![-5, -4, -3, -1, 0, 1, 4, 5, 6];
            for _ in 0..10 {
                let value = below(14) as i32 - 7;
                let op = [Op::Ge, Op::Le, Op::Eq, Op::Ne, Op::Ne][below(5)];
                let atom = Atom { var: 0, op, value };
                let admits = |one: &i64| atom.admits(*one as i32);
                assert_eq!(range.implies(atom), values.iter().all(admits));
                values.retain(admits);
                range.apply(atom);
                assert_eq!(range.is_empty(), values.is_empty());
                if values.is_empty() {
                    break;
                }
                assert_eq!(range.values().collect::<Vec<_>>(), values);
                assert_eq!(range.size(), Some(values.len()));
            }
        }
    }
}
