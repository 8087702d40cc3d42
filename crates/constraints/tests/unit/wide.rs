//! Domains of four billion values: nothing scans them, so limits are respected and the search ends.

use gridwright_constraints::*;
use gridwright_fd::*;
use gridwright_testing::BuildModel;
use gridwright_testing::search::setup;

/// Finds a first solution of a relation over three variables with the widest domain.
fn first(build: impl Fn(&mut Model, &[Var])) -> Outcome {
    let mut model = Model::new();
    let x = model.ints(3, MIN_VALUE..=MAX_VALUE);
    build(&mut model, &x);
    let setup = setup(Consistency::Domain, false);
    let search = Search::over(vec![Group::new(x, Select::InputOrder, Choice::Split)]);
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    Solver::new(&model, &setup)
        .run(&search, &[], &limits, &mut FirstSolution::default())
        .expect("the plan suits the model")
}

#[test]
fn counting_does_not_scan_a_wide_domain() {
    let outcome = first(|model, x| {
        let values = [1, 5, MAX_VALUE];
        model.add(among(x, values, View::constant(3)));
    });
    assert_eq!(outcome.end, End::Stopped);
    let outcome = first(|model, x| {
        let values = [1, 5, MAX_VALUE];
        model.add(among(x, values, View::constant(0)));
    });
    assert_eq!(outcome.end, End::Stopped);
}

#[test]
fn a_closed_cardinality_does_not_scan_a_wide_domain() {
    let outcome = first(|model, x| {
        let counts = [1, 1, 1].map(View::constant);
        let cover = [MIN_VALUE, 0, MAX_VALUE];
        model.add(global_cardinality_closed(x, cover, counts));
    });
    assert_eq!(outcome.end, End::Stopped);
}
