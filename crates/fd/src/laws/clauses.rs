//! The same instance once more, in clauses, if it can be said so: they must neither lose nor add a solution.

use gridwright_sat::Answer;

use super::Law;
use super::case::Case;
use crate::Kernel;
use crate::Var;
use gridwright_control::Deadline;

/// Enumerates the solutions of the formula and compares.
pub(super) fn check(case: &Case) {
    if !case.model.has_cnf_encoding() {
        return;
    }
    let kernel = Kernel::bare(case.model.domains(), false, case.form);
    let formula = case.model.encode_cnf(kernel.store(), &Deadline::default());
    let mut formula = formula.expect("the default deadline never comes");
    let mut expected = case.solutions.clone();
    expected.sort();
    let keys: Vec<Var> = case.model.all_vars().collect();
    let mut all = Vec::new();
    while all.len() <= expected.len() && formula.solver().solve(&mut |_| false) == Answer::Found {
        let found = formula.assignment();
        formula.exclude(&found, &keys);
        all.push(found.as_slice().to_vec());
    }
    all.sort();
    if all != expected {
        let (found, expected) = (case.all_named(&all), case.all_named(&expected));
        case.broken(
            Law::Said,
            &format!("clauses have {found}\n  but the solutions are {expected}"),
        );
    }
}
