//! The features of a model: the counts and sizes on which the rules depend.

use std::collections::BTreeMap;

use gridwright_fd::{Domain, Model, Var};

/// Prefixes of the names of constraint families over a graph. `hamiltonian_path` is not among them: plain search along the path solves most instances in a few nodes, and its
/// reasons are long.
const GRAPH_FAMILIES: &[&str] = &[
    "circuit",
    "connected",
    "part_sizes",
    "reachable",
    "rooted_parts",
    "single_loop",
    "subcircuit",
];

/// Counts and sizes of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelFeatures {
    /// The number of variables with more than one value.
    pub unfixed: usize,
    /// The number of variables with two values.
    pub booleans: usize,
    /// The size of the largest domain.
    pub max_domain_size: u64,
    /// The number of assignments, at most `u64::MAX`.
    pub assignments: u64,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of constraints of each family; a reified constraint counts for its own family.
    pub families: BTreeMap<&'static str, usize>,
    /// The number of reified and half-reified constraints.
    pub reified: usize,
    /// The number of constraints over a graph.
    pub n_graph_constraints: usize,
    /// Whether the model is one permutation without fixed variables and at least three sums, such as an empty magic square.
    pub is_permutation_with_sums: bool,
    /// Whether some `all_different` has a domain of more than 64 values and some `all_different` is not a permutation.
    pub has_wide_different: bool,
    /// Whether the model has a CNF encoding.
    pub has_cnf_encoding: bool,
}

impl ModelFeatures {
    /// The features of a model.
    pub fn new(model: &Model) -> ModelFeatures {
        let mut features = ModelFeatures {
            unfixed: 0,
            booleans: 0,
            max_domain_size: 1,
            assignments: 1,
            constraints: model.constraints().len(),
            families: BTreeMap::new(),
            reified: 0,
            n_graph_constraints: 0,
            is_permutation_with_sums: false,
            has_wide_different: false,
            has_cnf_encoding: model.has_cnf_encoding(),
        };
        for constraint in model.constraints() {
            let family = constraint.name();
            *features.families.entry(family).or_default() += 1;
            features.reified += usize::from(constraint.is_reified());
            features.n_graph_constraints +=
                usize::from(GRAPH_FAMILIES.iter().any(|graph| family.starts_with(graph)));
        }
        features.measure(model);
        features
    }

    /// The features of a model with the same constraints over other domains.
    pub(crate) fn with_domains_of(&self, model: &Model) -> ModelFeatures {
        let mut features = self.clone();
        features.has_cnf_encoding = model.has_cnf_encoding();
        features.measure(model);
        features
    }

    /// Sets the fields that depend on the domains.
    fn measure(&mut self, model: &Model) {
        let (mut unfixed, mut booleans, mut max_size, mut assignments) = (0, 0, 1, 1_u64);
        for var in model.all_vars() {
            let size = model.domain(var).size();
            unfixed += usize::from(size > 1);
            booleans += usize::from(size == 2);
            max_size = size.max(max_size);
            assignments = assignments.saturating_mul(size);
        }
        (self.unfixed, self.booleans) = (unfixed, booleans);
        (self.max_domain_size, self.assignments) = (max_size, assignments);
        // Scopes are built only for the few models in which they matter.
        let n_different = self.count("all_different");
        let may_be_sums =
            n_different == 1 && self.count("linear") > 2 && max_size == self.unfixed as u64;
        let may_be_wide = n_different > 0 && max_size > 64;
        let (n_permutations, widest_different) = match may_be_sums || may_be_wide {
            true => measure_different(model),
            false => (0, 0),
        };
        self.is_permutation_with_sums = may_be_sums && n_permutations == 1;
        self.has_wide_different = widest_different > 64 && n_permutations < n_different;
    }

    /// How many constraints of a family there are.
    pub fn count(&self, family: &str) -> usize {
        self.families.get(family).copied().unwrap_or(0)
    }
}

/// The number of `all_different` constraints over as many values as variables, and the size of the largest domain in any.
fn measure_different(model: &Model) -> (usize, u64) {
    let all = model.constraints().iter();
    let different = all.filter(|constraint| constraint.name() == "all_different");
    different.fold((0, 0), |(n_permutations, widest), constraint| {
        let scope = constraint.scope();
        let is_permutation = !scope.is_empty() && n_values(model, &scope) == scope.len() as u64;
        let sizes = scope.iter().map(|&var| model.domain(var).size());
        (
            n_permutations + usize::from(is_permutation),
            sizes.fold(widest, u64::max),
        )
    })
}

/// The size of the union of domains.
fn n_values(model: &Model, scope: &[Var]) -> u64 {
    let ranges = scope.iter().flat_map(|&var| model.domain(var).ranges());
    Domain::from_ranges(ranges.map(|(min, max)| min..=max)).size()
}
