//! What a run of rules that is under way says of the board: what `Answer` is bound to so far, and the constraints in the store. Nothing here runs a rule.
//!
//! Whatever stands in a store follows from what was asked and from the choices that are open, so that each constraint by itself may be read.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::premise::Claim;

/// A run as it stands.
#[derive(Debug)]
pub struct Seen<'s> {
    answer: Option<&'s Term>,
    store: &'s [Term],
    /// The values left of variables that have a constraint `in`.
    left: HashMap<&'s str, Vec<i32>>,
}

impl<'s> Seen<'s> {
    /// A run with this binding of `Answer` and this store.
    pub fn new(answer: Option<&'s Term>, store: &'s [Term]) -> Seen<'s> {
        let domain = |term: &'s Term| match (term.functor(), term.args()) {
            (Some(("in", 2)), [Term::Var(name), values]) => Some((&name[..], listed(values)?)),
            _ => None,
        };
        Seen {
            answer,
            store,
            left: store.iter().filter_map(domain).collect(),
        }
    }

    /// The arguments of every constraint of a name that has so many of them.
    pub(crate) fn each<const N: usize>(&self, name: &str) -> impl Iterator<Item = &'s [Term; N]> {
        let named = move |term: &&Term| term.functor() == Some((name, N));
        let terms = self.store.iter().filter(named);
        terms.filter_map(|term| term.args().try_into().ok())
    }

    /// The values that a term may still have: a number is itself.
    pub(crate) fn left(&self, term: &Term) -> Option<Vec<i32>> {
        match term {
            Term::Int(number) => Some(vec![i32::try_from(*number).ok()?]),
            Term::Var(name) => self.left.get(&name[..]).cloned(),
            _ => None,
        }
    }

    /// The items of a list of lists that `Answer` is bound to, in order.
    pub(crate) fn items(&self) -> Vec<&'s Term> {
        let Some(Term::List(rows)) = self.answer else {
            return Vec::new();
        };
        let row = |row: &'s Term| match row {
            Term::List(items) => items.iter().collect(),
            item => vec![item],
        };
        rows.iter().flat_map(row).collect()
    }
}

/// The values of a domain that is written as a list, or by its ends.
pub(crate) fn listed(values: &Term) -> Option<Vec<i32>> {
    let number = |term: &Term| match term {
        Term::Int(number) => i32::try_from(*number).ok(),
        _ => None,
    };
    match (values, values.functor()) {
        (Term::List(items), _) => items.iter().map(number).collect(),
        (_, Some(("..", 2))) => {
            let (min, max) = (number(&values.args()[0])?, number(&values.args()[1])?);
            Some((min..=max).collect())
        }
        _ => None,
    }
}

/// A number from 1 on, from 0 on.
pub(crate) fn counted(term: &Term) -> Option<usize> {
    match term {
        Term::Int(number) => usize::try_from(*number).ok()?.checked_sub(1),
        _ => None,
    }
}

/// The row and the column of a pair `(Row, Col)`, from 0 on.
pub(crate) fn pair(term: &Term) -> Option<(usize, usize)> {
    match (term.functor(), term.args()) {
        (Some((",", 2)), [row, col]) => Some((counted(row)?, counted(col)?)),
        _ => None,
    }
}

/// What it means that of some facts just one holds, and it is one of these: `left` are values from 1 on, `fact` the fact of a value.
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

/// What numbers of 0 and 1 say of the facts of their places.
pub(crate) fn zero_or_one(fact: usize, term: &Term, claims: &mut Vec<Claim>) {
    match term {
        Term::Int(1) => claims.push(Claim::is(fact)),
        Term::Int(0) => claims.push(Claim::is_not(fact)),
        _ => {}
    }
}
