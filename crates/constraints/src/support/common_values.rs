//! The values that two views share, found 64 at a time where the views allow it.

use crate::support::prelude::*;

/// Views that scale their variables are compared for at most this many values.
const MAX_STEPS: usize = 1 << 16;

/// The smallest value that both views can take, `Some(None)` if there is none; `None` if that would take too long to find out.
pub(crate) fn first_common(store: &Store, a: View, b: View) -> Option<Option<i32>> {
    let (mut from, to) = shared_bounds(store, a, b);
    // In most cases one of the first values decides.
    for _ in 0..MAX_STEPS {
        if from > to {
            return Some(None);
        }
        let next = |view| {
            store
                .next_value(view, from)
                .expect("`from` is at most the largest value")
        };
        let (next_a, next_b) = (next(a), next(b));
        if next_a == next_b {
            return Some(Some(next_a));
        }
        from = next_a.max(next_b);
        if let (Some(bits_a), Some(bits_b)) = (store.bits_from(a, from), store.bits_from(b, from)) {
            match bits_a & bits_b {
                0 => from = from.saturating_add(64),
                common => return Some(Some(from + common.trailing_zeros() as i32)),
            }
        }
    }
    None
}

fn shared_bounds(store: &Store, a: View, b: View) -> (i32, i32) {
    (
        store.min(a).max(store.min(b)),
        store.max(a).min(store.max(b)),
    )
}

/// Appends the values of `here` between two bounds that none of `there` can take, ascending.
pub(crate) fn push_missing(
    store: &Store,
    here: View,
    there: &[View],
    (from, to): (i32, i32),
    missing: &mut Vec<i32>,
) {
    let (from, to) = (store.min(here).max(from), store.max(here).min(to));
    let has_all =
        |&view: &View| store.min(view) <= from && to <= store.max(view) && store.is_interval(view);
    if there.iter().any(has_all) {
        return;
    }
    let mut next = store.next_value(here, from);
    while let Some(value) = next.filter(|&value| value <= to) {
        let add = |bits: u64, &view: &View| Some(bits | store.bits_from(view, value)?);
        let words = store
            .bits_from(here, value)
            .zip(there.iter().try_fold(0, add));
        let Some((here_bits, there_bits)) = words else {
            if !there.iter().any(|&view| store.contains(view, value)) {
                missing.push(value);
            }
            next = store.next_value(here, value + 1);
            continue;
        };
        let mut left = here_bits & !there_bits;
        while left != 0 {
            let lost = value + left.trailing_zeros() as i32;
            left &= left - 1;
            if lost > to {
                return;
            }
            missing.push(lost);
        }
        next = (value.checked_add(64)).and_then(|value| store.next_value(here, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_control::Rng;
    use gridwright_fd::{Domain, DomainRepr, Kernel, Setup};
    use gridwright_testing::BuildModel;
    use gridwright_testing::search::setup;

    #[test]
    fn words_agree_with_single_values() {
        let mut rng = Rng::new(3);
        for repr in [DomainRepr::Auto, DomainRepr::Slab, DomainRepr::Sparse] {
            for _ in 0..300 {
                let mut model = Model::new();
                let n_values = *rng.pick(&[3, 40, 150, 500]);
                let density = 1 + rng.below(6);
                let views: Vec<View> = (0..3)
                    .map(|_| {
                        let from = rng.between(-100, 100);
                        let values = (from..from + n_values).filter(|_| rng.one_in(density));
                        let mut values: Vec<i32> = values.collect();
                        values.push(from);
                        let (scale, offset) = (*rng.pick(&[1, 1, -1, -1, 2]), rng.between(-9, 9));
                        View {
                            var: model.int(Domain::from_values(values)),
                            scale,
                            offset,
                        }
                    })
                    .collect();
                let setup = Setup {
                    repr,
                    ..setup(Consistency::Domain, true)
                };
                let kernel = Kernel::new(&model, &setup);
                let store = kernel.store();
                let [a, b, c] = [views[0], views[1], views[2]];
                let common = store.values(a).find(|&value| store.contains(b, value));
                assert_eq!(first_common(store, a, b), Some(common), "{repr:?}");
                let ends = [0, 1].map(|_| rng.between(store.min(a), store.max(a)));
                let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let mut missing = Vec::new();
                push_missing(store, a, &[b, c], (from, to), &mut missing);
                let is_missing = |&v: &i32| !store.contains(b, v) && !store.contains(c, v);
                let within = store.values(a).filter(|v| (from..=to).contains(v));
                let expected = within.filter(is_missing);
                assert_eq!(missing, expected.collect::<Vec<_>>(), "{repr:?}");
            }
        }
    }
}
