//! Graph colouring with `!=`: a random graph from a fixed seed, refuted with one colour too few.

use gridwright_fd::{Consistency, Rng, Select};

use crate::case::{Cases, Extent, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    for (name, select) in [
        ("first_fail", Select::FirstFail),
        ("input_order", Select::InputOrder),
    ] {
        cases.add(
            "colouring 90",
            &format!("7 colours, != {name}"),
            move || {
                Plan::new(graph(90, 7, 30), Consistency::Value)
                    .select(select)
                    .extent(Extent::Nodes(1_000_000))
            },
        );
    }
    cases.add("colouring 90", "7 colours, != learning", || {
        Plan::new(graph(90, 7, 30), Consistency::Value)
            .extent(Extent::Failures(30_000))
            .learning()
    });
}

/// A random graph with an edge for a percentage of the pairs, to be coloured with `k` colours.
fn graph(n: usize, k: i32, percent: usize) -> Problem {
    let mut rng = Rng::new(5);
    let mut problem = Problem::new();
    let nodes = problem.vars(n, 1, k);
    for i in 0..n {
        for j in i + 1..n {
            if rng.below(100) < percent {
                problem.not_equal_by(nodes[i], nodes[j], 0);
            }
        }
    }
    problem
}
