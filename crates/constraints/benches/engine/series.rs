//! All-interval series and Langford's pairs.

use gridwright_fd::{Consistency, ConsistencyMap};

use crate::case::{Cases, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    cases.add("interval 10", "all, table, domain", || {
        Plan::new(intervals(10, true), Consistency::Domain).finds(296)
    });
    cases.add("interval 10", "all, sums, bounds", || {
        let plan = Plan::new(intervals(10, false), Consistency::Bounds).finds(296);
        Plan {
            levels: ConsistencyMap::all(Consistency::Bounds)
                .with("all_different", Consistency::Domain),
            ..plan
        }
    });
    cases.add("interval 12", "all, table, domain", || {
        Plan::new(intervals(12, true), Consistency::Domain).finds(1328)
    });
    cases.long();
    for (model, n, solutions) in [
        ("langford 8", 8, 300),
        ("langford 9", 9, 0),
        ("langford 10", 10, 0),
    ] {
        cases.add(model, "all, !=", move || {
            Plan::new(langford(n, true), Consistency::Value).finds(solutions)
        });
        cases.add(model, "all, all_different domain", move || {
            Plan::new(langford(n, false), Consistency::Domain).finds(solutions)
        });
    }
    cases.add("langford 11", "all, all_different domain", || {
        Plan::new(langford(11, false), Consistency::Domain).finds(35_584)
    });
    cases.long();
}

/// All-interval series: distinct numbers whose neighbours' distances are distinct too; with tables, or with sums and absolute
/// values.
fn intervals(n: usize, tables: bool) -> Problem {
    let mut problem = Problem::new();
    let last = n as i32 - 1;
    let numbers = problem.vars(n, 0, last);
    let gaps: Vec<_> = (1..n).map(|_| problem.auxiliary(1, last)).collect();
    problem.all_different(&numbers);
    problem.all_different(&gaps);
    let pairs = (0..=last).flat_map(|a| (0..=last).map(move |b| (a, b)));
    let rows: Vec<Vec<i32>> = pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| vec![a, b, (a - b).abs()])
        .collect();
    for (i, &gap) in gaps.iter().enumerate() {
        let (a, b) = (numbers[i], numbers[i + 1]);
        if tables {
            problem.table(&[a, b, gap], rows.clone());
        } else {
            let step = problem.auxiliary(-last, last);
            problem.linear_eq(vec![(1, b), (-1, a), (-1, step)], 0);
            problem.absolute(step, gap);
        }
    }
    problem
}

/// Langford pairs: two copies of each number up to `n` in a row, with `k` numbers between the two copies of `k`. A variable is
/// the position of a first copy.
fn langford(n: usize, pairs: bool) -> Problem {
    let mut problem = Problem::new();
    let firsts: Vec<_> = (1..=n)
        .map(|k| (problem.var(0, (2 * n - k - 2) as i32), k as i32 + 1))
        .collect();
    if !pairs {
        let positions = firsts.iter().flat_map(|&(var, gap)| [(var, 0), (var, gap)]);
        problem.all_different_shifted(positions.collect());
        return problem;
    }
    for (i, &(x, a)) in firsts.iter().enumerate() {
        for &(y, b) in &firsts[i + 1..] {
            for gap in [0, b, -a, b - a] {
                problem.not_equal_by(x, y, gap);
            }
        }
    }
    problem
}
