//! Host functions: predicates that the caller of the library writes in Rust.

use std::collections::HashMap;
use std::fmt;

use gridwright_term::Term;

use crate::code::atoms::{AtomTable, Functor};

/// A predicate in Rust. It gets its arguments as terms and returns terms to unify them with, or `None` to fail. A variable
/// returned by the name it came with is left alone.
pub type HostFunction = dyn Fn(&[Term]) -> Option<Vec<Term>> + Send + Sync;

/// The host functions of a program, by name and number of arguments.
#[derive(Default)]
pub(crate) struct Hosts(pub(crate) HashMap<(String, usize), Box<HostFunction>>);

impl fmt::Debug for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Hosts {
    pub(crate) fn find(&self, atoms: &AtomTable, functor: Functor) -> Option<&HostFunction> {
        if self.0.is_empty() {
            return None;
        }
        let name = atoms.text(functor.name() as usize).to_owned();
        self.0.get(&(name, functor.arity())).map(|host| &**host)
    }
}
