//! Numbers that are not linear: products, quotients, minima and maxima, elements of arrays. Constants are computed; the others
//! become derived numbers with their bounds.

use gridwright_fd::{MAX_VALUE, MIN_VALUE};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::check::evaluate::pair;
use crate::check::shape::Shape;
use crate::check::typed::{IntExpr, has_variable};
use crate::expand::expansion::{Expansion, member, too_large};
use crate::expand::ground::{Derived, Ground, Relation, Sum};
use crate::syntax::Op;

impl Expansion<'_> {
    pub(crate) fn total(&mut self, sums: Vec<Sum>, span: Span) -> Result<Sum> {
        // Halves are added first, so that long sums do not take quadratic time.
        let mut sums = sums;
        while sums.len() > 1 {
            let add = |two: &[Sum]| match two {
                [one, other] => one.plus(1, other),
                one => one.first().cloned(),
            };
            let halves: Option<Vec<Sum>> = sums.chunks(2).map(add).collect();
            sums = halves.ok_or_else(|| too_large(span))?;
        }
        Ok(sums.pop().unwrap_or_default())
    }

    pub(crate) fn pair(&mut self, op: Op, left: Sum, right: Sum, span: Span) -> Result<Sum> {
        let wide = || too_large(span);
        match (op, left.known(), right.known()) {
            (Op::Plus, ..) => left.plus(1, &right).ok_or_else(wide),
            (Op::Minus, ..) => left.plus(-1, &right).ok_or_else(wide),
            (Op::Times, Some(factor), _) => right.times(factor).ok_or_else(wide),
            (Op::Times, _, Some(factor)) => left.times(factor).ok_or_else(wide),
            (Op::Divide | Op::Modulo, _, Some(0)) => {
                Err(Diagnostic::error("this is a division by 0", span))
            }
            (_, Some(one), Some(other)) => pair(op, one, other).map(Sum::constant).ok_or_else(wide),
            (Op::Times, ..) => {
                let (a, b) = (self.bounds(&left, span)?, self.bounds(&right, span)?);
                let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                let bounds = hull(corners.map(|(x, y)| x.checked_mul(y))).ok_or_else(wide)?;
                let (left, right) = (left.clone().min(right.clone()), left.max(right));
                self.derived(Derived::Product(left, right), bounds, span)
            }
            _ => {
                let (a, b) = (self.bounds(&left, span)?, self.bounds(&right, span)?);
                if b.0 <= 0 && b.1 >= 0 {
                    let zero = Ground::compare(Relation::NotZero, right.clone());
                    self.side.push(zero);
                }
                let max = a.0.saturating_abs().max(a.1.saturating_abs());
                let min = if a.0 >= 0 && b.0 >= 0 { 0 } else { -max };
                if op == Op::Divide {
                    return self.derived(Derived::Quotient(left, right), (min, max), span);
                }
                let divisor = b.0.saturating_abs().max(b.1.saturating_abs());
                let max = max.min(divisor.saturating_sub(1)).max(0);
                let bounds = (
                    if a.0 >= 0 { 0 } else { -max },
                    if a.1 <= 0 { 0 } else { max },
                );
                self.derived(Derived::Remainder(left, right), bounds, span)
            }
        }
    }

    pub(crate) fn absolute(&mut self, inner: Sum, span: Span) -> Result<Sum> {
        let (min, max) = self.bounds(&inner, span)?;
        if let Some(value) = inner.known() {
            let value = value.checked_abs().ok_or_else(|| too_large(span))?;
            return Ok(Sum::constant(value));
        }
        let least = min.max(max.saturating_neg()).max(0);
        let greatest = min.saturating_abs().max(max.saturating_abs());
        self.derived(Derived::Abs(inner), (least, greatest), span)
    }

    pub(crate) fn extreme(&mut self, largest: bool, mut sums: Vec<Sum>, span: Span) -> Result<Sum> {
        sums.sort_unstable();
        sums.dedup();
        if sums.is_empty() {
            let name = if largest { "max" } else { "min" };
            let message = format!("`{name}` has no arguments: no indices match its range");
            return Err(Diagnostic::error(message, span));
        }
        if let [one] = &sums[..] {
            return Ok(one.clone());
        }
        let known: Option<Vec<i64>> = sums.iter().map(Sum::known).collect();
        if let Some(known) = known {
            let best = match largest {
                true => known.iter().max(),
                false => known.iter().min(),
            };
            return Ok(Sum::constant(*best.expect("there are several")));
        }
        let bounds: Result<Vec<(i64, i64)>> =
            sums.iter().map(|sum| self.bounds(sum, span)).collect();
        let bounds = bounds?.into_iter().reduce(|a, b| match largest {
            true => (a.0.max(b.0), a.1.max(b.1)),
            false => (a.0.min(b.0), a.1.min(b.1)),
        });
        let bounds = bounds.expect("there are several");
        let derived = match largest {
            true => Derived::Max(sums),
            false => Derived::Min(sums),
        };
        self.derived(derived, bounds, span)
    }

    /// An element of an array. Indices that depend on variables are constrained to values for which there is an element.
    pub(crate) fn array(
        &mut self,
        shape: &Shape,
        indices: &[IntExpr],
        entry: &dyn Fn(usize) -> Sum,
        slots: &mut Vec<i64>,
        span: Span,
    ) -> Result<Sum> {
        let missing = || {
            let message = "this does not exist at these indices";
            Diagnostic::error(message, span).with_note(format!("its index is {}", shape.words()))
        };
        if !indices.iter().any(|index| has_variable(index)) {
            let found = self.values.numbers(indices, slots);
            let position = found.and_then(|found| shape.position(&found));
            return position.map(entry).ok_or_else(missing);
        }
        let sums = indices.iter().map(|index| self.sum(index, slots));
        let sums = sums.collect::<Result<Vec<Sum>>>()?;
        // One key encodes all indices that depend on variables, in a mixed radix: the weight of an index is the product of the widths of those after it.
        let mut key = Sum::default();
        let mut weights = vec![0; sums.len()];
        let mut weight = 1_i64;
        for (at, (sum, axis)) in sums.iter().zip(shape.axes()).enumerate().rev() {
            let (Some(first), Some(last)) = (axis.first(), axis.last()) else {
                return Err(missing());
            };
            if sum.known().is_some() {
                continue;
            }
            let ranges = axis.iter().map(|&value| (value, value)).collect();
            self.side.push(member(sum.clone(), ranges));
            weights[at] = weight;
            key = key.plus(weight, sum).ok_or_else(|| too_large(span))?;
            weight = weight.saturating_mul(last - first + 1);
            if weight > MAX_WEIGHT {
                return Err(too_large(span));
            }
        }
        let fits = |found: &[i64]| {
            let mut pairs = sums.iter().zip(found);
            pairs.all(|(sum, value)| sum.known().is_none_or(|known| known == *value))
        };
        let entries = shape.indices().enumerate().filter(|(_, found)| fits(found));
        let with_key = |(position, found): (usize, Vec<i64>)| {
            let products = found
                .iter()
                .zip(&weights)
                .map(|(value, weight)| value * weight);
            (products.sum(), entry(position))
        };
        let mut entries: Vec<(i64, Sum)> = entries.map(with_key).collect();
        entries.sort_unstable();
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return Err(missing());
        };
        self.count(last.0.abs_diff(first.0) + 1, span)?;
        let keys = entries.iter().map(|(key, _)| (*key, *key)).collect();
        self.side.push(member(key.clone(), keys));
        let bounds = entries.iter().map(|(_, sum)| self.bounds(sum, span));
        let bounds = bounds.collect::<Result<Vec<(i64, i64)>>>()?.into_iter();
        let bounds = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let bounds = bounds.expect("there is an entry");
        self.derived(Derived::Element(key, entries), bounds, span)
    }

    fn bounds(&self, sum: &Sum, span: Span) -> Result<(i64, i64)> {
        self.store.bounds_of(sum).ok_or_else(|| too_large(span))
    }

    fn derived(&mut self, derived: Derived, bounds: (i64, i64), span: Span) -> Result<Sum> {
        let values = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
        if !values.contains(&bounds.0) || !values.contains(&bounds.1) {
            return Err(too_large(span));
        }
        Ok(Sum::of(self.store.derive(derived, bounds)))
    }
}

/// The greatest weight in a key, so that keys do not overflow.
const MAX_WEIGHT: i64 = 1 << 24;

fn hull(corners: [Option<i64>; 4]) -> Option<(i64, i64)> {
    let corners: Option<Vec<i64>> = corners.into_iter().collect();
    let corners = corners?;
    Some((*corners.iter().min()?, *corners.iter().max()?))
}
