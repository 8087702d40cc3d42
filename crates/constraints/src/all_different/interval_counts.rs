//! A quick check, for few values, that bounds consistency of `all_different` cannot prune: eight byte-wide counters per word, one
//! for each possible minimum.
//!
//! An interval is full if as many views are confined to it as it has values. It is settled if no other view overlaps it; then it
//! prunes nothing. Views are processed in order of their ends. For every value at which a view begins, the number of views
//! confined between that value and the end is compared with the number of values between them.

/// The check is skipped with more values or more views than this.
const MAX_VALUES: usize = 32;
/// Eight values to a word, one byte each.
const N_WORDS: usize = MAX_VALUES / 8;
/// Marks a lane at which some view begins; larger than any count.
const BEGUN: u64 = 64;
/// 1 in every byte, and the highest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = ONES << 7;

/// For every lane, 1 in it and in all lanes before it.
const UP_TO: [[u64; N_WORDS]; MAX_VALUES] = {
    let mut table = [[0; N_WORDS]; MAX_VALUES];
    let mut i = 0;
    while i < MAX_VALUES {
        let mut lane = 0;
        while lane <= i {
            table[i][lane / 8] |= 1 << (8 * (lane % 8));
            lane += 1;
        }
        i += 1;
    }
    table
};

/// The bounds of views: the lane at which each begins, and one past the lane of its last value.
#[derive(Debug)]
pub(super) struct Lanes {
    ranges: [(u8, u8); MAX_VALUES],
    n_ranges: usize,
    /// For every lane, the views that end before it, as a bit set.
    ending: [u32; MAX_VALUES + 1],
}

impl Lanes {
    /// Views given as the first value and one past the last. `None` if there are too many views, or a number is too large.
    #[inline]
    pub(super) fn new(depths: impl ExactSizeIterator<Item = (i64, i64)>) -> Option<Lanes> {
        let mut lanes = Lanes {
            ranges: [(0, 0); MAX_VALUES],
            n_ranges: depths.len(),
            ending: [0; MAX_VALUES + 1],
        };
        if lanes.n_ranges > MAX_VALUES {
            return None;
        }
        for (i, (from, end)) in depths.enumerate() {
            *lanes.ending.get_mut(end as usize)? |= 1 << i;
            lanes.ranges[i] = (from as u8, end as u8);
        }
        Some(lanes)
    }

    /// Whether no interval is overfull and every full one is settled.
    pub(super) fn are_settled(&self) -> bool {
        // Each lane counts the views confined from there on; once a view begins there, `BEGUN` and the lane's number are added.
        let mut lanes = [0u64; N_WORDS];
        let mut begun = 0u32;
        for (end, &ending) in self.ending.iter().enumerate() {
            if ending == 0 {
                continue;
            }
            let mut views = ending;
            while views != 0 {
                let from = self.ranges[views.trailing_zeros() as usize].0 as usize % MAX_VALUES;
                for (word, more) in lanes.iter_mut().zip(&UP_TO[from]) {
                    *word += more;
                }
                if begun >> from & 1 == 0 {
                    begun |= 1 << from;
                    lanes[from / 8] += (BEGUN + from as u64) << (8 * (from % 8));
                }
                views &= views - 1;
            }
            // No byte overflows: counts and lane numbers are below 32 each.
            let reaching = |count: u64| lanes.map(|word| (word + ONES * (128 - count)) & HIGHEST);
            let full = reaching(BEGUN + end as u64);
            if full == [0; N_WORDS] {
                continue;
            }
            if reaching(BEGUN + end as u64 + 1) != [0; N_WORDS] {
                return false;
            }
            for (i, mut word) in full.into_iter().enumerate() {
                while word != 0 {
                    let from = 8 * i + word.trailing_zeros() as usize / 8;
                    if !self.is_settled(from as u8, end as u8) {
                        return false;
                    }
                    word &= word - 1;
                }
            }
        }
        true
    }

    /// Whether every view that overlaps the interval is confined to it.
    fn is_settled(&self, from: u8, end: u8) -> bool {
        // All views are confined to it.
        if usize::from(end - from) == self.n_ranges {
            return true;
        }
        (self.ranges[..self.n_ranges].iter())
            .all(|&(min, max)| min >= end || max <= from || min >= from && max <= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    /// The same check by definition.
    fn is_settled_by_definition(ranges: &[(i64, i64)]) -> bool {
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
    fn the_check_agrees_with_its_definition() {
        let mut rng = Rng::new(1);
        let (mut n_settled, n_rounds) = (0, 4000);
        for _ in 0..n_rounds {
            let (n, width) = (1 + rng.below(8), 2 + rng.below(10));
            let ranges: Vec<(i64, i64)> = (0..n)
                .map(|_| {
                    let from = rng.below(width) as i64;
                    (from, from + 2 + rng.below(width) as i64)
                })
                .collect();
            let lanes = Lanes::new(ranges.iter().map(|&(a, b)| (a + 7, b + 7)));
            let settled = lanes.expect("they are few").are_settled();
            assert_eq!(settled, is_settled_by_definition(&ranges), "{ranges:?}");
            n_settled += u32::from(settled);
        }
        assert!((n_rounds / 10..n_rounds * 9 / 10).contains(&n_settled));
    }

    #[test]
    fn too_many_values_or_views_are_skipped() {
        assert!(Lanes::new([(0, 33)].into_iter()).is_none());
        assert!(Lanes::new([(0, 32)].into_iter()).is_some());
        assert!(Lanes::new(vec![(0, 9); 33].into_iter()).is_none());
        assert!(
            !Lanes::new(vec![(0, 31); 32].into_iter())
                .expect("few")
                .are_settled()
        );
        assert!(
            Lanes::new(vec![(0, 32); 32].into_iter())
                .expect("few")
                .are_settled()
        );
    }
}
