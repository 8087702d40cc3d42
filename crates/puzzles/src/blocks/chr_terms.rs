//! Terms of CHR programs: formats boards as lists for a query, and converts bound and stored terms to claims about facts.

use gridwright_term::Term;

use crate::contract::Claim;

/// Formats items as a Prolog list of rows of `width` items.
pub(crate) fn rows(width: usize, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let rows: Vec<String> = items
        .chunks(width.max(1))
        .map(|row| format!("[{}]", row.join(",")))
        .collect();
    format!("[{}]", rows.join(","))
}

/// The numbers in a list, which may be nested; `None` unless it consists of exactly `n` numbers.
pub(crate) fn numbers(term: &Term, n: usize) -> Option<Vec<i32>> {
    fn collect(term: &Term, into: &mut Vec<i32>) -> Option<()> {
        match term {
            Term::Int(number) => into.push(i32::try_from(*number).ok()?),
            Term::List(items) => {
                for item in items {
                    collect(item, into)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
    let mut found = Vec::with_capacity(n);
    collect(term, &mut found)?;
    (found.len() == n).then_some(found)
}

/// Converts a number counted from 1 to an index from 0.
pub(crate) fn counted(term: &Term) -> Option<usize> {
    match term {
        Term::Int(number) => usize::try_from(*number).ok()?.checked_sub(1),
        _ => None,
    }
}

/// The row and the column of a pair `(Row, Col)`, as indices from 0.
pub(crate) fn pair(term: &Term) -> Option<(usize, usize)> {
    match (term.functor(), term.args()) {
        (Some((",", 2)), [row, col]) => Some((counted(row)?, counted(col)?)),
        _ => None,
    }
}

/// The claims that follow if a variable over 1 to `n` has only the values `left`. `fact` maps a value, counted from 0, to its fact.
pub(crate) fn one_of(
    left: &[i32],
    n: usize,
    fact: impl Fn(usize) -> usize,
    claims: &mut Vec<Claim>,
) {
    for value in 1..=n {
        let is_left = left.iter().any(|&one| usize::try_from(one) == Ok(value));
        match (is_left, left.len()) {
            (false, _) => claims.push(Claim::is_not(fact(value - 1))),
            (true, 1) => claims.push(Claim::is(fact(value - 1))),
            _ => {}
        }
    }
}

/// Adds the claim about a fact whose truth is a term, if the term is 1 or 0.
pub(crate) fn zero_or_one(fact: usize, term: &Term, claims: &mut Vec<Claim>) {
    match term {
        Term::Int(1) => claims.push(Claim::is(fact)),
        Term::Int(0) => claims.push(Claim::is_not(fact)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_rows_and_nothing_else() {
        let row = |items: &[i32]| Term::list(items.iter().map(|&item| Term::from(item)));
        let square = Term::list([row(&[1, 2]), row(&[3, 4])]);
        assert_eq!(numbers(&square, 4), Some(vec![1, 2, 3, 4]));
        assert_eq!(numbers(&square, 5), None);
        assert_eq!(numbers(&Term::list([Term::var("X")]), 1), None);
        assert_eq!(rows(2, (1..=4).map(|n| n.to_string())), "[[1,2],[3,4]]");
    }
}
