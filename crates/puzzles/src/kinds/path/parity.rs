//! Parity, an implied rule of Numbrix: along the path the two colours of a chequered board alternate, so cells of one colour have the odd numbers.
//! Where a number is given, walks from it imply the rule; it helps where none is.

use gridwright_constraints::table;
use gridwright_fd::{Atom, Model, ModelError, Var, half_reified};

use crate::contract::Rule;
use crate::kinds::path::instance::Instance;

/// The rule.
pub(super) const PARITY: Rule = Rule::implied(
    "parity",
    "cells of one colour of the chequered board have the odd numbers",
);

/// Posts for every variable which values it has when dark cells have the odd numbers, and which when light cells have them; `fits` is whether it can have a value in the
/// first case.
pub(super) fn post(
    instance: &Instance,
    model: &mut Model,
    vars: &[Var],
    fits: impl Fn(usize, i32) -> bool,
) -> Result<(), ModelError> {
    if instance.clues.iter().any(Option::is_some) {
        return Ok(());
    }
    let n_dark = (0..vars.len())
        .filter(|&place| instance.is_dark(place))
        .count();
    // With an odd number of cells there is one more odd number than there are even ones.
    let domain = match n_dark.cmp(&(vars.len() - n_dark)) {
        std::cmp::Ordering::Less => 0..=0,
        std::cmp::Ordering::Equal => 0..=1,
        std::cmp::Ordering::Greater => 1..=1,
    };
    let dark_is_odd = model.var("dark is odd", domain)?;
    for (i, &var) in vars.iter().enumerate() {
        for truth in [0, 1] {
            let values = model.domain(var).values();
            let rows: Vec<[i32; 1]> = values
                .filter(|&value| fits(i, value) == (truth == 1))
                .map(|value| [value])
                .collect();
            model.post(half_reified(
                Atom::eq(dark_is_odd, truth),
                table([var], rows),
            ))?;
        }
    }
    Ok(())
}
