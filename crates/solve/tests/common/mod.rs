//! Random models, and the law they are put to: every engine, level and search finds what the oracle finds.

pub(crate) mod build;
pub(crate) mod law;
pub(crate) mod renewed;

use std::sync::Arc;

use gridwright_fd::Rng;
use gridwright_fd::{
    Atom, Constraint, Domain, Model, Objective, Op, Var, View, half_reified_shared, iff_shared,
    not_shared,
};

/// The most assignments a random model has.
const MOST_ASSIGNMENTS: u64 = 6_000;

/// The variables of a random model, as constraints are given them.
pub(crate) struct Pool {
    ints: Vec<View>,
    bools: Vec<View>,
}

impl Pool {
    /// Any view.
    pub(crate) fn int(&self, rng: &mut Rng) -> View {
        let all = [&self.ints[..], &self.bools[..]].concat();
        *rng.pick(&all)
    }

    /// Some views, repeats being rare.
    pub(crate) fn ints(&self, n: usize, rng: &mut Rng) -> Vec<View> {
        some_of(&[&self.ints[..], &self.bools[..]].concat(), n, rng)
    }

    /// Some views over 0..1.
    pub(crate) fn bools(&self, n: usize, rng: &mut Rng) -> Vec<View> {
        some_of(&self.bools, n, rng)
    }

    /// A fact about some variable.
    pub(crate) fn atom(&self, rng: &mut Rng) -> Atom {
        let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
        Atom::new(self.int(rng).var, op, rng.between(-1, 2))
    }
}

fn some_of(from: &[View], n: usize, rng: &mut Rng) -> Vec<View> {
    let mut order: Vec<View> = from.to_vec();
    rng.shuffle(&mut order);
    let mut some: Vec<View> = order.into_iter().cycle().take(n).collect();
    if n > 1 && rng.one_in(12) {
        some[0] = some[1];
    }
    some
}

/// The model of a seed.
pub(crate) fn model(seed: u64) -> Model {
    model_of(seed, |_| true)
}

/// The model of a seed, with such constraints only.
pub(crate) fn model_of(seed: u64, suits: impl Fn(&dyn Constraint) -> bool) -> Model {
    let mut rng = Rng::new(seed ^ 0x6675_7a7a);
    let mut model = Model::new();
    let pool = variables(&mut model, &mut rng);
    let n_constraints = rng.between(1, 6);
    let mut posted = 0;
    while posted < n_constraints {
        let Some(constraint) = rng.pick(build::BUILDERS)(&pool, &mut rng) else {
            continue;
        };
        let constraint = match rng.below(9) {
            0 => Arc::new(half_reified_shared(pool.atom(&mut rng), constraint)),
            1 => Arc::new(iff_shared(pool.atom(&mut rng), constraint)) as Arc<dyn Constraint>,
            2 => not_shared(&constraint),
            _ => constraint,
        };
        if !suits(&*constraint) {
            continue;
        }
        // Numbers that do not fit are refused, and another constraint is drawn.
        posted += i32::from(model.post_shared(constraint).is_ok());
    }
    let mut vars: Vec<Var> = model.all_vars().collect();
    match rng.below(4) {
        0 => {
            rng.shuffle(&mut vars);
            vars.truncate(rng.between(1, 3) as usize);
            model.set_keys(vars).expect("the model's own variables");
        }
        1 => {
            let view = pool.int(&mut rng);
            let objective = *rng.pick(&[Objective::Minimise(view), Objective::Maximise(view)]);
            model.set_objective(objective).expect("small numbers");
        }
        _ => {}
    }
    model
}

fn variables(model: &mut Model, rng: &mut Rng) -> Pool {
    let mut pool = Pool {
        ints: Vec::new(),
        bools: vec![View::constant(1)],
    };
    let n_vars = rng.between(2, 9);
    let mut assignments = 1;
    for i in 0..n_vars {
        let boolean = rng.one_in(2);
        let domain = if boolean {
            Domain::from(0..=1)
        } else {
            let values: Vec<i32> = (-2..=4).filter(|_| !rng.one_in(3)).collect();
            Domain::from_values(if values.is_empty() { vec![0] } else { values })
        };
        if assignments * domain.size() > MOST_ASSIGNMENTS {
            continue;
        }
        assignments *= domain.size();
        let name = format!("x{i}");
        let view = model.var(name, domain).expect("a domain").view();
        if boolean {
            pool.bools.push(if rng.one_in(4) {
                view.complement()
            } else {
                view
            });
        } else {
            pool.ints.push(match rng.below(8) {
                0 => view.plus(rng.between(-2, 2)).expect("small numbers"),
                1 => view.times(*rng.pick(&[-1, 2, -2])).expect("small numbers"),
                _ => view,
            });
        }
    }
    pool
}
