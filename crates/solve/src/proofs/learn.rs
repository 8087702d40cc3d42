//! Proofs by learning search.

use std::fmt;
use std::io::Write;

use gridwright_fd::{
    Assignment, Atom, End, Flow, Limit, Limits, Model, Op, ProofHint, ProofLog, Sink, Solver,
    Stats, Var,
};
use gridwright_proof::{Hint, Statement};

use crate::engines::fd::setup;
use crate::error::SolveError;
use crate::options::{ModelEngine, RunOptions};
use crate::proofs::steps::{self, Steps};
use crate::proofs::{ProofOutcome, ProveError, Proved};
use crate::schedule::{ModelFeatures, rules};

pub(super) fn prove<W: Write + Send + 'static>(
    statement: &Statement,
    model: &Model,
    options: &RunOptions,
    out: W,
) -> Result<ProofOutcome<W>, ProveError> {
    let (steps, shared) = steps::begin(statement, out);
    let log = SearchStepLog {
        steps,
        hints: Vec::new(),
    };
    let (proved, stats) = run(model, options, 2, Some(Box::new(log)))?;
    let (out, n_bytes) = shared.end().map_err(ProveError::Write)?;
    Ok(ProofOutcome {
        proved,
        engine: ModelEngine::Learn,
        stats,
        n_bytes,
        out,
    })
}

/// Looks for this many solutions, with or without a log.
pub(super) fn run(
    model: &Model,
    options: &RunOptions,
    n_solutions: u64,
    log: Option<Box<dyn ProofLog>>,
) -> Result<(Proved, Stats), ProveError> {
    // The time limit includes the set-up.
    let deadline = options.limits.deadline();
    let features = ModelFeatures::new(model);
    let (_, search) = rules::searches(model, &features, options).map_err(SolveError::from)?;
    let consistency = rules::consistency(options, &features);
    let solver = Solver::new_before(model, &setup(&consistency, true), model.deadline());
    let mut solver = match solver {
        Ok(solver) => solver,
        Err(limit) => return Ok((Proved::Unknown(limit, None), Stats::default())),
    };
    if let Some(log) = log {
        solver.log_proof(log).map_err(SolveError::from)?;
    }
    let limits = Limits {
        solutions: Some(n_solutions),
        time: deadline.remaining(),
        ..options.limits.clone()
    };
    let mut found = Found::default();
    let outcome = solver.run(&search, &options.assumptions, &limits, &mut found);
    let outcome = outcome.map_err(SolveError::from)?;
    let mut found = found.0.into_iter();
    let proved = match (outcome.end, found.next(), found.next()) {
        (_, Some(one), Some(other)) => Proved::Many(one, other),
        (End::Exhausted, None, _) => Proved::None,
        (End::Exhausted, Some(one), None) => Proved::Unique(one),
        (End::LimitReached(limit), found, _) => Proved::Unknown(limit, found),
        (End::Stopped, found, _) => Proved::Unknown(Limit::Stop, found),
    };
    Ok((proved, outcome.stats))
}

/// Keeps the solutions, without the model's constant.
#[derive(Debug, Default)]
struct Found(Vec<Vec<i32>>);

impl Sink for Found {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.as_slice()[1..].to_vec());
        Flow::Continue
    }
}

/// Writes the steps of a search.
struct SearchStepLog<W> {
    steps: Steps<W>,
    hints: Vec<Hint>,
}

impl<W> fmt::Debug for SearchStepLog<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchStepLog")
    }
}

impl<W: Write> SearchStepLog<W> {
    /// The hint; `None` if the checker needs none.
    fn hint(&self, hint: ProofHint) -> Option<Hint> {
        match hint {
            ProofHint::Answer => Some(Hint::Clause(0)),
            ProofHint::Clause(number) => self.steps.clause(number),
            // A constant was to change its value.
            ProofHint::Constraint(index, atom) if atom.var() == Var::ZERO => {
                Some(Hint::Constraint(index, None))
            }
            ProofHint::Constraint(index, atom) => Some(Hint::Constraint(index, Some(stated(atom)))),
        }
    }
}

impl<W: Write + Send> ProofLog for SearchStepLog<W> {
    fn answer(&mut self, found: &Assignment) {
        self.steps.answer(&found.as_slice()[1..]);
    }

    fn root(&mut self, hint: ProofHint) {
        if let Some(hint) = self.hint(hint) {
            self.steps.root(hint);
        }
    }

    fn learnt(&mut self, number: u32, atoms: &[Atom], hints: &[ProofHint]) {
        let mut all = std::mem::take(&mut self.hints);
        all.clear();
        all.extend(hints.iter().filter_map(|&hint| self.hint(hint)));
        let atoms: Vec<gridwright_proof::Atom> = atoms.iter().map(|&atom| stated(atom)).collect();
        self.steps.learnt(number, &atoms, &all);
        self.hints = all;
    }

    fn removed(&mut self, number: u32) {
        self.steps.removed(number);
    }
}

/// An atom about a variable of the model as an atom of the statement.
pub(super) fn stated(atom: Atom) -> gridwright_proof::Atom {
    let op = match atom.op() {
        Op::Ge => gridwright_proof::Op::Ge,
        Op::Le => gridwright_proof::Op::Le,
        Op::Eq => gridwright_proof::Op::Eq,
        Op::Ne => gridwright_proof::Op::Ne,
    };
    gridwright_proof::Atom {
        var: atom.var().index() as u32 - 1,
        op,
        value: atom.value(),
    }
}
