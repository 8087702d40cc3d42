//! Proofs by learning search.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use gridwright_fd::{
    Assignment, Atom, End, Flow, Limits, Model, Op, ProofHint, ProofLog, Sink, Solver, Var,
};
use gridwright_proof::{Hint, Statement, Writer};

use crate::engines::fd::setup;
use crate::error::SolveError;
use crate::options::{ModelEngine, RunOptions};
use crate::proofs::{ProofOutcome, ProveError, Proved};
use crate::schedule::{ModelFeatures, rules};

pub(super) fn prove<W: Write + Send + 'static>(
    statement: &Statement,
    model: &Model,
    options: &RunOptions,
    out: W,
) -> Result<ProofOutcome<W>, ProveError> {
    let features = ModelFeatures::new(model);
    let (_, search) = rules::searches(model, &features, options).map_err(SolveError::from)?;
    let consistency = rules::consistency(options, &features);
    let solver = Solver::new_before(model, &setup(&consistency, true), model.deadline());
    let mut solver = solver.map_err(SolveError::LimitReached)?;
    let n_constraints = statement.constraints.len();
    let writer = Writer::new(out, statement.domains.len(), n_constraints);
    let writer = Arc::new(Mutex::new(writer));
    let log = StepWriter {
        writer: Arc::clone(&writer),
        slots: Vec::new(),
        n_slots: 1,
        hints: Vec::new(),
    };
    let logging = solver.log_proof(Box::new(log));
    logging.map_err(SolveError::from)?;
    let limits = Limits {
        solutions: Some(2),
        ..options.limits.clone()
    };
    let mut found = Found::default();
    let outcome = solver.run(&search, &options.assumptions, &limits, &mut found);
    let outcome = outcome.map_err(SolveError::from)?;
    drop(solver);
    let mut found = found.0.into_iter();
    let proved = match (outcome.end, found.next(), found.next()) {
        (_, Some(one), Some(other)) => Proved::Many(one, other),
        (End::Exhausted, None, _) => Proved::None,
        (End::Exhausted, Some(one), None) => Proved::Unique(one),
        (End::LimitReached(limit), found, _) => Proved::Unknown(limit, found),
        (End::Stopped, found, _) => Proved::Unknown(gridwright_fd::Limit::Stop, found),
    };
    let writer = Arc::into_inner(writer).expect("the solver was dropped");
    let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let n_bytes = writer.n_bytes() + 1;
    Ok(ProofOutcome {
        proved,
        engine: ModelEngine::Learn,
        stats: outcome.stats,
        n_bytes,
        out: writer.end().map_err(ProveError::Write)?,
    })
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
struct StepWriter<W> {
    writer: Arc<Mutex<Writer<W>>>,
    /// The slot of each clause, by its number; 0 if it has none.
    slots: Vec<u32>,
    /// The number of slots used so far. Slot 0 is that of the answer.
    n_slots: u32,
    hints: Vec<Hint>,
}

impl<W> fmt::Debug for StepWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StepWriter({} slots)", self.n_slots)
    }
}

impl<W> StepWriter<W> {
    fn hint(&self, hint: ProofHint) -> Hint {
        match hint {
            ProofHint::Answer => Hint::Clause(0),
            ProofHint::Clause(number) => Hint::Clause(self.slots[number as usize]),
            // A constant was to change its value.
            ProofHint::Constraint(index, atom) if atom.var() == Var::ZERO => {
                Hint::Constraint(index, None)
            }
            ProofHint::Constraint(index, atom) => Hint::Constraint(index, Some(stated(atom))),
        }
    }

    /// The slot of a new clause.
    fn slot(&mut self, number: u32) -> u32 {
        let number = number as usize;
        if self.slots.len() <= number {
            self.slots.resize(number + 1, 0);
        }
        if self.slots[number] == 0 {
            self.slots[number] = self.n_slots;
            self.n_slots += 1;
        }
        self.slots[number]
    }
}

/// Calls a method of the writer.
macro_rules! write_step {
    ($self:ident, $($call:tt)*) => {
        $self.writer.lock().unwrap_or_else(PoisonError::into_inner).$($call)*
    };
}

impl<W: Write + Send> ProofLog for StepWriter<W> {
    fn answer(&mut self, found: &Assignment) {
        write_step!(self, answer(&found.as_slice()[1..]));
    }

    fn root(&mut self, hint: ProofHint) {
        let hint = self.hint(hint);
        write_step!(self, root(hint));
    }

    fn learnt(&mut self, number: u32, atoms: &[Atom], hints: &[ProofHint]) {
        let mut all = std::mem::take(&mut self.hints);
        all.clear();
        all.extend(hints.iter().map(|&hint| self.hint(hint)));
        let atoms: Vec<gridwright_proof::Atom> = atoms.iter().map(|&atom| stated(atom)).collect();
        let slot = match atoms.len() {
            0 | 1 => 0,
            _ => self.slot(number),
        };
        write_step!(self, learn(slot, &atoms, &all));
        self.hints = all;
    }

    fn removed(&mut self, number: u32) {
        let slot = self.slots[number as usize];
        write_step!(self, delete(slot));
    }
}

/// An atom about a variable of the model as an atom of the statement.
fn stated(atom: Atom) -> gridwright_proof::Atom {
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
