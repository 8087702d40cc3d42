//! The atoms of facts, computed on first use: plain search does not need them, and large boards have very many.

use std::fmt;
use std::ops::Deref;
use std::slice;
use std::sync::OnceLock;

use gridwright_fd::Atom;

/// The atom of every fact of an instance, in the order of the facts; `None` if no single atom expresses a fact. Dereferences to a slice, which is computed on first use.
pub struct Facts {
    atoms: OnceLock<Vec<Option<Atom>>>,
    compute: Box<dyn Fn() -> Vec<Option<Atom>> + Send + Sync>,
}

impl Facts {
    /// Atoms that are computed on first use.
    pub fn lazy<I: IntoIterator<Item = Option<Atom>>>(
        compute: impl Fn() -> I + Send + Sync + 'static,
    ) -> Facts {
        Facts {
            atoms: OnceLock::new(),
            compute: Box::new(move || compute().into_iter().collect()),
        }
    }
}

impl Deref for Facts {
    type Target = [Option<Atom>];

    fn deref(&self) -> &[Option<Atom>] {
        self.atoms.get_or_init(&self.compute)
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
