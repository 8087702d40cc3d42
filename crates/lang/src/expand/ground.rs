//! Ground constraints: instances of statements without indices. Sums are normalised, so that equal constraints
//! have equal representations, whatever their source, and are stored once.

use std::collections::HashMap;

/// A variable or a derived number, by its index in the [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(pub(crate) u32);

/// `factor * id + … + constant`, every id once, in order, none with the factor 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<(Id, i64)>,
    pub(crate) constant: i64,
}

/// A number that depends on sums, but not linearly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Derived {
    Product(Sum, Sum),
    Quotient(Sum, Sum),
    Remainder(Sum, Sum),
    Abs(Sum),
    Min(Vec<Sum>),
    Max(Vec<Sum>),
    /// The sum paired with the value of the index; the index always has one of these values.
    Element(Sum, Vec<(i64, Sum)>),
    /// 1 if it holds, else 0.
    Truth(Box<Ground>),
}

/// A constraint without indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Ground {
    Truth(bool),
    /// The sum is 0, is not 0, or is at most 0.
    Compare(Relation, Sum),
    /// Two variables with offsets differ. It is not normalised to a comparison with 0, since it may become part of an `alldifferent`.
    NotEqual(Sum, Sum),
    /// The sum is in one of the ranges, which are ascending.
    Member(Sum, Vec<(i64, i64)>),
    Not(Box<Ground>),
    And(Vec<Ground>),
    Or(Vec<Ground>),
    Iff(Box<Ground>, Box<Ground>),
    AllDifferent(Vec<Sum>),
    /// The numbers differ, and those at these positions have these sums.
    Jointly {
        numbers: Vec<Sum>,
        sums: Vec<(Vec<usize>, i64)>,
    },
    Table(Vec<Sum>, Vec<Vec<Option<i64>>>),
    /// The successor of node `first + i` is `next[i]`; they form a circuit of all nodes, or a subcircuit if `partial`.
    Circuit {
        next: Vec<Sum>,
        first: i64,
        partial: bool,
    },
    /// The nodes that are true are connected by edges.
    Connected {
        nodes: Vec<Ground>,
        edges: Vec<(usize, usize)>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Relation {
    Zero,
    NotZero,
    AtMostZero,
}

/// The variables, then the distinct numbers derived from them; an id is an index into both.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) n_vars: usize,
    /// The smallest and largest value of each id.
    pub(crate) bounds: Vec<(i64, i64)>,
    pub(crate) derived: Vec<Derived>,
    known: HashMap<Derived, Id>,
}

impl Sum {
    pub(crate) fn constant(constant: i64) -> Sum {
        Sum {
            terms: Vec::new(),
            constant,
        }
    }

    pub(crate) fn of(id: Id) -> Sum {
        Sum {
            terms: vec![(id, 1)],
            constant: 0,
        }
    }

    /// Its value, if it is constant.
    pub(crate) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`; `None` if a number gets too large.
    pub(crate) fn plus(&self, factor: i64, other: &Sum) -> Option<Sum> {
        let mut sum = Sum::constant(
            self.constant
                .checked_add(factor.checked_mul(other.constant)?)?,
        );
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let first = match (left.peek(), right.peek()) {
                (None, None) => return Some(sum),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (Some(a), Some(b)) => a.0.min(b.0),
            };
            let one = left
                .next_if(|term| term.0 == first)
                .map_or(0, |term| term.1);
            let two = right
                .next_if(|term| term.0 == first)
                .map_or(0, |term| term.1);
            let factor = one.checked_add(factor.checked_mul(two)?)?;
            if factor != 0 {
                sum.terms.push((first, factor));
            }
        }
    }

    pub(crate) fn times(&self, factor: i64) -> Option<Sum> {
        Sum::default().plus(factor, self)
    }
}

impl Relation {
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Relation::Zero => value == 0,
            Relation::NotZero => value != 0,
            Relation::AtMostZero => value <= 0,
        }
    }
}

impl Ground {
    /// A comparison of a sum with 0, normalised.
    pub(crate) fn compare(relation: Relation, sum: Sum) -> Ground {
        if let Some(value) = sum.known() {
            return Ground::Truth(relation.holds(value));
        }
        let mut sum = sum;
        let divisor = sum
            .terms
            .iter()
            .fold(0, |d, term| gcd(d, term.1.unsigned_abs()));
        let divisor = i64::try_from(divisor).unwrap_or(1).max(1);
        let divides = sum.constant % divisor == 0;
        match relation {
            Relation::Zero | Relation::NotZero if !divides => {
                return Ground::Truth(relation == Relation::NotZero);
            }
            _ => {
                sum.terms.iter_mut().for_each(|term| term.1 /= divisor);
                // A bound on an integer may be rounded up.
                let rounded = -(-i128::from(sum.constant)).div_euclid(i128::from(divisor));
                sum.constant = i64::try_from(rounded).expect("it is no larger than before");
            }
        }
        if relation != Relation::AtMostZero
            && sum.terms[0].1 < 0
            && let Some(turned) = sum.times(-1)
        {
            sum = turned;
        }
        Ground::Compare(relation, sum)
    }

    pub(crate) fn and(parts: impl IntoIterator<Item = Ground>) -> Ground {
        Ground::junction(parts, true)
    }

    pub(crate) fn or(parts: impl IntoIterator<Item = Ground>) -> Ground {
        Ground::junction(parts, false)
    }

    /// The conjunction of parts if `neutral` is true, their disjunction if it is false.
    fn junction(parts: impl IntoIterator<Item = Ground>, neutral: bool) -> Ground {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Ground::Truth(value) if value == neutral => {}
                Ground::Truth(value) => return Ground::Truth(value),
                Ground::And(inner) if neutral => all.extend(inner),
                Ground::Or(inner) if !neutral => all.extend(inner),
                part => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        match all.len() {
            0 => Ground::Truth(neutral),
            1 => all.remove(0),
            _ if neutral => Ground::And(all),
            _ => Ground::Or(all),
        }
    }

    pub(crate) fn iff(left: Ground, right: Ground) -> Ground {
        match (left, right) {
            (Ground::Truth(truth), other) | (other, Ground::Truth(truth)) => {
                if truth {
                    other
                } else {
                    other.negated()
                }
            }
            (left, right) if left <= right => Ground::Iff(Box::new(left), Box::new(right)),
            (left, right) => Ground::Iff(Box::new(right), Box::new(left)),
        }
    }

    /// The negation.
    pub(crate) fn negated(self) -> Ground {
        match self {
            Ground::Truth(truth) => Ground::Truth(!truth),
            Ground::Compare(Relation::Zero, sum) => Ground::Compare(Relation::NotZero, sum),
            Ground::Compare(Relation::NotZero, sum) => Ground::Compare(Relation::Zero, sum),
            Ground::Compare(Relation::AtMostZero, sum) => {
                // Not s <= 0 is 1 - s <= 0.
                match Sum::constant(1).plus(-1, &sum) {
                    Some(turned) => Ground::compare(Relation::AtMostZero, turned),
                    None => Ground::Not(Box::new(Ground::Compare(Relation::AtMostZero, sum))),
                }
            }
            Ground::NotEqual(one, other) => match one.plus(-1, &other) {
                Some(difference) => Ground::compare(Relation::Zero, difference),
                None => Ground::Not(Box::new(Ground::NotEqual(one, other))),
            },
            Ground::Not(inner) => *inner,
            Ground::And(parts) => Ground::or(parts.into_iter().map(Ground::negated)),
            Ground::Or(parts) => Ground::and(parts.into_iter().map(Ground::negated)),
            Ground::Iff(left, right) => Ground::iff(left.negated(), *right),
            other => Ground::Not(Box::new(other)),
        }
    }

    /// The constraint that two sums differ.
    pub(crate) fn not_equal(one: Sum, other: Sum) -> Option<Ground> {
        let shifted = |sum: &Sum| matches!(sum.terms[..], [(_, 1)]);
        let difference = one.plus(-1, &other)?;
        if !shifted(&one) || !shifted(&other) || difference.terms.len() != 2 {
            return Some(Ground::compare(Relation::NotZero, difference));
        }
        let (mut one, mut other) = (one, other);
        if one.constant == other.constant {
            (one.constant, other.constant) = (0, 0);
        }
        if one > other {
            std::mem::swap(&mut one, &mut other);
        }
        Some(Ground::NotEqual(one, other))
    }
}

impl Store {
    pub(crate) fn new(bounds: Vec<(i64, i64)>) -> Store {
        Store {
            n_vars: bounds.len(),
            bounds,
            ..Store::default()
        }
    }

    /// The id of a derived number with known bounds; equal numbers share an id.
    pub(crate) fn derive(&mut self, derived: Derived, bounds: (i64, i64)) -> Id {
        if let Some(id) = self.known.get(&derived) {
            return *id;
        }
        let id = Id(self.bounds.len() as u32);
        self.bounds.push(bounds);
        self.known.insert(derived.clone(), id);
        self.derived.push(derived);
        id
    }

    /// The derived number of an id; `None` for a variable.
    pub(crate) fn source(&self, id: Id) -> Option<&Derived> {
        let position = (id.0 as usize).checked_sub(self.n_vars)?;
        self.derived.get(position)
    }

    /// The smallest and the largest value of a sum; `None` if they get too large.
    pub(crate) fn bounds_of(&self, sum: &Sum) -> Option<(i64, i64)> {
        let (mut min, mut max) = (sum.constant, sum.constant);
        for &(id, factor) in &sum.terms {
            let (low, high) = self.bounds[id.0 as usize];
            let (a, b) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            min = min.checked_add(a.min(b))?;
            max = max.checked_add(a.max(b))?;
        }
        Some((min, max))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_constraints_have_equal_representations() {
        let (x, y) = (Sum::of(Id(0)), Sum::of(Id(1)));
        let minus = |a: &Sum, b: &Sum| a.plus(-1, b).expect("small");
        let equal = |a: &Sum, b: &Sum| Ground::compare(Relation::Zero, minus(a, b));
        assert_eq!(equal(&x, &y), equal(&y, &x));
        let twice = (x.times(2).expect("small"), y.times(2).expect("small"));
        assert_eq!(equal(&x, &y), equal(&twice.0, &twice.1));
        assert_eq!(
            Ground::not_equal(x.clone(), y.clone()),
            Ground::not_equal(y.clone(), x.clone())
        );
        assert_eq!(equal(&x, &y).negated().negated(), equal(&x, &y));
        assert_eq!(equal(&x, &x), Ground::Truth(true));
    }

    #[test]
    fn sums_are_divided_and_rounded() {
        let sum = Sum {
            terms: vec![(Id(0), 2), (Id(1), -4)],
            constant: 3,
        };
        let zero = Ground::compare(Relation::Zero, sum.clone());
        assert_eq!(zero, Ground::Truth(false));
        // 2x - 4y + 3 <= 0 is x - 2y + 2 <= 0 over the integers.
        let Ground::Compare(_, rounded) = Ground::compare(Relation::AtMostZero, sum) else {
            panic!("it depends on variables");
        };
        assert_eq!(rounded.constant, 2);
    }
}
