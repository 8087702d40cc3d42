//! Random full boards: constructed by the kind, or solutions of a model with random values.

use gridwright_control::{Deadline, End, Limit, Limits, Rng};
use gridwright_fd::{Choice, FirstSolution, Group, Restart, Search, Select};
use gridwright_puzzles::{AnyBoardSource, AnyDraft, AnyOutline, GenerateError};
use gridwright_solve::{ModelEngine, RunOptions, Session};

use crate::generated::{GenerateFailure, Result, solve_failure};

/// The restart interval of the random search, in failures.
const RESTART_UNIT: u64 = 200;

/// The failure limit of the random search, after which a learning search follows.
const RANDOM_FAILURES: u64 = 100_000;

/// The failure limit of the learning search.
const LEARNING_FAILURES: u64 = 2_000_000;

/// The draft of a random full board; `None` if this attempt found none.
pub(crate) fn full_board(
    outline: &dyn AnyOutline,
    rng: &mut Rng,
    deadline: &Deadline,
) -> Result<Option<Box<dyn AnyDraft>>> {
    let (model, decisions, draft, no_solution) = match outline.full_board(rng, deadline)? {
        None => return Ok(None),
        Some(AnyBoardSource::Draft(draft)) => return Ok(Some(draft)),
        Some(AnyBoardSource::Model {
            model,
            decisions,
            draft,
            no_solution,
        }) => (model, decisions, draft, no_solution),
    };
    let groups = vec![Group::new(decisions, Select::FirstFail, Choice::Random)];
    let random = Search {
        restart: Restart::Luby { unit: RESTART_UNIT },
        seed: rng.bits(),
        ..Search::over(groups)
    };
    let learning = Search {
        seed: rng.bits(),
        ..random.clone().learning()
    };
    for (engine, search, failures) in [
        (ModelEngine::Fd, random, RANDOM_FAILURES),
        (ModelEngine::Learn, learning, LEARNING_FAILURES),
    ] {
        let options = RunOptions::new().engine(engine).search(search);
        let mut session = Session::new(&model, &options).map_err(solve_failure)?;
        let mut first = FirstSolution::default();
        let limits = Limits {
            solutions: Some(1),
            ..deadline.limits().failure_limit(failures)
        };
        let outcome = session.run(&[], &limits, &mut first);
        let outcome = outcome.map_err(solve_failure)?;
        match (first.0, outcome.end) {
            (Some(found), _) => return Ok(draft(&found, rng, deadline)),
            (None, End::LimitReached(limit @ (Limit::Stop | Limit::Time | Limit::Memory))) => {
                return Err(limit.into());
            }
            (None, End::LimitReached(_)) => {}
            (None, _) => {
                return match no_solution {
                    Some(words) => Err(GenerateFailure::Impossible(GenerateError(words))),
                    None => Ok(None),
                };
            }
        }
    }
    Ok(None)
}
