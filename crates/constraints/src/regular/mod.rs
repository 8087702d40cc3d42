//! `x_1 x_2 ... x_n` is a word that a finite automaton accepts.
//!
//! All levels: domain consistency. The automaton is unfolded into one layer of states per view. A transition is kept while its
//! value is in the domain and it lies on a path from the start to an accepting state; a value is removed with its last
//! transition. Degrees are trailed, so every transition is deleted at most once on a branch (Pesant 2004, A Regular Language
//! Membership Constraint for Finite Sequences of Variables). Reasons are cuts of the unfolded graph (Gange, Stuckey and Szymanek
//! 2011, MDD Propagators with Explanation). Time is linear in the transitions deleted and the values of the views that changed.
//! For automata of two symbols and few states that stay or go on to the next state, such as the clue of a nonogram, each layer is a word of bits that is
//! computed anew in each run.
//! Limitation: unlisted values are removed one by one only from domains of up to 65536 values; from larger ones only at the
//! bounds and when the view is fixed.

mod automaton;
mod bit_layers;
mod layers;

use std::sync::Arc;

use crate::support::errors::too_wide;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on, wake_slots};
pub use automaton::Automaton;
use bit_layers::BitLayers;
use layers::LayeredAutomaton;

/// The most transitions of an automaton that is unfolded over its views, which take some gigabytes.
const MAX_TRANSITIONS: usize = 1 << 26;

/// The views form a word the automaton accepts; made by [`regular`].
#[derive(Clone, Debug)]
pub struct Regular {
    views: Vec<View>,
    automaton: Arc<Automaton>,
}

/// The views form a word that the automaton accepts.
pub fn regular(views: impl IntoViews, automaton: impl Into<Arc<Automaton>>) -> Regular {
    Regular {
        views: views.into_views(),
        automaton: automaton.into(),
    }
}

impl Constraint for Regular {
    fn name(&self) -> &'static str {
        "regular"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let automaton = &self.automaton;
        let state = |state: usize| Term::Int(state as i64);
        let mut arcs = Vec::new();
        for from in 0..automaton.n_states() {
            for class in 0..automaton.n_classes() {
                let symbol = automaton.symbols().get(class);
                let symbol = symbol.map_or_else(|| Term::name("*"), |&symbol| Term::from(symbol));
                if let Some(to) = automaton.next(from, class) {
                    arcs.push(Term::compound("arc", [state(from), symbol, state(to)]));
                }
            }
        }
        let accepting = (0..automaton.n_states()).filter(|&q| automaton.is_accepting(q));
        let accepting = Term::list(accepting.map(state));
        let start = state(automaton.start());
        call("regular", name, &[&self.views, &start, &accepting, &arcs])
    }

    fn views(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let word = self.views.iter().map(|view| view.of(at(view.var)));
        self.automaton.accepts(word)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views)?;
        self.automaton.check(self.name())?;
        let n_arcs = [self.views.len() + 1, self.automaton.n_classes()]
            .into_iter()
            .try_fold(self.automaton.n_states(), usize::checked_mul);
        match n_arcs {
            Some(n_arcs) if n_arcs <= MAX_TRANSITIONS => Ok(()),
            _ => too_wide(self.name(), "the number of transitions times views"),
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        if let Some(layers) = BitLayers::new(&self.views, &self.automaton, out.store()) {
            return out.add(Cost::Quadratic, layers, wake_on(&self.views, On::Domain));
        }
        if let Some(layers) = LayeredAutomaton::new(&self.views, Arc::clone(&self.automaton), out) {
            out.add(Cost::Quadratic, layers, wake_slots(&self.views, On::Domain));
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Regular {
            views: self.views.clone(),
            automaton: Arc::new(self.automaton.complement()),
        }))
    }
}
