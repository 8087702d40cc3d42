//! Random models over all constraints, and the check that all engines agree on them.

mod agreement;
mod pool;
mod relations;
mod replacement;

use std::sync::Arc;

use gridwright_fd::{
    Constraint, Model, Objective, Var, half_reified_shared, iff_shared, not_shared,
};

use self::pool::Pool;
use self::relations::{Arguments, BUILDERS};
use crate::draws::Draws;
use crate::shrink::{Failure, check_seed};

/// Checks that all engines agree on the random model of a seed, whose constraints satisfy `suits`. A model on which they disagree
/// is shrunk and printed in the report.
pub fn check_engines(seed: u64, suits: impl Fn(&dyn Constraint) -> bool) -> Result<(), Failure> {
    check_models(seed, suits, |model| agreement::check(model, seed))
}

/// Runs a test on the random model of a seed; a failing model is shrunk and printed in the report.
pub fn check_models(
    seed: u64,
    suits: impl Fn(&dyn Constraint) -> bool,
    test: impl Fn(&Model) -> Result<(), String>,
) -> Result<(), Failure> {
    check_seed(seed ^ 0x6675_7a7a, |draws| {
        let model = random_model(draws, &suits);
        let text = format_model(&model);
        let result = test(&model).map_err(|what| format!("{what}\n{text}"));
        draws.describe(text);
        Ok(result?)
    })
}

/// A random model of up to nine variables and six constraints that satisfy `suits`, sometimes with keys or an objective.
pub fn random_model(draws: &mut Draws, suits: impl Fn(&dyn Constraint) -> bool) -> Model {
    let mut model = Model::new();
    let pool = Pool::new(&mut model, draws);
    draws.repeat(1..=6, |draws| {
        // Bounded, because a replay may draw the same rejected constraint for ever.
        for _ in 0..MAX_ATTEMPTS {
            let constraint = random_constraint(&pool, draws);
            let suiting = constraint.filter(|constraint| suits(&**constraint));
            if suiting.is_some_and(|constraint| model.post_shared(constraint).is_ok()) {
                break;
            }
        }
    });
    let mut vars: Vec<Var> = model.all_vars().collect();
    match draws.below(4) {
        2 => {
            draws.shuffle(&mut vars);
            vars.truncate(draws.between(1, 3) as usize);
            model.set_keys(vars).expect("the model's own variables");
        }
        3 => {
            let view = pool.int(draws);
            let objective = *draws.pick(&[Objective::Minimise(view), Objective::Maximise(view)]);
            model.set_objective(objective).expect("small numbers");
        }
        _ => {}
    }
    model
}

/// How many constraints are drawn to find one that suits and that the model accepts.
const MAX_ATTEMPTS: usize = 500;

fn random_constraint(pool: &Pool, draws: &mut Draws) -> Option<Arc<dyn Constraint>> {
    let build = draws.pick(BUILDERS);
    let constraint = build(&mut Arguments { pool, draws })?;
    Some(match draws.below(9) {
        6 => Arc::new(half_reified_shared(pool.atom(draws), constraint)),
        7 => Arc::new(iff_shared(pool.atom(draws), constraint)),
        8 => not_shared(&constraint),
        _ => constraint,
    })
}

/// A model as text: variables, constraints, keys, objective.
pub fn format_model(model: &Model) -> String {
    let mut lines: Vec<String> = model
        .terms()
        .iter()
        .map(|term| format!("  {term}"))
        .collect();
    if let Some(keys) = model.keys() {
        let names: Vec<&str> = keys.iter().map(|&key| model.name(key)).collect();
        lines.push(format!("  keys {}", names.join(", ")));
    }
    if let Some(objective) = model.objective() {
        lines.push(format!("  {objective:?}"));
    }
    lines.join("\n")
}
