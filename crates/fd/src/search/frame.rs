//! The choice points of depth-first search.

use crate::search::labelling::{Alternatives, Label};
use crate::search::run::Run;
use crate::vars::{Atom, Var};

/// A choice point with alternatives left.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The number of decisions in force before any of its alternatives.
    pub(crate) depth: usize,
    pub(crate) alternatives: Alternatives,
    pub(crate) n_alternatives: u32,
    /// The number of alternatives tried.
    pub(crate) tried: u32,
    /// Whether those not tried were given to another search.
    pub(crate) given: bool,
    /// The value tried last, for `Alternatives::Values`.
    pub(crate) last: i32,
    /// Whether the search is below an alternative of this choice point, and whether undoing it counts as a backtrack.
    pub(crate) inside: bool,
    pub(crate) counts: bool,
    /// Discrepancies on the path to here.
    pub(crate) discrepancies: u32,
    /// Whether it is of an auxiliary variable, and if so, whether all solutions below have the same cost.
    pub(crate) auxiliary: bool,
    pub(crate) same_cost: bool,
}

impl Frame {
    /// The alternative tried last.
    pub(crate) fn decision(&self) -> Atom {
        match self.alternatives {
            Alternatives::Two { atoms, .. } => atoms[self.tried as usize - 1],
            Alternatives::Values { var, .. } => Atom::eq(var, self.last),
        }
    }

    /// The next alternative: its atom, the variable being labelled, and the label to continue with.
    pub(crate) fn next(&mut self, run: &Run<'_, '_>) -> Option<(Atom, Option<Var>, Option<Label>)> {
        if self.given {
            return None;
        }
        self.tried += 1;
        match self.alternatives {
            Alternatives::Two { atoms, label } => {
                let atom = *atoms.get(self.tried as usize - 1)?;
                Some((atom, label.map(|label| label.var), label))
            }
            Alternatives::Values { var, down } => {
                let (store, view) = (&run.kernel.store, var.view());
                let value = match (self.tried, down) {
                    (1, false) => store.min(view),
                    (1, true) => store.max(view),
                    (_, false) => store.next_value(view, self.last.checked_add(1)?)?,
                    (_, true) => store.previous_value(view, self.last.checked_sub(1)?)?,
                };
                self.last = value;
                Some((Atom::eq(var, value), Some(var), None))
            }
        }
    }
}
