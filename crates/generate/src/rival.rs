//! Rivals: answers other than the intended one. Whether there is one is the question every method asks, over and over.

use gridwright_fd::{
    Assignment, Atom, Consistency, ConsistencyMap, End, Flow, Limit, Limits, Model, Sink,
};
use gridwright_puzzles::{
    AnyAnswer, AnyFormulation, AnyInstance, Claim, FormulateOptions, Known, UniquenessTest,
};
use gridwright_solve::{EngineName, Goal, Plan, Session, Unsupported};

use crate::generated::GenerateFailure;
use crate::nine::Nine;

/// The answer to: is there a rival?
#[derive(Debug)]
pub(crate) enum Rival {
    /// There is none.
    None,
    /// This one; for every fact, whether it is true of it.
    Found(Vec<bool>, AnyAnswer),
    /// A limit came first.
    Unknown(Limit),
}

/// An instance set up once, to be asked for rivals under changing claims.
#[derive(Debug)]
pub(crate) enum Ground {
    /// A model and its session.
    Model {
        formulation: AnyFormulation,
        session: Box<Session>,
        /// How many failures all questions cost.
        failures: u64,
    },
    /// A Sudoku of nine by nine, which has an engine of its own.
    Nine(Nine),
}

impl Ground {
    /// Sets up an instance.
    pub(crate) fn new(instance: &dyn AnyInstance, way: &Way) -> Result<Ground, GenerateFailure> {
        if way.engine == EngineName::Auto
            && let Some(nine) = Nine::of(instance)
        {
            return Ok(Ground::Nine(nine));
        }
        let mut model = Model::new();
        let viewpoints: Vec<String> = way.viewpoint.iter().map(|&name| name.to_owned()).collect();
        let wish = FormulateOptions {
            viewpoints: &viewpoints,
            ..FormulateOptions::default()
        };
        let formulation = instance.formulate(&wish, &mut model);
        let formulation = formulation.map_err(GenerateFailure::defect)?;
        let light = || {
            let all = ConsistencyMap::all(Consistency::Domain).with("linear", Consistency::Bounds);
            all.with("all_different", Consistency::Value)
        };
        let plan = Plan {
            levels: (way.tests == UniquenessTest::LightAssumptions).then(light),
            ..Plan::new().engine(way.engine)
        };
        let session = Session::new(&model, &plan).map_err(GenerateFailure::defect)?;
        Ok(Ground::Model {
            formulation,
            session: Box::new(session),
            failures: 0,
        })
    }

    /// Whether the engine learns from the beginning.
    pub(crate) fn learns(&self) -> bool {
        match self {
            Ground::Model { session, .. } => session.strategy(Goal::Some(2)).learns_first(),
            Ground::Nine(_) => false,
        }
    }

    /// How many failures all questions cost so far.
    pub(crate) fn failures(&self) -> u64 {
        match self {
            Ground::Model { failures, .. } => *failures,
            Ground::Nine(_) => 0,
        }
    }

    /// Looks for an answer that differs from the intended one on some fact, where these claims hold.
    pub(crate) fn rival(
        &mut self,
        instance: &dyn AnyInstance,
        intended: &[bool],
        claims: impl Iterator<Item = Claim>,
        limits: &Limits,
    ) -> Result<Rival, GenerateFailure> {
        let (formulation, session, failures) = match self {
            Ground::Nine(nine) => {
                let rival = nine.rival(intended, claims);
                return Ok(rival.map_or(Rival::None, |(truths, found)| Rival::Found(truths, found)));
            }
            Ground::Model {
                formulation,
                session,
                failures,
            } => (formulation, session, failures),
        };
        let atom = |claim: Claim| {
            let said = formulation.facts[claim.fact];
            said.map(|atom| if claim.holds { atom } else { !atom })
        };
        let assumptions: Vec<Atom> = claims.filter_map(atom).collect();
        let mut look = Look {
            formulation,
            instance,
            intended,
            found: None,
        };
        // Two solutions settle it: one of them is another than the intended one.
        let limits = Limits {
            solutions: Some(2),
            ..limits.clone()
        };
        let outcome = session.run(&assumptions, &limits, &mut look);
        let end = match outcome {
            Ok(outcome) => {
                *failures += outcome.stats.failures;
                outcome.end
            }
            Err(Unsupported::LimitReached(limit)) => End::LimitReached(limit),
            Err(error) => return Err(GenerateFailure::defect(error)),
        };
        Ok(match (look.found, end) {
            (Some((truths, found)), _) => Rival::Found(truths, found),
            (None, End::LimitReached(limit)) => Rival::Unknown(limit),
            (None, _) => Rival::None,
        })
    }
}

/// How an instance is formulated and searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) engine: EngineName,
    /// `None` is the usual one.
    pub(crate) viewpoint: Option<&'static str>,
    /// How models are set up for many questions.
    pub(crate) tests: UniquenessTest,
}

/// Stops at the first solution that is not the intended answer.
struct Look<'l> {
    formulation: &'l AnyFormulation,
    instance: &'l dyn AnyInstance,
    intended: &'l [bool],
    found: Option<(Vec<bool>, AnyAnswer)>,
}

impl Sink for Look<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        let atoms = self.formulation.facts.iter();
        let differs = atoms
            .zip(self.intended)
            .any(|(atom, &truth)| atom.is_some_and(|atom| found.holds(atom) != truth));
        if let Some(answer) = self.formulation.read(found) {
            let all_said = self.formulation.facts.iter().all(Option::is_some);
            if differs || !all_said {
                let truths = truths(self.instance, &answer);
                if truths != self.intended {
                    self.found = Some((truths, answer));
                    return Flow::Stop;
                }
            }
        }
        Flow::Continue
    }
}

/// For every fact, whether it is true of an answer.
pub(crate) fn truths(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Vec<bool> {
    let known = instance.known(answer);
    known.iter().map(|known| *known == Known::True).collect()
}
