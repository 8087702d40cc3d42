//! A session whose domains are replaced by random narrower ones must find what new sessions
//! find.

use gridwright_fd::{Assignment, Choice, Domain, Group, Limits, Model, Rng, Search, Select};
use gridwright_solve::{ModelEngine, RunOptions, Session};

use crate::search::AllSolutions;

/// How often the domains of a session are replaced.
const REPLACEMENTS: usize = 4;

/// Checks replaced domains of a model; an error describes the difference.
pub(super) fn check(base: &Model, seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    // A fixed variable order gives the same order of solutions whatever is inferred; the consistency level is fixed, not chosen
    // by domains.
    let vars: Vec<_> = base.all_vars().collect();
    let search = Search::over(vec![Group::new(vars, Select::InputOrder, Choice::Min)]);
    let level = *rng.pick(&["value", "bounds", "domain"]);
    let levels = gridwright_solve::parse_consistency(level);
    let options = RunOptions::new().engine(ModelEngine::Fd).search(search);
    let options = options.consistency(levels.map_err(|error| error.to_string())?);
    let mut model = narrower(base, &mut rng);
    let session = Session::with_replaceable_domains(base, &model, &options)
        .map_err(|error| error.to_string())?;
    let mut session = session.ok_or("plain search must allow other domains")?;
    for replacement in 0..REPLACEMENTS {
        let mut fresh = Session::new(&model, &options).map_err(|error| error.to_string())?;
        let (kept, anew) = (solve(&mut session)?, solve(&mut fresh)?);
        if kept != anew {
            return Err(format!(
                "{kept:?} after {replacement} replacements, and {anew:?} when set up anew"
            ));
        }
        model = narrower(base, &mut rng);
        if !session
            .replace_domains(&model)
            .map_err(|error| error.to_string())?
        {
            return Err("a narrower model was refused".to_owned());
        }
    }
    Ok(())
}

/// The model with some domains narrowed at random.
fn narrower(base: &Model, rng: &mut Rng) -> Model {
    let mut domains = Vec::new();
    for var in base.all_vars() {
        if rng.one_in(2) {
            let values: Vec<i32> = base.domain(var).values().collect();
            let mut kept: Vec<i32> = values.clone();
            kept.retain(|_| !rng.one_in(3));
            if kept.is_empty() {
                kept.push(*rng.pick(&values));
            }
            domains.push((var, Domain::from_values(kept)));
        }
    }
    base.with_domains(domains).expect("narrower domains")
}

/// All solutions of a session.
fn solve(session: &mut Session) -> Result<Vec<Assignment>, String> {
    let mut all = AllSolutions::default();
    let outcome = session.run(&[], &Limits::default(), &mut all);
    outcome.map_err(|error| error.to_string())?;
    Ok(all.0)
}
