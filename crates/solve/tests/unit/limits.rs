//! Limits: each is obeyed and reported under its own name, and a run that reached a limit is never reported as exhausted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gridwright_constraints::{Automaton, all_different, not_equal, regular, table};
use gridwright_fd::{
    Assignment, Clock, End, Flow, Inference, Limit, Limits, Method, Model, ModelError, Search,
    Sink, Stop,
};
use gridwright_solve::{
    Completeness, ModelEngine, RunOptions, Session, SolveError, SolveResult, Uniqueness, backbone,
    count, run,
};

struct Count(u64);

impl Sink for Count {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.0 += 1;
        Flow::Continue
    }
}

/// A clock that advances by an hour at every reading.
#[derive(Debug, Default)]
struct HourClock(AtomicU64);

impl Clock for HourClock {
    fn now(&self) -> Duration {
        Duration::from_secs(3600 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// The pigeonhole problem with one pigeon too many, as pairs of `not_equal`: a tree of n! leaves without a solution.
fn pigeons(n: i32) -> Model {
    let mut model = Model::new();
    let names = (0..=n).map(|i| format!("p{i}"));
    let p = model.vars(names, 1..=n).expect("a domain");
    for i in 0..p.len() {
        for j in 0..i {
            model.post(not_equal(p[i], p[j])).expect("small values");
        }
    }
    model
}

/// A model without constraints, with 2^n solutions.
fn free(n: usize) -> Model {
    let mut model = Model::new();
    for i in 0..n {
        model.bool(format!("b{i}"));
    }
    model
}

fn option_sets() -> Vec<(&'static str, RunOptions)> {
    let fd = RunOptions::new().engine(ModelEngine::Fd);
    let searching = |method, inference| {
        fd.clone().search(Search {
            method,
            inference,
            ..Search::new()
        })
    };
    let oracle = RunOptions {
        max_assignments: u64::MAX,
        ..RunOptions::new().engine(ModelEngine::Oracle)
    };
    vec![
        ("auto", RunOptions::new()),
        ("plain", fd.clone()),
        ("learning", RunOptions::new().engine(ModelEngine::Learn)),
        ("oracle", oracle),
        (
            "limited discrepancy",
            searching(Method::LimitedDiscrepancy, Inference::Full),
        ),
        ("check", searching(Method::DepthFirst, Inference::Check)),
        ("forward", searching(Method::DepthFirst, Inference::Forward)),
    ]
}

#[test]
fn every_limit_is_reported_under_its_name() {
    let by_hours = || Limits {
        time: Some(Duration::from_secs(7200)),
        clock: Some(Arc::new(HourClock::default())),
        ..Limits::default()
    };
    let requested = Stop::new();
    requested.request();
    let cases = [
        (Limit::Nodes, Limits::default().node_limit(50)),
        (Limit::Failures, Limits::default().failure_limit(20)),
        (
            Limit::Backtracks,
            Limits {
                backtracks: Some(10),
                ..Limits::default()
            },
        ),
        (
            Limit::Stop,
            Limits {
                stop: Some(requested),
                ..Limits::default()
            },
        ),
        (Limit::Time, by_hours()),
    ];
    let model = pigeons(9);
    for (name, options) in option_sets() {
        for (limit, limits) in &cases {
            // Learning backjumps, so it does not count backtracks as ECLiPSe does.
            if name == "learning" && *limit == Limit::Backtracks {
                continue;
            }
            let options = options.clone().limits(limits.clone());
            let outcome = run(&model, &options, &mut Count(0)).expect("valid options");
            assert_eq!(outcome.end, End::LimitReached(*limit), "{name}");
            let slack = outcome.stats.nodes <= 50 && outcome.stats.failures <= 50;
            assert!(
                slack || *limit != Limit::Nodes,
                "{name}: {:?}",
                outcome.stats
            );
        }
    }
}

#[test]
fn a_limit_on_solutions_is_exact() {
    let model = free(12);
    for (name, options) in option_sets() {
        for n in [1, 2, 100] {
            let mut sink = Count(0);
            let outcome =
                run(&model, &options.clone().solutions(n), &mut sink).expect("valid options");
            assert_eq!(outcome.end, End::LimitReached(Limit::Solutions), "{name}");
            assert_eq!((sink.0, outcome.stats.solutions), (n, n), "{name}");
        }
    }
}

#[test]
fn a_memory_limit_stops_learning() {
    let limits = Limits {
        memory: Some(1),
        ..Limits::default()
    };
    let options = RunOptions::new().engine(ModelEngine::Learn).limits(limits);
    let outcome = run(&pigeons(9), &options, &mut Count(0)).expect("valid options");
    assert_eq!(outcome.end, End::LimitReached(Limit::Memory));
}

#[test]
fn exhausted_is_exhausted_and_stopped_is_stopped() {
    struct StopAtFirst;
    impl Sink for StopAtFirst {
        fn solution(&mut self, _: &Assignment) -> Flow {
            Flow::Stop
        }
    }
    for (name, options) in option_sets() {
        let outcome = run(&pigeons(4), &options, &mut Count(0)).expect("valid options");
        assert_eq!(outcome.end, End::Exhausted, "{name}");
        let outcome = run(&free(5), &options, &mut StopAtFirst).expect("valid options");
        assert_eq!(outcome.end, End::Stopped, "{name}");
    }
}

#[test]
fn another_thread_ends_a_run_at_once() {
    // A tree too large to search, and a model with solutions but nothing to propagate.
    for model in [pigeons(14), free(60)] {
        for (name, options) in option_sets() {
            let stop = Stop::new();
            let options = options.stop(stop.clone());
            let (outcome, late) = std::thread::scope(|scope| {
                let request = scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(30));
                    stop.request();
                    Instant::now()
                });
                let outcome = run(&model, &options, &mut Count(0)).expect("valid options");
                let ended = Instant::now();
                let requested = request.join().expect("it does not panic");
                (outcome, ended.saturating_duration_since(requested))
            });
            assert_eq!(outcome.end, End::LimitReached(Limit::Stop), "{name}");
            assert!(late < Duration::from_millis(200), "{name}: {late:?} late");
        }
    }
}

#[test]
fn the_systems_clock_ends_a_run() {
    for (name, options) in option_sets() {
        let options = options.time(Duration::from_millis(20));
        let began = Instant::now();
        let outcome = run(&pigeons(14), &options, &mut Count(0)).expect("valid options");
        assert_eq!(outcome.end, End::LimitReached(Limit::Time), "{name}");
        assert!(began.elapsed() >= Duration::from_millis(20), "{name}");
    }
}

#[test]
fn a_limit_gives_unknown_and_not_none() {
    let hard = pigeons(9);
    for engine in [ModelEngine::Auto, ModelEngine::Fd, ModelEngine::Learn] {
        let options = RunOptions::new().engine(engine).failures(5);
        let mut session = Session::new(&hard, &options).expect("valid options");
        let unknown = Limit::Failures;
        assert_eq!(
            session.solve(&[]),
            Ok(SolveResult::Unknown(unknown)),
            "{engine}"
        );
        assert_eq!(session.unique(), Ok(Uniqueness::Unknown(unknown, None)));
        let found = session.count(10).expect("valid options");
        assert_eq!((found.solutions, found.limit), (0, Some(unknown)));
        let backbone = session.backbone(&[]).expect("valid options");
        assert_eq!(
            backbone.completeness,
            Completeness::Partial(unknown),
            "{engine}"
        );
        let mut solutions = session.solutions(&[]).expect("valid options");
        assert_eq!(solutions.next(), None);
        assert_eq!(
            solutions.end(),
            Some(End::LimitReached(unknown)),
            "{engine}"
        );
    }
}

#[test]
fn partial_answers_under_a_limit_are_correct() {
    let mut model = Model::new();
    let x = model
        .vars((0..6).map(|i| format!("x{i}")), 1..=6)
        .expect("a domain");
    model.post(all_different(x.iter())).expect("small values");
    assert_eq!(count(&model, 1000).map(|count| count.solutions), Ok(720));
    assert_eq!(
        count(&model, 5).map(|count| count.limit),
        Ok(Some(Limit::Solutions))
    );
    let shared = backbone(&model).expect("valid options");
    assert!(shared.values.iter().all(|(_, value)| value.is_none()));
    assert_eq!(shared.completeness, Completeness::Complete);
    let mut session = Session::new(&model, &RunOptions::new().nodes(3)).expect("valid options");
    let partly = session.backbone(&[]).expect("valid options");
    assert!(partly.values.iter().all(|(_, value)| value.is_none()));
    assert_eq!(partly.completeness, Completeness::Partial(Limit::Nodes));
}

#[test]
fn times_are_measured_if_there_is_a_clock() {
    let options = RunOptions::new().limits(Limits::default().timed());
    let outcome = run(&pigeons(5), &options, &mut Count(0)).expect("valid options");
    assert!(outcome.stats.solve_time > Duration::ZERO);
    let outcome = run(&pigeons(5), &RunOptions::new(), &mut Count(0)).expect("valid options");
    assert_eq!(outcome.stats.solve_time, Duration::ZERO);
}

#[test]
fn a_deadline_stops_building_and_setting_up_a_model() {
    let by_hours = Limits {
        time: Some(Duration::from_secs(10 * 3600)),
        clock: Some(Arc::new(HourClock::default())),
        ..Limits::default()
    };
    let mut model = Model::new();
    let x = model.vars(["a", "b"], 1..=3).expect("a domain");
    model.set_deadline(by_hours.deadline());
    let mut posts = (0..100).map(|_| model.post(not_equal(x[0], x[1])));
    let made = posts.by_ref().take_while(Result::is_ok).count();
    assert_eq!(made, 9);
    let refused = posts.next().expect("there are more");
    assert_eq!(refused, Err(ModelError::Stopped(Limit::Time)));

    let switch = Stop::new();
    let watching = Limits {
        stop: Some(switch.clone()),
        ..Limits::default()
    };
    let mut model = pigeons(4);
    model.set_deadline(watching.deadline());
    let options = RunOptions {
        limits: watching,
        ..RunOptions::new()
    };
    let mut session = Session::new(&model, &options).expect("not stopped yet");
    assert_eq!(session.propagated(&[], &[]), Ok(Some(vec![])));
    switch.request();
    assert_eq!(session.propagated(&[], &[]), Err(Limit::Stop));
    let error = Session::new(&model, &options).expect_err("it was stopped");
    assert_eq!(error, SolveError::LimitReached(Limit::Stop));
    assert_eq!(
        error.to_string(),
        "limit reached while the model was set up: interrupted"
    );
    let error = model.var("c", 1..=3).and(model.check_deadline());
    assert_eq!(error, Err(ModelError::Stopped(Limit::Stop)));
}

/// One constraint whose set-up takes long looks at the deadline and at the memory limit itself.
#[test]
fn limits_stop_the_set_up_of_one_large_constraint() {
    let n = 200;
    let table: Vec<Vec<usize>> = (0..n)
        .map(|from| (0..n).map(|to| (from + to) % n + 1).collect())
        .collect();
    let mut model = Model::new();
    let x = model.vars((0..20).map(|i| format!("x{i}")), 1..=n as i32);
    let automaton = Automaton::from_table(&table, 1, 1..=n);
    let posted = model.post(regular(x.expect("a domain"), automaton));
    posted.expect("not too many transitions");
    let by_hours = Limits {
        time: Some(Duration::from_secs(10 * 3600)),
        clock: Some(Arc::new(HourClock::default())),
        ..Limits::default()
    };
    let by_memory = Limits {
        memory: Some(4 << 20),
        ..Limits::default()
    };
    for (limits, limit) in [(by_hours, Limit::Time), (by_memory, Limit::Memory)] {
        let mut model = model.clone();
        model.set_deadline(limits.deadline());
        let error = Session::new(&model, &RunOptions::new()).err();
        assert_eq!(error, Some(SolveError::LimitReached(limit)));
    }
    assert!(Session::new(&model, &RunOptions::new()).is_ok());
}

/// What propagators keep in tables of their own is counted together.
#[test]
fn several_large_constraints_share_a_memory_limit() {
    let automata = |n_constraints: usize| {
        let n = 100;
        let table: Vec<Vec<usize>> = (0..n)
            .map(|from| (0..n).map(|to| (from + to) % n + 1).collect())
            .collect();
        let automaton = Arc::new(Automaton::from_table(&table, 1, 1..=n));
        let mut model = Model::new();
        for constraint in 0..n_constraints {
            let names = (0..10).map(|i| format!("x{constraint}_{i}"));
            let x = model.vars(names, 1..=n as i32).expect("a domain");
            let posted = model.post(regular(x, Arc::clone(&automaton)));
            posted.expect("not too many transitions");
        }
        model
    };
    let tables = |n_constraints: usize| {
        let rows = (0..4000).map(|row| [row, row * 7 % 4000]);
        let rows: Vec<[i32; 2]> = rows.collect();
        let mut model = Model::new();
        for constraint in 0..n_constraints {
            let names = (0..2).map(|i| format!("x{constraint}_{i}"));
            let x = model.vars(names, 0..=3999).expect("a domain");
            model.post(table(x, rows.iter().copied())).expect("a table");
        }
        model
    };
    let set_up = |mut model: Model| {
        let limits = Limits {
            memory: Some(10 << 20),
            ..Limits::default()
        };
        model.set_deadline(limits.deadline());
        Session::new(&model, &RunOptions::new()).err()
    };
    let over = Some(SolveError::LimitReached(Limit::Memory));
    assert_eq!(set_up(automata(1)), None);
    assert_eq!(set_up(automata(6)), over);
    assert_eq!(set_up(tables(1)), None);
    assert_eq!(set_up(tables(6)), over);
}
