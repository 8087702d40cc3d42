//! The same case solved by learning search and through its CNF encoding: both must find exactly its solutions.

use gridwright_control::{Deadline, End, Limits};
use gridwright_fd::{ConsistencyMap, Kernel, Learning, Order, Restart, Search, Setup, Solver, Var};
use gridwright_sat::SatResult;

use super::case::{Case, Law};
use crate::search::AllSolutions;
use crate::shrink::Failure;

/// Enumerates the solutions twice with one solver, with learning and frequent restarts, and compares.
pub(super) fn check_learning(case: &Case) -> Result<(), Failure> {
    let mut solver = Solver::new(&case.model, &setup(case, true));
    for order in [Order::Free, Order::Given] {
        let search = Search {
            restart: Restart::Luby { unit: 2 },
            learning: Some(Learning { order }),
            seed: case.seed,
            ..Search::new()
        };
        let mut all = AllSolutions::default();
        let outcome = solver
            .run(&search, &[], &Limits::default(), &mut all)
            .expect("the options of the search agree");
        assert_eq!(outcome.end, End::Exhausted, "{}", case.context);
        let found = all.0.iter().map(|found| found.as_slice().to_vec());
        case.compare_solutions(Law::Learning, "learning search", found.collect())?;
    }
    Ok(())
}

/// Enumerates the solutions of the CNF encoding, if the constraint has one, and compares.
pub(super) fn check_encoding(case: &Case) -> Result<(), Failure> {
    if !case.model.has_cnf_encoding() {
        return Ok(());
    }
    let kernel = Kernel::new(&case.variables, &setup(case, false));
    let encoder = case.model.encode_cnf(kernel.store(), &Deadline::default());
    let mut encoder = encoder.expect("the default deadline never comes");
    let keys: Vec<Var> = case.model.all_vars().collect();
    let mut all = Vec::new();
    while all.len() <= case.solutions.len()
        && encoder.solver().solve(&mut |_| false) == SatResult::Sat
    {
        let found = encoder.assignment();
        encoder.exclude(&found, &keys);
        all.push(found.as_slice().to_vec());
    }
    case.compare_solutions(Law::Encoded, "the clauses", all)
}

/// The set-up of a kernel for the case.
pub(super) fn setup(case: &Case, recording: bool) -> Setup {
    Setup {
        consistency: ConsistencyMap::all(case.level),
        recording,
        repr: case.repr,
    }
}
