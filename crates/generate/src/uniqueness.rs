//! The uniqueness check: is there an answer other than the intended one?

use gridwright_control::{Deadline, End, Limit, Limits};
use gridwright_fd::{Assignment, Atom, Consistency, ConsistencyMap, Flow, Model, ModelError, Sink};
use gridwright_puzzles::{
    AnyAnswer, AnyFormulation, AnyInstance, Claim, FactState, FormulateError, FormulateOptions,
    UniquenessMethod,
};
use gridwright_solve::{Goal, ModelEngine, RunOptions, Session, SolveError};

use crate::generated::{GenerateFailure, Result, solve_failure};
use crate::second_answer::SecondAnswer;
use crate::sudoku9::Sudoku9;

/// How an instance is formulated and solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverSetup {
    pub(crate) engine: ModelEngine,
    /// `None` is the default.
    pub(crate) viewpoint: Option<&'static str>,
    /// How models are built for many checks.
    pub(crate) uniqueness_method: UniquenessMethod,
}

/// An instance that is set up once, and checked under changing claims.
#[derive(Debug)]
pub(crate) enum UniquenessChecker {
    /// A model and its session.
    Model {
        formulation: AnyFormulation,
        session: Box<Session>,
        /// The failures of all checks.
        failures: u64,
    },
    /// An ordinary 9x9 Sudoku, which the bulk engine solves a hundred times faster.
    Sudoku9(Sudoku9),
}

impl UniquenessChecker {
    pub(crate) fn new(
        instance: &dyn AnyInstance,
        setup: &SolverSetup,
        deadline: &Deadline,
    ) -> Result<UniquenessChecker> {
        if setup.engine == ModelEngine::Auto
            && let Some(sudoku) = Sudoku9::new(instance)
        {
            return Ok(UniquenessChecker::Sudoku9(sudoku));
        }
        let mut model = Model::new();
        model.set_deadline(deadline.clone());
        let viewpoints: Vec<String> = setup.viewpoint.iter().map(|&one| one.to_owned()).collect();
        let options = FormulateOptions {
            viewpoints: &viewpoints,
            ..FormulateOptions::default()
        };
        let formulation = instance.formulate(&options, &mut model);
        let formulation = formulation.map_err(|error| match error {
            FormulateError::Model(ModelError::Stopped(limit)) => GenerateFailure::Stopped(limit),
            error => GenerateFailure::internal(error),
        })?;
        let light = || {
            let all = ConsistencyMap::all(Consistency::Domain).with("linear", Consistency::Bounds);
            all.with("all_different", Consistency::Value)
        };
        let run_options = RunOptions {
            consistency: (setup.uniqueness_method == UniquenessMethod::LightAssumptions)
                .then(light),
            ..RunOptions::new().engine(setup.engine)
        };
        let session = Session::new(&model, &run_options).map_err(solve_failure)?;
        Ok(UniquenessChecker::Model {
            formulation,
            session: Box::new(session),
            failures: 0,
        })
    }

    /// Whether the engine learns from the start.
    pub(crate) fn learns(&self) -> bool {
        match self {
            UniquenessChecker::Model { session, .. } => {
                session.schedule(Goal::UpTo(2)).learns_first()
            }
            UniquenessChecker::Sudoku9(_) => false,
        }
    }

    /// The failures of all checks so far.
    pub(crate) fn failures(&self) -> u64 {
        match self {
            UniquenessChecker::Model { failures, .. } => *failures,
            UniquenessChecker::Sudoku9(_) => 0,
        }
    }

    /// Searches for an answer that differs from the intended one in some fact, and in which these claims hold.
    pub(crate) fn second_answer(
        &mut self,
        instance: &dyn AnyInstance,
        intended: &[bool],
        claims: impl Iterator<Item = Claim>,
        limits: &Limits,
    ) -> Result<SecondAnswer> {
        let (formulation, session, failures) = match self {
            UniquenessChecker::Sudoku9(sudoku) => {
                return Ok(sudoku.second_answer(intended, claims));
            }
            UniquenessChecker::Model {
                formulation,
                session,
                failures,
            } => (formulation, session, failures),
        };
        let atom = |claim: Claim| {
            let atom = formulation.facts[claim.fact];
            atom.map(|atom| if claim.holds { atom } else { !atom })
        };
        let assumptions: Vec<Atom> = claims.filter_map(atom).collect();
        let mut sink = DifferentAnswer {
            formulation,
            instance,
            intended,
            found: None,
        };
        // Of two solutions, one is not the intended answer.
        let limits = Limits {
            solutions: Some(2),
            ..limits.clone()
        };
        let end = match session.run(&assumptions, &limits, &mut sink) {
            Ok(outcome) => {
                *failures += outcome.stats.failures;
                outcome.end
            }
            Err(SolveError::LimitReached(limit)) => End::LimitReached(limit),
            Err(error) => return Err(GenerateFailure::internal(error)),
        };
        match (sink.found, end) {
            (Some((values, found)), _) => Ok(SecondAnswer::Found(values, found)),
            (None, End::LimitReached(limit @ (Limit::Stop | Limit::Time | Limit::Memory))) => {
                Err(limit.into())
            }
            (None, End::LimitReached(_)) => Ok(SecondAnswer::Unknown),
            (None, _) => Ok(SecondAnswer::None),
        }
    }
}

/// Stops at the first solution that is not the intended answer.
struct DifferentAnswer<'l> {
    formulation: &'l AnyFormulation,
    instance: &'l dyn AnyInstance,
    intended: &'l [bool],
    found: Option<(Vec<bool>, AnyAnswer)>,
}

impl Sink for DifferentAnswer<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        // A fact without an atom may differ too.
        let mut atoms = self.formulation.facts.iter().zip(self.intended);
        let may_differ =
            atoms.any(|(atom, &truth)| atom.is_none_or(|atom| found.holds(atom) != truth));
        if may_differ && let Some(answer) = self.formulation.read(found) {
            let values = fact_values(self.instance, &answer);
            if values != self.intended {
                self.found = Some((values, answer));
                return Flow::Stop;
            }
        }
        Flow::Continue
    }
}

/// For every fact, whether it holds in an answer.
pub(crate) fn fact_values(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Vec<bool> {
    let known = instance.known(answer);
    known
        .iter()
        .map(|known| *known == FactState::True)
        .collect()
}
