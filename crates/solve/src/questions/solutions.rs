//! An iterator over the solutions of a session, which may be dropped at any time.
//!
//! Plain search pauses at a solution and continues from there. The other engines split the search space. A solution with the key values `v1, ..., vn` splits the part it was
//! found in into `n` parts: part `i` has `key1 == v1, ..., key(i-1) == v(i-1), keyi != vi`. The parts are disjoint and together contain all other solutions of that part. They are searched one by
//! one under assumptions, so that nogoods learnt in one part are used in the others.

use gridwright_fd::{
    Assignment, Atom, End, FirstSolution, Inference, Limit, Limits, PausableSearch, Stats,
};

use crate::error::SolveError;
use crate::options::ModelEngine;
use crate::outcome::{add_stats, remaining_since};
use crate::questions::results::SolveResult;
use crate::schedule::{Goal, Schedule};
use crate::session::{Backend, Session};

/// The solutions of a session; made by [`Session::solutions`].
#[derive(Debug)]
pub struct Solutions<'s> {
    method: Method<'s>,
}

#[derive(Debug)]
enum Method<'s> {
    /// A pausable search, and the counters of the session, to which its own are added at the end.
    Pausable(Box<PausableSearch<'s>>, &'s mut Stats),
    Split(Box<SplitSearch<'s>>),
}

impl Session {
    /// Iterates over the solutions under assumptions.
    pub fn solutions(&mut self, assumptions: &[Atom]) -> Result<Solutions<'_>, SolveError> {
        self.refuse_objective("a list of solutions")?;
        let is_plain = self.schedule(Goal::All) == Schedule::only(ModelEngine::Fd)
            && self.plain.inference == Inference::Full;
        if !is_plain {
            let split = SplitSearch::new(self, assumptions)?;
            return Ok(Solutions {
                method: Method::Split(Box::new(split)),
            });
        }
        self.assume(assumptions);
        self.add_run(0, ModelEngine::Fd, &Stats::default());
        let Backend::Solvers { fd, .. } = &mut self.backend else {
            unreachable!("the oracle is another schedule");
        };
        let search = fd
            .primary()
            .pausable(&self.plain, &self.assumptions, &self.options.limits)?;
        let method = Method::Pausable(Box::new(search), &mut self.stats);
        Ok(Solutions { method })
    }
}

impl Solutions<'_> {
    /// How the search ended; `None` while there may be more.
    pub fn end(&self) -> Option<End> {
        match &self.method {
            Method::Pausable(search, _) => search.end(),
            Method::Split(split) => split.end,
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        match &mut self.method {
            Method::Pausable(search, _) => search.next(),
            Method::Split(split) => split.next(),
        }
    }
}

impl Drop for Solutions<'_> {
    fn drop(&mut self) {
        if let Method::Pausable(search, stats) = &mut self.method {
            add_stats(stats, search.stats());
        }
    }
}

/// The parts of the search space still to be searched.
#[derive(Debug)]
struct SplitSearch<'s> {
    session: &'s mut Session,
    /// The limits of all searches together.
    limits: Limits,
    found: u64,
    splits: Vec<Split>,
    end: Option<End>,
    /// The counters before the first search.
    before: Stats,
}

/// The parts into which one solution splits the part it was found in.
#[derive(Debug)]
struct Split {
    /// The atoms that define the part it was found in.
    atoms: Vec<Atom>,
    /// The index of the first key that those atoms do not fix.
    from: usize,
    /// The values of the keys; `None` if the part itself is still to be searched.
    values: Option<Vec<i32>>,
    /// The parts `i >= to` have been searched.
    to: usize,
}

impl<'s> SplitSearch<'s> {
    fn new(session: &'s mut Session, assumptions: &[Atom]) -> Result<SplitSearch<'s>, SolveError> {
        let limits = session.options.limits.clone();
        // A run with a node limit of 0 returns any error in the options now, so that later runs cannot fail.
        let no_nodes = limits.clone().node_limit(0);
        session.run(assumptions, &no_nodes, &mut FirstSolution::default())?;
        let whole = Split {
            atoms: assumptions.to_vec(),
            from: 0,
            values: None,
            to: 0,
        };
        Ok(SplitSearch {
            before: session.stats().clone(),
            session,
            limits,
            found: 0,
            splits: vec![whole],
            end: None,
        })
    }

    fn next(&mut self) -> Option<Assignment> {
        while self.end.is_none() {
            if self.limits.solutions.is_some_and(|max| self.found >= max) {
                self.end = Some(End::LimitReached(Limit::Solutions));
                break;
            }
            let Some((atoms, from)) = self.next_part() else {
                self.end = Some(End::Exhausted);
                break;
            };
            match self.search(&atoms) {
                SolveResult::Unsatisfiable => {}
                SolveResult::Unknown(limit) => self.end = Some(End::LimitReached(limit)),
                SolveResult::Found(found) => {
                    self.found += 1;
                    self.splits.push(Split {
                        atoms,
                        from,
                        values: Some(found.values(&self.session.keys)),
                        to: self.session.keys.len(),
                    });
                    return Some(found);
                }
            }
        }
        None
    }

    /// The atoms that define the next part, and the index of the first key they do not fix.
    fn next_part(&mut self) -> Option<(Vec<Atom>, usize)> {
        loop {
            let split = self.splits.last_mut()?;
            let Some(values) = &split.values else {
                let split = self.splits.pop()?;
                return Some((split.atoms, split.from));
            };
            if split.to == split.from {
                self.splits.pop();
                continue;
            }
            split.to -= 1;
            let keys = &self.session.keys;
            let mut atoms = split.atoms.clone();
            for i in split.from..split.to {
                atoms.push(Atom::eq(keys[i], values[i]));
            }
            atoms.push(Atom::ne(keys[split.to], values[split.to]));
            return Some((atoms, split.to));
        }
    }

    fn search(&mut self, atoms: &[Atom]) -> SolveResult {
        let left = match remaining_since(&self.limits, &self.before, &self.session.stats) {
            Ok(left) => left,
            Err(limit) => return SolveResult::Unknown(limit),
        };
        self.session
            .solve_within(atoms, &left)
            .expect("the options were checked at the start")
    }
}
