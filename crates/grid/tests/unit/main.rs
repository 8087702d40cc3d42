//! The tests of the crate by its public interface: one file for each file of `src`, and files for larger subjects.

mod boards;
mod border;
mod direction;
mod grid;
mod pictures;
mod random;
mod shapes;
mod xml;
