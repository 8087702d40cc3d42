//! Answers by keys and search orders: no search loses or repeats an answer.

use std::sync::LazyLock;

use crate::support::*;
use gridwright_fd::*;

fn project(found: &[i32], keys: &[Var]) -> Vec<i32> {
    keys.iter().map(|key| found[key.index() - 1]).collect()
}

/// A random search that enumerates.
fn random_search(vars: &[Var], rng: &mut Rng) -> Search {
    let mut vars = vars.to_vec();
    rng.shuffle(&mut vars);
    let split = rng.below(vars.len() + 1);
    let mut group = |vars: &[Var]| {
        let select = rng.pick(Select::NAMES).1;
        let choice = rng.pick(Choice::NAMES).1;
        Group::new(vars, select, choice)
    };
    let groups = vec![group(&vars[..split]), group(&vars[split..])];
    let plain = Search {
        seed: rng.bits(),
        ..Search::over(groups)
    };
    match rng.below(5) {
        0 => Search {
            method: Method::LimitedDiscrepancy,
            ..plain
        },
        1 => Search {
            inference: Inference::Check,
            ..plain
        },
        2 => Search {
            inference: Inference::Forward,
            ..plain
        },
        3 => Search {
            learning: Some(Learning {
                order: Order::Given,
            }),
            ..plain
        },
        _ => plain,
    }
}

#[test]
fn every_search_finds_every_answer_once() {
    for seed in 0..300 {
        let mut model = random_model(seed);
        let mut rng = Rng::new(seed);
        let everything = brute_force(&model);
        let vars: Vec<Var> = model.all_vars().collect();
        let mut keys = vars.clone();
        if rng.one_in(2) {
            rng.shuffle(&mut keys);
            keys.truncate(rng.below(keys.len() + 1));
            model.set_keys(keys.clone()).expect("its own variables");
        }
        let mut solver = auto_solver(&model, true);
        for _ in 0..6 {
            let search = random_search(&vars, &mut rng);
            let assumption = random_atom(&model, &mut rng);
            let mut expected: Vec<Vec<i32>> = everything
                .iter()
                .filter(|found| admits(found, assumption))
                .map(|found| project(found, &keys))
                .collect();
            expected.sort();
            expected.dedup();
            let (outcome, all) = solve(&mut solver, &search, &[assumption]);
            assert_eq!(outcome.end, End::Exhausted);
            assert_eq!(outcome.stats.solutions, all.0.len() as u64);
            assert!(all.0.iter().all(|found| everything.contains(found)));
            let mut found: Vec<Vec<i32>> = all.0.iter().map(|f| project(f, &keys)).collect();
            found.sort();
            assert_eq!(found, expected, "seed {seed}, {search:?}");
        }
    }
}

#[test]
fn limited_discrepancy_finds_the_best_although_bounds_change_the_tree() {
    for seed in 0..300 {
        let mut model = random_model(seed);
        let mut rng = Rng::new(seed);
        let vars: Vec<Var> = model.all_vars().collect();
        let cost = *rng.pick(&vars);
        let objective = Objective::Minimise(cost.view());
        model.set_objective(objective).expect("fits");
        let costs = brute_force(&model);
        let best = costs.iter().map(|found| found[cost.index() - 1]).min();
        let search = Search {
            method: Method::LimitedDiscrepancy,
            inference: Inference::Full,
            learning: None,
            ..random_search(&vars, &mut rng)
        };
        let mut solver = auto_solver(&model, false);
        let (outcome, all) = solve(&mut solver, &search, &[]);
        assert_eq!(outcome.end, End::Exhausted);
        let last = all.0.last().map(|found| found[cost.index() - 1]);
        assert_eq!(last, best, "seed {seed}");
    }
}

static NO_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

fn pausable<'s>(solver: &'s mut Solver, search: &Search) -> PausableSearch<'s> {
    let paused = solver.pausable(search, &[], &NO_LIMITS);
    paused.expect("a valid search")
}

#[test]
fn a_dropped_search_leaves_the_solver_unchanged() {
    for seed in 0..60 {
        let model = random_model(seed);
        let expected = brute_force(&model);
        let mut solver = auto_solver(&model, true);
        let search = Search::new();
        for left_at in 0..4 {
            let paused = pausable(&mut solver, &search);
            let some = paused.take(left_at).count();
            assert_eq!(some, left_at.min(expected.len()), "seed {seed}");
            let (_, all) = solve(&mut solver, &learning(Order::Free), &[]);
            assert_eq!(all.sorted(), expected, "seed {seed}");
        }
    }
}

/// A paused search finds the same solutions in the same order at the same cost; with an objective, also with external
/// bounds.
#[test]
fn a_paused_search_resumes_where_it_was() {
    let mut n_pauses = 0;
    for seed in 0..300 {
        let mut model = random_model(seed);
        let mut rng = Rng::new(seed);
        let vars: Vec<Var> = model.all_vars().collect();
        let cost = *rng.pick(&vars);
        let has_objective = rng.one_in(2);
        if has_objective {
            let objective = Objective::Minimise(cost.view());
            model.set_objective(objective).expect("fits");
        } else if rng.one_in(2) {
            model.set_keys(vec![cost]).expect("a variable of it");
        }
        let search = Search {
            method: Method::DepthFirst,
            inference: Inference::Full,
            learning: None,
            restart: Restart::Never,
            ..random_search(&vars, &mut rng)
        };
        let mut solver = auto_solver(&model, false);
        let mut whole = pausable(&mut solver, &search);
        let expected: Vec<_> = whole.by_ref().collect();
        let (end, stats) = (whole.end(), whole.stats().clone());
        drop(whole);
        let limits = Limits {
            progress: Some(Progress::new()),
            ..Limits::default()
        };
        let reported = || limits.progress.as_ref().expect("counters").counts().nodes;
        // Root propagation by the first search must not affect the second.
        let mut solver = auto_solver(&model, false);
        let parts = solver.pausable(&search, &[], &limits);
        let mut parts = parts.expect("a valid search");
        let mut found = Vec::new();
        let ended = loop {
            match parts.step(1) {
                Step::Found(solution) => found.push(solution),
                Step::Paused => n_pauses += 1,
                Step::Ended(ended) => break ended,
            }
        };
        assert_eq!((Some(ended), &found), (end, &expected), "seed {seed}");
        let counts = |stats: &Stats| (stats.nodes, stats.failures, stats.backtracks);
        assert_eq!(counts(parts.stats()), counts(&stats), "seed {seed}");
        assert_eq!(reported(), stats.nodes, "seed {seed}");
        drop(parts);
        // No solution costs less than the best.
        if let (true, Some(best)) = (has_objective, expected.last()) {
            let mut none = pausable(&mut solver, &search);
            none.below(best.value(cost.view()));
            assert_eq!(none.count(), 0, "seed {seed}");
        }
    }
    assert!(n_pauses > 300, "{n_pauses}");
}

/// The number of backtracks that ECLiPSe counts when `n` free variables of two values are enumerated: every solution
/// but the first takes one, and so does the end.
#[test]
fn backtracks_are_counted_as_eclipse_counts_them() {
    let mut model = Model::new();
    let x = vars(&mut model, 4, 0..=1);
    for choice in [Choice::Indomain, Choice::Min, Choice::Max, Choice::Split] {
        let search = Search::over(vec![Group::new(x.clone(), Select::InputOrder, choice)]);
        let mut solver = auto_solver(&model, false);
        let (outcome, _) = solve(&mut solver, &search, &[]);
        assert_eq!(outcome.stats.backtracks, 16, "{choice}");
    }
    // A value that fails at once is not counted.
    post(&mut model, relation(&x[..2], |v| v[0] == 1 && v[1] == 1));
    let search = Search::over(vec![Group::new(x, Select::InputOrder, Choice::Indomain)]);
    let mut solver = auto_solver(&model, false);
    let one = Limits::default().solution_limit(1);
    let (outcome, _) = solve_within(&mut solver, &search, &[], &one);
    // Propagation excludes x0 = 0 at the root, so nothing is undone.
    assert_eq!(outcome.stats.backtracks, 0);
}
