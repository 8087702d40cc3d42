//! Tests of `bool_expr`.

use crate::util::*;
use gridwright_constraints::bool_expr::{and, holds, iff, implies, not, or, xor};
use gridwright_testing::check;

fn random_expr(vars: &[Var], depth: usize, draws: &mut Draws) -> BoolExpr {
    let parts = |draws: &mut Draws| -> Vec<BoolExpr> {
        (0..draws.below(4))
            .map(|_| random_expr(vars, depth - 1, draws))
            .collect()
    };
    let (x, y) = (*draws.pick(vars), *draws.pick(vars));
    match if depth == 0 {
        draws.below(3)
    } else {
        draws.below(9)
    } {
        0 => holds(less_equal(x, y)),
        1 => holds(not_equal(x, y)),
        2 => BoolExpr::from(Atom::eq(x, draws.between(0, 2))),
        3 => not(random_expr(vars, depth - 1, draws)),
        4 => and(parts(draws)),
        5 => or(parts(draws)),
        6 => xor(parts(draws)),
        7 => implies(
            random_expr(vars, depth - 1, draws),
            random_expr(vars, depth - 1, draws),
        ),
        _ => iff(
            random_expr(vars, depth - 1, draws),
            random_expr(vars, depth - 1, draws),
        ),
    }
}

fn check_random(with_keys: bool) {
    check(300, |draws| {
        let mut model = Model::new();
        let vars = model.ints(3, 0..=2);
        if with_keys {
            model.set_keys(vars.clone()).expect("known");
        }
        let expr = random_expr(&vars, 3, draws);
        draws.describe(format!("{expr:?}"));
        post_bool_expr(&mut model, &expr).expect("fits");
        let mut expected = Vec::new();
        for at in 0..27 {
            let values = [at / 9, at / 3 % 3, at % 3];
            let of = |var: Var| {
                let index = vars.iter().position(|&other| other == var);
                values[index.expect("one of the three")]
            };
            if expr.is_true(&of) {
                expected.push(values.to_vec());
            }
        }
        let mut found = solutions(&model, Consistency::Domain, &vars);
        if with_keys {
            found.dedup();
        }
        assert_eq!(found, expected);
        Ok(())
    });
}

#[test]
fn flattening_keeps_solutions_and_their_number() {
    check_random(false);
}

#[test]
fn with_keys_one_direction_is_enough() {
    check_random(true);
}

#[test]
fn keys_save_the_other_direction() {
    let sizes = [false, true].map(|with_keys| {
        let mut model = Model::new();
        let vars = model.ints(3, 0..=2);
        if with_keys {
            model.set_keys(vars.clone()).expect("known");
        }
        let pair = |a, b| and([holds(less_equal(a, b)), holds(not_equal(a, b))]);
        let expr = or([pair(vars[0], vars[1]), pair(vars[1], vars[2])]);
        post_bool_expr(&mut model, &expr).expect("fits");
        let constraints = model.constraints();
        constraints.iter().map(|c| c.scope().len()).sum::<usize>()
    });
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}

#[test]
fn reify_is_equivalence() {
    let mut model = Model::new();
    let vars = model.ints(2, 0..=3);
    let flag = reify(&mut model, less_equal(vars[0], vars[1])).expect("fits");
    let found = solutions(&model, Consistency::Domain, &[vars[0], vars[1], flag]);
    assert_eq!(found.len(), 16);
    for row in found {
        assert_eq!(row[2] == 1, row[0] <= row[1]);
    }
}

#[test]
fn a_rejected_expression_leaves_the_model_unchanged() {
    let mut model = Model::new();
    let x = model.int(0..=MAX_VALUE);
    let wide = x.view().times(2).expect("fits");
    let expr = or([
        holds(less_equal(x, x)),
        and([holds(less_equal(wide, x)), holds(not_equal(x, x))]),
    ]);
    assert!(post_bool_expr(&mut model, &expr).is_err());
    let stranger = or([Atom::ge(x, 1), Atom::ge(Var::at(9), 1)]);
    assert!(post_bool_expr(&mut model, &stranger).is_err());
    assert_eq!((model.n_vars(), model.constraints().len()), (2, 0));
}
