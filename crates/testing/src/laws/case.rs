//! One constraint over variables with domains, its claimed strength, and how a violation is reported.

use std::fmt;

use gridwright_fd::{Atom, Consistency, DomainRepr, Model};

use super::Strength;
use crate::shrink::Failure;

/// A law, named as in the list of [`super`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Law {
    Accepted,
    Sound,
    Complete,
    Strong,
    Idempotent,
    Restored,
    Explained,
    Learning,
    Encoded,
}

impl Law {
    fn name(self) -> &'static str {
        match self {
            Law::Accepted => "accepted",
            Law::Sound => "sound",
            Law::Complete => "complete",
            Law::Strong => "strong",
            Law::Idempotent => "idempotent",
            Law::Restored => "restored",
            Law::Explained => "explained",
            Law::Learning => "learning",
            Law::Encoded => "encoded",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A model of one constraint, and what the laws expect of it.
pub(super) struct Case {
    /// The variables without the constraint.
    pub(super) variables: Model,
    /// The variables and the constraint.
    pub(super) model: Model,
    /// Every assignment that satisfies it, indexed by variable, in ascending order.
    pub(super) solutions: Vec<Vec<i32>>,
    pub(super) level: Consistency,
    pub(super) strength: Strength,
    pub(super) repr: DomainRepr,
    /// Whether propagators run under a guard. They then run speculatively until the guard holds, so idempotence is not
    /// guaranteed.
    pub(super) guarded: bool,
    pub(super) context: String,
    pub(super) seed: u64,
}

impl Case {
    /// The failure for a violated law.
    pub(super) fn violates(&self, law: Law, how: &str) -> Failure {
        violation(law, &self.context, how)
    }

    /// Atoms with the model's names.
    pub(super) fn format_atoms(&self, atoms: &[Atom]) -> String {
        let atoms: Vec<String> = atoms
            .iter()
            .map(|&atom| self.model.format_atom(atom))
            .collect();
        format!("[{}]", atoms.join(", "))
    }

    /// An assignment with the model's names.
    pub(super) fn format_assignment(&self, assignment: &[i32]) -> String {
        let vars = self.model.all_vars();
        let values: Vec<String> = vars
            .map(|var| format!("{} = {}", self.model.name(var), assignment[var.index()]))
            .collect();
        format!("({})", values.join(", "))
    }

    /// Fails unless the assignments found are exactly the solutions.
    pub(super) fn compare_solutions(
        &self,
        law: Law,
        by: &str,
        mut found: Vec<Vec<i32>>,
    ) -> Result<(), Failure> {
        found.sort();
        if found == self.solutions {
            return Ok(());
        }
        let format = |assignments: &[Vec<i32>]| -> String {
            let all = assignments.iter().map(|at| self.format_assignment(at));
            all.collect::<Vec<_>>().join(" ")
        };
        let (found, expected) = (format(&found), format(&self.solutions));
        Err(self.violates(
            law,
            &format!("{by} found {found}\n  but the solutions are {expected}"),
        ))
    }
}

/// The report of a violated law.
pub(super) fn violation(law: Law, context: &str, how: &str) -> Failure {
    Failure {
        law: law.name(),
        report: format!("not {law}: {context}\n  {how}"),
    }
}
