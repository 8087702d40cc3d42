//! A kernel that grows during search: variables and constraints are added at any level, and backtracking removes them.
//!
//! For callers that own the search themselves, such as a Prolog machine. Nothing is explained here, so no log is kept.

use gridwright_control::{Deadline, Limit};

use crate::kernel::{Fixpoint, Interrupt, Kernel};
use crate::model::Constraint;
use crate::propagation::{Consistency, Poster};
use crate::store::{Conflict, DomainRepr, On, Pruned, Store, StoreSize, Why};
use crate::vars::{Atom, Domain, MAX_VALUE, MIN_VALUE, Var};

/// The number of propagators that run between two checks of the deadline.
const DEADLINE_CHECK_INTERVAL: u32 = 64;

/// A kernel to which variables and constraints are added at any level.
#[derive(Debug)]
pub struct GrowingKernel {
    kernel: Kernel,
    /// What there was when each level began.
    sizes: Vec<(StoreSize, usize)>,
}

impl Default for GrowingKernel {
    fn default() -> GrowingKernel {
        GrowingKernel::new()
    }
}

impl GrowingKernel {
    /// A kernel whose only variable is [`Var::ZERO`].
    pub fn new() -> GrowingKernel {
        let mut kernel =
            Kernel::without_constraints(&[Domain::from(0..=0)], false, DomainRepr::Auto);
        kernel.store.grow();
        GrowingKernel {
            kernel,
            sizes: Vec::new(),
        }
    }

    /// The domains.
    pub fn store(&self) -> &Store {
        &self.kernel.store
    }

    /// The number of levels.
    pub fn depth(&self) -> usize {
        self.sizes.len()
    }

    /// Begins a level: [`GrowingKernel::back_to`] undoes everything since, and removes what was added.
    pub fn push_level(&mut self) {
        let size = (self.kernel.store.size_now(), self.kernel.posted.len());
        self.sizes.push(size);
        self.kernel.store.push_level();
    }

    /// Backtracks to a level; 0 is the root.
    pub fn back_to(&mut self, level: usize) {
        if level >= self.sizes.len() {
            return;
        }
        self.kernel.back_to(level);
        let (size, n_posted) = self.sizes[level];
        self.kernel.store.shrink(size);
        self.kernel.posted.truncate(n_posted);
        self.sizes.truncate(level);
    }

    /// Adds a variable.
    ///
    /// # Panics
    ///
    /// If the domain is empty or has values outside `MIN_VALUE..=MAX_VALUE`.
    pub fn add_var(&mut self, domain: &Domain) -> Var {
        let fits = |value: Option<i32>| {
            value.is_some_and(|value| (MIN_VALUE..=MAX_VALUE).contains(&value))
        };
        assert!(
            fits(domain.min()) && fits(domain.max()),
            "a domain in range"
        );
        self.kernel.store.grow_var(domain)
    }

    /// Adds a constraint at a propagation strength and queues its propagators. The caller ensures what
    /// [`Constraint::check`] would check, and propagates.
    pub fn post(&mut self, constraint: &dyn Constraint, consistency: Consistency) {
        let kernel = &mut self.kernel;
        let first = kernel.posted.len() as u32;
        let mut poster = Poster {
            store: &mut kernel.store,
            posted: &mut kernel.posted,
            clauses: &mut kernel.clauses,
            consistency,
            constraint: first,
            guards: Vec::new(),
            deadline: &Deadline::never(),
            limit: None,
        };
        constraint.post(&mut poster);
        for id in first..kernel.posted.len() as u32 {
            kernel.store.queue.touch_all(id);
            kernel.store.queue.schedule(id);
        }
    }

    /// Makes an atom true. True if that removed something. The caller propagates.
    pub fn set(&mut self, atom: Atom) -> Pruned<bool> {
        self.kernel.store.set_because(atom, Why::Decision)
    }

    /// Lets [`GrowingKernel::take_reported`] return a variable after such a change of it.
    pub fn report(&mut self, var: Var, on: On) {
        self.kernel.store.report(var, on);
    }

    /// Takes the variables to report, in the order of their changes; one may occur several times.
    pub fn take_reported(&mut self) -> Vec<Var> {
        self.kernel.store.take_reported()
    }

    /// Runs propagators to the fixpoint. On a conflict the queue is cleared and the caller backtracks. `Err` is the limit that
    /// was reached before the fixpoint; the queue is kept.
    pub fn propagate_before(&mut self, deadline: &Deadline) -> Result<Pruned, Limit> {
        let mut check = Check {
            deadline,
            count: 0,
            reached: None,
        };
        match self.kernel.propagate_while(&mut check) {
            Ok(Fixpoint::Reached) => Ok(Ok(())),
            Ok(Fixpoint::Interrupted) => Err(check.reached.expect("a limit interrupted it")),
            Err(Conflict) => Ok(Err(Conflict)),
        }
    }

    /// An estimate of the bytes in use.
    pub fn memory(&self) -> usize {
        self.kernel.memory()
    }
}

/// Checks a deadline now and then.
struct Check<'a> {
    deadline: &'a Deadline,
    count: u32,
    reached: Option<Limit>,
}

impl Interrupt for Check<'_> {
    fn should_stop(&mut self) -> bool {
        self.count += 1;
        if self.count.is_multiple_of(DEADLINE_CHECK_INTERVAL) {
            self.reached = self.deadline.reached();
        }
        self.reached.is_some()
    }
}
