//! `a_1 xor ... xor a_n` over atoms: an odd number of them holds, or an even number.
//!
//! All levels. While the undecided atoms are on two or more variables nothing is pruned; when only one variable is left it keeps
//! the values that give the right parity. That is domain consistency, even if a variable occurs in several atoms. Two undecided
//! atoms of different variables are watched. Constant time while both stay open, else linear.

use std::sync::Arc;

use crate::support::prelude::*;

use crate::support::atoms::{MAX_VALUES, atom_vars, atoms_term, check_atoms};

/// An odd, or an even, number of the atoms holds; made by [`xor`], [`even`] and [`iff_atoms`].
#[derive(Clone, Debug)]
pub struct Xor {
    atoms: Vec<Atom>,
    odd: bool,
}

/// An odd number of the atoms holds.
pub fn xor(atoms: impl IntoIterator<Item = Atom>) -> Xor {
    Xor {
        atoms: atoms.into_iter().collect(),
        odd: true,
    }
}

/// An even number of the atoms holds.
pub fn even(atoms: impl IntoIterator<Item = Atom>) -> Xor {
    Xor {
        odd: false,
        ..xor(atoms)
    }
}

/// Both atoms hold or neither does.
pub fn iff_atoms(a: Atom, b: Atom) -> Xor {
    even([a, b])
}

impl Constraint for Xor {
    fn name(&self) -> &'static str {
        "xor"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        atoms_term(if self.odd { "xor" } else { "even" }, &self.atoms, name)
    }

    fn scope(&self) -> Vec<Var> {
        atom_vars(&self.atoms).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let n_true = self
            .atoms
            .iter()
            .filter(|atom| atom.admits(at(atom.var())))
            .count();
        (n_true % 2 == 1) == self.odd
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        check_atoms(self.name(), &self.atoms)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let parity = XorParity {
            atoms: self.atoms.clone(),
            odd: self.odd,
            watched: [0, self.atoms.len().saturating_sub(1)],
        };
        let wakes = self.atoms.iter().map(|atom| {
            let on = match atom.op() {
                Op::Ge | Op::Le => On::Bounds,
                Op::Eq | Op::Ne => On::Domain,
            };
            Wake::on(View::from(atom.var()), on)
        });
        out.add(Cost::Binary, parity, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Xor {
            atoms: self.atoms.clone(),
            odd: !self.odd,
        }))
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        // The parity of the atoms so far.
        let mut so_far = Literal::FALSE;
        for (i, &atom) in self.atoms.iter().enumerate() {
            let next = out.atom(atom);
            let parity_with_next = match i + 1 == self.atoms.len() {
                true if self.odd => Literal::TRUE,
                true => Literal::FALSE,
                false if i == 0 => next,
                false => out.add_literal(false),
            };
            for (a, b) in [(so_far, next), (!so_far, !next)] {
                out.add_clause(&[a, b, !parity_with_next]);
                out.add_clause(&[a, !b, parity_with_next]);
            }
            so_far = parity_with_next;
        }
        if self.atoms.is_empty() && self.odd {
            out.add_clause(&[]);
        }
    }
}

#[derive(Debug)]
struct XorParity {
    atoms: Vec<Atom>,
    odd: bool,
    /// Two atoms that were undecided in the last run: a cache, checked before use.
    watched: [usize; 2],
}

fn is_open(store: &Store, atom: Atom) -> bool {
    !store.holds(atom) && !store.is_false(atom)
}

impl Propagator for XorParity {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let atoms = &self.atoms;
        if atoms.len() > 1 {
            let [a, b] = self.watched.map(|i| atoms[i]);
            if a.var() != b.var() && is_open(store, a) && is_open(store, b) {
                return Ok(Status::Active);
            }
        }
        let mut open: Option<usize> = None;
        let mut several = false;
        // The parity that the undecided atoms must have.
        let mut odd = self.odd;
        for (i, &atom) in atoms.iter().enumerate() {
            if store.holds(atom) {
                odd = !odd;
            } else if !store.is_false(atom) {
                match open {
                    None => open = Some(i),
                    Some(first) if atoms[first].var() != atom.var() => {
                        self.watched = [first, i];
                        return Ok(Status::Active);
                    }
                    Some(_) => several = true,
                }
            }
        }
        let all = Tag(atoms.len() as u32);
        let Some(last) = open else {
            if odd {
                return Err(store.fail(all));
            }
            return Ok(Status::Entailed);
        };
        let atom = atoms[last];
        if !several {
            store.set(if odd { atom } else { !atom }, Tag(last as u32))?;
            return Ok(Status::Entailed);
        }
        let view = View::from(atom.var());
        if store.size(view) > MAX_VALUES {
            return Ok(Status::Active);
        }
        // A decided atom of the same variable has the same truth value for every value left.
        let mut parity = self.odd;
        for other in atoms.iter().filter(|other| other.var() != atom.var()) {
            parity ^= store.holds(*other);
        }
        store.retain(view, all, |value| {
            let here = atoms
                .iter()
                .filter(|other| other.var() == atom.var() && other.admits(value));
            (here.count() % 2 == 1) == parity
        })?;
        Ok(Status::Entailed)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for (i, &atom) in self.atoms.iter().enumerate() {
            // A removed value decides every atom of its own variable.
            let settled = needed.op() == Op::Ne && atom.var() == needed.var();
            if i == tag.0 as usize || settled {
                continue;
            }
            why.add(if past.holds(atom) { atom } else { !atom });
        }
    }
}
