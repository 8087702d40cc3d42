//! The names from the kernel that most constraints and propagators use.

pub(crate) use gridwright_fd::{
    Atom, CnfEncoder, Consistency, Constraint, Cost, Literal, MAX_VALUE, MIN_VALUE, Model,
    ModelError, On, Op, PastStore, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Trailed,
    Truth, Var, View, Wake,
};
pub(crate) use gridwright_term::Term;
