//! Laws and examples of `all_different_except`.

use crate::util::*;

#[test]
fn laws() {
    Laws::new("all_different_except", |x, draws| {
        Some(all_different_except(x, draws.between(-3, 4)))
    })
    .arity(0..=4)
    .claims([FORWARD, FORWARD, DOMAIN])
    .check_rounds(200);
}
