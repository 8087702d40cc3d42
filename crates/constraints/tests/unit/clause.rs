//! Laws and examples of `clause`.

use crate::util::*;

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
