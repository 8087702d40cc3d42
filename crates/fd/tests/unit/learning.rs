//! Learning on random models: limits, assumptions, cores, keys, objectives and many runs on one solver.

use crate::support::*;
use gridwright_fd::*;

const ORDERS: [Order; 3] = [Order::Free, Order::Given, Order::Alternate];
const REPRS: [DomainRepr; 3] = [DomainRepr::Auto, DomainRepr::Slab, DomainRepr::Sparse];

fn solver(model: &Model, seed: u64) -> Solver {
    Solver::new(model, &setup(true, REPRS[seed as usize % 3]))
}

#[test]
fn runs_after_a_limit_are_correct() {
    for seed in 0..300 {
        let model = random_model(seed);
        let expected = brute_force(&model);
        for order in ORDERS {
            let search = learning(order);
            let mut solver = solver(&model, seed);
            for limit in 0..6 {
                let failures = Limits::default().failure_limit(limit);
                let nodes = Limits::default().node_limit(limit + 1);
                for limits in [failures, nodes] {
                    solve_within(&mut solver, &search, &[], &limits);
                }
            }
            let plain = Search::new();
            for search in [&plain, &search] {
                let (outcome, all) = solve(&mut solver, search, &[]);
                assert_eq!(outcome.end, End::Exhausted, "seed {seed}");
                assert_eq!(all.sorted(), expected, "seed {seed}, {order:?}");
            }
        }
    }
}

#[test]
fn assumptions_of_every_kind_on_one_solver() {
    for seed in 0..300 {
        let model = random_model(seed);
        let everything = brute_force(&model);
        let mut rng = Rng::new(seed);
        let mut solver = solver(&model, seed);
        for round in 0..12 {
            let mut assumptions: Vec<Atom> = (0..rng.below(5))
                .map(|_| random_atom(&model, &mut rng))
                .collect();
            if let Some(&first) = assumptions.first() {
                match rng.below(4) {
                    0 => assumptions.push(first),
                    1 => assumptions.push(!first),
                    _ => {}
                }
            }
            let under = |atoms: &[Atom]| -> Vec<Vec<i32>> {
                let fits = |found: &&Vec<i32>| atoms.iter().all(|&atom| admits(found, atom));
                everything.iter().filter(fits).cloned().collect()
            };
            let search = if rng.one_in(3) {
                Search::new()
            } else {
                learning(*rng.pick(&ORDERS))
            };
            let (outcome, all) = solve(&mut solver, &search, &assumptions);
            let what = format!("seed {seed}, round {round}, {assumptions:?}");
            assert_eq!(all.sorted(), under(&assumptions), "{what}");
            if let Some(core) = outcome.core {
                assert!(under(&core).is_empty(), "{what}: core {core:?}");
                assert!(core.iter().all(|atom| assumptions.contains(atom)), "{what}");
            } else if search.learning.is_some() {
                assert!(outcome.stats.solutions > 0, "{what}");
            }
        }
    }
}

#[test]
fn answers_by_keys_are_reported_once() {
    for seed in 0..200 {
        let mut model = random_model(seed);
        let mut rng = Rng::new(seed);
        let keys: Vec<Var> = model.all_vars().filter(|_| rng.one_in(2)).collect();
        let answer = |found: &Vec<i32>| -> Vec<i32> {
            keys.iter().map(|key| found[key.index() - 1]).collect()
        };
        let mut expected: Vec<Vec<i32>> = brute_force(&model).iter().map(answer).collect();
        expected.sort();
        expected.dedup();
        model.set_keys(keys.clone()).expect("its own variables");
        let mut solver = solver(&model, seed);
        for order in ORDERS {
            let (_, all) = solve(&mut solver, &learning(order), &[]);
            let mut found: Vec<Vec<i32>> = all.0.iter().map(answer).collect();
            found.sort();
            assert_eq!(found, expected, "seed {seed}, {order:?}");
        }
    }
}

#[test]
fn the_best_is_found_again_in_every_run() {
    for seed in 0..200 {
        let mut model = random_model(seed);
        let everything = brute_force(&model);
        let mut rng = Rng::new(seed);
        let view = Var::at(rng.between(1, model.n_vars() as i32 - 1) as usize)
            .view()
            .times(*rng.pick(&[1, 2, -3]))
            .expect("fits");
        let objective = match rng.one_in(2) {
            true => Objective::Minimise(view),
            false => Objective::Maximise(view),
        };
        model.set_objective(objective).expect("fits");
        let mut solver = solver(&model, seed);
        for round in 0..6 {
            let assumption = random_atom(&model, &mut rng);
            let cost = |found: &Vec<i32>| view.of(found[view.var.index() - 1]);
            let admitted = everything.iter().filter(|found| admits(found, assumption));
            let costs = admitted.map(cost);
            let best = match model.objective() {
                Some(Objective::Minimise(_)) => costs.min(),
                _ => costs.max(),
            };
            let search = match round {
                0 | 3 => learning(Order::Free),
                1 | 4 => learning(Order::Given),
                2 => Search::new(),
                _ => Search {
                    restart: Restart::Luby { unit: 1 },
                    ..Search::new()
                },
            };
            let (outcome, all) = solve(&mut solver, &search, &[assumption]);
            assert_eq!(outcome.end, End::Exhausted);
            assert_eq!(
                all.0.last().map(cost),
                best,
                "seed {seed}, round {round}, {assumption:?}"
            );
        }
    }
}

#[test]
fn events_of_learning_mention_only_model_variables() {
    for seed in 0..100 {
        let model = random_model(seed);
        let n_vars = model.n_vars();
        let mut solver = solver(&model, seed);
        let mut rng = Rng::new(seed);
        for order in ORDERS {
            let assumption = random_atom(&model, &mut rng);
            let mut current = 0;
            let mut check = |event: &Event<'_>| {
                let known = |atom: &Atom| assert!(atom.var().index() < n_vars, "{event:?}");
                match event {
                    Event::Prune { atom, why, .. } => {
                        known(atom);
                        why.iter().for_each(known);
                    }
                    Event::Fail { why, .. } => why.iter().for_each(known),
                    Event::Decide { atom, depth, .. } => {
                        known(atom);
                        assert_eq!(*depth, current + 1, "{event:?}");
                        current = *depth;
                    }
                    Event::Backtrack { depth } => {
                        assert!(*depth <= current, "{event:?}");
                        current = *depth;
                    }
                    _ => {}
                }
            };
            let (search, limits) = (learning(order), Limits::default());
            let mut sink = OnEvent(Detail::Reasons, &mut check);
            let outcome = solver.run(&search, &[assumption], &limits, &mut sink);
            outcome.expect("a valid search");
        }
    }
}

#[test]
fn memory_does_not_grow_with_the_number_of_runs() {
    let mut model = Model::new();
    let x = vars(&mut model, 6, 0..=3);
    for pair in x.windows(2) {
        post(&mut model, relation(pair, |v| v[0] != v[1]));
    }
    let mut solver = auto_solver(&model, true);
    let search = learning(Order::Free);
    let two = Limits::default().solution_limit(2);
    let mut memory = Vec::new();
    for run in 0..3000 {
        let assumption = Atom::eq(x[run % 6], run as i32 % 4);
        let all = Limits::default();
        let limits = if run % 50 == 0 { &all } else { &two };
        let (outcome, _) = solve_within(&mut solver, &search, &[assumption], limits);
        memory.push(outcome.stats.memory);
    }
    let (early, late) = (memory[600], memory[2999]);
    assert!(late <= 2 * early, "{early} bytes, later {late}");
}
