//! Bad input gives a typed error that names the cause, never a panic or a wrong answer.

use gridwright_constraints::{all_different, linear_eq, not_equal};
use gridwright_fd::{
    Assignment, Atom, Choice, Domain, Flow, Group, Inference, Limits, Model, Objective, Restart,
    Search, SearchError, Select, Sink, Var, View,
};
use gridwright_solve::{ModelEngine, RunOptions, Session, SolveError, parse_consistency, run};
use std::time::Duration;

struct IgnoreSolutions;

impl Sink for IgnoreSolutions {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }
}

fn two() -> (Model, Var, Var) {
    let mut model = Model::new();
    let x = model.var("x", 0..=3).expect("a domain");
    let y = model.var("y", 0..=3).expect("a domain");
    model.post(not_equal(x, y)).expect("small values");
    (model, x, y)
}

#[test]
fn models_reject_invalid_variables_and_constraints() {
    let (mut model, x, _) = two();
    let refused = |error: gridwright_fd::ModelError| error.to_string();
    let empty = model.var("z", Domain::from_values([])).map_err(refused);
    assert_eq!(empty, Err("variable `z` has an empty domain".to_owned()));
    let unknown = model.post(not_equal(x, Var::at(9))).map_err(refused);
    assert_eq!(
        unknown,
        Err("not_equal refers to variable number 9, which the model does not have".to_owned())
    );
    let wide = View {
        var: x,
        scale: i32::MAX,
        offset: 0,
    };
    let error = model.post(all_different([wide, x.view()])).map_err(refused);
    let message = error.expect_err("it is too wide");
    assert!(
        message.starts_with("all_different: 2147483647 * x"),
        "{message}"
    );
    let mut sum = Model::new();
    let many = sum
        .vars((0..9).map(|i| format!("w{i}")), 0..=2_000_000_000)
        .expect("a domain");
    let terms = many.iter().map(|&var| (i32::MAX, var));
    // Either it is rejected with the name of the constraint, or its sums fit in the wider integers of `linear`.
    if let Err(error) = sum.post(linear_eq(terms, 5)) {
        assert!(error.to_string().starts_with("linear"), "{error}");
    }
    let objective = model
        .set_objective(Objective::Maximise(wide))
        .map_err(refused);
    let message = objective.expect_err("it is too wide");
    assert!(message.starts_with("objective: "), "{message}");
}

#[test]
fn incompatible_options_are_rejected() {
    let (model, x, _) = two();
    let group = |var: Var| Group::new([var], Select::FirstFail, Choice::Min);
    let cases = [
        (
            RunOptions::new().solutions(0),
            "the solution limit must be at least 1",
        ),
        (
            RunOptions::new().limits(Limits {
                time: Some(Duration::from_secs(1)),
                ..Limits::default()
            }),
            "a time limit needs a clock",
        ),
        (
            RunOptions::new().assuming([Atom::eq(Var::at(7), 1)]),
            "a group or an assumption refers to variable number 7, which the model does not have",
        ),
        (
            RunOptions::new().search(Search::over(vec![group(x), group(Var::at(8))])),
            "a group or an assumption refers to variable number 8, which the model does not have",
        ),
        (
            RunOptions::new()
                .engine(ModelEngine::Fd)
                .search(Search::new().learning()),
            "the engine fd does not learn",
        ),
        (
            RunOptions::new().engine(ModelEngine::Learn).search(Search {
                inference: Inference::Forward,
                ..Search::new()
            }),
            "the engine learn needs full propagation",
        ),
        (
            RunOptions::new().search(Search {
                restart: Restart::Luby { unit: 1 },
                ..Search::new()
            }),
            "restarts without learning repeat solutions: ask for one solution, or use learning",
        ),
    ];
    for (options, message) in cases {
        let error = run(&model, &options, &mut IgnoreSolutions).expect_err(message);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn the_oracle_rejects_models_with_too_many_assignments() {
    let mut model = Model::new();
    let names = (0..30).map(|i| format!("x{i}"));
    model.vars(names, 1..=1000).expect("a domain");
    let options = RunOptions::new().engine(ModelEngine::Oracle);
    let error = run(&model, &options, &mut IgnoreSolutions).expect_err("too many");
    assert_eq!(
        error,
        SolveError::TooManyAssignments {
            assignments: u64::MAX,
            max: 10_000_000
        }
    );
    let unknown = options.assuming([Atom::ge(Var::at(77), 0)]);
    let error = run(&model, &unknown, &mut IgnoreSolutions).expect_err("no such variable");
    assert_eq!(error, SolveError::Options(SearchError::UnknownVar(77)));
}

#[test]
fn questions_that_do_not_fit_the_model_are_rejected() {
    let (mut model, x, _) = two();
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    assert_eq!(
        session.optimise(&[], &mut IgnoreSolutions),
        Err(SolveError::NoObjective)
    );
    let foreign = [Atom::eq(Var::at(50), 0)];
    let unknown = SolveError::Options(SearchError::UnknownVar(50));
    assert_eq!(session.solve(&foreign), Err(unknown.clone()));
    assert_eq!(session.core(&foreign), Err(unknown.clone()));
    assert_eq!(session.backbone(&foreign), Err(unknown.clone()));
    assert_eq!(session.solutions(&foreign).err(), Some(unknown));
    model
        .set_objective(Objective::Minimise(x.view()))
        .expect("small values");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    for refusal in [
        session.count(3).err(),
        session.unique().err(),
        session.backbone(&[]).err(),
        session.solutions(&[]).err(),
    ] {
        let message = refusal.expect("it is refused").to_string();
        assert!(
            message.ends_with(
                "is undefined for a model with an objective; remove the objective first"
            ),
            "{message}"
        );
    }
    let without = model.without_objective();
    let mut session = Session::new(&without, &RunOptions::new()).expect("valid options");
    assert_eq!(session.count(100).map(|count| count.solutions), Ok(12));
    assert!(model.objective().is_some());
}

#[test]
fn the_consistency_of_an_unknown_family_is_rejected() {
    let (model, ..) = two();
    let open = |text: &str| {
        let options = RunOptions {
            consistency: Some(parse_consistency(text).expect("levels")),
            ..RunOptions::new()
        };
        Session::new(&model, &options).map(|_| ())
    };
    assert_eq!(open("bounds, not_equal=value"), Ok(()));
    // A known family that the model does not use.
    assert_eq!(open("bounds, all_different=domain"), Ok(()));
    let error = open("bounds, all_diferent=domain").expect_err("misspelt");
    assert_eq!(
        error.to_string(),
        "unknown constraint family `all_diferent`"
    );
}

/// A model that cannot replace that of the session is rejected, and the session is unchanged.
#[test]
fn other_models_do_not_replace_domains() {
    let (base, x, y) = two();
    let options = RunOptions::new().engine(ModelEngine::Fd);
    let narrow = |var: Var| base.with_domains([(var, Domain::from(1..=1))]);
    let model = narrow(x).expect("narrower");
    let session =
        Session::with_replaceable_domains(&base, &model, &options).expect("valid options");
    let mut session = session.expect("nothing is learnt");
    let count = |session: &mut Session| session.count(100).map(|count| count.solutions);
    assert_eq!(count(&mut session), Ok(3));
    // First equal constraints that are not the same objects; then domains that are wider than those at set-up.
    let (other, ..) = two();
    assert_eq!(session.replace_domains(&other), Ok(false));
    let mut wider = Session::new(&model, &options).expect("valid options");
    assert_eq!(wider.replace_domains(&base), Ok(false));
    assert_eq!(count(&mut wider), Ok(3));
    assert_eq!(count(&mut session), Ok(3));
    assert_eq!(
        session.replace_domains(&narrow(y).expect("narrower")),
        Ok(true)
    );
    assert_eq!(count(&mut session), Ok(3));
    assert_eq!(session.replace_domains(&base), Ok(true));
    assert_eq!(count(&mut session), Ok(12));
    for engine in [ModelEngine::Learn, ModelEngine::Oracle] {
        let options = RunOptions::new().engine(engine);
        let session = Session::with_replaceable_domains(&base, &model, &options);
        assert!(session.expect("valid options").is_none(), "{engine}");
    }
}
