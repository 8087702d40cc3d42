//! The tests of the crate by its public interface, by subject.

mod assumptions;
mod backtracks;
mod bad_input;
mod branches;
mod fuzz;
mod half_reified_cnf;
mod limits;
mod proof_mutations;
mod proofs;
mod wide_learning;
