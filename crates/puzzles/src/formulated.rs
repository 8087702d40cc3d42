//! What an instance of any kind becomes for an engine, its types taken off: a model or a program of rules, each with the way back to an answer.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use gridwright_fd::{Assignment, ModelError, Var};
use gridwright_term::Term;

use crate::choices::NoSuchChoice;
use crate::facts::Facts;
use crate::premise::Claim;
use crate::program::{NoSuchSwitch, ProgramCard};
use crate::seen::Seen;

/// An answer with its type taken off.
#[derive(Clone)]
pub struct AnyAnswer(pub(crate) Arc<dyn Any + Send + Sync>);

impl AnyAnswer {
    /// The answer of a kind, for the instances of that kind.
    pub fn new<A: Send + Sync + 'static>(answer: A) -> AnyAnswer {
        AnyAnswer(Arc::new(answer))
    }
}

impl fmt::Debug for AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyAnswer(..)")
    }
}

/// How an instance is to be formulated, by names.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormulateOptions<'w> {
    /// The viewpoints, linked by facts; empty is the usual one.
    pub viewpoints: &'w [String],
    /// The rules switched on.
    pub rules: &'w [String],
    /// How connectivity is kept; `None` is the usual way.
    pub connectivity: Option<&'w str>,
}

/// A formulation with its types taken off.
pub struct AnyFormulation {
    /// The viewpoints it is made by, joined by `+`.
    pub name: String,
    /// The variables that decide an answer, in the order a search by hand would take.
    pub decisions: Vec<Var>,
    /// For every fact of the puzzle, in their order, the atom that says it; `None` where one atom cannot.
    pub facts: Facts,
    /// Whether some rule is asked of every answer found instead of being posted.
    pub is_passive: bool,
    pub(crate) read: Reading,
}

/// How an answer is read off an assignment, unless a passive rule refuses it.
pub(crate) type Reading = Box<dyn Fn(&Assignment) -> Option<AnyAnswer> + Send + Sync>;

impl AnyFormulation {
    /// The answer of an assignment; `None` where a passive rule refuses it.
    pub fn read(&self, found: &Assignment) -> Option<AnyAnswer> {
        (self.read)(found)
    }
}

impl fmt::Debug for AnyFormulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyFormulation")
            .field("name", &self.name)
            .field("decisions", &self.decisions)
            .finish_non_exhaustive()
    }
}

/// A program with a query about an instance, its types taken off.
pub struct AnyProgram {
    /// What the program says of itself.
    pub card: ProgramCard,
    /// The value of every switch.
    pub switched: Vec<(&'static str, &'static str)>,
    /// The query, which binds `Answer`.
    pub query: String,
    /// The names of the constraints that say something of the board.
    pub watched: &'static [&'static str],
    pub(crate) read: ProgramReading,
    pub(crate) seen: ProgramSeeing,
}

/// How a run that is under way is read.
pub(crate) type ProgramSeeing = Box<dyn Fn(&Seen<'_>) -> Vec<Claim> + Send + Sync>;

/// How an answer is read off a term.
pub(crate) type ProgramReading = Box<dyn Fn(&Term) -> Option<AnyAnswer> + Send + Sync>;

impl AnyProgram {
    /// The answer that `Answer` was bound to; `None` if the term is none.
    pub fn read(&self, bound: &Term) -> Option<AnyAnswer> {
        (self.read)(bound)
    }

    /// What a run that is under way says of the board.
    pub fn seen(&self, seen: &Seen<'_>) -> Vec<Claim> {
        (self.seen)(seen)
    }
}

impl fmt::Debug for AnyProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyProgram")
            .field("name", &self.card.name)
            .field("switched", &self.switched)
            .finish_non_exhaustive()
    }
}

/// Why an instance cannot be formulated as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulateError {
    /// The puzzle has no viewpoint, rule or connectivity of that name.
    Choice(NoSuchChoice),
    /// The program cannot be switched like that.
    Switch(NoSuchSwitch),
    /// The model cannot hold it.
    Model(ModelError),
}

impl fmt::Display for FormulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulateError::Choice(error) => error.fmt(f),
            FormulateError::Switch(error) => error.fmt(f),
            FormulateError::Model(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FormulateError {}

impl From<NoSuchChoice> for FormulateError {
    fn from(error: NoSuchChoice) -> FormulateError {
        FormulateError::Choice(error)
    }
}

impl From<NoSuchSwitch> for FormulateError {
    fn from(error: NoSuchSwitch) -> FormulateError {
        FormulateError::Switch(error)
    }
}

impl From<ModelError> for FormulateError {
    fn from(error: ModelError) -> FormulateError {
        FormulateError::Model(error)
    }
}
