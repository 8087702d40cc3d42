//! What a needed atom says of a view: shared by the reasons of arithmetic. Not a constraint.

use gridwright_fd::{Atom, MAX_VALUE, MIN_VALUE, Op, Var, View};

/// The weakest statement about a view from which an atom about its variable follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// The view is at least this.
    AtLeast(i64),
    /// The view is at most this.
    AtMost(i64),
    /// The view has this value.
    Is(i32),
    /// The view does not have this value.
    IsNot(i32),
    /// Nothing can hold: a conflict.
    Never,
}

impl Need {
    /// What suffices of `view` for `needed`, which speaks of its variable.
    ///
    /// A stretched view leaves room: `3 * x >= 4` already makes `x >= 2`.
    pub(crate) fn of(view: View, needed: Atom) -> Need {
        if needed == Atom::FALSE && view.var != Var::ZERO {
            return Need::Never;
        }
        let scale = i64::from(view.scale);
        let just_outside = |value: i64| scale * value + i64::from(view.offset);
        let value = i64::from(needed.value());
        match (needed.op(), scale > 0) {
            (Op::Ge, true) => Need::AtLeast(just_outside(value - 1) + 1),
            (Op::Ge, false) => Need::AtMost(just_outside(value - 1) - 1),
            (Op::Le, true) => Need::AtMost(just_outside(value + 1) - 1),
            (Op::Le, false) => Need::AtLeast(just_outside(value + 1) + 1),
            (Op::Eq, _) => Need::Is(view.of(needed.value())),
            (Op::Ne, _) => Need::IsNot(view.of(needed.value())),
        }
    }
}

/// A bound that may lie outside the range of values, moved to just outside it.
pub(crate) fn clamped(bound: i64) -> i32 {
    bound.clamp(i64::from(MIN_VALUE) - 1, i64::from(MAX_VALUE) + 1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_suffices_and_nothing_weaker_does() {
        let var = Var::at(4);
        for scale in [-3, -1, 1, 2] {
            let view = View {
                var,
                scale,
                offset: 5,
            };
            for needed in [Atom::ge(var, 2), Atom::le(var, -1)] {
                let admitted = |holds: &dyn Fn(i64) -> bool| {
                    (-30..=30)
                        .filter(|&at| holds(view.of(at).into()))
                        .all(|at| needed.admits(at))
                };
                match Need::of(view, needed) {
                    Need::AtLeast(b) => {
                        assert!(admitted(&|seen| seen >= b) && !admitted(&|seen| seen >= b - 1));
                    }
                    Need::AtMost(b) => {
                        assert!(admitted(&|seen| seen <= b) && !admitted(&|seen| seen <= b + 1));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert_eq!(Need::of(var.view(), Atom::FALSE), Need::Never);
    }
}
