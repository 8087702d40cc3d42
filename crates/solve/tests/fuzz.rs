//! Random models: all engines, levels and searches agree with the oracle. `cargo run --example fuzz` tries more of them.

mod common;

#[test]
fn engines_agree_on_random_models() {
    for seed in 0..300 {
        if let Err(what) = common::law::check(seed) {
            panic!("{what}");
        }
    }
}
