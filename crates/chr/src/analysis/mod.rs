//! Analysis of rules: variables and slots, rule groups, join order, indexes, warnings.

pub(crate) mod exchange;
pub(crate) mod groups;
pub(crate) mod guard_schedule;
pub(crate) mod join_order;
pub(crate) mod known_types;
pub(crate) mod lints;
pub(crate) mod scope;
pub(crate) mod shared_prefix;
pub(crate) mod types;
