//! `a_1 or ... or a_n` over atoms, and its negation, the conjunction.
//!
//! All levels. A clause with open atoms on two variables removes nothing; when only one variable is left it keeps the values that
//! some atom allows. That is domain consistency, even if a variable occurs in several atoms. Two open atoms of different
//! variables are watched (Moskewicz et al. 2001, Chaff: Engineering an Efficient SAT Solver). The kernel watches them, and visits the clause only when a
//! watched atom becomes false; with a guard, a repeated variable, a kernel that grows or fewer than two open atoms, the propagator does. Constant time while both stay open, else linear.
//! Limitation: if all remaining atoms are on one variable with more than 4,096 values, the domain is pruned only once a single
//! atom remains.

use std::sync::Arc;

use crate::support::prelude::*;

use crate::support::atoms::{MAX_VALUES, atom_vars, atoms_term, check_atoms};

/// A disjunction or a conjunction of atoms; made by [`clause`], [`implies`] and [`all_atoms`].
#[derive(Clone, Debug)]
pub struct Clause {
    atoms: Arc<[Atom]>,
    /// Whether it is a conjunction.
    all: bool,
}

/// At least one of the atoms holds. The empty clause is false.
pub fn clause(atoms: impl IntoIterator<Item = Atom>) -> Clause {
    Clause {
        atoms: atoms.into_iter().collect(),
        all: false,
    }
}

/// All of the atoms hold.
pub fn all_atoms(atoms: impl IntoIterator<Item = Atom>) -> Clause {
    Clause {
        all: true,
        ..clause(atoms)
    }
}

/// If `a` holds, so does `b`.
pub fn implies(a: Atom, b: Atom) -> Clause {
    clause([!a, b])
}

/// The events that can make an atom false.
fn wakes_when_false(atoms: &[Atom]) -> impl Iterator<Item = Wake> + '_ {
    atoms.iter().map(|atom| {
        let on = match atom.op() {
            Op::Ge => On::Max,
            Op::Le => On::Min,
            Op::Eq => On::Domain,
            Op::Ne => On::Fix,
        };
        Wake::on(View::from(atom.var()), on)
    })
}

impl Constraint for Clause {
    fn name(&self) -> &'static str {
        if self.all { "all_atoms" } else { "clause" }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        atoms_term(self.name(), &self.atoms, name)
    }

    fn scope(&self) -> Vec<Var> {
        atom_vars(&self.atoms).collect()
    }

    fn last_var(&self) -> Var {
        atom_vars(&self.atoms).max().unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let mut truths = self.atoms.iter().map(|atom| atom.admits(at(atom.var())));
        if self.all {
            truths.all(|truth| truth)
        } else {
            truths.any(|truth| truth)
        }
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        check_atoms(self.name(), &self.atoms)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let atoms = Arc::clone(&self.atoms);
        let wakes = wakes_when_false(&self.atoms);
        if self.all {
            // Unguarded it runs once; under a guard it must notice an atom that becomes false.
            out.add(Cost::Binary, Conjunction { atoms }, wakes);
        } else {
            let watched = [0, atoms.len().saturating_sub(1)];
            let disjunction = Disjunction { atoms, watched };
            out.add_clause(Cost::Binary, disjunction, &self.atoms, wakes);
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Clause {
            atoms: self.atoms.iter().map(|&atom| !atom).collect(),
            all: !self.all,
        }))
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        if self.all {
            for &atom in &*self.atoms {
                let literals: Vec<Literal> = out.admitted(atom).collect();
                out.add_clause(&literals);
            }
        } else {
            let atoms = self.atoms.iter();
            let literals: Vec<Literal> = atoms.flat_map(|&atom| out.admitted(atom)).collect();
            out.add_clause(&literals);
        }
    }
}

/// Some atom holds.
#[derive(Debug)]
struct Disjunction {
    atoms: Arc<[Atom]>,
    /// Two atoms that were open in the last run: a cache, checked before use.
    watched: [usize; 2],
}

impl Propagator for Disjunction {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let atoms = &self.atoms;
        if atoms.len() > 1 {
            let [a, b] = self.watched.map(|i| atoms[i]);
            if store.holds(a) || store.holds(b) {
                return Ok(Status::Entailed);
            }
            if a.var() != b.var() && !store.is_false(a) && !store.is_false(b) {
                return Ok(Status::Active);
            }
        }
        let mut open: Option<usize> = None;
        let mut several = false;
        for (i, &atom) in atoms.iter().enumerate() {
            if store.is_false(atom) {
                continue;
            }
            if store.holds(atom) {
                return Ok(Status::Entailed);
            }
            match open {
                None => open = Some(i),
                Some(first) if atoms[first].var() != atom.var() => {
                    self.watched = [first, i];
                    return Ok(Status::Active);
                }
                Some(_) => several = true,
            }
        }
        let Some(last) = open else {
            return Err(store.fail(Tag(0)));
        };
        if !several {
            store.set(atoms[last], Tag(0))?;
            return Ok(Status::Entailed);
        }
        let var = atoms[last].var();
        let view = View::from(var);
        if store.size(view) > MAX_VALUES {
            return Ok(Status::Active);
        }
        store.retain(view, Tag(0), |value| {
            atoms
                .iter()
                .any(|atom| atom.var() == var && atom.admits(value))
        })?;
        Ok(Status::Entailed)
    }

    fn explain(&mut self, needed: Atom, _: Tag, _: &PastStore<'_>, why: &mut Reason) {
        for &atom in &*self.atoms {
            if !atom.implies(needed) {
                why.add(!atom);
            }
        }
    }
}

/// Every atom holds.
#[derive(Debug)]
struct Conjunction {
    atoms: Arc<[Atom]>,
}

impl Propagator for Conjunction {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        for &atom in &*self.atoms {
            store.set(atom, Tag(0))?;
        }
        Ok(Status::Entailed)
    }

    fn explain(&mut self, _: Atom, _: Tag, _: &PastStore<'_>, _: &mut Reason) {}
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::support::test_util::*;
    use gridwright_fd::Solver;

    /// One random atom per view.
    pub(crate) fn random_atoms(views: &[View], draws: &mut Draws) -> Vec<Atom> {
        views
            .iter()
            .map(|&view| {
                let value = draws.between(-2, 3);
                match draws.below(5) {
                    0 => view.at_least(value),
                    1 => view.at_most(value),
                    2 => view.is(value),
                    3 => view.is_not(value),
                    _ => !view.at_least(value),
                }
            })
            .collect()
    }

    #[test]
    fn laws() {
        Laws::new("clause", |x, draws| Some(clause(random_atoms(x, draws))))
            .arity(0..=4)
            .claims([DOMAIN; 3])
            .check();
        Laws::new("all_atoms", |x, draws| {
            Some(all_atoms(random_atoms(x, draws)))
        })
        .arity(0..=3)
        .claims([DOMAIN; 3])
        .check();
        Laws::new("implies", |x, draws| {
            let atoms = random_atoms(x, draws);
            Some(implies(atoms[0], atoms[1]))
        })
        .arity(2..=2)
        .claims([DOMAIN; 3])
        .check();
    }

    /// What unit propagation leaves of the domains, clause by clause until nothing changes; `None` on a conflict.
    fn unit_propagation(clauses: &[Vec<Atom>], domains: &[Vec<i32>]) -> Option<Vec<Vec<i32>>> {
        let mut left = domains.to_vec();
        loop {
            let before = left.clone();
            for atoms in clauses {
                let values = |atom: &Atom| left[atom.var().index() - 1].iter();
                let holds = |atom: &Atom| values(atom).all(|&value| atom.admits(value));
                let is_possible = |atom: &&Atom| values(atom).any(|&value| atom.admits(value));
                if atoms.iter().any(holds) {
                    continue;
                }
                let open: Vec<&Atom> = atoms.iter().filter(is_possible).collect();
                match open[..] {
                    [] => return None,
                    [&atom] => left[atom.var().index() - 1].retain(|&value| atom.admits(value)),
                    _ => {}
                }
            }
            if left == before {
                return Some(left);
            }
        }
    }

    fn domains_of(store: &Store, n_vars: usize) -> Vec<Vec<i32>> {
        let values = |i: usize| store.values(Var::at(i).view()).collect();
        (1..=n_vars).map(values).collect()
    }

    /// Clauses without a guard are propagated by the kernel, with two watched atoms each: through decisions, backtracking, and domains that are replaced.
    #[test]
    fn watched_atoms_propagate_like_whole_clauses() {
        let mut draws = Draws::new(8);
        for round in 0..400 {
            let mut model = Model::new();
            let ranges = [0..=1, 0..=1, 0..=1, 0..=1, -3..=2, 5..=40, -50..=50, 0..=9];
            let mut domains = ranges.map(Domain::from);
            domains[7] = Domain::from_ranges([0..=9, 9000..=9000]);
            let vars = domains.clone().map(|domain| model.int(domain));
            let domains = domains.map(|domain| domain.values().collect::<Vec<i32>>());
            let mut clauses = Vec::new();
            for _ in 0..draws.between(1, 14) {
                let mut scope = vars;
                draws.shuffle(&mut scope);
                let n = draws.between(1, 5) as usize;
                let atom = |&var: &Var| {
                    let value = *draws.pick(&[0, 0, 1, 1, 6, 7, -2, 30]);
                    *draws.pick(&[
                        Atom::ge(var, value),
                        Atom::le(var, value),
                        Atom::eq(var, value),
                        Atom::ne(var, value),
                    ])
                };
                let atoms: Vec<Atom> = scope[..n].iter().map(atom).collect();
                model.add(clause(atoms.iter().copied()));
                clauses.push(atoms);
            }
            let plain = setup(Consistency::Domain, false);
            let mut kernel = Kernel::new(&model, &plain);
            let expected = unit_propagation(&clauses, &domains);
            assert_eq!(kernel.propagate().is_ok(), expected.is_some(), "{round}");
            let Some(root) = expected else { continue };
            let mut levels = vec![root];
            for _ in 0..40 {
                if levels.len() > 1 && draws.one_in(4) {
                    levels.truncate(1 + draws.below(levels.len() - 1));
                    kernel.back_to(levels.len() - 1);
                }
                let now = levels[levels.len() - 1].clone();
                assert_eq!(domains_of(kernel.store(), vars.len()), now, "{round}");
                let open: Vec<usize> = (0..vars.len()).filter(|&i| now[i].len() > 1).collect();
                if open.is_empty() {
                    break;
                }
                let i = *draws.pick(&open);
                let value = *draws.pick(&now[i][1..]);
                let decision = match draws.below(4) {
                    0 => Atom::eq(vars[i], value),
                    1 => Atom::ne(vars[i], value),
                    2 => Atom::ge(vars[i], value),
                    _ => Atom::le(vars[i], value - 1),
                };
                let mut next = now;
                next[i].retain(|&value| decision.admits(value));
                let expected = unit_propagation(&clauses, &next);
                let outcome = kernel.decide(decision).and_then(|()| kernel.propagate());
                assert_eq!(outcome.is_ok(), expected.is_some(), "{round}");
                match expected {
                    Some(next) => levels.push(next),
                    None => kernel.back_to(levels.len() - 1),
                }
            }
            let mut solver = Solver::new(&model, &plain);
            for _ in 0..3 {
                let some = |values: &Vec<i32>| match draws.below(3) {
                    0 => vec![*draws.pick(values)],
                    1 => values[values.len() / 2..].to_vec(),
                    _ => values.clone(),
                };
                let narrower: Vec<Vec<i32>> = domains.iter().map(some).collect();
                let new = (vars.iter().zip(&narrower))
                    .map(|(&var, values)| (var, Domain::from_ascending(values)));
                let narrowed = model.with_domains(new).expect("they are not empty");
                assert!(solver.renew(&narrowed), "{round}");
                let left = solver.propagated(&[]);
                let left = left.map(|store| domains_of(&store, vars.len()));
                assert_eq!(left, unit_propagation(&clauses, &narrower), "{round}");
            }
        }
    }

    #[test]
    fn several_atoms_of_one_variable_keep_their_union() {
        let mut model = Model::new();
        let x = model.int(0..=9);
        let y = model.bool("y");
        model.add(clause([
            Atom::le(x, 1),
            Atom::eq(y, 1),
            Atom::eq(x, 4),
            Atom::ge(x, 8),
        ]));
        let domains = propagated(&model, Consistency::Value, &[Atom::eq(y, 0)], &[x]);
        assert_eq!(domains, Ok(vec![vec![0, 1, 4, 8, 9]]));
    }

    #[test]
    fn wide_domains_and_atoms_out_of_range() {
        let mut model = Model::new();
        let x = model.int(MIN_VALUE..=MAX_VALUE);
        model.add(clause([Atom::le(x, -5), Atom::ge(x, MAX_VALUE)]));
        let domains = propagated(&model, Consistency::Value, &[Atom::ge(x, 0)], &[x]);
        assert_eq!(domains, Ok(vec![vec![MAX_VALUE]]));
        assert!(model.post(clause([Atom::le(x, i32::MAX)])).is_err());
        assert!(model.post(all_atoms([Atom::ge(x, i32::MIN)])).is_err());
    }
}
