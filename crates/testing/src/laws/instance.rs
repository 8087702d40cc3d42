//! One random instance: variables, views, the constraint, and all its solutions by brute force.

use std::sync::Arc;

use gridwright_fd::{
    Atom, Consistency, Constraint, Domain, DomainRepr, Model, Op, Var, View, half_reified_shared,
    iff_shared, not_shared,
};
use gridwright_term::Term;

use super::case::{Case, Law, violation};
use super::{Laws, Strength, engines, search_tree};
use crate::draws::Draws;
use crate::shrink::Failure;

/// Instances with more assignments than this are skipped.
const MAX_ASSIGNMENTS: u64 = 20_000;

/// Builds an instance and checks all laws on it.
pub(super) fn check(
    laws: &Laws,
    level: Consistency,
    strength: Strength,
    draws: &mut Draws,
) -> Result<(), Failure> {
    let mut model = Model::new();
    let views = match &laws.domains {
        None => random_views(laws, &mut model, draws),
        Some(domains) => domains(draws)
            .into_iter()
            .map(|values| View::from(add_var(&mut model, values)))
            .collect(),
    };
    let Some(constraint) = (laws.build)(&views, draws) else {
        return Ok(());
    };
    let n_assignments: u64 = model
        .all_vars()
        .map(|var| model.domain(var).size())
        .product();
    if n_assignments > MAX_ASSIGNMENTS {
        return Ok(());
    }
    let reprs = [
        DomainRepr::Auto,
        DomainRepr::Auto,
        DomainRepr::Slab,
        DomainRepr::Sparse,
    ];
    let instance = Instance {
        laws,
        level,
        repr: *draws.pick(&reprs),
    };
    let distinct = {
        let mut vars: Vec<Var> = views.iter().map(|view| view.var).collect();
        vars.sort_unstable();
        vars.windows(2).all(|pair| pair[0] != pair[1])
    };
    let scaled = views.iter().any(|view| view.scale.abs() != 1);
    let claimed = if distinct && !scaled {
        strength
    } else {
        Strength::Checks
    };
    let plain = Arc::clone(&constraint);
    instance.check(Form::Plain, &model, plain, claimed, draws)?;
    if !laws.reify {
        return Ok(());
    }
    // The default negation guarantees forward checking for all views.
    let promised = match constraint.negated() {
        None => Strength::Forward,
        Some(_) => Strength::Checks,
    };
    let negated = not_shared(&constraint);
    instance.check(Form::Negated, &model, negated, promised, draws)?;
    let when = random_guard(&mut model, &constraint.distinct_scope(), draws);
    let half = Arc::new(half_reified_shared(when, Arc::clone(&constraint)));
    instance.check(Form::HalfReified, &model, half, Strength::Checks, draws)?;
    let full = Arc::new(iff_shared(when, constraint));
    instance.check(Form::Reified, &model, full, Strength::Checks, draws)
}

/// How the constraint is posted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Negated,
    HalfReified,
    Reified,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Form::Plain => "plain",
            Form::Negated => "negated",
            Form::HalfReified => "half-reified",
            Form::Reified => "reified",
        }
    }
}

/// The settings that all forms of the constraint share.
struct Instance<'a> {
    laws: &'a Laws,
    level: Consistency,
    repr: DomainRepr,
}

impl Instance<'_> {
    /// Checks all laws on the constraint in one form.
    fn check(
        &self,
        form: Form,
        variables: &Model,
        constraint: Arc<dyn Constraint>,
        strength: Strength,
        draws: &mut Draws,
    ) -> Result<(), Failure> {
        let context = format!(
            "laws of {}: {}, consistency {:?}, domains {:?}\n  {}",
            self.laws.name,
            form.name(),
            self.level,
            self.repr,
            dump(variables, &*constraint),
        );
        let mut model = variables.clone();
        if let Err(error) = model.post_shared(Arc::clone(&constraint)) {
            return Err(violation(Law::Accepted, &context, &error.to_string()));
        }
        draws.describe(&context);
        let case = Case {
            variables: variables.clone(),
            solutions: solutions(&model, &*constraint),
            model,
            level: self.level,
            strength,
            repr: self.repr,
            guarded: self.laws.guarded || matches!(form, Form::HalfReified | Form::Reified),
            context,
            seed: draws.bits(),
        };
        search_tree::check(&case)?;
        engines::check_learning(&case)?;
        engines::check_encoding(&case)
    }
}

/// A fresh variable with these values.
fn add_var(model: &mut Model, values: Vec<i32>) -> Var {
    model
        .var(format!("x{}", model.n_vars()), Domain::from_values(values))
        .expect("a domain of small values")
}

/// Random views; in some instances several of them share a variable.
fn random_views(laws: &Laws, model: &mut Model, draws: &mut Draws) -> Vec<View> {
    let aliased = laws.aliased || draws.one_in(5);
    let affine = draws.below(4);
    let mut views: Vec<View> = Vec::new();
    draws.repeat(laws.arity.clone(), |draws| {
        let view = if aliased && !views.is_empty() && draws.one_in(2) {
            let other = *draws.pick(&views);
            aliasing_view(laws, other, draws)
        } else {
            random_view(laws, model, affine, draws)
        };
        views.push(view);
    });
    views
}

/// A random view of a fresh variable with a random domain.
fn random_view(laws: &Laws, model: &mut Model, affine: usize, draws: &mut Draws) -> View {
    let (min, max) = (*laws.values.start(), *laws.values.end());
    let mut values: Vec<i32> = (min..=max).filter(|_| draws.all_but_one_in(3)).collect();
    if values.is_empty() || draws.one_in(8) {
        values = vec![draws.between(min, max)];
    }
    if laws.booleans {
        let view = View::from(add_var(model, values));
        return if draws.one_in(3) {
            view.complement()
        } else {
            view
        };
    }
    match affine {
        // Shifted or negated, sometimes by a large offset: the view still takes `values`.
        1 => {
            let scale = if draws.one_in(2) { -1 } else { 1 };
            let offset = *draws.pick(&[0, 1, -3, 1_000_000]);
            let values = values.iter().map(|value| (value - offset) * scale);
            View {
                var: add_var(model, values.collect()),
                scale,
                offset,
            }
        }
        2 => View {
            var: add_var(model, values),
            scale: *draws.pick(&[1, 2, -2, 3]),
            offset: draws.between(-1, 1),
        },
        _ => View::from(add_var(model, values)),
    }
}

/// Another view of the same variable: the same, or one shifted, negated or complemented that takes similar values.
fn aliasing_view(laws: &Laws, view: View, draws: &mut Draws) -> View {
    if !draws.all_but_one_in(if laws.aliased { 4 } else { 2 }) {
        return view;
    }
    if laws.booleans {
        return view.complement();
    }
    let (min, max) = (*laws.values.start(), *laws.values.end());
    let other = if draws.one_in(2) {
        // Mirrored about the middle of the values, or near it.
        view.times(-1)
            .and_then(|view| view.plus(min + max + draws.between(-1, 1)))
    } else {
        view.plus(draws.between(-2, 2))
    };
    other.expect("small numbers")
}

/// The guard of a reification: a new Boolean variable, or an atom on a variable of the scope.
fn random_guard(model: &mut Model, scope: &[Var], draws: &mut Draws) -> Atom {
    if scope.is_empty() || !draws.one_in(4) {
        let flag = model.bool("flag");
        return if draws.one_in(2) {
            Atom::le(flag, 0)
        } else {
            Atom::ge(flag, 1)
        };
    }
    let var = *draws.pick(scope);
    let values: Vec<i32> = model.domain(var).values().collect();
    let op = *draws.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
    Atom::new(var, op, *draws.pick(&values))
}

/// Every assignment, indexed by variable, for which the constraint holds, in ascending order.
fn solutions(model: &Model, constraint: &dyn Constraint) -> Vec<Vec<i32>> {
    let domains: Vec<Vec<i32>> = (0..model.n_vars())
        .map(|index| model.domain(Var::at(index)).values().collect())
        .collect();
    let mut indices = vec![0; domains.len()];
    let mut found = Vec::new();
    loop {
        let at: Vec<i32> = indices
            .iter()
            .zip(&domains)
            .map(|(&index, domain)| domain[index])
            .collect();
        if constraint.holds(&|var| at[var.index()]) {
            found.push(at);
        }
        let next = (0..indices.len()).rfind(|&i| indices[i] + 1 < domains[i].len());
        let Some(next) = next else {
            return found;
        };
        indices[next] += 1;
        indices[next + 1..].fill(0);
    }
}

fn dump(model: &Model, constraint: &dyn Constraint) -> String {
    let mut lines: Vec<String> = model.terms().iter().map(ToString::to_string).collect();
    let term = constraint.term(&|var| Term::name(model.name(var)));
    lines.push(term.to_string());
    lines.push(format!("{constraint:?}"));
    lines.join("\n  ")
}
