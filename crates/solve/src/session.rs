//! Sessions: a model set up once and asked as often as wanted, under changing assumptions.

use gridwright_constraints::FAMILIES;
use gridwright_fd::{
    Atom, Clock, ConsistencyMap, Detail, End, Limit, Limits, Model, Outcome, Search, Sink, Stats,
    Var,
};

use crate::auto::{self, Goal, Strategy};
use crate::engine::{EngineName, Unsupported};
use crate::keep::{Best, Keep};
use crate::plan::Plan;
use crate::renewed::learns;
use crate::shape::Shape;
use crate::solvers::Solvers;
use crate::verdict::{Count, Optimum, Solved, Unique};

/// A model set up for many questions. Questions leave it as it was, but for what was learnt.
///
/// ```
/// use gridwright_constraints::less;
/// use gridwright_fd::{Atom, Model};
/// use gridwright_solve::{Plan, Session, Solved};
/// let mut model = Model::new();
/// let x = model.var("x", 1..=3)?;
/// let y = model.var("y", 1..=3)?;
/// model.post(less(x, y))?;
/// let mut session = Session::new(&model, &Plan::new())?;
/// assert_eq!(session.count(100)?.solutions, 3);
/// assert_eq!(session.solve(&[Atom::ge(x, 3)])?, Solved::None);
/// assert_eq!(session.solutions(&[Atom::ge(x, 2)])?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    pub(crate) inside: Inside,
    pub(crate) plan: Plan,
    pub(crate) shape: Shape,
    /// The search without learning, and the one with it.
    pub(crate) plain: Search,
    pub(crate) learning: Search,
    /// The variables an answer is read from: the model's keys, or all.
    pub(crate) keys: Vec<Var>,
    pub(crate) has_objective: bool,
    /// The plan's assumptions and those of the question.
    pub(crate) assumed: Vec<Atom>,
    pub(crate) stats: Stats,
}

/// What does the work.
#[derive(Debug)]
pub(crate) enum Inside {
    Fd(Box<Solvers>),
    Oracle(Box<Model>),
}

impl Session {
    /// Sets a model up for a plan. The plan's limits hold for each question, its assumptions for all of them.
    pub fn new(model: &Model, plan: &Plan) -> Result<Session, Unsupported> {
        let shape = Shape::of(model);
        let recording = learns(&shape, model, plan);
        Session::set_up(model, plan, shape, recording)
    }

    /// Runs a plan once, with a set-up that fits it.
    pub(crate) fn once(
        model: &Model,
        plan: &Plan,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        let shape = Shape::of(model);
        let goal = Goal::of(&plan.limits, model.objective().is_some());
        let learns = Strategy::for_goal(&shape, plan, goal).learns_first();
        let recording = learns || sink.detail() > Detail::Solutions;
        let mut session = Session::set_up(model, plan, shape, recording)?;
        let setup_time = session.stats.setup_time;
        let mut outcome = session.run(&[], &plan.limits, sink)?;
        outcome.stats.setup_time = setup_time;
        Ok(outcome)
    }

    pub(crate) fn set_up(
        model: &Model,
        plan: &Plan,
        shape: Shape,
        recording: bool,
    ) -> Result<Session, Unsupported> {
        let now = || plan.limits.clock.as_deref().map(Clock::now);
        let began = now();
        let (plain, learning) = auto::searches(model, &shape, plan)?;
        check_families(model, plan)?;
        if plan.engine == EngineName::Sat && !shape.clausal {
            return Err(Unsupported::NoCnfEncoding(not_clausal(model)));
        }
        let inside = if plan.engine == EngineName::Oracle {
            Inside::Oracle(Box::new(model.clone()))
        } else {
            let levels = plan.levels.clone();
            let levels = levels.unwrap_or_else(|| auto::levels(&shape));
            let solvers = Solvers::new(model, levels, recording);
            Inside::Fd(Box::new(solvers.map_err(Unsupported::LimitReached)?))
        };
        let mut stats = Stats::default();
        if let (Some(began), Some(now)) = (began, now()) {
            stats.setup_time = now.saturating_sub(began);
        }
        Ok(Session {
            inside,
            plan: plan.clone(),
            shape,
            plain,
            learning,
            keys: match model.keys() {
                Some(keys) => keys.to_vec(),
                None => model.all_vars().collect(),
            },
            has_objective: model.objective().is_some(),
            assumed: Vec::new(),
            stats,
        })
    }

    /// Looks for a solution; with an objective, for the best.
    pub fn solve(&mut self, assumptions: &[Atom]) -> Result<Solved, Unsupported> {
        let limits = self.plan.limits.clone();
        if !self.has_objective {
            return self.solve_within(assumptions, &limits);
        }
        let (outcome, keep) = self.keeping(assumptions, &limits)?;
        Ok(match (outcome.end, keep.last) {
            (End::LimitReached(limit), _) => Solved::Unknown(limit),
            (_, Some(found)) => Solved::Found(found),
            (_, None) => Solved::None,
        })
    }

    /// Counts the solutions, up to `most`. This and the questions after it are refused where the model has an objective:
    /// all solutions, good or bad, are those of [`Model::without_objective`].
    pub fn count(&mut self, most: u64) -> Result<Count, Unsupported> {
        self.refuse_objective("counting")?;
        let limits = self.at_most(most);
        let (outcome, _) = self.keeping(&[], &limits)?;
        Ok(Count {
            solutions: outcome.stats.solutions,
            limit: match outcome.end {
                End::LimitReached(limit) => Some(limit),
                _ => None,
            },
        })
    }

    /// Whether there is exactly one solution.
    pub fn unique(&mut self) -> Result<Unique, Unsupported> {
        self.unique_under(&[])
    }

    /// Whether there is exactly one solution under assumptions.
    pub fn unique_under(&mut self, assumptions: &[Atom]) -> Result<Unique, Unsupported> {
        self.refuse_objective("uniqueness")?;
        let limits = self.at_most(2);
        let (outcome, keep) = self.keeping(assumptions, &limits)?;
        Ok(match (outcome.end, keep.before, keep.last) {
            (_, Some(a), Some(b)) => Unique::Many(a, b),
            (End::LimitReached(limit), _, found) => Unique::Unknown(limit, found),
            (_, _, Some(found)) => Unique::One(found),
            (_, _, None) => Unique::None,
        })
    }

    /// Looks for the best solution, telling the better ones on the way.
    pub fn optimise(
        &mut self,
        assumptions: &[Atom],
        sink: &mut dyn Sink,
    ) -> Result<Optimum, Unsupported> {
        if !self.has_objective {
            return Err(Unsupported::NoObjective);
        }
        let mut best = Best { sink, found: None };
        let limits = self.plan.limits.clone();
        let outcome = self.run(assumptions, &limits, &mut best)?;
        Ok(match (outcome.end, best.found) {
            (End::Exhausted, Some(found)) => Optimum::Best(found),
            (End::Exhausted, None) => Optimum::None,
            (End::LimitReached(limit), found) => Optimum::Unknown(limit, found),
            (End::Stopped, found) => Optimum::Unknown(Limit::Stop, found),
        })
    }

    /// Changes the limits of the questions to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.plan.limits = limits;
    }

    /// What all questions so far have cost.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The shape of the model.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The variables an answer is read from: the model's keys, or all variables.
    pub fn keys(&self) -> &[Var] {
        &self.keys
    }

    /// Which engine serves a goal.
    pub fn strategy(&self, goal: Goal) -> Strategy {
        Strategy::for_goal(&self.shape, &self.plan, goal)
    }

    /// Looks for one solution within limits.
    pub(crate) fn solve_within(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<Solved, Unsupported> {
        let limits = Limits {
            solutions: Some(1),
            ..limits.clone()
        };
        let (outcome, keep) = self.keeping(assumptions, &limits)?;
        Ok(match (outcome.end, keep.last) {
            (_, Some(found)) => Solved::Found(found),
            (End::LimitReached(limit), None) => Solved::Unknown(limit),
            (_, None) => Solved::None,
        })
    }

    /// Runs a search and keeps its last two solutions.
    fn keeping(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<(Outcome, Keep), Unsupported> {
        let mut keep = Keep::default();
        let outcome = self.run(assumptions, limits, &mut keep)?;
        Ok((outcome, keep))
    }

    /// Joins the plan's assumptions and those of a question.
    pub(crate) fn assume(&mut self, assumptions: &[Atom]) {
        self.assumed.clear();
        self.assumed.extend_from_slice(&self.plan.assumptions);
        self.assumed.extend_from_slice(assumptions);
    }

    /// The plan's limits, with at most so many solutions.
    pub(crate) fn at_most(&self, n: u64) -> Limits {
        let n = self.plan.limits.solutions.map_or(n, |limit| limit.min(n));
        Limits {
            solutions: Some(n),
            ..self.plan.limits.clone()
        }
    }

    pub(crate) fn refuse_objective(&self, question: &'static str) -> Result<(), Unsupported> {
        if self.has_objective {
            return Err(Unsupported::HasObjective(question));
        }
        Ok(())
    }
}

/// Refuses levels for a family that does not exist: a slip of the pen would change nothing, silently. Families the model does not
/// use are in order, for a plan may serve many models.
fn check_families(model: &Model, plan: &Plan) -> Result<(), Unsupported> {
    let posted = || model.constraints().iter().map(|posted| posted.name());
    let mut families = plan.levels.iter().flat_map(ConsistencyMap::families);
    match families.find(|family| !FAMILIES.contains(family) && !posted().any(|n| n == *family)) {
        None => Ok(()),
        Some(family) => Err(Unsupported::UnknownFamily(family.to_owned())),
    }
}

/// Why a model cannot be said in clauses: the first family that cannot, if there is one.
fn not_clausal(model: &Model) -> &'static str {
    let mut posted = model.constraints().iter();
    match posted.find(|posted| !posted.has_cnf_encoding()) {
        Some(posted) => posted.name(),
        None if model.objective().is_some() => "an objective",
        None => "so many values",
    }
}
