//! Tests each rule of the tables on a model to which it applies.

use super::*;
use gridwright_constraints::{
    EmptySubgraph, Graph, all_different, connected_nodes, hamiltonian_path, linear_le, not_equal,
};
use gridwright_fd::{Atom, Constraint, half_reified};

fn ints(n: usize, max: i32) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let names = (0..n).map(|i| format!("x{i}"));
    let vars = model.vars(names, 1..=max).expect("a domain");
    (model, vars)
}

fn post(model: &mut Model, constraint: impl Constraint + 'static) {
    model.post(constraint).expect("small values");
}

fn list(schedule: Schedule) -> Vec<Stage> {
    std::iter::once(schedule.first)
        .chain(schedule.second)
        .collect()
}

fn stages(model: &Model, goal: Goal) -> Vec<Stage> {
    list(schedule(
        &ModelFeatures::new(model),
        &RunOptions::new(),
        goal,
    ))
}

#[test]
fn named() {
    let (model, _) = ints(100, 9);
    let features = ModelFeatures::new(&model);
    let under = |options: RunOptions, goal: Goal| list(schedule(&features, &options, goal));
    let options = RunOptions::new().engine(ModelEngine::Learn);
    assert_eq!(under(options, Goal::All), [LEARN]);
    let options = RunOptions::new().search(Search::new().learning());
    assert_eq!(under(options, Goal::All), [LEARN]);
    let options = RunOptions::new().search(Search::new());
    assert_eq!(under(options, Goal::UpTo(1)), [FD]);
}

#[test]
fn all() {
    let (model, _) = ints(500, 2);
    assert_eq!(stages(&model, Goal::All), [FD]);
}

#[test]
fn small() {
    let (model, _) = ints(16, 2);
    assert_eq!(stages(&model, Goal::UpTo(1)), [FD]);
    assert_eq!(stages(&model, Goal::Best), [FD]);
}

#[test]
fn graph() {
    let (mut model, _) = ints(20, 9);
    let nodes: Vec<Var> = (0..4).map(|i| model.bool(format!("b{i}"))).collect();
    let graph = Graph::new(4, [(0, 1), (1, 2), (2, 3)]).expect("a graph");
    post(
        &mut model,
        connected_nodes(&graph, nodes, EmptySubgraph::Allowed),
    );
    assert_eq!(stages(&model, Goal::UpTo(2)), [LEARN]);
}

#[test]
fn path() {
    let (mut model, x) = ints(20, 20);
    let graph = Graph::new(20, (1..20).map(|i| (i - 1, i))).expect("a graph");
    post(&mut model, hamiltonian_path(&graph, &x));
    let expected = [FD.up_to(PATH_FAILURES), SAT];
    assert_eq!(stages(&model, Goal::UpTo(2)), expected);
    assert_eq!(stages(&model, Goal::All), [FD]);
    assert_eq!(stages(&model, Goal::Best), [LEARN]);
}

#[test]
fn cnf() {
    let (model, _) = ints(100, 2);
    let expected = [LEARN.up_to(LEARN_FAILURES), SAT];
    assert_eq!(stages(&model, Goal::UpTo(1)), expected);
    let (mut model, x) = ints(100, 9);
    for pair in x.chunks(2) {
        let apart = not_equal(pair[0], pair[1]);
        post(&mut model, half_reified(Atom::ge(pair[0], 5), apart));
    }
    assert_eq!(stages(&model, Goal::UpTo(1)), expected);
    let few = linear_le([(1, x[0]), (1, x[1])], 9);
    post(&mut model, half_reified(Atom::ge(x[2], 5), few));
    assert_eq!(stages(&model, Goal::UpTo(1)), [LEARN]);
}

#[test]
fn best() {
    let (model, _) = ints(20, 9);
    assert_eq!(stages(&model, Goal::Best), [LEARN]);
}

#[test]
fn sums() {
    let (mut model, x) = ints(16, 16);
    post(&mut model, all_different(&x));
    for line in x.chunks(4) {
        let terms = line.iter().map(|&var| (1, var));
        post(&mut model, linear_le(terms, 34));
    }
    let expected = [FD.random().up_to(RANDOM_FAILURES), LEARN];
    assert_eq!(stages(&model, Goal::UpTo(1)), expected);
    assert_eq!(stages(&model, Goal::All), [FD]);
    let features = ModelFeatures::new(&model);
    assert_eq!(
        default_consistency(&features).of("all_different"),
        Consistency::Value
    );
    let plain = search(&model, &features);
    assert_eq!(plain.groups[0].select, Select::MostConstrained);
    assert_eq!(random_search(&plain).groups[0].choice, Choice::Random);
}

#[test]
fn try_sat_large_and_learn() {
    let (mut model, x) = ints(81, 9);
    let expected = [FD.up_to(TRY_FAILURES_BEFORE_SAT), SAT];
    assert_eq!(stages(&model, Goal::UpTo(2)), expected);
    let terms = x.iter().map(|&var| (1, var));
    post(&mut model, linear_le(terms, 500));
    let expected = [FD.up_to(TRY_FAILURES), LEARN];
    assert_eq!(stages(&model, Goal::UpTo(2)), expected);
    let (mut model, x) = ints(LARGE, 9);
    post(&mut model, all_different(&x[..9]));
    let expected = [FD.up_to(TRY_FAILURES_BEFORE_SAT), SAT];
    assert_eq!(stages(&model, Goal::UpTo(2)), expected);
    let terms = x.iter().map(|&var| (1, var));
    post(&mut model, linear_le(terms, 500));
    let expected = [FD.up_to(TRY_FAILURES_OF_LARGE), LEARN];
    assert_eq!(stages(&model, Goal::UpTo(2)), expected);
}

#[test]
fn consistency_of_all_different() {
    for (n, max, level) in [
        (5, 64, Consistency::Domain),
        (100, 100, Consistency::Domain),
        (5, 100, Consistency::Bounds),
    ] {
        let (mut model, x) = ints(n, max);
        post(&mut model, all_different(x));
        let chosen = default_consistency(&ModelFeatures::new(&model));
        assert_eq!(chosen.of("all_different"), level, "{n} over 1..{max}");
    }
}

#[test]
fn consistency_of_sums_and_the_rest() {
    let (mut model, x) = ints(3, 9);
    let terms = x.iter().map(|&var| (1, var));
    post(&mut model, linear_le(terms, 9));
    let chosen = default_consistency(&ModelFeatures::new(&model));
    assert_eq!(chosen.of("linear"), Consistency::Bounds);
    assert_eq!(chosen.of("table"), Consistency::Domain);
    let (model, _) = ints(3, 5_000);
    let chosen = default_consistency(&ModelFeatures::new(&model));
    assert_eq!(chosen.of("table"), Consistency::Bounds);
}

#[test]
fn keys_numbers_weights_and_sizes() {
    let of = |n: usize, max: i32| {
        let (mut model, x) = ints(n, max);
        model.set_keys(vec![x[n - 1]]).expect("a variable");
        let mut groups = search(&model, &ModelFeatures::new(&model)).groups;
        assert_eq!(groups[0].vars, [x[n - 1]]);
        let all = groups.pop().expect("two groups");
        assert_eq!(all.vars.len(), n);
        (all.select, all.choice)
    };
    assert_eq!(of(5, 9), (Select::FirstFail, Choice::Min));
    assert_eq!(of(200, 9), (Select::DomWDeg, Choice::Min));
    assert_eq!(of(5, 300), (Select::FirstFail, Choice::Split));
}

#[test]
fn a_late_sat_stage_becomes_learning() {
    for (first, second, expected) in [
        (FD.up_to(3), Some(SAT), vec![FD.up_to(3), LEARN]),
        (LEARN.up_to(10), Some(SAT), vec![LEARN]),
        (FD.up_to(500), Some(LEARN), vec![FD.up_to(500), LEARN]),
        (SAT, None, vec![SAT]),
        (FD, None, vec![FD]),
    ] {
        let schedule = Schedule { first, second };
        assert_eq!(list(schedule.without_late_sat()), expected);
    }
}
