//! Bounds propagation of `<=` and `=`, with reasons that are weakened as far as their slack allows.

use gridwright_fd::{div_ceil, div_floor};

use crate::support::prelude::*;
use crate::support::view_atom::clamped;

/// After this many rounds other propagators run: bounds can move towards each other in small steps.
const MAX_ROUNDS: usize = 64;

/// From this length on, fixed products are set apart: most variables of a long sum are fixed in most nodes.
const MIN_SET_APART: usize = 16;
/// They are set apart when one in this many open products is fixed.
const MIN_FIXED_PART: usize = 8;

/// One product `a * x`, and the bounds of `x` at the start.
#[derive(Clone, Copy, Debug)]
struct ScaledVar {
    a: i64,
    x: Var,
    start_min: i64,
    start_max: i64,
}

impl ScaledVar {
    /// The bound of `x` at the start that minimises `a * x`.
    fn start(&self, a: i64) -> i64 {
        if a > 0 {
            self.start_min
        } else {
            self.start_max
        }
    }
}

/// The products of a sum over distinct variables.
#[derive(Debug)]
struct LinearTerms {
    /// In a long sum and without a log, some fixed ones come first; reasons depend on the order.
    products: Vec<ScaledVar>,
    /// How many fixed ones come first, and their sum; kept for a long sum. Moving others does not change which come first on
    /// backtracking.
    set_apart: Option<Trailed>,
    /// A reason under construction: indices of products and their bounds; kept to reuse the allocation.
    kept: Vec<(usize, i64)>,
}

/// Which bound of the sum a reason is about: the sum of the smallest contributions (`<=`), or of the largest (`>=`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Smallest,
    Largest,
}

impl LinearTerms {
    fn new(terms: &[(i64, Var)], out: &mut Poster<'_>) -> LinearTerms {
        let is_long = terms.len() >= MIN_SET_APART && !out.store().is_recording();
        let products = terms
            .iter()
            .map(|&(a, x)| ScaledVar {
                a,
                x,
                start_min: out.store().min(x.view()).into(),
                start_max: out.store().max(x.view()).into(),
            })
            .collect();
        LinearTerms {
            products,
            set_apart: is_long.then(|| out.trailed_array(2, 0)),
            kept: Vec::new(),
        }
    }

    /// How many fixed products come first, and their sum.
    fn set_apart(&self, store: &Store) -> (usize, i64) {
        self.set_apart.map_or((0, 0), |cells| {
            (store.get(cells) as usize, store.get(cells.at(1)))
        })
    }

    /// Moves fixed products to the front if a good part of the open ones is fixed now.
    #[inline]
    fn set_more_apart(&mut self, n_fixed: usize, store: &mut Store) {
        if let Some(cells) = self.set_apart
            && MIN_FIXED_PART * n_fixed >= self.products.len() - store.get(cells) as usize
            && n_fixed > 0
        {
            self.move_fixed(cells, store);
        }
    }

    #[inline(never)]
    fn move_fixed(&mut self, cells: Trailed, store: &mut Store) {
        let (first, mut sum) = self.set_apart(store);
        let mut n = first;
        for i in first..self.products.len() {
            let (min, max) = contribution::<false>(&self.products[i], store);
            if min == max {
                self.products.swap(i, n);
                n += 1;
                sum += min;
            }
        }
        store.put(cells, n as i64);
        store.put(cells.at(1), sum);
    }

    fn cost(&self) -> Cost {
        match self.products.len() {
            0 | 1 => Cost::Unary,
            2 => Cost::Binary,
            3 => Cost::Ternary,
            _ => Cost::Linear,
        }
    }

    /// Adds atoms that make the contributions of all products but `target` sum up to at least `sum` (`Smallest`), or to at most
    /// `-sum` (`Largest`). Slack weakens the reason: first it drops whole atoms, those with small coefficients before others,
    /// then it loosens the remaining bounds.
    fn explain(
        &mut self,
        side: Side,
        sum: i64,
        target: Option<usize>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        let sign = if side == Side::Smallest { 1 } else { -1 };
        let mut slack = -sum;
        self.kept.clear();
        for (i, product) in self.products.iter().enumerate() {
            if Some(i) == target {
                continue;
            }
            let a = sign * product.a;
            let bound = if a > 0 {
                past.min(product.x.view())
            } else {
                past.max(product.x.view())
            };
            slack += a * i64::from(bound);
            if i64::from(bound) != product.start(a) {
                self.kept.push((i, bound.into()));
            }
        }
        debug_assert!(slack >= 0, "the reason must imply the pruned atom");
        let products = &self.products;
        for index in (0..self.kept.len()).rev() {
            let (i, bound) = self.kept[index];
            let a = sign * products[i].a;
            let start = products[i].start(a);
            let gain = a * (bound - start);
            if gain <= slack {
                slack -= gain;
                self.kept[index].1 = start;
            }
        }
        for &(i, bound) in &self.kept {
            let a = sign * products[i].a;
            let start = products[i].start(a);
            if bound == start {
                continue;
            }
            let steps = slack / a.abs();
            slack -= steps * a.abs();
            let x = products[i].x;
            why.add(if a > 0 {
                x.view().at_least(clamped(bound - steps))
            } else {
                x.view().at_most(clamped(bound + steps))
            });
        }
    }

    /// The sum that the others must reach, in the sense of [`LinearTerms::explain`], so that `needed` follows for `target`.
    fn needed_sum(&self, side: Side, constant: i64, target: Option<usize>, needed: Atom) -> i64 {
        let sign = if side == Side::Smallest { 1 } else { -1 };
        let constant = sign * constant;
        let Some(target) = target else {
            return constant + 1;
        };
        let a = sign * self.products[target].a;
        // The nearest value that `needed` excludes.
        let excluded = if a > 0 {
            i64::from(needed.value()) + 1
        } else {
            i64::from(needed.value()) - 1
        };
        constant - a * excluded + 1
    }
}

/// `sum <= constant`. A tag is the index of a product, or the number of products for a failure.
#[derive(Debug)]
pub(super) struct LinearLeBounds {
    terms: LinearTerms,
    constant: i64,
}

impl LinearLeBounds {
    pub(super) fn post(terms: &[(i64, Var)], constant: i64, out: &mut Poster<'_>) {
        let terms = LinearTerms::new(terms, out);
        let wake = |product: &ScaledVar| {
            let on = if product.a > 0 { On::Min } else { On::Max };
            Wake::on(product.x.view(), on)
        };
        let wakes: Vec<Wake> = terms.products.iter().map(wake).collect();
        out.add(terms.cost(), LinearLeBounds { terms, constant }, wakes);
    }
}

impl LinearLeBounds {
    /// Makes the bounds consistent; `LONG`: fixed products are set apart.
    #[inline(always)]
    fn run<const LONG: bool>(&mut self, store: &mut Store) -> Pruned<Status> {
        let (first, apart) = self.terms.set_apart(store);
        let products = &self.terms.products[first..];
        let mut slack = self.constant - apart;
        let (mut widest, mut width, mut n_fixed) = (0, 0, 0);
        for product in products {
            let (min, max) = contribution::<false>(product, store);
            slack -= min;
            widest = widest.max(max - min);
            width += max - min;
            n_fixed += usize::from(LONG && min == max);
        }
        if slack < 0 {
            return Err(store.fail(Tag(products.len() as u32)));
        }
        if width <= slack {
            return Ok(Status::Entailed);
        }
        if widest > slack {
            // The smallest contributions do not change in this loop, so one pass is enough.
            for (i, product) in products.iter().enumerate() {
                let (min, max) = contribution::<false>(product, store);
                if max - min > slack {
                    set_product_max::<false>(product, min + slack, first + i, store)?;
                }
            }
        }
        self.terms.set_more_apart(n_fixed, store);
        Ok(Status::Active)
    }
}

impl Propagator for LinearLeBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        match self.terms.set_apart {
            Some(_) => self.run::<true>(store),
            None => self.run::<false>(store),
        }
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let target = Some(tag.0 as usize).filter(|&i| i < self.terms.products.len());
        let sum = self
            .terms
            .needed_sum(Side::Smallest, self.constant, target, needed);
        self.terms.explain(Side::Smallest, sum, target, past, why);
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        let (n_apart, apart) = self.terms.set_apart(store);
        let (mut smallest, mut largest) = (apart, apart);
        for product in &self.terms.products[n_apart..] {
            let (min, max) = contribution::<false>(product, store);
            smallest += min;
            largest += max;
        }
        Some(if smallest > self.constant {
            Truth::Violated
        } else if largest <= self.constant {
            Truth::Entailed
        } else {
            Truth::Open
        })
    }
}

/// `sum = constant`. A tag is twice the index of a product, plus 1 if the largest contributions of the others decided; for a
/// failure the index is the number of products.
#[derive(Debug)]
pub(super) struct LinearEqBounds {
    terms: LinearTerms,
    constant: i64,
    /// Whether all coefficients are 1.
    all_unit: bool,
    /// The smallest and the largest value of every product: scratch memory for one run.
    ranges: Vec<(i64, i64)>,
}

impl LinearEqBounds {
    pub(super) fn post(terms: &[(i64, Var)], constant: i64, out: &mut Poster<'_>) {
        let terms = LinearTerms::new(terms, out);
        let views = terms.products.iter().map(|product| product.x.view());
        let wakes: Vec<Wake> = views.map(|view| Wake::on(view, On::Bounds)).collect();
        let propagator = LinearEqBounds {
            ranges: vec![(0, 0); terms.products.len()],
            all_unit: terms.products.iter().all(|product| product.a == 1),
            terms,
            constant,
        };
        out.add(propagator.terms.cost(), propagator, wakes);
    }

    /// Makes the bounds consistent; `UNIT`: all coefficients are 1; `LONG`: fixed products are set apart.
    #[inline(always)]
    fn run<const UNIT: bool, const LONG: bool>(&mut self, store: &mut Store) -> Pruned<Status> {
        let (first, apart) = self.terms.set_apart(store);
        let (products, ranges) = (&self.terms.products[first..], &mut self.ranges[first..]);
        let (mut sum_min, mut sum_max, mut widest) = (apart, apart, 0);
        let mut n_fixed = 0;
        for (product, range) in products.iter().zip(&mut *ranges) {
            let (min, max) = contribution::<UNIT>(product, store);
            *range = (min, max);
            sum_min += min;
            sum_max += max;
            widest = widest.max(max - min);
            n_fixed += usize::from(LONG && min == max);
        }
        for _ in 0..MAX_ROUNDS {
            if sum_min > self.constant {
                return Err(store.fail(Tag(2 * products.len() as u32)));
            }
            if sum_max < self.constant {
                return Err(store.fail(Tag(2 * products.len() as u32 + 1)));
            }
            if sum_min == sum_max {
                return Ok(Status::Entailed);
            }
            if widest <= (self.constant - sum_min).min(sum_max - self.constant) {
                self.terms.set_more_apart(n_fixed, store);
                return Ok(Status::Active);
            }
            let mut changed = false;
            widest = 0;
            for (i, (product, range)) in (first..).zip(products.iter().zip(&mut *ranges)) {
                let (min, max) = *range;
                let (below, above) = (self.constant - sum_min, sum_max - self.constant);
                if max - min > below.min(above) {
                    if max - min > below {
                        set_product_max::<UNIT>(product, min + below, 2 * i, store)?;
                    }
                    if max - min > above {
                        set_product_min::<UNIT>(product, max - above, 2 * i + 1, store)?;
                    }
                    *range = contribution::<UNIT>(product, store);
                    sum_min += range.0 - min;
                    sum_max += range.1 - max;
                    changed |= *range != (min, max);
                }
                widest = widest.max(range.1 - range.0);
            }
            if !changed {
                self.terms.set_more_apart(n_fixed, store);
                return Ok(Status::Active);
            }
        }
        Ok(Status::Rerun)
    }
}

impl Propagator for LinearEqBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        match (self.all_unit, self.terms.set_apart) {
            (true, None) => self.run::<true, false>(store),
            (false, None) => self.run::<false, false>(store),
            (true, Some(_)) => self.run::<true, true>(store),
            (false, Some(_)) => self.run::<false, true>(store),
        }
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let target = Some(tag.0 as usize / 2).filter(|&i| i < self.terms.products.len());
        let side = if tag.0.is_multiple_of(2) {
            Side::Smallest
        } else {
            Side::Largest
        };
        let sum = self.terms.needed_sum(side, self.constant, target, needed);
        self.terms.explain(side, sum, target, past, why);
    }
}

/// The smallest and the largest value of `a * x`; `UNIT`: `a` is 1.
#[inline(always)]
fn contribution<const UNIT: bool>(product: &ScaledVar, store: &Store) -> (i64, i64) {
    let (min, max) = store.bounds(product.x.view());
    let (min, max) = (i64::from(min), i64::from(max));
    if UNIT {
        (min, max)
    } else if product.a > 0 {
        (product.a * min, product.a * max)
    } else {
        (product.a * max, product.a * min)
    }
}

/// Sets `a * x <= max`, which must be tighter than the current bound.
#[inline(always)]
fn set_product_max<const UNIT: bool>(
    product: &ScaledVar,
    max: i64,
    tag: usize,
    store: &mut Store,
) -> Pruned<bool> {
    let (x, tag) = (product.x, Tag(tag as u32));
    if UNIT || product.a == 1 {
        store.set(Atom::le(x, clamped(max)), tag)
    } else if product.a == -1 {
        store.set(Atom::ge(x, clamped(-max)), tag)
    } else if product.a > 0 {
        store.set_max(x.view(), clamped(div_floor(max, product.a)), tag)
    } else {
        store.set_min(x.view(), clamped(div_ceil(max, product.a)), tag)
    }
}

/// Sets `a * x >= min`, which must be tighter than the current bound.
#[inline(always)]
fn set_product_min<const UNIT: bool>(
    product: &ScaledVar,
    min: i64,
    tag: usize,
    store: &mut Store,
) -> Pruned<bool> {
    let (x, tag) = (product.x, Tag(tag as u32));
    if UNIT || product.a == 1 {
        store.set(Atom::ge(x, clamped(min)), tag)
    } else if product.a == -1 {
        store.set(Atom::le(x, clamped(-min)), tag)
    } else if product.a > 0 {
        store.set_min(x.view(), clamped(div_ceil(min, product.a)), tag)
    } else {
        store.set_max(x.view(), clamped(div_floor(min, product.a)), tag)
    }
}
