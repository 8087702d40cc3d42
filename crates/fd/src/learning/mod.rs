//! Learning search: lazy clause generation on the same propagators (Ohrimenko, Stuckey and Codish 2009).
//!
//! From every conflict a nogood over atoms is learnt, which the clause database propagates from then on. The search
//! backjumps to the lowest level at which the nogood is unit, and restarts now and then. Assumptions are the first
//! decisions. If one of them is false when it is due, the assumptions that imply this are the core.
//!
//! Clauses that hold in one run only (they exclude a solution already found, or bound the objective) contain the atom
//! `epoch != n`, and `epoch == n` is the first assumption of run `n`. So everything learnt stays valid in later runs.

mod activity;
mod analysis;
mod phases;
mod proof;

pub use proof::{ProofHint, ProofLog};

use gridwright_control::End;

use crate::kernel::{Fixpoint, Kernel};
use crate::learning::activity::Activity;
use crate::learning::analysis::Analysis;
use crate::learning::proof::ProofState;
use crate::search::{
    Alternatives, BranchContext, Branching, Decision, Event, Flow, Label, Order, Restarter, Run,
    Search,
};
use crate::store::{DomainRepr, Reason, Why};
use crate::vars::{Assignment, Atom, Domain, MAX_VALUE, Op, Var};

/// State kept between runs.
#[derive(Debug)]
pub(crate) struct Learner {
    analysis: Analysis,
    activity: Activity,
    /// The variable that identifies the run, and the number of the last run.
    epoch: Var,
    n_runs: i32,
    /// The atoms to learn from: they hold but cannot all hold.
    conflict: Reason,
    /// The log of a proof, if one is written.
    proof: Option<Box<ProofState>>,
}

/// How a run ended and, if there is no solution, the core.
type Ended = (End, Option<Vec<Atom>>);

impl Learner {
    /// Adds the epoch variable to a kernel that was just set up.
    pub(crate) fn new(kernel: &mut Kernel) -> Learner {
        let n_vars = kernel.store.n_vars();
        let runs = Domain::from(0..=MAX_VALUE);
        let epoch = kernel.store.add_hidden_var(&runs, DomainRepr::Sparse);
        kernel.store.rebuild_queue(n_vars + 1);
        kernel.clauses.add_var(&kernel.store, epoch);
        Learner {
            analysis: Analysis::default(),
            activity: Activity::new(&kernel.store),
            epoch,
            n_runs: 0,
            conflict: Reason::new(),
            proof: None,
        }
    }

    /// Reports the steps of a proof to `log` from now on.
    pub(crate) fn log_proof(&mut self, kernel: &mut Kernel, log: Box<dyn ProofLog>) {
        let n_model_clauses = kernel.clauses.log_removals();
        self.proof = Some(Box::new(ProofState::new(log, n_model_clauses, self.epoch)));
    }

    /// Reports to the log of a proof that propagation failed at the root.
    pub(crate) fn log_failed_root(&mut self, kernel: &Kernel) {
        if let Some(proof) = &mut self.proof {
            let conflict = proof.conflict_hint(kernel);
            proof.log_end(kernel, conflict);
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.analysis.memory()
    }

    /// Tries the values of a solution first from now on, where the order is free.
    pub(crate) fn prefer(&mut self, found: &Assignment) {
        self.activity.phases.save_solution(found.as_slice());
    }

    /// Searches from the root, which must be at its fixpoint.
    pub(crate) fn run(
        &mut self,
        run: &mut Run<'_, '_>,
        search: &Search,
        branching: &mut dyn Branching,
        assumptions: &[Atom],
    ) -> Ended {
        self.n_runs += 1;
        run.kernel.clauses.forget_run_clauses();
        run.kernel.clauses.begin_learning(&run.kernel.store);
        run.kernel.store.learnt_from = Some(0);
        let mut first = vec![Atom::eq(self.epoch, self.n_runs)];
        first.extend_from_slice(assumptions);
        let options = search.learning;
        let order = options.map_or(Order::Free, |learning| learning.order);
        let mut restarter = Restarter::new(search.restart);
        self.activity.phases.from_above = run.objective.is_none();
        let (end, core) = loop {
            if let Some(limit) = run.limits.check(run.stats) {
                break (End::LimitReached(limit), None);
            }
            match run.kernel.propagate_while(&mut run.limits) {
                Ok(Fixpoint::Interrupted) => {
                    break (run.limits.interrupted(), None);
                }
                Err(_) => {
                    run.failed();
                    self.conflict.clear();
                    run.kernel.conflict_reason(&mut self.conflict);
                    let proof = self.proof.as_ref();
                    let hint = proof.and_then(|proof| proof.conflict_hint(run.kernel));
                    if !self.resolve(run, hint) {
                        break (End::Exhausted, Some(Vec::new()));
                    }
                    restarter.failure(self.analysis.learnt.lbd);
                    run.kernel.store.learnt_from = Some(restarter.n_failures());
                    continue;
                }
                Ok(Fixpoint::Reached) => run.report_removals_if_observed(),
            }
            if restarter.is_due(true) || run.kernel.clauses.needs_reduction() {
                run.stats.restarts += 1;
                self.back_to(run, 0);
                if let Some(proof) = &mut self.proof {
                    // Clauses that are removed may be the reasons of what holds at the root.
                    proof.log_root(run.kernel);
                }
                run.kernel.clauses.reduce();
                if let Some(proof) = &mut self.proof {
                    for id in run.kernel.clauses.take_removed() {
                        proof.log.removed(id - proof.n_model_clauses);
                    }
                }
                run.report(|| Event::Restart);
                continue;
            }
            let depth = run.kernel.store.depth();
            let n_decisions = depth.saturating_sub(first.len()) as u64;
            run.stats.depth = run.stats.depth.max(n_decisions);
            if let Some(&assumption) = first.get(depth) {
                if run.kernel.store.is_false(assumption) {
                    // A clause that excludes the answer may have refuted the epoch at the root.
                    if let Some(proof) = &mut self.proof {
                        proof.log_root(run.kernel);
                    }
                    break (End::Exhausted, Some(self.core(run, assumption)));
                }
                if depth > 0 {
                    run.report(|| Event::Decide {
                        atom: assumption,
                        depth,
                        alternatives: None,
                    });
                }
                // An assumption that already holds still gets a level of its own, so that depths count assumptions.
                let decided = run.kernel.decide(assumption);
                decided.expect("what is not false can be decided");
                continue;
            }
            let given = match order {
                Order::Given => true,
                Order::Free => false,
                // Two runs in turn begin in the same order: callers that alternate themselves get every combination.
                Order::Alternate => {
                    (self.n_runs as u64 - 1) / 2 % 2 == (restarter.starts() - 1) % 2
                }
            };
            match self.choose(run, branching, given) {
                Some(atom) => {
                    run.stats.nodes += 1;
                    // The level of the epoch is not reported.
                    run.report(|| Event::Decide {
                        atom,
                        depth,
                        alternatives: None,
                    });
                    let decided = run.kernel.decide(atom);
                    decided.expect("a decision is about an open variable");
                }
                None => match self.solution(run, &first) {
                    Ok(true) => {}
                    Ok(false) => break (End::Exhausted, None),
                    Err(end) => break (end, None),
                },
            }
        };
        self.back_to(run, 0);
        run.kernel.clauses.end_learning();
        run.kernel.store.learnt_from = None;
        // If a solution was found, the assumptions do not conflict: there are only no more solutions.
        (end, core.filter(|_| run.stats.solutions == 0))
    }

    /// Learns from the atoms in `self.conflict` and backjumps; `last` is the inference that led to the conflict, if a proof is
    /// written. False if the conflict is at the root, or refutes the epoch of the run: the run has no further solution.
    fn resolve(&mut self, run: &mut Run<'_, '_>, last: Option<ProofHint>) -> bool {
        let is_later = self.analysis.learn(run.kernel, self.conflict.atoms());
        if let Some(proof) = &mut self.proof {
            match is_later {
                true => {
                    let conflict = self.conflict.atoms();
                    let analysis = &mut self.analysis;
                    analysis.find_hints(run.kernel, conflict, last, proof);
                }
                false => proof.log_end(run.kernel, last),
            }
        }
        if !is_later {
            return false;
        }
        if let [refuted] = self.analysis.learnt.atoms[..]
            && refuted.var() == self.epoch
        {
            // The run is over. Logging that at the root would make the log grow with every run.
            if let Some(proof) = &mut self.proof {
                proof.log_learnt(0, &[]);
            }
            return false;
        }
        let learnt = std::mem::take(&mut self.analysis.learnt);
        let store = &run.kernel.store;
        let before = store.log_at_level(store.depth()) as usize;
        self.activity.phases.conflict(&store.log.entries[..before]);
        self.back_to(run, learnt.level);
        run.stats.nogoods += 1;
        run.stats.visits +=
            std::mem::take(&mut self.analysis.n_visited) + run.kernel.clauses.take_n_visited();
        run.stats.backtracks += 1;
        run.limits.memory = run.kernel.memory() + self.memory();
        for &atom in &learnt.used {
            self.activity.used(atom);
        }
        for &(clause, lbd) in &learnt.clauses {
            run.kernel.clauses.used(clause, lbd);
        }
        self.activity.decay();
        let forced = learnt.atoms[0];
        let why = match learnt.atoms[..] {
            [_] => Why::Nogood,
            _ => Why::Clause(run.kernel.clauses.add(&learnt.atoms, learnt.lbd, false)),
        };
        if let Some(proof) = &mut self.proof {
            let id = if let Why::Clause(id) = why { id } else { 0 };
            proof.log_learnt(id, &learnt.atoms);
        }
        let asserted = run.kernel.store.set_because(forced, why);
        asserted.expect("the nogood was not broken where it is asserted");
        self.analysis.learnt = learnt;
        true
    }

    /// Reports a solution and excludes it. False if there can be no other.
    fn solution(&mut self, run: &mut Run<'_, '_>, first: &[Atom]) -> Result<bool, End> {
        match run.solution() {
            Ok(Flow::Continue) => {}
            Ok(Flow::Stop) => return Err(End::Stopped),
            Err(limit) => return Err(End::LimitReached(limit)),
        }
        if let Some(proof) = &mut self.proof {
            proof.log.answer(&run.found);
        }
        if run.objective.is_some() {
            self.prefer(&run.found);
        }
        let mut found = std::mem::take(&mut self.conflict);
        found.clear();
        found.add(first[0]);
        match (run.objective, run.best, run.keys) {
            (Some(cost), Some(best), _) => found.add(cost.at_least(best)),
            (_, _, Some(keys)) => {
                for key in keys {
                    found.add(Atom::eq(*key, run.kernel.store.min(key.view())));
                }
            }
            _ => {
                for level in 1..=run.kernel.store.depth() {
                    if let Some(decision) = run.kernel.decision(level) {
                        found.add(decision);
                    }
                }
            }
        }
        let mut clause: Vec<Atom> = found
            .atoms()
            .iter()
            .filter(|&&atom| run.kernel.is_later_than_root(atom))
            .map(|&atom| !atom)
            .collect();
        clause.sort_unstable();
        clause.dedup();
        self.conflict = found;
        if clause.len() < 2 {
            if let Some(proof) = &mut self.proof {
                proof.log_end(run.kernel, Some(ProofHint::Answer));
            }
            return Ok(false);
        }
        if !self.resolve(run, Some(ProofHint::Answer)) {
            return Ok(false);
        }
        self.add_permanent(run, clause);
        Ok(true)
    }

    /// Adds a permanent clause at the current node and asserts what it forces.
    fn add_permanent(&mut self, run: &mut Run<'_, '_>, mut clause: Vec<Atom>) {
        // Watches atoms that are not false and, if there is only one, also the atom that became false last.
        let store = &run.kernel.store;
        let open = clause.iter().filter(|&&atom| !store.is_false(atom)).count();
        clause.sort_by_key(|&atom| store.is_false(atom));
        if open == 1 {
            let kernel = &*run.kernel;
            let position = |atom: Atom| kernel.find(!atom).map_or(0, |(at, _)| at);
            let last = (1..clause.len()).max_by_key(|&i| position(clause[i]));
            clause.swap(1, last.expect("the clause has two atoms"));
        }
        let id = run.kernel.clauses.add(&clause, clause.len(), true);
        if let Some(proof) = &mut self.proof {
            proof.answer = Some(id);
        }
        if open == 1 {
            let why = Why::Clause(id);
            let asserted = run.kernel.store.set_because(clause[0], why);
            asserted.expect("it is not false");
        }
    }

    /// The core: a refuted assumption, and the assumptions that refute it.
    fn core(&mut self, run: &mut Run<'_, '_>, refuted: Atom) -> Vec<Atom> {
        let mut core = self.analysis.decisions_behind(run.kernel, &[!refuted]);
        core.push(refuted);
        core.retain(|atom| atom.var() != self.epoch);
        core.sort_unstable();
        core.dedup();
        core
    }

    /// Backtracks to a level and saves the phases of the undone values.
    fn back_to(&mut self, run: &mut Run<'_, '_>, level: usize) {
        if run.kernel.store.depth() <= level {
            return;
        }
        let from = run.kernel.store.log_at_level(level + 1);
        for entry in &run.kernel.store.log.entries[from as usize..] {
            let atom = entry.atom;
            if atom.op() == Op::Eq {
                self.activity.phases.save(atom.var(), atom.value());
            }
        }
        self.activity.back_to(level);
        run.kernel.back_to(level);
        let depth = level.saturating_sub(1);
        run.report(|| Event::Backtrack { depth });
    }

    /// The next decision; `None` when every variable is fixed.
    fn choose(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
        given: bool,
    ) -> Option<Atom> {
        let store = &run.kernel.store;
        if !given {
            return self.activity.next(store);
        }
        let context = BranchContext {
            store,
            weights: &run.weights.by_var,
        };
        match branching.next(&context)? {
            Decision::Split(atom) => Some(atom),
            Decision::Label(var, choice) | Decision::Auxiliary(var, choice) => {
                let label = Label::new(var, choice);
                let offered = label.alternatives(run.kernel, run.rng, &mut run.limits);
                let store = &run.kernel.store;
                Some(match offered {
                    Alternatives::Two { atoms, .. } => atoms[0],
                    Alternatives::Values { var, down } => {
                        let (min, max) = store.bounds(var.view());
                        Atom::eq(var, if down { max } else { min })
                    }
                })
            }
        }
    }
}
