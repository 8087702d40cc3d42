//! `f[i] = first + j` exactly when `g[j] = first + i`: `f` and `g` are permutations, each the inverse of the other.
//!
//! All levels channel every value in both directions: `f[i]` can be `j` exactly when `g[j]` can be `i`, and a fixed view fixes
//! its partner. `domain` adds `all_different` on `f`, which makes both sides domain consistent: the possible pairs are the same
//! on both sides, and so are the matchings. Time O(n / 64) for every view that changed and O(1) for every value it lost, besides `all_different`.

use crate::all_different;
use crate::support::errors::{check_numbers, invalid};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, has_repeats, wake_slots};

/// Two permutations, each the inverse of the other; made by [`inverse`] and [`inverse_with_offset`].
#[derive(Clone, Debug)]
pub struct Inverse {
    f: Box<[View]>,
    g: Box<[View]>,
    offset: i32,
}

/// `f[i] = j` exactly when `g[j] = i`, with indices from 0.
pub fn inverse(f: impl IntoViews, g: impl IntoViews) -> Inverse {
    inverse_with_offset(f, g, 0)
}

/// `f[i] = j` exactly when `g[j] = i`, with indices from `offset`.
pub fn inverse_with_offset(f: impl IntoViews, g: impl IntoViews, offset: i32) -> Inverse {
    Inverse {
        f: f.into_views(),
        g: g.into_views(),
        offset,
    }
}

impl Constraint for Inverse {
    fn name(&self) -> &'static str {
        "inverse"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("inverse", name, &[&self.f, &self.g, &self.offset])
    }

    fn views(&self) -> Vec<View> {
        [&*self.f, &*self.g].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let index = |view: &View| i64::from(view.of(at(view.var))) - i64::from(self.offset);
        let undoes = |f: &[View], g: &[View]| {
            f.iter().zip(0..).all(|(view, i)| {
                let partner = usize::try_from(index(view)).ok().and_then(|j| g.get(j));
                partner.is_some_and(|partner| index(partner) == i)
            })
        };
        undoes(&self.f, &self.g) && undoes(&self.g, &self.f)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let (n_f, n_g) = (self.f.len(), self.g.len());
        if n_f != n_g {
            return invalid(self.name(), format!("{n_f} views against {n_g}"));
        }
        check_numbers(self.name(), "indices", self.offset, n_f)?;
        model.check_views(self.name(), &self.views())
    }

    fn post(&self, out: &mut Poster<'_>) {
        if self.f.is_empty() {
            return;
        }
        let views = self.views();
        let channel = InverseChannel {
            n: self.f.len(),
            views: views.clone().into(),
            offset: self.offset,
            aliased: has_repeats(self.scope()),
            seen: (self.f.len() <= MAX_SEEN)
                .then(|| out.trailed_array(views.len() * self.f.len().div_ceil(64), -1)),
            changed: Vec::new(),
        };
        out.add(Cost::Linear, channel, wake_slots(&views, On::Domain));
        if out.consistency() == Consistency::Domain {
            all_different::post(&self.f, None, out);
        }
    }
}

/// Keeps the possible pairs the same on both sides.
#[derive(Debug)]
struct InverseChannel {
    /// `f`, then `g`.
    views: Box<[View]>,
    n: usize,
    offset: i32,
    /// Whether a variable occurs twice.
    aliased: bool,
    /// For every view, the values whose partners may still take it, as bits from `offset` on: words of its own for each. `None` for long lists, whose bits would take
    /// too much memory; then all values that a view does not have count as lost.
    seen: Option<Trailed>,
    /// Indices still to be processed; kept to reuse the allocation.
    changed: Vec<u32>,
}

/// The longest lists with bits for the values that are possible.
const MAX_SEEN: usize = 4096;

/// A tag is the index of the view that lost a value, or this plus the index of a view that was fixed.
const FIXED: u32 = 1 << 30;

impl InverseChannel {
    /// The partner of the view at `index` if that takes `value`, and the value the partner must take; `None` if `value` is not an
    /// index.
    fn partner(&self, index: usize, value: i32) -> Option<(usize, i32)> {
        let other = usize::try_from(i64::from(value) - i64::from(self.offset)).ok()?;
        let (base, i) = if index < self.n {
            (self.n, index)
        } else {
            (0, index - self.n)
        };
        (other < self.n).then_some((base + other, self.offset + i as i32))
    }

    /// The cell of `seen` with the bit of `value`, and the bit.
    fn seen_at(&self, index: usize, value: i32) -> Option<(Trailed, u64)> {
        let bit = (value - self.offset) as usize;
        let cell = self.seen?.at(index * self.n.div_ceil(64) + bit / 64);
        Some((cell, 1 << (bit % 64)))
    }

    /// Which of the 64 values from `from` on the view can take, as bits.
    fn possible(&self, store: &Store, index: usize, from: i32) -> u64 {
        let view = self.views[index];
        store.bits_from(view, from).unwrap_or_else(|| {
            let values = (from..=self.last()).take(64);
            let bits = values
                .zip(0..)
                .map(|(value, bit)| u64::from(store.contains(view, value)) << bit);
            bits.sum()
        })
    }

    fn last(&self) -> i32 {
        self.offset + (self.n as i32 - 1)
    }

    /// Makes the partners of one view agree with it: those of the values it has lost, and that of its only value.
    fn channel(&mut self, store: &mut Store, index: usize) -> Pruned {
        let view = self.views[index];
        for from in (self.offset..=self.last()).step_by(64) {
            let cell = self.seen_at(index, from).map(|(cell, _)| cell);
            let n_bits = (self.last() - from + 1).min(64);
            let known = cell.map_or(u64::MAX, |cell| store.get(cell) as u64);
            let known = known & (u64::MAX >> (64 - n_bits));
            let possible = self.possible(store, index, from) & known;
            if possible == known {
                continue;
            }
            if let Some(cell) = cell {
                store.put(cell, possible as i64);
            }
            let mut lost = known & !possible;
            while lost != 0 {
                let value = from + lost.trailing_zeros() as i32;
                lost &= lost - 1;
                let (partner, partner_value) = self.partner(index, value).expect("a place");
                let partner_view = self.views[partner];
                if store.remove(partner_view, partner_value, Tag(partner as u32))? {
                    if let Some((cell, bit)) = self.seen_at(partner, partner_value) {
                        store.put(cell, store.get(cell) & !(bit as i64));
                    }
                    if store.is_fixed(partner_view) {
                        self.changed.push(partner as u32);
                    }
                }
            }
        }
        if let Some(value) = store.fixed(view) {
            let (partner, partner_value) =
                self.partner(index, value).expect("confined at the start");
            if !store.contains(self.views[partner], partner_value) {
                store.remove(view, value, Tag(index as u32))?;
            } else if store.fix(
                self.views[partner],
                partner_value,
                Tag(FIXED + partner as u32),
            )? {
                self.changed.push(partner as u32);
            }
        }
        Ok(())
    }
}

impl Propagator for InverseChannel {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.changed.clear();
        while let Some(index) = store.next_changed() {
            let (view, tag) = (self.views[index], Tag(index as u32));
            store.set_min(view, self.offset, tag)?;
            store.set_max(view, self.last(), tag)?;
            self.changed.push(index as u32);
        }
        let before = store.prunings();
        while let Some(index) = self.changed.pop() {
            self.channel(store, index as usize)?;
        }
        if self.aliased {
            // Views already processed may have changed; their slots are marked again.
            return Ok(Status::rerun_if(store.prunings() != before));
        }
        while store.next_changed().is_some() {}
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = (tag.0 & !FIXED) as usize;
        let value = self.views[index].of(needed.value());
        let Some((partner, partner_value)) = self.partner(index, value) else {
            return;
        };
        if tag.0 & FIXED != 0 {
            why.add(self.views[partner].is(partner_value));
        } else if matches!(needed.op(), gridwright_fd::Op::Ne)
            && !past.contains(self.views[partner], partner_value)
        {
            why.absent(self.views[partner], partner_value);
        }
    }
}
