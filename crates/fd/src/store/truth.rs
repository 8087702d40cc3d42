//! What the domains say of an atom, for clauses, which ask more often than anybody else.

use super::Store;
use super::dom::WORD;
use crate::atom::{Atom, Op};

/// What the domains say of an atom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    pub(crate) holds: bool,
    pub(crate) is_false: bool,
}

impl Store {
    /// As [`Store::holds`] and [`Store::is_false`] at once, without branching on the kind of atom where the domain is one word.
    #[inline]
    pub(crate) fn truth(&self, atom: Atom) -> Truth {
        let dom = &self.doms[atom.var().index()];
        let offset = atom.value().wrapping_sub(dom.base) as u32;
        if dom.wide != WORD || offset >= 64 {
            return self.truth_of_wide(atom);
        }
        let bit = 1u64 << offset;
        let admitted = match atom.op() {
            Op::Ge => bit.wrapping_neg(),
            Op::Le => bit | (bit - 1),
            Op::Eq => bit,
            Op::Ne => !bit,
        };
        Truth {
            holds: dom.bits & !admitted == 0,
            is_false: dom.bits & admitted == 0,
        }
    }

    #[cold]
    fn truth_of_wide(&self, atom: Atom) -> Truth {
        Truth {
            holds: self.holds(atom),
            is_false: self.is_false(atom),
        }
    }
}
