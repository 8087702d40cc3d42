//! Variables, affine views of them, atoms and sets of values: plain data that means nothing without a model.

mod assignment;
mod atom;
mod domain;
mod var;
mod view;

pub use assignment::Assignment;
pub use atom::{Atom, Op};
pub use domain::Domain;
pub use var::{MAX_VALUE, MIN_VALUE, Var};
pub use view::{View, div_ceil, div_floor};
