//! Shorthand for building the models of tests: invalid arguments panic, and variables get names by themselves.

use gridwright_fd::{Constraint, Domain, Model, Var};

/// Adds variables and constraints that must be valid.
pub trait BuildModel {
    /// Adds a variable.
    fn int(&mut self, domain: impl Into<Domain>) -> Var;

    /// Adds `n` variables with the same domain.
    fn ints(&mut self, n: usize, domain: impl Into<Domain>) -> Vec<Var> {
        let domain = domain.into();
        (0..n).map(|_| self.int(domain.clone())).collect()
    }

    /// Adds one variable for each domain.
    fn int_each<D: Into<Domain>>(&mut self, domains: impl IntoIterator<Item = D>) -> Vec<Var> {
        domains.into_iter().map(|domain| self.int(domain)).collect()
    }

    /// Posts a constraint.
    fn add(&mut self, constraint: impl Constraint + 'static);
}

impl BuildModel for Model {
    fn int(&mut self, domain: impl Into<Domain>) -> Var {
        let name = format!("x{}", self.n_vars());
        self.var(name, domain).expect("a valid domain")
    }

    fn add(&mut self, constraint: impl Constraint + 'static) {
        self.post(constraint).expect("a valid constraint");
    }
}
