//! The kernel: the store and the propagators of one model. `fixpoint` runs them; this file sets them up and finds the
//! reasons of what they did.

mod fixpoint;
mod growing;

pub(crate) use fixpoint::{Fixpoint, Interrupt};
pub use growing::GrowingKernel;

use gridwright_control::{Deadline, Limit};

use crate::model::Model;
use crate::nogoods::NogoodDb;
use crate::propagation::{Consistency, ConsistencyMap, Posted, Poster};
use crate::store::{DomainRepr, Entry, PastStore, Pruned, Reason, Store, Why};
use crate::vars::{Atom, Domain, Op, Var};

/// The number of variables set up between two checks of the deadline.
const DEADLINE_CHECK_INTERVAL: usize = 256;

/// How to set a model up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The propagation strength of each family of constraints.
    pub consistency: ConsistencyMap,
    /// Whether to keep a log for reasons; learning, explaining and tracing need it.
    pub recording: bool,
    /// How domains are represented.
    pub repr: DomainRepr,
}

/// The store and the propagators of one model.
#[derive(Debug)]
pub struct Kernel {
    /// The domains.
    pub(crate) store: Store,
    pub(crate) posted: Vec<Posted>,
    /// Clauses of the model that the kernel propagates itself, and nogoods.
    pub(crate) clauses: NogoodDb,
    pub(crate) propagations: u64,
    /// The constraint whose propagator failed last.
    pub(crate) failed_constraint: Option<u32>,
}

impl Kernel {
    /// Sets a model up: every propagator is posted and queued.
    pub fn new(model: &Model, setup: &Setup) -> Kernel {
        let kernel = Kernel::new_before(model, setup, &Deadline::default());
        kernel.expect("the default deadline never comes")
    }

    /// Sets a model up unless the deadline comes first.
    pub(crate) fn new_before(
        model: &Model,
        setup: &Setup,
        deadline: &Deadline,
    ) -> Result<Kernel, Limit> {
        let mut kernel = Kernel::unwatched(model.domains(), setup.recording, setup.repr, deadline)?;
        kernel.posted.reserve(model.constraints().len());
        let mut poster = Poster {
            store: &mut kernel.store,
            posted: &mut kernel.posted,
            clauses: &mut kernel.clauses,
            consistency: Consistency::Value,
            constraint: 0,
            guards: Vec::new(),
            deadline,
            limit: None,
        };
        for (i, constraint) in model.constraints().iter().enumerate() {
            if poster.is_over(0) {
                break;
            }
            poster.consistency = setup.consistency.of(constraint.name());
            poster.constraint = i as u32;
            constraint.post(&mut poster);
        }
        if let Some(limit) = poster.limit {
            return Err(limit);
        }
        kernel.store.rebuild_queue(model.n_vars());
        kernel.schedule_all();
        Ok(kernel)
    }

    /// A kernel with these domains and no propagators.
    pub(crate) fn without_constraints(
        domains: &[Domain],
        recording: bool,
        repr: DomainRepr,
    ) -> Kernel {
        let kernel = Kernel::unwatched(domains, recording, repr, &Deadline::default());
        let mut kernel = kernel.expect("the default deadline never comes");
        kernel.store.rebuild_queue(domains.len());
        kernel
    }

    /// A kernel with these domains, before its watch lists are built.
    fn unwatched(
        domains: &[Domain],
        recording: bool,
        repr: DomainRepr,
        deadline: &Deadline,
    ) -> Result<Kernel, Limit> {
        let mut store = Store::new(recording);
        store.reserve(domains.len());
        for some in domains.chunks(DEADLINE_CHECK_INTERVAL) {
            let bytes = deadline.memory().map_or(0, |_| store.memory());
            if let Some(limit) = deadline.reached_with(bytes) {
                return Err(limit);
            }
            for domain in some {
                store.add_var(domain, repr);
            }
        }
        Ok(Kernel {
            clauses: NogoodDb::new(&store),
            store,
            posted: Vec::new(),
            propagations: 0,
            failed_constraint: None,
        })
    }

    /// The domains.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.store.memory() + self.clauses.memory()
    }

    /// Queues every propagator, with all its slots marked as changed.
    pub(crate) fn schedule_all(&mut self) {
        for id in 0..self.posted.len() as u32 {
            self.store.queue.touch_all(id);
            self.store.queue.schedule(id);
        }
        if self.clauses.is_active() && !self.store.is_recording() {
            self.store.note_all_for_clauses();
        }
    }

    /// Begins a level and decides an atom in it. The caller propagates.
    pub fn decide(&mut self, atom: Atom) -> Pruned {
        self.store.push_level();
        self.store.set_because(atom, Why::Decision).map(|_| ())
    }

    /// Backtracks to a level; 0 is the root.
    pub fn back_to(&mut self, level: usize) {
        self.store.queue.clear();
        while self.store.depth() > level {
            self.store.pop_level();
        }
        self.clauses.rewind(self.store.log.len());
    }

    /// After a conflict, adds atoms that hold but, by the constraints, cannot all hold.
    pub(crate) fn conflict_reason(&mut self, why: &mut Reason) {
        let cause = self.store.conflict_cause.expect("called after a conflict");
        let now = self.store.log.len();
        self.explain_by(cause.why, cause.attempted, now, why);
        if cause.attempted != Atom::FALSE {
            why.add(!cause.attempted);
        }
    }

    /// Finds the entry that made an atom true, and an atom that the entry implies and that suffices; `None` if it held
    /// from the start. If the entry fixed the variable, the second atom may be any consequence of the value; otherwise
    /// it has the comparison of the entry.
    pub(crate) fn find(&self, atom: Atom) -> Option<(u32, Atom)> {
        debug_assert!(self.store.holds(atom), "{atom:?} does not hold");
        let (var, value) = (atom.var(), atom.value());
        let log = &self.store.log;
        let at = match atom.op() {
            Op::Ge => log.raise(var, value)?,
            Op::Le => log.lowering(var, value)?,
            Op::Eq => log.fixing(var)?,
            Op::Ne => match log.removed_at_entry(var, value) {
                Ok(at) => at?,
                Err(()) => return self.find_absent(var, value),
            },
        };
        let entry = &log.entries[at as usize];
        match (entry.atom.op(), atom.op()) {
            (Op::Ge, Op::Ne) => Some((at, Atom::ge(var, value + 1))),
            (Op::Le, Op::Ne) => Some((at, Atom::le(var, value - 1))),
            // A bound derived from `==` is attributed to the `==` entry.
            (Op::Ge | Op::Le, _) if entry.why == Why::Derived => match log.fixing(var) {
                Some(fixing) if fixing < at => Some((fixing, atom)),
                _ => Some((at, atom)),
            },
            _ => Some((at, atom)),
        }
    }

    /// [`Kernel::find`] for `var != value` of a sparse domain.
    fn find_absent(&self, var: Var, value: i32) -> Option<(u32, Atom)> {
        if let Some(at) = self.store.log.removal(var, value) {
            return Some((at, Atom::ne(var, value)));
        }
        if self.store.never_had(var, value) {
            return None;
        }
        let above = Atom::ge(var, value.saturating_add(1));
        if self.store.holds(above) {
            return self.find(above);
        }
        let below = Atom::le(var, value.saturating_sub(1));
        if self.store.holds(below) {
            return self.find(below);
        }
        None
    }

    /// The decision of a level; `None` if it already held when it was decided.
    pub(crate) fn decision(&self, level: usize) -> Option<Atom> {
        let at = self.store.log_at_level(level);
        let entry = self.store.log.entries.get(at as usize)?;
        (entry.level as usize == level && entry.why == Why::Decision).then_some(entry.atom)
    }

    /// Whether an atom that holds became true at a level above the root.
    pub(crate) fn is_later_than_root(&self, atom: Atom) -> bool {
        self.find(atom)
            .is_some_and(|(at, _)| self.entry(at).level > 0)
    }

    /// The entry at a position of the log.
    pub(crate) fn entry(&self, at: u32) -> &Entry {
        &self.store.log.entries[at as usize]
    }

    /// Adds the reason why an entry made `needed` true; `needed` is the atom of the entry or one that it implies.
    /// Decisions and atoms that hold from the start have no reason.
    pub(crate) fn explain_entry(&mut self, at: u32, needed: Atom, why: &mut Reason) {
        let entry = *self.entry(at);
        let (var, old) = (entry.atom.var(), entry.old);
        if entry.why != Why::Derived {
            let needed = match entry.atom.op() {
                Op::Eq => entry.atom,
                _ => needed,
            };
            // A weaker atom may have a shorter reason, which is not kept.
            let is_kept = matches!(entry.why, Why::Propagator(..)) && needed == entry.atom;
            if !is_kept {
                return self.explain_by(entry.why, needed, at, why);
            }
            if let Some(atoms) = self.store.log.computed_reason(at) {
                return atoms.iter().for_each(|&atom| why.add(atom));
            }
            let begin = why.atoms().len();
            self.explain_by(entry.why, needed, at, why);
            self.store.log.keep_reason(at, &why.atoms()[begin..]);
            return;
        }
        // A bound derived from `==`.
        if let Some(fixing) = self.store.log.fixing(var)
            && fixing < at
        {
            why.add(self.entry(fixing).atom);
            return;
        }
        match entry.atom.op() {
            Op::Ge => {
                why.add(Atom::ge(var, old));
                self.store.add_holes(var, old, needed.value() - 1, why);
            }
            Op::Le => {
                why.add(Atom::le(var, old));
                self.store.add_holes(var, needed.value() + 1, old, why);
            }
            Op::Eq => {
                why.add(Atom::ge(var, entry.atom.value()));
                why.add(Atom::le(var, entry.atom.value()));
            }
            Op::Ne => unreachable!("removals inside a domain are never derived"),
        }
    }

    fn explain_by(&mut self, by: Why, needed: Atom, at: u32, why: &mut Reason) {
        match by {
            Why::Root | Why::Decision | Why::Derived | Why::Nogood => {}
            Why::Propagator(id, tag) => {
                let posted = &mut self.posted[id as usize];
                let past = PastStore::new(&self.store, at);
                posted.propagator.explain(needed, tag, &past, why);
                for &guard in &*posted.guards {
                    if past.holds(guard) {
                        why.add(guard);
                    }
                }
            }
            Why::Clause(id) => {
                for &atom in self.clauses.atoms(id) {
                    if !atom.implies(needed) {
                        why.add(!atom);
                    }
                }
            }
            Why::Stored(_, number) => {
                for &atom in self.store.log.stored_reason(number) {
                    why.add(atom);
                }
            }
        }
    }
}
