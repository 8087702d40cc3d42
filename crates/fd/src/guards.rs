//! The guards of a propagator: the atoms under which it counts.

use std::ops::Deref;

use crate::atom::Atom;

/// The atoms under which a propagator counts. Most have none, and nearly all others one: for these nothing is allocated.
#[derive(Clone, Debug)]
pub(crate) enum Guards {
    None,
    One([Atom; 1]),
    Several(Box<[Atom]>),
}

impl Guards {
    pub(crate) fn of(atoms: &[Atom]) -> Guards {
        match *atoms {
            [] => Guards::None,
            [one] => Guards::One([one]),
            _ => Guards::Several(atoms.into()),
        }
    }
}

impl Deref for Guards {
    type Target = [Atom];

    #[inline]
    fn deref(&self) -> &[Atom] {
        match self {
            Guards::None => &[],
            Guards::One(one) => one,
            Guards::Several(several) => several,
        }
    }
}
