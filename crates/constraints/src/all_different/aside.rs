//! Fixed views that are set aside, and counting without the values they took.

use gridwright_fd::{Poster, Store, Trailed, View};

/// Fixed views are set aside if there are not many more values than views, or not more than these.
const MOST_PLACES: usize = 128;

/// The views set aside.
#[derive(Debug)]
pub(crate) struct Aside {
    /// How many views are not.
    n_open: Trailed,
    /// The values taken, one bit each, from `first` on.
    taken: Trailed,
    first: i64,
    /// How many values below each are taken: room for one run.
    below: Vec<u32>,
}

impl Aside {
    /// Nobody is set aside yet; `None` if the values lie too far apart.
    pub(crate) fn new(views: &[View], out: &mut Poster<'_>) -> Option<Aside> {
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for &view in views {
            let (min, max) = out.store().bounds(view);
            (first, last) = (first.min(min), last.max(max));
        }
        // One place more than there are values, for the end of the last.
        let n_places = (i64::from(last) - i64::from(first)) as usize + 2;
        (n_places <= MOST_PLACES.max(4 * views.len())).then(|| Aside {
            n_open: out.trailed(views.len() as i64),
            taken: out.trailed_array(n_places.div_ceil(64), 0),
            first: first.into(),
            below: vec![0; n_places],
        })
    }

    /// How many views are not set aside.
    pub(crate) fn n_open(&self, store: &Store) -> usize {
        store.get(self.n_open) as usize
    }

    /// Notes that all but so many views are set aside, and the values of those that are new.
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

    /// Counts the values taken.
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

    /// A value counted from the first of all, without those taken.
    #[inline]
    pub(crate) fn depth(&self, value: i64) -> i64 {
        let value = value - self.first;
        value - i64::from(self.below[value as usize])
    }
}

/// Moves the fixed places to the end.
pub(crate) fn fixed_last(places: &mut [u32], is_fixed: impl Fn(u32) -> bool) {
    let (mut k, mut n_open) = (0, places.len());
    while k < n_open {
        if is_fixed(places[k]) {
            n_open -= 1;
            places.swap(k, n_open);
        } else {
            k += 1;
        }
    }
}
