//! Propagation to the fixpoint: the loop that runs propagators, and speculative runs under guards.

use crate::kernel::Kernel;
use crate::propagation::{Status, Truth};
use crate::store::{Conflict, NO_PROPAGATOR, PastStore, Pruned, Reason, Why};
use crate::vars::Atom;

/// Checks during propagation whether to interrupt it, for example at a time limit.
pub(crate) trait Interrupt {
    /// Whether to stop now; called before every propagator.
    fn should_stop(&mut self) -> bool;
}

/// Never interrupts.
pub(crate) struct Unlimited;

impl Interrupt for Unlimited {
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// How propagation ended when it did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fixpoint {
    Reached,
    Interrupted,
}

/// What a run of a propagator found whose removals were undone.
struct SpeculativeRun {
    outcome: Pruned<Status>,
    /// The reason of a failure, if there is a log.
    reason: Option<Reason>,
    has_removed: bool,
}

impl Kernel {
    /// Runs propagators to the fixpoint. On a conflict the queue is cleared and the caller backtracks.
    pub fn propagate(&mut self) -> Pruned {
        self.propagate_while(&mut Unlimited).map(|_| ())
    }

    /// Runs propagators to the fixpoint or until interrupted.
    pub(crate) fn propagate_while(&mut self, interrupt: &mut impl Interrupt) -> Pruned<Fixpoint> {
        loop {
            if self.clauses.is_active() && self.clauses.propagate(&mut self.store).is_err() {
                return self.fail(self.constraint_of_conflict());
            }
            if self.store.queue.has_fixed() {
                let Ok(visits) = self.store.propagate_disequalities() else {
                    return self.fail(self.constraint_of_conflict());
                };
                self.propagations += visits;
                continue;
            }
            let Some((id, cost)) = self.store.queue.pop() else {
                return Ok(Fixpoint::Reached);
            };
            if interrupt.should_stop() {
                // It did not run: keep it queued for a later call.
                self.store.queue.schedule_at(id, cost);
                return Ok(Fixpoint::Interrupted);
            }
            self.propagations += 1;
            if self.run(id, cost).is_err() {
                return self.fail(Some(self.posted[id as usize].constraint));
            }
        }
    }

    /// Ends propagation by a conflict, caused by a constraint or by a nogood.
    fn fail(&mut self, constraint: Option<u32>) -> Pruned<Fixpoint> {
        self.failed_constraint = constraint;
        self.store.running = NO_PROPAGATOR;
        self.store.queue.clear();
        Err(Conflict)
    }

    /// The constraint whose propagator caused the conflict.
    fn constraint_of_conflict(&self) -> Option<u32> {
        match self.store.conflict_cause?.why {
            Why::Propagator(id, _) => Some(self.posted[id as usize].constraint),
            _ => None,
        }
    }

    #[inline(always)]
    fn run(&mut self, id: u32, cost: u8) -> Pruned {
        let posted = &mut self.posted[id as usize];
        self.store.running = id;
        self.store.running_cost = cost;
        if !posted.guards.is_empty() {
            return self.run_guarded(id, cost);
        }
        let status = posted.propagator.propagate(&mut self.store)?;
        self.store.running = NO_PROPAGATOR;
        self.apply_status(id, status);
        Ok(())
    }

    /// Queues or switches off a propagator, as the status of its run requires.
    #[inline(always)]
    fn apply_status(&mut self, id: u32, status: Status) {
        match status {
            Status::Active => {}
            Status::Rerun => self.store.queue.schedule(id),
            Status::Stage(cost) => self.store.queue.schedule_at(id, cost as u8),
            Status::Entailed => self.store.switch_off(id),
        }
    }

    /// Runs a guarded propagator. With one undecided guard it runs speculatively, unless the domains decide: its removals are undone, and if it
    /// fails, the guard becomes false. With more undecided guards it does not run.
    fn run_guarded(&mut self, id: u32, cost: u8) -> Pruned {
        let guards = &self.posted[id as usize].guards;
        if guards.iter().any(|&guard| self.store.is_false(guard)) {
            self.store.running = NO_PROPAGATOR;
            self.store.switch_off(id);
            return Ok(());
        }
        let mut open = guards.iter().filter(|&&guard| !self.store.holds(guard));
        let first = open.next().copied();
        let undecided = match (first, open.any(|&guard| Some(guard) != first)) {
            (_, true) => {
                self.store.running = NO_PROPAGATOR;
                return Ok(());
            }
            (first, false) => first,
        };
        let Some(guard) = undecided else {
            self.store.queue.touch_all(id);
            let status = self.posted[id as usize]
                .propagator
                .propagate(&mut self.store)?;
            self.store.running = NO_PROPAGATOR;
            self.apply_status(id, status);
            return Ok(());
        };
        let truth = self.posted[id as usize].propagator.truth(&self.store);
        if let Some(truth) = truth {
            debug_assert!(
                self.is_confirmed(id, cost, truth),
                "{:?}",
                self.posted[id as usize].propagator
            );
        }
        match truth {
            // With a log, a speculative run finds the reason.
            Some(Truth::Violated) if self.store.is_recording() => {}
            Some(truth) => {
                self.store.running = NO_PROPAGATOR;
                if truth == Truth::Violated {
                    self.store.set_because(!guard, Why::Decision)?;
                }
                if truth != Truth::Open {
                    self.store.switch_off(id);
                }
                return Ok(());
            }
            None => {}
        }
        let run = self.run_speculatively(id, cost);
        match run.outcome {
            Err(_) => {
                let why = run.reason.map_or(Why::Decision, |reason| {
                    Why::Stored(id, self.store.log.store_reason(reason.atoms()))
                });
                self.store.set_because(!guard, why)?;
                self.store.switch_off(id);
            }
            // Without speculative removals, it is entailed by the current domains.
            Ok(Status::Entailed) if !run.has_removed => {
                self.store.switch_off(id);
            }
            Ok(_) => {}
        }
        Ok(())
    }

    /// Runs a propagator and undoes what it did.
    fn run_speculatively(&mut self, id: u32, cost: u8) -> SpeculativeRun {
        self.store.queue.touch_all(id);
        self.store.push_level();
        self.store.is_speculative = true;
        let before = self.store.log.len();
        let n_prunings = self.store.prunings();
        let outcome = loop {
            match self.posted[id as usize]
                .propagator
                .propagate(&mut self.store)
            {
                Ok(Status::Rerun) => self.store.running_cost = cost,
                Ok(Status::Stage(cost)) => self.store.running_cost = cost as u8,
                outcome => break outcome,
            }
        };
        self.store.is_speculative = false;
        self.store.running = NO_PROPAGATOR;
        let is_explained = outcome.is_err() && self.store.is_recording();
        let reason = is_explained.then(|| self.reason_before(before, id));
        self.store.pop_level();
        SpeculativeRun {
            outcome,
            reason,
            has_removed: self.store.forget_prunings(n_prunings),
        }
    }

    /// Whether a speculative run agrees with what a propagator says about its relation.
    fn is_confirmed(&mut self, id: u32, cost: u8, truth: Truth) -> bool {
        let run = self.run_speculatively(id, cost);
        (self.store.running, self.store.running_cost) = (id, cost);
        match truth {
            Truth::Open => run.outcome.is_ok(),
            Truth::Entailed => run.outcome.is_ok() && !run.has_removed,
            Truth::Violated => run.outcome.is_err(),
        }
    }

    /// The reason of a failed speculative run that began at `position`: atoms that held before the
    /// run, and the guards that hold.
    fn reason_before(&mut self, position: u32, id: u32) -> Reason {
        let mut reason = Reason::new();
        let mut part = Reason::new();
        self.conflict_reason(&mut part);
        let mut open = part.atoms().to_vec();
        let mut seen: Vec<Atom> = Vec::new();
        while let Some(atom) = open.pop() {
            match self.find(atom) {
                Some((at, needed)) if at >= position => {
                    if !seen.contains(&needed) {
                        seen.push(needed);
                        part.clear();
                        self.explain_entry(at, needed, &mut part);
                        open.extend_from_slice(part.atoms());
                    }
                }
                _ => {
                    if !reason.atoms().contains(&atom) {
                        reason.add(atom);
                    }
                }
            }
        }
        // A guard on a variable of the scope may have become true in the speculative run itself.
        let before = PastStore::new(&self.store, position);
        for &guard in &*self.posted[id as usize].guards {
            if before.holds(guard) && !reason.atoms().contains(&guard) {
                reason.add(guard);
            }
        }
        reason
    }
}
