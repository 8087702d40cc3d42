//! Graph colouring with `!=`: a random graph from a fixed seed, counted or refuted.

use gridwright_fd::rng::Rng;
use gridwright_fd::{Level, Select};

use crate::case::{Cases, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    cases.add("colouring", "60 nodes, != first_fail", || {
        Plan::new(graph(60, 4, 45, 1), Level::Value)
    });
    cases.add("colouring", "60 nodes, != input_order", || {
        Plan::new(graph(60, 4, 45, 1), Level::Value).select(Select::InputOrder)
    });
}

/// A random graph with an edge for so many of 100 pairs, to be coloured with `k` colours.
fn graph(n: usize, k: i32, percent: usize, seed: u64) -> Problem {
    let mut rng = Rng::new(seed);
    let mut problem = Problem::new();
    let nodes = problem.vars(n, 1, k);
    for i in 0..n {
        for j in i + 1..n {
            if rng.below(100) < percent {
                problem.apart(nodes[i], nodes[j], 0);
            }
        }
    }
    problem
}
