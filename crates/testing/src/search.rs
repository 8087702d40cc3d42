//! Enumerates the solutions of small models.

use gridwright_control::{End, Limits};
use gridwright_fd::{
    Assignment, Consistency, ConsistencyMap, DomainRepr, Flow, Model, Search, Setup, Sink, Solver,
};

/// A sink that keeps every solution, in the order found.
#[derive(Clone, Debug, Default)]
pub struct AllSolutions(pub Vec<Assignment>);

impl Sink for AllSolutions {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.clone());
        Flow::Continue
    }
}

/// A set-up with one consistency level for all constraints.
pub fn setup(consistency: Consistency, recording: bool) -> Setup {
    Setup {
        consistency: ConsistencyMap::all(consistency),
        recording,
        repr: DomainRepr::Auto,
    }
}

/// All solutions of a complete search, sorted; values are indexed by variable.
pub fn all_solutions(model: &Model, consistency: Consistency, search: &Search) -> Vec<Vec<i32>> {
    let mut all = AllSolutions::default();
    let outcome = Solver::new(model, &setup(consistency, search.learning.is_some()))
        .run(search, &[], &Limits::default(), &mut all)
        .expect("the options of the search agree");
    assert_eq!(outcome.end, End::Exhausted);
    let solutions = all.0.iter().map(|found| found.as_slice().to_vec());
    let mut solutions: Vec<Vec<i32>> = solutions.collect();
    solutions.sort();
    solutions
}
