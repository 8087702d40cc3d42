//! Objectives: what the best solution of a model is.

use crate::var::View;

/// What is to be made as small or as large as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Make the view as small as possible.
    Minimise(View),
    /// Make the view as large as possible.
    Maximise(View),
}

impl Objective {
    /// The view to minimise: for `Maximise`, the view negated.
    pub fn cost(self) -> View {
        match self {
            Objective::Minimise(view) => view,
            Objective::Maximise(view) => View {
                var: view.var,
                scale: -view.scale,
                offset: -view.offset,
            },
        }
    }

    /// The view it is about.
    pub fn view(self) -> View {
        match self {
            Objective::Minimise(view) | Objective::Maximise(view) => view,
        }
    }
}
