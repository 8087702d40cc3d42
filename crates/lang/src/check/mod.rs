//! Names, types and shapes: statements become typed expressions, and indices get scopes and plans.

pub(crate) mod affine;
pub(crate) mod declare;
pub(crate) mod evaluate;
pub(crate) mod functions;
pub(crate) mod lower;
pub(crate) mod plan;
pub(crate) mod shape;
pub(crate) mod tables;
pub(crate) mod typed;
