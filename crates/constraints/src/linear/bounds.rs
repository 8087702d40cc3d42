//! Bounds propagation of `<=` and `=`, with reasons that are weakened as far as their slack allows.

use gridwright_fd::{div_ceil, div_floor};

use crate::support::prelude::*;
use crate::support::view_atom::clamped;

/// After this many rounds other propagators run: bounds can move towards each other in small steps.
const MAX_ROUNDS: usize = 64;

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
pub(super) struct LinearTerms {
    products: Vec<ScaledVar>,
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
    pub(super) fn new(terms: &[(i64, Var)], out: &Poster<'_>) -> LinearTerms {
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
            kept: Vec::new(),
        }
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
    pub(super) fn post(terms: LinearTerms, constant: i64, out: &mut Poster<'_>) {
        let wake = |product: &ScaledVar| {
            let on = if product.a > 0 { On::Min } else { On::Max };
            Wake::on(product.x.view(), on)
        };
        let wakes: Vec<Wake> = terms.products.iter().map(wake).collect();
        out.add(terms.cost(), LinearLeBounds { terms, constant }, wakes);
    }
}

impl Propagator for LinearLeBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let products = &self.terms.products;
        let mut slack = self.constant;
        let mut widest = 0;
        let mut width = 0;
        for product in products {
            let (min, max) = contribution::<false>(product, store);
            slack -= min;
            widest = widest.max(max - min);
            width += max - min;
        }
        if slack < 0 {
            return Err(store.fail(Tag(products.len() as u32)));
        }
        if width <= slack {
            return Ok(Status::Entailed);
        }
        if widest <= slack {
            return Ok(Status::Active);
        }
        // The smallest contributions do not change in this loop, so one pass is enough.
        for (i, product) in products.iter().enumerate() {
            let (min, max) = contribution::<false>(product, store);
            if max - min > slack {
                set_product_max::<false>(product, min + slack, i, store)?;
            }
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let target = Some(tag.0 as usize).filter(|&i| i < self.terms.products.len());
        let sum = self
            .terms
            .needed_sum(Side::Smallest, self.constant, target, needed);
        self.terms.explain(Side::Smallest, sum, target, past, why);
    }

    fn truth(&self, store: &Store) -> Option<Truth> {
        let (mut smallest, mut largest) = (0, 0);
        for product in &self.terms.products {
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
    pub(super) fn post(terms: LinearTerms, constant: i64, out: &mut Poster<'_>) {
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

    /// Makes the bounds consistent; `UNIT`: all coefficients are 1.
    #[inline(always)]
    fn run<const UNIT: bool>(&mut self, store: &mut Store) -> Pruned<Status> {
        let products = &self.terms.products;
        let (mut sum_min, mut sum_max, mut widest) = (0, 0, 0);
        for (product, range) in products.iter().zip(&mut self.ranges) {
            let (min, max) = contribution::<UNIT>(product, store);
            *range = (min, max);
            sum_min += min;
            sum_max += max;
            widest = widest.max(max - min);
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
                return Ok(Status::Active);
            }
            let mut changed = false;
            widest = 0;
            for (i, (product, range)) in products.iter().zip(&mut self.ranges).enumerate() {
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
                return Ok(Status::Active);
            }
        }
        Ok(Status::Rerun)
    }
}

impl Propagator for LinearEqBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.all_unit {
            self.run::<true>(store)
        } else {
            self.run::<false>(store)
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
