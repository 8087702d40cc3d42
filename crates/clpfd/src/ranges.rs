//! Sets of integers as sorted ranges that may be unbounded on either side.

/// Stands for the missing lower bound.
pub(crate) const INF: i64 = i64::MIN;
/// Stands for the missing upper bound.
pub(crate) const SUP: i64 = i64::MAX;
/// Finite bounds lie within `-LIMIT..=LIMIT`; what is computed beyond counts as unbounded.
pub(crate) const LIMIT: i64 = 1 << 60;

/// A set of integers: ranges in ascending order that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    /// All integers.
    pub(crate) fn all() -> Ranges {
        Ranges(vec![(INF, SUP)])
    }

    /// The integers from one bound to another; empty if they are in the wrong order.
    pub(crate) fn from_to(from: i64, to: i64) -> Ranges {
        Ranges(if from <= to {
            vec![(from, to)]
        } else {
            Vec::new()
        })
    }

    /// The union of ranges in any order.
    pub(crate) fn union_of(ranges: impl IntoIterator<Item = (i64, i64)>) -> Ranges {
        let mut sorted: Vec<(i64, i64)> = ranges.into_iter().filter(|r| r.0 <= r.1).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(sorted.len());
        for (from, to) in sorted {
            match merged.last_mut() {
                Some(last) if last.1 == SUP || from <= last.1 + 1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Ranges(merged)
    }

    /// The ranges, ascending.
    pub(crate) fn ranges(&self) -> &[(i64, i64)] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest value or [`INF`]. The set is not empty.
    pub(crate) fn min(&self) -> i64 {
        self.0[0].0
    }

    /// The largest value or [`SUP`]. The set is not empty.
    pub(crate) fn max(&self) -> i64 {
        self.0[self.0.len() - 1].1
    }

    /// The value, if there is only one.
    pub(crate) fn fixed(&self) -> Option<i64> {
        match self.0[..] {
            [(from, to)] if from == to => Some(from),
            _ => None,
        }
    }

    /// Whether both bounds are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.min() != INF && self.max() != SUP
    }

    pub(crate) fn contains(&self, value: i64) -> bool {
        let after = self.0.partition_point(|range| range.0 <= value);
        after > 0 && value <= self.0[after - 1].1
    }

    /// The number of values, if it is finite.
    pub(crate) fn size(&self) -> Option<u64> {
        if !self.is_empty() && !self.is_finite() {
            return None;
        }
        Some(self.0.iter().map(|(from, to)| from.abs_diff(*to) + 1).sum())
    }

    /// The values that are also in another set.
    pub(crate) fn intersection(&self, other: &Ranges) -> Ranges {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut met = Vec::new();
        while let (Some(&&(a, b)), Some(&&(c, d))) = (left.peek(), right.peek()) {
            if a.max(c) <= b.min(d) {
                met.push((a.max(c), b.min(d)));
            }
            if b < d {
                left.next();
            } else {
                right.next();
            }
        }
        Ranges(met)
    }

    /// The set without a value.
    pub(crate) fn without(&self, value: i64) -> Ranges {
        let split = |&(from, to): &(i64, i64)| {
            let parts = if (from..=to).contains(&value) {
                [
                    (value != from).then(|| (from, value - 1)),
                    (value != to).then(|| (value + 1, to)),
                ]
            } else {
                [Some((from, to)), None]
            };
            parts.into_iter().flatten()
        };
        Ranges(self.0.iter().flat_map(split).collect())
    }

    /// The values of a finite set, ascending.
    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = i64> + '_ {
        self.0.iter().flat_map(|&(from, to)| from..=to)
    }
}

/// A bound that was computed: unbounded if it is too large.
pub(crate) fn lower(value: i128) -> i64 {
    if value > i128::from(LIMIT) {
        LIMIT
    } else if value < -i128::from(LIMIT) {
        INF
    } else {
        value as i64
    }
}

/// A bound that was computed: unbounded if it is too large.
pub(crate) fn upper(value: i128) -> i64 {
    if value > i128::from(LIMIT) {
        SUP
    } else if value < -i128::from(LIMIT) {
        -LIMIT
    } else {
        value as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(i64, i64)]) -> Ranges {
        Ranges::union_of(ranges.iter().copied())
    }

    #[test]
    fn sets_are_combined() {
        let some = set(&[(5, 7), (1, 2), (3, 3)]);
        assert_eq!(some.ranges(), [(1, 3), (5, 7)]);
        assert_eq!(some.size(), Some(6));
        assert_eq!(some.without(2).ranges(), [(1, 1), (3, 3), (5, 7)]);
        assert_eq!(some.without(7).ranges(), [(1, 3), (5, 6)]);
        let other = set(&[(INF, 1), (3, 6)]);
        assert_eq!(some.intersection(&other).ranges(), [(1, 1), (3, 3), (5, 6)]);
        assert_eq!(Ranges::all().without(3).ranges(), [(INF, 2), (4, SUP)]);
        assert!(Ranges::from_to(2, 1).is_empty());
    }
}
