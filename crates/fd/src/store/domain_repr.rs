//! How a domain is represented during search: one word, a slab of words, or bounds with holes.
//!
//! | representation | span of values | where the values are |
//! |---|---|---|
//! | word | up to 64 | `Dom::bits`, exact |
//! | slab | up to `SLAB_SPAN` | words in one array; bits outside the bounds are stale |
//! | sparse | any | the ranges at the start, and a sorted list of holes made since |

use crate::vars::{Domain, MAX_VALUE};

/// The widest span kept as a slab of words.
pub(crate) const SLAB_SPAN: i64 = 4096;
/// `Dom::wide` of a domain kept in one word.
pub(crate) const WORD: u32 = u32::MAX;

/// How to represent a domain; tests force the wide representations on small domains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DomainRepr {
    /// The smallest representation that fits.
    #[default]
    Auto,
    /// A slab of words.
    Slab,
    /// Bounds with holes.
    Sparse,
}

/// The domain of one variable, in 32 bytes: two fit in a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dom {
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) size: u32,
    /// The value of bit 0.
    pub(crate) base: i32,
    /// The values, when in one word.
    pub(crate) bits: u64,
    /// The stamp of the level in which it was last saved on the trail.
    pub(crate) stamp: u32,
    /// Its index in `Store::wide`, or `WORD`.
    pub(crate) wide: u32,
}

/// The values of a domain that does not fit in one word.
#[derive(Clone, Debug)]
pub(crate) enum Wide {
    /// `n_words` words from `first` on in `Store::words`.
    Slab { first: usize, n_words: usize },
    /// The initial values, and the values inside the bounds removed since, ascending.
    Sparse { start: Domain, holes: Vec<i32> },
}

/// The value of bit 0 for a domain in one word: the smallest, unless bit 63 would then exceed the range of values.
pub(crate) fn word_base(min: i32) -> i32 {
    min.min(MAX_VALUE - 63)
}

/// Mask of the bits from `bit` on.
#[inline]
pub(crate) fn from_bit(bit: i64) -> u64 {
    !to_bit(bit - 1)
}

/// Mask of the bits up to and including `bit`.
#[inline]
pub(crate) fn to_bit(bit: i64) -> u64 {
    if bit < 0 {
        0
    } else if bit >= 63 {
        u64::MAX
    } else {
        (2 << bit) - 1
    }
}

/// The index of the first set bit at or after `bit`.
pub(crate) fn next_set(words: &[u64], bit: usize) -> Option<usize> {
    let mut i = bit / 64;
    let mut word = *words.get(i)? & (u64::MAX << (bit % 64));
    loop {
        if word != 0 {
            return Some(i * 64 + word.trailing_zeros() as usize);
        }
        i += 1;
        word = *words.get(i)?;
    }
}

/// The index of the last set bit at or before `bit`.
pub(crate) fn previous_set(words: &[u64], bit: usize) -> Option<usize> {
    let mut i = bit / 64;
    let mut word = words[i] & to_bit((bit % 64) as i64);
    loop {
        if word != 0 {
            return Some(i * 64 + 63 - word.leading_zeros() as usize);
        }
        i = i.checked_sub(1)?;
        word = words[i];
    }
}

/// The number of set bits from `from` up to but not including `to`.
pub(crate) fn count_set(words: &[u64], from: usize, to: usize) -> u32 {
    if from >= to {
        return 0;
    }
    let (first, last) = (from / 64, (to - 1) / 64);
    let head = u64::MAX << (from % 64);
    let tail = to_bit(((to - 1) % 64) as i64);
    if first == last {
        return (words[first] & head & tail).count_ones();
    }
    (words[first] & head).count_ones()
        + words[first + 1..last]
            .iter()
            .map(|word| word.count_ones())
            .sum::<u32>()
        + (words[last] & tail).count_ones()
}

/// The first value at or above `value` in a sparse domain, ignoring its bounds. Binary search skips ranges and runs
/// of holes, but every range without values left is visited.
pub(crate) fn sparse_next(start: &Domain, holes: &[i32], value: i32) -> Option<i32> {
    for &(min, max) in start.ranges_from(value) {
        let candidate = min.max(value);
        let at = holes.partition_point(|&hole| hole < candidate);
        let n_gone = run(holes[at..].len(), |i| {
            i64::from(holes[at + i]) - i64::from(candidate)
        });
        let candidate = i64::from(candidate) + n_gone;
        if candidate <= i64::from(max) {
            return Some(candidate as i32);
        }
    }
    None
}

/// The last value at or below `value` in a sparse domain, ignoring its bounds.
pub(crate) fn sparse_previous(start: &Domain, holes: &[i32], value: i32) -> Option<i32> {
    for &(min, max) in start.ranges_to(value).iter().rev() {
        let candidate = max.min(value);
        let at = holes.partition_point(|&hole| hole <= candidate);
        let n_gone = run(at, |i| i64::from(candidate) - i64::from(holes[at - 1 - i]));
        let candidate = i64::from(candidate) - n_gone;
        if candidate >= i64::from(min) {
            return Some(candidate as i32);
        }
    }
    None
}

/// The number of consecutive holes at the start of `n` holes: those with `distance(i) == i`, where `distance(i)` is how far
/// the `i`-th hole is from the starting value.
fn run(n: usize, distance: impl Fn(usize) -> i64) -> i64 {
    let (mut inside, mut outside) = (0, n);
    while inside < outside {
        let middle = (inside + outside) / 2;
        if distance(middle) == middle as i64 {
            inside = middle + 1;
        } else {
            outside = middle;
        }
    }
    inside as i64
}

/// The number of values of a sparse domain in `from..=to`.
pub(crate) fn sparse_count(start: &Domain, holes: &[i32], from: i32, to: i32) -> u32 {
    let inside: i64 = start
        .ranges()
        .map(|(min, max)| i64::from(max.min(to)) - i64::from(min.max(from)) + 1)
        .filter(|&n| n > 0)
        .sum();
    let removed =
        holes.partition_point(|&hole| hole <= to) - holes.partition_point(|&hole| hole < from);
    (inside - removed as i64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_control::Rng;

    #[test]
    fn masks() {
        assert_eq!(to_bit(63), u64::MAX);
        assert_eq!(to_bit(-1), 0);
        assert_eq!(to_bit(0), 1);
    }

    #[test]
    fn set_bits_in_words() {
        let words = [1 << 5, 0, 1 | 1 << 63];
        assert_eq!(next_set(&words, 0), Some(5));
        assert_eq!(next_set(&words, 6), Some(128));
        assert_eq!(next_set(&words, 129), Some(191));
        assert_eq!(next_set(&words, 192), None);
        assert_eq!(previous_set(&words, 190), Some(128));
        assert_eq!(previous_set(&words, 4), None);
        assert_eq!(count_set(&words, 5, 192), 3);
        assert_eq!(count_set(&words, 6, 128), 0);
        assert_eq!(count_set(&words, 5, 6), 1);
    }

    #[test]
    fn values_between_holes() {
        let start = Domain::from_ranges([1..=5, 1_000_000..=1_000_002]);
        let holes = [2, 3, 1_000_000];
        assert_eq!(sparse_next(&start, &holes, 2), Some(4));
        assert_eq!(sparse_next(&start, &holes, 6), Some(1_000_001));
        assert_eq!(sparse_previous(&start, &holes, 1_000_000), Some(5));
        assert_eq!(sparse_previous(&start, &holes, 3), Some(1));
        assert_eq!(sparse_count(&start, &holes, 1, 1_000_001), 4);
    }

    #[test]
    fn skipping_holes_agrees_with_testing_each_value() {
        let mut rng = Rng::new(5);
        for round in 0..300 {
            let n_holes_in = 1 + rng.below(4);
            let some = |rng: &mut Rng, n: usize| -> Vec<i32> {
                (-30..30).filter(|_| !rng.one_in(n)).collect()
            };
            let start = Domain::from_values(some(&mut rng, 1 + n_holes_in));
            let holes: Vec<i32> = (some(&mut rng, n_holes_in).into_iter())
                .filter(|&hole| start.contains(hole))
                .collect();
            let left: Vec<i32> = start.values().filter(|v| !holes.contains(v)).collect();
            for value in -33..33 {
                let next = left.iter().copied().find(|&v| v >= value);
                let previous = left.iter().copied().rev().find(|&v| v <= value);
                assert_eq!(sparse_next(&start, &holes, value), next, "round {round}");
                assert_eq!(
                    sparse_previous(&start, &holes, value),
                    previous,
                    "round {round}"
                );
            }
        }
    }
}
