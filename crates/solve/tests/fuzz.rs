//! Random models: all engines, levels and searches agree with the oracle. `cargo run --example fuzz` tries more of them.

mod common;

use std::collections::BTreeSet;

use gridwright_constraints::FAMILIES;

#[test]
fn every_family_is_listed() {
    let mut seen = BTreeSet::new();
    for seed in 0..3000 {
        let model = common::model(seed);
        seen.extend(model.constraints().iter().map(|posted| posted.name()));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), FAMILIES);
}

#[test]
fn engines_agree_on_random_models() {
    for seed in 0..300 {
        if let Err(what) = common::law::check(seed) {
            panic!("{what}");
        }
    }
}

#[test]
fn clauses_agree_on_random_models_that_can_be_said_in_them() {
    for seed in 0..200 {
        let model = common::model_of(seed, |posted| posted.has_cnf_encoding());
        if let Err(what) = common::law::check_model(&model, seed) {
            panic!("{what}");
        }
    }
}
