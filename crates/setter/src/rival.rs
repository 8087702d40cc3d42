//! Rivals: answers other than the intended one. Whether there is one is the question every method asks, over and over.

use gridwright_fd::{Assignment, Atom, End, Flow, Level, Levels, Limit, Limits, Model, Sink};
use gridwright_puzzles::{AnyFormulation, AnyInstance, Claim, Found, Known, Wish};
use gridwright_solve::{EngineName, Goal, Plan, Session, Shape, Strategy};

use crate::maker::NotMade;

/// The answer to: is there a rival?
#[derive(Debug)]
pub(crate) enum Rival {
    /// There is none.
    None,
    /// This one; for every fact, whether it is true of it.
    Found(Vec<bool>, Found),
    /// A limit came first.
    Unknown(Limit),
}

/// An instance set up once, to be asked for rivals under changing claims.
#[derive(Debug)]
pub(crate) struct Ground {
    formulation: AnyFormulation,
    model: Model,
    levels: Option<Levels>,
    plain: Option<Session>,
    /// How many failures plain search may have before learning takes over.
    plain_failures: u64,
    /// Set up when plain search comes to its limit.
    learning: Option<Session>,
}

/// How many failures plain search usually may have.
const PLAIN_FAILURES: u64 = 500;

impl Ground {
    /// Sets up an instance.
    pub(crate) fn new(instance: &dyn AnyInstance, way: &Way) -> Result<Ground, NotMade> {
        let mut model = Model::new();
        let viewpoints: Vec<String> = way.viewpoint.iter().map(|&name| name.to_owned()).collect();
        let wish = Wish {
            viewpoints: &viewpoints,
            ..Wish::default()
        };
        let formulation = instance.formulate(&wish, &mut model);
        let formulation = formulation.map_err(NotMade::defect)?;
        let levels = way.different.map(|level| {
            let all = Levels::all(Level::Domain).with("linear", Level::Bounds);
            all.with("all_different", level)
        });
        let goes_plain = match way.engine {
            EngineName::Plain => true,
            EngineName::Learning => false,
            _ => {
                let shape = Shape::of(&model);
                let strategy = Strategy::for_goal(&shape, &Plan::new(), Goal::Some(2));
                strategy != Strategy::Learning
            }
        };
        let mut ground = Ground {
            formulation,
            model,
            levels,
            plain: None,
            plain_failures: match way.engine {
                EngineName::Plain => u64::MAX,
                _ => PLAIN_FAILURES,
            },
            learning: None,
        };
        // A session that never learns keeps no log, and is the faster for it.
        match goes_plain {
            true => ground.plain = Some(ground.session(EngineName::Plain)?),
            false => ground.learning = Some(ground.session(EngineName::Learning)?),
        }
        Ok(ground)
    }

    fn session(&self, engine: EngineName) -> Result<Session, NotMade> {
        let plan = Plan {
            levels: self.levels.clone(),
            ..Plan::new().engine(engine)
        };
        Session::new(&self.model, &plan).map_err(NotMade::defect)
    }

    /// Whether plain search is tried first.
    pub(crate) fn goes_plain(&self) -> bool {
        self.plain.is_some()
    }

    /// Looks for an answer that differs from the intended one on some fact, where these claims hold.
    pub(crate) fn rival(
        &mut self,
        instance: &dyn AnyInstance,
        intended: &[bool],
        claims: impl Iterator<Item = Claim>,
        limits: &Limits,
    ) -> Result<Rival, NotMade> {
        let atom = |claim: Claim| {
            let said = self.formulation.facts[claim.fact];
            said.map(|atom| if claim.holds { atom } else { !atom })
        };
        let assumptions: Vec<Atom> = claims.filter_map(atom).collect();
        let mut look = Look {
            formulation: &self.formulation,
            instance,
            intended,
            found: None,
        };
        let most = limits.failures.unwrap_or(u64::MAX);
        if let Some(plain) = &mut self.plain {
            let failures = most.min(self.plain_failures);
            let limits = settling(limits, failures);
            let outcome = plain.run(&assumptions, &limits, &mut look);
            let end = outcome.map_err(NotMade::defect)?.end;
            if look.found.is_some() || end != End::LimitReached(Limit::Failures) {
                return Ok(look.settled(end));
            }
        }
        let spent = match self.plain {
            Some(_) => self.plain_failures,
            None => 0,
        };
        let left = most.saturating_sub(spent);
        if left == 0 {
            return Ok(Rival::Unknown(Limit::Failures));
        }
        let mut learning = match self.learning.take() {
            Some(session) => session,
            None => self.session(EngineName::Learning)?,
        };
        let outcome = learning.run(&assumptions, &settling(limits, left), &mut look);
        let end = outcome.map_err(NotMade::defect)?.end;
        let settled = look.settled(end);
        self.learning = Some(learning);
        Ok(settled)
    }
}

/// Limits under which two solutions settle the question: one of them is another than the intended one.
fn settling(limits: &Limits, failures: u64) -> Limits {
    Limits {
        solutions: Some(2),
        failures: Some(failures),
        ..limits.clone()
    }
}

/// How an instance is formulated and searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) engine: EngineName,
    /// `None` is the usual one.
    pub(crate) viewpoint: Option<&'static str>,
    /// Whether every puzzle has its own model, also where claims could be assumed.
    pub(crate) is_anew: bool,
    /// The level of `all_different`; `None` is chosen.
    pub(crate) different: Option<Level>,
}

/// Stops at the first solution that is not the intended answer.
struct Look<'l> {
    formulation: &'l AnyFormulation,
    instance: &'l dyn AnyInstance,
    intended: &'l [bool],
    found: Option<(Vec<bool>, Found)>,
}

impl Look<'_> {
    /// What a run that ended so says.
    fn settled(self, end: End) -> Rival {
        match (self.found, end) {
            (Some((truths, found)), _) => Rival::Found(truths, found),
            (None, End::LimitReached(limit)) => Rival::Unknown(limit),
            (None, _) => Rival::None,
        }
    }
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
pub(crate) fn truths(instance: &dyn AnyInstance, answer: &Found) -> Vec<bool> {
    let known = instance.known(answer);
    known.iter().map(|known| *known == Known::True).collect()
}
