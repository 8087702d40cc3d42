//! Checks that all engines agree on a model: every engine, consistency level and search finds what the oracle finds, and a
//! session with replaced domains finds what a new one finds.

use std::collections::BTreeSet;

use gridwright_fd::{
    Assignment, Atom, Choice, Consistency, ConsistencyMap, End, Group, Inference, Learning, Limits,
    Method, Model, Op, Order, Restart, Rng, Search, Select, Var,
};
use gridwright_solve::{
    Completeness, Core, ModelEngine, Optimum, RunOptions, Session, SolveError, SolveResult,
    Uniqueness, run,
};

use super::replacement;
use crate::search::AllSolutions;

/// Checks that all engines agree on a model; an error describes the difference. The seed varies searches and assumptions.
pub(super) fn check(model: &Model, seed: u64) -> Result<(), String> {
    let expected = solve(model, &RunOptions::new().engine(ModelEngine::Oracle))?;
    for (name, options) in option_sets(model, seed) {
        solve(model, &options)
            .and_then(|found| compare(model, &expected, &found))
            .map_err(|what| format!("{name}: {what}"))?;
    }
    let sat = model.has_encodable_vars().then_some(ModelEngine::Sat);
    let engines = [
        ModelEngine::Auto,
        ModelEngine::Fd,
        ModelEngine::Learn,
        ModelEngine::Oracle,
    ];
    for engine in engines.into_iter().chain(sat) {
        let options = RunOptions::new().engine(engine);
        let mut session = Session::new(model, &options).map_err(|error| error.to_string())?;
        check_questions(model, &expected, &mut session)
            .and_then(|()| check_assumptions(model, seed, &mut session))
            .map_err(|what| format!("session, {engine}: {what}"))?;
    }
    replacement::check(model, seed).map_err(|what| format!("replaced domains: {what}"))
}

/// All solutions that a run with these options finds.
fn solve(model: &Model, options: &RunOptions) -> Result<Vec<Assignment>, String> {
    let mut all = AllSolutions::default();
    let outcome = run(model, options, &mut all).map_err(|error| error.to_string())?;
    if outcome.end != End::Exhausted {
        return Err(format!("ended with {}", outcome.end));
    }
    if outcome.stats.solutions != all.0.len() as u64 {
        return Err(format!("counted {} solutions", outcome.stats.solutions));
    }
    for found in &all.0 {
        check_solution(model, found)?;
    }
    Ok(all.0)
}

/// Fails unless the assignment satisfies the model.
fn check_solution(model: &Model, found: &Assignment) -> Result<(), String> {
    for var in model.all_vars() {
        if !model.domain(var).contains(found.value(var)) {
            return Err(format!("{} is outside its domain", model.name(var)));
        }
    }
    match model
        .constraints()
        .iter()
        .find(|constraint| !constraint.holds(&|var| found.value(var)))
    {
        Some(broken) => Err(format!("{found:?} breaks {broken:?}")),
        None => Ok(()),
    }
}

fn answer(model: &Model, found: &Assignment) -> Vec<i32> {
    match model.keys() {
        Some(keys) => found.values(keys),
        None => found.as_slice().to_vec(),
    }
}

fn compare(model: &Model, oracle: &[Assignment], ours: &[Assignment]) -> Result<(), String> {
    if let Some(objective) = model.objective() {
        let value = |found: &Assignment| found.value(objective.view());
        let (best, our_best) = (oracle.last().map(value), ours.last().map(value));
        if best != our_best {
            return Err(format!("the best is {best:?}, not {our_best:?}"));
        }
        return Ok(());
    }
    let answers: BTreeSet<Vec<i32>> = oracle.iter().map(|found| answer(model, found)).collect();
    let our_answers: BTreeSet<Vec<i32>> = ours.iter().map(|found| answer(model, found)).collect();
    if our_answers.len() != ours.len() {
        return Err("an answer was reported twice".to_owned());
    }
    if let Some(missing) = answers.difference(&our_answers).next() {
        return Err(format!("{missing:?} was not found"));
    }
    Ok(())
}

/// The options to compare with the oracle, by name.
fn option_sets(model: &Model, seed: u64) -> Vec<(String, RunOptions)> {
    let mut rng = Rng::new(seed ^ 0x706c_616e);
    let mut option_sets = vec![("auto".to_owned(), RunOptions::new())];
    if model.has_encodable_vars() {
        let options = RunOptions::new().engine(ModelEngine::Sat);
        option_sets.push(("sat".to_owned(), options));
    }
    for (_, level) in Consistency::NAMES {
        let levels = ConsistencyMap::all(*level);
        for _ in 0..3 {
            let mut search = Search {
                groups: groups(model, &mut rng),
                seed: rng.bits(),
                ..Search::new()
            };
            if rng.one_in(4) {
                search.method = Method::LimitedDiscrepancy;
            }
            let name = format!("plain {level} {search:?}");
            let options = RunOptions::new().engine(ModelEngine::Fd);
            option_sets.push((name, options.consistency(levels.clone()).search(search)));
        }
        for order in [Order::Free, Order::Given, Order::Alternate] {
            let search = Search {
                groups: groups(model, &mut rng),
                seed: rng.bits(),
                learning: Some(Learning { order }),
                restart: *rng.pick(&[Restart::Never, Restart::Adaptive, Restart::Luby { unit: 1 }]),
                ..Search::new()
            };
            let name = format!("learning {level} {search:?}");
            let options = RunOptions::new().engine(ModelEngine::Learn);
            option_sets.push((name, options.consistency(levels.clone()).search(search)));
        }
    }
    for inference in [Inference::Check, Inference::Forward] {
        let search = Search {
            groups: groups(model, &mut rng),
            inference,
            ..Search::new()
        };
        let options = RunOptions::new().engine(ModelEngine::Fd).search(search);
        option_sets.push((format!("{inference}"), options));
    }
    option_sets
}

/// No group, or one group of random variables with a random branching.
fn groups(model: &Model, rng: &mut Rng) -> Vec<Group> {
    let mut vars: Vec<Var> = model.all_vars().collect();
    if rng.one_in(4) || vars.is_empty() {
        return Vec::new();
    }
    rng.shuffle(&mut vars);
    vars.truncate(1 + rng.below(vars.len()));
    let (_, select) = *rng.pick(Select::NAMES);
    let (_, choice) = *rng.pick(Choice::NAMES);
    vec![Group::new(vars, select, choice)]
}

/// Runs every question of a session twice, and compares with the oracle's solutions.
fn check_questions(
    model: &Model,
    expected: &[Assignment],
    session: &mut Session,
) -> Result<(), String> {
    let wrong = |error: SolveError| error.to_string();
    if model.objective().is_some() {
        let best = session
            .optimise(&[], &mut AllSolutions::default())
            .map_err(wrong)?;
        return match (best, expected.is_empty()) {
            (Optimum::Unsatisfiable, true) => Ok(()),
            (Optimum::Best(found), false) => {
                check_solution(model, &found)?;
                compare(model, expected, &[found])
            }
            (other, _) => Err(format!("optimise returned {other:?}")),
        };
    }
    for _ in 0..2 {
        let n = expected.len() as u64;
        let count = session.count(u64::MAX).map_err(wrong)?;
        if (count.solutions, count.limit) != (n, None) {
            return Err(format!("count returned {count:?}, not {n}"));
        }
        match (session.solve(&[]).map_err(wrong)?, n) {
            (SolveResult::Unsatisfiable, 0) => {}
            (SolveResult::Found(found), 1..) => check_solution(model, &found)?,
            (other, _) => return Err(format!("solve returned {other:?}")),
        }
        match (session.unique().map_err(wrong)?, n) {
            (Uniqueness::Unsatisfiable, 0) => {}
            (Uniqueness::One(found), 1) => check_solution(model, &found)?,
            (Uniqueness::Many(a, b), 2..) if answer(model, &a) != answer(model, &b) => {
                check_solution(model, &a)?;
                check_solution(model, &b)?;
            }
            (other, _) => return Err(format!("unique returned {other:?} for {n} solutions")),
        }
        if n < 100 {
            let found: Vec<Assignment> = session.solutions(&[]).map_err(wrong)?.collect();
            compare(model, expected, &found).map_err(|what| format!("solutions: {what}"))?;
        }
        // An enumeration that is dropped half-way must not affect later questions.
        let _ = session.solutions(&[]).map_err(wrong)?.nth(1);
        check_backbone(expected, session)?;
    }
    Ok(())
}

fn check_backbone(expected: &[Assignment], session: &mut Session) -> Result<(), String> {
    let backbone = session.backbone(&[]).map_err(|error| error.to_string())?;
    let completeness = match expected.is_empty() {
        true => Completeness::NoSolution,
        false => Completeness::Complete,
    };
    if backbone.completeness != completeness {
        return Err(format!("the backbone is {:?}", backbone.completeness));
    }
    for (var, value) in backbone.values {
        let mut values = expected.iter().map(|found| found.value(var));
        let shared = values
            .next()
            .filter(|&value| values.all(|other| other == value));
        if shared != value {
            return Err(format!(
                "{var:?} is {shared:?} in all solutions, not {value:?}"
            ));
        }
    }
    check_shared(expected, session)
}

/// Compares which atoms hold in all solutions, for atoms with every operator.
fn check_shared(expected: &[Assignment], session: &mut Session) -> Result<(), String> {
    let constructors = [Atom::ge, Atom::le, Atom::eq, Atom::ne];
    let atoms: Vec<Atom> = session
        .keys()
        .iter()
        .flat_map(|&key| constructors.iter().map(move |atom| atom(key, 1)))
        .collect();
    let shared = session.atom_backbone(&atoms, &[]);
    let shared = shared.map_err(|error| error.to_string())?;
    for (&atom, truth) in atoms.iter().zip(shared.truths) {
        let mut truths = expected.iter().map(|found| found.holds(atom));
        let all = truths
            .next()
            .filter(|&first| truths.all(|other| other == first));
        if all != truth {
            return Err(format!(
                "{atom:?} is {all:?} in all solutions, not {truth:?}"
            ));
        }
    }
    Ok(())
}

/// Runs a session under random assumptions, and compares with the oracle under the same assumptions.
fn check_assumptions(model: &Model, seed: u64, session: &mut Session) -> Result<(), String> {
    let wrong = |error: SolveError| error.to_string();
    let mut rng = Rng::new(seed ^ 0x6966);
    let vars: Vec<Var> = model.all_vars().collect();
    for _ in 0..3 {
        let assumptions: Vec<Atom> = (0..rng.between(1, 4))
            .map(|_| {
                let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
                Atom::new(*rng.pick(&vars), op, rng.between(-2, 3))
            })
            .collect();
        let oracle = |assumptions: &[Atom]| {
            let options = RunOptions::new().engine(ModelEngine::Oracle);
            solve(model, &options.assuming(assumptions))
        };
        let expected = oracle(&assumptions)?;
        let mut all = AllSolutions::default();
        let outcome = session
            .run(&assumptions, &Limits::default(), &mut all)
            .map_err(wrong)?;
        if outcome.end != End::Exhausted {
            return Err(format!(
                "under {assumptions:?} it ended with {}",
                outcome.end
            ));
        }
        compare(model, &expected, &all.0)
            .map_err(|what| format!("under {assumptions:?}: {what}"))?;
        match session.core(&assumptions).map_err(wrong)? {
            Core::Satisfiable(found) if !expected.is_empty() => check_solution(model, &found)?,
            Core::Conflict { atoms, minimal } if expected.is_empty() => {
                let inside = atoms.iter().all(|atom| assumptions.contains(atom));
                if !minimal || !inside || !oracle(&atoms)?.is_empty() {
                    return Err(format!("{atoms:?} is no core of {assumptions:?}"));
                }
            }
            other => return Err(format!("the core of {assumptions:?} is {other:?}")),
        }
    }
    Ok(())
}
