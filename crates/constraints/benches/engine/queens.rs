//! The n-queens problem: one variable per column, with pairwise `!=` or with three `all_different`.

use gridwright_fd::Consistency;

use crate::case::{Cases, Extent, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    cases.add("queens 12", "all, !=", || {
        Plan::new(pairs(12), Consistency::Value).finds(14_200)
    });
    for &(name, level) in Consistency::NAMES {
        cases.add(
            "queens 12",
            &format!("all, all_different {name}"),
            move || Plan::new(diagonals(12), level).finds(14_200),
        );
    }
    cases.add("queens 60", "first, !=", || {
        Plan::new(pairs(60), Consistency::Value)
            .extent(Extent::First)
            .finds(1)
    });
    cases.add("queens 60", "first, all_different domain", || {
        Plan::new(diagonals(60), Consistency::Domain)
            .extent(Extent::First)
            .finds(1)
    });
}

fn pairs(n: usize) -> Problem {
    let mut problem = Problem::new();
    let queens = problem.vars(n, 0, n as i32 - 1);
    for i in 0..n {
        for j in i + 1..n {
            let gap = (j - i) as i32;
            for gap in [0, gap, -gap] {
                problem.not_equal_by(queens[i], queens[j], gap);
            }
        }
    }
    problem
}

fn diagonals(n: usize) -> Problem {
    let mut problem = Problem::new();
    let queens = problem.vars(n, 0, n as i32 - 1);
    for slope in [0, 1, -1] {
        let shifted = queens.iter().zip(0..).map(|(&queen, i)| (queen, slope * i));
        problem.all_different_shifted(shifted.collect());
    }
    problem
}
