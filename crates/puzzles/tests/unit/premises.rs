//! Premises are equivalent to the rules, for every kind of the catalogue.

use crate::kind_laws;

#[test]
fn premises_are_equivalent_to_the_rules() {
    kind_laws::for_every_kind(kind_laws::premises::premises_are_equivalent_to_the_rules);
}
