//! Weighing values: how much each would take away from the other variables. Found by propagating it and taking it back, so that it holds for any constraint at
//! any level; choosing by it changes nothing.
//!
//! The weight of a value is the number of values that the other variables of the model lose at the fixpoint after it. A value that fails is heavier than any that
//! does not. It costs as many fixpoints as there are values, which are counted as propagations and not as nodes or failures.

use crate::atom::Atom;
use crate::kernel::{Driver, Fixpoint, Kernel};
use crate::store::Store;
use crate::var::Var;

/// Of a larger domain so many values are weighed, evenly spread.
pub(crate) const MOST: u32 = 256;

/// The lightest value of an open variable; of several the smallest. At a limit, the lightest so far.
pub(crate) fn lightest(kernel: &mut Kernel, var: Var, driver: &mut impl Driver) -> i32 {
    let level = kernel.store.depth();
    let before = n_values(&kernel.store, var);
    let mut lightest = (None, kernel.store.min(var.view()));
    for number in 0..n_weighed(&kernel.store, var) {
        let value = weighed(&kernel.store, var, number);
        let reached = match kernel.decide(Atom::eq(var, value)) {
            Ok(()) => kernel.propagate_while(driver),
            Err(conflict) => Err(conflict),
        };
        let weight = reached.map(|_| before - n_values(&kernel.store, var));
        kernel.back_to(level);
        match (reached, weight) {
            (Ok(Fixpoint::Interrupted), _) => break,
            (_, Ok(weight)) if lightest.0.is_none_or(|least| weight < least) => {
                lightest = (Some(weight), value);
            }
            _ => {}
        }
    }
    lightest.1
}

/// How many values of a variable are weighed.
pub(crate) fn n_weighed(store: &Store, var: Var) -> u32 {
    store.size(var.view()).min(MOST)
}

/// One of the values that are weighed, ascending.
pub(crate) fn weighed(store: &Store, var: Var, number: u32) -> i32 {
    let size = u64::from(store.size(var.view()));
    let rank = u64::from(number) * size / u64::from(n_weighed(store, var));
    store.value_at_rank(var, rank as u32)
}

/// The values left to all variables but one.
fn n_values(store: &Store, but: Var) -> u64 {
    let others = store.vars().filter(|var| *var != but);
    others.map(|var| u64::from(store.size(var.view()))).sum()
}
