//! The shape of a model: the counts and sizes on which the rules depend.

use std::collections::BTreeMap;

use gridwright_fd::{Domain, Model, Var};

/// Prefixes of the names of constraint families over a graph. `hamiltonian_path` is not among them: plain search along the path solves most boards in a few nodes, and its
/// reasons are long.
const GRAPHS: &[&str] = &["circuit", "connected", "reachable", "subcircuit"];

/// Counts and sizes of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of variables with more than one value.
    pub unfixed: usize,
    /// The number of variables with two values.
    pub booleans: usize,
    /// The size of the largest domain.
    pub widest: u64,
    /// The number of assignments, at most `u64::MAX`.
    pub assignments: u64,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of constraints of each family; a reified constraint counts for its own family.
    pub families: BTreeMap<&'static str, usize>,
    /// The number of reified and half-reified constraints.
    pub reified: usize,
    /// The number of constraints over a graph.
    pub graphs: usize,
    /// The number of `all_different` constraints over as many values as variables.
    pub permutations: usize,
    /// The size of the largest domain in an `all_different`; 0 without one.
    pub widest_different: u64,
    /// Whether the model has a CNF encoding.
    pub has_cnf_encoding: bool,
}

impl Shape {
    /// The shape of a model.
    pub fn of(model: &Model) -> Shape {
        let mut shape = Shape {
            unfixed: 0,
            booleans: 0,
            widest: 1,
            assignments: 1,
            constraints: model.constraints().len(),
            families: BTreeMap::new(),
            reified: 0,
            graphs: 0,
            permutations: 0,
            widest_different: 0,
            has_cnf_encoding: model.has_cnf_encoding(),
        };
        for constraint in model.constraints() {
            let family = constraint.name();
            *shape.families.entry(family).or_default() += 1;
            shape.reified += usize::from(constraint.is_reified());
            shape.graphs += usize::from(GRAPHS.iter().any(|graph| family.starts_with(graph)));
        }
        shape.measure(model);
        shape
    }

    /// The shape of a model with the same constraints over other domains.
    pub(crate) fn over(&self, model: &Model) -> Shape {
        let mut shape = self.clone();
        shape.has_cnf_encoding = model.has_cnf_encoding();
        shape.measure(model);
        shape
    }

    /// Sets the fields that depend on the domains.
    fn measure(&mut self, model: &Model) {
        let (mut open, mut booleans, mut widest, mut assignments) = (0, 0, 1, 1_u64);
        for var in model.all_vars() {
            let size = model.domain(var).size();
            open += usize::from(size > 1);
            booleans += usize::from(size == 2);
            widest = size.max(widest);
            assignments = assignments.saturating_mul(size);
        }
        (self.unfixed, self.booleans) = (open, booleans);
        (self.widest, self.assignments) = (widest, assignments);
        (self.permutations, self.widest_different) = (0, 0);
        if self.count("all_different") > 0 {
            for constraint in model.constraints() {
                if constraint.name() == "all_different" {
                    self.add_all_different(model, &constraint.scope());
                }
            }
        }
    }

    /// How many constraints of a family there are.
    pub fn count(&self, family: &str) -> usize {
        self.families.get(family).copied().unwrap_or(0)
    }

    /// Whether the model is one permutation without clues and at least three sums, such as an empty magic square.
    pub fn is_sums(&self) -> bool {
        self.permutations == 1
            && self.count("all_different") == 1
            && self.count("linear") > 2
            && self.widest == self.unfixed as u64
    }

    fn add_all_different(&mut self, model: &Model, scope: &[Var]) {
        let widest = scope.iter().map(|&var| model.domain(var).size()).max();
        self.widest_different = self.widest_different.max(widest.unwrap_or(0));
        if widest.is_some_and(|widest| widest <= scope.len() as u64) {
            self.permutations += usize::from(n_values(model, scope) == scope.len() as u64);
        }
    }
}

/// The size of the union of domains.
fn n_values(model: &Model, scope: &[Var]) -> u64 {
    let ranges = || scope.iter().flat_map(|&var| model.domain(var).ranges());
    let first = ranges().map(|(min, _)| min).min().unwrap_or(0);
    let place = |value: i32| i64::from(value) - i64::from(first);
    if ranges().all(|(_, max)| place(max) < 64) {
        // The common case: one word holds all values, and nothing is allocated.
        let word = |(min, max)| (u64::MAX >> (63 - (place(max) - place(min)))) << place(min);
        let all = ranges().map(word).fold(0, |all: u64, word: u64| all | word);
        return all.count_ones().into();
    }
    Domain::from_ranges(ranges().map(|(min, max)| min..=max)).size()
}
