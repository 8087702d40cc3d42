//! Shared code of constraints over atoms: printing, scopes, checks.

use crate::support::errors::too_wide;
use crate::support::prelude::*;
use gridwright_fd::atom_term;

/// Domains above this size are not filtered value by value.
pub(crate) const MAX_VALUES: u32 = 1 << 12;

/// `functor([a, b, ...])`.
pub(crate) fn atoms_term(functor: &str, atoms: &[Atom], name: &dyn Fn(Var) -> Term) -> Term {
    let atoms = atoms.iter().map(|&atom| atom_term(atom, name));
    Term::compound(functor, [Term::list(atoms)])
}

/// The variables of atoms.
pub(crate) fn atom_vars(atoms: &[Atom]) -> impl Iterator<Item = Var> {
    atoms.iter().map(|atom| atom.var())
}

/// Rejects atoms whose negation is out of range.
pub(crate) fn check_atoms(by: &str, atoms: &[Atom]) -> Result<(), ModelError> {
    for &atom in atoms {
        let min = match atom.op() {
            Op::Ge => MIN_VALUE,
            _ => MIN_VALUE - 1,
        };
        let max = match atom.op() {
            Op::Le => MAX_VALUE,
            _ => MAX_VALUE + 1,
        };
        if !(min..=max).contains(&atom.value()) {
            return too_wide(by, format!("the atom {atom:?}"));
        }
    }
    Ok(())
}
