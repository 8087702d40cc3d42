//! Cores: which assumptions conflict.
//!
//! [`Session::core`] finds a minimal core (MUS): it removes assumptions one by one until none can be removed.
//!
//! [`Session::smallest_core`] finds a core of minimum size (SMUS). A correction set is a set of assumptions without which the others are satisfiable; every core hits every
//! correction set. The algorithm tries a smallest set that hits all correction sets known so far. If it conflicts, it is a smallest core. If not, its solution is extended to
//! as many assumptions as possible, and those left out are a new correction set (Ignatiev, Previti, Liffiton and Marques-Silva 2015, "Smallest MUS extraction with minimal
//! hitting set dualization").

use gridwright_fd::{Assignment, Atom, Deadline, End, FirstSolution, Limit, Limits};

use crate::error::SolveError;
use crate::hitting_set::smallest_hitting_set;
use crate::outcome::remaining_since;
use crate::questions::results::Core;
use crate::session::Session;

/// The node limit of a search for a smallest hitting set.
const MAX_HITTING_SET_NODES: u64 = 200_000;

impl Session {
    /// A subset of the assumptions that conflicts with the model and the assumptions of the options.
    /// It is minimal (no assumption can be removed), unless a limit was reached first.
    pub fn core(&mut self, assumptions: &[Atom]) -> Result<Core, SolveError> {
        let before = self.stats.clone();
        let limits = Limits {
            solutions: None,
            ..self.options.limits.clone()
        };
        let deadline = limits.deadline();
        let mut core = match self.solve_or_core(assumptions, &limits)? {
            CoreSearch::Unsatisfiable(core) => core,
            CoreSearch::Satisfiable(found) => return Ok(Core::Satisfiable(found)),
            CoreSearch::Unknown(limit) => return Ok(Core::Unknown(limit)),
        };
        let mut minimal = true;
        // The assumptions before index `kept` are known to be needed.
        let mut kept = 0;
        while kept < core.len() {
            let mut rest = core.clone();
            rest.remove(kept);
            let result = match remaining_since(&limits, &before, &self.stats) {
                Ok(left) => self.solve_or_core(&rest, &left.until(&deadline))?,
                Err(limit) => CoreSearch::Unknown(limit),
            };
            match result {
                // Assumptions that were needed are also needed in a smaller core.
                CoreSearch::Unsatisfiable(smaller) => core = smaller,
                CoreSearch::Satisfiable(_) => kept += 1,
                CoreSearch::Unknown(_) => {
                    minimal = false;
                    break;
                }
            }
        }
        core.sort_by_key(|atom| assumptions.iter().position(|other| other == atom));
        Ok(Core::Conflict {
            atoms: core,
            minimal,
        })
    }

    /// A smallest core, and whether it is proved that none is smaller. The search for a smaller core ends after `max_runs` runs, or when a run reaches a limit of the options:
    /// the time limit holds for all runs together, the others for each.
    pub fn smallest_core(
        &mut self,
        assumptions: &[Atom],
        max_runs: u64,
    ) -> Result<(Core, bool), SolveError> {
        let deadline = self.options.limits.deadline();
        let core = self.core(assumptions)?;
        let Core::Conflict { atoms, minimal } = &core else {
            return Ok((core, false));
        };
        let all = Limits {
            solutions: None,
            ..self.options.limits.clone()
        };
        let mut runs = 0;
        let mut sets: Vec<Vec<usize>> = Vec::new();
        loop {
            let bound = atoms.len();
            let tried = match smallest_hitting_set(&sets, bound, MAX_HITTING_SET_NODES, &deadline) {
                Ok(Some(tried)) => tried,
                // Every core hits all sets, and no smaller set of assumptions does.
                Ok(None) => return Ok((core.clone(), *minimal)),
                Err(_) => return Ok((core, false)),
            };
            let chosen: Vec<Atom> = tried.iter().map(|&index| assumptions[index]).collect();
            runs += 1;
            let found = match self.solve_or_core(&chosen, &all.until(&deadline))? {
                CoreSearch::Unsatisfiable(_) => {
                    let atoms = chosen;
                    let minimal = true;
                    return Ok((Core::Conflict { atoms, minimal }, true));
                }
                CoreSearch::Unknown(_) => return Ok((core, false)),
                CoreSearch::Satisfiable(found) => found,
            };
            let limits = (&all, &deadline);
            let left_out = self.left_out(assumptions, chosen, found, limits, &mut runs)?;
            if runs > max_runs {
                return Ok((core, false));
            }
            sets.push(left_out);
        }
    }

    /// Adds assumptions to `chosen` as long as there is a solution, and returns the indices of those that cannot be added: a correction set.
    fn left_out(
        &mut self,
        assumptions: &[Atom],
        mut chosen: Vec<Atom>,
        mut found: Assignment,
        (limits, deadline): (&Limits, &Deadline),
        runs: &mut u64,
    ) -> Result<Vec<usize>, SolveError> {
        let mut left_out = Vec::new();
        for (index, &atom) in assumptions.iter().enumerate() {
            if chosen.contains(&atom) {
                continue;
            }
            chosen.push(atom);
            if atom.admits(found.value(atom.var())) {
                continue;
            }
            if deadline.reached().is_some() {
                chosen.pop();
                left_out.push(index);
                continue;
            }
            *runs += 1;
            match self.solve_or_core(&chosen, &limits.until(deadline))? {
                CoreSearch::Satisfiable(other) => found = other,
                // If the run reached a limit, the atom is left out too. This is sound: `chosen` without it has a solution.
                CoreSearch::Unsatisfiable(_) | CoreSearch::Unknown(_) => {
                    chosen.pop();
                    left_out.push(index);
                }
            }
        }
        Ok(left_out)
    }

    /// Looks for a solution under assumptions. If there is none: the core that the engine reports, or else all of them, in their original order.
    pub(crate) fn solve_or_core(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<CoreSearch, SolveError> {
        let mut first = FirstSolution::default();
        let one = limits.clone().solution_limit(1);
        let outcome = self.run(assumptions, &one, &mut first)?;
        if let Some(found) = first.0 {
            return Ok(CoreSearch::Satisfiable(found));
        }
        Ok(match outcome.end {
            End::LimitReached(limit) => CoreSearch::Unknown(limit),
            _ => CoreSearch::Unsatisfiable(match outcome.core {
                Some(core) => {
                    let known = assumptions.iter().filter(|atom| core.contains(atom));
                    known.copied().collect()
                }
                None => assumptions.to_vec(),
            }),
        })
    }
}

/// The result of a run under assumptions: a core, a solution, or the limit that was reached first.
pub(crate) enum CoreSearch {
    Unsatisfiable(Vec<Atom>),
    Satisfiable(Assignment),
    Unknown(Limit),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::RunOptions;
    use gridwright_constraints::clause;
    use gridwright_fd::Rng;
    use gridwright_fd::{Model, Var};

    /// Random clauses over few variables, each with a variable that switches it on.
    fn random(rng: &mut Rng) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars = model.vars(["a", "b", "c"], 0..=1).expect("a domain");
        let mut switches = Vec::new();
        for index in 0..rng.between(4, 9) {
            let switch = model.bool(format!("s{index}"));
            let mut atoms = vec![Atom::le(switch, 0)];
            for _ in 0..rng.between(1, 2) {
                atoms.push(Atom::eq(*rng.pick(&vars), rng.between(0, 1)));
            }
            model.post(clause(atoms)).expect("fits");
            switches.push(switch);
        }
        (model, switches)
    }

    /// A clock that goes on by a second whenever it is read.
    #[derive(Debug, Default)]
    struct SteppingClock(std::sync::atomic::AtomicU64);

    impl gridwright_fd::Clock for SteppingClock {
        fn now(&self) -> std::time::Duration {
            let seconds = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            std::time::Duration::from_secs(seconds)
        }
    }

    #[test]
    fn the_time_limit_holds_for_all_runs_of_a_smallest_core() {
        let mut model = Model::new();
        let switches: Vec<Var> = (0..60).map(|at| model.bool(format!("s{at}"))).collect();
        for pair in switches.chunks(2) {
            let both = pair.iter().map(|&var| Atom::le(var, 0)).collect::<Vec<_>>();
            model.post(clause(both)).expect("fits");
        }
        let all: Vec<Atom> = switches.iter().map(|&var| Atom::ge(var, 1)).collect();
        let clock = std::sync::Arc::new(SteppingClock::default());
        let limits = Limits {
            time: Some(std::time::Duration::from_secs(200)),
            clock: Some(clock.clone()),
            ..Limits::default()
        };
        let options = RunOptions::new().limits(limits);
        let mut session = Session::new(&model, &options).expect("valid options");
        session.smallest_core(&all, u64::MAX).expect("it runs");
        let read = clock.0.load(std::sync::atomic::Ordering::Relaxed);
        assert!(read < 1000, "{read}");
    }

    #[test]
    fn a_smallest_core_has_minimum_size() {
        let mut conflicts = 0;
        for seed in 0..300 {
            let (model, switches) = random(&mut Rng::new(seed));
            let all: Vec<Atom> = switches.iter().map(|&var| Atom::ge(var, 1)).collect();
            let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
            let (core, is_smallest) = session.smallest_core(&all, 10_000).expect("it runs");
            // The size of a smallest core, by trying all subsets.
            let mut fewest = None;
            for bits in 0_u32..1 << all.len() {
                let some = |index: &usize| bits >> index & 1 == 1;
                let chosen: Vec<Atom> = (0..all.len())
                    .filter(some)
                    .map(|index| all[index])
                    .collect();
                let size = chosen.len();
                let less = fewest.is_none_or(|least| size < least);
                if less && session.solve(&chosen).expect("it runs").found().is_none() {
                    fewest = Some(size);
                }
            }
            match core {
                Core::Conflict { atoms, .. } => {
                    assert_eq!(Some(atoms.len()), fewest, "seed {seed}");
                    assert!(is_smallest, "seed {seed}");
                    assert!(session.solve(&atoms).expect("it runs").found().is_none());
                    conflicts += 1;
                }
                _ => assert_eq!(fewest, None, "seed {seed}"),
            }
        }
        assert!(conflicts > 50, "{conflicts}");
    }
}
