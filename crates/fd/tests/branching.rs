//! Branchings of one's own, restarts that make no sense, limits in trees where nothing is propagated.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gridwright_fd::*;
use support::*;

/// Decides every variable the store shows.
#[derive(Debug)]
struct Everything;

impl Branching for Everything {
    fn next(&mut self, look: &BranchContext<'_>) -> Option<Decision> {
        let store = look.store;
        let var = store.vars().find(|var| !store.is_fixed(var.view()))?;
        Some(Decision::Split(Atom::eq(var, store.min(var.view()))))
    }
}

/// Decides one variable and leaves the rest to whoever cares.
#[derive(Debug)]
struct OnlyFirst(Var);

impl Branching for OnlyFirst {
    fn next(&mut self, look: &BranchContext<'_>) -> Option<Decision> {
        let open = !look.store.is_fixed(self.0.view());
        open.then_some(Decision::Label(self.0, Choice::Max))
    }
}

fn some_searches() -> [Search; 4] {
    [
        Search::new(),
        learning(Order::Given),
        learning(Order::Free),
        learning(Order::Alternate),
    ]
}

fn with(branching: &mut dyn Branching, model: &Model, search: &Search) -> Vec<Vec<i32>> {
    let mut solver = Solver::new(model, &setup(true, DomainRepr::Auto));
    let mut all = All::default();
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    let outcome = solver
        .run_with(branching, search, &[], &limits, &mut all)
        .expect("a plan without contradictions");
    assert_eq!(outcome.end, End::Exhausted);
    all.sorted()
}

#[test]
fn a_branching_over_all_variables_sees_only_the_models() {
    for seed in 0..40 {
        let model = random_model(seed);
        for search in some_searches() {
            let found = with(&mut Everything, &model, &search);
            assert_eq!(found, brute_force(&model), "seed {seed}");
        }
        let mut solver = Solver::new(&model, &setup(true, DomainRepr::Auto));
        if let Some(store) = solver.propagated(&[]) {
            assert_eq!(store.n_vars(), model.n_vars());
        }
    }
}

#[test]
fn what_a_branching_leaves_open_is_decided_all_the_same() {
    for seed in 0..40 {
        let model = random_model(seed);
        for search in some_searches() {
            let found = with(&mut OnlyFirst(Var::at(2)), &model, &search);
            assert_eq!(found, brute_force(&model), "seed {seed}");
        }
    }
}

#[test]
fn restarts_that_would_never_let_a_search_end_are_refused() {
    let model = random_model(1);
    let rules = [
        Restart::Luby { unit: 0 },
        Restart::Geometric {
            first: 0,
            factor: 2.0,
        },
        Restart::Geometric {
            first: 10,
            factor: 0.5,
        },
        Restart::Geometric {
            first: 10,
            factor: f64::NAN,
        },
    ];
    for restart in rules {
        for search in some_searches() {
            let search = Search { restart, ..search };
            let mut solver = Solver::new(&model, &setup(true, DomainRepr::Auto));
            let one = Limits {
                solutions: Some(1),
                ..Limits::default()
            };
            let refused = solver.run(&search, &[], &one, &mut All::default());
            assert!(
                matches!(refused, Err(PlanError::Incompatible(_))),
                "{restart:?}"
            );
        }
    }
    let widest = Search {
        restart: Restart::Luby { unit: u64::MAX },
        ..learning(Order::Free)
    };
    let mut solver = Solver::new(&model, &setup(true, DomainRepr::Auto));
    let outcome = solver.run(&widest, &[], &Limits::default(), &mut All::default());
    assert_eq!(outcome.map(|outcome| outcome.end), Ok(End::Exhausted));
}

/// A clock that ticks whenever it is looked at.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Twenty variables without a constraint: nothing is ever propagated.
fn vast() -> Model {
    let mut model = Model::new();
    model
        .vars((0..20).map(|i| format!("x{i}")), 0..=9)
        .expect("a domain");
    model
}

/// Counts solutions, and gives up where a test has gone wrong.
struct Count(u64);

impl Sink for Count {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.0 += 1;
        assert!(self.0 < 20_000, "the limit was not seen");
        Flow::Continue
    }
}

#[test]
fn time_and_the_switch_are_seen_where_nothing_is_propagated() {
    let model = vast();
    let mut searches = some_searches().to_vec();
    for inference in [Inference::Check, Inference::Forward] {
        searches.push(Search {
            inference,
            ..Search::new()
        });
    }
    for search in searches {
        let mut solver = Solver::new(&model, &setup(true, DomainRepr::Auto));
        let limits = Limits {
            time: Some(Duration::from_secs(5)),
            clock: Some(Arc::new(Ticking::default())),
            ..Limits::default()
        };
        let outcome = solver.run(&search, &[], &limits, &mut Count(0));
        let end = outcome.map(|outcome| outcome.end);
        assert_eq!(end, Ok(End::LimitReached(Limit::Time)), "{search:?}");
        let stop = Stop::new();
        stop.request();
        let limits = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        let outcome = solver.run(&search, &[], &limits, &mut Count(0));
        let end = outcome.map(|outcome| outcome.end);
        assert_eq!(end, Ok(End::LimitReached(Limit::Stop)), "{search:?}");
    }
}

#[test]
fn memory_is_watched_in_every_search() {
    let model = vast();
    for search in some_searches() {
        let mut solver = Solver::new(&model, &setup(true, DomainRepr::Auto));
        let limits = Limits {
            memory: Some(1),
            ..Limits::default()
        };
        let outcome = solver.run(&search, &[], &limits, &mut Count(0));
        let end = outcome.map(|outcome| outcome.end);
        assert_eq!(end, Ok(End::LimitReached(Limit::Memory)), "{search:?}");
    }
}

#[test]
fn plain_backtracking_does_not_depend_on_earlier_runs() {
    for seed in 0..40 {
        let model = random_model(seed);
        for inference in [Inference::Check, Inference::Forward] {
            let search = Search {
                inference,
                ..Search::new()
            };
            let mut fresh = Solver::new(&model, &setup(true, DomainRepr::Auto));
            let mut used = Solver::new(&model, &setup(true, DomainRepr::Auto));
            used.run(
                &learning(Order::Free),
                &[],
                &Limits::default(),
                &mut All::default(),
            )
            .expect("a plan without contradictions");
            let stats = [&mut fresh, &mut used].map(|solver| {
                let mut all = All::default();
                let outcome = solver
                    .run(&search, &[], &Limits::default(), &mut all)
                    .expect("a plan without contradictions");
                assert_eq!(all.sorted(), brute_force(&model));
                (outcome.stats.nodes, outcome.stats.backtracks)
            });
            assert_eq!(stats[0], stats[1], "seed {seed}");
        }
    }
}
