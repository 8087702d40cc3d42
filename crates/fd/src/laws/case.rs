//! An instance and what is claimed of it, and how it is told that a claim is wrong: by the word of the law and in the model's names.

use super::{Law, Strength};
use crate::Atom;
use crate::Consistency;
use crate::DomainRepr;
use crate::Model;

/// An instance and what is claimed of it.
pub(super) struct Case {
    pub(super) model: Model,
    /// Every assignment that satisfies it, indexed by variable.
    pub(super) solutions: Vec<Vec<i32>>,
    pub(super) level: Consistency,
    pub(super) strength: Strength,
    pub(super) form: DomainRepr,
    /// Whether propagators run under a guard: on trial they see less than what wakes them, so their fixpoint is not promised.
    pub(super) guarded: bool,
    pub(super) context: String,
    pub(super) seed: u64,
}

impl Case {
    /// Ends the test: this law is broken, and how.
    pub(super) fn broken(&self, law: Law, how: &str) -> ! {
        panic!("not {law}: {}\n  {how}", self.context);
    }

    /// Facts in words of the model.
    pub(super) fn said(&self, atoms: &[Atom]) -> String {
        let facts: Vec<String> = atoms
            .iter()
            .map(|&atom| self.model.format_atom(atom))
            .collect();
        format!("[{}]", facts.join(", "))
    }

    /// An assignment, by the names of its variables.
    pub(super) fn named(&self, assignment: &[i32]) -> String {
        let vars = self.model.all_vars();
        let values: Vec<String> = vars
            .map(|var| format!("{} = {}", self.model.name(var), assignment[var.index()]))
            .collect();
        format!("({})", values.join(", "))
    }

    /// Several assignments.
    pub(super) fn all_named(&self, assignments: &[Vec<i32>]) -> String {
        let assignments: Vec<String> = assignments.iter().map(|at| self.named(at)).collect();
        assignments.join(" ")
    }
}
