//! Atoms about the value of a view, for reasons: converts between atoms of a variable and atoms of a view of it.

use crate::support::prelude::*;

/// An atom about the value of a view. Bounds may lie outside the range of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewAtom {
    /// The view has at least this value.
    Ge(i64),
    /// The view has at most this value.
    Le(i64),
    /// The view has this value.
    Eq(i32),
    /// The view does not have this value.
    Ne(i32),
    /// Never true: a conflict.
    False,
}

impl ViewAtom {
    /// The weakest atom about the view that implies `needed` for its variable.
    ///
    /// A scaled view leaves slack: `3 * x >= 4` already makes `x >= 2`.
    pub(crate) fn implying(needed: Atom, view: View) -> ViewAtom {
        if needed == Atom::FALSE && view.var != Var::ZERO {
            return ViewAtom::False;
        }
        let seen = |value: i64| i64::from(view.scale) * value + i64::from(view.offset);
        let value = i64::from(needed.value());
        // Any value beyond the last one that contradicts `needed` will do.
        match (needed.op(), view.scale > 0) {
            (Op::Ge, true) => ViewAtom::Ge(seen(value - 1) + 1),
            (Op::Ge, false) => ViewAtom::Le(seen(value - 1) - 1),
            (Op::Le, true) => ViewAtom::Le(seen(value + 1) - 1),
            (Op::Le, false) => ViewAtom::Ge(seen(value + 1) + 1),
            (Op::Eq, _) => ViewAtom::Eq(clamped(seen(value))),
            (Op::Ne, _) => ViewAtom::Ne(clamped(seen(value))),
        }
    }

    /// The corresponding atom of the view's variable.
    pub(crate) fn to_atom(self, view: View) -> Atom {
        match self {
            ViewAtom::Ge(value) => view.at_least(clamped(value)),
            ViewAtom::Le(value) => view.at_most(clamped(value)),
            ViewAtom::Eq(value) => view.is(value),
            ViewAtom::Ne(value) => view.is_not(value),
            ViewAtom::False => Atom::FALSE,
        }
    }

    /// The same atom with its value lowered by `gap`.
    pub(crate) fn lowered(self, gap: i32) -> ViewAtom {
        let shift = |value: i32| clamped(i64::from(value) - i64::from(gap));
        match self {
            ViewAtom::Ge(value) => ViewAtom::Ge(value - i64::from(gap)),
            ViewAtom::Le(value) => ViewAtom::Le(value - i64::from(gap)),
            ViewAtom::Eq(value) => ViewAtom::Eq(shift(value)),
            ViewAtom::Ne(value) => ViewAtom::Ne(shift(value)),
            ViewAtom::False => ViewAtom::False,
        }
    }
}

/// The nearest number that an atom can hold: the value itself, or one just outside the range of values.
#[inline]
pub(crate) fn clamped(value: i64) -> i32 {
    value.clamp(i64::from(MIN_VALUE) - 1, i64::from(MAX_VALUE) + 1) as i32
}

/// Adds atoms of `past` that exclude all of `values` from `view`; the view had none of them then. Values beyond a bound share one
/// atom, weakened as far as they allow.
pub(crate) fn absent_all(
    view: View,
    values: impl IntoIterator<Item = i32>,
    past: &PastStore<'_>,
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
    fn the_implying_atom_is_the_weakest() {
        let var = Var::at(3);
        for scale in [-3, -2, -1, 1, 2, 3] {
            let view = View {
                var,
                scale,
                offset: 1,
            };
            for op in [Op::Ge, Op::Le, Op::Eq, Op::Ne] {
                let needed = Atom::new(var, op, 2);
                let atom = ViewAtom::implying(needed, view);
                // For the view itself it is the needed atom.
                assert_eq!(atom.to_atom(view), needed, "{view:?} {atom:?}");
                // A weaker bound would not imply it.
                match atom {
                    ViewAtom::Ge(v) => assert_ne!(ViewAtom::Ge(v - 1).to_atom(view), needed),
                    ViewAtom::Le(v) => assert_ne!(ViewAtom::Le(v + 1).to_atom(view), needed),
                    _ => {}
                }
            }
        }
        assert_eq!(ViewAtom::implying(Atom::FALSE, var.view()), ViewAtom::False);
    }
}
