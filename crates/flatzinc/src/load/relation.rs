//! Relations, and how they are posted: as they are, reified or half-reified.

use std::sync::Arc;

use gridwright_constraints::{FloatRelation, clause, even, xor};
use gridwright_fd::{
    Atom, Consistency, Constraint, half_reified, half_reified_shared, iff_shared, not_shared,
    with_consistency,
};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::loader::Loader;

/// The relation that a constraint item states.
#[derive(Clone, Debug)]
pub(crate) enum Relation {
    /// All of the atoms hold.
    All(Vec<Atom>),
    /// At least one of the atoms holds.
    Any(Vec<Atom>),
    /// An odd number of the atoms holds.
    Odd(Vec<Atom>),
    /// A relation over floats, which are known up to cells: it and its complement may both hold.
    Float(FloatRelation),
    /// Anything else.
    Constraint(Arc<dyn Constraint>),
}

/// Whether and how a relation is reified, by default by an atom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reification<T = Atom> {
    None,
    /// The relation holds if and only if the atom does: `_reif`.
    Full(T),
    /// The relation holds if the atom does: `_imp`.
    Half(T),
}

impl Relation {
    pub(crate) fn constraint(constraint: impl Constraint + 'static) -> Relation {
        Relation::Constraint(Arc::new(constraint))
    }

    /// The relation that always holds, or never.
    pub(crate) fn constant(truth: bool) -> Relation {
        Relation::All(if truth { vec![] } else { vec![Atom::FALSE] })
    }

    /// The relation with this consistency, if one is given.
    pub(crate) fn with_consistency(self, consistency: Option<Consistency>) -> Relation {
        match (self, consistency) {
            (Relation::Constraint(constraint), Some(consistency)) => {
                Relation::constraint(with_consistency(consistency, constraint))
            }
            (relation, _) => relation,
        }
    }

    fn negated(self) -> Relation {
        let not = |atoms: Vec<Atom>| atoms.into_iter().map(|atom| !atom).collect();
        match self {
            Relation::All(atoms) => Relation::Any(not(atoms)),
            Relation::Any(atoms) => Relation::All(not(atoms)),
            Relation::Odd(mut atoms) => {
                atoms.push(Atom::TRUE);
                Relation::Odd(atoms)
            }
            Relation::Float(relation) => match relation.complement() {
                Some(complement) => Relation::Float(complement),
                None => Relation::constraint(relation).negated(),
            },
            Relation::Constraint(constraint) => Relation::Constraint(not_shared(&constraint)),
        }
    }
}

impl Loader<'_> {
    /// Posts a relation.
    pub(crate) fn post_relation(
        &mut self,
        relation: Relation,
        reification: Reification,
        span: Span,
    ) -> Result {
        let reification = match reification {
            Reification::None => Reification::None,
            Reification::Full(atom) => match self.simplify(atom) {
                Atom::TRUE => Reification::None,
                Atom::FALSE => {
                    return self.post_relation(relation.negated(), Reification::None, span);
                }
                atom => Reification::Full(atom),
            },
            Reification::Half(atom) => match self.simplify(atom) {
                Atom::TRUE => Reification::None,
                Atom::FALSE => return Ok(()),
                atom => Reification::Half(atom),
            },
        };
        match (relation, reification) {
            (Relation::All(atoms), reification) => self.post_all(&atoms, reification, span),
            (Relation::Any(atoms), Reification::None) => self.post_clause(atoms, span),
            (Relation::Any(mut atoms), Reification::Half(when)) => {
                atoms.push(!when);
                self.post_clause(atoms, span)
            }
            (Relation::Any(atoms), Reification::Full(when)) => {
                let none: Vec<Atom> = atoms.into_iter().map(|atom| !atom).collect();
                self.post_all(&none, Reification::Full(!when), span)
            }
            (Relation::Odd(mut atoms), Reification::Full(when)) => {
                atoms.extend([when, Atom::TRUE]);
                self.post_odd(&atoms, None, span)
            }
            (Relation::Odd(atoms), Reification::Half(when)) => {
                self.post_odd(&atoms, Some(when), span)
            }
            (Relation::Odd(atoms), Reification::None) => self.post_odd(&atoms, None, span),
            (Relation::Float(relation), Reification::None) => self.post(relation, span),
            (Relation::Float(relation), Reification::Half(when)) => {
                self.post(half_reified(when, relation), span)
            }
            (Relation::Float(relation), Reification::Full(when)) => {
                let Some(complement) = relation.complement() else {
                    let relation = Relation::constraint(relation);
                    return self.post_relation(relation, Reification::Full(when), span);
                };
                self.post(half_reified(when, relation), span)?;
                self.post(half_reified(!when, complement), span)
            }
            (Relation::Constraint(constraint), reification) => {
                let posted = match reification {
                    Reification::None => self.model.post_shared(constraint),
                    Reification::Full(when) => self.model.post(iff_shared(when, constraint)),
                    Reification::Half(when) => {
                        self.model.post(half_reified_shared(when, constraint))
                    }
                };
                posted.map_err(|error| Diagnostic::error(error.to_string(), span))
            }
        }
    }

    fn post_all(&mut self, atoms: &[Atom], reification: Reification, span: Span) -> Result {
        match reification {
            Reification::None => atoms
                .iter()
                .try_for_each(|&atom| self.post_clause(vec![atom], span)),
            Reification::Half(when) | Reification::Full(when) => {
                for &atom in atoms {
                    self.post_clause(vec![!when, atom], span)?;
                }
                if matches!(reification, Reification::Half(_)) {
                    return Ok(());
                }
                let mut some: Vec<Atom> = atoms.iter().map(|&atom| !atom).collect();
                some.push(when);
                self.post_clause(some, span)
            }
        }
    }

    /// Posts that at least one of the atoms holds. Atoms that the domains already decide are left out.
    fn post_clause(&mut self, atoms: Vec<Atom>, span: Span) -> Result {
        let mut open: Vec<Atom> = atoms
            .into_iter()
            .map(|atom| self.simplify(atom))
            .filter(|&atom| atom != Atom::FALSE)
            .collect();
        open.sort_unstable();
        open.dedup();
        let is_true = open.contains(&Atom::TRUE)
            || open.iter().any(|&atom| open.binary_search(&!atom).is_ok());
        if is_true {
            return Ok(());
        }
        self.post(clause(open), span)
    }

    fn post_odd(&mut self, atoms: &[Atom], when: Option<Atom>, span: Span) -> Result {
        let simplified: Vec<Atom> = atoms.iter().map(|&atom| self.simplify(atom)).collect();
        let n_true = simplified
            .iter()
            .filter(|&&atom| atom == Atom::TRUE)
            .count();
        let open = simplified.into_iter();
        let open: Vec<Atom> = open
            .filter(|atom| ![Atom::TRUE, Atom::FALSE].contains(atom))
            .collect();
        let relation = match n_true % 2 {
            0 => xor(open),
            _ => even(open),
        };
        match when {
            Some(when) => self.post(half_reified(when, relation), span),
            None => self.post(relation, span),
        }
    }
}
