//! Numbers that are affine in one index: `factor * index + rest`. Equations are solved for it, and comparisons bound it.

use crate::check::evaluate::Values;
use crate::check::typed::{Affine, IntExpr, IntExprKind, has_variable, slots};
use crate::syntax::Op;

/// `left - right` as an affine function of an index; `None` if it is not one.
pub(crate) fn affine(
    left: &IntExpr,
    right: Option<&IntExpr>,
    slot: usize,
    values: &Values<'_>,
) -> Option<Affine> {
    let mut form = Affine {
        factor: 0,
        rest: Vec::new(),
    };
    form.add(left, 1, slot, values)?;
    if let Some(right) = right {
        form.add(right, -1, slot, values)?;
    }
    Some(form)
}

impl Affine {
    fn add(
        &mut self,
        number: &IntExpr,
        times: i64,
        slot: usize,
        values: &Values<'_>,
    ) -> Option<()> {
        let constant = |number: &IntExpr| {
            let known = slots(number).is_empty() && !has_variable(number);
            known.then(|| values.number(number, &mut Vec::new()))?
        };
        match &number.kind {
            IntExprKind::Index(found) if *found == slot => {
                self.factor = self.factor.checked_add(times)?;
                Some(())
            }
            _ if !slots(number).contains(&slot) => {
                self.rest.push((times, number.clone()));
                Some(())
            }
            IntExprKind::Neg(inner) => self.add(inner, times.checked_neg()?, slot, values),
            IntExprKind::Binary(Op::Plus, left, right) => {
                self.add(left, times, slot, values)?;
                self.add(right, times, slot, values)
            }
            IntExprKind::Binary(Op::Minus, left, right) => {
                self.add(left, times, slot, values)?;
                self.add(right, times.checked_neg()?, slot, values)
            }
            IntExprKind::Binary(Op::Times, left, right) => {
                let (inner, factor) = match (constant(left), constant(right)) {
                    (Some(factor), _) => (right, factor),
                    (_, Some(factor)) => (left, factor),
                    _ => return None,
                };
                self.add(inner, times.checked_mul(factor)?, slot, values)
            }
            _ => None,
        }
    }

    /// The value of the rest.
    fn rest(&self, values: &Values<'_>, slots: &mut Vec<i64>) -> Option<i64> {
        let mut sum = 0_i64;
        for (times, number) in &self.rest {
            let value = values.number(number, slots)?;
            sum = sum.checked_add(times.checked_mul(value)?)?;
        }
        Some(sum)
    }

    /// The index for which `self + more = 0`, if there is one.
    pub(crate) fn solve(
        &self,
        more: i64,
        values: &Values<'_>,
        slots: &mut Vec<i64>,
    ) -> Option<i64> {
        let rest = self.rest(values, slots)?.checked_add(more)?.checked_neg()?;
        let exact = self.factor != 0 && rest.checked_rem(self.factor)? == 0;
        exact.then(|| rest.checked_div(self.factor))?
    }

    /// The smallest and the largest index for which a comparison with 0 holds, each `None` if unbounded. The result is `None` if the comparison gives no
    /// bounds and must be tested.
    pub(crate) fn cut(
        &self,
        op: Op,
        values: &Values<'_>,
        slots: &mut Vec<i64>,
    ) -> Option<(Option<i64>, Option<i64>)> {
        let rest = self.rest(values, slots)?;
        let (op, border) = match self.factor {
            1 => (op, rest.checked_neg()?),
            -1 => (turned(op), rest),
            _ => return None,
        };
        Some(match op {
            Op::Less => (None, Some(border.checked_sub(1)?)),
            Op::AtMost => (None, Some(border)),
            Op::Greater => (Some(border.checked_add(1)?), None),
            Op::AtLeast => (Some(border), None),
            Op::Equal => (Some(border), Some(border)),
            _ => return None,
        })
    }
}

/// The comparison with its sides swapped: `<` becomes `>`.
pub(crate) fn turned(op: Op) -> Op {
    match op {
        Op::Less => Op::Greater,
        Op::Greater => Op::Less,
        Op::AtMost => Op::AtLeast,
        Op::AtLeast => Op::AtMost,
        other => other,
    }
}
