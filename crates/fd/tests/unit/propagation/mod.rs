//! Tests of propagation.

mod consistency;
