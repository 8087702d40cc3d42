//! CNF in the DIMACS format: statements of clauses, all different, small sums and tables, with a literal per value of a variable.
//!
//! A variable with the values 0 and 1 is one literal; the others are named in comments, `c x3 5 17` for value 5 of variable 3. The statement of a
//! DIMACS file gives the clauses of the file, in their order.

use std::collections::HashMap;
use std::io::{self, Write};

use gridwright_proof::{Constraint, Statement};

use crate::proofs::implications::{Implication, implications};

/// A CNF; literals are numbers as in DIMACS.
pub(super) struct Cnf {
    pub(super) n_vars: i32,
    /// By variable of the statement: its values and their literals.
    pub(super) values: Vec<Vec<(i32, i32)>>,
    pub(super) clauses: Vec<Vec<i32>>,
}

impl Cnf {
    /// The clauses of a statement that the engine sat supports; with an answer, also that there is another.
    pub(super) fn new(statement: &Statement, answer: Option<&[i32]>) -> Cnf {
        let mut cnf = Cnf {
            n_vars: 0,
            values: Vec::new(),
            clauses: Vec::new(),
        };
        for domain in &statement.domains {
            let mut values = Vec::new();
            if domain.ranges == [(0, 1)] {
                cnf.n_vars += 1;
                cnf.values.push(vec![(0, -cnf.n_vars), (1, cnf.n_vars)]);
                continue;
            }
            for value in domain.ranges.iter().flat_map(|&(min, max)| min..=max) {
                cnf.n_vars += 1;
                values.push((value, cnf.n_vars));
            }
            let literals: Vec<i32> = values.iter().map(|pair| pair.1).collect();
            cnf.add_at_most_one(&literals);
            cnf.clauses.push(literals);
            cnf.values.push(values);
        }
        for constraint in &statement.constraints {
            match constraint {
                Constraint::Clause(atoms) => {
                    let mut clause = Vec::new();
                    for atom in atoms {
                        let values = cnf.values[atom.var as usize].iter();
                        let admitted = values.filter(|(value, _)| atom.admits(*value));
                        clause.extend(admitted.map(|pair| pair.1));
                    }
                    clause.sort_unstable();
                    clause.dedup();
                    cnf.clauses.push(clause);
                }
                Constraint::AllDifferent(items) => cnf.add_different(items),
                constraint => {
                    for Implication { when, then } in implications(statement, constraint) {
                        let when = when.iter().map(|&(x, value)| -cnf.literal(x, value));
                        let then = then.iter().map(|&(x, value)| cnf.literal(x, value));
                        let clause = when.chain(then).collect();
                        cnf.clauses.push(clause);
                    }
                }
            }
        }
        if let Some(answer) = answer {
            let literal = |&key: &u32| -cnf.literal(key, answer[key as usize]);
            let clause = statement.keys.iter().map(literal).collect();
            cnf.clauses.push(clause);
        }
        cnf
    }

    /// The literal of a value of a variable's domain.
    fn literal(&self, var: u32, value: i32) -> i32 {
        let values = self.values[var as usize].iter();
        let mut of_value = values.filter(|pair| pair.0 == value);
        of_value.next().expect("a value of the domain").1
    }

    fn add_at_most_one(&mut self, literals: &[i32]) {
        for (i, &one) in literals.iter().enumerate() {
            let pairs = literals[..i].iter().map(|&other| vec![-other, -one]);
            self.clauses.extend(pairs);
        }
    }

    fn add_different(&mut self, items: &[(u32, i32)]) {
        let mut by_value: HashMap<i64, Vec<i32>> = HashMap::new();
        for &(x, offset) in items {
            for &(value, literal) in &self.values[x as usize] {
                let value = i64::from(value) + i64::from(offset);
                by_value.entry(value).or_default().push(literal);
            }
        }
        let is_permutation = by_value.len() == items.len();
        let mut by_value: Vec<(i64, Vec<i32>)> = by_value.into_iter().collect();
        by_value.sort_unstable();
        for (_, literals) in by_value {
            self.add_at_most_one(&literals);
            if is_permutation {
                self.clauses.push(literals);
            }
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (x, values) in self.values.iter().enumerate() {
            for (value, literal) in values.iter().filter(|pair| pair.1 > 0) {
                writeln!(out, "c x{x} {value} {literal}")?;
            }
        }
        writeln!(out, "p cnf {} {}", self.n_vars, self.clauses.len())?;
        for clause in &self.clauses {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        out.flush()
    }
}
