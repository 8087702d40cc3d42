//! A step as it is found, before it is put in words.

use crate::cases::Case;
use crate::knowledge::Knowledge;
use crate::packed::Packed;
use crate::trace::Trace;
use crate::ways::Ways;

/// A step as it is found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What it rests on; the chain leads from the assumption to a conflict.
    pub(crate) trace: Trace,
    /// What was assumed, if anything.
    pub(crate) assumed: Option<Packed>,
    /// The cases of its first premise, where it goes by cases.
    pub(crate) cases: Vec<Case>,
    /// All ways of some premises together, where it goes by those.
    pub(crate) ways: Option<Ways>,
    /// What follows.
    pub(crate) concludes: Vec<Packed>,
    pub(crate) cost: u32,
    /// Whether the search for a cheaper one was cut short.
    pub(crate) is_cut_short: bool,
}

impl Found {
    pub(crate) fn new(
        knowledge: &Knowledge<'_>,
        trace: Trace,
        assumed: Option<Packed>,
        concludes: Vec<Packed>,
    ) -> Found {
        Found {
            cost: knowledge.cost(&trace),
            trace,
            assumed,
            cases: Vec::new(),
            ways: None,
            concludes,
            is_cut_short: false,
        }
    }
}
