//! Boolean expressions: and, or, xor, implies, iff and not over constraints and atoms, and how they are added to a model. An
//! expression is not a constraint; it becomes several.
//!
//! [`post_bool_expr`] flattens: constraints that must hold are posted as they are; everything deeper gets a 0..1 variable that is
//! equivalent to it, linked by clauses, parities and reified constraints (Tseitin 1968, On the Complexity of Derivation in
//! Propositional Calculus). The new variables are determined by the others, so the number of solutions does not change. If the
//! model names its keys, one direction of the equivalence is enough and only that is posted (Plaisted and Greenbaum 1986, A
//! Structure-preserving Clause Form Translation).

use std::sync::Arc;

use gridwright_fd::{half_reified_shared, iff_shared, not_shared};

use crate::clause::{all_atoms, clause};
use crate::support::prelude::*;
use crate::xor::{even, xor as odd};

/// An expression built from constraints and atoms.
#[derive(Clone, Debug)]
pub enum BoolExpr {
    /// An atom.
    Atom(Atom),
    /// The constraint holds.
    Holds(Arc<dyn Constraint>),
    /// The part does not hold.
    Not(Box<BoolExpr>),
    /// All parts hold; of no parts, this is true.
    And(Vec<BoolExpr>),
    /// Some part holds; of no parts, this is false.
    Or(Vec<BoolExpr>),
    /// An odd number of parts holds.
    Xor(Vec<BoolExpr>),
}

impl From<Atom> for BoolExpr {
    fn from(atom: Atom) -> BoolExpr {
        BoolExpr::Atom(atom)
    }
}

/// The constraint holds.
pub fn holds(constraint: impl Constraint + 'static) -> BoolExpr {
    BoolExpr::Holds(Arc::new(constraint))
}

/// The expression does not hold.
pub fn not(expr: impl Into<BoolExpr>) -> BoolExpr {
    BoolExpr::Not(Box::new(expr.into()))
}

/// All expressions hold.
pub fn and(parts: impl IntoIterator<Item = impl Into<BoolExpr>>) -> BoolExpr {
    BoolExpr::And(parts.into_iter().map(Into::into).collect())
}

/// Some expression holds.
pub fn or(parts: impl IntoIterator<Item = impl Into<BoolExpr>>) -> BoolExpr {
    BoolExpr::Or(parts.into_iter().map(Into::into).collect())
}

/// An odd number of the expressions holds.
pub fn xor(parts: impl IntoIterator<Item = impl Into<BoolExpr>>) -> BoolExpr {
    BoolExpr::Xor(parts.into_iter().map(Into::into).collect())
}

/// If `a` holds, so does `b`.
pub fn implies(a: impl Into<BoolExpr>, b: impl Into<BoolExpr>) -> BoolExpr {
    or([not(a), b.into()])
}

/// Both hold or neither does.
pub fn iff(a: impl Into<BoolExpr>, b: impl Into<BoolExpr>) -> BoolExpr {
    not(xor([a.into(), b.into()]))
}

impl BoolExpr {
    /// Evaluates the expression on an assignment.
    pub fn is_true(&self, at: &dyn Fn(Var) -> i32) -> bool {
        match self {
            BoolExpr::Atom(atom) => atom.admits(at(atom.var())),
            BoolExpr::Holds(constraint) => constraint.holds(at),
            BoolExpr::Not(part) => !part.is_true(at),
            BoolExpr::And(parts) => parts.iter().all(|part| part.is_true(at)),
            BoolExpr::Or(parts) => parts.iter().any(|part| part.is_true(at)),
            BoolExpr::Xor(parts) => parts.iter().filter(|part| part.is_true(at)).count() % 2 == 1,
        }
    }

    /// Returns the error that the model would return, before anything is added to it.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        match self {
            BoolExpr::Atom(atom) => check_constraint(model, &all_atoms([*atom])),
            BoolExpr::Holds(constraint) => {
                check_constraint(model, &**constraint)?;
                check_constraint(model, &*not_shared(constraint))
            }
            BoolExpr::Not(part) => part.check(model),
            BoolExpr::And(parts) | BoolExpr::Or(parts) | BoolExpr::Xor(parts) => {
                parts.iter().try_for_each(|part| part.check(model))
            }
        }
    }
}

fn check_constraint(model: &Model, constraint: &dyn Constraint) -> Result<(), ModelError> {
    if let Some(var) = constraint
        .scope()
        .into_iter()
        .find(|var| var.index() >= model.n_vars())
    {
        return Err(ModelError::UnknownVar {
            by: constraint.name().to_owned(),
            index: var.index(),
        });
    }
    constraint.check(model)
}

/// Adds an expression to a model. On an error the model is unchanged.
pub fn post_bool_expr(model: &mut Model, expr: &BoolExpr) -> Result<(), ModelError> {
    expr.check(model)?;
    let full = model.keys().is_none();
    Flattening { model, full }.require(expr, true)
}

/// Adds a 0..1 variable that is 1 exactly when the constraint holds. On an error the model is unchanged.
pub fn reify(model: &mut Model, constraint: impl Constraint + 'static) -> Result<Var, ModelError> {
    let expr = holds(constraint);
    expr.check(model)?;
    let full = true;
    let atom = Flattening { model, full }.atom(&expr, Sides::Both)?;
    Ok(atom.var())
}

/// Which implications between an expression and the atom that stands for it are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sides {
    /// The atom implies the expression.
    Down,
    /// The expression implies the atom.
    Up,
    Both,
}

impl Sides {
    fn flipped(self) -> Sides {
        match self {
            Sides::Down => Sides::Up,
            Sides::Up => Sides::Down,
            Sides::Both => Sides::Both,
        }
    }

    fn down(self) -> bool {
        self != Sides::Up
    }

    fn up(self) -> bool {
        self != Sides::Down
    }
}

struct Flattening<'a> {
    model: &'a mut Model,
    /// Whether every new variable must be determined by the others.
    full: bool,
}

impl Flattening<'_> {
    /// Posts that the expression is true, or false.
    fn require(&mut self, expr: &BoolExpr, truth: bool) -> Result<(), ModelError> {
        match expr {
            BoolExpr::Atom(atom) => {
                let atom = if truth { *atom } else { !*atom };
                self.model.post(all_atoms([atom]))
            }
            BoolExpr::Holds(constraint) => self.model.post_shared(if truth {
                Arc::clone(constraint)
            } else {
                not_shared(constraint)
            }),
            BoolExpr::Not(part) => self.require(part, !truth),
            BoolExpr::And(parts) if truth => {
                parts.iter().try_for_each(|part| self.require(part, true))
            }
            BoolExpr::Or(parts) if !truth => {
                parts.iter().try_for_each(|part| self.require(part, false))
            }
            BoolExpr::And(parts) => {
                let atoms = self.atoms(parts, Sides::Up)?;
                self.model.post(clause(atoms.iter().map(|&atom| !atom)))
            }
            BoolExpr::Or(parts) => {
                let atoms = self.atoms(parts, Sides::Down)?;
                self.model.post(clause(atoms))
            }
            BoolExpr::Xor(parts) => {
                let atoms = self.atoms(parts, Sides::Both)?;
                self.model
                    .post(if truth { odd(atoms) } else { even(atoms) })
            }
        }
    }

    fn atoms(&mut self, parts: &[BoolExpr], sides: Sides) -> Result<Vec<Atom>, ModelError> {
        parts.iter().map(|part| self.atom(part, sides)).collect()
    }

    /// An atom that stands for the expression, in the given directions at least.
    fn atom(&mut self, expr: &BoolExpr, sides: Sides) -> Result<Atom, ModelError> {
        let sides = if self.full { Sides::Both } else { sides };
        match expr {
            BoolExpr::Atom(atom) => Ok(*atom),
            BoolExpr::Not(part) => Ok(!self.atom(part, sides.flipped())?),
            BoolExpr::Holds(constraint) => {
                let flag = self.flag();
                match sides {
                    Sides::Both => self.model.post(iff_shared(flag, Arc::clone(constraint)))?,
                    Sides::Down => self
                        .model
                        .post(half_reified_shared(flag, Arc::clone(constraint)))?,
                    Sides::Up => self
                        .model
                        .post(half_reified_shared(!flag, not_shared(constraint)))?,
                }
                Ok(flag)
            }
            BoolExpr::Or(parts) => {
                let atoms = self.atoms(parts, sides)?;
                self.disjunction(&atoms, sides)
            }
            BoolExpr::And(parts) => {
                let atoms = self.atoms(parts, sides)?;
                let negations: Vec<Atom> = atoms.iter().map(|&atom| !atom).collect();
                Ok(!self.disjunction(&negations, sides.flipped())?)
            }
            BoolExpr::Xor(parts) => {
                let mut atoms = self.atoms(parts, Sides::Both)?;
                let flag = self.flag();
                atoms.push(flag);
                self.model.post(even(atoms))?;
                Ok(flag)
            }
        }
    }

    fn disjunction(&mut self, atoms: &[Atom], sides: Sides) -> Result<Atom, ModelError> {
        if let [atom] = atoms {
            return Ok(*atom);
        }
        let flag = self.flag();
        if sides.down() {
            self.model
                .post(clause(std::iter::once(!flag).chain(atoms.iter().copied())))?;
        }
        if sides.up() {
            for &atom in atoms {
                self.model.post(clause([!atom, flag]))?;
            }
        }
        Ok(flag)
    }

    fn flag(&mut self) -> Atom {
        let name = format!("flag{}", self.model.n_vars());
        Atom::ge(self.model.bool(name), 1)
    }
}
