//! `all_different` at domain consistency: every value that is left belongs to a solution.
//!
//! Régin 1994, "A filtering algorithm for constraints of difference in CSPs": given a matching of views to values, a value of a
//! view stays exactly when it is matched to the view, or lies on an alternating path to an unmatched value, or on an alternating
//! cycle. Here the graph has values as nodes only: from the value matched to a view, arcs lead to all values of that view. So a
//! row of arcs *is* a domain, and the strongly connected components are found in O(n) operations on rows (see `StrongComponents`).
//!
//! The propagator is staged: elimination runs first; matching and components run after all cheaper propagators. The second stage
//! is skipped while its last result still holds: it records for every view the few values its proof needs (its match, and arcs
//! that keep its component strongly connected), and all the values that the proof covers. The proof is valid while the domain
//! lies between the two sets (after Gent, Miguel and Nightingale 2008, "Generalised arc consistency for the AllDifferent
//! constraint: an empirical survey"). A proof does not depend on history, so nothing is trailed: backtracking can at most
//! invalidate a proof. A view whose proof is invalid is processed together with all views that are connected to it by shared
//! values.
//! Time O(n) row operations, and O(n) more per view that lost its match. Idempotent.

use std::cell::Cell;

use super::matching::{HallSets, Matching, UNMATCHED};
use super::value::{Eliminated, Elimination};
use crate::support::bits::{Bits, Numbering};
use crate::support::prelude::*;
use crate::support::strong_components::StrongComponents;

#[derive(Debug)]
pub(crate) struct AllDifferentDomain<const W: usize> {
    stage: Elimination<W>,
    /// For reasons; `None` unless the store records.
    hall: Option<HallSets<W>>,
    /// For every view, the values that prove its component consistent, and all values that the proof covers; the second set is
    /// empty if there is no proof. Allocated, like the fields below, when the second stage first runs: many boards never need it.
    proof: Vec<Bits<W>>,
    proved: Vec<Bits<W>>,
    /// For every view, the values matched in its component.
    component: Vec<Bits<W>>,
    /// Matched values of components whose proof used a view that has since been fixed.
    broken: Bits<W>,
    /// The last matching; an entry counts only while the view still has the value.
    matching: Matching,
    /// From here on, scratch memory for one run: the views to process, and the arcs of each value.
    members: Vec<u32>,
    arcs: Vec<Bits<W>>,
    components: StrongComponents<W>,
}

impl<const W: usize> AllDifferentDomain<W> {
    pub(crate) fn new(
        views: &[View],
        except: Option<i32>,
        numbers: Numbering,
        aliased: bool,
        out: &mut Poster<'_>,
    ) -> AllDifferentDomain<W> {
        let hall = out.store().is_recording().then(|| {
            let rows = views.iter().map(|&view| numbers.row(out.store(), view));
            HallSets::new(rows.collect(), numbers.n_values())
        });
        AllDifferentDomain {
            stage: Elimination::new(views, except, numbers, aliased, out),
            hall,
            proof: Vec::new(),
            proved: Vec::new(),
            component: Vec::new(),
            broken: Bits::EMPTY,
            matching: Matching::default(),
            members: Vec::new(),
            arcs: Vec::new(),
            components: StrongComponents::default(),
        }
    }

    /// Allocates the memory of the second stage, without proofs and without a matching.
    #[cold]
    fn allocate(&mut self) {
        let (n, n_values) = (self.stage.views.len(), self.stage.numbers.n_values());
        self.proof = vec![Bits::EMPTY; n];
        self.proved = vec![Bits::EMPTY; n];
        self.component = vec![Bits::EMPTY; n];
        self.matching = Matching::new(n, n_values);
        self.members.reserve(n);
        self.arcs = vec![Bits::EMPTY; n_values];
    }

    /// Whether the proof about an open view is still valid.
    #[inline]
    fn is_proof_valid(&self, index: usize) -> bool {
        if self.proof.is_empty() {
            return false;
        }
        let row = &self.stage.rows[index];
        self.proof[index].is_within(row)
            && row.is_within(&self.proved[index])
            && !self.component[index].intersects(&self.broken)
            && self.stage.except.is_none()
    }

    /// Marks the components whose proof needed a second value of a view that has just been fixed.
    fn note_closed(&mut self, n_before: usize, n_open: usize) {
        if self.proof.is_empty() {
            return;
        }
        for &index in &self.stage.order[n_open..n_before] {
            let index = index as usize;
            if !self.proof[index].is_within(&self.stage.rows[index]) {
                self.broken |= self.component[index];
            }
        }
    }

    /// Collects the open views that are connected, through shared values, to a view without a valid proof. Returns all values
    /// they have.
    ///
    /// A component is never split by this: its views share the values of the proof.
    fn gather(&mut self, store: &Store) -> Bits<W> {
        let n_open = self.stage.n_open(store);
        if self.stage.aliased {
            // Without aliases, any change since the first stage would have run the first stage again.
            self.stage.reload(store);
        }
        self.members.clear();
        self.members.extend_from_slice(&self.stage.order[..n_open]);
        let mut reached = Bits::EMPTY;
        let mut n_in = 0;
        for k in 0..n_open {
            let index = self.members[k] as usize;
            if !self.is_proof_valid(index) {
                reached |= self.stage.rows[index];
                self.members.swap(k, n_in);
                n_in += 1;
            }
        }
        if let Some(except) = self.stage.except {
            reached.remove(except);
        }
        loop {
            let before = n_in;
            for k in before..n_open {
                let index = self.members[k] as usize;
                if self.stage.rows[index].intersects(&reached) {
                    reached |= self.stage.rows[index];
                    if let Some(except) = self.stage.except {
                        reached.remove(except);
                    }
                    self.members.swap(k, n_in);
                    n_in += 1;
                }
            }
            if n_in == before {
                break;
            }
        }
        self.members.truncate(n_in);
        reached
    }

    /// Repairs the matching of the members; returns the matched values.
    fn repair(&mut self, store: &mut Store) -> Pruned<Bits<W>> {
        let mut used = Bits::EMPTY;
        let (matching, rows) = (&mut self.matching, &self.stage.rows);
        for &index in &self.members {
            let mate = matching.mate[index as usize] as usize;
            let kept = mate != UNMATCHED as usize
                && rows[index as usize].contains(mate)
                && !used.contains(mate);
            if kept {
                used.insert(mate);
                matching.owner[mate] = index;
            } else {
                matching.mate[index as usize] = UNMATCHED;
            }
        }
        for &index in &self.members {
            let index = index as usize;
            if matching.mate[index] == UNMATCHED
                && matching.augment(rows, index, &mut used).is_err()
            {
                return Err(self.stage.fail(store));
            }
        }
        Ok(used)
    }

    /// Makes the members domain consistent.
    fn filter(&mut self, store: &mut Store) -> Pruned {
        if self.proof.is_empty() {
            self.allocate();
        }
        let reached = self.gather(store);
        // These views get new proofs; a fixed view must not become open again with an old proof.
        for &index in self
            .members
            .iter()
            .chain(&self.stage.order[self.stage.n_open(store)..])
        {
            self.proved[index as usize] = Bits::EMPTY;
            self.component[index as usize] = Bits::EMPTY;
        }
        let except = self.stage.except;
        if let Some(except) = except {
            // A view that can take the exception never blocks the others.
            let rows = &self.stage.rows;
            self.members
                .retain(|&index| !rows[index as usize].contains(except));
        }
        let used = self.repair(store)?;
        for number in used.iter() {
            let index = self.matching.owner[number] as usize;
            self.arcs[number] = self.stage.rows[index];
            self.proof[index] = Bits::single(number);
        }
        // Values with an alternating path to an unmatched value.
        let mut free_reach = reached.without(&used);
        let (stage, owner, arcs) = (&self.stage, &self.matching.owner, &self.arcs);
        let rows = &stage.rows;
        let n = stage.views.len();
        let proof = Cell::from_mut(self.proof.as_mut_slice()).as_slice_of_cells();
        let prove = |from: usize, to: usize| {
            let of = &proof[owner[from] as usize];
            of.set(of.get() | Bits::single(to));
        };
        let (proved, components) = (&mut self.proved, &mut self.component);
        self.components
            .run(used, arcs, prove, |component, reached| {
                if let Some(to) = (reached & free_reach).first() {
                    free_reach |= component;
                    let from = component.iter().find(|&from| arcs[from].contains(to));
                    prove(from.expect("a member reaches it"), to);
                }
                let keep = component | free_reach;
                let consistent = reached.is_within(&keep);
                for number in component.iter() {
                    let index = owner[number] as usize;
                    proved[index] = keep;
                    components[index] = component;
                    if !consistent && !rows[index].is_within(&keep) {
                        let tag = Tag((n + index) as u32);
                        stage.numbers.keep(store, stage.views[index], &keep, tag)?;
                    }
                }
                Ok(())
            })?;
        self.broken = Bits::EMPTY;
        if let Some(except) = except {
            let needed = used.without(&free_reach);
            for &index in &stage.order[..stage.n_open(store)] {
                let (index, row) = (index as usize, rows[index as usize]);
                if row.contains(except) && row.intersects(&needed) {
                    let tag = Tag((n + index) as u32);
                    let keep = row.without(&needed);
                    stage.numbers.keep(store, stage.views[index], &keep, tag)?;
                }
            }
        }
        Ok(())
    }
}

impl<const W: usize> Propagator for AllDifferentDomain<W> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if store.stage() < Cost::Cubic {
            let n_before = self.stage.n_open(store);
            let left = self.stage.run(store)?;
            let n_open = self.stage.n_open(store);
            self.note_closed(n_before, n_open);
            let open = &self.stage.order[..n_open];
            return Ok(match left {
                // Nogoods find the Hall sets that matter; hidden singles cover the other side of a permutation.
                _ if self.stage.permutation && store.prefers_nogoods() => Status::Active,
                Eliminated::Disjoint if !self.stage.aliased => Status::Entailed,
                Eliminated::AllSupported if !self.stage.aliased => Status::Active,
                _ if open
                    .iter()
                    .all(|&index| self.is_proof_valid(index as usize)) =>
                {
                    Status::Active
                }
                _ => Status::Stage(Cost::Cubic),
            });
        }
        let before = store.prunings();
        self.filter(store)?;
        Ok(Status::rerun_if(
            self.stage.aliased && store.prunings() != before,
        ))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let Err(index) = self.stage.explain(tag, past, why) else {
            return;
        };
        let (views, numbers) = (&self.stage.views, &self.stage.numbers);
        let assumed = index.map(|index| {
            let value = views[index].of(needed.value());
            let number = numbers.number(value).expect("removed values were there");
            (index, number)
        });
        let hall = self.hall.as_mut();
        hall.expect("reasons are requested only if the store records")
            .explain(views, numbers, self.stage.except, assumed, past, why);
    }
}
