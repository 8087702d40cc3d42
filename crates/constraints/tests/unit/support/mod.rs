//! Tests of what the constraints share.

mod bit_graph;
mod graph;
