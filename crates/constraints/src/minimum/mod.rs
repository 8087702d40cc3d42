//! `m = min(x1, ..., xn)` and `m = max(x1, ..., xn)`, the latter as a minimum of negated views. Of nothing there is no minimum:
//! with an empty list the relation is false.
//!
//! ConsistencyMap: `Value` and `Bounds` make the bounds consistent in linear time; `Domain` is domain consistency while `m` has at most
//! 4,096 values and every `x` at most 65,536, in the time of looking each value of `m` up in every domain.
//!
//! The bounds rules are folklore: `m` lies between the smallest minimum and the smallest maximum, every `x` is at least `m`,
//! and the only `x` that can be as small as `m` must be.

mod smallest;

use gridwright_fd::{
    Consistency, Constraint, Cost, Model, ModelError, On, Poster, Var, View, Wake,
};
use gridwright_term::Term;

use crate::printed;
use smallest::Smallest;

/// `m = min(xs)` or `m = max(xs)`; made by [`minimum`] and [`maximum`].
#[derive(Clone, Debug)]
pub struct Minimum {
    xs: Vec<View>,
    m: View,
    largest: bool,
}

/// `m = min(xs)`.
pub fn minimum(xs: impl IntoIterator<Item = impl Into<View>>, m: impl Into<View>) -> Minimum {
    Minimum {
        xs: xs.into_iter().map(Into::into).collect(),
        m: m.into(),
        largest: false,
    }
}

/// `m = max(xs)`.
pub fn maximum(xs: impl IntoIterator<Item = impl Into<View>>, m: impl Into<View>) -> Minimum {
    Minimum {
        largest: true,
        ..minimum(xs, m)
    }
}

impl Constraint for Minimum {
    fn name(&self) -> &'static str {
        if self.largest { "maximum" } else { "minimum" }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            self.name(),
            [printed::views(&self.xs, name), printed::view(self.m, name)],
        )
    }

    fn scope(&self) -> Vec<Var> {
        self.xs
            .iter()
            .chain([&self.m])
            .map(|view| view.var)
            .collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let values = self.xs.iter().map(|view| view.of(at(view.var)));
        let found = if self.largest {
            values.max()
        } else {
            values.min()
        };
        found == Some(self.m.of(at(self.m.var)))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.m)?;
        model.check_views(self.name(), &self.xs)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let turned = |view: View| {
            if self.largest {
                // Values lie symmetrically around 0, and so do offsets of views in range or of their variables.
                View {
                    var: view.var,
                    scale: -view.scale,
                    offset: -view.offset,
                }
            } else {
                view
            }
        };
        let by_value = out.consistency() == Consistency::Domain;
        let on = if by_value { On::Domain } else { On::Bounds };
        let xs = self.xs.iter().copied().map(turned).collect();
        let smallest = Smallest::new(xs, turned(self.m), by_value);
        let all = self.xs.iter().chain([&self.m]);
        let wakes: Vec<Wake> = all.map(|&view| Wake::on(view, on)).collect();
        out.add(Cost::Linear, smallest, wakes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use gridwright_testing::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("minimum", |x, draws| {
            let (&m, xs) = x.split_last()?;
            let xs = xs.iter().copied();
            Some(if draws.one_in(2) {
                minimum(xs, m)
            } else {
                maximum(xs, m)
            })
        })
        .arity(1..=4)
        .values(-3..=3)
        .claims(Consistency::Value, Strength::Bounds)
        .claims(Consistency::Domain, Strength::Domain)
        .check();
    }

    fn left(
        level: Consistency,
        post: impl Fn(&[Var]) -> Minimum,
        domains: &[&[i32]],
    ) -> Option<Vec<Vec<i32>>> {
        let mut model = Model::new();
        let vars: Vec<Var> = domains
            .iter()
            .map(|&domain| model.var("v", domain).expect("a domain"))
            .collect();
        model.post(post(&vars)).expect("fits");
        trial::domains(&model, level, &[], &vars).ok()
    }

    #[test]
    fn the_only_candidate_is_the_minimum() {
        let found = left(
            Consistency::Bounds,
            |v| minimum(&v[1..], v[0]),
            &[&[1, 2, 3], &[2, 3, 9], &[5, 6], &[7]],
        );
        let expected = vec![vec![2, 3], vec![2, 3], vec![5, 6], vec![7]];
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn holes_pass_both_ways() {
        let found = left(
            Consistency::Domain,
            |v| maximum(&v[1..], v[0]),
            &[&[0, 1, 2, 5, 8], &[1, 4, 8], &[0, 1, 2]],
        );
        let expected = vec![vec![1, 2, 8], vec![1, 8], vec![0, 1, 2]];
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn of_nothing_there_is_no_minimum() {
        let none: [Var; 0] = [];
        assert_eq!(
            left(Consistency::Bounds, |v| minimum(none, v[0]), &[&[1, 2]]),
            None
        );
    }
}
