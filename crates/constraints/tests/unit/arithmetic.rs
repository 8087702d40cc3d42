//! Arithmetic constraints together: random models compared with brute force for every kind of search, and puzzles with known
//! answers.

use std::sync::Arc;

use gridwright_constraints::*;
use gridwright_fd::*;
use gridwright_testing::BuildModel;
use gridwright_testing::search::all_solutions;
use gridwright_testing::{Draws, check};

/// Solves at every consistency level, with plain and with learning search; all must agree.
fn solve_every_way(model: &Model, context: &str) -> Vec<Vec<i32>> {
    let expected = all_solutions(model, Consistency::Bounds, &Search::new());
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        for search in [Search::new(), Search::new().learning()] {
            let found = all_solutions(model, level, &search);
            assert_eq!(found, expected, "{context}, {level:?}, {search:?}");
        }
    }
    expected
}

fn random_constraint(x: &[Var], bools: &[Var], draws: &mut Draws) -> Arc<dyn Constraint> {
    let pick = |draws: &mut Draws| {
        let view = draws.pick(x).view();
        match draws.below(4) {
            0 => view.times(-1).expect("small"),
            1 => view.plus(draws.between(-2, 2)).expect("small"),
            _ => view,
        }
    };
    let mut terms = || -> Vec<(i32, View)> {
        let n = draws.between(1, 4);
        (0..n)
            .map(|_| (draws.between(-3, 3), pick(draws)))
            .collect()
    };
    let terms = terms();
    let (a, b, c) = (pick(draws), pick(draws), pick(draws));
    let constant = draws.between(-5, 8);
    match draws.below(14) {
        0 => Arc::new(equal(a, b)),
        1 | 2 => Arc::new(linear_eq(terms, constant)),
        3 => Arc::new(linear_ne(terms, constant)),
        4 | 5 => Arc::new(linear_le(terms, constant)),
        6 => Arc::new(absolute(a, b)),
        7 => Arc::new(minimum([a, b], c)),
        8 => Arc::new(maximum([a, b], c)),
        9 => Arc::new(times(a, b, c)),
        10 => Arc::new(division(a, b, c)),
        11 => Arc::new(modulo(a, b, c)),
        12 => Arc::new(bool_sum_eq(bools, a)),
        _ => Arc::new(bool_sum_ge(bools, a)),
    }
}

#[test]
fn random_models_have_the_solutions_of_brute_force() {
    check(300, |draws| {
        let mut model = Model::new();
        let x: Vec<Var> = (0..3)
            .map(|_| {
                let min = draws.between(-4, 0);
                let max = min + draws.between(1, 6);
                model.int(min..=max)
            })
            .collect();
        let bools: Vec<Var> = model.ints(3, 0..=1);
        for &bool in &bools {
            let constraint = random_constraint(&x, &bools, draws);
            let reified: Arc<dyn Constraint> = match draws.below(3) {
                0 => constraint,
                1 => Arc::new(half_reified_shared(Atom::ge(bool, 1), constraint)),
                _ => Arc::new(iff_shared(Atom::le(bool, 0), constraint)),
            };
            model.post_shared(reified).expect("small");
        }
        let mut expected = Vec::new();
        let mut at = vec![0; model.n_vars()];
        enumerate(&model, 1, &mut at, &mut expected);
        draws.describe(format!("{:?}", model.terms()));
        assert_eq!(solve_every_way(&model, "random model"), expected);
        Ok(())
    });
}

/// Adds every assignment of the variables from `index` on that satisfies the model.
fn enumerate(model: &Model, index: usize, at: &mut Vec<i32>, found: &mut Vec<Vec<i32>>) {
    if index == model.n_vars() {
        let holds = |constraint: &Arc<dyn Constraint>| constraint.holds(&|var| at[var.index()]);
        if model.constraints().iter().all(holds) {
            found.push(at.clone());
        }
        return;
    }
    for value in model.domain(Var::at(index)).values() {
        at[index] = value;
        enumerate(model, index + 1, at, found);
    }
}

fn all_apart(model: &mut Model, vars: &[Var]) {
    for (i, &x) in vars.iter().enumerate() {
        for &y in &vars[..i] {
            model.add(not_equal(x, y));
        }
    }
}

#[test]
fn the_magic_square_of_order_three_has_eight_forms() {
    let mut model = Model::new();
    let cells = model.ints(9, 1..=9);
    all_apart(&mut model, &cells);
    let rows = (0..3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]);
    let columns = (0..3).map(|k| [k, k + 3, k + 6]);
    for line in rows.chain(columns).chain([[0, 4, 8], [2, 4, 6]]) {
        let terms = line.map(|i| (1, cells[i]));
        model.add(linear_eq(terms, 15));
    }
    let squares = solve_every_way(&model, "magic square");
    assert_eq!(squares.len(), 8);
    assert!(squares.iter().all(|square| square[5] == 5));
}

#[test]
fn send_more_money_has_one_answer() {
    let mut model = Model::new();
    let x = model.ints(8, 0..=9);
    all_apart(&mut model, &x);
    for leading in [x[0], x[4]] {
        model.add(linear_ge([(1, leading)], 1));
    }
    let a = [1000, 91, -90, 1, -9000, -900, 10, -1];
    model.add(linear_eq(a.into_iter().zip(x), 0));
    let found = solve_every_way(&model, "send more money");
    assert_eq!(found, [[0, 9, 5, 6, 7, 1, 0, 8, 2]]);
}

#[test]
fn pythagorean_triples_below_thirty() {
    let mut model = Model::new();
    let sides = model.ints(3, 1..=29);
    let squares = model.ints(3, 1..=841);
    for (&side, &square) in sides.iter().zip(&squares) {
        model.add(times(side, side, square));
    }
    let terms = [(1, squares[0]), (1, squares[1]), (-1, squares[2])];
    model.add(linear_eq(terms, 0));
    model.add(less_equal(sides[0], sides[1]));
    let found = solve_every_way(&model, "triples");
    let triples: Vec<&[i32]> = found.iter().map(|at| &at[1..4]).collect();
    let expected = [
        [3, 4, 5],
        [5, 12, 13],
        [6, 8, 10],
        [7, 24, 25],
        [8, 15, 17],
        [9, 12, 15],
        [10, 24, 26],
        [12, 16, 20],
        [15, 20, 25],
        [20, 21, 29],
    ];
    assert_eq!(triples, expected);
}
