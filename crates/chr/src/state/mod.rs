//! The parts of a machine besides heap and store, and the types that they share.

pub(crate) mod agenda;
pub(crate) mod buffer_pool;
pub(crate) mod choice_point;
pub(crate) mod counters;
pub(crate) mod database;
pub(crate) mod event;
pub(crate) mod exception;
pub(crate) mod group_search;
pub(crate) mod host;
pub(crate) mod input;
pub(crate) mod profile;
pub(crate) mod tabling;
