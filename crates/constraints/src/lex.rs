//! `xs <= ys` and `xs < ys` in lexicographic order; a proper prefix comes first.
//!
//! All levels: domain consistency if no variable repeats. At the first position whose two sides are not fixed to one
//! value, `x <= y` is enforced; `x < y`, if the rest cannot be in order (Frisch, Hnich, Kiziltan, Miguel and Walsh 2006, Propagation
//! Algorithms for Lexicographic Ordering Constraints). That position is trailed. Linear in the positions scanned.

use std::sync::Arc;

use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::view_atom::ViewAtom;
use crate::support::views::{IntoViews, has_repeats};

/// `xs <= ys` or `xs < ys` lexicographically; made by [`lex_less_equal`] and [`lex_less`].
#[derive(Clone, Debug)]
pub struct Lex {
    xs: Vec<View>,
    ys: Vec<View>,
    strict: bool,
}

/// `xs <= ys` lexicographically.
pub fn lex_less_equal(xs: impl IntoViews, ys: impl IntoViews) -> Lex {
    Lex {
        xs: xs.into_views(),
        ys: ys.into_views(),
        strict: false,
    }
}

/// `xs < ys` lexicographically.
pub fn lex_less(xs: impl IntoViews, ys: impl IntoViews) -> Lex {
    Lex {
        strict: true,
        ..lex_less_equal(xs, ys)
    }
}

impl Constraint for Lex {
    fn name(&self) -> &'static str {
        "lex"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let functor = if self.strict {
            "lex_less"
        } else {
            "lex_less_equal"
        };
        call(functor, name, &[&self.xs, &self.ys])
    }

    fn views(&self) -> Vec<View> {
        [&*self.xs, &*self.ys].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let values = |views: &[View]| -> Vec<i32> {
            views.iter().map(|view| view.of(at(view.var))).collect()
        };
        let (xs, ys) = (values(&self.xs), values(&self.ys));
        if self.strict { xs < ys } else { xs <= ys }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let pairs: Vec<(View, View)> = self
            .xs
            .iter()
            .zip(&self.ys)
            .map(|(&x, &y)| {
                // With the same variable on both sides, bounds would move one value at a time; only the offsets matter.
                if x.var == y.var && x.scale == y.scale {
                    (View::constant(x.offset), View::constant(y.offset))
                } else {
                    (x, y)
                }
            })
            .collect();
        let mut vars: Vec<Var> = pairs.iter().flat_map(|&(x, y)| [x.var, y.var]).collect();
        vars.retain(|&var| var != Var::ZERO);
        let end_in_order = if self.strict {
            self.xs.len() < self.ys.len()
        } else {
            self.xs.len() <= self.ys.len()
        };
        let wakes: Vec<Wake> = pairs
            .iter()
            .flat_map(|&(x, y)| [Wake::on(x, On::Bounds), Wake::on(y, On::Bounds)])
            .collect();
        let propagator = LexDomain {
            aliased: has_repeats(vars),
            first: out.trailed(0),
            pairs,
            end_in_order,
        };
        out.add(Cost::Linear, propagator, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Lex {
            xs: self.ys.clone(),
            ys: self.xs.clone(),
            strict: !self.strict,
        }))
    }
}

#[derive(Debug)]
struct LexDomain {
    pairs: Vec<(View, View)>,
    /// Whether the relation holds if all pairs are equal.
    end_in_order: bool,
    aliased: bool,
    /// All positions before this one are fixed and equal.
    first: Trailed,
}

/// Packs into a tag the position, whether the strict order was needed there, and which side was narrowed.
fn tag(position: usize, strict: bool, of_x: bool) -> Tag {
    Tag((position << 2) as u32 | u32::from(strict) << 1 | u32::from(of_x))
}

impl LexDomain {
    /// Whether the positions after this one can be in order.
    fn can_follow(&self, store: &Store, position: usize) -> bool {
        for &(x, y) in &self.pairs[position + 1..] {
            let (min, max) = (store.min(x), store.max(y));
            if min != max {
                return min < max;
            }
        }
        self.end_in_order
    }

    fn set_order(&self, store: &mut Store, position: usize, strict: bool) -> Pruned<bool> {
        let (x, y) = self.pairs[position];
        let gap = i32::from(strict);
        let of_y = store.set_min(y, store.min(x) + gap, tag(position, strict, false))?;
        let of_x = store.set_max(x, store.max(y) - gap, tag(position, strict, true))?;
        Ok(of_y | of_x)
    }
}

impl Propagator for LexDomain {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let mut position = store.get(self.first) as usize;
        let mut changed = false;
        while position < self.pairs.len() {
            changed |= self.set_order(store, position, false)?;
            let (x, y) = self.pairs[position];
            if store.min(x) != store.max(y) || store.max(x) != store.min(y) {
                break;
            }
            position += 1;
        }
        store.put(self.first, position as i64);
        let Some(&(x, y)) = self.pairs.get(position) else {
            if self.end_in_order {
                return Ok(Status::Entailed);
            }
            return Err(store.fail(tag(position, false, false)));
        };
        if !self.can_follow(store, position) {
            changed |= self.set_order(store, position, true)?;
        }
        if store.max(x) < store.min(y) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(changed && self.aliased))
    }

    fn explain(&mut self, needed: Atom, Tag(tag): Tag, past: &PastStore<'_>, why: &mut Reason) {
        let position = (tag >> 2) as usize;
        // Before the position: `x >= y` everywhere, which the order turns into equality.
        for &(x, y) in &self.pairs[..position] {
            why.min(past, x);
            why.max(past, y);
        }
        let Some(&(x, y)) = self.pairs.get(position) else {
            return;
        };
        let strict = tag >> 1 & 1 != 0;
        let gap = i32::from(strict);
        why.add(if tag & 1 != 0 {
            ViewAtom::implying(needed, x).lowered(-gap).to_atom(y)
        } else {
            ViewAtom::implying(needed, y).lowered(gap).to_atom(x)
        });
        if !strict {
            return;
        }
        // After the position: `x >= y` until `x > y`, or until the end.
        for &(x, y) in &self.pairs[position + 1..] {
            let (min, max) = (past.min(x), past.max(y));
            why.add(y.at_most(max));
            if min > max {
                why.add(x.at_least(max + 1));
                return;
            }
            why.add(x.at_least(min));
        }
    }
}
