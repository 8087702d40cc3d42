//! Whether bounds leave `all_different` anything to do, for few values: a count for every smallest value, all counts in one go.
//!
//! An interval in which as many views are confined as it has values is full. It is settled when no other view reaches into it;
//! then it takes nothing from anybody. Views are taken in order of their ends. For every value at which a view begins, the
//! count of views confined between that value and the end is compared with the distance of the two: 32 counts, one byte each,
//! that a processor changes and compares a whole register at a time.

/// The most values that are looked at.
const MOST_LANES: usize = 32;
/// Marks a lane at which some view begins; more than any count.
const BEGUN: u8 = 64;

/// For every lane, 1 in it and all before it.
const UP_TO: [[u8; MOST_LANES]; MOST_LANES] = {
    let mut table = [[0; MOST_LANES]; MOST_LANES];
    let mut i = 0;
    while i < MOST_LANES {
        let mut lane = 0;
        while lane <= i {
            table[i][lane] = 1;
            lane += 1;
        }
        i += 1;
    }
    table
};

/// The bounds of views, counted from the smallest of all.
#[derive(Debug)]
pub(super) struct Lanes {
    /// The lane at which each view begins, and the one past its last, in order of the second.
    ranges: [(u8, u8); MOST_LANES],
    n_ranges: usize,
}

impl Lanes {
    /// The views that begin at the first number and end before the second, in ascending order of the second.
    /// `None` if they are many, or lie far apart.
    #[inline]
    pub(super) fn new(depths: impl ExactSizeIterator<Item = (i64, i64)> + Clone) -> Option<Lanes> {
        let n_ranges = depths.len();
        let first = depths.clone().map(|depth| depth.0).min()?;
        let last = depths.clone().last()?.1;
        if n_ranges > MOST_LANES || last - first > MOST_LANES as i64 {
            return None;
        }
        let mut ranges = [(0, 0); MOST_LANES];
        for (range, (min, end)) in ranges.iter_mut().zip(depths) {
            *range = ((min - first) as u8, (end - first) as u8);
        }
        Some(Lanes { ranges, n_ranges })
    }

    /// Whether no interval holds too many views, and every full one is settled.
    pub(super) fn are_quiet(&self) -> bool {
        // In each lane, how many views are confined from there on, and, once one begins there, where it is.
        let mut lanes = [0u8; MOST_LANES];
        for &(from, end) in &self.ranges[..self.n_ranges] {
            let at = from as usize % MOST_LANES;
            for (lane, more) in lanes.iter_mut().zip(&UP_TO[at]) {
                *lane += more;
            }
            if lanes[at] < BEGUN {
                lanes[at] += BEGUN + from;
            }
            let highest = lanes.iter().fold(0, |highest, &lane| lane.max(highest));
            if highest < BEGUN + end {
                continue;
            }
            let is_settled = |from: usize| self.is_settled(from as u8, end);
            let mut full = (0..MOST_LANES).filter(|&from| lanes[from] == BEGUN + end);
            if highest > BEGUN + end || !full.all(is_settled) {
                return false;
            }
        }
        true
    }

    /// Whether no view reaches into an interval that is not confined in it.
    fn is_settled(&self, from: u8, end: u8) -> bool {
        (self.ranges[..self.n_ranges].iter())
            .all(|&(min, max)| min >= end || max <= from || min >= from && max <= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::rng::Rng;

    /// The same by its meaning.
    fn is_quiet(ranges: &[(i64, i64)]) -> bool {
        let intervals = (0..40).flat_map(|from| (from + 1..40).map(move |end| (from, end)));
        intervals.into_iter().all(|(from, end)| {
            let inside = |&&(a, b): &&(i64, i64)| a >= from && b <= end;
            let beside = |&(a, b): &(i64, i64)| a >= end || b <= from;
            let n_inside = ranges.iter().filter(inside).count() as i64;
            let settled = ranges.iter().all(|range| beside(range) || inside(&range));
            n_inside < end - from || n_inside == end - from && settled
        })
    }

    #[test]
    fn quiet_is_what_counting_says() {
        let mut rng = Rng::new(1);
        let (mut n_quiet, n_rounds) = (0, 4000);
        for _ in 0..n_rounds {
            let (n, width) = (1 + rng.below(8), 2 + rng.below(10));
            let mut ranges: Vec<(i64, i64)> = (0..n)
                .map(|_| {
                    let from = rng.below(width) as i64;
                    (from, from + 2 + rng.below(width) as i64)
                })
                .collect();
            ranges.sort_by_key(|range| range.1);
            let lanes = Lanes::new(ranges.iter().map(|&(a, b)| (a + 7, b + 7)));
            let quiet = lanes.expect("they are few").are_quiet();
            assert_eq!(quiet, is_quiet(&ranges), "{ranges:?}");
            n_quiet += u32::from(quiet);
        }
        assert!((n_rounds / 10..n_rounds * 9 / 10).contains(&n_quiet));
    }

    #[test]
    fn what_is_wide_or_long_is_left_to_others() {
        assert!(Lanes::new([(0, 33)].into_iter()).is_none());
        assert!(Lanes::new([(-5, 27)].into_iter()).is_some());
        assert!(
            Lanes::new(
                std::iter::repeat_n((0, 9), 33)
                    .collect::<Vec<_>>()
                    .into_iter()
            )
            .is_none()
        );
    }
}
