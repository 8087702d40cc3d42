//! Custom branchings, invalid restarts, and limits in trees without propagation.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gridwright_fd::*;
use support::*;

/// Decides every variable of the store.
#[derive(Debug)]
struct Everything;

impl Branching for Everything {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let store = context.store;
        let var = store.vars().find(|var| !store.is_fixed(var.view()))?;
        Some(Decision::Split(Atom::eq(var, store.min(var.view()))))
    }
}

/// Decides one variable and no other.
#[derive(Debug)]
struct OnlyFirst(Var);

impl Branching for OnlyFirst {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let open = !context.store.is_fixed(self.0.view());
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
    let mut solver = auto_solver(model, true);
    let mut all = All::default();
    let limits = Limits::default().node_limit(10_000);
    let outcome = solver
        .run_with(branching, search, &[], &limits, &mut all)
        .expect("a valid search");
    assert_eq!(outcome.end, End::Exhausted);
    all.sorted()
}

#[test]
fn internal_variables_are_hidden_from_branching() {
    for seed in 0..40 {
        let model = random_model(seed);
        for search in some_searches() {
            let found = with(&mut Everything, &model, &search);
            assert_eq!(found, brute_force(&model), "seed {seed}");
        }
        let mut solver = auto_solver(&model, true);
        if let Some(store) = solver.propagated(&[]) {
            assert_eq!(store.n_vars(), model.n_vars());
        }
    }
}

#[test]
fn variables_that_a_branching_does_not_decide_come_last() {
    for seed in 0..40 {
        let model = random_model(seed);
        for search in some_searches() {
            let found = with(&mut OnlyFirst(Var::at(2)), &model, &search);
            assert_eq!(found, brute_force(&model), "seed {seed}");
        }
    }
}

#[test]
fn restarts_that_may_never_end_are_rejected() {
    let model = random_model(1);
    let growing = [(0, 2.0), (10, 0.5), (10, f64::NAN)];
    let geometric = growing.map(|(first, factor)| Restart::Geometric { first, factor });
    for restart in [Restart::Luby { unit: 0 }].into_iter().chain(geometric) {
        for search in some_searches() {
            let search = Search { restart, ..search };
            let mut solver = auto_solver(&model, true);
            let one = Limits::default().solution_limit(1);
            let refused = solver.run(&search, &[], &one, &mut All::default());
            assert!(
                matches!(refused, Err(SearchError::Incompatible(_))),
                "{restart:?}"
            );
        }
    }
    let widest = Search {
        restart: Restart::Luby { unit: u64::MAX },
        ..learning(Order::Free)
    };
    let mut solver = auto_solver(&model, true);
    let outcome = solver.run(&widest, &[], &Limits::default(), &mut All::default());
    assert_eq!(outcome.map(|outcome| outcome.end), Ok(End::Exhausted));
}

/// A clock that advances on every reading.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Twenty variables without constraints: nothing is propagated.
fn vast() -> Model {
    let mut model = Model::new();
    vars(&mut model, 20, 0..=9);
    model
}

/// Counts solutions, and panics if a limit is ignored.
struct Count(u64);

impl Sink for Count {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.0 += 1;
        assert!(self.0 < 20_000, "the limit was ignored");
        Flow::Continue
    }
}

#[test]
fn time_and_stop_are_checked_without_propagation() {
    let model = vast();
    let mut searches = some_searches().to_vec();
    for inference in [Inference::Check, Inference::Forward] {
        searches.push(Search {
            inference,
            ..Search::new()
        });
    }
    for search in searches {
        let mut solver = auto_solver(&model, true);
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
fn every_search_checks_the_memory_limit() {
    let model = vast();
    for search in some_searches() {
        let mut solver = auto_solver(&model, true);
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
            let mut fresh = auto_solver(&model, true);
            let mut used = auto_solver(&model, true);
            solve(&mut used, &learning(Order::Free), &[]);
            let stats = [&mut fresh, &mut used].map(|solver| {
                let (outcome, all) = solve(solver, &search, &[]);
                assert_eq!(all.sorted(), brute_force(&model));
                (outcome.stats.nodes, outcome.stats.backtracks)
            });
            assert_eq!(stats[0], stats[1], "seed {seed}");
        }
    }
}
