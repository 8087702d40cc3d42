//! The final check: the puzzle is read back from its text and solved by a second engine, and by another viewpoint if there are two.

use gridwright_control::{Deadline, Limit};
use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance};
use gridwright_solve::ModelEngine;

use crate::generated::{GenerateFailure, Result};
use crate::second_answer::SecondAnswer;
use crate::uniqueness::{SolverSetup, UniquenessChecker, fact_values};

/// The failure limit of an engine before the next is tried.
const RECHECK_FAILURE_LIMIT: u64 = 20_000;

/// Reads a puzzle back, judges its answer and searches for a second one. Returns the puzzle, and the engine and viewpoint that solved it.
pub(crate) fn recheck(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    first: SolverSetup,
    deadline: &Deadline,
) -> Result<(BoxedInstance, String)> {
    let kind = instance.kind();
    let text = instance.print();
    let puzzle = kind.read(None, &text);
    let puzzle = puzzle.map_err(|error| GenerateFailure::internal(error.message))?;
    if puzzle.print() != text {
        return Err(GenerateFailure::internal(
            "printing the parsed puzzle gives a different text",
        ));
    }
    let read = puzzle.parse_answer(&instance.print_answer(answer));
    let read = read.map_err(|error| GenerateFailure::internal(error.message))?;
    puzzle.check(&read).map_err(GenerateFailure::internal)?;
    let intended = fact_values(&*puzzle, &read);
    let viewpoints = kind.viewpoints();
    let viewpoint = |index: usize| viewpoints.get(index).map(|(name, _)| *name);
    let (default, other) = (viewpoint(0), viewpoint(1).or(viewpoint(0)));
    let second = match UniquenessChecker::new(&*puzzle, &first, deadline)?.learns() {
        false => ModelEngine::Learn,
        true => ModelEngine::Fd,
    };
    let setups = [
        (second, default, RECHECK_FAILURE_LIMIT),
        (ModelEngine::Learn, other, RECHECK_FAILURE_LIMIT),
        // The other viewpoint may be much slower on a large board.
        (ModelEngine::Learn, default, u64::MAX),
    ];
    for (engine, viewpoint, failures) in setups {
        let setup = SolverSetup {
            engine,
            viewpoint,
            ..first
        };
        let limits = deadline.limits().failure_limit(failures);
        let found = UniquenessChecker::new(&*puzzle, &setup, deadline).and_then(|mut checker| {
            checker.second_answer(&*puzzle, &intended, std::iter::empty(), &limits)
        });
        let found = match found {
            // The other viewpoint may need much more memory on a large board.
            Err(GenerateFailure::Stopped(Limit::Memory)) if failures < u64::MAX => continue,
            found => found?,
        };
        match found {
            SecondAnswer::None => {
                let viewpoint = viewpoint.unwrap_or_default();
                return Ok((puzzle, format!("{engine} by {viewpoint}")));
            }
            SecondAnswer::Found(..) => {
                return Err(GenerateFailure::internal("the engines disagree"));
            }
            SecondAnswer::Unknown => {}
        }
    }
    Err(GenerateFailure::internal(
        "the final check reached its limits",
    ))
}
