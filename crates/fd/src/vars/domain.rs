//! Domains as data: the set of values a variable starts with.
//!
//! A model contains these. During search the store keeps domains in faster representations.

use std::ops::RangeInclusive;

/// A finite set of integers, kept as sorted ranges that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    ranges: Ranges,
}

/// Most domains are one range, which needs no allocation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Ranges {
    One((i32, i32)),
    /// Zero ranges, or two or more.
    Several(Vec<(i32, i32)>),
}

impl Default for Domain {
    fn default() -> Domain {
        Domain::of(Vec::new())
    }
}

impl Domain {
    /// The union of ranges that are sorted and neither overlap nor touch.
    fn of(ranges: Vec<(i32, i32)>) -> Domain {
        let ranges = match ranges[..] {
            [one] => Ranges::One(one),
            _ => Ranges::Several(ranges),
        };
        Domain { ranges }
    }

    fn as_slice(&self) -> &[(i32, i32)] {
        match &self.ranges {
            Ranges::One(one) => std::slice::from_ref(one),
            Ranges::Several(ranges) => ranges,
        }
    }

    /// The union of ranges; they may overlap, be empty, and come in any order.
    pub fn from_ranges(ranges: impl IntoIterator<Item = RangeInclusive<i32>>) -> Domain {
        let mut sorted: Vec<(i32, i32)> = ranges
            .into_iter()
            .filter(|range| !range.is_empty())
            .map(RangeInclusive::into_inner)
            .collect();
        sorted.sort_unstable();
        let mut ranges: Vec<(i32, i32)> = Vec::with_capacity(sorted.len());
        for (min, max) in sorted {
            match ranges.last_mut() {
                Some(last) if i64::from(min) <= i64::from(last.1) + 1 => last.1 = last.1.max(max),
                _ => ranges.push((min, max)),
            }
        }
        Domain::of(ranges)
    }

    /// The set of the given values.
    pub fn from_values(values: impl IntoIterator<Item = i32>) -> Domain {
        Domain::from_ranges(values.into_iter().map(|value| value..=value))
    }

    /// The set of strictly ascending values. Nothing is sorted, and values without a gap need no allocation.
    ///
    /// # Panics
    ///
    /// If the values are not strictly ascending.
    pub fn from_ascending(values: &[i32]) -> Domain {
        let ascend = values.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(ascend, "the values ascend");
        let runs = || values.chunk_by(|a, b| a + 1 == *b);
        let range = |run: &[i32]| (run[0], run[run.len() - 1]);
        let mut first = runs().map(range);
        let ranges = match (first.next(), first.next()) {
            (Some(one), None) => Ranges::One(one),
            _ => Ranges::Several(runs().map(range).collect()),
        };
        Domain { ranges }
    }

    /// Whether it has no value.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The number of values.
    pub fn size(&self) -> u64 {
        self.as_slice()
            .iter()
            .map(|&(min, max)| (i64::from(max) - i64::from(min) + 1) as u64)
            .sum()
    }

    /// The smallest value; `None` if empty.
    pub fn min(&self) -> Option<i32> {
        self.as_slice().first().map(|range| range.0)
    }

    /// The largest value; `None` if empty.
    pub fn max(&self) -> Option<i32> {
        self.as_slice().last().map(|range| range.1)
    }

    /// Whether `value` is in the set.
    pub fn contains(&self, value: i32) -> bool {
        let after = self.as_slice().partition_point(|range| range.0 <= value);
        after > 0 && value <= self.as_slice()[after - 1].1
    }

    /// Whether it is a subset of another set.
    pub fn is_within(&self, other: &Domain) -> bool {
        self.ranges().all(|(min, max)| {
            let after = other.as_slice().partition_point(|range| range.0 <= min);
            after > 0 && max <= other.as_slice()[after - 1].1
        })
    }

    /// The maximal ranges, ascending.
    pub fn ranges(&self) -> impl DoubleEndedIterator<Item = (i32, i32)> + '_ {
        self.as_slice().iter().copied()
    }

    /// The maximal ranges that do not end before `value`, ascending; found by binary search.
    pub(crate) fn ranges_from(&self, value: i32) -> &[(i32, i32)] {
        let first = self.as_slice().partition_point(|range| range.1 < value);
        &self.as_slice()[first..]
    }

    /// The maximal ranges that do not begin after `value`, ascending; found by binary search.
    pub(crate) fn ranges_to(&self, value: i32) -> &[(i32, i32)] {
        let end = self.as_slice().partition_point(|range| range.0 <= value);
        &self.as_slice()[..end]
    }

    /// The values, ascending.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = i32> + '_ {
        self.as_slice().iter().flat_map(|&(min, max)| min..=max)
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Domain {
        match range.is_empty() {
            true => Domain::default(),
            false => Domain {
                ranges: Ranges::One(range.into_inner()),
            },
        }
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Domain {
        Domain::from_values(values.iter().copied())
    }
}

impl<const N: usize> From<[i32; N]> for Domain {
    fn from(values: [i32; N]) -> Domain {
        Domain::from_values(values)
    }
}
