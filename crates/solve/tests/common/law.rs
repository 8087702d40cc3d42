//! The law: on a random model, every engine, level and search finds what the oracle finds, and sessions that are renewed what new ones find.

use std::collections::BTreeSet;

use gridwright_fd::Rng;
use gridwright_fd::{
    Assignment, Atom, Choice, CnfEncoder, Consistency, ConsistencyMap, End, Flow, Group, Inference,
    Learning, Limits, Method, Model, Op, Order, Restart, Search, Select, Sink, Var,
};
use gridwright_solve::{
    Completeness, Core, EngineName, Optimum, Plan, Session, Solved, Unique, Unsupported, run,
};

/// All answers told, in their order.
#[derive(Default)]
pub(crate) struct All(pub(crate) Vec<Assignment>);

impl Sink for All {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.clone());
        Flow::Continue
    }
}

/// Checks the law on the model of a seed; says what is wrong.
pub(crate) fn check(seed: u64) -> Result<(), String> {
    check_model(&super::model(seed), seed)
}

/// Checks the law on a model.
pub(crate) fn check_model(model: &Model, seed: u64) -> Result<(), String> {
    let context = |what: String| {
        let terms: Vec<String> = model.terms().iter().map(ToString::to_string).collect();
        let (keys, objective) = (model.keys(), model.objective());
        format!(
            "seed {seed}: {what}\n  {}\n  keys {keys:?}, objective {objective:?}",
            terms.join("\n  ")
        )
    };
    let told = told(model, &Plan::new().engine(EngineName::Oracle)).map_err(context)?;
    for (name, plan) in plans(model, seed) {
        let ours = self::told(model, &plan).map_err(|what| context(format!("{name}: {what}")))?;
        compare(model, &told, &ours).map_err(|what| context(format!("{name}: {what}")))?;
    }
    let clauses = CnfEncoder::can_say(model).then_some(EngineName::Sat);
    let engines = [
        EngineName::Auto,
        EngineName::Fd,
        EngineName::Learn,
        EngineName::Oracle,
    ];
    for engine in engines.into_iter().chain(clauses) {
        let plan = Plan::new().engine(engine);
        let mut session = Session::new(model, &plan).map_err(|error| context(error.to_string()))?;
        questions(model, &told, &mut session)
            .and_then(|()| assumptions(model, seed, &mut session))
            .map_err(|what| context(format!("session, {engine}: {what}")))?;
    }
    super::renewed::check(model, seed).map_err(context)
}

/// Everything a plan leads to.
fn told(model: &Model, plan: &Plan) -> Result<Vec<Assignment>, String> {
    let mut all = All::default();
    let outcome = run(model, plan, &mut all).map_err(|error| error.to_string())?;
    if outcome.end != End::Exhausted {
        return Err(format!("ended with {}", outcome.end));
    }
    if outcome.stats.solutions != all.0.len() as u64 {
        return Err(format!("counted {} solutions", outcome.stats.solutions));
    }
    for found in &all.0 {
        judge(model, found)?;
    }
    Ok(all.0)
}

fn judge(model: &Model, found: &Assignment) -> Result<(), String> {
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
        return Err("an answer was told twice".to_owned());
    }
    if let Some(missing) = answers.difference(&our_answers).next() {
        return Err(format!("{missing:?} was not found"));
    }
    Ok(())
}

/// Every way to run that the fuzz compares with the oracle.
fn plans(model: &Model, seed: u64) -> Vec<(String, Plan)> {
    let mut rng = Rng::new(seed ^ 0x706c_616e);
    let mut plans = vec![("auto".to_owned(), Plan::new())];
    if CnfEncoder::can_say(model) {
        let plan = Plan::new().engine(EngineName::Sat);
        plans.push(("clauses".to_owned(), plan));
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
            let plan = Plan::new().engine(EngineName::Fd);
            plans.push((name, plan.levels(levels.clone()).search(search)));
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
            let plan = Plan::new().engine(EngineName::Learn);
            plans.push((name, plan.levels(levels.clone()).search(search)));
        }
    }
    for inference in [Inference::Check, Inference::Forward] {
        let search = Search {
            groups: groups(model, &mut rng),
            inference,
            ..Search::new()
        };
        let plan = Plan::new().engine(EngineName::Fd).search(search);
        plans.push((format!("{inference}"), plan));
    }
    plans
}

/// No group, or some variables in some order by some rule.
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

/// Asks a session every question, twice over, and compares with what the oracle told.
fn questions(model: &Model, told: &[Assignment], session: &mut Session) -> Result<(), String> {
    let wrong = |error: Unsupported| error.to_string();
    if model.objective().is_some() {
        let best = session.optimise(&[], &mut All::default()).map_err(wrong)?;
        return match (best, told.is_empty()) {
            (Optimum::None, true) => Ok(()),
            (Optimum::Best(found), false) => {
                judge(model, &found)?;
                compare(model, told, &[found])
            }
            (other, _) => Err(format!("optimise said {other:?}")),
        };
    }
    for _ in 0..2 {
        let n = told.len() as u64;
        let count = session.count(u64::MAX).map_err(wrong)?;
        if (count.solutions, count.limit) != (n, None) {
            return Err(format!("count said {count:?}, not {n}"));
        }
        match (session.solve(&[]).map_err(wrong)?, n) {
            (Solved::None, 0) => {}
            (Solved::Found(found), 1..) => judge(model, &found)?,
            (other, _) => return Err(format!("solve said {other:?}")),
        }
        match (session.unique().map_err(wrong)?, n) {
            (Unique::None, 0) => {}
            (Unique::One(found), 1) => judge(model, &found)?,
            (Unique::Many(a, b), 2..) if answer(model, &a) != answer(model, &b) => {
                judge(model, &a)?;
                judge(model, &b)?;
            }
            (other, _) => return Err(format!("unique said {other:?} of {n}")),
        }
        if n < 100 {
            let found: Vec<Assignment> = session.solutions(&[]).map_err(wrong)?.collect();
            compare(model, told, &found).map_err(|what| format!("solutions: {what}"))?;
        }
        // Leaving half way must leave nothing behind.
        let _ = session.solutions(&[]).map_err(wrong)?.nth(1);
        backbone(told, session)?;
    }
    Ok(())
}

fn backbone(told: &[Assignment], session: &mut Session) -> Result<(), String> {
    let backbone = session.backbone(&[]).map_err(|error| error.to_string())?;
    let known = match told.is_empty() {
        true => Completeness::NoSolution,
        false => Completeness::All,
    };
    if backbone.known != known {
        return Err(format!("the backbone is known: {:?}", backbone.known));
    }
    for (var, value) in backbone.values {
        let mut values = told.iter().map(|found| found.value(var));
        let shared = values
            .next()
            .filter(|&value| values.all(|other| other == value));
        if shared != value {
            return Err(format!("all share {shared:?} at {var:?}, not {value:?}"));
        }
    }
    shared(told, session)
}

/// What all solutions say of atoms of every sort.
fn shared(told: &[Assignment], session: &mut Session) -> Result<(), String> {
    let sorts = [Atom::ge, Atom::le, Atom::eq, Atom::ne];
    let atoms: Vec<Atom> = session
        .keys()
        .iter()
        .flat_map(|&key| sorts.iter().map(move |sort| sort(key, 1)))
        .collect();
    let shared = session.shared(&atoms, &[]);
    let shared = shared.map_err(|error| error.to_string())?;
    for (&atom, truth) in atoms.iter().zip(shared.truths) {
        let mut truths = told.iter().map(|found| found.holds(atom));
        let all = truths
            .next()
            .filter(|&first| truths.all(|other| other == first));
        if all != truth {
            return Err(format!("all say {all:?} of {atom:?}, not {truth:?}"));
        }
    }
    Ok(())
}

/// Asks a session under random assumptions, and compares with what the oracle says of the same.
fn assumptions(model: &Model, seed: u64, session: &mut Session) -> Result<(), String> {
    let wrong = |error: Unsupported| error.to_string();
    let mut rng = Rng::new(seed ^ 0x6966);
    let vars: Vec<Var> = model.all_vars().collect();
    for _ in 0..3 {
        let facts: Vec<Atom> = (0..rng.between(1, 4))
            .map(|_| {
                let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
                Atom::new(*rng.pick(&vars), op, rng.between(-2, 3))
            })
            .collect();
        let oracle = |facts: &[Atom]| {
            let plan = Plan::new().engine(EngineName::Oracle);
            self::told(model, &plan.assuming(facts))
        };
        let told = oracle(&facts)?;
        let mut all = All::default();
        let outcome = session
            .run(&facts, &Limits::default(), &mut all)
            .map_err(wrong)?;
        if outcome.end != End::Exhausted {
            return Err(format!("under {facts:?} it ended with {}", outcome.end));
        }
        compare(model, &told, &all.0).map_err(|what| format!("under {facts:?}: {what}"))?;
        match session.core(&facts).map_err(wrong)? {
            Core::Solvable(found) if !told.is_empty() => judge(model, &found)?,
            Core::Clash { atoms, minimal } if told.is_empty() => {
                let inside = atoms.iter().all(|atom| facts.contains(atom));
                if !minimal || !inside || !oracle(&atoms)?.is_empty() {
                    return Err(format!("{atoms:?} is no core of {facts:?}"));
                }
            }
            other => return Err(format!("the core of {facts:?} is said to be {other:?}")),
        }
    }
    Ok(())
}
