//! The trait of propagators, how constraints post them, and the propagation strength at which they are posted.

mod consistency;
mod poster;
mod propagator;

pub use consistency::{Consistency, ConsistencyMap};
pub use poster::Poster;
pub use propagator::{Propagator, Status, Truth, Wake};

pub(crate) use poster::Posted;
