//! Constraints that several kinds add.

use std::sync::Arc;

use gridwright_proof::{Automaton, Constraint, Domain, Relation, Statement};

/// Adds constraints to a statement.
pub(crate) trait Build {
    /// Adds a variable on which answers are compared.
    fn add_key(&mut self, domain: Domain) -> u32;

    /// Adds that at most one of some 0/1 variables is 1.
    fn add_at_most_one(&mut self, vars: &[u32]);

    /// Adds `one < other`.
    fn add_less(&mut self, one: u32, other: u32);

    /// Adds that an automaton accepts the values of variables.
    fn add_accepted(&mut self, vars: Vec<u32>, automaton: Automaton);

    /// Adds that numbers from 1 to `largest` are different and have a sum. Up to four variables are stated as a table of all ways; of more, each has only
    /// numbers that occur in a set of so many numbers with this sum.
    fn add_different_sum(&mut self, vars: &[u32], largest: i32, sum: i64);
}

impl Build for Statement {
    fn add_key(&mut self, domain: Domain) -> u32 {
        let var = self.add_var(domain);
        self.keys.push(var);
        var
    }

    fn add_at_most_one(&mut self, vars: &[u32]) {
        if vars.len() > 1 {
            let terms = vars.iter().map(|&var| (1, var)).collect();
            self.add_linear(terms, Relation::Le, 1);
        }
    }

    fn add_less(&mut self, one: u32, other: u32) {
        match one == other {
            true => self.add_clause([]),
            false => self.add_linear(vec![(1, one), (-1, other)], Relation::Le, -1),
        }
    }

    fn add_accepted(&mut self, vars: Vec<u32>, automaton: Automaton) {
        let automaton = Arc::new(automaton);
        self.constraints.push(Constraint::Accepted(vars, automaton));
    }

    fn add_different_sum(&mut self, vars: &[u32], largest: i32, sum: i64) {
        if largest > 9 {
            self.add_different(vars.iter().copied());
            self.add_sum(vars.iter().copied(), sum);
            return;
        }
        if vars.len() <= 4 {
            let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
            for _ in vars {
                let longer = rows.iter().flat_map(|row| {
                    let numbers = (1..=largest).filter(|number| !row.contains(number));
                    numbers.map(|number| [&row[..], &[number]].concat())
                });
                rows = longer.collect();
            }
            rows.retain(|row| i64::from(row.iter().sum::<i32>()) == sum);
            self.constraints
                .push(Constraint::Table(vars.to_vec(), rows));
            return;
        }
        self.add_different(vars.iter().copied());
        self.add_sum(vars.iter().copied(), sum);
        let numbers_of = |set: u32| (1..=largest).filter(move |number| set >> number & 1 == 1);
        let sets = (0..2_u32 << largest).filter(|&set| {
            set & 1 == 0
                && set.count_ones() as usize == vars.len()
                && i64::from(numbers_of(set).sum::<i32>()) == sum
        });
        let any = sets.fold(0, |any, set| any | set);
        let rows: Vec<Vec<i32>> = numbers_of(any).map(|number| vec![number]).collect();
        for &var in vars {
            self.constraints
                .push(Constraint::Table(vec![var], rows.clone()));
        }
    }
}
