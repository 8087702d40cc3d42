//! Tests of variables, views and atoms.

mod atom;
mod domain;
mod view;
