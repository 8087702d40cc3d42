//! `x = y`.
//!
//! ConsistencyMap: `Value` and `Bounds` make the smallest and the largest values meet; `Domain` makes the domains the same,
//! word-wide where both are kept in one word, else value by value (while neither has more than 65,536 values).
//! Stretched views are aligned as well: `2 * x = 3 * y`. Equations no integers solve (`2 * x = 2 * y + 1`) fail at once:
//! their bounds would creep towards each other one by one.
//!
//! Bounds: constant time per step; domain: linear in the size, or constant for words.

use std::sync::Arc;

use gridwright_fd::{
    Atom, Consistency, Constraint, Cost, Model, ModelError, On, Past, Poster, Propagator, Pruned,
    Reason, Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::fact::{Fact, clamped};
use crate::not_equal::not_equal;
use crate::printed;

/// Larger domains are not compared value by value.
const MOST_VALUES: u32 = 1 << 16;

/// `x = y`; made by [`equal`].
#[derive(Clone, Copy, Debug)]
pub struct Equal {
    x: View,
    y: View,
}

/// `x = y`.
pub fn equal(x: impl Into<View>, y: impl Into<View>) -> Equal {
    Equal {
        x: x.into(),
        y: y.into(),
    }
}

impl Constraint for Equal {
    fn name(&self) -> &'static str {
        "equal"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "#=",
            [printed::view(self.x, name), printed::view(self.y, name)],
        )
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.y.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.x.of(at(self.x.var)) == self.y.of(at(self.y.var))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &[self.x, self.y])
    }

    fn post(&self, out: &mut Poster<'_>) {
        let by_value = out.consistency() == Consistency::Domain;
        let on = if by_value { On::Domain } else { On::Bounds };
        let same = Same {
            views: [self.x, self.y],
            by_value,
            solvable: solvable(self.x, self.y),
            missing: Vec::new(),
        };
        let wakes = [Wake::on(self.x, on), Wake::on(self.y, on)];
        out.add(Cost::Binary, same, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(not_equal(self.x, self.y)))
    }
}

/// Whether some integers make the views equal; for one variable seen twice, some integer.
fn solvable(x: View, y: View) -> bool {
    let distance = i64::from(y.offset) - i64::from(x.offset);
    let divisor = if x.var == y.var {
        i64::from(x.scale) - i64::from(y.scale)
    } else {
        gcd(x.scale.into(), y.scale.into())
    };
    if divisor == 0 {
        distance == 0
    } else {
        distance % divisor == 0
    }
}

/// The greatest common divisor, not negative.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Removals are tagged with the side they hit.
#[derive(Debug)]
struct Same {
    views: [View; 2],
    by_value: bool,
    solvable: bool,
    /// Values to remove; kept for its room.
    missing: Vec<i32>,
}

impl Same {
    fn meet_bounds(&self, store: &mut Store) -> Pruned {
        let [x, y] = self.views;
        // Some values are common to both lattices at least every `scale` steps, so this ends soon.
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

    /// Both views are of one variable and differ: at most one value solves the equation.
    fn solve_alone(&self, store: &mut Store) -> Pruned<Status> {
        let [x, y] = self.views;
        let scale = i64::from(x.scale) - i64::from(y.scale);
        let root = (i64::from(y.offset) - i64::from(x.offset)) / scale;
        let alone = x.var.view();
        store.set_min(alone, clamped(root), Tag(2))?;
        store.set_max(alone, clamped(root), Tag(2))?;
        Ok(Status::Entailed)
    }

    /// Removes from one side what the other does not have.
    fn copy_holes(&mut self, store: &mut Store, side: usize) -> Pruned {
        let (here, there) = (self.views[side], self.views[1 - side]);
        self.missing.clear();
        self.missing.extend(
            store
                .values(here)
                .filter(|&value| !store.contains(there, value)),
        );
        for &value in &self.missing {
            store.remove(here, value, Tag(side as u32))?;
        }
        Ok(())
    }
}

/// The values of a view as bits of one word and the value of bit 0, where its domain is kept in one word and the view
/// shifts or mirrors it.
fn word(store: &Store, view: View) -> Option<(i64, u64)> {
    let (base, bits) = store.bits(view.var.view())?;
    let (base, offset) = (i64::from(base), i64::from(view.offset));
    match view.scale {
        1 => Some((offset + base, bits)),
        -1 => Some((offset - base - 63, bits.reverse_bits())),
        _ => None,
    }
}

/// Keeps only the values whose bits are set in what [`word`] gave.
fn keep(store: &mut Store, view: View, bits: u64, tag: Tag) -> Pruned<bool> {
    let bits = if view.scale == 1 {
        bits
    } else {
        bits.reverse_bits()
    };
    store.keep_bits(view.var.view(), bits, tag)
}

/// The bits of a word whose bit 0 stands for `from`, moved so that bit 0 stands for `to`.
fn moved(bits: u64, from: i64, to: i64) -> u64 {
    match from - to {
        distance @ 0..=63 => bits << distance,
        distance @ -63..=-1 => bits >> -distance,
        _ => 0,
    }
}

impl Propagator for Same {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if !self.solvable {
            return Err(store.fail(Tag(2)));
        }
        let [x, y] = self.views;
        if x.var == y.var {
            return if x.scale == y.scale {
                Ok(Status::Entailed)
            } else {
                self.solve_alone(store)
            };
        }
        if self.by_value
            && let Some((x_base, x_bits)) = word(store, x)
            && let Some((y_base, y_bits)) = word(store, y)
        {
            keep(store, x, moved(y_bits, y_base, x_base), Tag(0))?;
            keep(store, y, moved(x_bits, x_base, y_base), Tag(1))?;
        } else {
            self.meet_bounds(store)?;
            if self.by_value && store.size(x) <= MOST_VALUES && store.size(y) <= MOST_VALUES {
                // Within equal bounds and holes copied both ways, nothing is left to copy.
                self.copy_holes(store, 0)?;
                self.copy_holes(store, 1)?;
            }
        }
        if store.is_fixed(x) && store.is_fixed(y) {
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, _: &Past<'_>, why: &mut Reason) {
        let side = tag.0 as usize;
        if side == 2 {
            return;
        }
        let other = self.views[1 - side];
        match Fact::behind(needed, self.views[side]) {
            Fact::Never => {}
            fact => why.add(fact.of(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::{ConsistencyMap, Domain, DomainRepr, Kernel, Setup};
    use gridwright_testing::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("equal", |x, _| Some(equal(x[0], x[1])))
            .arity(2..=2)
            .values(-4..=5)
            .claims(Consistency::Value, Strength::Bounds)
            .claims(Consistency::Domain, Strength::Domain)
            .rounds(300)
            .check();
    }

    fn kernel(model: &Model, level: Consistency) -> Kernel {
        let setup = Setup {
            consistency: ConsistencyMap::all(level),
            recording: false,
            repr: DomainRepr::Auto,
        };
        Kernel::new(model, &setup)
    }

    #[test]
    fn stretched_views_leave_their_common_values() {
        let mut model = Model::new();
        let x = model.var("x", 0..=100).expect("a domain");
        let y = model.var("y", 0..=20).expect("a domain");
        let (twice, thrice) = (x.view().times(2), y.view().times(3));
        model
            .post(equal(twice.expect("fits"), thrice.expect("fits")))
            .expect("small");
        let mut kernel = kernel(&model, Consistency::Domain);
        kernel.propagate().expect("it has solutions");
        let left = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
        assert_eq!(left(x), (0..=30).step_by(3).collect::<Vec<_>>());
        assert_eq!(left(y), (0..=20).step_by(2).collect::<Vec<_>>());
    }

    #[test]
    fn odd_never_equals_even_even_in_wide_domains() {
        let mut model = Model::new();
        let x = model.var("x", 0..=1_000_000_000).expect("a domain");
        let y = model.var("y", 0..=1_000_000_000).expect("a domain");
        let even = x.view().times(2).expect("fits");
        let odd = View {
            var: y,
            scale: 2,
            offset: 1,
        };
        model.post(equal(even, odd)).expect("fits");
        assert!(kernel(&model, Consistency::Bounds).propagate().is_err());
    }

    #[test]
    fn mirrored_words_meet() {
        let mut model = Model::new();
        let x = model.var("x", [-3, 0, 1, 60]).expect("a domain");
        let y = model.var("y", [-60, -1, 3, 2]).expect("a domain");
        let minus_y = y.view().times(-1).expect("fits");
        model.post(equal(x, minus_y)).expect("fits");
        let mut kernel = kernel(&model, Consistency::Domain);
        kernel.propagate().expect("it has solutions");
        let left = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
        assert_eq!(left(x), [-3, 1, 60]);
        assert_eq!(left(y), [-60, -1, 3]);
    }

    #[test]
    fn far_apart_words_do_not_meet() {
        let mut model = Model::new();
        let x = model.var("x", Domain::from(0..=5)).expect("a domain");
        let y = model.var("y", Domain::from(1000..=1005)).expect("a domain");
        model.post(equal(x, y)).expect("fits");
        assert!(kernel(&model, Consistency::Domain).propagate().is_err());
    }
}
