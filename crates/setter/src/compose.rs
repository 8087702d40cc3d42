//! Full boards: constructed by the kind, or found by an engine with random values.

use gridwright_fd::rng::Rng;
use gridwright_fd::{Choice, End, First, Group, Limit, Limits, Restart, Search, Select};
use gridwright_puzzles::{AnyBegin, AnyDraft, AnyOutline, Refusal};
use gridwright_solve::{EngineName, Plan, Session};

use crate::made::NotMade;
use crate::patience::Patience;

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
    patience: &Patience,
) -> Result<Option<Box<dyn AnyDraft>>, NotMade> {
    let is_over = || patience.over().is_some();
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
        (EngineName::Plain, random, RANDOM_FAILURES),
        (EngineName::Learning, learning, LEARNING_FAILURES),
    ] {
        let plan = Plan::new().engine(engine).search(search);
        let mut session = Session::new(&model, &plan).map_err(NotMade::defect)?;
        let mut first = First::default();
        let limits = Limits {
            solutions: Some(1),
            ..patience.limits(failures)
        };
        let outcome = session.run(&[], &limits, &mut first);
        let outcome = outcome.map_err(NotMade::defect)?;
        match (first.0, outcome.end) {
            (Some(found), _) => return Ok(Some(draft(&found, rng))),
            (None, End::LimitReached(limit @ (Limit::Stop | Limit::Time))) => {
                return Err(NotMade::Stopped(limit));
            }
            (None, End::LimitReached(_)) => {}
            (None, _) => return Err(NotMade::Refused(Refusal(otherwise))),
        }
    }
    Ok(None)
}
