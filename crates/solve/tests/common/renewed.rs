//! The law of renewal: a session set up for a model with wide domains, and renewed for random narrower ones in turn, tells what new sessions tell.

use gridwright_fd::Rng;
use gridwright_fd::{Assignment, Choice, Domain, Group, Limits, Model, Search, Select};
use gridwright_solve::{EngineName, Plan, Session};

use super::law::All;

/// How often a session is renewed.
const RENEWALS: usize = 4;

/// Checks the law on a model; says what is wrong.
pub(crate) fn check(wide: &Model, seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    // A fixed order, so that solutions come in the same order however much is inferred, and levels that do not hang on domains.
    let vars: Vec<_> = wide.all_vars().collect();
    let search = Search::over(vec![Group::new(vars, Select::InputOrder, Choice::Min)]);
    let level = *rng.pick(&["value", "bounds", "domain"]);
    let levels = gridwright_solve::parse_consistency(level);
    let plan = Plan::new().engine(EngineName::Fd).search(search);
    let plan = plan.levels(levels.map_err(|error| error.to_string())?);
    let wrong = |error: &dyn std::fmt::Display| format!("renewed: {error}");
    let mut model = narrower(wide, &mut rng);
    let session = Session::renewable(wide, &model, &plan).map_err(|error| wrong(&error))?;
    let mut session = session.ok_or_else(|| wrong(&"plain search is to be renewed"))?;
    for renewal in 0..RENEWALS {
        let mut fresh = Session::new(&model, &plan).map_err(|error| wrong(&error))?;
        let (kept, anew) = (told(&mut session)?, told(&mut fresh)?);
        if kept != anew {
            let what = format!("{kept:?} after {renewal} renewals, and {anew:?} when set up anew");
            return Err(wrong(&what));
        }
        model = narrower(wide, &mut rng);
        if !session.renew(&model).map_err(|error| wrong(&error))? {
            return Err(wrong(&"a narrower model was refused"));
        }
    }
    Ok(())
}

/// The model with some domains narrowed at random.
fn narrower(wide: &Model, rng: &mut Rng) -> Model {
    let mut domains = Vec::new();
    for var in wide.all_vars() {
        if rng.one_in(2) {
            let values: Vec<i32> = wide.domain(var).values().collect();
            let mut kept: Vec<i32> = values.clone();
            kept.retain(|_| !rng.one_in(3));
            if kept.is_empty() {
                kept.push(*rng.pick(&values));
            }
            domains.push((var, Domain::from_values(kept)));
        }
    }
    wide.narrowed(domains).expect("narrower domains")
}

/// What a session tells.
fn told(session: &mut Session) -> Result<Vec<Assignment>, String> {
    let mut all = All::default();
    let outcome = session.run(&[], &Limits::default(), &mut all);
    outcome.map_err(|error| error.to_string())?;
    Ok(all.0)
}
