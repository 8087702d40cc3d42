//! Custom branchings, invalid restarts, and limits in trees without propagation.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::*;
use gridwright_fd::*;

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
struct TickingClock(AtomicU64);

impl Clock for TickingClock {
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
        let timed = Limits {
            time: Some(Duration::from_secs(5)),
            clock: Some(Arc::new(TickingClock::default())),
            ..Limits::default()
        };
        let stop = Stop::new();
        stop.request();
        let stopped = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        for (limit, limits) in [(Limit::Time, timed), (Limit::Stop, stopped)] {
            let outcome = solver.run(&search, &[], &limits, &mut Count(0));
            let end = outcome.map(|outcome| outcome.end);
            assert_eq!(end, Ok(End::LimitReached(limit)), "{search:?}");
        }
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

/// Selects the first or the smallest unfixed variable, and looks at all of them each time.
#[derive(Debug)]
struct Rescan(Vec<Var>, Select);

impl Branching for Rescan {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let store = context.store;
        let mut open = self.0.iter().filter(|var| !store.is_fixed(var.view()));
        let var = match self.1 {
            Select::InputOrder => open.next(),
            _ => open.min_by_key(|var| store.size(var.view())),
        }?;
        Some(Decision::Label(*var, Choice::Step))
    }
}

#[test]
fn groups_select_as_if_they_looked_at_all_variables() {
    for seed in 0..60 {
        let model = random_model(seed);
        let mut vars: Vec<Var> = model.all_vars().collect();
        Rng::new(seed).shuffle(&mut vars);
        for select in [Select::InputOrder, Select::FirstFail] {
            let search = Search::over(vec![Group::new(vars.clone(), select, Choice::Step)]);
            let mut solver = auto_solver(&model, false);
            let (limits, mut found) = (Limits::default(), All::default());
            let by_groups = solver
                .run(&search, &[], &limits, &mut found)
                .expect("valid");
            let (mut rescan, mut expected) = (Rescan(vars.clone(), select), All::default());
            let mut solver = auto_solver(&model, false);
            let by_rescan = solver
                .run_with(&mut rescan, &Search::new(), &[], &limits, &mut expected)
                .expect("valid");
            let counts = |stats: &Stats| (stats.nodes, stats.failures, stats.solutions);
            let (groups, rescan) = (counts(&by_groups.stats), counts(&by_rescan.stats));
            assert_eq!(groups, rescan, "seed {seed}");
        }
    }
}

#[test]
fn decisions_on_auxiliary_variables_complete_a_solution_without_nodes() {
    for seed in 0..60 {
        let mut model = random_model(seed);
        let vars: Vec<Var> = model.all_vars().collect();
        let (keys, others) = vars.split_at(vars.len() / 2);
        let counted = |vars: &[Var]| Group::new(vars, Select::InputOrder, Choice::Min);
        let auxiliary = Search::over(vec![counted(keys), Group::auxiliary(others)]);
        let plain = Search::over(vec![counted(keys), counted(others)]);
        let run = |model: &Model, search: &Search| {
            let mut all = All::default();
            let mut solver = auto_solver(model, false);
            let outcome = solver.run(search, &[], &Limits::default(), &mut all);
            (outcome.expect("valid").stats, all.sorted())
        };
        let ((few, found), (many, expected)) = (run(&model, &auxiliary), run(&model, &plain));
        assert_eq!(found, expected, "seed {seed}");
        assert!(few.nodes <= many.nodes, "seed {seed}");
        model
            .set_keys(keys.to_vec())
            .expect("variables of the model");
        let ((few, found), (_, expected)) = (run(&model, &auxiliary), run(&model, &plain));
        assert_eq!(found, expected, "seed {seed}: keys");
        let cost = Objective::Minimise(keys[0].view());
        model.set_objective(cost).expect("a variable of the model");
        let best = |found: &[Vec<i32>]| found.iter().map(|values| values[keys[0].index()]).min();
        let ((_, found), (_, expected)) = (run(&model, &auxiliary), run(&model, &plain));
        assert_eq!(best(&found), best(&expected), "seed {seed}: best");
        assert!(few.nodes <= many.nodes, "seed {seed}");
    }
}
