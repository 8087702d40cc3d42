//! On random models all engines, consistency levels and searches agree with the oracle. `cargo xtask fuzz` tries more models.

use std::collections::BTreeSet;

use gridwright_constraints::FAMILIES;
use gridwright_fd::Constraint;
use gridwright_testing::models::{check_engines, random_model};
use gridwright_testing::{Draws, cases};

#[test]
fn every_family_is_listed() {
    let mut seen = BTreeSet::new();
    for seed in 0..3000 {
        let model = random_model(&mut Draws::new(seed), |_| true);
        seen.extend(model.constraints().iter().map(|posted| posted.name()));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), FAMILIES);
}

fn check(n: usize, suits: impl Fn(&dyn Constraint) -> bool) {
    for seed in 0..cases(n) as u64 {
        if let Err(failure) = check_engines(seed, &suits) {
            panic!("seed {seed}, shrunk: {}", failure.report);
        }
    }
}

#[test]
fn engines_agree_on_random_models() {
    check(300, |_| true);
}

#[test]
fn engines_agree_on_random_models_with_a_cnf_encoding() {
    check(200, |posted| posted.has_cnf_encoding());
}
