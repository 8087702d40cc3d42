//! The constraint store: suspensions, their indexes, and the propagation history.

pub(crate) mod cardinality;
pub(crate) mod compact;
pub(crate) mod history;
pub(crate) mod index;
pub(crate) mod scan;
pub(crate) mod suspensions;
pub(crate) mod table;
