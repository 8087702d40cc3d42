//! Full boards: constructed by the kind, or found by an engine with random values.

use gridwright_fd::Rng;
use gridwright_fd::{Choice, End, First, Group, Limit, Limits, Restart, Search, Select};
use gridwright_puzzles::{AnyBegin, AnyDraft, AnyOutline, GenerateError};
use gridwright_solve::{EngineName, Plan, Session};

use crate::generated::GenerateFailure;
use gridwright_control::Deadline;

/// After how many failures a random search starts anew.
const RESTART_UNIT: u64 = 200;

/// How many failures a random search may have before learning takes over.
const RANDOM_FAILURES: u64 = 100_000;

/// How many failures a search that learns may have.
const LEARNING_FAILURES: u64 = 2_000_000;

/// A draft at random; `None` where this attempt led nowhere.
pub(crate) fn compose(
    outline: &dyn AnyOutline,
    rng: &mut Rng,
    deadline: &Deadline,
) -> Result<Option<Box<dyn AnyDraft>>, GenerateFailure> {
    let is_over = || deadline.reached().is_some();
    let (model, decisions, draft, otherwise) = match outline.begin(rng, &is_over) {
        None => return Ok(None),
        Some(AnyBegin::Draft(draft)) => return Ok(Some(draft)),
        Some(AnyBegin::Model {
            model,
            decisions,
            draft,
            otherwise,
        }) => (model, decisions, draft, otherwise),
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
        (EngineName::Fd, random, RANDOM_FAILURES),
        (EngineName::Learn, learning, LEARNING_FAILURES),
    ] {
        let plan = Plan::new().engine(engine).search(search);
        let mut session = Session::new(&model, &plan).map_err(GenerateFailure::defect)?;
        let mut first = First::default();
        let limits = Limits {
            solutions: Some(1),
            ..deadline.limits().failure_limit(failures)
        };
        let outcome = session.run(&[], &limits, &mut first);
        let outcome = outcome.map_err(GenerateFailure::defect)?;
        match (first.0, outcome.end) {
            (Some(found), _) => return Ok(Some(draft(&found, rng))),
            (None, End::LimitReached(limit @ (Limit::Stop | Limit::Time))) => {
                return Err(GenerateFailure::Stopped(limit));
            }
            (None, End::LimitReached(_)) => {}
            (None, _) => return Err(GenerateFailure::Refused(GenerateError(otherwise))),
        }
    }
    Ok(None)
}
