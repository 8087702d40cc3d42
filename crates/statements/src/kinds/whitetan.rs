//! White-and-Tan: a variable per arrow, 1 for tan and 0 for white. A tan arrow points at two tan arrows, a white arrow at one
//! white arrow. With `n` arrows on its ray, the number of tan ones is 2 or `n - 1`: sum = (n - 1) + (3 - n) * arrow.
//!
//! Text: the rows as words `n ne e se s sw w nw`.

use gridwright_proof::{Constraint, Domain, Relation, Statement};

use crate::Read;
use crate::text::{error, n_cols, rows};

pub(crate) fn state(text: &str) -> Read {
    let rows = rows(text);
    let (n_rows, n_cols) = (rows.len() as i32, n_cols(&rows)? as i32);
    let mut statement = Statement::default();
    for _ in rows.iter().flatten() {
        let arrow = statement.add_var(Domain::range(0, 1));
        statement.keys.push(arrow);
    }
    for (at, word) in rows.iter().flatten().enumerate() {
        let (down, right) = match *word {
            "n" => (-1, 0),
            "ne" => (-1, 1),
            "e" => (0, 1),
            "se" => (1, 1),
            "s" => (1, 0),
            "sw" => (1, -1),
            "w" => (0, -1),
            "nw" => (-1, -1),
            _ => return Err(error("expected one of n ne e se s sw w nw")),
        };
        let at = at as i32;
        let (mut row, mut col) = (at / n_cols + down, at % n_cols + right);
        let mut terms = Vec::new();
        while (0..n_rows).contains(&row) && (0..n_cols).contains(&col) {
            terms.push((1, (row * n_cols + col) as u32));
            (row, col) = (row + down, col + right);
        }
        let n = terms.len() as i32;
        terms.push((n - 3, at as u32));
        statement.constraints.push(Constraint::Linear {
            terms,
            relation: Relation::Eq,
            constant: i64::from(n) - 1,
        });
    }
    Ok(statement)
}
