//! Relations, and the three ways in which they enter a model: they must hold, they hold exactly when a Boolean does, or they hold if it does.

use std::sync::Arc;

use gridwright_constraints::{clause, even, xor};
use gridwright_fd::{
    Atom, Consistency, Constraint, half_reified, half_reified_shared, iff_shared, not_shared,
    with_consistency,
};
use gridwright_term::{Diagnostic, Span};

use crate::loader::Loader;

/// What a constraint of the text says.
#[derive(Clone, Debug)]
pub(crate) enum Relation {
    /// All of the atoms hold.
    All(Vec<Atom>),
    /// At least one of the atoms holds.
    Some(Vec<Atom>),
    /// An odd number of the atoms holds.
    Odd(Vec<Atom>),
    /// Anything else.
    Holds(Arc<dyn Constraint>),
}

/// How a relation enters the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mode {
    Must,
    /// Exactly when the atom holds: `_reif`.
    Exactly(Atom),
    /// If the atom holds: `_imp`.
    If(Atom),
}

impl Relation {
    pub(crate) fn holds(constraint: impl Constraint + 'static) -> Relation {
        Relation::Holds(Arc::new(constraint))
    }

    /// The relation that always holds, or never.
    pub(crate) fn constant(truth: bool) -> Relation {
        Relation::All(if truth { vec![] } else { vec![Atom::FALSE] })
    }

    /// The same with a level of its own, where it has one.
    pub(crate) fn at(self, level: Option<Consistency>) -> Relation {
        match (self, level) {
            (Relation::Holds(constraint), Some(level)) => {
                Relation::holds(with_consistency(level, constraint))
            }
            (relation, _) => relation,
        }
    }

    fn negated(self) -> Relation {
        let not = |atoms: Vec<Atom>| atoms.into_iter().map(|atom| !atom).collect();
        match self {
            Relation::All(atoms) => Relation::Some(not(atoms)),
            Relation::Some(atoms) => Relation::All(not(atoms)),
            Relation::Odd(mut atoms) => {
                atoms.push(Atom::TRUE);
                Relation::Odd(atoms)
            }
            Relation::Holds(constraint) => Relation::Holds(not_shared(&constraint)),
        }
    }
}

impl Loader<'_> {
    /// Makes a relation part of the model.
    pub(crate) fn enter(
        &mut self,
        relation: Relation,
        mode: Mode,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let mode = match mode {
            Mode::Must => Mode::Must,
            Mode::Exactly(atom) => match self.settled(atom) {
                Atom::TRUE => Mode::Must,
                Atom::FALSE => return self.enter(relation.negated(), Mode::Must, span),
                atom => Mode::Exactly(atom),
            },
            Mode::If(atom) => match self.settled(atom) {
                Atom::TRUE => Mode::Must,
                Atom::FALSE => return Ok(()),
                atom => Mode::If(atom),
            },
        };
        match (relation, mode) {
            (Relation::All(atoms), mode) => self.enter_all(&atoms, mode, span),
            (Relation::Some(atoms), Mode::Must) => self.enter_clause(atoms, span),
            (Relation::Some(mut atoms), Mode::If(when)) => {
                atoms.push(!when);
                self.enter_clause(atoms, span)
            }
            (Relation::Some(atoms), Mode::Exactly(when)) => {
                let none: Vec<Atom> = atoms.into_iter().map(|atom| !atom).collect();
                self.enter_all(&none, Mode::Exactly(!when), span)
            }
            (Relation::Odd(mut atoms), Mode::Exactly(when)) => {
                atoms.extend([when, Atom::TRUE]);
                self.enter_odd(&atoms, None, span)
            }
            (Relation::Odd(atoms), Mode::If(when)) => self.enter_odd(&atoms, Some(when), span),
            (Relation::Odd(atoms), Mode::Must) => self.enter_odd(&atoms, None, span),
            (Relation::Holds(constraint), mode) => {
                let posted = match mode {
                    Mode::Must => self.model.post_shared(constraint),
                    Mode::Exactly(when) => self.model.post(iff_shared(when, constraint)),
                    Mode::If(when) => self.model.post(half_reified_shared(when, constraint)),
                };
                posted.map_err(|error| Diagnostic::error(error.to_string(), span))
            }
        }
    }

    fn enter_all(&mut self, atoms: &[Atom], mode: Mode, span: Span) -> Result<(), Diagnostic> {
        match mode {
            Mode::Must => atoms
                .iter()
                .try_for_each(|&atom| self.enter_clause(vec![atom], span)),
            Mode::If(when) | Mode::Exactly(when) => {
                for &atom in atoms {
                    self.enter_clause(vec![!when, atom], span)?;
                }
                if matches!(mode, Mode::If(_)) {
                    return Ok(());
                }
                let mut some: Vec<Atom> = atoms.iter().map(|&atom| !atom).collect();
                some.push(when);
                self.enter_clause(some, span)
            }
        }
    }

    /// At least one of the atoms holds. What is decided is left out.
    fn enter_clause(&mut self, atoms: Vec<Atom>, span: Span) -> Result<(), Diagnostic> {
        let mut open: Vec<Atom> = atoms
            .into_iter()
            .map(|atom| self.settled(atom))
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

    fn enter_odd(
        &mut self,
        atoms: &[Atom],
        when: Option<Atom>,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let settled: Vec<Atom> = atoms.iter().map(|&atom| self.settled(atom)).collect();
        let n_true = settled.iter().filter(|&&atom| atom == Atom::TRUE).count();
        let decided = [Atom::TRUE, Atom::FALSE];
        let open: Vec<Atom> = settled
            .into_iter()
            .filter(|atom| !decided.contains(atom))
            .collect();
        let relation = if n_true % 2 == 0 {
            xor(open)
        } else {
            even(open)
        };
        match when {
            Some(when) => self.post(half_reified(when, relation), span),
            None => self.post(relation, span),
        }
    }
}
