//! Assignments: one value for every variable of a model.

use crate::vars::atom::Atom;
use crate::vars::var::Var;
use crate::vars::view::View;

/// A value for every variable of a model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Assignment {
    values: Vec<i32>,
}

impl Assignment {
    /// The assignment with these values, indexed by variable ([`Var::ZERO`] first).
    pub fn new(values: Vec<i32>) -> Assignment {
        Assignment { values }
    }

    /// The value of a view.
    pub fn value(&self, view: impl Into<View>) -> i32 {
        let view = view.into();
        view.of(self.values[view.var.index()])
    }

    /// The values of some variables, in their order.
    pub fn values(&self, vars: &[Var]) -> Vec<i32> {
        vars.iter().map(|&var| self.value(var)).collect()
    }

    /// Whether an atom is true in it.
    pub fn holds(&self, atom: Atom) -> bool {
        atom.admits(self.value(atom.var()))
    }

    /// All values, indexed by variable.
    pub fn as_slice(&self) -> &[i32] {
        &self.values
    }

    pub(crate) fn clear(&mut self) -> &mut Vec<i32> {
        self.values.clear();
        &mut self.values
    }
}
