//! Statements of problems: variables with domains, and constraints between them.

use crate::atom::Atom;
use crate::constraint::{Constraint, Relation};

/// A problem. A variable is an index into `domains`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statement {
    /// The domain of each variable.
    pub domains: Vec<Domain>,
    /// What an answer must satisfy.
    pub constraints: Vec<Constraint>,
    /// The variables on which answers are compared: answers that agree on them are the same.
    pub keys: Vec<u32>,
}

/// A set of values: ascending ranges, both ends included, that neither overlap nor touch. A domain may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The ranges.
    pub ranges: Vec<(i32, i32)>,
}

impl Domain {
    /// The values from `min` to `max`; none if `min > max`.
    pub fn range(min: i32, max: i32) -> Domain {
        let ranges = if min <= max { vec![(min, max)] } else { vec![] };
        Domain { ranges }
    }

    /// The values of a list.
    pub fn of(mut values: Vec<i32>) -> Domain {
        values.sort_unstable();
        let mut ranges: Vec<(i32, i32)> = Vec::new();
        for value in values {
            match ranges.last_mut() {
                Some(last) if i64::from(value) <= i64::from(last.1) + 1 => last.1 = value,
                _ => ranges.push((value, value)),
            }
        }
        Domain { ranges }
    }

    /// Whether a value is in the domain.
    pub fn contains(&self, value: i32) -> bool {
        let after = self.ranges.partition_point(|range| range.1 < value);
        self.ranges.get(after).is_some_and(|range| range.0 <= value)
    }
}

impl Statement {
    /// Adds a variable and returns its index.
    pub fn add_var(&mut self, domain: Domain) -> u32 {
        self.domains.push(domain);
        self.domains.len() as u32 - 1
    }

    /// Adds `sum of variables = constant`.
    pub fn add_sum(&mut self, vars: impl IntoIterator<Item = u32>, constant: i64) {
        let terms = vars.into_iter().map(|var| (1, var)).collect();
        self.add_linear(terms, Relation::Eq, constant);
    }

    /// Adds a linear constraint, whose terms are about different variables.
    pub fn add_linear(&mut self, terms: Vec<(i32, u32)>, relation: Relation, constant: i64) {
        self.constraints.push(Constraint::Linear {
            terms,
            relation,
            constant,
        });
    }

    /// Adds that variables are all different.
    pub fn add_different(&mut self, vars: impl IntoIterator<Item = u32>) {
        let items = vars.into_iter().map(|var| (var, 0)).collect();
        self.constraints.push(Constraint::AllDifferent(items));
    }

    /// Adds that one of the atoms holds.
    pub fn add_clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        let atoms = atoms.into_iter().collect();
        self.constraints.push(Constraint::Clause(atoms));
    }

    /// Whether an assignment takes its values from the domains and satisfies every constraint.
    pub fn holds(&self, values: &[i32]) -> bool {
        let mut both = self.domains.iter().zip(values);
        values.len() == self.domains.len()
            && both.all(|(domain, &value)| domain.contains(value))
            && self.constraints.iter().all(|one| one.holds(values))
    }
}
