//! Posting: how a constraint attaches its propagators.

use std::ops::Deref;

use gridwright_control::{Deadline, Limit};

use crate::nogoods::NogoodDb;
use crate::propagation::consistency::Consistency;
use crate::propagation::propagator::{Propagator, Wake};
use crate::store::{Cost, Disequality, NO_SLOT, On, Store, Tag, Trailed, Watch};
use crate::vars::{Atom, Var, View};

/// The estimated bytes of a propagator, without its watches and what it charges.
const POSTED_BYTES: usize = 256;

/// The most views of one constraint whose disequalities the kernel keeps by pairs.
const MAX_PAIRED_VIEWS: usize = 512;

/// Receives the propagators of a constraint.
#[derive(Debug)]
pub struct Poster<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) posted: &'a mut Vec<Posted>,
    pub(crate) clauses: &'a mut NogoodDb,
    pub(crate) consistency: Consistency,
    /// The index of the constraint being posted.
    pub(crate) constraint: u32,
    /// Propagators added now run only when all of these hold.
    pub(crate) guards: Vec<Atom>,
    /// When set-up must end, and the limit that was reached.
    pub(crate) deadline: &'a Deadline,
    pub(crate) limit: Option<Limit>,
}

impl Poster<'_> {
    /// The propagation strength to post at.
    pub fn consistency(&self) -> Consistency {
        self.consistency
    }

    /// The store at posting. A propagator may keep data derived from its domains only if the data stays valid when domains shrink.
    pub fn store(&self) -> &Store {
        self.store
    }

    /// Whether set-up must end, because its deadline came or `bytes` more would exceed its memory. The kernel is then discarded, so a constraint may leave
    /// out the rest. Constraints whose posting can take long call it now and then.
    pub fn is_over(&mut self, bytes: usize) -> bool {
        if self.limit.is_none() {
            let bytes = match self.deadline.memory() {
                Some(_) => {
                    let in_use = self.store.setup_memory() + self.clauses.memory();
                    in_use.saturating_add(bytes)
                }
                None => 0,
            };
            self.limit = self.deadline.reached_with(bytes);
        }
        self.limit.is_some()
    }

    /// Counts memory that a propagator is about to allocate and keeps, then answers as [`Poster::is_over`]. Propagators whose tables can be much larger than their
    /// number of views call it.
    pub fn charge(&mut self, bytes: usize) -> bool {
        self.store.charge(bytes);
        self.is_over(0)
    }

    /// Adds a trailed number with an initial value.
    pub fn trailed(&mut self, value: i64) -> Trailed {
        self.store.add_cells(1, value)
    }

    /// Adds an array of `n` trailed numbers; [`Trailed::at`] returns the `i`-th.
    pub fn trailed_array(&mut self, n: usize, value: i64) -> Trailed {
        self.store.add_cells(n, value)
    }

    /// Adds a propagator with its cost and the events that wake it. It runs once before search begins.
    pub fn add(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        wakes: impl IntoIterator<Item = Wake>,
    ) {
        self.add_boxed(cost, Box::new(propagator), &mut wakes.into_iter());
    }

    /// [`Poster::add`], compiled once for all propagators.
    fn add_boxed(
        &mut self,
        cost: Cost,
        propagator: Box<dyn Propagator>,
        wakes: &mut dyn Iterator<Item = Wake>,
    ) {
        let id = self.store.queue.add_propagator(cost);
        let mut n_slots = 0;
        for wake in wakes {
            n_slots = n_slots.max(wake.slot.map_or(0, |slot| slot + 1));
            self.store.queue.add_watch(
                wake.view,
                wake.on,
                Watch {
                    propagator: id,
                    slot: wake.slot.unwrap_or(NO_SLOT),
                },
            );
        }
        self.store.queue.add_slots(id, n_slots);
        for &guard in &self.guards {
            self.store.queue.add_watch(
                View::from(guard.var()),
                On::Domain,
                Watch {
                    propagator: id,
                    slot: NO_SLOT,
                },
            );
        }
        self.store.charge(POSTED_BYTES);
        self.posted.push(Posted {
            propagator,
            guards: Guards::of(&self.guards),
            constraint: self.constraint,
        });
    }

    /// Adds a propagator for views that all differ; returns whether the kernel propagates the disequalities itself.
    /// It does if there is no guard, the kernel does not grow, and the views are shifted variables, all distinct and not very many: when a view is fixed, the
    /// kernel removes its value from the others, with the index of the fixed view as the tag. The propagator then
    /// runs only once, at the start, and explains these removals. Otherwise it is woken when a view is fixed.
    pub fn add_disequalities(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        views: &[View],
    ) -> bool {
        let id = self.posted.len() as u32;
        if !self.guards.is_empty()
            || self.store.queue.grows()
            || views.len() > MAX_PAIRED_VIEWS
            || !are_shifted_variables(views)
        {
            self.add(
                cost,
                propagator,
                views.iter().map(|&view| Wake::on(view, On::Fix)),
            );
            return false;
        }
        self.add(cost, propagator, []);
        for (i, x) in views.iter().enumerate() {
            for y in views.iter().filter(|y| y.var != x.var) {
                let disequality = Disequality {
                    var: y.var,
                    gap: (x.offset - y.offset) * x.scale,
                    propagator: id,
                    tag: Tag(i as u32),
                };
                self.store.queue.add_disequalities(x.var, disequality);
            }
        }
        true
    }

    /// Adds a propagator for a clause. If there is no guard, the kernel does not grow and no variable occurs twice, the
    /// kernel propagates the clause like a nogood; the propagator then runs only once, at the start, and explains
    /// what the clause removes. Otherwise `wakes` wake it.
    pub fn add_clause(
        &mut self,
        cost: Cost,
        propagator: impl Propagator + 'static,
        atoms: &[Atom],
        wakes: impl IntoIterator<Item = Wake>,
    ) {
        let id = self.posted.len() as u32;
        if self.guards.is_empty()
            && !self.store.queue.grows()
            && self.clauses.add_model_clause(self.store, id, atoms)
        {
            return self.add(cost, propagator, []);
        }
        self.add(cost, propagator, wakes);
    }

    /// Posts propagators that run only while `guard` holds.
    pub fn guarded(&mut self, guard: Atom, post: impl FnOnce(&mut Self)) {
        self.guards.push(guard);
        post(self);
        self.guards.pop();
    }
}

/// Whether the views are of distinct variables, all with scale 1 or all with scale -1, and offset differences cannot overflow.
fn are_shifted_variables(views: &[View]) -> bool {
    let Some(first) = views.first() else {
        return false;
    };
    let mut vars: Vec<Var> = views.iter().map(|view| view.var).collect();
    vars.sort_unstable();
    vars.windows(2).all(|pair| pair[0] != pair[1])
        && first.scale.abs() == 1
        && views.iter().all(|view| {
            view.scale == first.scale && view.offset.unsigned_abs() <= i32::MAX as u32 / 2
        })
}

#[derive(Debug)]
pub(crate) struct Posted {
    pub(crate) propagator: Box<dyn Propagator>,
    pub(crate) guards: Guards,
    pub(crate) constraint: u32,
}

/// The guards of a propagator: it applies only while all of them hold. Nearly all propagators have none or one; those
/// need no allocation.
#[derive(Clone, Debug)]
pub(crate) enum Guards {
    None,
    One([Atom; 1]),
    Several(Box<[Atom]>),
}

impl Guards {
    pub(crate) fn of(atoms: &[Atom]) -> Guards {
        match *atoms {
            [] => Guards::None,
            [one] => Guards::One([one]),
            _ => Guards::Several(atoms.into()),
        }
    }
}

impl Deref for Guards {
    type Target = [Atom];

    #[inline]
    fn deref(&self) -> &[Atom] {
        match self {
            Guards::None => &[],
            Guards::One(one) => one,
            Guards::Several(several) => several,
        }
    }
}
