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
