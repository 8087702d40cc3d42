//! Variables, affine views, atoms, sets of values and assignments: plain data that is meaningful only together with a model.

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
