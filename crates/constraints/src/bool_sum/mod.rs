//! `b1 + ... + bn  (=, <=, >=)  r` for Boolean views and a view `r`, which may be a constant;
//! `exactly_one`, `at_most_one` and `at_least_one` are the sums compared with 1.
//!
//! One level, domain consistent: when as many are true as can be, the rest are false; when as few are false as must be,
//! the rest are true; and `r` lies between what is true and what can be. Counters are trailed: a change costs constant time,
//! and `<=` hears only of what became true, `>=` only of what became false.
//! A reason names just as many true (false) ones as are needed.
//!
//! Regret: one variable twice, or a variable and its complement, counts as two; the linear relations merge them.

mod count;
mod encode_cnf;

use std::sync::Arc;

use gridwright_fd::{CnfEncoder, Constraint, Literal, Model, ModelError, Poster, Var, View};
use gridwright_term::Term;

use crate::linear::linear_ne;
use crate::printed;

/// A sum of Booleans compared with a view; made by [`bool_sum_eq`] and its siblings.
#[derive(Clone, Debug)]
pub struct BoolSum {
    bools: Arc<[View]>,
    relation: Relation,
    total: View,
    /// Added to the total: what makes a strict comparison.
    shift: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Eq,
    Le,
    Ge,
}

/// As many of `bools` are true as `total` says.
pub fn bool_sum_eq(
    bools: impl IntoIterator<Item = impl Into<View>>,
    total: impl Into<View>,
) -> BoolSum {
    bool_sum(bools, Relation::Eq, total.into())
}

/// At most `total` of `bools` are true.
pub fn bool_sum_le(
    bools: impl IntoIterator<Item = impl Into<View>>,
    total: impl Into<View>,
) -> BoolSum {
    bool_sum(bools, Relation::Le, total.into())
}

/// At least `total` of `bools` are true.
pub fn bool_sum_ge(
    bools: impl IntoIterator<Item = impl Into<View>>,
    total: impl Into<View>,
) -> BoolSum {
    bool_sum(bools, Relation::Ge, total.into())
}

/// Exactly one of `bools` is true.
pub fn exactly_one(bools: impl IntoIterator<Item = impl Into<View>>) -> BoolSum {
    bool_sum(bools, Relation::Eq, View::constant(1))
}

/// At most one of `bools` is true.
pub fn at_most_one(bools: impl IntoIterator<Item = impl Into<View>>) -> BoolSum {
    bool_sum(bools, Relation::Le, View::constant(1))
}

/// At least one of `bools` is true.
pub fn at_least_one(bools: impl IntoIterator<Item = impl Into<View>>) -> BoolSum {
    bool_sum(bools, Relation::Ge, View::constant(1))
}

fn bool_sum(
    bools: impl IntoIterator<Item = impl Into<View>>,
    relation: Relation,
    total: View,
) -> BoolSum {
    BoolSum {
        bools: bools.into_iter().map(Into::into).collect(),
        relation,
        total,
        shift: 0,
    }
}

impl Constraint for BoolSum {
    fn name(&self) -> &'static str {
        "bool_sum"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let op = match self.relation {
            Relation::Eq => "#=",
            Relation::Le => "#=<",
            Relation::Ge => "#>=",
        };
        let total = printed::view(self.total, name);
        let total = match self.shift {
            0 => total,
            shift => Term::compound("+", [total, Term::from(shift)]),
        };
        Term::compound(
            "bool_sum",
            [printed::views(&self.bools, name), Term::name(op), total],
        )
    }

    fn scope(&self) -> Vec<Var> {
        let all = self.bools.iter().chain([&self.total]);
        all.map(|view| view.var).collect()
    }

    fn last_var(&self) -> Var {
        let all = self.bools.iter().chain([&self.total]);
        all.map(|view| view.var).max().unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let sum: i64 = self
            .bools
            .iter()
            .map(|view| i64::from(view.of(at(view.var))))
            .sum();
        let total = i64::from(self.total.of(at(self.total.var))) + i64::from(self.shift);
        match self.relation {
            Relation::Eq => sum == total,
            Relation::Le => sum <= total,
            Relation::Ge => sum >= total,
        }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.total)?;
        for &view in &*self.bools {
            let (min, max) = model.bounds(view);
            if min < 0 || max > 1 {
                return Err(ModelError::InvalidArguments {
                    by: self.name().to_owned(),
                    what: format!(
                        "{} is seen with values {min}..{max}, not 0..1",
                        model.name(view.var)
                    ),
                });
            }
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        count::post(out, &self.bools, self.relation, self.total, self.shift);
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        let bools: Vec<Literal> = self.bools.iter().map(|&view| out.is_true(view)).collect();
        let totals: Vec<(i64, Literal)> = out
            .values(self.total)
            .map(|(value, literal)| (i64::from(value) + i64::from(self.shift), literal))
            .collect();
        // Under an atom a count is better: it says that the atom cannot hold as soon as two do.
        if let [(1, _)] = totals[..]
            && !out.is_guarded()
        {
            return self.say_one(&bools, out);
        }
        encode_cnf::sum(&bools, self.relation, &totals, out);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        let (relation, step) = match self.relation {
            Relation::Eq => {
                let bools = self.bools.iter().map(|&view| (1, view));
                let terms = bools.chain([(-1, self.total)]);
                return Some(Arc::new(linear_ne(terms, self.shift)));
            }
            Relation::Le => (Relation::Ge, 1),
            Relation::Ge => (Relation::Le, -1),
        };
        Some(Arc::new(BoolSum {
            relation,
            shift: self.shift.checked_add(step)?,
            ..self.clone()
        }))
    }
}

/// Posts the propagator of `sum = total`, for [`linear`](crate::linear).
pub(crate) fn post_eq(out: &mut Poster<'_>, bools: &[View], total: View) {
    count::post(out, &bools.into(), Relation::Eq, total, 0);
}

/// Posts the propagator of `sum <= total`, for [`linear`](crate::linear).
pub(crate) fn post_le(out: &mut Poster<'_>, bools: &[View], total: View) {
    count::post(out, &bools.into(), Relation::Le, total, 0);
}

impl BoolSum {
    /// Says the comparison with 1.
    fn say_one(&self, bools: &[Literal], out: &mut CnfEncoder) {
        if self.relation != Relation::Le {
            out.add_clause(bools);
        }
        if self.relation != Relation::Ge {
            out.add_at_most_one(bools);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::{Atom, Consistency, ConsistencyMap, DomainRepr, Kernel, Setup};
    use gridwright_testing::Draws;
    use gridwright_testing::laws::{Laws, Strength};

    fn any(bools: &[View], total: View, draws: &mut Draws) -> BoolSum {
        let relation = *draws.pick(&[Relation::Eq, Relation::Le, Relation::Ge]);
        bool_sum(bools.iter().copied(), relation, total)
    }

    #[test]
    fn laws_against_a_constant() {
        Laws::new("bool_sum", |x, draws| {
            let total = draws.between(-1, x.len() as i32 + 1);
            Some(any(x, View::constant(total), draws))
        })
        .arity(0..=6)
        .booleans()
        .claims(Consistency::Value, Strength::Domain)
        .rounds(200)
        .check();
    }

    #[test]
    fn laws_against_a_view() {
        Laws::new("bool_sum, against a view", |x, draws| {
            let (&total, bools) = x.split_last()?;
            let total = View {
                scale: total.scale * *draws.pick(&[1, -1, 2, 3]),
                offset: total.offset + draws.between(0, 2),
                ..total
            };
            Some(any(bools, total, draws))
        })
        .arity(1..=6)
        .booleans()
        .claims(Consistency::Value, Strength::Domain)
        .rounds(200)
        .check();
    }

    #[test]
    fn laws_of_constants_against_a_wide_total() {
        Laws::new("bool_sum, constants against a wide total", |x, draws| {
            let n = draws.below(4);
            let bools: Vec<View> = (0..n)
                .map(|_| View::constant(draws.between(0, 1)))
                .collect();
            let total = x[0];
            Some(any(&bools, total, draws))
        })
        .arity(1..=1)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_one() {
        Laws::new("exactly_one, at_most_one, at_least_one", |x, draws| {
            let bools = x.iter().copied();
            Some(match draws.below(3) {
                0 => exactly_one(bools),
                1 => at_most_one(bools),
                _ => at_least_one(bools),
            })
        })
        .arity(0..=5)
        .booleans()
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }

    #[test]
    fn numbers_are_not_booleans() {
        let mut model = Model::new();
        let x = model.var("x", 0..=2).expect("a domain");
        let error = model.post(exactly_one([x])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "bool_sum: x is seen with values 0..2, not 0..1"
        );
    }

    #[test]
    fn a_long_sum_meets_its_total() {
        let mut model = Model::new();
        let bools: Vec<Var> = (0..200).map(|i| model.bool(format!("b{i}"))).collect();
        let total = model.var("total", 0..=1000).expect("a domain");
        model.post(bool_sum_eq(&bools, total)).expect("Booleans");
        let setup = Setup {
            consistency: ConsistencyMap::all(Consistency::Value),
            recording: true,
            repr: DomainRepr::Auto,
        };
        let mut kernel = Kernel::new(&model, &setup);
        kernel.propagate().expect("open");
        assert_eq!(kernel.store().max(total.view()), 200);
        for &b in &bools[..150] {
            kernel.decide(Atom::eq(b, 1)).expect("open");
            kernel.propagate().expect("open");
        }
        assert_eq!(kernel.store().min(total.view()), 150);
        kernel.decide(Atom::le(total, 150)).expect("open");
        kernel.propagate().expect("the rest are false");
        assert!(
            bools[150..]
                .iter()
                .all(|b| kernel.store().fixed(b.view()) == Some(0))
        );
        kernel.back_to(100);
        kernel.decide(Atom::ge(total, 200)).expect("open");
        kernel.propagate().expect("the rest are true");
        assert!(
            bools
                .iter()
                .all(|b| kernel.store().fixed(b.view()) == Some(1))
        );
    }
}
