//! Proof logging: the solver reports what it learns, and the clauses and groups from which that follows.
//!
//! Clauses and groups of the caller have an *origin*, a number that the caller sets. The inferences of a learnt clause are found
//! by following reasons from the conflict to the literals of the clause. Without a log nothing of this runs.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::literal::Literal;
use crate::propagate::Conflict;
use crate::solver::{HEADER, Solver};
use crate::trail::Reason;

/// One inference of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofHint {
    /// A clause or group with this origin implies the literal; [`Literal::FALSE`] if it is violated.
    Origin(u32, Literal),
    /// The learnt clause with this number is unit or false.
    Learnt(u32),
}

/// Receives the steps of a proof.
pub trait ProofLog: Debug + Send {
    /// An inference at the root. The last one is a contradiction if there is no solution.
    fn root(&mut self, hint: ProofHint);
    /// A clause that follows by these hints, the last of which is a contradiction. The number identifies a clause of two
    /// literals or more until it is removed; numbers are reused.
    fn learnt(&mut self, number: u32, literals: &[Literal], hints: &[ProofHint]);
    /// The learnt clause with this number is removed.
    fn removed(&mut self, number: u32);
}

/// Where a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Origin(u32),
    Learnt(u32),
}

impl Source {
    pub(crate) fn hint(self, implied: Literal) -> ProofHint {
        match self {
            Source::Origin(origin) => ProofHint::Origin(origin, implied),
            Source::Learnt(number) => ProofHint::Learnt(number),
        }
    }
}

/// The log, and the sources of all clauses.
#[derive(Debug)]
pub(crate) struct ProofState {
    log: Box<dyn ProofLog>,
    /// The sources of clauses of three literals or more, by their index in the arena.
    pub(crate) long: HashMap<u32, Source>,
    /// The sources of binary clauses, by their literals.
    pub(crate) binary: HashMap<(Literal, Literal), Source>,
    /// The number of numbers used, and those that are free.
    n_numbers: u32,
    free: Vec<u32>,
    /// By variable: whether its value at the root was reported.
    is_reported: Vec<bool>,
    /// By variable, in a search for hints: whether it was visited. Those that were visited.
    is_visited: Vec<bool>,
    visited: Vec<u32>,
    /// The true literals on the way, each with its reason, and the number of literals of the reason that were visited.
    stack: Vec<(Literal, (Reason, Source), usize)>,
    /// The length of the trail when all inferences at the root were last reported.
    n_at_root: usize,
    pub(crate) hints: Vec<ProofHint>,
    /// Literals that minimisation removed by a group, and the literal of the clause that implies each.
    pub(crate) by_group: Vec<(Literal, Literal)>,
}

impl ProofState {
    /// An estimate of the bytes in use, without the log.
    pub(crate) fn memory(&self) -> usize {
        let source = size_of::<Source>() + 1;
        self.long.capacity() * (size_of::<u32>() + source)
            + self.binary.capacity() * (size_of::<(Literal, Literal)>() + source)
            + self.free.capacity() * size_of::<u32>()
            + self.is_reported.len()
            + self.is_visited.len()
    }
}

fn pair(a: Literal, b: Literal) -> (Literal, Literal) {
    (a.min(b), a.max(b))
}

impl Solver {
    /// Reports the steps of a proof from now on. The solver must be new.
    pub fn log_proof(&mut self, log: Box<dyn ProofLog>) {
        assert!(self.arena.len() == 1, "clauses must be added after the log");
        self.proof = Some(Box::new(ProofState {
            log,
            long: HashMap::new(),
            binary: HashMap::new(),
            n_numbers: 0,
            free: Vec::new(),
            is_reported: vec![true],
            is_visited: Vec::new(),
            visited: Vec::new(),
            stack: Vec::new(),
            n_at_root: 0,
            hints: Vec::new(),
            by_group: Vec::new(),
        }));
    }

    /// Sets the origin of the clauses and groups that are added from now on.
    pub fn set_origin(&mut self, origin: u32) {
        self.origin = origin;
    }

    /// The source of a binary clause: a clause, or a group.
    pub(crate) fn binary_source(&self, proof: &ProofState, a: Literal, b: Literal) -> Source {
        if let Some(&source) = proof.binary.get(&pair(a, b)) {
            return source;
        }
        let (one, other) = (self.groups.of(!a), self.groups.of(!b));
        let group = one.iter().find(|group| other.contains(group));
        let group = group.expect("a binary clause is a clause or part of a group");
        Source::Origin(self.groups.origin(*group))
    }

    /// The reason of a true literal, with the source of the clause.
    fn sourced_reason(&self, proof: &ProofState, literal: Literal) -> Option<(Reason, Source)> {
        if let Some(&(_, by)) = proof.by_group.iter().find(|removed| removed.0 == !literal) {
            let source = self.group_source(literal, by);
            return Some((Reason::Binary(by), source));
        }
        let reason = self.trail.info(literal.var()).reason.unpack();
        match reason {
            Reason::None => None,
            Reason::Binary(other) => Some((reason, self.binary_source(proof, literal, other))),
            Reason::Clause(clause) => Some((reason, proof.long[&clause])),
        }
    }

    /// The source of the group that contains the negations of two literals.
    fn group_source(&self, a: Literal, b: Literal) -> Source {
        let (one, other) = (self.groups.of(!a), self.groups.of(!b));
        let group = one.iter().find(|group| other.contains(group));
        Source::Origin(self.groups.origin(*group.expect("they are in one group")))
    }

    /// The literal of a reason at an index; `None` at its end.
    fn reason_literal(&self, reason: Reason, index: usize) -> Option<Literal> {
        match reason {
            Reason::None => None,
            Reason::Binary(other) => (index == 0).then_some(other),
            Reason::Clause(clause) => {
                let at = clause as usize;
                let len = self.arena[at] as usize;
                (index < len).then(|| Literal::of_code(self.arena[at + HEADER + index]))
            }
        }
    }

    /// Finds the hints of the false literals in `open`, in order, and reports inferences at the root on the way. The literals
    /// of `clause` are assumed to be false.
    fn find_hints(&self, proof: &mut ProofState, open: &[Literal], clause: &[Literal]) {
        let n_vars = self.trail.n_vars();
        proof.is_reported.resize(n_vars, false);
        proof.is_visited.resize(n_vars, false);
        for literal in clause {
            proof.is_visited[literal.var()] = true;
            proof.visited.push(literal.var() as u32);
        }
        for &literal in open {
            self.visit(proof, literal);
            while let Some(&mut (implied, (reason, source), ref mut next)) = proof.stack.last_mut()
            {
                let index = *next;
                *next += 1;
                if let Some(other) = self.reason_literal(reason, index) {
                    if other != implied {
                        self.visit(proof, other);
                    }
                    continue;
                }
                proof.stack.pop();
                let hint = source.hint(implied);
                if self.trail.info(implied.var()).level == 0 {
                    proof.is_reported[implied.var()] = true;
                    proof.log.root(hint);
                } else {
                    proof.hints.push(hint);
                }
            }
        }
        for var in proof.visited.drain(..) {
            proof.is_visited[var as usize] = false;
        }
    }

    /// Puts a false literal on the stack, unless its value needs no further inference.
    fn visit(&self, proof: &mut ProofState, literal: Literal) {
        let var = literal.var();
        let is_root = self.trail.info(var).level == 0;
        if proof.is_visited[var] || is_root && proof.is_reported[var] {
            return;
        }
        proof.is_visited[var] = true;
        proof.visited.push(var as u32);
        if let Some(reason) = self.sourced_reason(proof, !literal) {
            proof.stack.push((!literal, reason, 0));
        }
    }

    /// The literals of a conflict and its source.
    fn sourced_conflict(&self, proof: &ProofState, conflict: Conflict) -> (Vec<Literal>, Source) {
        match conflict {
            Conflict::Binary(a, b) => (vec![a, b], self.binary_source(proof, a, b)),
            Conflict::Clause(clause) => (self.literals_of(clause).collect(), proof.long[&clause]),
        }
    }

    /// Finds the hints of the clause just learnt from a conflict; called before backtracking.
    #[cold]
    pub(crate) fn find_learnt_hints(&mut self, conflict: Conflict) {
        let Some(mut proof) = self.proof.take() else {
            return;
        };
        let (open, source) = self.sourced_conflict(&proof, conflict);
        proof.hints.clear();
        self.find_hints(&mut proof, &open, self.learnt_clause());
        proof.hints.push(source.hint(Literal::FALSE));
        proof.by_group.clear();
        self.proof = Some(proof);
    }

    /// Reports a learnt clause, whose hints were found; returns its source.
    #[cold]
    pub(crate) fn log_learnt(&mut self, literals: &[Literal]) -> Option<Source> {
        let proof = self.proof.as_mut()?;
        let mut number = 0;
        if let &[unit] = literals {
            proof.is_reported.resize(self.trail.n_vars(), false);
            proof.is_reported[unit.var()] = true;
        } else {
            number = proof.free.pop().unwrap_or_else(|| {
                proof.n_numbers += 1;
                proof.n_numbers - 1
            });
        }
        proof.log.learnt(number, literals, &proof.hints);
        Some(Source::Learnt(number))
    }

    /// Reports a conflict at the root.
    #[cold]
    pub(crate) fn log_root_conflict(&mut self, conflict: Conflict) {
        let Some(mut proof) = self.proof.take() else {
            return;
        };
        let (open, source) = self.sourced_conflict(&proof, conflict);
        proof.hints.clear();
        self.find_hints(&mut proof, &open, &[]);
        proof.log.root(source.hint(Literal::FALSE));
        self.proof = Some(proof);
    }

    /// Reports all inferences at the root; called at the root.
    #[cold]
    pub(crate) fn log_root(&mut self) {
        let n_at_root = self.trail.literals().len();
        let Some(mut proof) = self.proof.take_if(|proof| proof.n_at_root != n_at_root) else {
            return;
        };
        proof.n_at_root = n_at_root;
        let open: Vec<Literal> = self.trail.literals().iter().map(|&it| !it).collect();
        self.find_hints(&mut proof, &open, &[]);
        self.proof = Some(proof);
    }

    /// Reports a clause that is added and is unit or, without a literal, false at the root.
    pub(crate) fn log_unit(&mut self, literal: Option<Literal>, source: Source) {
        self.log_implied(literal.unwrap_or(Literal::FALSE), source);
        if let (Some(proof), Some(_)) = (&mut self.proof, literal) {
            // The caller puts it on the trail.
            proof.n_at_root += 1;
        }
    }

    /// Reports that a clause implies a literal at the root, or a contradiction.
    pub(crate) fn log_implied(&mut self, implied: Literal, source: Source) {
        let n_vars = self.trail.n_vars();
        if let Some(proof) = &mut self.proof {
            proof.is_reported.resize(n_vars, false);
            proof.is_reported[implied.var()] = true;
            proof.log.root(source.hint(implied));
        }
    }

    /// Reports a clause that follows by resolution of two clauses on a literal, which the first contains and the second negates; returns its source.
    pub(crate) fn log_resolvent(
        &mut self,
        literals: &[Literal],
        pivot: Literal,
        [first, second]: [Option<Source>; 2],
    ) -> Option<Source> {
        let hints = [first?.hint(pivot), second?.hint(Literal::FALSE)];
        let proof = self.proof.as_mut()?;
        proof.hints.clear();
        proof.hints.extend(hints);
        self.log_learnt(literals)
    }

    /// Reports the removal of a clause, if it is learnt.
    pub(crate) fn log_removal(&mut self, source: Option<Source>) {
        if let (Some(proof), Some(Source::Learnt(number))) = (&mut self.proof, source) {
            proof.free.push(number);
            proof.log.removed(number);
        }
    }

    /// Keeps the source of a clause.
    pub(crate) fn keep_source(&mut self, literals: &[Literal], at: u32, source: Source) {
        let Some(proof) = &mut self.proof else {
            return;
        };
        match *literals {
            [a, b] => {
                proof.binary.insert(pair(a, b), source);
            }
            _ => {
                proof.long.insert(at, source);
            }
        }
    }
}
