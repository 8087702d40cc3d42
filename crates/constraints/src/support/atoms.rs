//! Shared code of constraints over atoms: printing, scopes, checks.

use gridwright_fd::{Atom, MAX_VALUE, MIN_VALUE, ModelError, Op, Var, atom_term};
use gridwright_term::Term;

/// Domains above this size are not filtered value by value.
pub(crate) const MOST_VALUES: u32 = 1 << 12;

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
        let least = match atom.op() {
            Op::Ge => MIN_VALUE,
            _ => MIN_VALUE - 1,
        };
        let most = match atom.op() {
            Op::Le => MAX_VALUE,
            _ => MAX_VALUE + 1,
        };
        if !(least..=most).contains(&atom.value()) {
            return Err(ModelError::TooWide {
                by: by.to_owned(),
                what: format!("the atom {atom:?}"),
            });
        }
    }
    Ok(())
}
