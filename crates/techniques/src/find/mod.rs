//! Finding steps: one file for each family of techniques.

pub(crate) mod singles;
