//! Proofs: answers whether a statement has one solution, and writes a proof of it that `gridwright-proof` checks.

mod cnf;
mod drcp;
mod implications;
mod learn;
mod model;
mod of_model;
mod refutation;
mod sat;
mod steps;

use std::fmt;
use std::io::{self, Write};

use gridwright_fd::{Limit, ModelError, Stats};
use gridwright_proof::Statement;
use gridwright_statements::StatementError;

use crate::error::SolveError;
use crate::options::{ModelEngine, RunOptions};
use model::model_before;

pub use drcp::{
    DrcpConstraint, DrcpItem, DrcpModel, DrcpObjective, DrcpOutcome, DrcpTask, DrcpVar, prove_drcp,
};
pub use model::model_of;
pub use of_model::statement_of;
pub use refutation::{CnfAnswer, RefutationFormat, SolvedCnf, prove_refutation, solve_dimacs};

/// What was found about a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proved {
    /// There is exactly one solution, and the proof says so: the values of all variables.
    Unique(Vec<i32>),
    /// There is no solution, and the proof says so.
    None,
    /// There are several, of which these are two; there is no proof.
    Many(Vec<i32>, Vec<i32>),
    /// A limit was reached before the end; there is no proof. The solution that was found, if one was.
    Unknown(Limit, Option<Vec<i32>>),
}

impl Proved {
    /// The same about the first variables of a statement.
    fn of_first(mut self, n_vars: usize) -> Proved {
        match &mut self {
            Proved::Unique(values) | Proved::Unknown(_, Some(values)) => values.truncate(n_vars),
            Proved::Many(one, other) => {
                one.truncate(n_vars);
                other.truncate(n_vars);
            }
            Proved::None | Proved::Unknown(_, None) => {}
        }
        self
    }
}

/// The outcome of [`prove`].
#[derive(Debug)]
pub struct ProofOutcome<W> {
    /// What was found.
    pub proved: Proved,
    /// The engine.
    pub engine: ModelEngine,
    /// The counters of the search.
    pub stats: Stats,
    /// The size of the proof in bytes.
    pub n_bytes: u64,
    /// The output, with a complete proof if there is one.
    pub out: W,
}

/// Why no proof can be written.
#[derive(Debug)]
pub enum ProveError {
    /// The text of the problem has an error.
    Statement(StatementError),
    /// The model cannot be built.
    Model(ModelError),
    /// The search cannot start.
    Solve(SolveError),
    /// The engine writes no proofs.
    Engine(ModelEngine),
    /// The engine sat cannot encode so many values.
    TooLarge,
    /// There is no CNF of statements with this, and so no refutation in LRAT or DRAT.
    NoRefutation(&'static str),
    /// Writing failed.
    Write(io::Error),
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::Statement(error) => error.fmt(f),
            ProveError::Model(error) => error.fmt(f),
            ProveError::Solve(error) => error.fmt(f),
            ProveError::Engine(engine) => write!(
                f,
                "the engine {engine} writes no proofs; use learn, sat or auto"
            ),
            ProveError::TooLarge => {
                f.write_str("the engine sat cannot encode so many values; use learn or auto")
            }
            ProveError::NoRefutation(what) => write!(
                f,
                "a problem with {what} has no refutation in this format; use the format gridwright"
            ),
            ProveError::Write(error) => write!(f, "the proof cannot be written: {error}"),
        }
    }
}

impl std::error::Error for ProveError {}

impl From<StatementError> for ProveError {
    fn from(error: StatementError) -> ProveError {
        ProveError::Statement(error)
    }
}

impl From<ModelError> for ProveError {
    fn from(error: ModelError) -> ProveError {
        ProveError::Model(error)
    }
}

impl From<SolveError> for ProveError {
    fn from(error: SolveError) -> ProveError {
        ProveError::Solve(error)
    }
}

/// Finds out whether a statement has exactly one solution, and writes a proof if it has one or none.
pub fn prove<W: Write + Send + 'static>(
    statement: &Statement,
    options: &RunOptions,
    out: W,
) -> Result<ProofOutcome<W>, ProveError> {
    match options.engine {
        ModelEngine::Auto if sat::suits(statement) => sat::prove(statement, options, out),
        ModelEngine::Sat => {
            let expanded = expanded(statement)?;
            let outcome = sat::prove(&expanded, options, out)?;
            Ok(ProofOutcome {
                proved: outcome.proved.of_first(statement.domains.len()),
                ..outcome
            })
        }
        ModelEngine::Learn | ModelEngine::Auto => {
            let deadline = options.limits.deadline();
            let model = match model_before(statement, &deadline) {
                Err(ModelError::Stopped(limit)) => {
                    return Ok(ProofOutcome {
                        proved: Proved::Unknown(limit, None),
                        engine: options.engine,
                        stats: Stats::default(),
                        n_bytes: 0,
                        out,
                    });
                }
                model => model?,
            };
            let mut options = options.clone();
            options.limits.time = deadline.remaining();
            learn::prove(statement, &model, &options, out)
        }
        engine => Err(ProveError::Engine(engine)),
    }
}

/// [`prove`] without writing a proof, for measurements; the model is that of the statement.
#[doc(hidden)]
pub fn unlogged(
    statement: &Statement,
    model: &gridwright_fd::Model,
    options: &RunOptions,
) -> Result<Proved, ProveError> {
    match options.engine {
        ModelEngine::Auto if sat::suits(statement) => {
            Ok(sat::run::<Vec<u8>>(statement, options, None).0)
        }
        ModelEngine::Sat => {
            let expanded = expanded(statement)?;
            let proved = sat::run::<Vec<u8>>(&expanded, options, None).0;
            Ok(proved.of_first(statement.domains.len()))
        }
        _ => Ok(learn::run(model, options, 2, None)?.0),
    }
}

/// [`prove`] with a model that has the variables and constraints of the statement in the same order.
#[doc(hidden)]
pub fn prove_with<W: Write + Send + 'static>(
    statement: &Statement,
    model: &gridwright_fd::Model,
    options: &RunOptions,
    out: W,
) -> Result<ProofOutcome<W>, ProveError> {
    match options.engine {
        ModelEngine::Learn => learn::prove(statement, model, options, out),
        ModelEngine::Auto if !sat::suits(statement) => learn::prove(statement, model, options, out),
        _ => prove(statement, options, out),
    }
}

/// The expanded statement, unless it is too large for the engine sat.
fn expanded(statement: &Statement) -> Result<Statement, ProveError> {
    let expanded = statement.expanded();
    match sat::is_too_large(&expanded) {
        true => Err(ProveError::TooLarge),
        false => Ok(expanded),
    }
}
