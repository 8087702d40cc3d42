//! Builtin predicates: functions of the machine, which the layers above hand to it.

use crate::vm::exceptions::Outcome;
use crate::vm::machine::Machine;

/// A builtin predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    pub(crate) run: fn(&mut Machine<'_>) -> Outcome,
}
