//! The engines: propagation and search without learning (`fd`) or with it (`learn`), a SAT solver on the CNF encoding (`sat`), brute force (`oracle`).

pub(crate) mod fd;
mod lazy;
pub(crate) mod oracle;
pub(crate) mod sat;

use gridwright_fd::{Atom, Model, SearchError};

/// Refuses assumptions on variables that the model does not have.
pub(crate) fn check_vars(model: &Model, assumptions: &[Atom]) -> Result<(), SearchError> {
    let mut vars = assumptions.iter().map(|atom| atom.var().index());
    match vars.find(|&index| index >= model.n_vars()) {
        Some(index) => Err(SearchError::UnknownVar(index)),
        None => Ok(()),
    }
}
