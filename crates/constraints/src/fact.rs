//! Facts about the value of a view, for reasons: what an atom of the view's variable says of the view, and back. Not a constraint.

use gridwright_fd::{Atom, MAX_VALUE, MIN_VALUE, Op, Past, Reason, Var, View};

/// A fact about the value of a view. Bounds may lie outside the range of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// The view has at least this value.
    AtLeast(i64),
    /// The view has at most this value.
    AtMost(i64),
    /// The view has this value.
    Is(i32),
    /// The view does not have this value.
    IsNot(i32),
    /// Nothing can hold: a conflict.
    Never,
}

impl Fact {
    /// The weakest fact about the view that makes `needed` true of its variable.
    ///
    /// A stretched view leaves room: `3 * x >= 4` already makes `x >= 2`.
    pub(crate) fn behind(needed: Atom, view: View) -> Fact {
        if needed == Atom::FALSE && view.var != Var::ZERO {
            return Fact::Never;
        }
        let seen = |value: i64| i64::from(view.scale) * value + i64::from(view.offset);
        let value = i64::from(needed.value());
        // Anything beyond the last value that would break `needed` will do.
        match (needed.op(), view.scale > 0) {
            (Op::Ge, true) => Fact::AtLeast(seen(value - 1) + 1),
            (Op::Ge, false) => Fact::AtMost(seen(value - 1) - 1),
            (Op::Le, true) => Fact::AtMost(seen(value + 1) - 1),
            (Op::Le, false) => Fact::AtLeast(seen(value + 1) + 1),
            (Op::Eq, _) => Fact::Is(clamped(seen(value))),
            (Op::Ne, _) => Fact::IsNot(clamped(seen(value))),
        }
    }

    /// The fact said of another view.
    pub(crate) fn of(self, view: View) -> Atom {
        match self {
            Fact::AtLeast(value) => view.at_least(clamped(value)),
            Fact::AtMost(value) => view.at_most(clamped(value)),
            Fact::Is(value) => view.is(value),
            Fact::IsNot(value) => view.is_not(value),
            Fact::Never => Atom::FALSE,
        }
    }

    /// The fact about a value that is smaller by `gap`.
    pub(crate) fn lowered(self, gap: i32) -> Fact {
        let shift = |value: i32| clamped(i64::from(value) - i64::from(gap));
        match self {
            Fact::AtLeast(value) => Fact::AtLeast(value - i64::from(gap)),
            Fact::AtMost(value) => Fact::AtMost(value - i64::from(gap)),
            Fact::Is(value) => Fact::Is(shift(value)),
            Fact::IsNot(value) => Fact::IsNot(shift(value)),
            Fact::Never => Fact::Never,
        }
    }
}

/// The nearest number that an atom can compare with: the bound itself, or one just outside the range of values.
#[inline]
pub(crate) fn clamped(value: i64) -> i32 {
    value.clamp(i64::from(MIN_VALUE) - 1, i64::from(MAX_VALUE) + 1) as i32
}

/// Adds facts of `past` that keep `view` from all of `values`, none of which it could take then.
/// Values beyond a bound share one atom, as weak as they allow.
pub(crate) fn absent_all(
    view: View,
    values: impl IntoIterator<Item = i32>,
    past: &Past<'_>,
    why: &mut Reason,
) {
    let (min, max) = (past.min(view), past.max(view));
    let mut below: Option<i32> = None;
    let mut above: Option<i32> = None;
    for value in values {
        if value < min {
            below = below.max(Some(value));
        } else if value > max {
            above = Some(above.map_or(value, |other| other.min(value)));
        } else {
            why.absent(view, value);
        }
    }
    if let Some(value) = below {
        why.add(view.at_least(value + 1));
    }
    if let Some(value) = above {
        why.add(view.at_most(value - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fact_behind_an_atom_is_the_weakest() {
        let var = Var::at(3);
        for scale in [-3, -2, -1, 1, 2, 3] {
            let view = View {
                var,
                scale,
                offset: 1,
            };
            for op in [Op::Ge, Op::Le, Op::Eq, Op::Ne] {
                let needed = Atom::new(var, op, 2);
                let fact = Fact::behind(needed, view);
                // Said of the view itself it is what was needed.
                assert_eq!(fact.of(view), needed, "{view:?} {fact:?}");
                // A weaker bound would not do.
                match fact {
                    Fact::AtLeast(v) => assert_ne!(Fact::AtLeast(v - 1).of(view), needed),
                    Fact::AtMost(v) => assert_ne!(Fact::AtMost(v + 1).of(view), needed),
                    _ => {}
                }
            }
        }
        assert_eq!(Fact::behind(Atom::FALSE, var.view()), Fact::Never);
    }
}
