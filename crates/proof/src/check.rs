//! The checker: replays the steps of a proof over the domains of a statement.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Read};

use crate::atom::Atom;
use crate::domains::Domains;
use crate::format::{ANSWER, DELETE, END, LEARN, MAGIC, ROOT, Reader, invalid};
use crate::infer::{Scratch, fails};
use crate::statement::Statement;

/// What a proof proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These values of all variables satisfy the statement, and every other solution has the same values of the keys.
    Unique(Vec<i32>),
    /// The statement has no solution.
    None,
}

/// Why a proof is rejected.
#[derive(Debug)]
pub enum CheckError {
    /// It could not be read.
    Read(io::Error),
    /// It is about another problem.
    OtherStatement,
    /// The step with this number, from 1, is wrong.
    Step(u64, String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Read(error) => write!(f, "the proof cannot be read: {error}"),
            CheckError::OtherStatement => f.write_str("the proof is about another problem"),
            CheckError::Step(number, what) => write!(f, "step {number}: {what}"),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<io::Error> for CheckError {
    fn from(error: io::Error) -> CheckError {
        CheckError::Read(error)
    }
}

/// Checks a proof about a statement.
pub fn check(statement: &Statement, proof: impl Read) -> Result<Verdict, CheckError> {
    check_steps(statement, None, proof)
}

/// Like [`check`], but leaves out the constraints with these indices, and the steps that do not hold. What remains may be a proof of a weaker statement than the one that the
/// proof was written for.
pub fn check_without(
    statement: &Statement,
    left_out: &HashSet<usize>,
    proof: impl Read,
) -> Result<Verdict, CheckError> {
    check_steps(statement, Some(left_out), proof)
}

fn check_steps(
    statement: &Statement,
    left_out: Option<&HashSet<usize>>,
    proof: impl Read,
) -> Result<Verdict, CheckError> {
    let mut reader = Reader::new(proof);
    for &byte in MAGIC {
        if reader.byte()? != Some(byte) {
            return Err(invalid("this is no proof").into());
        }
    }
    let sizes = [reader.number()?, reader.number()?];
    let is_of = |statement: &Statement| {
        sizes == [statement.domains.len(), statement.constraints.len()].map(|size| size as u64)
    };
    let n_vars = statement.domains.len();
    let expanded;
    let mut statement = statement;
    let mut left_out = left_out.cloned();
    if !is_of(statement) {
        // A proof about the expanded statement proves the same about its first variables.
        let origins;
        (expanded, origins) = statement.expanded_with_origins();
        statement = &expanded;
        if !is_of(statement) {
            return Err(CheckError::OtherStatement);
        }
        left_out = left_out.map(|set| {
            let all = 0..origins.len();
            all.filter(|&index| set.contains(&origins[index])).collect()
        });
    }
    let mut checker = Checker {
        domains: Domains::new(&statement.domains),
        statement,
        clauses: vec![None],
        answer: None,
        is_refuted: statement
            .domains
            .iter()
            .any(|domain| domain.ranges.is_empty()),
        left_out,
        scratch: Scratch::default(),
        clause: Vec::new(),
        open: Vec::new(),
        reader,
    };
    let mut number = 0;
    loop {
        number += 1;
        match checker.step() {
            Ok(false) => {}
            Ok(true) => break,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(CheckError::Step(number, error.to_string()));
            }
            Err(error) => return Err(error.into()),
        }
    }
    if !checker.is_refuted {
        let what = "the proof ends, but a further solution is not excluded";
        return Err(CheckError::Step(number, what.to_owned()));
    }
    if checker.reader.byte()?.is_some() {
        let what = "there are bytes after the end of the proof";
        return Err(CheckError::Step(number, what.to_owned()));
    }
    Ok(match checker.answer {
        None => Verdict::None,
        Some(mut values) => {
            values.truncate(n_vars);
            Verdict::Unique(values)
        }
    })
}

struct Checker<'s, R> {
    statement: &'s Statement,
    reader: Reader<R>,
    /// The domains at the root, and under assumptions during a step.
    domains: Domains,
    /// The clauses by slot.
    clauses: Vec<Option<Box<[Atom]>>>,
    answer: Option<Vec<i32>>,
    /// Whether the domains at the root admit no solution.
    is_refuted: bool,
    /// If not `None`, these constraints and the steps that do not hold are left out.
    left_out: Option<HashSet<usize>>,
    scratch: Scratch,
    /// Buffers: the clause of a step, and the atoms of a hint's clause that are not false.
    clause: Vec<Atom>,
    open: Vec<Atom>,
}

/// What a hint did.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Domains may have become smaller.
    Narrowed,
    /// A domain is empty.
    Contradiction,
    /// It does not hold, and such steps are left out.
    Failed,
}

impl<R: Read> Checker<'_, R> {
    /// Reads and checks a step; true at the end.
    fn step(&mut self) -> io::Result<bool> {
        match self.reader.some_byte()? {
            END => return Ok(true),
            ANSWER => self.answer()?,
            LEARN => self.learn()?,
            ROOT => {
                let is_contradiction = self.hint(true)? == Effect::Contradiction;
                self.is_refuted |= is_contradiction;
                self.domains.commit();
            }
            DELETE => {
                let slot = self.reader.index(self.clauses.len(), "clause")?;
                self.clauses[slot] = None;
            }
            _ => return Err(invalid("there is no such step")),
        }
        Ok(false)
    }

    fn answer(&mut self) -> io::Result<()> {
        if self.answer.is_some() {
            return Err(invalid("there are two answers"));
        }
        let mut values = Vec::new();
        for _ in 0..self.domains.n_vars() {
            values.push(self.reader.value()?);
        }
        if !self.statement.holds(&values) {
            return Err(invalid("the answer does not satisfy the rules"));
        }
        let keys = self.statement.keys.iter();
        let others = keys.map(|&key| Atom::ne(key, values[key as usize]));
        self.clauses[0] = Some(others.collect());
        self.answer = Some(values);
        Ok(())
    }

    /// A learnt clause: its negation leads to a contradiction by the hints.
    fn learn(&mut self) -> io::Result<()> {
        let n_vars = self.domains.n_vars();
        let mark = self.domains.mark();
        // A clause with an atom that holds at the root is true; its hints are skipped.
        let mut is_done = self.is_refuted;
        self.clause.clear();
        for _ in 0..self.reader.number()? {
            let code = self.reader.number()?;
            let atom = self.reader.atom(code, n_vars)?;
            self.clause.push(atom);
            is_done = is_done || !self.domains.assert(atom.negated());
        }
        let slot = match self.clause.len() {
            0 | 1 => None,
            _ => Some(self.reader.index(self.clauses.len() + 1, "slot")?),
        };
        let mut has_failed = false;
        for _ in 0..self.reader.number()? {
            match self.hint(!is_done && !has_failed)? {
                Effect::Contradiction => is_done = true,
                Effect::Failed => has_failed = true,
                Effect::Narrowed => {}
            }
        }
        if !is_done && self.left_out.is_none() {
            return Err(invalid("the hints lead to no contradiction"));
        }
        self.domains.undo(mark);
        match slot {
            Some(0) => return Err(invalid("slot 0 is that of the answer")),
            Some(slot) => {
                if slot == self.clauses.len() {
                    self.clauses.push(None);
                }
                self.clauses[slot] = is_done.then(|| self.clause.as_slice().into());
            }
            None if !is_done => {}
            // Without an atom, or with one: it narrows the root.
            None => match self.clause.first() {
                Some(&atom) => {
                    self.is_refuted |= !self.domains.assert(atom);
                    self.domains.commit();
                }
                None => self.is_refuted = true,
            },
        }
        Ok(())
    }

    /// Reads a hint and, if `follow`, checks and applies it.
    fn hint(&mut self, follow: bool) -> io::Result<Effect> {
        let code = self.reader.number()?;
        let index = usize::try_from(code / 2).map_err(|_| invalid("there is no such hint"))?;
        let is_clause = code.is_multiple_of(2);
        let atom = match is_clause {
            true => None,
            false => match self.reader.number()? {
                0 => None,
                code => Some(self.reader.atom(code - 1, self.domains.n_vars())?),
            },
        };
        if !follow || self.is_refuted {
            return Ok(Effect::Narrowed);
        }
        let effect = match is_clause {
            true => self.follow_clause(index),
            false => self.follow_constraint(index, atom),
        };
        match effect {
            Err(_) if self.left_out.is_some() => Ok(Effect::Failed),
            effect => effect,
        }
    }

    /// A clause of which all atoms that are not false are about one variable: it has a value that one of them admits.
    fn follow_clause(&mut self, slot: usize) -> io::Result<Effect> {
        let clause = self.clauses.get(slot).and_then(Option::as_ref);
        let clause = clause.ok_or_else(|| invalid("there is no such clause"))?;
        self.open.clear();
        for &atom in clause {
            if self.domains.holds(atom) {
                return Ok(Effect::Narrowed);
            }
            if !self.domains.is_false(atom) {
                let same = self.open.iter().all(|other| other.var == atom.var);
                if !same {
                    return Err(invalid("a clause that is used is not unit"));
                }
                self.open.push(atom);
            }
        }
        let atoms = match self.open[..] {
            [] => return Ok(Effect::Contradiction),
            [only] => vec![only],
            // Each value that none admits is removed.
            [first, ..] => {
                let is_lost = |&value: &i32| !self.open.iter().any(|atom| atom.admits(value));
                let lost = self.domains.values(first.var).filter(is_lost);
                lost.map(|value| Atom::ne(first.var, value)).collect()
            }
        };
        Ok(self.assert_all(&atoms))
    }

    /// A constraint that has no solution if the atom is false, or none at all.
    fn follow_constraint(&mut self, index: usize, atom: Option<Atom>) -> io::Result<Effect> {
        let constraint = self.statement.constraints.get(index);
        let constraint = constraint.ok_or_else(|| invalid("there is no such constraint"))?;
        if self
            .left_out
            .as_ref()
            .is_some_and(|set| set.contains(&index))
        {
            return Err(invalid("the constraint is left out"));
        }
        let Some(atom) = atom else {
            return match fails(constraint, &self.domains, &mut self.scratch) {
                true => Ok(Effect::Contradiction),
                false => Err(invalid(&format!("constraint {index} is not violated"))),
            };
        };
        if self.domains.holds(atom) {
            return Ok(Effect::Narrowed);
        }
        let mark = self.domains.mark();
        let is_open = self.domains.assert(atom.negated());
        let is_implied = !is_open || fails(constraint, &self.domains, &mut self.scratch);
        self.domains.undo(mark);
        match is_implied {
            true => Ok(self.assert_all(&[atom])),
            false => Err(invalid(&format!(
                "constraint {index} does not imply {atom}"
            ))),
        }
    }

    fn assert_all(&mut self, atoms: &[Atom]) -> Effect {
        match atoms.iter().all(|&atom| self.domains.assert(atom)) {
            true => Effect::Narrowed,
            false => Effect::Contradiction,
        }
    }
}
