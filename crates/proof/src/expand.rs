//! Expanded statements: long sums and automata as chains of small constraints over further variables, for engines that encode constraints as clauses.
//!
//! The variables of the statement come first and keep their domains, and the keys are the same. A solution of the statement extends to one of the expanded statement: by
//! the partial sums, and by the states of the automaton. So whatever refutes the expanded statement refutes the statement.

use std::collections::BTreeSet;

use crate::constraint::{Automaton, Constraint, Relation};
use crate::statement::{Domain, Statement};

/// The most values of a partial sum; longer sums are left as they are.
const MAX_VALUES: usize = 20_000;

impl Statement {
    /// The statement with sums of more than two terms and automata expanded.
    pub fn expanded(&self) -> Statement {
        self.expanded_with_origins().0
    }

    /// The expanded statement, and for each of its constraints the index of that which it expands.
    pub(crate) fn expanded_with_origins(&self) -> (Statement, Vec<usize>) {
        let mut origins = Vec::new();
        let mut expanded = Statement {
            domains: self.domains.clone(),
            constraints: Vec::new(),
            keys: self.keys.clone(),
        };
        for (origin, constraint) in self.constraints.iter().enumerate() {
            let is_done = match constraint {
                Constraint::Linear {
                    terms,
                    relation,
                    constant,
                } if terms.len() > 2 => expanded.expand_sum(terms, *relation, *constant),
                Constraint::Accepted(vars, automaton) => expanded.expand_run(vars, automaton),
                _ => false,
            };
            if !is_done {
                expanded.constraints.push(constraint.clone());
            }
            origins.resize(expanded.constraints.len(), origin);
        }
        (expanded, origins)
    }

    fn values(&self, var: u32) -> impl Iterator<Item = i32> + '_ {
        let ranges = self.domains[var as usize].ranges.iter();
        ranges.flat_map(|&(min, max)| min..=max)
    }

    /// Adds `sum relation constant`, for three terms or more, by the sums of the first two terms, the first three and so on, without the last. False if one has too many values.
    fn expand_sum(&mut self, terms: &[(i32, u32)], relation: Relation, constant: i64) -> bool {
        let mut sums: Vec<BTreeSet<i64>> = Vec::new();
        let mut current: BTreeSet<i64> = BTreeSet::from([0]);
        for &(a, x) in &terms[..terms.len() - 1] {
            let mut next = BTreeSet::new();
            for value in self.values(x) {
                next.extend(
                    current
                        .iter()
                        .map(|sum| sum + i64::from(a) * i64::from(value)),
                );
                if next.len() > MAX_VALUES {
                    return false;
                }
            }
            current = next;
            sums.push(current.clone());
        }
        let is_small =
            |sum: &i64| i32::try_from(*sum).is_ok_and(|sum| sum.unsigned_abs() < i32::MAX as u32);
        if !sums.iter().flatten().all(is_small) {
            return false;
        }
        // The first term is its own sum.
        let mut before = terms[0];
        for (&(a, x), values) in terms[1..].iter().zip(&sums[1..]) {
            let values = values.iter().map(|&sum| sum as i32).collect();
            let sum = self.add_var(Domain::of(values));
            self.add_linear(vec![before, (a, x), (-1, sum)], Relation::Eq, 0);
            before = (1, sum);
        }
        let last = terms[terms.len() - 1];
        self.add_linear(vec![before, last], relation, constant);
        true
    }

    /// Adds that an automaton accepts the values of variables, by its states between them. False if there are no variables.
    fn expand_run(&mut self, vars: &[u32], automaton: &Automaton) -> bool {
        let mut before: Option<u32> = None;
        for (i, &x) in vars.iter().enumerate() {
            let is_last = i + 1 == vars.len();
            let states = automaton.arcs.iter().map(|arc| arc.2 as i32).collect();
            let after = (!is_last).then(|| self.add_var(Domain::of(states)));
            // A row has the state before, unless it is the first, the symbol, and the state after, unless it is the last.
            let fits = |arc: &&(usize, i32, usize)| {
                (before.is_some() || arc.0 == 0) && (!is_last || arc.2 == automaton.accepting)
            };
            let row = |&(from, symbol, to): &(usize, i32, usize)| {
                let from = before.map(|_| from as i32);
                let to = after.map(|_| to as i32);
                from.into_iter().chain([symbol]).chain(to).collect()
            };
            let rows = automaton.arcs.iter().filter(fits).map(row).collect();
            let vars = before.into_iter().chain([x]).chain(after).collect();
            self.constraints.push(Constraint::Table(vars, rows));
            before = after;
        }
        !vars.is_empty()
    }
}
