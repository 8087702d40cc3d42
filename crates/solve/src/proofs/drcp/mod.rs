//! Proofs in the DRCP format, for `pumpkin-checker`: that a FlatZinc model has no solution, or none with a better objective.
//!
//! A proof consists of *inferences* of single constraints, each with all its premises and the name of a rule, and of *nogoods* that follow from the inferences before
//! them by propagation. The search reports which constraint implied which atom; `reasons` finds premises for it that a rule of the checker accepts, and
//! `elaborate` also writes where each premise comes from: the initial domains, or an earlier nogood.

mod elaborate;
mod range;
mod reasons;
mod text;

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gridwright_constraints::{all_different, cumulative, linear_eq, linear_le};
use gridwright_fd::{
    Assignment, Consistency, ConsistencyMap, Domain, Limit, Limits, Model, ModelError, ProofHint,
    ProofLog, Stop, Var, View,
};
use gridwright_proof::Atom;

use crate::options::{ModelEngine, RunOptions};
use crate::proofs::learn::{self, stated};
use crate::proofs::{ProveError, Proved};
use crate::schedule::{ModelFeatures, rules};
use elaborate::Elaborator;

/// A FlatZinc model of the constraints that `pumpkin-checker` knows. Constraints are numbered as in the text.
#[derive(Clone, Debug, Default)]
pub struct DrcpModel {
    /// The variables.
    pub vars: Vec<DrcpVar>,
    /// The constraints, in the order of the text.
    pub constraints: Vec<DrcpConstraint>,
    /// The objective, if there is one.
    pub objective: Option<DrcpObjective>,
}

/// A variable: its name, and its values as ascending ranges.
#[derive(Clone, Debug)]
pub struct DrcpVar {
    /// The name.
    pub name: String,
    /// The ranges, of which there is one or more.
    pub ranges: Vec<(i32, i32)>,
}

/// An item of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrcpItem {
    /// A variable, by its index.
    Var(u32),
    /// A constant.
    Constant(i32),
}

/// A task of a cumulative constraint.
#[derive(Clone, Copy, Debug)]
pub struct DrcpTask {
    /// When it starts.
    pub start: DrcpItem,
    /// How long it runs.
    pub duration: i32,
    /// How much of the resource it uses.
    pub demand: i32,
}

/// A constraint that the checker knows.
#[derive(Clone, Debug)]
pub enum DrcpConstraint {
    /// `int_lin_le` or `int_lin_eq`. No variable occurs twice, and no coefficient is 0.
    Linear {
        /// The terms: coefficient and item.
        terms: Vec<(i32, DrcpItem)>,
        /// Whether the sum equals the bound, rather than being at most the bound.
        is_equation: bool,
        /// The bound.
        bound: i32,
    },
    /// `pumpkin_all_different`.
    AllDifferent(Vec<DrcpItem>),
    /// `pumpkin_cumulative`.
    Cumulative {
        /// The tasks. No variable is the start of two.
        tasks: Vec<DrcpTask>,
        /// The capacity of the resource.
        capacity: i32,
    },
}

/// The objective: the index of its variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrcpObjective {
    /// Smaller is better.
    Minimise(u32),
    /// Larger is better.
    Maximise(u32),
}

/// What was found by [`prove_drcp`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrcpOutcome {
    /// There is no solution, or none that is better; the output has a proof.
    Proved,
    /// There is one: the values of all variables.
    Solution(Vec<i32>),
    /// A limit was reached, by the search or by the proof.
    Unknown(Limit),
}

impl DrcpModel {
    /// The atom that says that a solution is better than one with this value of the objective.
    fn better(&self, best: i32) -> Option<Atom> {
        self.objective.map(|objective| match objective {
            DrcpObjective::Minimise(var) => Atom::le(var, best - 1),
            DrcpObjective::Maximise(var) => Atom::ge(var, best + 1),
        })
    }

    /// The model of all solutions that satisfy an atom; `None` if none of its values does.
    fn model(&self, assumed: Option<Atom>) -> Result<Option<Model>, ModelError> {
        let mut model = Model::new();
        for (var, DrcpVar { name, ranges }) in (0..).zip(&self.vars) {
            let (mut min, mut max) = (i32::MIN, i32::MAX);
            if let Some(atom) = assumed.filter(|atom| atom.var == var) {
                match atom.op {
                    gridwright_proof::Op::Ge => min = atom.value,
                    _ => max = atom.value,
                }
            }
            let ranges = ranges
                .iter()
                .map(|&(from, to)| (from.max(min), to.min(max)));
            let ranges = ranges.filter(|(from, to)| from <= to);
            let domain = Domain::from_ranges(ranges.map(|(from, to)| from..=to));
            if domain.is_empty() {
                return Ok(None);
            }
            model.var(name.clone(), domain)?;
        }
        let view = |item: DrcpItem| match item {
            DrcpItem::Var(var) => Var::at(var as usize + 1).view(),
            DrcpItem::Constant(value) => View::constant(value),
        };
        for constraint in &self.constraints {
            match constraint {
                DrcpConstraint::Linear {
                    terms,
                    is_equation,
                    bound,
                } => {
                    let terms = terms.iter().map(|&(a, item)| (a, view(item)));
                    model.post(match is_equation {
                        true => linear_eq(terms, *bound),
                        false => linear_le(terms, *bound),
                    })?;
                }
                DrcpConstraint::AllDifferent(items) => {
                    let views: Vec<View> = items.iter().map(|&item| view(item)).collect();
                    model.post(all_different(views))?;
                }
                DrcpConstraint::Cumulative { tasks, capacity } => {
                    let starts: Vec<View> = tasks.iter().map(|task| view(task.start)).collect();
                    let durations = tasks.iter().map(|task| task.duration);
                    let demands = tasks.iter().map(|task| task.demand);
                    model.post(cumulative(starts, durations, demands, *capacity))?;
                }
            }
        }
        model.set_keys(model.all_vars().collect())?;
        Ok(Some(model))
    }
}

/// Looks for a solution: any or, given the objective of a solution, a better one. If there is none, the output has a proof of that when it is returned.
pub fn prove_drcp<W: Write + Send + 'static>(
    model: &DrcpModel,
    best: Option<i32>,
    limits: &Limits,
    out: W,
) -> Result<(DrcpOutcome, W), ProveError> {
    let assumed = best.and_then(|best| model.better(best));
    let search = limits.stop.as_ref().map(Stop::child).unwrap_or_default();
    let elaborator = Elaborator::new(
        model.clone(),
        assumed,
        limits.deadline(),
        search.clone(),
        out,
    );
    let shared = Arc::new(Mutex::new(elaborator));
    let outcome = match model.model(assumed)? {
        // The initial domain of the objective has no better value.
        None => {
            lock(&shared).refute_assumption();
            DrcpOutcome::Proved
        }
        Some(to_solve) => {
            // The rules of the checker are about bounds for sums, and about time-tabling for `cumulative`.
            let features = ModelFeatures::new(&to_solve);
            let consistency: ConsistencyMap = rules::default_consistency(&features)
                .with("linear", Consistency::Bounds)
                .with("cumulative", Consistency::Value);
            let options = RunOptions {
                consistency: Some(consistency),
                limits: Limits {
                    stop: Some(search),
                    ..limits.clone()
                },
                ..RunOptions::new().engine(ModelEngine::Learn)
            };
            let log = Log(Arc::clone(&shared));
            match learn::run(&to_solve, &options, 1, Some(Box::new(log)))?.0 {
                Proved::None => DrcpOutcome::Proved,
                Proved::Unique(found) | Proved::Many(found, _) => DrcpOutcome::Solution(found),
                Proved::Unknown(_, Some(found)) => DrcpOutcome::Solution(found),
                Proved::Unknown(limit, None) => DrcpOutcome::Unknown(limit),
            }
        }
    };
    let elaborator = Arc::into_inner(shared).expect("the log was dropped");
    let elaborator = elaborator.into_inner();
    let elaborator = elaborator.unwrap_or_else(PoisonError::into_inner);
    let outcome = match (outcome, elaborator.limit()) {
        (DrcpOutcome::Proved | DrcpOutcome::Unknown(_), Some(limit)) => DrcpOutcome::Unknown(limit),
        (outcome, _) => outcome,
    };
    let out = elaborator.end(outcome == DrcpOutcome::Proved)?;
    Ok((outcome, out))
}

fn lock<W>(shared: &Mutex<Elaborator<W>>) -> std::sync::MutexGuard<'_, Elaborator<W>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The log that shares the proof with the caller.
struct Log<W>(Arc<Mutex<Elaborator<W>>>);

impl<W> fmt::Debug for Log<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

impl<W: Write + Send> ProofLog for Log<W> {
    /// A solution ends the search.
    fn answer(&mut self, _: &Assignment) {}

    fn root(&mut self, hint: ProofHint) {
        lock(&self.0).root(hint);
    }

    fn learnt(&mut self, number: u32, atoms: &[gridwright_fd::Atom], hints: &[ProofHint]) {
        let atoms: Vec<Atom> = atoms.iter().map(|&atom| stated(atom)).collect();
        lock(&self.0).learnt(number, &atoms, hints);
    }

    fn removed(&mut self, number: u32) {
        lock(&self.0).removed(number);
    }
}

/// An error about a proof that cannot be written.
fn missing(what: &str) -> ProveError {
    ProveError::Write(io::Error::other(what.to_owned()))
}
