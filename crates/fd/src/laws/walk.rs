//! Walking a random search tree over one instance, with every law checked at every node.

use super::case::Case;
use super::{Law, Strength};
use crate::ConsistencyMap;
use crate::Var;
use crate::{Atom, Op};
use crate::{Kernel, Setup};
use crate::{Past, Reason, Why};
use gridwright_control::Rng;

/// Checks all laws on the instance, with and without recording.
pub(super) fn check(case: &Case) {
    for recording in [false, true] {
        let setup = Setup {
            consistency: ConsistencyMap::all(case.level),
            recording,
            repr: case.form,
        };
        let mut walk = Walk {
            case,
            kernel: Kernel::new(&case.model, &setup),
            rng: Rng::new(case.seed),
            path: Vec::new(),
            found: Vec::new(),
            explained: 0,
        };
        let alive: Vec<usize> = (0..case.solutions.len()).collect();
        walk.node(&alive);
        walk.found.sort();
        let mut expected = case.solutions.clone();
        expected.sort();
        if walk.found != expected {
            walk.complain(
                Law::Complete,
                &format!(
                    "found {}\n  but the solutions are {}",
                    case.all_named(&walk.found),
                    case.all_named(&expected)
                ),
            );
        }
    }
}

struct Walk<'a> {
    case: &'a Case,
    kernel: Kernel,
    rng: Rng,
    path: Vec<Atom>,
    found: Vec<Vec<i32>>,
    /// Entries of the log before this one have had their reasons checked.
    explained: u32,
}

impl Walk<'_> {
    /// Propagates and goes on to both sides of a random decision. `alive` are the solutions under the decisions so far.
    fn node(&mut self, alive: &[usize]) {
        if self.kernel.propagate().is_err() {
            if self.kernel.store.is_recording() {
                self.check_conflict();
            }
            if let Some(&lost) = alive.first() {
                let lost = self.case.named(&self.case.solutions[lost]);
                self.complain(Law::Sound, &format!("a conflict, but {lost} is a solution"));
            }
            return;
        }
        self.check_reasons();
        for &i in alive {
            let solution = &self.case.solutions[i];
            for var in self.case.model.all_vars() {
                if !self
                    .kernel
                    .store
                    .contains(var.view(), solution[var.index()])
                {
                    let (name, solution) = (self.name(var), self.case.named(solution));
                    self.complain(
                        Law::Sound,
                        &format!("{name} lost its value of the solution {solution}"),
                    );
                }
            }
        }
        let open: Vec<Var> = self
            .case
            .model
            .all_vars()
            .filter(|var| !self.kernel.store.is_fixed(var.view()))
            .collect();
        self.check_strength(&open, alive);
        if !self.case.guarded {
            self.check_idempotence();
        }
        if open.is_empty() {
            let leaf: Vec<i32> = self
                .kernel
                .store
                .vars()
                .map(|var| self.kernel.store.min(var.view()))
                .collect();
            if alive.is_empty() {
                let leaf = self.case.named(&leaf);
                self.complain(
                    Law::Complete,
                    &format!("{leaf} was accepted but is not a solution"),
                );
            }
            self.found.push(leaf);
            return;
        }
        let decision = self.random_decision(&open);
        let before = self.domains();
        let explained = self.explained;
        for atom in [decision, !decision] {
            let alive: Vec<usize> = alive
                .iter()
                .copied()
                .filter(|&i| atom.admits(self.case.solutions[i][atom.var().index()]))
                .collect();
            let level = self.kernel.store.depth();
            self.path.push(atom);
            if self.kernel.decide(atom).is_ok() {
                self.node(&alive);
            } else {
                self.complain(Law::Sound, "an open variable refused a decision");
            }
            self.kernel.back_to(level);
            self.path.pop();
            self.explained = explained;
            if self.domains() != before {
                let said = self.case.said(&[atom]);
                self.complain(
                    Law::Undone,
                    &format!("going back over {said} did not restore the domains"),
                );
            }
        }
    }

    fn random_decision(&mut self, open: &[Var]) -> Atom {
        let var = *self.rng.pick(open);
        let values: Vec<i32> = self.kernel.store.values(var.view()).collect();
        let i = self.rng.below(values.len());
        match self.rng.below(5) {
            0 => Atom::ne(var, values[i]),
            1 if i + 1 < values.len() => Atom::le(var, values[i]),
            2 if i > 0 => Atom::ge(var, values[i]),
            _ => Atom::eq(var, values[i]),
        }
    }

    fn domains(&self) -> Vec<Vec<i32>> {
        let store = &self.kernel.store;
        store
            .vars()
            .map(|var| {
                let values: Vec<i32> = store.values(var.view()).collect();
                assert_eq!(
                    store.size(var.view()) as usize,
                    values.len(),
                    "{}",
                    self.case.context
                );
                values
            })
            .collect()
    }

    fn name(&self, var: Var) -> &str {
        self.case.model.name(var)
    }

    /// The domains as they are, by name.
    fn named_domains(&self) -> String {
        let domains = self.domains();
        let vars = self.case.model.all_vars();
        let lines: Vec<String> = vars
            .map(|var| format!("{} in {:?}", self.name(var), domains[var.index()]))
            .collect();
        lines.join(", ")
    }

    fn check_idempotence(&mut self) {
        let before = self.kernel.store.prunings();
        self.kernel.schedule_all();
        if self.kernel.propagate().is_err() {
            self.complain(Law::Idempotent, "running the propagators again failed");
        }
        if self.kernel.store.prunings() != before {
            let domains = self.named_domains();
            self.complain(
                Law::Idempotent,
                &format!("running the propagators again removed more: {domains}"),
            );
        }
    }

    fn check_strength(&self, open: &[Var], alive: &[usize]) {
        let store = &self.kernel.store;
        let supported = |var: Var, value: i32| {
            alive
                .iter()
                .any(|&i| self.case.solutions[i][var.index()] == value)
        };
        match self.case.strength {
            Strength::Checks => {}
            Strength::Domain => {
                for &var in open {
                    for value in store.values(var.view()) {
                        if !supported(var, value) {
                            self.unsupported(var, value);
                        }
                    }
                }
            }
            _ if open.len() == 1 => {
                for value in store.values(open[0].view()) {
                    if !supported(open[0], value) {
                        self.unsupported(open[0], value);
                    }
                }
            }
            Strength::Forward => {}
            Strength::Bounds => {
                for &var in open {
                    for value in [store.min(var.view()), store.max(var.view())] {
                        if !self.supported_in_bounds(var, value) {
                            self.unsupported(var, value);
                        }
                    }
                }
            }
        }
    }

    /// Complains of a value that the claimed strength does not leave.
    fn unsupported(&self, var: Var, value: i32) -> ! {
        let (name, domains, strength) = (
            self.name(var),
            self.named_domains(),
            self.case.strength.to_string(),
        );
        self.complain(
            Law::Strong,
            &format!("{name} = {value} has no support at strength {strength}: {domains}"),
        );
    }

    /// Whether `var = value` can be extended to an assignment within the bounds, holes ignored.
    fn supported_in_bounds(&self, var: Var, value: i32) -> bool {
        let store = &self.kernel.store;
        let constraint = &self.case.model.constraints()[0];
        let mut at: Vec<i32> = store.vars().map(|var| store.min(var.view())).collect();
        at[var.index()] = value;
        let free: Vec<usize> = (0..at.len()).filter(|&i| i != var.index()).collect();
        loop {
            if constraint.holds(&|var| at[var.index()]) {
                return true;
            }
            let Some(place) = free
                .iter()
                .position(|&i| at[i] < store.max(Var::at(i).view()))
            else {
                return false;
            };
            for &i in &free[..place] {
                at[i] = store.min(Var::at(i).view());
            }
            at[free[place]] += 1;
        }
    }

    /// Every new entry of the log has a reason of earlier facts that, with the relation, implies it.
    fn check_reasons(&mut self) {
        if !self.kernel.store.is_recording() {
            return;
        }
        for at in self.explained..self.kernel.store.log.len() {
            let entry = *self.kernel.entry(at);
            if matches!(entry.why, Why::Root | Why::Decision) {
                continue;
            }
            self.check_reason(at, entry.atom);
            // A weaker fact may be asked for as well.
            let (var, value, old) = (entry.atom.var(), entry.atom.value(), entry.old);
            match entry.atom.op() {
                Op::Ge if value > old + 1 => {
                    let weaker = self.rng.between(old + 1, value - 1);
                    self.check_reason(at, Atom::ge(var, weaker));
                }
                Op::Le if value < old - 1 => {
                    let weaker = self.rng.between(value + 1, old - 1);
                    self.check_reason(at, Atom::le(var, weaker));
                }
                _ => {}
            }
        }
        self.explained = self.kernel.store.log.len();
    }

    fn check_reason(&mut self, at: u32, needed: Atom) {
        let mut why = Reason::new();
        self.kernel.explain_entry(at, needed, &mut why);
        let past = Past::new(&self.kernel.store, at);
        for &atom in why.atoms() {
            if !past.holds(atom) {
                let said = |atoms: &[Atom]| self.case.said(atoms);
                let (why, needed, atom) = (said(why.atoms()), said(&[needed]), said(&[atom]));
                self.complain(
                    Law::Reasoned,
                    &format!("the reason {why} of {needed} has {atom}, which did not hold before"),
                );
            }
        }
        let implied = self
            .under(why.atoms())
            .all(|solution| needed.admits(solution[needed.var().index()]));
        if !implied {
            let (why, needed) = (self.case.said(why.atoms()), self.case.said(&[needed]));
            self.complain(
                Law::Reasoned,
                &format!("the reason {why} does not imply {needed}"),
            );
        }
    }

    fn check_conflict(&mut self) {
        let mut why = Reason::new();
        self.kernel.conflict_reason(&mut why);
        for &atom in why.atoms() {
            if !self.kernel.store.holds(atom) {
                let (why, atom) = (self.case.said(why.atoms()), self.case.said(&[atom]));
                self.complain(
                    Law::Reasoned,
                    &format!("the conflict {why} has {atom}, which does not hold"),
                );
            }
        }
        if let Some(solution) = self.under(why.atoms()).next() {
            let (why, solution) = (self.case.said(why.atoms()), self.case.named(solution));
            self.complain(
                Law::Reasoned,
                &format!("the conflict {why} admits the solution {solution}"),
            );
        }
    }

    /// The solutions for which all atoms hold.
    fn under<'b>(&'b self, atoms: &'b [Atom]) -> impl Iterator<Item = &'b Vec<i32>> {
        self.case.solutions.iter().filter(move |solution| {
            atoms
                .iter()
                .all(|atom| atom.admits(solution[atom.var().index()]))
        })
    }

    fn complain(&self, law: Law, what: &str) -> ! {
        let recording = self.kernel.store.is_recording();
        let path = self.case.said(&self.path);
        self.case
            .broken(law, &format!("after {path}, recording {recording}: {what}"));
    }
}
