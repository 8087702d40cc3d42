//! Lists of views as arguments, and their variables.

use gridwright_fd::{Var, View};

/// A list of views: of variables, views, or references to them.
pub trait IntoViews {
    /// The views, in order.
    fn into_views<C: FromIterator<View>>(self) -> C;
}

impl<I: IntoIterator<Item: Into<View>>> IntoViews for I {
    fn into_views<C: FromIterator<View>>(self) -> C {
        self.into_iter().map(Into::into).collect()
    }
}

/// The variables of views.
pub(crate) fn vars<'a>(views: impl IntoIterator<Item = &'a View>) -> Vec<Var> {
    views.into_iter().map(|view| view.var).collect()
}
