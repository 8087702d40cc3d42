//! Proof logging: a learning search reports what it learns, and the inferences from which that follows.
//!
//! The inferences of a learnt clause are found by a second pass over the log, from the conflict back to the atoms of the clause.
//! Without a log of the proof this pass does not run.

use std::fmt::Debug;

use crate::kernel::Kernel;
use crate::learning::analysis::{Analysis, NO_ATOM};
use crate::store::{Reason, Why};
use crate::vars::{Assignment, Atom, Op, Var};

/// One inference of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofHint {
    /// The learnt clause with this number is unit or false.
    Clause(u32),
    /// The clause that excludes the answer is unit or false.
    Answer,
    /// The constraint with this index implies the atom, given what holds; [`Atom::FALSE`] if it is violated.
    Constraint(u32, Atom),
}

/// Receives the steps of a proof from a learning search that looks for more than one solution on a model with keys.
pub trait ProofLog: Debug + Send {
    /// A solution was found; from now on the search looks for solutions with other values of the keys.
    fn answer(&mut self, found: &Assignment);
    /// An inference at the root. The last one is a contradiction if there is no further solution.
    fn root(&mut self, hint: ProofHint);
    /// A clause that follows by these hints, the last of which is a contradiction. The number identifies a clause of two atoms
    /// or more until it is removed; numbers are small and reused.
    fn learnt(&mut self, number: u32, atoms: &[Atom], hints: &[ProofHint]);
    /// The clause with this number is removed.
    fn removed(&mut self, number: u32);
}

/// The log of a proof, and what was logged.
#[derive(Debug)]
pub(crate) struct ProofState {
    pub(crate) log: Box<dyn ProofLog>,
    /// The entries of the log of the store before this one were reported, if at the root.
    n_root: u32,
    /// The clause that excludes the answer, by its index in the database.
    pub(crate) answer: Option<u32>,
    /// The number of clauses of the model, which come first in the database.
    pub(crate) n_model_clauses: u32,
    /// The variable that identifies the run; it is not part of the proof.
    pub(crate) epoch: Var,
    hints: Vec<ProofHint>,
    /// The atoms of the negated clause, ordered by variable.
    assumed: Vec<Atom>,
    reason: Reason,
}

impl ProofState {
    pub(crate) fn new(log: Box<dyn ProofLog>, n_model_clauses: u32, epoch: Var) -> ProofState {
        ProofState {
            log,
            n_root: 0,
            answer: None,
            n_model_clauses,
            epoch,
            hints: Vec::new(),
            assumed: Vec::new(),
            reason: Reason::new(),
        }
    }

    /// The inference that made an atom true; `None` if it needs no hint.
    fn hint(&self, kernel: &Kernel, why: Why, atom: Atom) -> Option<ProofHint> {
        match why {
            Why::Propagator(id, _) | Why::Stored(id, _) => {
                let constraint = kernel.posted[id as usize].constraint;
                Some(ProofHint::Constraint(constraint, atom))
            }
            Why::Clause(id) if Some(id) == self.answer => Some(ProofHint::Answer),
            Why::Clause(id) => Some(ProofHint::Clause(id - self.n_model_clauses)),
            // A unit clause holds at the root as soon as it is learnt.
            Why::Root | Why::Decision | Why::Derived | Why::Nogood => None,
        }
    }

    /// The last inference of a conflict found by propagation.
    pub(crate) fn conflict_hint(&self, kernel: &Kernel) -> Option<ProofHint> {
        let cause = kernel.store.conflict_cause?;
        self.hint(kernel, cause.why, cause.attempted)
    }

    /// Reports new inferences at the root.
    pub(crate) fn log_root(&mut self, kernel: &Kernel) {
        while let Some(&entry) = kernel.store.log.entries.get(self.n_root as usize) {
            if entry.level > 0 {
                break;
            }
            self.n_root += 1;
            if let Some(hint) = self.hint(kernel, entry.why, entry.atom) {
                self.log.root(hint);
            }
        }
    }

    /// Reports that there is no further solution, because of a conflict at the root.
    pub(crate) fn log_end(&mut self, kernel: &Kernel, conflict: Option<ProofHint>) {
        self.log_root(kernel);
        if let Some(hint) = conflict {
            self.log.root(hint);
        }
    }

    /// Reports a learnt clause; the hints must have been found before.
    pub(crate) fn log_learnt(&mut self, id: u32, atoms: &[Atom]) {
        let epoch = self.epoch;
        let atoms = atoms.iter().copied().filter(|atom| atom.var() != epoch);
        let atoms: Vec<Atom> = atoms.collect();
        let number = id.wrapping_sub(self.n_model_clauses);
        self.log.learnt(number, &atoms, &self.hints);
    }

    /// Whether the negated clause implies an atom.
    fn is_assumed(&self, atom: Atom) -> bool {
        let begin = self
            .assumed
            .partition_point(|other| other.var() < atom.var());
        let same = self.assumed[begin..].iter();
        same.take_while(|other| other.var() == atom.var())
            .any(|other| other.implies(atom))
    }
}

impl Analysis {
    /// Finds the inferences by which the atoms in `conflict` follow from the negation of the clause just learnt, in the order
    /// in which they were made; `last` is the conflict itself.
    pub(crate) fn find_hints(
        &mut self,
        kernel: &mut Kernel,
        conflict: &[Atom],
        last: Option<ProofHint>,
        proof: &mut ProofState,
    ) {
        proof.log_root(kernel);
        proof.hints.clear();
        proof.assumed.clear();
        proof.assumed.extend(self.kept_atoms());
        proof.assumed.sort_unstable_by_key(|atom| atom.var());
        for &atom in conflict {
            self.need(kernel, atom);
        }
        let mut reason = std::mem::take(&mut proof.reason);
        for at in (0..kernel.store.log.len()).rev() {
            let atom = self.needed[at as usize];
            let entry = *kernel.entry(at);
            if entry.level == 0 {
                break;
            }
            if atom == NO_ATOM || proof.is_assumed(atom) || entry.atom.var() == proof.epoch {
                continue;
            }
            debug_assert!(entry.why != Why::Decision, "{atom:?} does not follow");
            reason.clear();
            kernel.explain_entry(at, atom, &mut reason);
            for &atom in reason.atoms() {
                if !proof.is_assumed(atom) {
                    self.need(kernel, atom);
                }
            }
            let implied = match entry.atom.op() {
                Op::Eq => entry.atom,
                _ => atom,
            };
            proof.hints.extend(proof.hint(kernel, entry.why, implied));
        }
        proof.reason = reason;
        proof.hints.reverse();
        proof.hints.extend(last);
        self.reset();
    }
}
