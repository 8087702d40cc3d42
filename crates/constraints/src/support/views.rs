//! Helpers for lists of views: conversion, duplicate check, subscriptions.

use crate::support::prelude::*;

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

/// Whether a variable occurs twice.
pub(crate) fn has_repeats(mut vars: Vec<Var>) -> bool {
    vars.sort_unstable();
    vars.windows(2).any(|pair| pair[0] == pair[1])
}

/// Wakes on a change of any of the views.
pub(crate) fn wake_on(views: &[View], on: On) -> impl Iterator<Item = Wake> {
    views.iter().map(move |&view| Wake::on(view, on))
}

/// Wakes on a change of any of the views, each with its index as slot.
pub(crate) fn wake_slots(views: &[View], on: On) -> impl Iterator<Item = Wake> {
    let views = views.iter().enumerate();
    views.map(move |(index, &view)| Wake::on(view, on).slot(index))
}
