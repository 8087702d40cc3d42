//! The number of views whose value lies in a set is equal to, different from, at most or at least `n`.
//!
//! One level: domain consistent when no variable occurs twice. A view counts surely when all its values lie in the set and
//! possibly when some do; `n` lies between the two numbers, and when it meets one of them all undecided views are decided.
//! Time O(views * ranges of the set).

mod counting;
mod set;

use std::sync::Arc;

use gridwright_fd::{Constraint, Cost, Domain, Model, ModelError, On, Poster, Var, View, Wake};
use gridwright_term::Term;

use crate::printed;
use counting::Counting;
use set::Set;

/// How the number of views compares with `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
}

/// The number of views with a value in a set compares with another view;
/// made by [`count_eq`], [`count_at_most`], [`count_at_least`], [`among`] and their like.
#[derive(Clone, Debug)]
pub struct Count {
    xs: Box<[View]>,
    set: Domain,
    relation: Relation,
    n: View,
}

fn count(
    xs: impl IntoIterator<Item = impl Into<View>>,
    set: Domain,
    relation: Relation,
    n: impl Into<View>,
) -> Count {
    Count {
        xs: xs.into_iter().map(Into::into).collect(),
        set,
        relation,
        n: n.into(),
    }
}

/// The number of views equal to `value` is `n`.
pub fn count_eq(
    xs: impl IntoIterator<Item = impl Into<View>>,
    value: i32,
    n: impl Into<View>,
) -> Count {
    count(xs, Domain::from([value]), Relation::Equal, n)
}

/// The number of views equal to `value` is not `n`.
pub fn count_not_eq(
    xs: impl IntoIterator<Item = impl Into<View>>,
    value: i32,
    n: impl Into<View>,
) -> Count {
    count(xs, Domain::from([value]), Relation::NotEqual, n)
}

/// The number of views equal to `value` is at most `n`.
pub fn count_at_most(
    xs: impl IntoIterator<Item = impl Into<View>>,
    value: i32,
    n: impl Into<View>,
) -> Count {
    count(xs, Domain::from([value]), Relation::AtMost, n)
}

/// The number of views equal to `value` is at least `n`.
pub fn count_at_least(
    xs: impl IntoIterator<Item = impl Into<View>>,
    value: i32,
    n: impl Into<View>,
) -> Count {
    count(xs, Domain::from([value]), Relation::AtLeast, n)
}

/// The number of views whose value lies in `set` is `n`.
pub fn among(
    xs: impl IntoIterator<Item = impl Into<View>>,
    set: impl Into<Domain>,
    n: impl Into<View>,
) -> Count {
    count(xs, set.into(), Relation::Equal, n)
}

/// The number of views whose value lies in `set` is at most `n`.
pub fn among_at_most(
    xs: impl IntoIterator<Item = impl Into<View>>,
    set: impl Into<Domain>,
    n: impl Into<View>,
) -> Count {
    count(xs, set.into(), Relation::AtMost, n)
}

/// The number of views whose value lies in `set` is at least `n`.
pub fn among_at_least(
    xs: impl IntoIterator<Item = impl Into<View>>,
    set: impl Into<Domain>,
    n: impl Into<View>,
) -> Count {
    count(xs, set.into(), Relation::AtLeast, n)
}

impl Constraint for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let op = match self.relation {
            Relation::Equal => "#=",
            Relation::NotEqual => "#\\=",
            Relation::AtMost => "#=<",
            Relation::AtLeast => "#>=",
        };
        let ranges = self
            .set
            .ranges()
            .map(|(min, max)| Term::compound("..", [Term::from(min), Term::from(max)]));
        let number = Term::compound(
            "count",
            [printed::views(&self.xs, name), Term::list(ranges)],
        );
        Term::compound(op, [number, printed::view(self.n, name)])
    }

    fn scope(&self) -> Vec<Var> {
        let xs = self.xs.iter().map(|view| view.var);
        xs.chain([self.n.var]).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let in_set = |view: &&View| self.set.contains(view.of(at(view.var)));
        let number = self.xs.iter().filter(in_set).count() as i64;
        let n = i64::from(self.n.of(at(self.n.var)));
        match self.relation {
            Relation::Equal => number == n,
            Relation::NotEqual => number != n,
            Relation::AtMost => number <= n,
            Relation::AtLeast => number >= n,
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.xs)?;
        model.check_view(self.name(), self.n)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut vars = self.scope();
        vars.sort_unstable();
        let counting = Counting {
            xs: self.xs.clone(),
            set: Set::new(&self.set),
            relation: self.relation,
            n: self.n,
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
        };
        let on = match self.relation {
            Relation::Equal => On::Bounds,
            Relation::NotEqual => On::Fix,
            Relation::AtMost => On::Max,
            Relation::AtLeast => On::Min,
        };
        let wakes = self.xs.iter().map(|&view| Wake::on(view, On::Domain));
        let wakes = wakes.chain([Wake::on(self.n, on)]);
        out.add(Cost::Linear, counting, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let (relation, n) = match self.relation {
            Relation::Equal => (Relation::NotEqual, self.n),
            Relation::NotEqual => (Relation::Equal, self.n),
            Relation::AtMost => (Relation::AtLeast, self.n.plus(1)?),
            Relation::AtLeast => (Relation::AtMost, self.n.plus(-1)?),
        };
        Some(Arc::new(Count {
            relation,
            n,
            ..self.clone()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Consistency;
    use gridwright_testing::Draws;
    use gridwright_testing::laws::{Laws, Strength};

    fn relation(draws: &mut Draws) -> Relation {
        *draws.pick(&[
            Relation::Equal,
            Relation::NotEqual,
            Relation::AtMost,
            Relation::AtLeast,
        ])
    }

    #[test]
    fn laws() {
        Laws::new("count", |x, draws| {
            let (&n, xs) = x.split_first()?;
            let set = Domain::from([draws.between(-2, 3)]);
            Some(count(xs.iter().copied(), set, relation(draws), n))
        })
        .arity(1..=4)
        .values(-1..=3)
        .rounds(120)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_among() {
        Laws::new("among", |x, draws| {
            let (&n, xs) = x.split_first()?;
            let set = Domain::from_values((-3..=4).filter(|_| draws.one_in(2)));
            Some(count(xs.iter().copied(), set, relation(draws), n))
        })
        .arity(1..=4)
        .values(-1..=3)
        .rounds(120)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }
}
