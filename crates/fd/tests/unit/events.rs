//! The events of a run depend on its arguments alone: a second run reports and counts the same as the first.

use crate::support::{OnEvent, auto_solver, post, relation};
use gridwright_fd::*;

/// `x = 2`, `x + y >= 4`, `y != z`; optionally `y` is maximised.
fn model(objective: bool) -> Model {
    let mut model = Model::new();
    let vars = model.vars(["x", "y", "z"], 0..=5).expect("a domain");
    let (x, y, z) = (vars[0], vars[1], vars[2]);
    post(&mut model, relation(&[x], |v| v[0] == 2));
    post(&mut model, relation(&[x, y], |v| v[0] + v[1] >= 4));
    post(&mut model, relation(&[y, z], |v| v[0] != v[1]));
    if objective {
        let objective = Objective::Maximise(y.view());
        model.set_objective(objective).expect("fits");
    }
    model
}

fn events(solver: &mut Solver, search: &Search) -> Vec<String> {
    let mut texts = Vec::new();
    let keep = |event: &Event<'_>| texts.push(format!("{event:?}"));
    let mut sink = OnEvent(Detail::Reasons, keep);
    let outcome = solver.run(search, &[], &Limits::default(), &mut sink);
    assert_eq!(outcome.map(|outcome| outcome.end), Ok(End::Exhausted));
    texts
}

#[test]
fn a_second_run_reports_the_same_events() {
    let mut solver = auto_solver(&model(false), true);
    let select = Select::DomWDeg;
    let vars: Vec<Var> = (1..=3).map(Var::at).collect();
    let search = Search::over(vec![Group::new(vars, select, Choice::Min)]);
    let first = events(&mut solver, &search);
    assert!(first.iter().any(|event| event.contains("Prune")));
    assert_eq!(events(&mut solver, &search), first);
}

#[test]
fn the_bound_on_the_objective_is_reported_as_a_nogood() {
    // In limited discrepancy search the first backtrack is to a node near the root, where the bound removes values.
    let vars: Vec<Var> = [3, 2].map(Var::at).to_vec();
    let plain = Search {
        method: Method::LimitedDiscrepancy,
        ..Search::over(vec![Group::new(vars, Select::InputOrder, Choice::Min)])
    };
    for search in [plain, Search::new().learning()] {
        let mut solver = auto_solver(&model(true), true);
        let found = events(&mut solver, &search);
        let is_bound = |event: &String| event.contains("Prune") && event.contains("Nogood");
        assert!(found.iter().any(is_bound), "{found:#?}");
    }
}
