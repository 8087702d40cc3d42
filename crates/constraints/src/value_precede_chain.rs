//! For every `i`: if `values[i + 1]` occurs, `values[i]` occurs before it. So values are first used in the order of the list.
//!
//! All levels: domain consistency if no variable repeats, by `regular` with one state for each number of values used so far (Walsh
//! 2006, Symmetry Breaking Using Value Precedence), which is stronger than one `value_precede` per pair. If a value is listed
//! twice, the pairs are posted instead.

use std::sync::Arc;

use crate::regular::{Automaton, Regular, regular};
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::IntoViews;
use crate::value_precede::{ValuePrecede, value_precede};

/// Values are first used in the order of a list; made by [`value_precede_chain`].
#[derive(Clone, Debug)]
pub struct ValuePrecedeChain {
    values: Vec<i32>,
    views: Vec<View>,
}

/// If a view takes a value of the list other than the first, an earlier view takes the value before it in the list.
pub fn value_precede_chain(
    values: impl IntoIterator<Item = i32>,
    views: impl IntoViews,
) -> ValuePrecedeChain {
    ValuePrecedeChain {
        values: values.into_iter().collect(),
        views: views.into_views(),
    }
}

impl ValuePrecedeChain {
    fn pairs(&self) -> impl Iterator<Item = ValuePrecede> + '_ {
        let pairs = self.values.windows(2);
        pairs.map(|pair| value_precede(pair[0], pair[1], self.views.iter().copied()))
    }

    /// The chain as an automaton, if no value is listed twice.
    fn regular(&self) -> Option<Regular> {
        let n = self.values.len();
        let mut automaton = Automaton::new(n + 1, 0, self.values.iter().copied());
        if (0..n).any(|i| self.values[..i].contains(&self.values[i])) {
            return None;
        }
        for n_used in 0..=n {
            automaton = automaton.otherwise(n_used, n_used).accept(n_used);
            for (i, &value) in self.values.iter().enumerate().take(n_used + 1) {
                automaton =
                    automaton.arc(n_used, value, if i == n_used { n_used + 1 } else { n_used });
            }
        }
        Some(regular(self.views.iter().copied(), automaton))
    }
}

impl Constraint for ValuePrecedeChain {
    fn name(&self) -> &'static str {
        "value_precede_chain"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("value_precede_chain", name, &[&self.values, &self.views])
    }

    fn views(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.pairs().all(|pair| pair.holds(at))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views)?;
        match self.regular() {
            Some(regular) => regular.check(model),
            None => Ok(()),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        match self.regular() {
            Some(regular) => regular.post(out),
            None => self.pairs().for_each(|pair| pair.post(out)),
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        self.regular()?.negated()
    }
}
