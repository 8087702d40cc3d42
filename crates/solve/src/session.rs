//! Sessions: a model set up once for many questions under changing assumptions, and the loop that runs the stages of a schedule.

use std::collections::HashSet;

use gridwright_constraints::FAMILIES;
use gridwright_fd::{
    Assignment, Atom, ConsistencyMap, Detail, End, Event, Flow, Limit, Limits, Model, Search,
    SearchError, Sink, Stats, Var,
};
use gridwright_sat::ClausePool;

use crate::engines::fd::FdSolvers;
use crate::engines::sat::{self, SatEngine};
use crate::engines::{check_vars, oracle};
use crate::error::SolveError;
use crate::options::{ModelEngine, RunOptions};
use crate::outcome::{SolveOutcome, add_stats, remaining};
use crate::schedule::{Goal, ModelFeatures, Schedule, Stage, StageSearch, rules};

/// A model set up for many questions. A question leaves it unchanged, except for learnt nogoods and counters.
///
/// Questions: [`solve`](Session::solve), [`solutions`](Session::solutions), [`count`](Session::count), [`unique`](Session::unique) and
/// [`unique_under`](Session::unique_under), [`optimise`](Session::optimise), [`backbone`](Session::backbone) and [`atom_backbone`](Session::atom_backbone),
/// [`propagated`](Session::propagated), [`core`](Session::core) and [`smallest_core`](Session::smallest_core); [`run`](Session::run) reports to a sink.
///
/// ```
/// use gridwright_constraints::less;
/// use gridwright_fd::{Atom, Model};
/// use gridwright_solve::{RunOptions, Session, SolveResult};
/// let mut model = Model::new();
/// let x = model.var("x", 1..=3)?;
/// let y = model.var("y", 1..=3)?;
/// model.post(less(x, y))?;
/// let mut session = Session::new(&model, &RunOptions::new())?;
/// assert_eq!(session.count(100)?.solutions, 3);
/// assert_eq!(session.solve(&[Atom::ge(x, 3)])?, SolveResult::Unsatisfiable);
/// assert_eq!(session.solutions(&[Atom::ge(x, 2)])?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    pub(crate) backend: Backend,
    pub(crate) options: RunOptions,
    pub(crate) features: ModelFeatures,
    /// The search without learning, and the one with it.
    pub(crate) plain: Search,
    pub(crate) learning: Search,
    /// The variables on which solutions are compared: the model's keys, or all. Solutions that agree on them count once.
    pub(crate) keys: Vec<Var>,
    pub(crate) has_objective: bool,
    /// The assumptions of the options, then those of the current question.
    pub(crate) assumptions: Vec<Atom>,
    pub(crate) stats: Stats,
    /// The highest stage index in which any run ended, and its engine.
    highest_stage: Option<(usize, ModelEngine)>,
    /// Whether questions under assumptions may end in a late stage of `sat`.
    keeps_late_sat: bool,
    /// The learnt clauses that `sat` exchanges with other sessions.
    clause_pool: Option<ClausePool>,
}

/// The set-up model, in the form the engine needs.
#[derive(Debug)]
pub(crate) enum Backend {
    Solvers {
        fd: Box<FdSolvers>,
        /// The model in CNF, encoded under the assumptions of the options; kept after the first run of `sat` with assumptions of a question.
        sat: Option<Box<SatEngine>>,
    },
    Oracle(Box<Model>),
}

/// Solves a model once, and reports the solutions to a sink. The time limit includes set-up.
///
/// All engines report the same solutions for the same model and options, though not in the same order; of those that agree on the keys, they report one. With an objective, each reported solution is better
/// than the one before, and the last is the best.
pub fn run(
    model: &Model,
    options: &RunOptions,
    sink: &mut dyn Sink,
) -> Result<SolveOutcome, SolveError> {
    let deadline = options.limits.deadline();
    let features = ModelFeatures::new(model);
    let goal = Goal::new(&options.limits, model.objective().is_some());
    let learns = Schedule::for_goal(&features, options, goal).learns_first();
    let recording = learns || sink.detail() > Detail::Solutions;
    let mut session = Session::set_up(model, options, features, recording)?;
    let setup_time = session.stats.setup_time;
    let limits = options.limits.until(&deadline);
    let mut outcome = session.run(&[], &limits, sink)?;
    outcome.stats.setup_time = setup_time;
    Ok(outcome)
}

impl Session {
    /// Sets a model up. The limits of the options hold for each question, their assumptions for all of them.
    pub fn new(model: &Model, options: &RunOptions) -> Result<Session, SolveError> {
        let features = ModelFeatures::new(model);
        let recording = needs_recording(&features, model, options);
        Session::set_up(model, options, features, recording)
    }

    fn set_up(
        model: &Model,
        options: &RunOptions,
        features: ModelFeatures,
        recording: bool,
    ) -> Result<Session, SolveError> {
        let began = options.limits.now();
        let (plain, learning) = rules::searches(model, &features, options)?;
        check_families(model, options)?;
        if options.engine == ModelEngine::Sat && !model.has_encodable_vars() {
            return Err(match model.objective() {
                Some(_) => SolveError::NoCnfEncoding("an objective"),
                None => SolveError::NoCnfEncoding("so many values"),
            });
        }
        let backend = if options.engine == ModelEngine::Oracle {
            Backend::Oracle(Box::new(model.clone()))
        } else {
            let consistency = rules::consistency(options, &features);
            let fd = FdSolvers::new(model, consistency, recording);
            Backend::Solvers {
                fd: Box::new(fd.map_err(SolveError::LimitReached)?),
                sat: None,
            }
        };
        let stats = Stats {
            setup_time: options.limits.now().saturating_sub(began),
            ..Stats::default()
        };
        Ok(Session {
            backend,
            options: options.clone(),
            features,
            plain,
            learning,
            keys: match model.keys() {
                Some(keys) => keys.to_vec(),
                None => model.all_vars().collect(),
            },
            has_objective: model.objective().is_some(),
            assumptions: Vec::new(),
            stats,
            highest_stage: None,
            keeps_late_sat: false,
            clause_pool: None,
        })
    }

    /// A session for a model that differs from `base` only in narrower domains; [`Session::replace_domains`] can reuse it for other such models. `None` if nothing could be reused:
    /// the schedule begins with learning, the options record, or the engine is the oracle.
    ///
    /// ```
    /// use gridwright_constraints::all_different;
    /// use gridwright_fd::{Domain, Model};
    /// use gridwright_solve::{RunOptions, Session};
    /// let mut base = Model::new();
    /// let x = base.var("x", 1..=3)?;
    /// let y = base.var("y", 1..=3)?;
    /// base.post(all_different([x, y]))?;
    /// let model = base.with_domains([(x, Domain::from(2..=2))])?;
    /// let mut session = Session::with_replaceable_domains(&base, &model, &RunOptions::new())?.expect("nothing is learnt");
    /// assert_eq!(session.count(10)?.solutions, 2);
    /// assert!(session.replace_domains(&base.with_domains([(y, Domain::from(1..=2))])?)?);
    /// assert_eq!(session.count(10)?.solutions, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_replaceable_domains(
        base: &Model,
        model: &Model,
        options: &RunOptions,
    ) -> Result<Option<Session>, SolveError> {
        let features = ModelFeatures::new(model);
        if options.engine == ModelEngine::Oracle || needs_recording(&features, model, options) {
            return Ok(None);
        }
        let mut session = Session::set_up(base, options, features, false)?;
        let replaced = session.replace_domains(model)?;
        Ok(replaced.then_some(session))
    }

    /// Replaces the model by another that differs only in domains, each a subset of the domain at set-up. The session then behaves like a new one: same results, same
    /// numbers of nodes and failures. Returns false and changes nothing if a new session is needed: the model has other constraints, needs another consistency, the
    /// options record, or the schedule begins with learning (nogoods are valid for one model only).
    pub fn replace_domains(&mut self, model: &Model) -> Result<bool, SolveError> {
        let features = self.features.with_domains_of(model);
        let Backend::Solvers { fd, sat } = &mut self.backend else {
            return Ok(false);
        };
        let is_as_consistent = self.options.consistency.is_some()
            || *fd.consistency() == rules::default_consistency(&features);
        if needs_recording(&features, model, &self.options)
            || !is_as_consistent
            || !fd.replace_domains(model)
        {
            return Ok(false);
        }
        *sat = None;
        if self.options.search.is_none()
            && rules::branching(&features) != rules::branching(&self.features)
        {
            (self.plain, self.learning) = rules::searches(model, &features, &self.options)?;
        }
        self.features = features;
        self.stats = Stats::default();
        self.highest_stage = None;
        Ok(true)
    }

    /// Changes the limits of the following questions.
    pub fn set_limits(&mut self, limits: Limits) {
        self.options.limits = limits;
    }

    /// Runs questions under assumptions through all stages, as one question without assumptions. By default they end with `learn` instead of a late stage of `sat`, because many short
    /// questions do not pay for the encoding; the cubes of one hard question do.
    pub fn keep_late_sat(&mut self) {
        self.keeps_late_sat = true;
    }

    /// Exchanges clauses that the engine `sat` learns with the other sessions of a pool, in questions under assumptions. All of them must be of the same model, with the same
    /// options.
    pub fn share_clauses(&mut self, pool: &ClausePool) {
        self.clause_pool = Some(pool.clone());
    }

    /// The counters, summed over all questions so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The engine of the highest stage in which any question ended; [`ModelEngine::Auto`] before the first question.
    pub fn engine(&self) -> ModelEngine {
        self.highest_stage
            .map_or(ModelEngine::Auto, |(_, engine)| engine)
    }

    /// The features of the model.
    pub fn features(&self) -> &ModelFeatures {
        &self.features
    }

    /// The variables on which solutions are compared: the model's keys, or all variables. Solutions that agree on them count once.
    pub fn keys(&self) -> &[Var] {
        &self.keys
    }

    /// The schedule for a goal.
    pub fn schedule(&self, goal: Goal) -> Schedule {
        Schedule::for_goal(&self.features, &self.options, goal)
    }

    /// Sets the current assumptions: those of the options and those of a question.
    pub(crate) fn assume(&mut self, assumptions: &[Atom]) {
        self.assumptions.clear();
        self.assumptions
            .extend_from_slice(&self.options.assumptions);
        self.assumptions.extend_from_slice(assumptions);
    }

    /// Counts a run that ended in the stage at this index.
    pub(crate) fn add_run(&mut self, stage: usize, engine: ModelEngine, stats: &Stats) {
        if self
            .highest_stage
            .is_none_or(|(highest, _)| stage > highest)
        {
            self.highest_stage = Some((stage, engine));
        }
        add_stats(&mut self.stats, stats);
    }

    /// Searches under the assumptions of the options and these, and reports solutions to the sink.
    /// A sink that receives events needs a session set up with [`RunOptions::record_reasons`].
    pub fn run(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<SolveOutcome, SolveError> {
        self.assume(assumptions);
        let mut schedule = self.schedule(Goal::new(limits, self.has_objective));
        let is_repeated =
            (!self.assumptions.is_empty() && !self.keeps_late_sat) || limits.failures.is_some();
        if is_repeated || sink.detail() > Detail::Solutions {
            schedule = schedule.without_late_sat();
        }
        let (last, outcome) = match schedule.second {
            None => (0, self.run_stage(schedule.first, limits, sink)?),
            Some(second) => self.run_stages([schedule.first, second], limits, sink)?,
        };
        self.add_run(last, outcome.engine, &outcome.stats);
        Ok(outcome)
    }

    /// Makes learning try the values of a solution first, where its order is free.
    pub(crate) fn prefer(&mut self, found: &Assignment) {
        if let Backend::Solvers { fd, .. } = &mut self.backend {
            fd.prefer(found);
        }
    }

    /// Runs two stages one after the other; no solution is reported twice. Also returns the index of the stage in which the run ended.
    fn run_stages(
        &mut self,
        stages: [Stage; 2],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<(usize, SolveOutcome), SolveError> {
        let deadline = limits.deadline();
        let keys = self.keys.clone();
        let mut sink = StageSink::new(sink, &keys, limits.solutions);
        let mut rest = limits.clone();
        let mut index = 0;
        let (engine, end, core) = loop {
            let stage = stages[index];
            let max_failures = rest.failures.into_iter().chain(stage.failure_limit).min();
            let stage_limits = Limits {
                failures: max_failures,
                ..rest.clone()
            };
            let outcome = match self.run_stage(stage, &stage_limits, &mut sink) {
                // Time ran out while a later stage was set up.
                Err(SolveError::LimitReached(limit)) if index > 0 => {
                    break (stages[index - 1].engine, End::LimitReached(limit), None);
                }
                outcome => outcome?,
            };
            add_stats(&mut sink.stats, &outcome.stats);
            let moves_on =
                index + 1 < stages.len() && outcome.end == End::LimitReached(Limit::Failures);
            match remaining(limits, &sink.stats) {
                Ok(left) if moves_on => rest = left,
                _ => break (outcome.engine, outcome.end, outcome.core),
            }
            rest.time = deadline.remaining().or(rest.time);
            index += 1;
        };
        let end = match end {
            End::Stopped if sink.is_full && !sink.is_stopped => End::LimitReached(Limit::Solutions),
            end => end,
        };
        let stats = Stats {
            solutions: sink.n_reported(),
            ..sink.stats
        };
        let outcome = SolveOutcome {
            engine,
            end,
            stats,
            core,
        };
        Ok((index, outcome))
    }

    fn run_stage(
        &mut self,
        stage: Stage,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<SolveOutcome, SolveError> {
        let fd = match &mut self.backend {
            Backend::Solvers { fd, .. } => fd,
            Backend::Oracle(model) => {
                let options = RunOptions {
                    assumptions: self.assumptions.clone(),
                    limits: limits.clone(),
                    max_assignments: self.options.max_assignments,
                    ..RunOptions::new()
                };
                let outcome = oracle::run(model, &options, sink)?;
                return Ok(SolveOutcome::new(ModelEngine::Oracle, outcome));
            }
        };
        let outcome = match (stage.engine, stage.search) {
            (ModelEngine::Sat, _) => self.run_sat(limits, sink)?,
            (ModelEngine::Learn, _) => {
                let deadline = limits.deadline();
                let solver = fd.learning(&deadline).map_err(SolveError::LimitReached)?;
                // Set-up has used part of the time limit.
                let limits = limits.until(&deadline);
                solver.run(&self.learning, &self.assumptions, &limits, sink)?
            }
            (_, StageSearch::Default) => {
                let solver = fd.primary();
                solver.run(&self.plain, &self.assumptions, limits, sink)?
            }
            (_, StageSearch::RandomRestarts) => {
                let random = rules::random_search(&self.plain);
                fd.primary().run(&random, &self.assumptions, limits, sink)?
            }
        };
        Ok(SolveOutcome::new(stage.engine, outcome))
    }

    /// Encodes the model in CNF, over the values left by propagation, and runs the SAT solver. If the question has assumptions, the encoding and the learnt clauses are kept
    /// for the next run.
    fn run_sat(
        &mut self,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<gridwright_fd::Outcome, SolveError> {
        let Backend::Solvers { fd, sat } = &mut self.backend else {
            unreachable!("the oracle has one stage");
        };
        if limits.time.is_some() && limits.clock.is_none() {
            return Err(SearchError::NoClock.into());
        }
        if limits.solutions == Some(0) {
            return Err(SearchError::ZeroSolutionLimit.into());
        }
        check_vars(fd.model(), &self.assumptions)?;
        let (fixed, assumptions) = self.assumptions.split_at(self.options.assumptions.len());
        let deadline = limits.deadline();
        let began = limits.now();
        let kept = sat.take().filter(|_| !assumptions.is_empty());
        let mut engine = match kept {
            Some(kept) => kept,
            None => {
                let store = match fd.primary().propagated_before(fixed, &deadline) {
                    Ok(Some(store)) => store,
                    Ok(None) => return Ok(sat::ended(End::Exhausted)),
                    Err(limit) => return Ok(sat::ended(End::LimitReached(limit))),
                };
                let engine = SatEngine::new(fd.model(), &store, fd.consistency(), &deadline);
                let mut engine = match engine {
                    Ok(engine) => Box::new(engine),
                    Err(limit) => return Ok(sat::ended(End::LimitReached(limit))),
                };
                // Without assumptions, solutions are excluded by clauses that do not follow from the model.
                if let Some(pool) = self
                    .clause_pool
                    .as_ref()
                    .filter(|_| !assumptions.is_empty())
                {
                    engine.join_pool(pool);
                }
                engine
            }
        };
        let rest = limits.until(&deadline);
        let mut outcome = engine.run(assumptions, &self.keys, &rest, sink);
        outcome.stats.solve_time = limits.now().saturating_sub(began);
        if !assumptions.is_empty() {
            *sat = Some(engine);
        }
        Ok(outcome)
    }
}

/// Receives the solutions of all stages of a run and passes each on to the sink of the run once.
struct StageSink<'s> {
    sink: &'s mut dyn Sink,
    keys: &'s [Var],
    reported: HashSet<Vec<i32>>,
    /// The counters of the finished stages.
    stats: Stats,
    /// The counters of all stages up to the next solution.
    counted: Stats,
    /// The limit on solutions.
    max: Option<u64>,
    /// Whether the limit on solutions is reached.
    is_full: bool,
    /// Whether the sink returned [`Flow::Stop`].
    is_stopped: bool,
}

impl<'s> StageSink<'s> {
    fn new(sink: &'s mut dyn Sink, keys: &'s [Var], max: Option<u64>) -> StageSink<'s> {
        StageSink {
            sink,
            keys,
            reported: HashSet::new(),
            stats: Stats::default(),
            counted: Stats::default(),
            max,
            is_full: false,
            is_stopped: false,
        }
    }

    fn n_reported(&self) -> u64 {
        self.reported.len() as u64
    }
}

impl Sink for StageSink<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if !self.reported.insert(found.values(self.keys)) {
            return Flow::Continue;
        }
        self.sink.stats(&self.counted);
        self.is_stopped = self.sink.solution(found) == Flow::Stop;
        self.is_full = self.max.is_some_and(|max| self.n_reported() >= max);
        match self.is_stopped || self.is_full {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }

    fn stats(&mut self, stats: &Stats) {
        self.counted = self.stats.clone();
        add_stats(&mut self.counted, stats);
        // Solutions that several stages find count once.
        self.counted.solutions = self.n_reported() + 1;
    }

    fn detail(&self) -> Detail {
        self.sink.detail()
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Solution { found } = event
            && self.reported.contains(&found.values(self.keys))
        {
            return;
        }
        self.sink.event(event);
    }
}

/// Whether a new session must record: the options require it, or the schedule for some goal begins with learning.
fn needs_recording(features: &ModelFeatures, model: &Model, options: &RunOptions) -> bool {
    let goals: &[Goal] = match model.objective() {
        Some(_) => &[Goal::Best],
        None => &[Goal::UpTo(1), Goal::UpTo(2), Goal::All],
    };
    let first = |&goal: &Goal| Schedule::for_goal(features, options, goal).learns_first();
    options.record_reasons || goals.iter().any(first)
}

/// Rejects the consistency of an unknown family, which is probably misspelt. Families that the model does not use are accepted: options may be used for many models.
fn check_families(model: &Model, options: &RunOptions) -> Result<(), SolveError> {
    let posted = || model.constraints().iter().map(|posted| posted.name());
    let mut families = options
        .consistency
        .iter()
        .flat_map(ConsistencyMap::families);
    match families.find(|family| !FAMILIES.contains(family) && !posted().any(|n| n == *family)) {
        None => Ok(()),
        Some(family) => Err(SolveError::UnknownFamily(family.to_owned())),
    }
}
