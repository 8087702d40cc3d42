//! The same instance once more, by learning search: the nogoods must not lose or repeat a solution.

use super::Law;
use super::case::Case;
use crate::ConsistencyMap;
use crate::Setup;
use crate::Solver;
use crate::{Assignment, Flow, Sink};
use crate::{Learning, Order, Restart, Search};
use gridwright_control::End;
use gridwright_control::Limits;

struct All(Vec<Vec<i32>>);

impl Sink for All {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.as_slice().to_vec());
        Flow::Continue
    }
}

/// Enumerates the solutions twice with one solver, learning and restarting often, and compares.
pub(super) fn check(case: &Case) {
    let setup = Setup {
        consistency: ConsistencyMap::all(case.level),
        recording: true,
        repr: case.form,
    };
    let mut solver = Solver::new(&case.model, &setup);
    let mut expected = case.solutions.clone();
    expected.sort();
    for order in [Order::Free, Order::Given] {
        let search = Search {
            restart: Restart::Luby { unit: 2 },
            learning: Some(Learning { order }),
            seed: case.seed,
            ..Search::new()
        };
        let mut all = All(Vec::new());
        let outcome = solver
            .run(&search, &[], &Limits::default(), &mut all)
            .expect("the search is without conflicts of wishes");
        assert_eq!(outcome.end, End::Exhausted, "{}", case.context);
        all.0.sort();
        if all.0 != expected {
            let (found, expected) = (case.all_named(&all.0), case.all_named(&expected));
            case.broken(
                Law::LearntFrom,
                &format!("learning found {found}\n  but the solutions are {expected}"),
            );
        }
    }
}
