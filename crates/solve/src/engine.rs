//! The contract of an engine: it takes a model and a plan, and tells a sink what it finds.

use std::fmt;
use std::str::FromStr;

use gridwright_fd::{Limit, Model, Outcome, PlanError, Sink, UnknownName};

use crate::oracle::Oracle;
use crate::plan::Plan;
use crate::session::Session;

/// What takes a model and tells a sink what it finds.
///
/// Engines agree: for the same model and plan they find the same answers, in whatever order, each once; with an objective each told
/// solution is better than the one before, and the last is the best. They differ in how long it takes.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> EngineName;

    /// Runs the plan on the model. What the plan says of engines is ignored: this is the engine.
    fn run(&self, model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported>;
}

/// Every engine.
pub const ENGINES: &[&dyn Engine] = &[&Plain, &Learning, &Oracle, &Sat];

/// The engines by name, and the wish to have one chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EngineName {
    /// Whichever suits the model.
    #[default]
    Auto,
    /// Propagation and search.
    Fd,
    /// Propagation and search that learns from conflicts.
    Learn,
    /// Brute force.
    Oracle,
    /// A CDCL solver on the CNF encoding of the model, where it has one.
    Sat,
}

/// Why a run cannot be made. Not finding a solution, or stopping at a limit, is an [`Outcome`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// The plan contradicts itself or speaks of variables the model does not have.
    Plan(PlanError),
    /// Brute force would have to look at too many assignments.
    TooManyAssignments {
        /// How many there are, at most `u64::MAX`.
        assignments: u64,
        /// How many the plan allows.
        most: u64,
    },
    /// The plan gives a level to a family that neither the constraints' room nor the model has.
    UnknownFamily(String),
    /// The question is about all solutions, and the model asks for the best. Whoever means all solutions, good or bad, asks
    /// it of [`Model::without_objective`]: to count the best ones is another question.
    HasObjective(&'static str),
    /// A limit was reached before the model was set up.
    LimitReached(Limit),
    /// The model has no CNF encoding: because of a constraint of this family, an objective, or too many values.
    NoCnfEncoding(&'static str),
    /// The question is about the best solution, and the model does not say what is good.
    NoObjective,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Plan(error) => error.fmt(f),
            Unsupported::TooManyAssignments { assignments, most } => write!(
                f,
                "the oracle would try {assignments} assignments, and may try {most}"
            ),
            Unsupported::UnknownFamily(name) => {
                write!(f, "no family of constraints is called `{name}`")
            }
            Unsupported::HasObjective(question) => {
                write!(
                    f,
                    "{question} is not asked of a model with an objective; ask it of the model without"
                )
            }
            Unsupported::LimitReached(limit) => {
                write!(f, "limit reached while the model was set up: {limit}")
            }
            Unsupported::NoCnfEncoding(what) => {
                write!(f, "the engine sat has no CNF encoding for {what}")
            }
            Unsupported::NoObjective => f.write_str("the model has no objective"),
        }
    }
}

impl std::error::Error for Unsupported {}

impl From<PlanError> for Unsupported {
    fn from(error: PlanError) -> Unsupported {
        Unsupported::Plan(error)
    }
}

impl EngineName {
    /// Every name and what it stands for.
    pub const NAMES: &'static [(&'static str, EngineName)] = &[
        ("auto", EngineName::Auto),
        ("fd", EngineName::Fd),
        ("learn", EngineName::Learn),
        ("oracle", EngineName::Oracle),
        ("sat", EngineName::Sat),
    ];
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = EngineName::NAMES.iter().find(|(_, item)| item == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for EngineName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<EngineName, UnknownName> {
        // The name of the engine `sat` before 0.2.
        let current = if name == "clauses" { "sat" } else { name };
        let named = EngineName::NAMES
            .iter()
            .find(|(known, _)| *known == current);
        named.map(|(_, item)| *item).ok_or_else(|| UnknownName {
            name: name.to_owned(),
            known: EngineName::NAMES.iter().map(|(name, _)| *name).collect(),
        })
    }
}

/// The engine of a name; `None` for [`EngineName::Auto`], which is not one.
pub fn engine(name: EngineName) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// Runs a plan with the engine it names, or with the one that suits the model.
pub fn run(model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported> {
    match engine(plan.engine) {
        Some(engine) => engine.run(model, plan, sink),
        None => Session::once(model, plan, sink),
    }
}

/// Propagation and search.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Engine for Plain {
    fn name(&self) -> EngineName {
        EngineName::Fd
    }

    fn run(&self, model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported> {
        Session::once(model, &plan.clone().engine(EngineName::Fd), sink)
    }
}

/// Propagation and search that learns from conflicts.
#[derive(Clone, Copy, Debug)]
pub struct Learning;

impl Engine for Learning {
    fn name(&self) -> EngineName {
        EngineName::Learn
    }

    fn run(&self, model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported> {
        Session::once(model, &plan.clone().engine(EngineName::Learn), sink)
    }
}

/// A CDCL solver on the CNF encoding of the model; a model without such an encoding is refused.
#[derive(Clone, Copy, Debug)]
pub struct Sat;

impl Engine for Sat {
    fn name(&self) -> EngineName {
        EngineName::Sat
    }

    fn run(&self, model: &Model, plan: &Plan, sink: &mut dyn Sink) -> Result<Outcome, Unsupported> {
        Session::once(model, &plan.clone().engine(EngineName::Sat), sink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_find_their_engine() {
        for (name, item) in EngineName::NAMES {
            assert_eq!(name.parse(), Ok(*item));
            assert_eq!(item.to_string(), *name);
            let found = engine(*item).map(|engine| engine.name());
            assert_eq!(found, (*item != EngineName::Auto).then_some(*item));
        }
        assert_eq!("clauses".parse(), Ok(EngineName::Sat));
        let error = "gecode".parse::<EngineName>().expect_err("no such engine");
        assert_eq!(
            error.to_string(),
            "`gecode` is none of auto, fd, learn, oracle, sat"
        );
    }
}
