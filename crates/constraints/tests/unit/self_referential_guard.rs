//! A reified constraint may contain the variable of its own guard; run speculatively it may even make the guard true.

use gridwright_constraints::count_eq;
use gridwright_fd::*;
use gridwright_testing::BuildModel;
use gridwright_testing::search::all_solutions;

#[test]
fn a_speculative_run_that_makes_its_own_guard_true_adds_no_reason() {
    let mut model = Model::new();
    let x = model.int([-2, -1, 1, 3, 4]);
    let (a, b) = (model.bool("a"), model.bool("b"));
    let ones = [a.view(), b.view(), View::constant(1)];
    let n = x.view().plus(1).expect("small numbers");
    let reified = iff(Atom::ge(x, 0), count_eq(ones, 1, n));
    model.add(reified);
    model
        .set_keys(vec![a, b, x])
        .expect("the model's own variables");
    for order in [Order::Given, Order::Free] {
        let search = Search {
            groups: vec![Group::new([b], Select::Largest, Choice::Min)],
            learning: Some(Learning { order }),
            ..Search::new()
        };
        let found = all_solutions(&model, Consistency::Domain, &search);
        assert_eq!(found.len(), 10);
    }
}
