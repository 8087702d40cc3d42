//! CNF in the DIMACS format: a 0/1 variable per variable of the file, and a clause per clause.
//!
//! Text: lines `c …` are comments, `p cnf VARIABLES CLAUSES`, then literals, each clause ended by 0. A line `%` ends the file.

use crate::atom::Atom;
use crate::statement::text::error;
use crate::statement::{Domain, Read, Statement};

/// The most variables of a file.
const MAX_VARS: u32 = 10_000_000;

pub(super) fn state(text: &str) -> Read {
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('c'));
    let header = lines.find(|line| !line.trim().is_empty()).unwrap_or("");
    let words: Vec<&str> = header.split_whitespace().collect();
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
    let mut statement = Statement::default();
    for _ in 0..n_vars {
        statement.add_key(Domain::range(0, 1));
    }
    let mut clause = Vec::new();
    let lines = lines.take_while(|line| line.trim() != "%");
    for word in lines.flat_map(str::split_whitespace) {
        let literal = word.parse::<i32>().ok();
        let literal = literal.filter(|literal| literal.unsigned_abs() <= n_vars);
        match literal {
            Some(0) => statement.add_clause(std::mem::take(&mut clause)),
            Some(literal) => {
                let var = literal.unsigned_abs() - 1;
                clause.push(Atom::eq(var, i32::from(literal > 0)));
            }
            None => {
                let what = format!("expected a literal from -{n_vars} to {n_vars}, found `{word}`");
                return Err(error(&what));
            }
        }
    }
    let found = statement.constraints.len();
    match clause.is_empty() && found == n_clauses {
        true => Ok(statement),
        false if !clause.is_empty() => Err(error("the last clause does not end with 0")),
        false => Err(error(&format!(
            "the header says {n_clauses} clauses, but there are {found}"
        ))),
    }
}
