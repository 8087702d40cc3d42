//! Parity, an implied rule of Numbrix: along the path the two colours of a chequered board alternate, so all cells of one colour have odd numbers.
//! It is posted only on boards without clues: with a clue, the initial domains (`reach.rs`) imply it.

use gridwright_constraints::table;
use gridwright_fd::{Atom, Model, ModelError, Var, half_reified};

use crate::contract::Rule;
use crate::kinds::path::instance::Instance;

pub(super) const PARITY: Rule = Rule::implied(
    "parity",
    "cells of one colour of the chequered board have the odd numbers",
);

/// Posts the possible values of every variable if dark cells have the odd numbers, and if light cells have them. `fits(i, v)` is whether variable `i` can have value `v` in
/// the first case.
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
        .filter(|&index| instance.is_dark(index))
        .count();
    // The numbers 1 to n contain at least as many odd ones as even ones, so a colour with more cells has the odd numbers.
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
