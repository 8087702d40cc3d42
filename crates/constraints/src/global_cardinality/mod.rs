//! `counts[k]` of the views `xs` equal `cover[k]`, for every `k`; when closed, `xs` take no other values.
//!
//! | consistency | what is removed | file |
//! |---|---|---|
//! | value, bounds | values that each count alone, or the sum of the counts, excludes | `counting.rs` |
//! | domain | also every value of `xs` without a solution within the counts' bounds | `flow.rs`, Régin 1996 |
//!
//! At `domain`, `xs` is domain consistent if the domains of the counts have no holes; the counts themselves get only the bounds
//! that `counting.rs` finds (with holes in the counts, domain consistency is NP-hard).
//! Limitation: with more than 1023 distinct values, `domain` is as strong as the other levels.

mod counting;
mod flow;

use counting::CardinalityBounds;
use flow::CardinalityFlow;

use crate::support::bits::Numbering;
use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on};

/// How often each value is taken; made by [`global_cardinality`] and [`global_cardinality_closed`].
#[derive(Clone, Debug)]
pub struct GlobalCardinality {
    xs: Box<[View]>,
    cover: Box<[i32]>,
    counts: Box<[View]>,
    closed: bool,
}

/// `counts[k]` of the views equal `cover[k]`; other values are free.
pub fn global_cardinality(
    xs: impl IntoViews,
    cover: impl IntoIterator<Item = i32>,
    counts: impl IntoViews,
) -> GlobalCardinality {
    GlobalCardinality {
        xs: xs.into_views(),
        cover: cover.into_iter().collect(),
        counts: counts.into_views(),
        closed: false,
    }
}

/// `counts[k]` of the views equal `cover[k]`; other values are not taken.
pub fn global_cardinality_closed(
    xs: impl IntoViews,
    cover: impl IntoIterator<Item = i32>,
    counts: impl IntoViews,
) -> GlobalCardinality {
    GlobalCardinality {
        closed: true,
        ..global_cardinality(xs, cover, counts)
    }
}

impl Constraint for GlobalCardinality {
    fn name(&self) -> &'static str {
        "global_cardinality"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let functor = if self.closed {
            "global_cardinality_closed"
        } else {
            "global_cardinality"
        };
        call(functor, name, &[&self.xs, &self.cover, &self.counts])
    }

    fn views(&self) -> Vec<View> {
        [&*self.xs, &*self.counts].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let values = || self.xs.iter().map(|view| view.of(at(view.var)));
        let counted = self.cover.iter().zip(&self.counts).all(|(&cover, count)| {
            let n = values().filter(|&value| value == cover).count();
            i64::from(count.of(at(count.var))) == n as i64
        });
        counted && (!self.closed || values().all(|value| self.cover.contains(&value)))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let (n_values, n_counts) = (self.cover.len(), self.counts.len());
        if n_values != n_counts {
            let what = format!("{n_values} values against {n_counts} counts");
            return invalid(self.name(), what);
        }
        for (k, value) in self.cover.iter().enumerate() {
            if self.cover[..k].contains(value) {
                return invalid(self.name(), format!("value {value} is counted twice"));
            }
        }
        model.check_views(self.name(), &self.views())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let bounds = CardinalityBounds::new(self, out);
        out.add(Cost::Linear, bounds, self.wakes());
        if out.consistency() < Consistency::Domain || self.xs.is_empty() {
            return;
        }
        let Some(numbers) = Numbering::new(out.store(), &self.xs, &self.cover) else {
            return;
        };
        match numbers.n_values() {
            0..=63 => self.post_flow::<1>(numbers, out),
            64..=255 => self.post_flow::<4>(numbers, out),
            256..=1023 => self.post_flow::<16>(numbers, out),
            _ => {}
        }
    }
}

impl GlobalCardinality {
    fn wakes(&self) -> impl Iterator<Item = Wake> {
        wake_on(&self.xs, On::Domain).chain(wake_on(&self.counts, On::Bounds))
    }

    fn post_flow<const W: usize>(&self, numbers: Numbering, out: &mut Poster<'_>) {
        let flow = CardinalityFlow::<W>::new(self, numbers, out);
        out.add(Cost::Cubic, flow, self.wakes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::test_util::*;

    fn cover(n: usize, draws: &mut Draws) -> Vec<i32> {
        let mut values: Vec<i32> = (-2..=3).collect();
        draws.shuffle(&mut values);
        values.truncate(n);
        values
    }

    #[test]
    fn laws() {
        Laws::new("global_cardinality", |x, draws| {
            let n_counts = draws.below(x.len() / 2 + 1);
            let (counts, xs) = x.split_at(n_counts);
            Some(GlobalCardinality {
                closed: draws.one_in(2),
                ..global_cardinality(xs, cover(n_counts, draws), counts)
            })
        })
        .views(0..=5, -1..=2)
        .claims([FORWARD; 3])
        .check();
    }

    #[test]
    fn laws_of_fixed_counts() {
        Laws::new("global_cardinality", |x, draws| {
            let n_counts = draws.below(5);
            let cover = cover(n_counts, draws);
            let counts: Vec<View> = (0..n_counts)
                .map(|_| View::constant(draws.between(0, 2)))
                .collect();
            Some(GlobalCardinality {
                closed: draws.one_in(3),
                ..global_cardinality(x, cover, counts)
            })
        })
        .views(0..=5, -1..=2)
        .claims([FORWARD, FORWARD, DOMAIN])
        .check_rounds(250);
    }

    #[test]
    fn flow_prunes_more_than_counting() {
        // Régin 1996: three people can work only two of the shifts, which need at most one and two of them.
        let mut model = Model::new();
        let x = model.ints(3, 1..=2);
        let y = model.int(1..=4);
        let xs: Vec<Var> = x.into_iter().chain([y]).collect();
        let counts = [model.int(0..=1), model.int(0..=2)];
        model.add(global_cardinality(&xs, [1, 2], counts));
        let left = |level| {
            let mut kernel = Kernel::new(&model, &setup(level, false));
            assert!(kernel.propagate().is_ok());
            kernel.store().values(y.view()).collect::<Vec<_>>()
        };
        assert_eq!(left(Consistency::Value), [1, 2, 3, 4]);
        assert_eq!(left(Consistency::Domain), [3, 4]);
    }

    #[test]
    fn repeated_values_and_wrong_lengths_are_rejected() {
        let mut model = Model::new();
        let x = model.ints(2, 0..=2);
        let error = model.post(global_cardinality(&x, [1, 1], &x)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "global_cardinality: value 1 is counted twice"
        );
        let error = model.post(global_cardinality(&x, [1], &x)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "global_cardinality: 1 values against 2 counts"
        );
    }
}
