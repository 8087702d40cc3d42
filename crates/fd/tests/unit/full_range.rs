//! Variables over the whole range of values: nothing may iterate over billions of values.

use crate::support::*;
use gridwright_fd::*;

type MakeObjective = fn(Var, Var) -> Objective;

/// `x < y` over the full range, with an optional objective.
fn full_model(objective: Option<MakeObjective>) -> Model {
    let mut model = Model::new();
    let x = model.var("x", MIN_VALUE..=MAX_VALUE).expect("a domain");
    let y = model.var("y", MIN_VALUE..=MAX_VALUE).expect("a domain");
    let order = Before {
        x: x.view(),
        y: y.view(),
    };
    post(&mut model, order);
    if let Some(objective) = objective {
        model.set_objective(objective(x, y)).expect("fits");
    }
    model
}

#[test]
fn every_choice_finds_a_first_solution_in_the_full_range_at_once() {
    let model = full_model(None);
    for (name, choice) in Choice::NAMES {
        for order in [None, Some(Order::Given), Some(Order::Free)] {
            let vars: Vec<Var> = model.all_vars().collect();
            let search = Search {
                learning: order.map(|order| Learning { order }),
                ..Search::over(vec![Group::new(vars, Select::InputOrder, *choice)])
            };
            let mut solver = auto_solver(&model, true);
            let limits = Limits::default().solution_limit(2).node_limit(1000);
            // These choices step through the domain value by value.
            if matches!(choice, Choice::OutMin | Choice::OutMax) {
                continue;
            }
            let (_, all) = solve_within(&mut solver, &search, &[], &limits);
            assert_eq!(all.0.len(), 2, "{name}");
            assert!(all.0.iter().all(|found| found[0] < found[1]));
        }
    }
}

#[test]
fn the_best_of_the_full_range_is_at_its_end() {
    let cases: [(MakeObjective, i32); 4] = [
        (|x, _| Objective::Minimise(x.view()), MIN_VALUE),
        (|_, y| Objective::Minimise(y.view()), MIN_VALUE + 1),
        (|x, _| Objective::Maximise(x.view()), MAX_VALUE - 1),
        (
            |_, y| Objective::Maximise(y.view().times(-1).expect("fits")),
            MAX_VALUE - 1,
        ),
    ];
    for (objective, best) in cases {
        let model = full_model(Some(objective));
        let view = model.objective().expect("it was set").view();
        for (order, choice) in [
            (None, Choice::Split),
            (None, Choice::ReverseSplit),
            (Some(Order::Free), Choice::Min),
            (Some(Order::Given), Choice::Bisect),
            (Some(Order::Given), Choice::BisectDown),
        ] {
            let vars: Vec<Var> = model.all_vars().collect();
            let search = Search {
                learning: order.map(|order| Learning { order }),
                ..Search::over(vec![Group::new(vars, Select::InputOrder, choice)])
            };
            let mut solver = auto_solver(&model, true);
            // The bounds of the first run must not affect the second.
            for _ in 0..2 {
                let limits = Limits::default().solution_limit(200).node_limit(100_000);
                let (outcome, all) = solve_within(&mut solver, &search, &[], &limits);
                let cost = |found: &Vec<i32>| view.of(found[view.var.index() - 1]);
                let costs: Vec<i32> = all.0.iter().map(cost).collect();
                if outcome.end == End::Exhausted {
                    assert_eq!(costs.last(), Some(&best), "{choice}");
                }
                let minimise = matches!(model.objective(), Some(Objective::Minimise(_)));
                assert!(costs.windows(2).all(|w| (w[1] < w[0]) == minimise));
            }
        }
    }
}
