//! CNF in the DIMACS format: a 0/1 variable per variable of the file, and a clause per clause.
//!
//! Text: lines `c …` are comments, `p cnf VARIABLES CLAUSES`, then literals, each clause ended by 0. A line `%` ends the file.

use std::str::{Lines, SplitWhitespace};

use gridwright_proof::{Atom, Constraint, Domain, Statement};

use crate::build::Build;
use crate::text::error;
use crate::{Read, StatementError};

/// The most variables of a file.
const MAX_VARS: u32 = 10_000_000;

/// The clauses of a DIMACS file, which are read one by one.
#[derive(Clone, Debug)]
pub struct Dimacs<'t> {
    n_vars: u32,
    n_clauses: usize,
    n_read: usize,
    lines: Lines<'t>,
    words: SplitWhitespace<'t>,
}

impl<'t> Dimacs<'t> {
    /// Reads the header of a file.
    pub fn new(text: &'t str) -> Result<Dimacs<'t>, StatementError> {
        let mut lines = text.lines();
        let header = lines.find(|line| !is_comment(line) && !line.trim().is_empty());
        let words: Vec<&str> = header.unwrap_or("").split_whitespace().collect();
        let sizes = match words[..] {
            ["p", "cnf", n_vars, n_clauses] => n_vars
                .parse::<u32>()
                .ok()
                .zip(n_clauses.parse::<usize>().ok()),
            _ => None,
        };
        let (n_vars, n_clauses) =
            sizes.ok_or_else(|| error("expected a line `p cnf VARIABLES CLAUSES`"))?;
        if n_vars > MAX_VARS {
            return Err(error(&format!("a CNF has at most {MAX_VARS} variables")));
        }
        Ok(Dimacs {
            n_vars,
            n_clauses,
            n_read: 0,
            lines,
            words: "".split_whitespace(),
        })
    }

    /// The number of variables; literals are from 1 to this number, and their negations.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The number of clauses read so far.
    pub fn n_read(&self) -> usize {
        self.n_read
    }

    /// Reads the next clause into a vector, whose contents it replaces; `false` at the end of the file.
    pub fn read_clause(&mut self, clause: &mut Vec<i32>) -> Result<bool, StatementError> {
        clause.clear();
        while let Some(word) = self.next_word() {
            let literal = word.parse::<i32>().ok();
            match literal.filter(|literal| literal.unsigned_abs() <= self.n_vars) {
                Some(0) => {
                    self.n_read += 1;
                    return Ok(true);
                }
                Some(literal) => clause.push(literal),
                None => {
                    let n = self.n_vars;
                    let what = format!("expected a literal from -{n} to {n}, found `{word}`");
                    return Err(error(&what));
                }
            }
        }
        match clause.is_empty() && self.n_read == self.n_clauses {
            true => Ok(false),
            false if !clause.is_empty() => Err(error("the last clause does not end with 0")),
            false => Err(error(&format!(
                "the header says {} clauses, but there are {}",
                self.n_clauses, self.n_read
            ))),
        }
    }

    fn next_word(&mut self) -> Option<&'t str> {
        loop {
            if let Some(word) = self.words.next() {
                return Some(word);
            }
            let line = self.lines.find(|line| !is_comment(line))?;
            if line.trim() == "%" {
                self.lines = "".lines();
                return None;
            }
            self.words = line.split_whitespace();
        }
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('c')
}

/// States a CNF in the DIMACS format: clauses over 0/1 variables.
pub fn state_dimacs(text: &str) -> Read {
    let statement = state_dimacs_before(text, &mut |_| false)?;
    Ok(statement.expect("reading was not ended"))
}

/// [`state_dimacs`]; `None` if `is_over` says, given the bytes in use, that reading must end.
pub fn state_dimacs_before(
    text: &str,
    is_over: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Statement>, StatementError> {
    const ITEMS_PER_CHECK: u32 = 1 << 12;
    let mut file = Dimacs::new(text)?;
    let mut statement = Statement::default();
    let mut n_bytes = 0;
    for n in 0..file.n_vars {
        if n % ITEMS_PER_CHECK == 0 && is_over(n_bytes) {
            return Ok(None);
        }
        n_bytes += size_of::<Domain>() + size_of::<(i32, i32)>() + size_of::<u32>();
        statement.add_key(Domain::range(0, 1));
    }
    let mut clause = Vec::new();
    while file.read_clause(&mut clause)? {
        if file.n_read % ITEMS_PER_CHECK as usize == 0 && is_over(n_bytes) {
            return Ok(None);
        }
        n_bytes += size_of::<Constraint>() + clause.len() * size_of::<Atom>();
        let atoms = clause.iter().map(|literal| {
            let var = literal.unsigned_abs() - 1;
            Atom::eq(var, i32::from(*literal > 0))
        });
        statement.add_clause(atoms);
    }
    Ok(Some(statement))
}
