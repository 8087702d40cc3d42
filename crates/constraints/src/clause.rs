//! `a_1 or ... or a_n` over atoms, and its negation, the conjunction.
//!
//! All levels. A clause with open atoms on two variables removes nothing; when only one variable is left it keeps the values that
//! some atom allows. That is domain consistency, even if a variable occurs in several atoms. Two open atoms of different
//! variables are watched (Moskewicz et al. 2001, Chaff: Engineering an Efficient SAT Solver). The kernel watches them, and visits the clause only when a
//! watched atom becomes false; with a guard, a repeated variable, a kernel that grows or fewer than two open atoms, the propagator does. Constant time while both stay open, else linear.
//! Limitation: if all remaining atoms are on one variable with more than 4,096 values, the domain is pruned only once a single
//! atom remains.

use std::sync::Arc;

use crate::support::prelude::*;

use crate::support::atoms::{MAX_VALUES, atom_vars, atoms_term, check_atoms};

/// A disjunction or a conjunction of atoms; made by [`clause`], [`implies`] and [`all_atoms`].
#[derive(Clone, Debug)]
pub struct Clause {
    atoms: Arc<[Atom]>,
    /// Whether it is a conjunction.
    all: bool,
}

/// At least one of the atoms holds. The empty clause is false.
pub fn clause(atoms: impl IntoIterator<Item = Atom>) -> Clause {
    Clause {
        atoms: atoms.into_iter().collect(),
        all: false,
    }
}

/// All of the atoms hold.
pub fn all_atoms(atoms: impl IntoIterator<Item = Atom>) -> Clause {
    Clause {
        all: true,
        ..clause(atoms)
    }
}

/// If `a` holds, so does `b`.
pub fn implies(a: Atom, b: Atom) -> Clause {
    clause([!a, b])
}

/// The events that can make an atom false.
fn wakes_when_false(atoms: &[Atom]) -> impl Iterator<Item = Wake> + '_ {
    atoms.iter().map(|atom| {
        let on = match atom.op() {
            Op::Ge => On::Max,
            Op::Le => On::Min,
            Op::Eq => On::Domain,
            Op::Ne => On::Fix,
        };
        Wake::on(View::from(atom.var()), on)
    })
}

impl Constraint for Clause {
    fn name(&self) -> &'static str {
        if self.all { "all_atoms" } else { "clause" }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        atoms_term(self.name(), &self.atoms, name)
    }

    fn scope(&self) -> Vec<Var> {
        atom_vars(&self.atoms).collect()
    }

    fn last_var(&self) -> Var {
        atom_vars(&self.atoms).max().unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let mut truths = self.atoms.iter().map(|atom| atom.admits(at(atom.var())));
        if self.all {
            truths.all(|truth| truth)
        } else {
            truths.any(|truth| truth)
        }
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        check_atoms(self.name(), &self.atoms)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let atoms = Arc::clone(&self.atoms);
        let wakes = wakes_when_false(&self.atoms);
        if self.all {
            // Unguarded it runs once; under a guard it must notice an atom that becomes false.
            out.add(Cost::Binary, Conjunction { atoms }, wakes);
        } else {
            let watched = [0, atoms.len().saturating_sub(1)];
            let disjunction = Disjunction { atoms, watched };
            out.add_clause(Cost::Binary, disjunction, &self.atoms, wakes);
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Clause {
            atoms: self.atoms.iter().map(|&atom| !atom).collect(),
            all: !self.all,
        }))
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        if self.all {
            for &atom in &*self.atoms {
                let literals: Vec<Literal> = out.admitted(atom).collect();
                out.add_clause(&literals);
            }
        } else {
            let atoms = self.atoms.iter();
            let literals: Vec<Literal> = atoms.flat_map(|&atom| out.admitted(atom)).collect();
            out.add_clause(&literals);
        }
    }
}

/// Some atom holds.
#[derive(Debug)]
struct Disjunction {
    atoms: Arc<[Atom]>,
    /// Two atoms that were open in the last run: a cache, checked before use.
    watched: [usize; 2],
}

impl Propagator for Disjunction {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let atoms = &self.atoms;
        if atoms.len() > 1 {
            let [a, b] = self.watched.map(|i| atoms[i]);
            if store.holds(a) || store.holds(b) {
                return Ok(Status::Entailed);
            }
            if a.var() != b.var() && !store.is_false(a) && !store.is_false(b) {
                return Ok(Status::Active);
            }
        }
        let mut open: Option<usize> = None;
        let mut several = false;
        for (i, &atom) in atoms.iter().enumerate() {
            if store.is_false(atom) {
                continue;
            }
            if store.holds(atom) {
                return Ok(Status::Entailed);
            }
            match open {
                None => open = Some(i),
                Some(first) if atoms[first].var() != atom.var() => {
                    self.watched = [first, i];
                    return Ok(Status::Active);
                }
                Some(_) => several = true,
            }
        }
        let Some(last) = open else {
            return Err(store.fail(Tag(0)));
        };
        if !several {
            store.set(atoms[last], Tag(0))?;
            return Ok(Status::Entailed);
        }
        let var = atoms[last].var();
        let view = View::from(var);
        if store.size(view) > MAX_VALUES {
            return Ok(Status::Active);
        }
        store.retain(view, Tag(0), |value| {
            atoms
                .iter()
                .any(|atom| atom.var() == var && atom.admits(value))
        })?;
        Ok(Status::Entailed)
    }

    fn explain(&mut self, needed: Atom, _: Tag, _: &PastStore<'_>, why: &mut Reason) {
        for &atom in &*self.atoms {
            if !atom.implies(needed) {
                why.add(!atom);
            }
        }
    }
}

/// Every atom holds.
#[derive(Debug)]
struct Conjunction {
    atoms: Arc<[Atom]>,
}

impl Propagator for Conjunction {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        for &atom in &*self.atoms {
            store.set(atom, Tag(0))?;
        }
        Ok(Status::Entailed)
    }

    fn explain(&mut self, _: Atom, _: Tag, _: &PastStore<'_>, _: &mut Reason) {}
}
