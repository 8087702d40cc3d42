//! A complete random search tree over one case, with every law checked at every node.

use gridwright_control::Rng;
use gridwright_fd::{Atom, Kernel, Op, Reason, Store, Var, Why, inspect};

use super::Strength;
use super::case::{Case, Law};
use super::engines::setup;
use crate::shrink::Failure;

/// Checks all laws on the case, with and without recording reasons.
pub(super) fn check(case: &Case) -> Result<(), Failure> {
    for recording in [false, true] {
        let mut tree = SearchTree {
            case,
            kernel: Kernel::new(&case.model, &setup(case, recording)),
            rng: Rng::new(case.seed),
            path: Vec::new(),
            found: Vec::new(),
            explained: 0,
        };
        let alive: Vec<usize> = (0..case.solutions.len()).collect();
        tree.node(&alive)?;
        case.compare_solutions(Law::Complete, "search", tree.found)?;
    }
    Ok(())
}

struct SearchTree<'a> {
    case: &'a Case,
    kernel: Kernel,
    rng: Rng,
    /// The decisions so far.
    path: Vec<Atom>,
    found: Vec<Vec<i32>>,
    /// The reasons of log entries before this one have been checked.
    explained: u32,
}

impl SearchTree<'_> {
    fn store(&self) -> &Store {
        self.kernel.store()
    }

    /// Propagates, then explores both sides of a random decision. `alive` are the solutions under the decisions so far.
    fn node(&mut self, alive: &[usize]) -> Result<(), Failure> {
        if self.kernel.propagate().is_err() {
            if self.store().is_recording() {
                self.check_conflict()?;
            }
            return match alive.first() {
                None => Ok(()),
                Some(&lost) => {
                    let lost = self.case.format_assignment(&self.case.solutions[lost]);
                    let how = format!("a conflict, but {lost} is a solution");
                    Err(self.violates(Law::Sound, &how))
                }
            };
        }
        self.check_reasons()?;
        self.check_soundness(alive)?;
        let open: Vec<Var> = self
            .case
            .model
            .all_vars()
            .filter(|var| !self.store().is_fixed(var.view()))
            .collect();
        self.check_strength(&open, alive)?;
        if !self.case.guarded {
            self.check_idempotence()?;
        }
        if !open.is_empty() {
            return self.branch(&open, alive);
        }
        let store = self.store();
        let leaf: Vec<i32> = store.vars().map(|var| store.min(var.view())).collect();
        if alive.is_empty() {
            let leaf = self.case.format_assignment(&leaf);
            let how = format!("{leaf} was accepted but is not a solution");
            return Err(self.violates(Law::Complete, &how));
        }
        self.found.push(leaf);
        Ok(())
    }

    /// Explores a random decision, then its negation.
    fn branch(&mut self, open: &[Var], alive: &[usize]) -> Result<(), Failure> {
        let decision = self.random_decision(open);
        let before = self.domains();
        let explained = self.explained;
        for atom in [decision, !decision] {
            let alive: Vec<usize> = alive
                .iter()
                .copied()
                .filter(|&i| atom.admits(self.case.solutions[i][atom.var().index()]))
                .collect();
            let level = self.store().depth();
            self.path.push(atom);
            if self.kernel.decide(atom).is_err() {
                return Err(self.violates(Law::Sound, "an open variable refused a decision"));
            }
            self.node(&alive)?;
            self.kernel.back_to(level);
            self.path.pop();
            self.explained = explained;
            if self.domains() != before {
                let atom = self.case.format_atoms(&[atom]);
                let how = format!("backtracking over {atom} did not restore the domains");
                return Err(self.violates(Law::Restored, &how));
            }
        }
        Ok(())
    }

    fn random_decision(&mut self, open: &[Var]) -> Atom {
        let var = *self.rng.pick(open);
        let values: Vec<i32> = self.store().values(var.view()).collect();
        let i = self.rng.below(values.len());
        match self.rng.below(5) {
            0 => Atom::ne(var, values[i]),
            1 if i + 1 < values.len() => Atom::le(var, values[i]),
            2 if i > 0 => Atom::ge(var, values[i]),
            _ => Atom::eq(var, values[i]),
        }
    }

    fn domains(&self) -> Vec<Vec<i32>> {
        let store = self.store();
        store
            .vars()
            .map(|var| {
                let values: Vec<i32> = store.values(var.view()).collect();
                let size = store.size(var.view()) as usize;
                assert_eq!(size, values.len(), "{}", self.case.context);
                values
            })
            .collect()
    }

    fn name(&self, var: Var) -> &str {
        self.case.model.name(var)
    }

    /// The current domains with the model's names.
    fn format_domains(&self) -> String {
        let domains = self.domains();
        let vars = self.case.model.all_vars();
        let lines: Vec<String> = vars
            .map(|var| format!("{} in {:?}", self.name(var), domains[var.index()]))
            .collect();
        lines.join(", ")
    }

    /// Fails if a value of a solution has been removed.
    fn check_soundness(&self, alive: &[usize]) -> Result<(), Failure> {
        for &i in alive {
            let solution = &self.case.solutions[i];
            for var in self.case.model.all_vars() {
                if !self.store().contains(var.view(), solution[var.index()]) {
                    let (name, solution) = (self.name(var), self.case.format_assignment(solution));
                    let how = format!("{name} lost its value of the solution {solution}");
                    return Err(self.violates(Law::Sound, &how));
                }
            }
        }
        Ok(())
    }

    fn check_idempotence(&mut self) -> Result<(), Failure> {
        let before = self.store().prunings();
        inspect::schedule_all(&mut self.kernel);
        if self.kernel.propagate().is_err() {
            return Err(self.violates(Law::Idempotent, "running the propagators again failed"));
        }
        if self.store().prunings() == before {
            return Ok(());
        }
        let domains = self.format_domains();
        let how = format!("running the propagators again removed more: {domains}");
        Err(self.violates(Law::Idempotent, &how))
    }

    fn check_strength(&self, open: &[Var], alive: &[usize]) -> Result<(), Failure> {
        let store = self.store();
        let all_supported = |var: Var| {
            let supported = |value: i32| {
                let mut solutions = alive.iter().map(|&i| &self.case.solutions[i]);
                solutions.any(|solution| solution[var.index()] == value)
            };
            match store.values(var.view()).find(|&value| !supported(value)) {
                Some(value) => Err(self.unsupported(var, value)),
                None => Ok(()),
            }
        };
        match self.case.strength {
            Strength::Checks => Ok(()),
            Strength::Domain => open.iter().try_for_each(|&var| all_supported(var)),
            _ if open.len() == 1 => all_supported(open[0]),
            Strength::Forward => Ok(()),
            Strength::Bounds => open.iter().try_for_each(|&var| {
                let bounds = [store.min(var.view()), store.max(var.view())];
                let unsupported = |value: &i32| !self.is_supported_in_bounds(var, *value);
                match bounds.into_iter().find(unsupported) {
                    Some(value) => Err(self.unsupported(var, value)),
                    None => Ok(()),
                }
            }),
        }
    }

    /// The failure for a value left that the claimed strength removes.
    fn unsupported(&self, var: Var, value: i32) -> Failure {
        let (name, domains) = (self.name(var), self.format_domains());
        let strength = self.case.strength;
        let how = format!("{name} = {value} has no support at strength {strength}: {domains}");
        self.violates(Law::Strong, &how)
    }

    /// Whether `var = value` can be extended to a solution within the bounds, ignoring holes.
    fn is_supported_in_bounds(&self, var: Var, value: i32) -> bool {
        let store = self.store();
        let constraint = &self.case.model.constraints()[0];
        let mut at: Vec<i32> = store.vars().map(|var| store.min(var.view())).collect();
        at[var.index()] = value;
        let free: Vec<usize> = (0..at.len()).filter(|&i| i != var.index()).collect();
        loop {
            if constraint.holds(&|var| at[var.index()]) {
                return true;
            }
            let Some(next) = free
                .iter()
                .position(|&i| at[i] < store.max(Var::at(i).view()))
            else {
                return false;
            };
            for &i in &free[..next] {
                at[i] = store.min(Var::at(i).view());
            }
            at[free[next]] += 1;
        }
    }

    /// Checks that every new log entry has a reason of earlier atoms that, with the relation, implies it.
    fn check_reasons(&mut self) -> Result<(), Failure> {
        let len = inspect::log_len(&self.kernel);
        for at in self.explained..len {
            let (atom, old, why) = inspect::log_entry(&self.kernel, at);
            if matches!(why, Why::Root | Why::Decision) {
                continue;
            }
            self.check_reason(at, atom)?;
            // Conflict analysis may also request the reason of a weaker atom.
            let (var, value) = (atom.var(), atom.value());
            match atom.op() {
                Op::Ge if value > old + 1 => {
                    let weaker = self.rng.between(old + 1, value - 1);
                    self.check_reason(at, Atom::ge(var, weaker))?;
                }
                Op::Le if value < old - 1 => {
                    let weaker = self.rng.between(value + 1, old - 1);
                    self.check_reason(at, Atom::le(var, weaker))?;
                }
                _ => {}
            }
        }
        self.explained = len;
        Ok(())
    }

    fn check_reason(&mut self, at: u32, needed: Atom) -> Result<(), Failure> {
        let why = inspect::reason(&mut self.kernel, at, needed);
        let text = |atoms: &[Atom]| self.case.format_atoms(atoms);
        let mut atoms = why.atoms().iter();
        if let Some(&atom) = atoms.find(|&&atom| !inspect::held_before(&self.kernel, at, atom)) {
            let (why, needed, atom) = (text(why.atoms()), text(&[needed]), text(&[atom]));
            let how = format!("the reason {why} of {needed} has {atom}, which did not hold before");
            return Err(self.violates(Law::Explained, &how));
        }
        let is_implied = self
            .solutions_under(&why)
            .all(|solution| needed.admits(solution[needed.var().index()]));
        if is_implied {
            return Ok(());
        }
        let (why, needed) = (text(why.atoms()), text(&[needed]));
        let how = format!("the reason {why} does not imply {needed}");
        Err(self.violates(Law::Explained, &how))
    }

    fn check_conflict(&mut self) -> Result<(), Failure> {
        let why = inspect::conflict_reason(&mut self.kernel);
        let text = |atoms: &[Atom]| self.case.format_atoms(atoms);
        let mut atoms = why.atoms().iter();
        if let Some(&atom) = atoms.find(|&&atom| !self.store().holds(atom)) {
            let (why, atom) = (text(why.atoms()), text(&[atom]));
            let how = format!("the conflict {why} has {atom}, which does not hold");
            return Err(self.violates(Law::Explained, &how));
        }
        let Some(solution) = self.solutions_under(&why).next() else {
            return Ok(());
        };
        let (why, solution) = (text(why.atoms()), self.case.format_assignment(solution));
        let how = format!("the conflict {why} admits the solution {solution}");
        Err(self.violates(Law::Explained, &how))
    }

    /// The solutions for which all atoms of a reason hold.
    fn solutions_under<'b>(&'b self, why: &'b Reason) -> impl Iterator<Item = &'b Vec<i32>> {
        self.case.solutions.iter().filter(move |solution| {
            let mut atoms = why.atoms().iter();
            atoms.all(|atom| atom.admits(solution[atom.var().index()]))
        })
    }

    fn violates(&self, law: Law, what: &str) -> Failure {
        let path = self.case.format_atoms(&self.path);
        let recording = self.store().is_recording();
        let how = format!("after {path}, recording {recording}: {what}");
        self.case.violates(law, &how)
    }
}
