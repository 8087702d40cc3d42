//! One random instance: variables, views, the constraint, and all its solutions by brute force.

use std::sync::Arc;

use super::case::Case;
use super::{Laws, Strength};
use super::{clauses, learning, walk};
use crate::Domain;
use crate::DomainRepr;
use crate::Model;
use crate::{Atom, Op};
use crate::{Consistency, Constraint};
use crate::{Var, View};
use crate::{half_reified_shared, iff_shared, not_shared};
use gridwright_control::Rng;

/// The widest brute force.
const MOST_ASSIGNMENTS: u64 = 20_000;

/// Builds the instance of `seed` and checks all laws on it.
pub(super) fn check(laws: &Laws, level: Consistency, strength: Strength, seed: u64) {
    let mut rng = Rng::new(seed ^ 0x6c61_7773);
    let mut model = Model::new();
    let views = match &laws.domains {
        None => random_views(laws, &mut model, &mut rng),
        Some(draw) => draw(&mut rng)
            .into_iter()
            .map(|values| View::from(add_var(&mut model, values)))
            .collect(),
    };
    let Some(constraint) = (laws.build)(&views, &mut rng) else {
        return;
    };
    let scope = constraint.distinct_scope();
    let n_assignments: u64 = model
        .all_vars()
        .map(|var| model.domain(var).size())
        .product();
    if n_assignments > MOST_ASSIGNMENTS {
        return;
    }
    let distinct = {
        let mut vars: Vec<Var> = views.iter().map(|view| view.var).collect();
        vars.sort_unstable();
        vars.windows(2).all(|pair| pair[0] != pair[1])
    };
    let stretched = views.iter().any(|view| view.scale.abs() != 1);
    let claimed = if distinct && !stretched {
        strength
    } else {
        Strength::Checks
    };
    let form = [
        DomainRepr::Auto,
        DomainRepr::Auto,
        DomainRepr::Slab,
        DomainRepr::Sparse,
    ][rng.below(4)];
    // Guards are drawn from numbers of their own: `run` holds the others.
    let mut guard_rng = Rng::new(rng.bits());
    let mut run =
        |what: &str, model: &Model, constraint: Arc<dyn Constraint>, strength: Strength| {
            let context = format!(
                "laws of {}: {what}, level {level:?}, seed {seed}, {form:?}\n  {}",
                laws.name,
                dump(model, &*constraint),
            );
            let mut model = model.clone();
            if let Err(error) = model.post_shared(Arc::clone(&constraint)) {
                panic!("{context}\n  refused: {error}");
            }
            let case = Case {
                solutions: solutions(&model, &*constraint),
                model,
                level,
                strength,
                form,
                guarded: laws.guarded || what.ends_with("reified"),
                context,
                seed: rng.bits(),
            };
            walk::check(&case);
            learning::check(&case);
            clauses::check(&case);
        };
    run("plain", &model, Arc::clone(&constraint), claimed);
    if laws.reify {
        // The negation anybody gets promises forward checking, whatever the views.
        let promised = match constraint.negated() {
            None => Strength::Forward,
            Some(_) => Strength::Checks,
        };
        run("negated", &model, not_shared(&constraint), promised);
        let mut reified = model.clone();
        let when = random_guard(&mut reified, &scope, &mut guard_rng);
        run(
            "half-reified",
            &reified,
            Arc::new(half_reified_shared(when, Arc::clone(&constraint))),
            Strength::Checks,
        );
        run(
            "reified",
            &reified,
            Arc::new(iff_shared(when, constraint)),
            Strength::Checks,
        );
    }
}

/// A fresh variable that takes these values.
fn add_var(model: &mut Model, values: Vec<i32>) -> Var {
    model
        .var(format!("x{}", model.n_vars()), Domain::from_values(values))
        .expect("a domain of small values")
}

/// As many views as the laws ask for, in some instances of fewer variables.
fn random_views(laws: &Laws, model: &mut Model, rng: &mut Rng) -> Vec<View> {
    let n_views = rng.between(*laws.arity.start() as i32, *laws.arity.end() as i32) as usize;
    let aliased = n_views > 1 && (laws.aliased || rng.one_in(5));
    let affine = rng.below(4);
    let mut views: Vec<View> = Vec::new();
    for i in 0..n_views {
        if aliased && i > 0 && rng.one_in(2) {
            let other = *rng.pick(&views);
            views.push(seen_again(laws, other, rng));
            continue;
        }
        views.push(random_view(laws, model, affine, rng));
    }
    views
}

/// A fresh variable with a random domain, seen through a random view of the instance's kind.
fn random_view(laws: &Laws, model: &mut Model, affine: usize, rng: &mut Rng) -> View {
    let (min, max) = (*laws.values.start(), *laws.values.end());
    let mut values: Vec<i32> = (min..=max).filter(|_| !rng.one_in(3)).collect();
    if values.is_empty() || rng.one_in(8) {
        values = vec![rng.between(min, max)];
    }
    let mut add = |values: Vec<i32>| add_var(model, values);
    if laws.booleans {
        let view = View::from(add(values));
        return if rng.one_in(3) {
            view.complement()
        } else {
            view
        };
    }
    match affine {
        // Shifted or negated, sometimes very far: the view still takes `values`.
        1 => {
            let scale = if rng.one_in(2) { 1 } else { -1 };
            let offset = *rng.pick(&[0, 1, -3, 1_000_000]);
            let var = add(values
                .iter()
                .map(|value| (value - offset) * scale)
                .collect());
            View { var, scale, offset }
        }
        2 => {
            let scale = *rng.pick(&[1, 2, -2, 3]);
            let offset = rng.between(-1, 1);
            View {
                var: add(values),
                scale,
                offset,
            }
        }
        _ => View::from(add(values)),
    }
}

/// Another look at a variable: the same view, or one shifted, negated or complemented that takes values of the same kind.
fn seen_again(laws: &Laws, view: View, rng: &mut Rng) -> View {
    if rng.one_in(if laws.aliased { 4 } else { 2 }) {
        return view;
    }
    if laws.booleans {
        return view.complement();
    }
    let (min, max) = (*laws.values.start(), *laws.values.end());
    let seen = if rng.one_in(2) {
        view.plus(rng.between(-2, 2))
    } else {
        // Mirrored, about the middle of the values or near it.
        view.times(-1)
            .and_then(|view| view.plus(min + max + rng.between(-1, 1)))
    };
    seen.expect("small numbers")
}

/// What a constraint is reified by: a flag of its own, or a fact about a variable it speaks of.
fn random_guard(model: &mut Model, scope: &[Var], rng: &mut Rng) -> Atom {
    if scope.is_empty() || !rng.one_in(4) {
        let flag = model.bool("flag");
        return if rng.one_in(2) {
            Atom::ge(flag, 1)
        } else {
            Atom::le(flag, 0)
        };
    }
    let var = *rng.pick(scope);
    let values: Vec<i32> = model.domain(var).values().collect();
    let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
    Atom::new(var, op, *rng.pick(&values))
}

/// Every assignment, indexed by variable, for which the constraint holds.
fn solutions(model: &Model, constraint: &dyn Constraint) -> Vec<Vec<i32>> {
    let domains: Vec<Vec<i32>> = (0..model.n_vars())
        .map(|index| model.domain(Var::at(index)).values().collect())
        .collect();
    let mut places = vec![0; domains.len()];
    let mut found = Vec::new();
    loop {
        let at: Vec<i32> = places
            .iter()
            .zip(&domains)
            .map(|(&place, domain)| domain[place])
            .collect();
        if constraint.holds(&|var| at[var.index()]) {
            found.push(at);
        }
        let Some(next) = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len()) else {
            return found;
        };
        places[..next].fill(0);
        places[next] += 1;
    }
}

fn dump(model: &Model, constraint: &dyn Constraint) -> String {
    let mut lines: Vec<String> = model.terms().iter().map(ToString::to_string).collect();
    lines.push(
        constraint
            .term(&|var| gridwright_term::Term::name(model.name(var)))
            .to_string(),
    );
    lines.push(format!("{constraint:?}"));
    lines.join("\n  ")
}
