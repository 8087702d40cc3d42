//! Queens that do not attack each other: one variable per column, by pairs of `!=` or by three `all_different`.

use gridwright_fd::Level;

use crate::case::{Cases, Plan, Want};
use crate::problem::Problem;

/// The ways to place `n` queens, for the sizes that are measured.
const ALL: &[(usize, u64)] = &[(10, 724), (12, 14_200)];

pub(crate) fn cases(cases: &mut Cases) {
    for &(n, solutions) in ALL {
        cases.add("queens", &format!("{n} all, !="), move || {
            Plan::new(pairs(n), Level::Value).finds(solutions)
        });
    }
    cases.add("queens", "28 first, !=", || {
        Plan::new(pairs(28), Level::Value)
            .want(Want::First)
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
                problem.apart(queens[i], queens[j], gap);
            }
        }
    }
    problem
}
