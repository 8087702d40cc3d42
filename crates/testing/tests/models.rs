//! A random model that fails a test is reported as a small model.

use gridwright_fd::Model;
use gridwright_solve::{ModelEngine, RunOptions, run};
use gridwright_testing::models::check_models;
use gridwright_testing::search::AllSolutions;

fn n_solutions(model: &Model) -> u64 {
    let mut all = AllSolutions::default();
    run(
        model,
        &RunOptions::new().engine(ModelEngine::Oracle),
        &mut all,
    )
    .expect("a small model");
    all.0.len() as u64
}

/// The report on the first random model that has a constraint of `family` and at least `solutions` solutions.
fn first_report(family: &str, solutions: u64) -> String {
    let test = |model: &Model| {
        let mut constraints = model.constraints().iter();
        let found = constraints.any(|constraint| constraint.name() == family);
        match found && n_solutions(model) >= solutions {
            true => Err(format!("{family} with {solutions} solutions or more")),
            false => Ok(()),
        }
    };
    let mut reports = (0..2_000).filter_map(|seed| check_models(seed, |_| true, test).err());
    reports.next().expect("there is such a model").report
}

#[test]
fn failing_models_shrink_to_what_matters() {
    for (family, solutions) in [
        ("all_different", 2),
        ("table", 3),
        ("cumulative", 2),
        ("global_cardinality", 5),
        ("circuit", 1),
    ] {
        insta::assert_snapshot!(
            format!("{family}_{solutions}"),
            first_report(family, solutions)
        );
    }
}
