//! CNF in the DIMACS format: clauses of a file, and statements of clauses, all different, small sums and tables, with a literal per value of a variable.
//!
//! A variable with the values 0 and 1 is one literal; the others are named in comments, `c x3 5 17` for value 5 of variable 3.

use std::collections::HashMap;
use std::io::{self, Write};

use gridwright_fd::{Deadline, Limit};
use gridwright_proof::{Constraint, Statement};
use gridwright_statements::{Dimacs, StatementError};

use crate::proofs::implications::{Implication, implications};

/// The conflicts after which variables of a CNF are eliminated; an easy one is solved before.
pub(super) const ELIMINATE_AFTER: u64 = 1000;

/// The number of clauses or variables between two checks of the deadline.
pub(super) const ITEMS_PER_CHECK: usize = 1 << 12;

/// Clauses in one list.
#[derive(Clone, Default)]
pub(super) struct Clauses {
    literals: Vec<i32>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

impl Clauses {
    /// The clauses of a DIMACS file and the number of variables, or the limit that was reached before they were read.
    pub(super) fn of_dimacs(
        text: &str,
        deadline: &Deadline,
    ) -> Result<Result<(i32, Clauses), Limit>, StatementError> {
        let mut file = Dimacs::new(text)?;
        let (mut clauses, mut clause) = (Clauses::default(), Vec::new());
        while file.read_clause(&mut clause)? {
            clauses.push(clause.iter().copied());
            if clauses.len().is_multiple_of(ITEMS_PER_CHECK)
                && let Some(limit) = deadline.reached_with(clauses.n_bytes())
            {
                return Ok(Err(limit));
            }
        }
        Ok(Ok((file.n_vars() as i32, clauses)))
    }

    pub(super) fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(super) fn n_bytes(&self) -> usize {
        size_of_val(&self.literals[..]) + size_of_val(&self.ends[..])
    }
}

/// A CNF; literals are numbers as in DIMACS.
pub(super) struct Cnf {
    pub(super) n_vars: i32,
    /// By variable of the statement: its values and their literals.
    values: Vec<Vec<(i32, i32)>>,
    pub(super) clauses: Clauses,
}

impl Cnf {
    /// The clauses of a statement that the engine sat supports; with an answer, also that there is another.
    pub(super) fn new(statement: &Statement, answer: Option<&[i32]>) -> Cnf {
        let mut cnf = Cnf {
            n_vars: 0,
            values: Vec::new(),
            clauses: Clauses::default(),
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
                        let clause: Vec<i32> = when.chain(then).collect();
                        cnf.clauses.push(clause);
                    }
                }
            }
        }
        if let Some(answer) = answer {
            let literal = |&key: &u32| -cnf.literal(key, answer[key as usize]);
            let clause: Vec<i32> = statement.keys.iter().map(literal).collect();
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
            for &other in &literals[..i] {
                self.clauses.push([-other, -one]);
            }
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
        for clause in self.clauses.iter() {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        out.flush()
    }
}
