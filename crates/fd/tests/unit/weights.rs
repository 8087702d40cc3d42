//! The least constraining value, compared with weights that the tests compute themselves: with propagation, by a second
//! solver; without, by trying every value in every constraint.

use crate::support::*;
use gridwright_fd::*;

/// A decision, those in force before it, and the removals by forward checking until then.
struct Made {
    before: Vec<Atom>,
    removed: Vec<Atom>,
    atom: Atom,
}

fn decisions(model: &Model, search: &Search) -> Vec<Made> {
    let (mut path, mut removed, mut made) = (Vec::new(), vec![Vec::new()], Vec::new());
    let keep = |event: &Event<'_>| match event {
        Event::Decide { atom, depth, .. } => {
            path.truncate(depth - 1);
            removed.truncate(*depth);
            made.push(Made {
                before: path.clone(),
                removed: removed.concat(),
                atom: *atom,
            });
            path.push(*atom);
            removed.push(Vec::new());
        }
        Event::Prune { atom, .. } => removed.last_mut().expect("the root").push(*atom),
        _ => {}
    };
    let mut sink = OnEvent(Detail::Events, keep);
    let outcome = auto_solver(model, true).run(search, &[], &Limits::default(), &mut sink);
    assert_eq!(outcome.map(|outcome| outcome.end), Ok(End::Exhausted));
    made
}

fn over(model: &Model, inference: Inference) -> Search {
    let vars: Vec<Var> = model.all_vars().collect();
    let group = Group::new(vars, Select::FirstFail, Choice::LeastConstraining);
    Search {
        inference,
        ..Search::over(vec![group])
    }
}

/// The value of smallest weight; of several, the first. A value that fails has no weight and comes last.
fn lightest(weights: &[(i32, Option<u64>)]) -> i32 {
    let weight = |(_, weight): &&(i32, Option<u64>)| weight.unwrap_or(u64::MAX);
    weights.iter().min_by_key(weight).expect("a value").0
}

#[test]
fn a_decision_takes_the_least_constraining_value() {
    let (mut n_seen, mut n_not_smallest) = (0, 0);
    for seed in 0..400 {
        let model = random_model(seed);
        let mut other = auto_solver(&model, false);
        let left = |store: &Store, but: Var| -> u64 {
            let others = model.all_vars().filter(|var| *var != but);
            others.map(|var| u64::from(store.size(var.view()))).sum()
        };
        for made in decisions(&model, &over(&model, Inference::Full)) {
            // The other alternative excludes the value.
            if made.atom.op() != Op::Eq {
                continue;
            }
            let var = made.atom.var();
            let here = other.propagated(&made.before).expect("a node");
            let weights: Vec<(i32, Option<u64>)> = here
                .values(var.view())
                .map(|value| {
                    let mut path = made.before.clone();
                    path.push(Atom::eq(var, value));
                    let after = other.propagated(&path);
                    let weight = after.map(|after| left(&here, var) - left(&after, var));
                    (value, weight)
                })
                .collect();
            assert_eq!(
                made.atom.value(),
                lightest(&weights),
                "seed {seed}: {weights:?}"
            );
            n_seen += 1;
            n_not_smallest += u32::from(made.atom.value() != weights[0].0);
        }
    }
    assert!(n_seen > 500 && n_not_smallest > 100);
}

#[test]
fn without_propagation_weights_are_those_of_forward_checking() {
    let mut n_not_smallest = 0;
    for (seed, inference) in (0..300)
        .flat_map(|seed| [Inference::Check, Inference::Forward].map(|inference| (seed, inference)))
    {
        let model = random_model(seed);
        let mut tried: Vec<(Vec<Atom>, Vec<i32>)> = Vec::new();
        for made in decisions(&model, &over(&model, inference)) {
            let var = made.atom.var();
            let allowed = |at: Var, value: &i32| {
                let atoms = made.before.iter().chain(&made.removed);
                atoms
                    .filter(|atom| atom.var() == at)
                    .all(|atom| atom.admits(*value))
            };
            let domain = |at: Var| model.domain(at).values().filter(move |v| allowed(at, v));
            let decided = |at: Var| made.before.iter().find(|atom| atom.var() == at);
            let weight = |value: i32| {
                let mut total = 0;
                let holds = |constraint: &dyn Constraint, other: Option<(Var, i32)>| {
                    constraint.holds(&|at| match (other, decided(at)) {
                        _ if at == var => value,
                        (Some((open, value)), _) if open == at => value,
                        (_, Some(atom)) => atom.value(),
                        _ => 0,
                    })
                };
                let is_open = |at: Var| at != var && decided(at).is_none() && at != Var::ZERO;
                let touching = model.constraints().iter();
                let touching = touching.filter(|it| it.distinct_scope().contains(&var));
                let touching: Vec<_> = touching.collect();
                let full = touching.iter().filter(|it| {
                    let scope = it.distinct_scope();
                    !scope.into_iter().any(is_open)
                });
                if full.clone().any(|it| !holds(&***it, None)) {
                    return None;
                }
                for at in model.all_vars().filter(|&at| is_open(at)) {
                    let about = touching.iter().filter(|it| {
                        let scope = it.distinct_scope();
                        let open: Vec<Var> = scope.into_iter().filter(|&at| is_open(at)).collect();
                        open == [at]
                    });
                    let refused = |other: &i32| {
                        let mut about = about.clone();
                        about.any(|it| !holds(&***it, Some((at, *other))))
                    };
                    let n_refused = domain(at).filter(refused).count();
                    if n_refused == domain(at).count() {
                        return None;
                    }
                    total += n_refused as u64;
                }
                Some(total)
            };
            // Weights are computed when the variable is chosen, and values tried in that order.
            let mut all: Vec<i32> = domain(var).collect();
            all.sort_by_key(|&value| weight(value).unwrap_or(u64::MAX));
            n_not_smallest += u32::from(domain(var).next() != Some(all[0]));
            tried.retain(|(path, _)| made.before.starts_with(path));
            if tried.last().is_none_or(|(path, _)| *path != made.before) {
                tried.push((made.before.clone(), all));
            }
            let (_, order) = tried.last_mut().expect("it was just pushed");
            assert_eq!(
                made.atom.value(),
                order.remove(0),
                "seed {seed}, {inference}"
            );
        }
    }
    assert!(n_not_smallest > 100);
}

#[test]
fn wide_domains_are_sampled() {
    let mut model = Model::new();
    let vars = model.vars(["x", "y"], 0..=99_999).expect("a domain");
    let order = Before {
        x: vars[0].view(),
        y: vars[1].view(),
    };
    post(&mut model, order);
    let group = Group::new(vars, Select::InputOrder, Choice::LeastConstraining);
    let mut solver = auto_solver(&model, false);
    let one = Limits::default().solution_limit(1);
    let (outcome, all) = solve_within(&mut solver, &Search::over(vec![group]), &[], &one);
    // The smallest x removes nothing from y; all values of y weigh the same.
    assert_eq!(all.0, [vec![0, 1]]);
    assert!(outcome.stats.propagations < 10_000);
}
