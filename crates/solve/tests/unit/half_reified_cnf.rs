//! CNF encodings of half-reified constraints. `fuzz.rs` tests random ones; these are cases that it does not generate.

use gridwright_constraints::{all_different, bool_sum_eq, not_equal};
use gridwright_fd::{Atom, Model, ModelError, Var, View, half_reified};
use gridwright_solve::{ModelEngine, RunOptions, Session};

/// The number of solutions, by the engine `sat` and by brute force.
fn counted(model: &Model) -> [u64; 2] {
    [ModelEngine::Sat, ModelEngine::Oracle].map(|engine| {
        let options = RunOptions {
            engine,
            ..RunOptions::default()
        };
        let mut session = Session::new(model, &options).expect("it has a CNF encoding");
        session.count(1_000_000).expect("it ends").solutions
    })
}

fn vars(model: &mut Model, n: usize, max: i32) -> Result<Vec<Var>, ModelError> {
    (0..n)
        .map(|i| model.var(format!("x{max}_{i}"), 0..=max))
        .collect()
}

#[test]
fn the_same_all_different_with_and_without_a_guard() -> Result<(), ModelError> {
    for is_guarded_first in [true, false] {
        let mut model = Model::new();
        let when = model.bool("when");
        let xs = vars(&mut model, 3, 3)?;
        let guarded = half_reified(Atom::eq(when, 1), all_different(xs.iter().copied()));
        if is_guarded_first {
            model.post(guarded)?;
            model.post(all_different(xs))?;
        } else {
            model.post(all_different(xs.iter().copied()))?;
            model.post(guarded)?;
        }
        assert_eq!(counted(&model), [2 * 4 * 3 * 2; 2]);
    }
    Ok(())
}

#[test]
fn guards_may_be_nested() -> Result<(), ModelError> {
    let mut model = Model::new();
    let (a, b) = (model.bool("a"), model.bool("b"));
    let xs = vars(&mut model, 2, 2)?;
    let inner = half_reified(Atom::eq(b, 0), not_equal(xs[0], xs[1]));
    model.post(half_reified(Atom::eq(a, 1), inner))?;
    // All nine pairs for three of the four combinations of the guards, and six for the fourth.
    assert_eq!(counted(&model), [33; 2]);
    Ok(())
}

#[test]
fn guarded_sums_of_many_booleans() -> Result<(), ModelError> {
    let mut model = Model::new();
    let when = model.bool("when");
    let bools: Vec<Var> = (0..12).map(|i| model.bool(format!("b{i}"))).collect();
    let views = || bools.iter().map(|bool| bool.view());
    let few = bool_sum_eq(views().map(View::complement), View::constant(1));
    model.post(half_reified(Atom::eq(when, 0), few))?;
    model.post(half_reified(
        Atom::eq(when, 1),
        bool_sum_eq(views(), View::constant(3)),
    ))?;
    assert_eq!(counted(&model), [12 + 220; 2]);
    Ok(())
}
