//! Labelling: the alternatives that a value choice offers for one variable.

use gridwright_control::Rng;

use crate::kernel::{Fixpoint, Interrupt, Kernel};
use crate::search::branching::Choice;
use crate::store::Store;
use crate::vars::{Atom, Var};

/// A variable being labelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub(crate) var: Var,
    choice: Choice,
    /// Where `Middle` and `Median` started.
    centre: Option<i32>,
}

/// The alternatives at a choice point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Alternatives {
    /// Two atoms, and the label to continue with after either; `None` if branching chooses a new variable.
    Two {
        atoms: [Atom; 2],
        label: Option<Label>,
    },
    /// The values of a variable. The next value is read from its domain when the search is back at this choice point.
    Values { var: Var, down: bool },
}

impl Alternatives {
    /// The number of alternatives for the current domains.
    pub(crate) fn number(&self, store: &Store) -> u32 {
        match self {
            Alternatives::Two { .. } => 2,
            Alternatives::Values { var, .. } => store.size(var.view()),
        }
    }
}

impl Label {
    pub(crate) fn new(var: Var, choice: Choice) -> Label {
        Label {
            var,
            choice,
            centre: None,
        }
    }

    /// The alternatives for the current domains; the variable must be unfixed.
    pub(crate) fn alternatives(
        mut self,
        kernel: &mut Kernel,
        rng: &mut Rng,
        interrupt: &mut impl Interrupt,
    ) -> Alternatives {
        let (var, view) = (self.var, self.var.view());
        let favoured = match self.choice {
            Choice::LeastConstraining => Some(least_constraining(kernel, var, interrupt)),
            _ => None,
        };
        let store = &kernel.store;
        let (min, max) = (store.min(view), store.max(view));
        let half = ((i64::from(min) + i64::from(max)).div_euclid(2)) as i32;
        let value_first = |value: i32, label: Option<Label>| Alternatives::Two {
            atoms: [Atom::eq(var, value), without(var, value, min, max)],
            label,
        };
        let value_last = |value: i32, label: Option<Label>| Alternatives::Two {
            atoms: [without(var, value, min, max), Atom::eq(var, value)],
            label,
        };
        let lower_first = |label: Option<Label>| Alternatives::Two {
            atoms: [Atom::le(var, half), Atom::ge(var, half + 1)],
            label,
        };
        let upper_first = |label: Option<Label>| Alternatives::Two {
            atoms: [Atom::ge(var, half + 1), Atom::le(var, half)],
            label,
        };
        match self.choice {
            Choice::Indomain => Alternatives::Values { var, down: false },
            Choice::IndomainDown => Alternatives::Values { var, down: true },
            Choice::Min => value_first(min, Some(self)),
            Choice::Max => value_first(max, Some(self)),
            Choice::Middle | Choice::Median => {
                // ECLiPSe's integer division rounds towards zero.
                let start = if self.choice == Choice::Middle {
                    ((i64::from(min) + i64::from(max)) / 2) as i32
                } else {
                    store.value_at_rank(var, store.size(view) / 2)
                };
                let centre = *self.centre.get_or_insert(start);
                value_first(nearest(store, var, centre), Some(self))
            }
            Choice::Split => lower_first(Some(self)),
            Choice::ReverseSplit => upper_first(Some(self)),
            Choice::Random => value_first(random(store, var, rng), Some(self)),
            Choice::LeastConstraining => value_first(favoured.unwrap_or(min), Some(self)),
            Choice::OutMin => value_last(min, Some(self)),
            Choice::OutMax => value_last(max, Some(self)),
            Choice::Step => value_first(min, None),
            Choice::StepDown => value_first(max, None),
            Choice::Bisect => lower_first(None),
            Choice::BisectDown => upper_first(None),
            Choice::StepMedian => {
                let rank = (store.size(view) - 1) / 2;
                value_first(store.value_at_rank(var, rank), None)
            }
            Choice::StepMiddle => value_first(nearest(store, var, half), None),
            Choice::StepRandom => value_first(random(store, var, rng), None),
        }
    }
}

/// The atom that excludes a value: a new bound if the value is the smallest or largest, otherwise `!=`.
fn without(var: Var, value: i32, min: i32, max: i32) -> Atom {
    if value == min {
        Atom::ge(var, value + 1)
    } else if value == max {
        Atom::le(var, value - 1)
    } else {
        Atom::ne(var, value)
    }
}

fn random(store: &Store, var: Var, rng: &mut Rng) -> i32 {
    let size = store.size(var.view());
    store.value_at_rank(var, rng.below(size as usize) as u32)
}

/// The value nearest to `centre`; of two, the larger.
fn nearest(store: &Store, var: Var, centre: i32) -> i32 {
    let view = var.view();
    let above = store.next_value(view, centre);
    let below = store.previous_value(view, centre);
    match (below, above) {
        (Some(below), Some(above)) => {
            let down = i64::from(centre) - i64::from(below);
            let up = i64::from(above) - i64::from(centre);
            if down < up { below } else { above }
        }
        (Some(value), None) | (None, Some(value)) => value,
        (None, None) => unreachable!("domains are never empty"),
    }
}

/// The largest number of values tried; larger domains are sampled evenly.
pub(crate) const MAX_TRIED_VALUES: u32 = 256;

/// The least constraining value of an unfixed variable: the one after which the other variables have lost the fewest
/// values at the fixpoint; of several, the smallest. Values that fail come last. Each trial propagates to the fixpoint,
/// which counts as propagations but not as nodes or failures. At a limit, the best so far.
pub(crate) fn least_constraining(
    kernel: &mut Kernel,
    var: Var,
    interrupt: &mut impl Interrupt,
) -> i32 {
    let level = kernel.store.depth();
    let before = n_values(&kernel.store, var);
    let mut least_constraining = (None, kernel.store.min(var.view()));
    for number in 0..n_tried_values(&kernel.store, var) {
        let value = tried_value(&kernel.store, var, number);
        let decided = kernel.decide(Atom::eq(var, value));
        let reached = decided.and_then(|()| kernel.propagate_while(interrupt));
        let weight = reached.map(|_| before - n_values(&kernel.store, var));
        kernel.back_to(level);
        match (reached, weight) {
            (Ok(Fixpoint::Interrupted), _) => break,
            (_, Ok(weight)) if least_constraining.0.is_none_or(|least| weight < least) => {
                least_constraining = (Some(weight), value);
            }
            _ => {}
        }
    }
    least_constraining.1
}

/// The number of values that are tried.
pub(crate) fn n_tried_values(store: &Store, var: Var) -> u32 {
    store.size(var.view()).min(MAX_TRIED_VALUES)
}

/// The tried value with a given number; numbers ascend with the values.
pub(crate) fn tried_value(store: &Store, var: Var, number: u32) -> i32 {
    let size = u64::from(store.size(var.view()));
    let rank = u64::from(number) * size / u64::from(n_tried_values(store, var));
    store.value_at_rank(var, rank as u32)
}

/// The sum of the domain sizes of all variables but one.
fn n_values(store: &Store, but: Var) -> u64 {
    let others = store.vars().filter(|var| *var != but);
    others.map(|var| u64::from(store.size(var.view()))).sum()
}
