//! `x[i] != x[j]` for all `i < j`, and for each of some sets `S` of indices, `sum of x[i], i in S = c`: a magic square is one such relation.
//!
//! All levels: the same propagation, stronger than that of its parts at level `Value`, where up to 64 shifted variables have at most 64 values
//! altogether. Otherwise it is posted as `all_different` and `linear`.
//!
//! - The value of a fixed view is removed from the others. In a permutation, a value that only one view can take is given to it; if the open views have fewer values than there are views, it fails.
//! - A sum with one open view fixes it. With two, every value needs a partner that the other one can take. With more, bounds are consistent, and
//!   the others take at least the smallest, at most the largest values that are not taken.
//!
//! The relation as a whole knows which values are taken, so that no sum is weakened by values that are used elsewhere (compare Beldiceanu et al. 2012, "An O(n log n)
//! bound consistency algorithm for the conjunction of an alldifferent and an inequality between a sum of variables and a constant"). All values are bits of one word; a
//! run works on copies of the domains, and writes what is left at its end. O(n + m) for each pass over n open views and m members of sums with open views.

use crate::all_different::all_different;
use crate::linear::linear_eq;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, has_repeats, vars, wake_on};

/// All views take different values, and some of them have given sums; made by [`all_different_sums`].
#[derive(Clone, Debug)]
pub struct AllDifferentSums {
    xs: Box<[View]>,
    /// The indices of the views of each sum, and the sum.
    sums: Box<[(Box<[usize]>, i32)]>,
}

/// All views take different values, and for each pair of indices and a number, the views at these indices, each given once, have this sum.
pub fn all_different_sums<I: IntoIterator<Item = usize>>(
    xs: impl IntoViews,
    sums: impl IntoIterator<Item = (I, i32)>,
) -> AllDifferentSums {
    let sums = sums.into_iter();
    AllDifferentSums {
        xs: xs.into_views(),
        sums: sums
            .map(|(at, sum)| (at.into_iter().collect(), sum))
            .collect(),
    }
}

impl AllDifferentSums {
    fn views_of(&self, at: &[usize]) -> Vec<View> {
        at.iter().map(|&at| self.xs[at]).collect()
    }
}

impl Constraint for AllDifferentSums {
    fn name(&self) -> &'static str {
        "all_different_sums"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let sums = self.sums.iter();
        let (lists, totals): (Vec<Vec<View>>, Vec<i32>) =
            sums.map(|(at, sum)| (self.views_of(at), *sum)).unzip();
        call("all_different_sums", name, &[&self.xs, &lists, &totals])
    }

    fn views(&self) -> Vec<View> {
        self.xs.to_vec()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |i: usize| i64::from(self.xs[i].of(at(self.xs[i].var)));
        let n = self.xs.len();
        (0..n).all(|i| (0..i).all(|k| value(k) != value(i)))
            && (self.sums.iter())
                .all(|(at, sum)| at.iter().map(|&i| value(i)).sum::<i64>() == i64::from(*sum))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        for (at, sum) in &self.sums {
            let mut seen = vec![false; self.xs.len()];
            let is_new = |&i: &usize| i < seen.len() && !std::mem::replace(&mut seen[i], true);
            if !at.iter().all(is_new) {
                return Err(ModelError::InvalidArguments {
                    by: self.name().to_owned(),
                    what: "the indices of a sum are those of views, each given once".to_owned(),
                });
            }
            let terms = self.views_of(at).into_iter().map(|view| (1, view));
            linear_eq(terms.collect::<Vec<_>>(), *sum).check(model)?;
        }
        model.check_views(self.name(), &self.xs)
    }

    fn post(&self, out: &mut Poster<'_>) {
        if let Some(propagator) = AllDifferentSumsPropagator::new(&self.xs, &self.sums, out) {
            return out.add(Cost::Linear, propagator, wake_on(&self.xs, On::Domain));
        }
        all_different(&self.xs).post(out);
        for (at, sum) in &self.sums {
            let terms = self.views_of(at).into_iter().map(|view| (1, view));
            linear_eq(terms.collect::<Vec<_>>(), *sum).post(out);
        }
    }
}

/// A variable, and by how much its word is shifted among the values of all views.
#[derive(Clone, Copy, Debug)]
struct Cell {
    var: Var,
    shift: u32,
}

/// What does not change during search, but for the numbers in the store.
#[derive(Debug)]
struct Parts {
    xs: Box<[View]>,
    cells: Box<[Cell]>,
    /// The value of bit 0.
    low: i32,
    /// The indices of the views of each sum.
    sums: Box<[Box<[usize]>]>,
    /// By view, the sums it occurs in, as bits.
    sums_of: Box<[u64]>,
    /// Whether there are as many values as views.
    permutation: bool,
    n_open: Trailed,
    /// The values that are not taken.
    free: Trailed,
    /// For each sum, its open views as bits, then what they add up to, in bit numbers.
    state: Trailed,
}

#[derive(Debug)]
struct AllDifferentSumsPropagator {
    parts: Parts,
    /// All views, the open ones first. Fixed views do not move, so backtracking only has to restore the number of open views.
    order: Box<[u32]>,
    /// The values of open views during a run: scratch memory.
    now: Box<[u64]>,
}

/// The tags: a value is taken; there are too few values; then by sum, and then by the number of a value that only one view can take.
const TAKEN: Tag = Tag(0);
const TOO_FEW: Tag = Tag(1);
const FIRST_SUM: u32 = 2;

impl AllDifferentSumsPropagator {
    /// `None` if the values do not fit in a word.
    fn new(
        xs: &[View],
        sums: &[(Box<[usize]>, i32)],
        out: &mut Poster<'_>,
    ) -> Option<AllDifferentSumsPropagator> {
        let fits = (1..=64).contains(&xs.len()) && sums.len() <= 64;
        if !fits || has_repeats(vars(xs)) || xs.iter().any(|x| x.var == Var::ZERO) {
            return None;
        }
        let words: Option<Vec<(i32, u64)>> = xs.iter().map(|&x| out.store().bits(x)).collect();
        let words = words?;
        let low = words.iter().map(|(base, _)| *base).min()?;
        let mut union = 0;
        let mut cells = Vec::with_capacity(xs.len());
        for (x, (base, word)) in xs.iter().zip(words) {
            let shift = u32::try_from(i64::from(base) - i64::from(low)).ok()?;
            // The highest value must not leave the word.
            if shift > word.leading_zeros() {
                return None;
            }
            union |= word << shift;
            cells.push(Cell { var: x.var, shift });
        }
        let mut sums_of = vec![0; xs.len()];
        for (number, (at, _)) in sums.iter().enumerate() {
            at.iter().for_each(|&i| sums_of[i] |= 1 << number);
        }
        let state = out.trailed_array(0, 0);
        for (at, sum) in sums {
            out.trailed(at.iter().fold(0, |open, i| open | 1 << i));
            out.trailed(i64::from(*sum) - at.len() as i64 * i64::from(low));
        }
        let parts = Parts {
            low,
            sums: sums.iter().map(|(at, _)| at.clone()).collect(),
            sums_of: sums_of.into(),
            permutation: union.count_ones() as usize == xs.len(),
            n_open: out.trailed(xs.len() as i64),
            free: out.trailed(union as i64),
            state,
            xs: xs.into(),
            cells: cells.into(),
        };
        Some(AllDifferentSumsPropagator {
            parts,
            order: (0..xs.len() as u32).collect(),
            now: vec![0; xs.len()].into(),
        })
    }
}

impl Propagator for AllDifferentSumsPropagator {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let (parts, order) = (&self.parts, &mut self.order);
        let n_before = store.get(parts.n_open) as usize;
        let mut free = store.get(parts.free) as u64;
        let mut pass = Pass {
            now: &mut self.now,
            parts,
            is_recording: store.is_recording(),
            dirty: 0,
            has_fixed: false,
            extremes: [(0, 0); N_EXTREMES],
        };
        for &i in &order[..n_before] {
            let values = parts.values(i as usize, store);
            pass.now[i as usize] = values;
            pass.has_fixed |= values & (values - 1) == 0;
        }
        let mut n_open = n_before;
        let all_sums = up_to(parts.sums.len() as i64 - 1);
        pass.dirty = all_sums;
        pass.set_extremes(free);
        loop {
            if std::mem::take(&mut pass.has_fixed) {
                let mut k = 0;
                while k < n_open {
                    let i = order[k] as usize;
                    let values = pass.now[i];
                    if values & (values - 1) != 0 {
                        k += 1;
                        continue;
                    }
                    if values & free == 0 {
                        pass.keep(i, free, TAKEN, store)?;
                    }
                    free ^= values;
                    n_open -= 1;
                    order.swap(k, n_open);
                    parts.close(i, values.trailing_zeros(), store);
                }
                for &i in &order[..n_open] {
                    pass.keep(i as usize, free, TAKEN, store)?;
                }
                pass.dirty = all_sums;
                pass.set_extremes(free);
                if pass.has_fixed {
                    continue;
                }
            }
            while pass.dirty != 0 {
                let number = pass.dirty.trailing_zeros() as usize;
                pass.dirty &= pass.dirty - 1;
                pass.sum(number, store)?;
            }
            if pass.has_fixed {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for &i in &order[..n_open] {
                let values = pass.now[i as usize];
                twice |= once & values;
                once |= values;
            }
            if (once.count_ones() as usize) < n_open {
                return Err(store.fail(TOO_FEW));
            }
            let hidden = once & !twice;
            if parts.permutation && hidden != 0 {
                for &i in &order[..n_open] {
                    let value = pass.now[i as usize] & hidden;
                    if value != 0 {
                        let tag = FIRST_SUM + parts.sums.len() as u32 + value.trailing_zeros();
                        pass.keep(i as usize, value & value.wrapping_neg(), Tag(tag), store)?;
                    }
                }
                continue;
            }
            break;
        }
        if !pass.is_recording {
            for &i in &order[..n_before] {
                let i = i as usize;
                store.keep_bits(parts.xs[i], pass.now[i] >> parts.cells[i].shift, TAKEN)?;
            }
        }
        store.put(parts.free, free as i64);
        store.put(parts.n_open, n_open as i64);
        Ok(Status::entailed_if(n_open == 0))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let parts = &self.parts;
        let is_other = |i: usize| needed == Atom::FALSE || parts.xs[i].var != needed.var();
        let others = (0..parts.xs.len()).filter(|&i| is_other(i));
        if tag == TAKEN {
            // The value of a fixed view is removed from the others.
            let removed = |&i: &usize| {
                let value = past.fixed(parts.xs[i]);
                value.is_some_and(|value| parts.removes(needed, value))
            };
            let taker = others.clone().find(removed);
            why.bounds(past, parts.xs[taker.expect("a view takes the value")]);
        } else if tag == TOO_FEW {
            others.for_each(|i| why.domain(past, parts.xs[i]));
        } else if let Some(members) = parts.sums.get((tag.0 - FIRST_SUM) as usize) {
            let members = members.iter().filter(|&&i| is_other(i));
            members.for_each(|&i| why.domain(past, parts.xs[i]));
        } else {
            let value = parts.low + (tag.0 - FIRST_SUM) as i32 - parts.sums.len() as i32;
            others.for_each(|i| why.absent(parts.xs[i], value));
        }
    }
}

impl Parts {
    /// The values of a view, as bits.
    #[inline(always)]
    fn values(&self, i: usize, store: &Store) -> u64 {
        let Cell { var, shift } = self.cells[i];
        store.word(var).0 << shift
    }

    /// Takes a view that is fixed out of its sums.
    #[inline(always)]
    fn close(&self, i: usize, number: u32, store: &mut Store) {
        let mut sums = self.sums_of[i];
        while sums != 0 {
            let at = 2 * sums.trailing_zeros() as usize;
            let (open, rest) = (self.state.at(at), self.state.at(at + 1));
            store.put(open, store.get(open) & !(1 << i));
            store.put(rest, store.get(rest) - i64::from(number));
            sums &= sums - 1;
        }
    }

    /// Whether an atom removes a value from its view.
    fn removes(&self, atom: Atom, value: i32) -> bool {
        let view = self.xs.iter().find(|view| view.var == atom.var());
        view.is_some_and(|view| view.is_not(value) == atom)
    }
}

/// One run: what was read from the store, and has not been written yet.
struct Pass<'p> {
    parts: &'p Parts,
    now: &'p mut [u64],
    is_recording: bool,
    /// The sums to look at again.
    dirty: u64,
    /// Whether an open view has one value left.
    has_fixed: bool,
    /// By number of views, the least and the most that they can add up to with values that are not taken.
    extremes: [(i64, i64); N_EXTREMES],
}

/// Sums of more open views have no bounds from the values that are not taken.
const N_EXTREMES: usize = 8;

impl Pass<'_> {
    /// Keeps some values of a view. With a log, the store changes at once, so that reasons are in order.
    #[inline(always)]
    fn keep(&mut self, i: usize, values: u64, tag: Tag, store: &mut Store) -> Pruned {
        let kept = self.now[i] & values;
        if kept == self.now[i] {
            return Ok(());
        }
        if self.is_recording {
            store.keep_bits(self.parts.xs[i], kept >> self.parts.cells[i].shift, tag)?;
        } else if kept == 0 {
            return Err(store.fail(tag));
        }
        self.now[i] = kept;
        self.has_fixed |= kept & (kept - 1) == 0;
        self.dirty |= self.parts.sums_of[i];
        Ok(())
    }

    /// Adds up the lowest and the highest of the values that are not taken; the same for all larger numbers once there are no more.
    #[inline(always)]
    fn set_extremes(&mut self, free: u64) {
        let (mut up, mut down) = (free, free);
        for n in 1..N_EXTREMES {
            let (low, high) = self.extremes[n - 1];
            if up == 0 {
                self.extremes[n] = (low, high);
                continue;
            }
            let highest = 63 - down.leading_zeros();
            self.extremes[n] = (
                low + i64::from(up.trailing_zeros()),
                high + i64::from(highest),
            );
            up &= up - 1;
            down ^= 1 << highest;
        }
    }

    /// Makes a sum consistent.
    #[inline(always)]
    fn sum(&mut self, number: usize, store: &mut Store) -> Pruned {
        let mut open = store.get(self.parts.state.at(2 * number)) as u64;
        let rest = store.get(self.parts.state.at(2 * number + 1));
        let tag = Tag(FIRST_SUM + number as u32);
        match open.count_ones() {
            0 if rest == 0 => Ok(()),
            0 => Err(store.fail(tag)),
            1 => {
                let value = bit(rest);
                self.keep(open.trailing_zeros() as usize, value, tag, store)
            }
            2 => {
                let x = open.trailing_zeros() as usize;
                let y = 63 - open.leading_zeros() as usize;
                // Both cannot take the same value.
                let half = if rest & 1 == 0 { bit(rest >> 1) } else { 0 };
                self.keep(x, partners(self.now[y], rest) & !half, tag, store)?;
                self.keep(y, partners(self.now[x], rest) & !half, tag, store)
            }
            n => {
                let (mut smallest, mut largest) = (0, 0);
                let mut views = open;
                while views != 0 {
                    let values = self.now[views.trailing_zeros() as usize];
                    smallest += i64::from(values.trailing_zeros());
                    largest += i64::from(63 - values.leading_zeros());
                    views &= views - 1;
                }
                let all = (i64::MIN / 4, i64::MAX / 4);
                let (low, high) = *self.extremes.get(n as usize - 1).unwrap_or(&all);
                while open != 0 {
                    let i = open.trailing_zeros() as usize;
                    let values = self.now[i];
                    let min = i64::from(values.trailing_zeros());
                    let max = i64::from(63 - values.leading_zeros());
                    let above = rest - low.max(smallest - min);
                    let below = rest - high.min(largest - max);
                    if below > min || above < max {
                        self.keep(i, up_to(above) & !up_to(below - 1), tag, store)?;
                    }
                    open &= open - 1;
                }
                Ok(())
            }
        }
    }
}

/// One bit; none if the number is outside the word.
#[inline(always)]
fn bit(number: i64) -> u64 {
    match number {
        0..64 => 1 << number,
        _ => 0,
    }
}

/// The bits up to a number.
#[inline(always)]
fn up_to(number: i64) -> u64 {
    match number {
        ..0 => 0,
        0..63 => (2 << number) - 1,
        63.. => u64::MAX,
    }
}

/// The bits that add up to `sum` with one of some bits.
#[inline(always)]
fn partners(bits: u64, sum: i64) -> u64 {
    match sum {
        0..64 => bits.reverse_bits() >> (63 - sum),
        64..127 => bits.reverse_bits() << (sum - 63),
        _ => 0,
    }
}
