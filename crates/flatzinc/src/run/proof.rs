//! Solving a model and proving the result in the DRCP format.

use std::io::{self, Write};

use gridwright_fd::{Assignment, Deadline, End, Flow, Limit, Limits, Objective, Sink};
use gridwright_solve::{DrcpModel, DrcpOutcome, ProveError, SolveError, prove_drcp};

use crate::load::program::Program;
use crate::run::options::SolveOptions;

/// What was found about a model. The first two are proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofClaim {
    /// There is no solution.
    NoSolution,
    /// No solution has a better objective than this, which one has.
    Optimal(i32),
    /// There is a solution, and no objective.
    Satisfiable,
    /// A limit was reached.
    Unknown(Limit),
}

/// Finds the best solution, or that there is none, and writes a proof of that. Both arguments are read from the same text.
pub fn prove_in_drcp<W: Write + Send + 'static>(
    program: &Program,
    model: &DrcpModel,
    limits: &Limits,
    out: W,
) -> Result<(ProofClaim, W), ProveError> {
    let mut limits = limits.clone();
    let deadline = limits.deadline();
    let mut best = Best {
        objective: program.model.objective(),
        value: None,
    };
    if best.objective.is_some() {
        let options = SolveOptions {
            free: true,
            limits: limits.clone(),
            ..SolveOptions::default()
        };
        let end = match options.solve(program, 0, &mut best) {
            Ok(outcome) => outcome.end,
            Err(SolveError::LimitReached(limit)) => End::LimitReached(limit),
            Err(error) => return Err(error.into()),
        };
        match end {
            End::Exhausted => {}
            End::LimitReached(limit) => return Ok((ProofClaim::Unknown(limit), out)),
            End::Stopped => return Ok((ProofClaim::Unknown(Limit::Stop), out)),
        }
        limits.time = remaining(&deadline, &limits);
    }
    let (outcome, out) = prove_drcp(model, best.value, &limits, out)?;
    let claim = match (outcome, best.value) {
        (DrcpOutcome::Proved, None) => ProofClaim::NoSolution,
        (DrcpOutcome::Proved, Some(value)) => ProofClaim::Optimal(value),
        (DrcpOutcome::Solution(_), _) if best.objective.is_none() => ProofClaim::Satisfiable,
        // The first search was exhausted.
        (DrcpOutcome::Solution(_), _) => {
            let what = "internal error: there is a better solution than the best";
            return Err(ProveError::Write(io::Error::other(what)));
        }
        (DrcpOutcome::Unknown(limit), _) => ProofClaim::Unknown(limit),
    };
    Ok((claim, out))
}

/// The time that is left.
fn remaining(deadline: &Deadline, limits: &Limits) -> Option<std::time::Duration> {
    limits
        .time
        .and_then(|time| deadline.remaining().or(Some(time)))
}

/// Keeps the objective of the last solution, which is the best.
struct Best {
    objective: Option<Objective>,
    value: Option<i32>,
}

impl Sink for Best {
    fn solution(&mut self, found: &Assignment) -> Flow {
        let value = self
            .objective
            .map(|objective| found.value(objective.view()));
        self.value = value;
        Flow::Continue
    }
}
