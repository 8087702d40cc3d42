//! Backbones: the values that all solutions share.
//!
//! Candidates are the atoms on which the first few solutions agree. Each candidate is tested by a search for a solution that differs on it. If there is one, all candidates on
//! which it differs are dropped; if there is none, the candidate is in the backbone.

use gridwright_fd::{Assignment, Atom, Deadline, End, Flow, Limit, Limits, Sink, Var};

use crate::error::SolveError;
use crate::outcome::remaining_since;
use crate::questions::results::{AtomBackbone, Backbone, Completeness, SolveResult};
use crate::session::{Backend, Session};

/// The number of solutions searched for before candidates are tested one by one.
const N_FIRST_SOLUTIONS: u64 = 8;

/// The truth values that all solutions so far agree on.
struct Agreement<'a> {
    list: &'a dyn Fn() -> Vec<Atom>,
    /// The listed atoms, once there is a solution.
    atoms: Vec<Atom>,
    /// By atom; `None` if solutions differ. The outer `None`: there was no solution yet.
    truths: Option<Vec<Option<bool>>>,
}

impl Agreement<'_> {
    fn add(&mut self, found: &Assignment) {
        let truth = |atom: &Atom| Some(found.holds(*atom));
        match &mut self.truths {
            None => {
                self.atoms = (self.list)();
                self.truths = Some(self.atoms.iter().map(truth).collect());
            }
            Some(truths) => {
                for (agreed, atom) in truths.iter_mut().zip(&self.atoms) {
                    *agreed = agreed.filter(|&agreed| agreed == found.holds(*atom));
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        let mut truths = self.truths.iter().flatten();
        self.truths.is_some() && truths.all(Option::is_none)
    }
}

impl Sink for Agreement<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.add(found);
        match self.is_empty() {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }
}

impl Session {
    /// For each key, the value that all solutions under assumptions give it.
    pub fn backbone(&mut self, assumptions: &[Atom]) -> Result<Backbone, SolveError> {
        self.refuse_objective("a backbone")?;
        let keys = self.keys.clone();
        let limits = self.options.limits.clone();
        let (deadline, before) = (limits.deadline(), self.stats.clone());
        // Only the values of some solution can be shared by all.
        let (values, completeness) = match self.solve_within(assumptions, &limits)? {
            SolveResult::Unknown(limit) => (vec![None; keys.len()], Completeness::Partial(limit)),
            SolveResult::Unsatisfiable => (vec![None; keys.len()], Completeness::NoSolution),
            SolveResult::Found(found) => {
                let atom = |&key: &Var| Atom::eq(key, found.value(key));
                let atoms: Vec<Atom> = keys.iter().map(atom).collect();
                let shared = match remaining_since(&limits, &before, &self.stats) {
                    Ok(left) => {
                        let (list, left) = (|| atoms.clone(), left.until(&deadline));
                        let mut shared = self.atom_backbone_within(&list, assumptions, &left)?;
                        shared.truths.resize(atoms.len(), None);
                        shared
                    }
                    Err(limit) => AtomBackbone {
                        truths: vec![None; atoms.len()],
                        completeness: Completeness::Partial(limit),
                    },
                };
                let value = |(truth, &key): (&Option<bool>, _)| {
                    truth.filter(|truth| *truth).map(|_| found.value(key))
                };
                let values = shared.truths.iter().zip(&keys).map(value).collect();
                (values, shared.completeness)
            }
        };
        Ok(Backbone {
            values: keys.into_iter().zip(values).collect(),
            completeness,
        })
    }

    /// Which of some atoms have the same truth value in every solution, under assumptions.
    pub fn atom_backbone(
        &mut self,
        atoms: &[Atom],
        assumptions: &[Atom],
    ) -> Result<AtomBackbone, SolveError> {
        let mut shared = self.atom_backbone_of(&|| atoms.to_vec(), assumptions)?;
        shared.truths.resize(atoms.len(), None);
        Ok(shared)
    }

    /// Like [`atom_backbone`](Session::atom_backbone), for atoms that are listed when a solution is found, because there may be very many. Without a solution the
    /// list of truth values is empty.
    pub fn atom_backbone_of(
        &mut self,
        list: &dyn Fn() -> Vec<Atom>,
        assumptions: &[Atom],
    ) -> Result<AtomBackbone, SolveError> {
        self.refuse_objective("a backbone")?;
        let limits = self.options.limits.clone();
        self.atom_backbone_within(list, assumptions, &limits)
    }

    fn atom_backbone_within(
        &mut self,
        list: &dyn Fn() -> Vec<Atom>,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<AtomBackbone, SolveError> {
        let (deadline, before) = (limits.deadline(), self.stats.clone());
        let limits = Limits {
            solutions: None,
            ..limits.clone()
        };
        let first = limits.clone().solution_limit(N_FIRST_SOLUTIONS);
        let mut agreement = Agreement {
            list,
            atoms: Vec::new(),
            truths: None,
        };
        let outcome = self.run(assumptions, &first, &mut agreement)?;
        let n_atoms = agreement.atoms.len();
        let nothing = |completeness| AtomBackbone {
            truths: vec![None; n_atoms],
            completeness,
        };
        if agreement.truths.is_none() {
            return Ok(nothing(match outcome.end {
                End::LimitReached(limit) => Completeness::Partial(limit),
                _ => Completeness::NoSolution,
            }));
        }
        if outcome.end == End::Exhausted || agreement.is_empty() {
            return Ok(AtomBackbone {
                truths: agreement.truths.unwrap_or_default(),
                completeness: Completeness::Complete,
            });
        }
        let by_propagation = match self.propagated_before(&agreement.atoms, assumptions, &deadline)
        {
            Ok(truths) => truths.unwrap_or_default(),
            Err(limit) => return Ok(nothing(Completeness::Partial(limit))),
        };
        let mut assumed = assumptions.to_vec();
        let mut proved = nothing(Completeness::Complete);
        for index in 0..n_atoms {
            let atom = agreement.atoms[index];
            let agreed = agreement.truths.as_ref().and_then(|truths| truths[index]);
            let Some(truth) = agreed else { continue };
            let shared = if truth { atom } else { !atom };
            if by_propagation[index].is_some() {
                proved.truths[index] = Some(truth);
                continue;
            }
            assumed.push(!shared);
            let solved = match remaining_since(&limits, &before, &self.stats) {
                Ok(left) => self.solve_within(&assumed, &left.until(&deadline))?,
                Err(limit) => SolveResult::Unknown(limit),
            };
            assumed.pop();
            match solved {
                SolveResult::Unsatisfiable => {
                    proved.truths[index] = Some(truth);
                    // It is implied; assuming it makes the next searches easier.
                    assumed.push(shared);
                }
                SolveResult::Found(found) => agreement.add(&found),
                SolveResult::Unknown(limit) => {
                    proved.completeness = Completeness::Partial(limit);
                    return Ok(proved);
                }
            }
        }
        Ok(proved)
    }

    /// The truth values of atoms that propagation fixes under assumptions, without search; `None` if it finds a conflict.
    /// Only the time limit and the stop flag apply.
    pub fn propagated(
        &mut self,
        atoms: &[Atom],
        assumptions: &[Atom],
    ) -> Result<Option<Vec<Option<bool>>>, Limit> {
        let deadline = self.options.limits.deadline();
        self.propagated_before(atoms, assumptions, &deadline)
    }

    /// [`Session::propagated`], unless the deadline comes first.
    fn propagated_before(
        &mut self,
        atoms: &[Atom],
        assumptions: &[Atom],
        deadline: &Deadline,
    ) -> Result<Option<Vec<Option<bool>>>, Limit> {
        self.assume(assumptions);
        let Backend::Solvers { fd, .. } = &mut self.backend else {
            return Ok(Some(vec![None; atoms.len()]));
        };
        let plain = fd.primary();
        let Some(store) = plain.propagated_before(&self.assumptions, deadline)? else {
            return Ok(None);
        };
        let truth = |atom: &Atom| match (store.holds(*atom), store.is_false(*atom)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        Ok(Some(atoms.iter().map(truth).collect()))
    }
}
