//! The fewest assumptions that clash, where [`Session::core`] gives some of which none can be spared.
//!
//! Whatever clashes hits every set of assumptions whose absence makes the rest solvable. So the smallest set that hits all such sets
//! known so far is tried: if it clashes, nothing smaller does; if not, the solution is grown by further assumptions as far as
//! possible, and those left out are one more set to hit (Ignatiev, Previti, Liffiton and Marques-Silva 2015, "Smallest MUS extraction with
//! minimal hitting set dualization").

use gridwright_fd::{Assignment, Atom, Deadline, Limits};

use crate::core::Clash;
use crate::engine::Unsupported;
use crate::hitting_set::smallest_hitting_set;
use crate::session::Session;
use crate::verdict::Core;

/// How many branches the search for a small hitting set may have.
const MOST_BRANCHES: u64 = 200_000;

impl Session {
    /// Which assumptions clash, as few as there can be, and whether they are surely the fewest: the search for fewer ends after
    /// so many runs, or at a limit of the plan, which holds for each run.
    pub fn fewest(
        &mut self,
        assumptions: &[Atom],
        most_runs: u64,
    ) -> Result<(Core, bool), Unsupported> {
        let core = self.core(assumptions)?;
        let Core::Clash { atoms, minimal } = &core else {
            return Ok((core, false));
        };
        let limits = Limits {
            solutions: None,
            ..self.plan.limits.clone()
        };
        let mut runs = 0;
        let mut sets: Vec<Vec<usize>> = Vec::new();
        loop {
            let smaller =
                smallest_hitting_set(&sets, atoms.len(), MOST_BRANCHES, &Deadline::default());
            let tried = match smaller {
                Ok(Some(tried)) => tried,
                // Fewer do not hit what must be hit.
                Ok(None) => return Ok((core.clone(), *minimal)),
                Err(_) => return Ok((core, false)),
            };
            let chosen: Vec<Atom> = tried.iter().map(|&at| assumptions[at]).collect();
            runs += 1;
            let found = match self.clash(&chosen, &limits)? {
                Clash::Some(_) => {
                    let atoms = chosen;
                    let minimal = true;
                    return Ok((Core::Clash { atoms, minimal }, true));
                }
                Clash::Unknown(_) => return Ok((core, false)),
                Clash::None(found) => found,
            };
            let left_out = self.left_out(assumptions, chosen, found, &limits, &mut runs)?;
            if runs > most_runs {
                return Ok((core, false));
            }
            sets.push(left_out);
        }
    }

    /// Adds assumptions as long as there is a solution, and gives the places of those that cannot be added.
    fn left_out(
        &mut self,
        assumptions: &[Atom],
        mut chosen: Vec<Atom>,
        mut found: Assignment,
        limits: &Limits,
        runs: &mut u64,
    ) -> Result<Vec<usize>, Unsupported> {
        let mut left_out = Vec::new();
        for (at, &atom) in assumptions.iter().enumerate() {
            if chosen.contains(&atom) {
                continue;
            }
            chosen.push(atom);
            if atom.admits(found.value(atom.var())) {
                continue;
            }
            *runs += 1;
            match self.clash(&chosen, limits)? {
                Clash::None(other) => found = other,
                // Where it is not known, leaving it out is right: the rest has a solution.
                Clash::Some(_) | Clash::Unknown(_) => {
                    chosen.pop();
                    left_out.push(at);
                }
            }
        }
        Ok(left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use gridwright_constraints::clause;
    use gridwright_fd::Rng;
    use gridwright_fd::{Model, Var};

    /// Random clauses, each under a switch, over few variables.
    fn random(rng: &mut Rng) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars = model.vars(["a", "b", "c"], 0..=1).expect("a domain");
        let mut switches = Vec::new();
        for at in 0..rng.between(4, 9) {
            let switch = model.bool(format!("s{at}"));
            let mut atoms = vec![Atom::le(switch, 0)];
            for _ in 0..rng.between(1, 2) {
                atoms.push(Atom::eq(*rng.pick(&vars), rng.between(0, 1)));
            }
            model.post(clause(atoms)).expect("fits");
            switches.push(switch);
        }
        (model, switches)
    }

    #[test]
    fn nothing_smaller_clashes() {
        let mut clashes = 0;
        for seed in 0..300 {
            let (model, switches) = random(&mut Rng::new(seed));
            let all: Vec<Atom> = switches.iter().map(|&var| Atom::ge(var, 1)).collect();
            let mut session = Session::new(&model, &Plan::new()).expect("a plan");
            let (core, surely) = session.fewest(&all, 10_000).expect("it runs");
            // The fewest by trying all subsets.
            let mut fewest = None;
            for bits in 0_u32..1 << all.len() {
                let some = |at: &usize| bits >> at & 1 == 1;
                let chosen: Vec<Atom> = (0..all.len()).filter(some).map(|at| all[at]).collect();
                let size = chosen.len();
                let less = fewest.is_none_or(|least| size < least);
                if less && session.solve(&chosen).expect("it runs").found().is_none() {
                    fewest = Some(size);
                }
            }
            match core {
                Core::Clash { atoms, .. } => {
                    assert_eq!(Some(atoms.len()), fewest, "seed {seed}");
                    assert!(surely, "seed {seed}");
                    assert!(session.solve(&atoms).expect("it runs").found().is_none());
                    clashes += 1;
                }
                _ => assert_eq!(fewest, None, "seed {seed}"),
            }
        }
        assert!(clashes > 50, "{clashes}");
    }
}
