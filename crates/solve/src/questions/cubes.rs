//! Cubes: disjoint parts of a search space that together are the whole, so that each can be searched anywhere and the results joined.
//!
//! A part is split at a key variable into a lower and an upper half of its domain. The variable is chosen by look-ahead: both halves of some candidates are
//! propagated, and the one that shrinks the remaining domains most on both sides is taken. A half that propagation refutes is dropped.

use gridwright_fd::{Atom, Deadline, Store, Var};

use crate::error::SolveError;
use crate::options::ModelEngine;
use crate::schedule::{Goal, Schedule};
use crate::session::{Backend, Session};

/// How many variables look-ahead tries for a split: the first of those with the smallest domains. Neighbours in the order of the keys share more of what is learnt.
const MAX_CANDIDATES: usize = 6;

/// A part of the search space.
struct Part {
    atoms: Vec<Atom>,
    /// The sum of the logarithms of the domain sizes of the keys.
    size: f64,
    /// Whether all keys are fixed.
    is_fixed: bool,
}

impl Session {
    /// Splits the search space under the assumptions of the options into `n` cubes for a goal, or as many as there can be. Every solution satisfies the atoms of exactly one cube, as far as
    /// its keys are concerned. Without a cube there is no solution.
    ///
    /// ```
    /// use gridwright_constraints::all_different;
    /// use gridwright_fd::Model;
    /// use gridwright_solve::{Goal, RunOptions, Session};
    /// let mut model = Model::new();
    /// let x = model.vars(["a", "b", "c", "d"], 1..=4)?;
    /// model.post(all_different(x))?;
    /// let mut session = Session::new(&model, &RunOptions::new())?;
    /// let cubes = session.cubes(6, Goal::All)?;
    /// let mut sum = 0;
    /// for cube in &cubes {
    ///     sum += session.count_under(cube, u64::MAX)?.solutions;
    /// }
    /// assert_eq!((cubes.len(), sum), (6, 24));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cubes(&mut self, n: usize, goal: Goal) -> Result<Vec<Vec<Atom>>, SolveError> {
        self.cubes_under(&[], n, goal)
    }

    /// Splits a cube into `n` smaller ones, or as many as there can be; their atoms begin with those of the cube.
    pub fn cubes_under(
        &mut self,
        cube: &[Atom],
        n: usize,
        goal: Goal,
    ) -> Result<Vec<Vec<Atom>>, SolveError> {
        self.refuse_objective("a split into cubes")?;
        // The oracle has no propagation.
        if matches!(self.backend, Backend::Oracle(_)) {
            return Ok(vec![cube.to_vec()]);
        }
        let is_plain = self.schedule(goal) == Schedule::only(ModelEngine::Fd);
        let keys = self.keys.clone();
        let deadline = self.options.limits.deadline();
        let first = self.part(&keys, cube.to_vec(), &deadline)?;
        let mut parts: Vec<Part> = first.into_iter().collect();
        while parts.len() < n {
            let open = parts.iter().enumerate().filter(|(_, part)| !part.is_fixed);
            let largest = open.max_by(|(_, a), (_, b)| a.size.total_cmp(&b.size));
            let Some((at, _)) = largest else {
                break;
            };
            let part = parts.remove(at);
            let halves = self.split(&keys, &part, &deadline)?;
            parts.splice(at..at, halves);
        }
        if is_plain {
            // Threads that take the largest cubes first end together. Elsewhere neighbours share more of what is learnt.
            parts.sort_by(|a, b| b.size.total_cmp(&a.size));
        }
        Ok(parts.into_iter().map(|part| part.atoms).collect())
    }

    /// The part with these atoms; `None` if propagation refutes it.
    fn part(
        &mut self,
        keys: &[Var],
        atoms: Vec<Atom>,
        deadline: &Deadline,
    ) -> Result<Option<Part>, SolveError> {
        let sizes = self.with_store(&atoms, deadline, |store| {
            let sizes = keys.iter().map(|&key| store.size(key.into()));
            let sizes: Vec<u32> = sizes.collect();
            let size = sizes.iter().map(|&size| f64::from(size).ln()).sum();
            (size, sizes.iter().all(|&size| size == 1))
        })?;
        Ok(sizes.map(|(size, is_fixed)| Part {
            atoms,
            size,
            is_fixed,
        }))
    }

    /// The halves of a part that propagation does not refute.
    fn split(
        &mut self,
        keys: &[Var],
        part: &Part,
        deadline: &Deadline,
    ) -> Result<Vec<Part>, SolveError> {
        let candidates = self.with_store(&part.atoms, deadline, |store| {
            let sized = keys.iter().map(|&key| (store.size(key.into()), key));
            let mut open: Vec<(u32, Var)> = sized.filter(|&(size, _)| size > 1).collect();
            open.sort_by_key(|&(size, _)| size);
            open.truncate(MAX_CANDIDATES);
            let middle = |key: Var| {
                let (min, max) = (store.min(key.into()), store.max(key.into()));
                min + (max - min) / 2
            };
            open.iter()
                .map(|&(_, key)| (key, middle(key)))
                .collect::<Vec<_>>()
        })?;
        let mut best: Option<(f64, Vec<Part>)> = None;
        for (key, middle) in candidates.unwrap_or_default() {
            let mut halves = Vec::new();
            for atom in [Atom::le(key, middle), Atom::ge(key, middle + 1)] {
                let mut atoms = part.atoms.clone();
                atoms.push(atom);
                halves.extend(self.part(keys, atoms, deadline)?);
            }
            if halves.len() < 2 {
                // Propagation decides it: nothing is lost by taking the other half.
                return Ok(halves);
            }
            let gains: f64 = halves.iter().map(|half| part.size - half.size).product();
            if best.as_ref().is_none_or(|(least, _)| gains > *least) {
                best = Some((gains, halves));
            }
        }
        Ok(best.map_or_else(Vec::new, |(_, halves)| halves))
    }

    /// What a function makes of the domains after propagation under assumptions; `None` after a conflict.
    fn with_store<T>(
        &mut self,
        assumptions: &[Atom],
        deadline: &Deadline,
        of: impl FnOnce(&Store) -> T,
    ) -> Result<Option<T>, SolveError> {
        self.assume(assumptions);
        let Backend::Solvers { fd, .. } = &mut self.backend else {
            return Ok(None);
        };
        let store = fd.primary().propagated_before(&self.assumptions, deadline);
        let store = store.map_err(SolveError::LimitReached)?;
        Ok(store.map(|store| of(&store)))
    }
}
