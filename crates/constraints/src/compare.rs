//! `x = y`, `x != y`, `x <= y`, `x < y`.
//!
//! - `=`: value and bounds consistency make the bounds equal; domain consistency makes the domains equal, with bit operations if
//!   both fit in one word, else value by value (while neither has more than 65,536 values). Scaled views such as `2 * x = 3 * y`
//!   are supported. Equations without integer solutions (`2 * x = 2 * y + 1`) fail at once, because their bounds would otherwise
//!   move towards each other one value at a time. Time: constant per step for bounds; for domains linear in the size, or constant
//!   for words.
//! - `!=`: all levels: the value of a fixed side is removed from the other, which is domain consistency. Constant time.
//! - `<=`, `<`: all levels: bounds, which is domain consistency. Constant time.

use std::sync::Arc;

use crate::support::bits::rebased;
use crate::support::common_values::{first_common, push_missing};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::view_atom::{ViewAtom, clamped};

/// Larger domains are not propagated value by value.
const MAX_VALUES: u32 = 1 << 16;

/// A comparison of two views; made by [`equal`], [`not_equal`], [`less_equal`] and [`less`].
#[derive(Clone, Copy, Debug)]
pub struct Compare {
    x: View,
    relation: Relation,
    y: View,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    NotEqual,
    LessEqual,
    Less,
}

/// `x = y`.
pub fn equal(x: impl Into<View>, y: impl Into<View>) -> Compare {
    compare(x.into(), Relation::Equal, y.into())
}

/// `x != y`.
pub fn not_equal(x: impl Into<View>, y: impl Into<View>) -> Compare {
    compare(x.into(), Relation::NotEqual, y.into())
}

/// `x <= y`.
pub fn less_equal(x: impl Into<View>, y: impl Into<View>) -> Compare {
    compare(x.into(), Relation::LessEqual, y.into())
}

/// `x < y`.
pub fn less(x: impl Into<View>, y: impl Into<View>) -> Compare {
    compare(x.into(), Relation::Less, y.into())
}

fn compare(x: View, relation: Relation, y: View) -> Compare {
    Compare { x, relation, y }
}

impl Constraint for Compare {
    fn name(&self) -> &'static str {
        match self.relation {
            Relation::Equal => "equal",
            Relation::NotEqual => "not_equal",
            Relation::LessEqual | Relation::Less => "less_equal",
        }
    }

    fn term(&self, name: Name<'_>) -> Term {
        let operator = match self.relation {
            Relation::Equal => "#=",
            Relation::NotEqual => "#\\=",
            Relation::LessEqual => "#=<",
            Relation::Less => "#<",
        };
        call(operator, name, &[&self.x, &self.y])
    }

    fn views(&self) -> Vec<View> {
        vec![self.x, self.y]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let [x, y] = [self.x, self.y].map(|view| view.of(at(view.var)));
        match self.relation {
            Relation::Equal => x == y,
            Relation::NotEqual => x != y,
            Relation::LessEqual => x <= y,
            Relation::Less => x < y,
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        let (x, y) = (self.x, self.y);
        match self.relation {
            Relation::Equal => {
                let by_value = out.consistency() == Consistency::Domain;
                let on = if by_value { On::Domain } else { On::Bounds };
                let equal_views = EqualConsistency {
                    views: [x, y],
                    by_value,
                    solvable: solvable(x, y),
                    missing: Vec::new(),
                };
                out.add(
                    Cost::Binary,
                    equal_views,
                    [Wake::on(x, on), Wake::on(y, on)],
                );
            }
            Relation::NotEqual => {
                out.add_disequalities(Cost::Binary, Disequality { x, y }, &[x, y]);
            }
            Relation::LessEqual | Relation::Less => {
                let gap = i32::from(self.relation == Relation::Less);
                let wakes = [Wake::on(x, On::Min), Wake::on(y, On::Max)];
                out.add(Cost::Binary, LessEqualBounds { x, y, gap }, wakes);
            }
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let (x, y) = (self.x, self.y);
        Some(Arc::new(match self.relation {
            Relation::Equal => not_equal(x, y),
            Relation::NotEqual => equal(x, y),
            Relation::LessEqual => less(y, x),
            Relation::Less => less_equal(y, x),
        }))
    }

    fn has_cnf_encoding(&self) -> bool {
        self.relation == Relation::NotEqual
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        out.add_different(&[self.x, self.y]);
    }
}

/// Whether the equation has an integer solution; if both views are of one variable, a single integer must satisfy both.
fn solvable(x: View, y: View) -> bool {
    let distance = i64::from(y.offset) - i64::from(x.offset);
    let divisor = if x.var == y.var {
        i64::from(x.scale) - i64::from(y.scale)
    } else {
        gcd(x.scale.into(), y.scale.into())
    };
    divides(divisor, distance)
}

/// Whether `b` is a multiple of `a`, which may be 0.
pub(crate) fn divides(a: i64, b: i64) -> bool {
    if a == 0 { b == 0 } else { b % a == 0 }
}

/// The greatest common divisor, not negative.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// `x = y`. The tag of a removal is the side it was made on.
#[derive(Debug)]
struct EqualConsistency {
    views: [View; 2],
    by_value: bool,
    solvable: bool,
    /// Values to remove; kept to reuse its memory.
    missing: Vec<i32>,
}

impl EqualConsistency {
    fn meet_bounds(&self, store: &mut Store) -> Pruned {
        let [x, y] = self.views;
        // Both views take a common value at least every `scale` steps, so this ends soon.
        loop {
            let changed = store.set_min(x, store.min(y), Tag(0))?
                | store.set_min(y, store.min(x), Tag(1))?
                | store.set_max(x, store.max(y), Tag(0))?
                | store.set_max(y, store.max(x), Tag(1))?;
            if !changed {
                return Ok(());
            }
        }
    }

    /// The two views are of one variable and differ: at most one value solves the equation.
    fn solve_for_one_variable(&self, store: &mut Store) -> Pruned<Status> {
        let [x, y] = self.views;
        let scale = i64::from(x.scale) - i64::from(y.scale);
        let root = (i64::from(y.offset) - i64::from(x.offset)) / scale;
        let var_view = x.var.view();
        store.set_min(var_view, clamped(root), Tag(2))?;
        store.set_max(var_view, clamped(root), Tag(2))?;
        Ok(Status::Entailed)
    }

    /// Removes from one side the values that the other does not have.
    fn copy_holes(&mut self, store: &mut Store, side: usize) -> Pruned {
        let (here, there) = (self.views[side], self.views[1 - side]);
        self.missing.clear();
        push_missing(store, here, &[there], store.bounds(here), &mut self.missing);
        for &value in &self.missing {
            store.remove(here, value, Tag(side as u32))?;
        }
        Ok(())
    }
}

/// The values of a view as the bits of one word, and the value of bit 0; `None` unless the domain is one word and the view only
/// shifts or negates it.
fn word(store: &Store, view: View) -> Option<(i64, u64)> {
    let (base, bits) = store.bits(view.var.view())?;
    let (base, offset) = (i64::from(base), i64::from(view.offset));
    match view.scale {
        1 => Some((offset + base, bits)),
        -1 => Some((offset - base - 63, bits.reverse_bits())),
        _ => None,
    }
}

/// Keeps only the values whose bits are set; the bits are positioned as in the result of [`word`].
fn keep(store: &mut Store, view: View, bits: u64, tag: Tag) -> Pruned<bool> {
    let bits = if view.scale == 1 {
        bits
    } else {
        bits.reverse_bits()
    };
    store.keep_bits(view.var.view(), bits, tag)
}

impl Propagator for EqualConsistency {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if !self.solvable {
            return Err(store.fail(Tag(2)));
        }
        let [x, y] = self.views;
        if x.var == y.var {
            return if x.scale == y.scale {
                Ok(Status::Entailed)
            } else {
                self.solve_for_one_variable(store)
            };
        }
        if self.by_value
            && let Some((x_base, x_bits)) = word(store, x)
            && let Some((y_base, y_bits)) = word(store, y)
        {
            keep(store, x, rebased(y_bits, y_base, x_base), Tag(0))?;
            keep(store, y, rebased(x_bits, x_base, y_base), Tag(1))?;
        } else {
            self.meet_bounds(store)?;
            if self.by_value && store.size(x) <= MAX_VALUES && store.size(y) <= MAX_VALUES {
                // With equal bounds, one copy in each direction makes the domains equal.
                self.copy_holes(store, 0)?;
                self.copy_holes(store, 1)?;
            }
        }
        if store.is_fixed(x) && store.is_fixed(y) {
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, _: &PastStore<'_>, why: &mut Reason) {
        let side = tag.0 as usize;
        if side == 2 {
            return;
        }
        let other = self.views[1 - side];
        match ViewAtom::implying(needed, self.views[side]) {
            ViewAtom::False => {}
            atom => why.add(atom.to_atom(other)),
        }
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        let [x, y] = self.views;
        if !self.solvable || store.min(x) > store.max(y) || store.min(y) > store.max(x) {
            return Some(Truth::Violated);
        }
        if x.var == y.var || !self.by_value {
            return None;
        }
        if store.size(x) > MAX_VALUES || store.size(y) > MAX_VALUES {
            return None;
        }
        Some(if first_common(store, x, y)?.is_none() {
            Truth::Violated
        } else if store.is_fixed(x) && store.is_fixed(y) {
            Truth::Entailed
        } else {
            Truth::Open
        })
    }
}

/// `x != y`.
#[derive(Debug)]
struct Disequality {
    x: View,
    y: View,
}

impl Propagator for Disequality {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if let Some(value) = store.fixed(self.x) {
            store.remove(self.y, value, Tag(0))?;
            return Ok(Status::Entailed);
        }
        if let Some(value) = store.fixed(self.y) {
            store.remove(self.x, value, Tag(1))?;
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        why.bounds(past, if tag == Tag(0) { self.x } else { self.y });
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        Some(match (store.fixed(self.x), store.fixed(self.y)) {
            (Some(x), Some(y)) if x == y => Truth::Violated,
            (Some(value), _) if !store.contains(self.y, value) => Truth::Entailed,
            (_, Some(value)) if !store.contains(self.x, value) => Truth::Entailed,
            _ => Truth::Open,
        })
    }
}

/// `x + gap <= y`. Values stay within `MIN_VALUE..=MAX_VALUE`, so a gap of 1 does not overflow.
#[derive(Debug)]
struct LessEqualBounds {
    x: View,
    y: View,
    gap: i32,
}

impl Propagator for LessEqualBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let changed = store.set_min(self.y, store.min(self.x) + self.gap, Tag(0))?
            | store.set_max(self.x, store.max(self.y) - self.gap, Tag(1))?;
        if store.max(self.x) + self.gap <= store.min(self.y) {
            return Ok(Status::Entailed);
        }
        // Only if both sides are the same variable can one change cause another.
        Ok(Status::rerun_if(changed && self.x.var == self.y.var))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        match tag {
            Tag(0) => why.min(past, self.x),
            _ => why.max(past, self.y),
        }
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        let (x, y) = (store.bounds(self.x), store.bounds(self.y));
        Some(if x.1 + self.gap <= y.0 {
            Truth::Entailed
        } else if self.x.var == self.y.var {
            return None;
        } else if x.0 + self.gap > y.1 {
            Truth::Violated
        } else {
            Truth::Open
        })
    }
}
