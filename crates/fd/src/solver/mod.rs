//! The solver: a model set up once and run any number of times, under changing assumptions.

mod pausable;

pub use pausable::{PausableSearch, Step};

use std::sync::Arc;

use gridwright_control::{Deadline, End, Limit, Limits, Rng};

use crate::kernel::{Fixpoint, Kernel, Setup};
use crate::learning::{Learner, ProofLog};
use crate::model::{Constraint, Model, Objective};
use crate::search::{
    Branching, Classic, DeadlineChecker, Detail, Dfs, Event, Frame, Groups, Inference,
    LimitChecker, Method, Restart, Run, Search, SearchError, Seen, Sink, Stats, TakenBranch,
    Weights, WithFallback,
};
use crate::store::{Conflict, DomainRepr, Store};
use crate::vars::{Assignment, Atom, Domain, Var};

/// A model set up for solving. Runs leave it unchanged, except for learnt nogoods.
#[derive(Debug)]
pub struct Solver {
    pub(crate) kernel: Kernel,
    pub(crate) learner: Option<Learner>,
    pub(crate) constraints: Arc<Vec<Arc<dyn Constraint>>>,
    /// The initial domains.
    pub(crate) domains: Arc<Vec<Domain>>,
    /// The domains at set-up, if the solver was renewed since.
    pub(crate) kept: Option<Arc<Vec<Domain>>>,
    pub(crate) keys: Option<Vec<Var>>,
    pub(crate) objective: Option<Objective>,
    pub(crate) weights: Weights,
    pub(crate) n_vars: usize,
    pub(crate) root: Root,
    /// The stack of the last plain search, kept to reuse its memory.
    pub(crate) frames: Vec<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// Not yet propagated to the fixpoint.
    Fresh,
    /// At its fixpoint.
    Settled,
    /// There is no solution at all.
    Failed,
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The counters.
    pub stats: Stats,
    /// The core, if it is exhausted without a solution and a core is known. Learning search always finds one; plain search
    /// only the empty one, if propagation at the root fails.
    pub core: Option<Vec<Atom>>,
}

/// The assumptions and limits of a run, and the answers reported so far if they must be kept.
type RunOptions<'r> = (&'r [Atom], &'r Limits, Option<&'r mut Seen>);

impl Solver {
    /// Sets a model up.
    pub fn new(model: &Model, setup: &Setup) -> Solver {
        Solver::of(Kernel::new(model, setup), model, setup)
    }

    /// Sets a model up unless the deadline comes first.
    pub fn new_before(model: &Model, setup: &Setup, deadline: &Deadline) -> Result<Solver, Limit> {
        let kernel = Kernel::new_before(model, setup, deadline)?;
        Ok(Solver::of(kernel, model, setup))
    }

    fn of(mut kernel: Kernel, model: &Model, setup: &Setup) -> Solver {
        let learner = setup.recording.then(|| Learner::new(&mut kernel));
        Solver {
            kernel,
            learner,
            constraints: Arc::clone(model.shared_constraints()),
            domains: Arc::clone(model.domains()),
            kept: None,
            keys: model.keys().map(<[Var]>::to_vec),
            objective: model.objective(),
            weights: Weights::new(model.n_vars(), model.shared_constraints()),
            n_vars: model.n_vars(),
            root: Root::Fresh,
            frames: Vec::new(),
        }
    }

    /// Runs a search under assumptions and reports to the sink.
    pub fn run(
        &mut self,
        search: &Search,
        assumptions: &[Atom],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, SearchError> {
        let n_vars = self.n_vars;
        let mut branching = Groups::new(&search.groups, (1..n_vars).map(Var::at), search.seed);
        self.check(search, assumptions, limits, sink.detail())?;
        if search.learning.is_some() {
            return self.learn(search, &mut branching, assumptions, limits, sink);
        }
        let mut seen = self.may_repeat(search, Some(&branching)).then(Seen::new);
        let options = (assumptions, limits, seen.as_mut());
        if search.inference != Inference::Full {
            // Root propagation of earlier runs must not change the counts.
            let recording = self.kernel.store.is_recording();
            let empty = Kernel::without_constraints(&self.domains, recording, DomainRepr::Auto);
            let kernel = std::mem::replace(&mut self.kernel, empty);
            let root = std::mem::replace(&mut self.root, Root::Fresh);
            let outcome = self.run_body(search, options, sink, |run, constraints| {
                let mut classic = Classic::new(constraints, n_vars, search.inference);
                (classic.run(run, &mut branching), None)
            });
            (self.kernel, self.root) = (kernel, root);
            return Ok(outcome);
        }
        Ok(self.run_dfs(search, &mut branching, options, sink))
    }

    /// [`Solver::run`] with a custom branching. Variables that it does not decide come last, in model order and with the
    /// smallest value first.
    pub fn run_with(
        &mut self,
        branching: &mut dyn Branching,
        search: &Search,
        assumptions: &[Atom],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, SearchError> {
        let branching = &mut WithFallback::new(branching, (1..self.n_vars).map(Var::at));
        self.check(search, assumptions, limits, sink.detail())?;
        if search.inference != Inference::Full {
            return Err(SearchError::Incompatible(
                "a custom branching requires full propagation",
            ));
        }
        if search.learning.is_some() {
            return self.learn(search, branching, assumptions, limits, sink);
        }
        let mut seen = self.may_repeat(search, None).then(Seen::new);
        let options = (assumptions, limits, seen.as_mut());
        Ok(self.run_dfs(search, branching, options, sink))
    }

    /// Whether open branches of this search can be given to other searches of the model: plain depth-first search with full propagation and without restarts, that finds no answer twice
    /// and has no objective.
    pub fn can_share(&self, search: &Search) -> bool {
        let branching = Groups::new(&search.groups, (1..self.n_vars).map(Var::at), search.seed);
        search.learning.is_none()
            && search.inference == Inference::Full
            && search.restart == Restart::Never
            && self.objective.is_none()
            && !self.may_repeat(search, Some(&branching))
    }

    /// Searches one branch of a tree and gives parts of it to other searches that want one. The assumptions are those of the branch. The limits on nodes, counted in steps, and on
    /// solutions are those of all searches of the pool together; the others are of this search.
    pub fn run_branch(
        &mut self,
        search: &Search,
        taken: TakenBranch,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, SearchError> {
        let branch = taken.branch();
        self.check(search, &branch.path, limits, sink.detail())?;
        if !self.can_share(search) {
            return Err(SearchError::Incompatible(
                "branches are shared by plain depth-first search without restarts, over the keys first and without an objective",
            ));
        }
        let n_vars = self.n_vars;
        let mut branching = Groups::new(&search.groups, (1..n_vars).map(Var::at), search.seed);
        let mut dfs = Dfs::new(search, std::mem::take(&mut self.frames));
        let options = (&*branch.path, limits, None);
        let outcome = self.run_body(search, options, sink, |run, _| {
            (dfs.run_branch(run, &mut branching, &taken), None)
        });
        self.frames = dfs.into_frames();
        Ok(outcome)
    }

    fn run_dfs(
        &mut self,
        search: &Search,
        branching: &mut dyn Branching,
        options: RunOptions<'_>,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let mut dfs = Dfs::new(search, std::mem::take(&mut self.frames));
        let outcome = self.run_body(search, options, sink, |run, _| {
            (dfs.run(run, branching), None)
        });
        self.frames = dfs.into_frames();
        outcome
    }

    /// The domains after propagating the model and the assumptions, without search; `None` if that fails.
    pub fn propagated(&mut self, assumptions: &[Atom]) -> Option<Store> {
        let store = self.propagated_before(assumptions, &Deadline::default());
        store.expect("the default deadline never comes")
    }

    /// [`Solver::propagated`], unless the deadline comes first.
    pub fn propagated_before(
        &mut self,
        assumptions: &[Atom],
        deadline: &Deadline,
    ) -> Result<Option<Store>, Limit> {
        self.kernel.back_to(0);
        let mut interrupt = DeadlineChecker::new(deadline);
        if self.root == Root::Fresh {
            self.kernel.schedule_all();
            match self.kernel.propagate_while(&mut interrupt) {
                Ok(Fixpoint::Reached) => self.root = Root::Settled,
                Ok(Fixpoint::Interrupted) => {}
                Err(Conflict) => self.root = Root::Failed,
            }
        }
        let mut consistent = self.root != Root::Failed;
        for &atom in assumptions {
            if consistent && interrupt.reached.is_none() {
                let decided = self.kernel.decide(atom);
                let propagated = decided.and_then(|()| self.kernel.propagate_while(&mut interrupt));
                consistent = propagated.is_ok();
            }
        }
        let whole = consistent && interrupt.reached.is_none();
        let store = whole.then(|| self.kernel.store.clone());
        self.kernel.back_to(0);
        match interrupt.reached {
            Some(limit) => Err(limit),
            None => Ok(store),
        }
    }

    /// Makes learning search try the values of a solution first, where its order is free. Without recording it has no effect.
    pub fn prefer(&mut self, found: &Assignment) {
        if let Some(learner) = &mut self.learner {
            learner.prefer(found);
        }
    }

    /// Reports the steps of a proof of the next learning search to `log`. The model must have keys and no objective, and the
    /// solver must be new.
    pub fn log_proof(&mut self, log: Box<dyn ProofLog>) -> Result<(), SearchError> {
        let learner = self.learner.as_mut().ok_or(SearchError::NotRecording)?;
        if self.keys.is_none() || self.objective.is_some() || self.root != Root::Fresh {
            return Err(SearchError::Incompatible(
                "a proof requires a new solver of a model with keys and without an objective",
            ));
        }
        learner.log_proof(&mut self.kernel, log);
        Ok(())
    }

    fn learn(
        &mut self,
        search: &Search,
        branching: &mut dyn Branching,
        assumptions: &[Atom],
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, SearchError> {
        let mut learner = self.learner.take().ok_or(SearchError::NotRecording)?;
        let mut begins = false;
        let mut outcome = self.run_body(search, (&[], limits, None), sink, |run, _| {
            begins = true;
            learner.run(run, search, branching, assumptions)
        });
        if !begins && self.root == Root::Failed {
            learner.log_failed_root(&self.kernel);
        }
        outcome.stats.memory += learner.memory();
        if outcome.end == End::Exhausted && outcome.core.as_ref().is_some_and(Vec::is_empty) {
            self.root = Root::Failed;
        }
        self.learner = Some(learner);
        Ok(outcome)
    }

    /// Whether a plain search with this branching may find the same answer twice, so that those reported must be kept.
    pub(crate) fn may_repeat(&self, search: &Search, branching: Option<&Groups>) -> bool {
        if self.objective.is_some() {
            return false;
        }
        // Each round of limited discrepancy search repeats the rounds before it.
        let keys_late = |keys: &Vec<Var>| branching.is_none_or(|groups| !groups.decide_first(keys));
        search.method == Method::LimitedDiscrepancy || self.keys.as_ref().is_some_and(keys_late)
    }

    /// What all runs share: reports the events of set-up, propagates the root and the assumptions, calls `body`, backtracks
    /// to the root, and completes the counters.
    fn run_body(
        &mut self,
        search: &Search,
        (assumptions, limits, seen): RunOptions<'_>,
        sink: &mut dyn Sink,
        body: impl FnOnce(&mut Run<'_, '_>, &[Arc<dyn Constraint>]) -> (End, Option<Vec<Atom>>),
    ) -> Outcome {
        let mut stats = Stats::default();
        let mut rng = Rng::new(search.seed);
        let detail = sink.detail();
        self.weights.forget();
        let (propagations, prunings) = (self.kernel.propagations, self.kernel.store.prunings());
        let classic = search.inference != Inference::Full;
        let mut run = Run {
            kernel: &mut self.kernel,
            weights: &mut self.weights,
            limits: LimitChecker::new(limits),
            stats: &mut stats,
            rng: &mut rng,
            keys: self.keys.as_deref(),
            seen,
            objective: self.objective.map(Objective::cost),
            best: None,
            sink,
            detail,
            found: Assignment::default(),
            reported: 0,
            n_vars: self.n_vars,
        };
        run.limits.memory = run.kernel.memory();
        for constraint in 0..self.constraints.len() {
            run.report(|| Event::Post { constraint });
        }
        let (end, core) = match begin(&mut run, &mut self.root, assumptions, classic) {
            Ok(()) => body(&mut run, &self.constraints),
            Err(ended) => ended,
        };
        let store = &run.kernel.store;
        let is_waiting = store.depth() == 0 && store.queue.is_waiting();
        if is_waiting && !classic && self.root == Root::Settled {
            // A limit interrupted propagation at the root. Backtracking clears the queue, so the next run must start over.
            self.root = Root::Fresh;
        }
        run.kernel.back_to(0);
        run.stats.solve_time = run.limits.elapsed();
        run.limits.report(run.stats);
        stats.propagations = self.kernel.propagations - propagations;
        stats.prunings = self.kernel.store.prunings() - prunings;
        stats.memory = self.kernel.memory() + self.learner.as_ref().map_or(0, Learner::memory);
        Outcome { end, stats, core }
    }

    pub(crate) fn check(
        &self,
        search: &Search,
        assumptions: &[Atom],
        limits: &Limits,
        detail: Detail,
    ) -> Result<(), SearchError> {
        if limits.time.is_some() && limits.clock.is_none() {
            return Err(SearchError::NoClock);
        }
        if limits.solutions == Some(0) {
            return Err(SearchError::ZeroSolutionLimit);
        }
        let needs_log = search.learning.is_some() || detail > Detail::Solutions;
        if needs_log && !self.kernel.store.is_recording() {
            return Err(SearchError::NotRecording);
        }
        let named = search
            .groups
            .iter()
            .flat_map(|group| group.vars.iter().copied())
            .chain(assumptions.iter().map(|atom| atom.var()));
        if let Some(var) = named.into_iter().find(|var| var.index() >= self.n_vars) {
            return Err(SearchError::UnknownVar(var.index()));
        }
        let is_full = search.inference == Inference::Full;
        let is_plain = search.learning.is_none();
        let is_depth_first = search.method == Method::DepthFirst;
        let restarts = search.restart != Restart::Never;
        let one_is_enough = limits.solutions == Some(1) || self.objective.is_some();
        let rules = [
            (
                search.restart.grows(),
                "restart intervals must be positive and grow, or the search may never end",
            ),
            (
                !restarts || is_full && is_depth_first,
                "restarts require depth-first search and full propagation",
            ),
            (
                !restarts || !is_plain || one_is_enough,
                "restarts without learning repeat solutions: ask for one solution, or use learning",
            ),
            (
                is_depth_first || is_plain && is_full,
                "limited discrepancy requires plain search and full propagation",
            ),
            (is_plain || is_full, "learning requires full propagation"),
        ];
        match rules.iter().find(|(is_kept, _)| !is_kept) {
            Some((_, message)) => Err(SearchError::Incompatible(message)),
            None => Ok(()),
        }
    }
}

/// Brings a run to its start node: propagates the root, then the assumptions. The error is the end of a run that ends
/// there, and the core if known.
pub(crate) fn begin(
    run: &mut Run<'_, '_>,
    root: &mut Root,
    assumptions: &[Atom],
    classic: bool,
) -> Result<(), (End, Option<Vec<Atom>>)> {
    run.stats.nodes += 1;
    if !classic && *root == Root::Fresh {
        run.kernel.schedule_all();
        match run.propagate() {
            Ok(Fixpoint::Reached) => *root = Root::Settled,
            Ok(Fixpoint::Interrupted) => return Err((run.limits.interrupted(), None)),
            Err(Conflict) => *root = Root::Failed,
        }
    }
    if *root == Root::Failed {
        return Err((End::Exhausted, Some(Vec::new())));
    }
    if !classic {
        // Root removals of an earlier run are new to this sink.
        run.report_removals_if_observed();
    }
    run.reported = run.kernel.store.log.len();
    for &atom in assumptions {
        let decided = if classic {
            run.kernel.decide(atom).map(|()| Fixpoint::Reached)
        } else {
            run.decide(atom, 1)
        };
        match decided {
            Ok(Fixpoint::Reached) => {}
            Ok(Fixpoint::Interrupted) => return Err((run.limits.interrupted(), None)),
            Err(Conflict) => return Err((End::Exhausted, None)),
        }
    }
    Ok(())
}

impl Solver {
    /// Replaces the model by one that differs only in domains, each a subset of the domain at set-up, as made by
    /// [`Model::with_domains`]. Nothing is allocated: the whole trail is undone, root propagation included, the domains
    /// are narrowed, and the next run propagates the root as after set-up.
    ///
    /// Returns false and changes nothing if the model does not fit, or if this solver records reasons, since it may have
    /// learnt nogoods.
    pub fn renew(&mut self, model: &Model) -> bool {
        let from = self.kept.as_ref().unwrap_or(&self.domains);
        let same = Arc::ptr_eq(&self.constraints, model.shared_constraints())
            && self.learner.is_none()
            && from.len() == model.n_vars();
        let to = model.domains();
        if !same || !from.iter().zip(&**to).all(|(from, to)| to.is_within(from)) {
            return false;
        }
        let from = Arc::clone(from);
        self.kernel.renew(&from, to);
        self.domains = Arc::clone(to);
        self.kept = Some(from);
        self.root = Root::Fresh;
        true
    }
}

impl Kernel {
    /// Resets to the state after set-up, for narrower domains.
    fn renew(&mut self, from: &[Domain], to: &[Domain]) {
        self.store.queue.clear();
        self.store.rewind();
        for (index, (from, to)) in from.iter().zip(to).enumerate() {
            if from != to {
                self.store.narrow(Var::at(index), to);
            }
        }
        self.failed_constraint = None;
    }
}
