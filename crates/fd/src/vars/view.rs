//! Affine views of variables. Propagators work on views, so one algorithm serves scaled, shifted and negated variables.

use crate::vars::atom::Atom;
use crate::vars::var::{MAX_VALUE, MIN_VALUE, Var};

/// `scale * var + offset`: a variable scaled, shifted or negated.
///
/// A Boolean is a variable over 0..1; its negation is [`View::complement`]. A constant is a view of [`Var::ZERO`].
/// The scale is never 0. That every value of the view fits in `MIN_VALUE..=MAX_VALUE` is checked when a constraint is posted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct View {
    /// The underlying variable.
    pub var: Var,
    /// The factor, not 0.
    pub scale: i32,
    /// The added constant.
    pub offset: i32,
}

impl Var {
    /// The view that equals the variable.
    pub fn view(self) -> View {
        View::from(self)
    }
}

impl From<Var> for View {
    #[inline]
    fn from(var: Var) -> View {
        View {
            var,
            scale: 1,
            offset: 0,
        }
    }
}

impl From<&Var> for View {
    fn from(var: &Var) -> View {
        View::from(*var)
    }
}

impl From<&View> for View {
    fn from(view: &View) -> View {
        *view
    }
}

impl View {
    /// A view that always has one value.
    pub const fn constant(value: i32) -> View {
        View {
            var: Var::ZERO,
            scale: 1,
            offset: value,
        }
    }

    /// The view plus a constant; `None` if the offset leaves the range of values.
    pub fn plus(self, constant: i32) -> Option<View> {
        let offset = self.offset.checked_add(constant)?;
        Some(View { offset, ..self })
    }

    /// The view times a constant; `None` if the constant is 0 or a factor leaves the range of values.
    pub fn times(self, factor: i32) -> Option<View> {
        if factor == 0 {
            return None;
        }
        Some(View {
            var: self.var,
            scale: self.scale.checked_mul(factor)?,
            offset: self.offset.checked_mul(factor)?,
        })
    }

    /// `1 - self`: the negation of a Boolean view.
    pub fn complement(self) -> View {
        View {
            var: self.var,
            // A view that wraps here is rejected when it is posted.
            scale: self.scale.wrapping_neg(),
            offset: 1i32.wrapping_sub(self.offset),
        }
    }

    /// The view's value when its variable has `value`.
    #[inline]
    pub fn of(self, value: i32) -> i32 {
        if self.scale == 1 {
            value.wrapping_add(self.offset)
        } else {
            (i64::from(self.scale) * i64::from(value) + i64::from(self.offset)) as i32
        }
    }

    /// The variable's value when the view has `value`, if there is one.
    #[inline]
    pub fn solve(self, value: i32) -> Option<i32> {
        let shifted = i64::from(value) - i64::from(self.offset);
        let quotient = match self.scale {
            1 => shifted,
            -1 => -shifted,
            scale if shifted % i64::from(scale) == 0 => shifted / i64::from(scale),
            _ => return None,
        };
        i32::try_from(quotient).ok()
    }

    /// The atom about the variable that means `self >= value`.
    #[inline]
    pub fn at_least(self, value: i32) -> Atom {
        self.bound(value, self.scale > 0)
    }

    /// The atom about the variable that means `self <= value`.
    #[inline]
    pub fn at_most(self, value: i32) -> Atom {
        self.bound(value, self.scale < 0)
    }

    /// The lower or upper bound of the variable that corresponds to the value of the view.
    #[inline]
    fn bound(self, value: i32, is_lower: bool) -> Atom {
        let shifted = i64::from(value) - i64::from(self.offset);
        let scale = i64::from(self.scale);
        match is_lower {
            true => Atom::clamped_ge(self.var, div_ceil(shifted, scale)),
            false => Atom::clamped_le(self.var, div_floor(shifted, scale)),
        }
    }

    /// The atom about the variable that means `self == value`; [`Atom::FALSE`] if the view never takes the value.
    #[inline]
    pub fn is(self, value: i32) -> Atom {
        match self.solve(value) {
            Some(value) if (MIN_VALUE..=MAX_VALUE).contains(&value) => Atom::eq(self.var, value),
            _ => Atom::FALSE,
        }
    }

    /// The atom about the variable that means `self != value`; [`Atom::TRUE`] if the view never takes the value.
    #[inline]
    pub fn is_not(self, value: i32) -> Atom {
        match self.is(value) {
            Atom::FALSE => Atom::TRUE,
            atom => !atom,
        }
    }
}

/// `a / b` rounded down.
#[inline]
pub fn div_floor(a: i64, b: i64) -> i64 {
    if b == 1 {
        return a;
    }
    let quotient = a / b;
    if a % b != 0 && ((a < 0) != (b < 0)) {
        quotient - 1
    } else {
        quotient
    }
}

/// `a / b` rounded up.
#[inline]
pub fn div_ceil(a: i64, b: i64) -> i64 {
    if b == 1 {
        return a;
    }
    let quotient = a / b;
    if a % b != 0 && ((a < 0) == (b < 0)) {
        quotient + 1
    } else {
        quotient
    }
}
