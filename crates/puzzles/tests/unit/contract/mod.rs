//! Tests of the contract of puzzles.

mod facts;
mod named;
mod premise;
