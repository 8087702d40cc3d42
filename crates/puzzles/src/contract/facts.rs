//! The atoms of facts, computed on first use: plain search does not need them, and large boards have very many.

use std::fmt;
use std::ops::Deref;
use std::slice;
use std::sync::OnceLock;

use gridwright_fd::{Atom, Deadline, Limit};

/// The number of atoms computed between two checks of a deadline.
const CHECK_EVERY: usize = 1 << 16;

/// The atom of every fact of an instance, in the order of the facts; `None` if no single atom expresses a fact. Dereferences to a slice, which is computed on first use.
pub struct Facts {
    atoms: OnceLock<Vec<Option<Atom>>>,
    compute: Box<Compute>,
}

/// Computes the atoms, unless the deadline comes first.
type Compute = dyn Fn(&Deadline) -> Result<Vec<Option<Atom>>, Limit> + Send + Sync;

impl Facts {
    /// Atoms that are computed on first use.
    pub fn lazy<I: IntoIterator<Item = Option<Atom>>>(
        compute: impl Fn() -> I + Send + Sync + 'static,
    ) -> Facts {
        let compute = move |deadline: &Deadline| {
            let computed = compute().into_iter();
            let mut atoms = Vec::with_capacity(computed.size_hint().0);
            for atom in computed {
                if atoms.len() % CHECK_EVERY == 0 {
                    deadline.reached().map_or(Ok(()), Err)?;
                }
                atoms.push(atom);
            }
            Ok(atoms)
        };
        Facts {
            atoms: OnceLock::new(),
            compute: Box::new(compute),
        }
    }

    /// The atoms. Fails if they are not known yet and the deadline comes before they are computed.
    pub fn before(&self, deadline: &Deadline) -> Result<&[Option<Atom>], Limit> {
        if self.atoms.get().is_none() {
            let atoms = (self.compute)(deadline)?;
            // If another thread was faster, its atoms are the same.
            let _ = self.atoms.set(atoms);
        }
        Ok(self)
    }
}

impl Deref for Facts {
    type Target = [Option<Atom>];

    fn deref(&self) -> &[Option<Atom>] {
        self.atoms.get_or_init(|| {
            let atoms = (self.compute)(&Deadline::never());
            atoms.expect("it is never reached")
        })
    }
}

impl FromIterator<Option<Atom>> for Facts {
    fn from_iter<I: IntoIterator<Item = Option<Atom>>>(atoms: I) -> Facts {
        let facts = Facts::lazy(Vec::new);
        let atoms = atoms.into_iter().collect();
        facts.atoms.set(atoms).expect("nothing was atoms before");
        facts
    }
}

impl<'f> IntoIterator for &'f Facts {
    type Item = &'f Option<Atom>;
    type IntoIter = slice::Iter<'f, Option<Atom>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use gridwright_fd::Stop;

    use super::*;

    #[test]
    fn a_deadline_stops_the_computation_but_does_not_hide_what_is_known() {
        let stop = Stop::new();
        stop.request();
        let over = Deadline::at_stop(stop);
        let facts = Facts::lazy(|| (0..2 * CHECK_EVERY).map(|_| None));
        assert_eq!(facts.before(&over).err(), Some(Limit::Stop));
        assert_eq!(facts.len(), 2 * CHECK_EVERY);
        let known = facts.before(&over).map(<[_]>::len);
        assert_eq!(known, Ok(2 * CHECK_EVERY));
    }
}
