//! Events: what happens to constraints, and the listeners that hear of it.

use std::fmt;

use gridwright_term::Term;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A constraint was called.
    Call,
    /// A constraint was tried at all its occurrences and the run goes on.
    Exit,
    /// A stored constraint became active again.
    Wake,
    /// A constraint was stored.
    Insert,
    /// A constraint was removed from the store.
    Remove,
    /// Partners for a rule were found; what remains of its guard is run.
    Try,
    /// A rule fired.
    Apply,
    /// Something failed.
    Fail,
    /// The run goes on from an earlier choice, and the store is as it was there.
    Redo,
}

/// One line of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What happened.
    pub event: Event,
    /// The number of open choice points.
    pub depth: usize,
    /// The name of the rule, if one was tried or fired.
    pub rule: Option<String>,
    /// The constraints it happened to: the active one first, with its number in the store, 0 if it is not there.
    pub constraints: Vec<(u64, Term)>,
}

/// The optional observer of steps.
#[derive(Default)]
pub(crate) struct Tracer<'p>(pub(crate) Option<Listener<'p>>);

/// An observer of steps: of the step alone, or also of the moment at which it happened.
pub(crate) enum Listener<'p> {
    Steps(&'p mut dyn FnMut(&Step)),
    Moments(&'p mut dyn FnMut(&Step, &Moment<'_>)),
}

/// The state of a run at a step.
pub struct Moment<'m>(pub(crate) &'m dyn Standing);

impl fmt::Debug for Moment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Moment").field(&self.nesting()).finish()
    }
}

impl Moment<'_> {
    /// The constraints in the store, the oldest first, each with its number.
    pub fn store(&self) -> Vec<(u64, Term)> {
        self.0.numbered_store()
    }

    /// The constraints of these names in the store, the oldest first.
    pub fn store_of(&self, names: &[&str]) -> Vec<Term> {
        self.0.store_of(names)
    }

    /// What the variables of the query are bound to.
    pub fn bindings(&self) -> Vec<(String, Term)> {
        self.0.bound()
    }

    /// The number of goals that wait for this one to end. A goal that was the last of a body waits for nothing, and is not counted.
    pub fn nesting(&self) -> usize {
        self.0.nesting()
    }
}

/// What can be seen of a machine between two instructions.
pub(crate) trait Standing {
    fn numbered_store(&self) -> Vec<(u64, Term)>;
    fn store_of(&self, names: &[&str]) -> Vec<Term>;
    fn bound(&self) -> Vec<(String, Term)>;
    fn nesting(&self) -> usize;
}

impl fmt::Debug for Tracer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tracer({})", self.on())
    }
}

impl Tracer<'_> {
    #[inline(always)]
    pub(crate) fn on(&self) -> bool {
        self.0.is_some()
    }
}
