//! `z = f(x, y)` by enumerating pairs of values, while there are few. For arithmetic constraints.
//!
//! At level `Domain` it runs while the product of the sizes of `x` and `y` is at most 4,096; at the other levels, when at most
//! one variable is open. A variable that occurs several times is handled exactly: `x * x = z` and `x mod y = y`. One pass reaches the
//! fixpoint, because every value left belongs to a triple that is left.
//!
//! Limitation: if no pair is left, the reason is all three domains; a smaller one could be found by trial.

use std::fmt::Debug;

use crate::support::prelude::*;
use crate::support::view_atom::ViewAtom;

/// A partial function of two integers.
pub(crate) trait Function: Debug + Send {
    /// Its value; `None` if undefined.
    fn eval(&self, x: i64, y: i64) -> Option<i64>;
}

/// The most pairs that are tried while several variables are open.
const MAX_PAIRS: u64 = 4096;
/// The most values that are tried when one variable is open, and the largest domain of `z` in which holes are made.
const MAX_VALUES: u64 = 1 << 16;
/// The most words of 64 values in which the values of `z` are collected as bits.
const MAX_WORDS: usize = 64;

/// Posts supports for `z = f(x, y)`, the views being `[x, y, z]`.
pub(crate) fn post(out: &mut Poster<'_>, views: [View; 3], function: impl Function + 'static) {
    let by_domain = out.consistency() == Consistency::Domain;
    let on = if by_domain { On::Domain } else { On::Fix };
    let start = views.map(|view| (out.store().min(view), out.store().max(view)));
    let propagator = FunctionSupports {
        views,
        start,
        function,
        max_pairs: if by_domain { MAX_PAIRS } else { 0 },
        xs: Vec::new(),
        ys: Vec::new(),
        y_supported: Vec::new(),
        zs: Vec::new(),
        z_bits: Vec::new(),
    };
    out.add(
        Cost::Quadratic,
        propagator,
        views.map(|view| Wake::on(view, on)),
    );
}

/// A tag is the index of a view in `views`; 3 is a failure.
#[derive(Debug)]
struct FunctionSupports<F> {
    views: [View; 3],
    /// The bounds at the start.
    start: [(i32, i32); 3],
    function: F,
    max_pairs: u64,
    /// The values with support.
    xs: Vec<i32>,
    ys: Vec<i32>,
    y_supported: Vec<bool>,
    zs: Vec<i32>,
    z_bits: Vec<u64>,
}

impl<F: Function> FunctionSupports<F> {
    /// The value of `z` for the pair; `None` if `f` is undefined, or the value is out of range or contradicts a shared variable.
    fn value(&self, a: i32, b: i32) -> Option<i32> {
        let [x, y, z] = self.views;
        let c = self.function.eval(a.into(), b.into())?;
        let c = i32::try_from(c).ok()?;
        if z.scale.abs() == 1 && z.var != x.var && z.var != y.var {
            return Some(c);
        }
        let at = z.solve(c)?;
        let agrees = (z.var != x.var || x.of(at) == a) && (z.var != y.var || y.of(at) == b);
        agrees.then_some(c)
    }

    /// Finds the values with support.
    fn search(&mut self, store: &Store) {
        let [x, y, z] = self.views;
        let same = x.var == y.var;
        let mut xs = std::mem::take(&mut self.xs);
        let mut ys = std::mem::take(&mut self.ys);
        let mut zs = std::mem::take(&mut self.zs);
        let mut y_supported = std::mem::take(&mut self.y_supported);
        let mut z_bits = std::mem::take(&mut self.z_bits);
        let result = |a: i32, b: i32| self.value(a, b).filter(|&c| store.contains(z, c));
        xs.clear();
        ys.clear();
        zs.clear();
        // The results are collected in a bit set, or in a list if they may be far apart.
        let (z_min, z_max) = store.bounds(z);
        let n_words = (i64::from(z_max) - i64::from(z_min)) as usize / 64 + 1;
        z_bits.clear();
        z_bits.resize(if n_words <= MAX_WORDS { n_words } else { 0 }, 0_u64);
        let mut found = |c: i32| {
            let offset = (i64::from(c) - i64::from(z_min)) as usize;
            match z_bits.get_mut(offset / 64) {
                Some(word) => *word |= 1 << (offset % 64),
                None => zs.push(c),
            }
        };
        if !same {
            ys.extend(store.values(y));
        }
        y_supported.clear();
        y_supported.resize(ys.len(), false);
        for a in store.values(x) {
            let mut supported = false;
            if same {
                let b = y.of(x.solve(a).expect("a value of the view"));
                if let Some(c) = result(a, b) {
                    supported = true;
                    ys.push(b);
                    found(c);
                }
            }
            for (&b, y_supported) in ys.iter().zip(&mut y_supported) {
                if let Some(c) = result(a, b) {
                    supported = true;
                    *y_supported = true;
                    found(c);
                }
            }
            if supported {
                xs.push(a);
            }
        }
        if same {
            ys.sort_unstable();
        } else {
            let mut supported = y_supported.iter();
            ys.retain(|_| *supported.next().expect("as long as `ys`"));
        }
        zs.sort_unstable();
        zs.dedup();
        for (i, &word) in z_bits.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                zs.push(z_min + 64 * i as i32 + left.trailing_zeros() as i32);
                left &= left - 1;
            }
        }
        (self.xs, self.ys, self.zs) = (xs, ys, zs);
        (self.y_supported, self.z_bits) = (y_supported, z_bits);
    }

    /// The distinct variables.
    fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.views
            .iter()
            .enumerate()
            .filter(|&(i, view)| self.views[..i].iter().all(|other| other.var != view.var))
            .map(|(_, view)| view.var)
    }

    /// Adds why argument `here` (0 or 1) cannot be `value`: for every value of the other argument, the result is not in `z`.
    fn explain_argument(&self, here: usize, value: i32, past: &PastStore<'_>, why: &mut Reason) {
        let other = self.views[1 - here];
        let z = self.views[2];
        let pair = |seen: i32| {
            if here == 0 {
                (value, seen)
            } else {
                (seen, value)
            }
        };
        let z_past = (past.min(z), past.max(z));
        let (min, max) = (past.min(other), past.max(other));
        let mut z_needed = (i32::MIN, i32::MAX);
        for b in (min..=max).filter(|&b| other.solve(b).is_some()) {
            let (first, second) = pair(b);
            let Some(c) = self.value(first, second) else {
                continue;
            };
            if c < z_past.0 {
                z_needed.0 = z_needed.0.max(c + 1);
            } else if c > z_past.1 {
                z_needed.1 = z_needed.1.min(c - 1);
            } else if !past.contains(z, c) {
                why.absent(z, c);
            } else {
                why.absent(other, b);
            }
        }
        if z_needed.0 != i32::MIN {
            why.add(z.at_least(z_needed.0));
        }
        if z_needed.1 != i32::MAX {
            why.add(z.at_most(z_needed.1));
        }
        // Beyond its past bounds, the other argument is unconstrained as far as the needed bounds of `z` exclude the results.
        let beyond = |b: i32| {
            let (first, second) = pair(b);
            self.value(first, second)
                .is_none_or(|c| c < z_needed.0 || c > z_needed.1)
        };
        let start = self.start[1 - here];
        let reached = (
            reach(min, start.0, MAX_PAIRS, beyond),
            reach(max, start.1, MAX_PAIRS, beyond),
        );
        within(other, reached, start, why);
    }

    /// Adds why `z` cannot be `value`: of every pair that gives it, one value is absent.
    fn explain_result(&self, value: i32, past: &PastStore<'_>, why: &mut Reason) {
        let [x, y, _] = self.views;
        let gives = |a: i32, b: i32| self.value(a, b) == Some(value);
        let y_past = (past.min(y), past.max(y));
        let max_pairs = MAX_PAIRS / (i64::from(y_past.1) - i64::from(y_past.0) + 1).unsigned_abs();
        let harmless = |a: i32| !(y_past.0..=y_past.1).any(|b| gives(a, b));
        let xs = (
            reach(past.min(x), self.start[0].0, max_pairs, harmless),
            reach(past.max(x), self.start[0].1, max_pairs, harmless),
        );
        within(x, xs, self.start[0], why);
        let max_pairs = MAX_PAIRS / (i64::from(xs.1) - i64::from(xs.0) + 1).unsigned_abs();
        let harmless = |b: i32| !(xs.0..=xs.1).any(|a| gives(a, b));
        let ys = (
            reach(y_past.0, self.start[1].0, max_pairs, harmless),
            reach(y_past.1, self.start[1].1, max_pairs, harmless),
        );
        within(y, ys, self.start[1], why);
        // No pair between the past and the weakened bounds gives the value: only holes remain to be named.
        for b in y_past.0..=y_past.1 {
            let missing = y.solve(b).is_some() && !past.contains(y, b);
            if missing && (past.values(x)).any(|a| gives(a, b)) {
                why.absent(y, b);
            }
        }
        for a in past.min(x)..=past.max(x) {
            let missing = x.solve(a).is_some() && !past.contains(x, a);
            if missing && (y_past.0..=y_past.1).any(|b| gives(a, b)) {
                why.absent(x, a);
            }
        }
    }
}

/// Weakens a past bound towards its start while the values passed are harmless, by at most `max_steps` steps.
fn reach(bound: i32, start: i32, max_steps: u64, harmless: impl Fn(i32) -> bool) -> i32 {
    let step = start.cmp(&bound) as i32;
    let mut reached = bound;
    let mut left = max_steps;
    while reached != start && left > 0 && harmless(reached + step) {
        reached += step;
        left -= 1;
    }
    reached
}

/// Adds that a view lay within bounds, unless they are the bounds at the start.
fn within(view: View, bounds: (i32, i32), start: (i32, i32), why: &mut Reason) {
    if bounds.0 != start.0 {
        why.add(view.at_least(bounds.0));
    }
    if bounds.1 != start.1 {
        why.add(view.at_most(bounds.1));
    }
}

impl<F: Function> Propagator for FunctionSupports<F> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let [x, y, z] = self.views;
        let n_open = self.vars().filter(|var| !store.is_fixed(var.view()));
        let n_open = n_open.take(2).count();
        let y_size = if x.var == y.var { 1 } else { store.size(y) };
        let n_pairs = u64::from(store.size(x)) * u64::from(y_size);
        let max_pairs = if n_open <= 1 {
            MAX_VALUES
        } else {
            self.max_pairs
        };
        if n_pairs > max_pairs {
            return Ok(Status::Active);
        }
        self.search(store);
        let (Some(&z_min), Some(&z_max)) = (self.zs.first(), self.zs.last()) else {
            return Err(store.fail(Tag(3)));
        };
        let (xs, ys, zs) = (&self.xs, &self.ys, &self.zs);
        if xs.len() < store.size(x) as usize {
            store.retain(x, Tag(0), |value| xs.binary_search(&value).is_ok())?;
        }
        if ys.len() < store.size(y) as usize {
            store.retain(y, Tag(1), |value| ys.binary_search(&value).is_ok())?;
        }
        if zs.len() < store.size(z) as usize {
            if u64::from(store.size(z)) > MAX_VALUES {
                store.set_min(z, z_min, Tag(2))?;
                store.set_max(z, z_max, Tag(2))?;
            }
            if u64::from(store.size(z)) <= MAX_VALUES {
                store.retain(z, Tag(2), |value| zs.binary_search(&value).is_ok())?;
            }
        }
        // With one variable open, each of its remaining values makes a solution.
        Ok(Status::entailed_if(n_open <= 1))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = tag.0 as usize;
        let wide = |view: View| {
            let width = i64::from(past.max(view)) - i64::from(past.min(view)) + 1;
            width.unsigned_abs()
        };
        let [x, y, _] = self.views;
        let enumerable = wide(x).saturating_mul(wide(y)) <= MAX_VALUES;
        if enumerable
            && index < 3
            && self.vars().count() == 3
            && let ViewAtom::Ne(value) = ViewAtom::implying(needed, self.views[index])
        {
            if index < 2 {
                self.explain_argument(index, value, past, why);
            } else {
                self.explain_result(value, past, why);
            }
            return;
        }
        // A bound of `z` has also jumped over earlier holes.
        let all = index == 3 || needed.op() != Op::Ne;
        for view in self.views {
            if all || view.var != needed.var() {
                why.domain(past, view);
            }
        }
    }
}
