//! The n-queens problem: known numbers of solutions with every kind of search.

use gridwright_constraints::not_equal;
use gridwright_fd::*;
use gridwright_testing::BuildModel;
use gridwright_testing::search::all_solutions;

fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let q = model.ints(n as usize, 1..=n);
    for i in 0..n as usize {
        for j in i + 1..n as usize {
            let gap = (j - i) as i32;
            model.add(not_equal(q[i], q[j]));
            model.add(not_equal(q[i], q[j].view().plus(gap).expect("fits")));
            model.add(not_equal(q[i], q[j].view().plus(-gap).expect("fits")));
        }
    }
    model
}

fn count(n: i32, search: &Search) -> usize {
    all_solutions(&queens(n), Consistency::Domain, search).len()
}

#[test]
fn every_selection_and_choice_finds_all() {
    for (name, select) in Select::NAMES {
        for (choice_name, choice) in Choice::NAMES {
            let search = Search::over(vec![Group::new(
                (1..=6).map(Var::at).collect::<Vec<_>>(),
                *select,
                *choice,
            )]);
            assert_eq!(count(6, &search), 4, "{name} {choice_name}");
        }
    }
}

#[test]
fn every_method_finds_all() {
    for method in [Method::DepthFirst, Method::LimitedDiscrepancy] {
        let search = Search {
            method,
            ..Search::new()
        };
        assert_eq!(count(8, &search), 92, "{method:?}");
    }
    assert_eq!(count(8, &Search::new().learning()), 92);
    for inference in [Inference::Check, Inference::Forward, Inference::Full] {
        let search = Search {
            inference,
            ..Search::new()
        };
        assert_eq!(count(7, &search), 40, "{inference:?}");
    }
}
