//! Work stealing: searches that give each other open branches visit together what one search visits.

use gridwright_constraints::{all_different, linear_eq, not_equal};
use gridwright_fd::{
    Assignment, BranchPool, Choice, Consistency, End, Flow, Group, Limit, Limits, Model,
    OpenBranch, Outcome, Search, Select, Sink, Solver, Var,
};
use gridwright_solve::{Goal, RunOptions, Session};
use gridwright_testing::models::random_model;
use gridwright_testing::search::{AllSolutions, setup};
use gridwright_testing::{Draws, Failure, cases, check};

/// The number of random models.
const N_MODELS: usize = 600;

/// The selections that depend on the domains alone, so that all searches choose the same.
const SELECTS: [Select; 10] = [
    Select::InputOrder,
    Select::FirstFail,
    Select::AntiFirstFail,
    Select::Smallest,
    Select::Largest,
    Select::Occurrence,
    Select::MostConstrained,
    Select::DynamicDegree,
    Select::FirstFailDynamicDegree,
    Select::MaxRegret,
];

const CHOICES: [Choice; 16] = [
    Choice::Indomain,
    Choice::IndomainDown,
    Choice::Min,
    Choice::Max,
    Choice::Middle,
    Choice::Median,
    Choice::Split,
    Choice::ReverseSplit,
    Choice::LeastConstraining,
    Choice::OutMin,
    Choice::OutMax,
    Choice::Step,
    Choice::StepDown,
    Choice::Bisect,
    Choice::StepMedian,
    Choice::StepMiddle,
];

/// The solutions, sorted, and the sums of nodes, failures and solutions of all branches, each searched by the next of some solvers.
fn by_branches(
    model: &Model,
    search: &Search,
    pool: &BranchPool,
    n_solvers: usize,
) -> (Vec<Vec<i32>>, [u64; 3]) {
    let mut solvers: Vec<Solver> = (0..n_solvers)
        .map(|_| Solver::new(model, &setup(Consistency::Domain, false)))
        .collect();
    let mut all = AllSolutions::default();
    let mut sums = [0; 3];
    for at in (0..n_solvers).cycle() {
        let Some(branch) = pool.take() else {
            break;
        };
        let outcome = solvers[at]
            .run_branch(search, branch, &Limits::default(), &mut all)
            .expect("a valid search");
        assert_eq!(outcome.end, End::Exhausted);
        let sum = sums.iter_mut().zip(counters(&outcome));
        sum.for_each(|(sum, more)| *sum += more);
    }
    (sorted(&all), sums)
}

fn counters(outcome: &Outcome) -> [u64; 3] {
    let stats = &outcome.stats;
    [stats.nodes, stats.failures, stats.solutions]
}

fn sorted(all: &AllSolutions) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = all.0.iter().map(|one| one.as_slice().to_vec()).collect();
    all.sort();
    all
}

#[test]
fn branches_have_the_nodes_and_solutions_of_the_whole() {
    let n_given = std::cell::Cell::new(0);
    check(N_MODELS, |draws: &mut Draws| {
        let mut model = random_model(draws, |_| true).without_objective();
        let mut vars: Vec<Var> = model.all_vars().collect();
        draws.shuffle(&mut vars);
        let mut search = Search::new();
        if draws.one_in(2) {
            // The keys are decided first.
            let (keys, rest) = vars.split_at(draws.below(vars.len() + 1));
            let mut group =
                |vars: &[Var]| Group::new(vars, *draws.pick(&SELECTS), *draws.pick(&CHOICES));
            search = Search::over(vec![group(keys), group(rest)]);
            if draws.one_in(2) {
                model.set_keys(keys.to_vec()).expect("its variables");
            }
        }
        let mut all = AllSolutions::default();
        let mut solver = Solver::new(&model, &setup(Consistency::Domain, false));
        let limits = Limits::default().node_limit(2000);
        let whole = solver.run(&search, &[], &limits, &mut all);
        let whole = whole.expect("a valid search");
        if whole.end != End::Exhausted || !solver.can_share(&search) {
            return Ok(());
        }
        let (n_searches, min_nodes) = (draws.below(4) + 1, draws.below(4) as u64);
        let pool = BranchPool::with_min_nodes([OpenBranch::whole(&[])], n_searches, min_nodes);
        let (solutions, sums) = by_branches(&model, &search, &pool, n_searches);
        n_given.set(n_given.get() + pool.n_branches() - 1);
        // Propagation that does not depend on its order gives equal trees.
        if solutions != sorted(&all) {
            let report = format!("{model:?}\n{search:?}: solutions differ");
            return Err(Failure::from(report));
        }
        if sums != counters(&whole) {
            let (one, n) = (counters(&whole), pool.n_branches());
            let report = format!("{model:?}\n{search:?}: {sums:?} in {n} branches, {one:?} in one");
            return Err(Failure::from(report));
        }
        Ok(())
    });
    let expected = cases(N_MODELS) as u64 * 5 / 6;
    assert!(n_given.get() > expected, "{n_given:?} branches were given");
}

/// Queens on an n x n board.
fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let names = (0..n).map(|row| format!("q{row}"));
    let q = model.vars(names, 1..=n).expect("a domain");
    model.post(all_different(&q)).expect("small values");
    for (i, &one) in q.iter().enumerate() {
        for (j, &other) in q.iter().enumerate().skip(i + 1) {
            for distance in [(j - i) as i32, -((j - i) as i32)] {
                let moved = other.view().plus(distance).expect("small values");
                model.post(not_equal(one, moved)).expect("small values");
            }
        }
    }
    model
}

struct Ignore;

impl Sink for Ignore {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }
}

#[test]
fn threads_share_the_tree_of_one_search() {
    let model = queens(8);
    for select in [Select::FirstFail, Select::DomWDeg, Select::Random] {
        let vars: Vec<Var> = model.all_vars().collect();
        let search = Search::over(vec![Group::new(vars, select, Choice::Min)]);
        let whole = Solver::new(&model, &setup(Consistency::Domain, false))
            .run(&search, &[], &Limits::default(), &mut Ignore)
            .expect("a valid search");
        let pool = BranchPool::new([OpenBranch::whole(&[])], 3);
        let sums: Vec<[u64; 3]> = std::thread::scope(|scope| {
            let run = || {
                let mut solver = Solver::new(&model, &setup(Consistency::Domain, false));
                let mut sums = [0; 3];
                while let Some(branch) = pool.take() {
                    let outcome = solver
                        .run_branch(&search, branch, &Limits::default(), &mut Ignore)
                        .expect("a valid search");
                    let sum = sums.iter_mut().zip(counters(&outcome));
                    sum.for_each(|(sum, more)| *sum += more);
                }
                sums
            };
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
            let ended = threads.into_iter().map(|thread| thread.join());
            ended.map(|sums| sums.expect("it ends")).collect()
        });
        let sum = |at: usize| sums.iter().map(|sums| sums[at]).sum::<u64>();
        assert_eq!(sum(2), 92, "{select}");
        if select == Select::FirstFail {
            assert_eq!([sum(0), sum(1), sum(2)], counters(&whole));
        }
        // Two searches want a branch from the start.
        assert!(pool.n_branches() >= 3, "{select}: {pool:?}");
    }
}

#[test]
fn a_node_limit_is_that_of_all_branches() {
    let model = queens(10);
    let options = RunOptions::new().limits(Limits::default().node_limit(1000));
    let mut sessions: Vec<Session> = (0..2)
        .map(|_| Session::new(&model, &options).expect("valid options"))
        .collect();
    let pool = sessions[0].branch_pool(Goal::All, 2, 8);
    let pool = pool.expect("no limit").expect("plain search");
    let mut limits = Vec::new();
    while limits.last().is_none_or(Option::is_none) {
        let branch = pool.take().expect("the limit comes first");
        let searched = sessions[limits.len() % 2].search_branch(branch, u64::MAX);
        limits.push(searched.expect("a result").limit);
    }
    assert_eq!(limits.last(), Some(&Some(Limit::Nodes)));
    assert!(
        limits.len() > 1,
        "one branch has fewer nodes than the limit"
    );
    let nodes = sessions.iter().map(|session| session.stats().nodes);
    assert!((1000..1200).contains(&nodes.sum::<u64>()));
    pool.close();
    assert!(pool.take().is_none());
}

#[test]
fn a_number_of_solutions_is_that_of_all_branches() {
    let model = queens(8);
    let mut sessions: Vec<Session> = (0..2)
        .map(|_| Session::new(&model, &RunOptions::new()).expect("valid options"))
        .collect();
    let pool = sessions[0].branch_pool(Goal::All, 2, 8);
    let pool = pool.expect("no limit").expect("plain search");
    let mut found = Vec::new();
    while let Some(branch) = pool.take() {
        let searched = sessions[found.len() % 2].search_branch(branch, 60);
        found.push(searched.expect("a result").solutions);
    }
    assert_eq!(found.iter().sum::<u64>(), 60, "{found:?}");
    assert!(found.iter().filter(|&&n| n > 0).count() > 1, "{found:?}");
}

#[test]
fn a_search_that_waits_for_a_branch_ends_with_the_others() {
    for how in ["dropped", "closed", "panic"] {
        let pool = BranchPool::new([OpenBranch::whole(&[])], 2);
        let branch = pool.take().expect("the whole");
        let ended = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| pool.take().is_none());
            let other = scope.spawn(|| match how {
                "dropped" => drop(branch),
                "closed" => {
                    pool.close();
                    // It is searched on.
                    std::mem::forget(branch);
                }
                _ => {
                    let _branch = branch;
                    panic!("on purpose");
                }
            });
            assert_eq!(other.join().is_err(), how == "panic");
            waiting.join().expect("it ends")
        });
        assert!(ended, "{how}");
    }
}

#[test]
fn goals_that_learn_have_no_pool() {
    let mut model = Model::new();
    let names = (0..12).map(|at| format!("x{at}"));
    let x = model.vars(names, 1..=12).expect("a domain");
    model.post(all_different(&x)).expect("small values");
    let terms = x[..6].iter().map(|&var| (1, var));
    model.post(linear_eq(terms, 40)).expect("small values");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let mut has_pool = |goal| session.branch_pool(goal, 2, 8).expect("no limit").is_some();
    assert!(has_pool(Goal::All));
    assert!(!has_pool(Goal::UpTo(2)));
}
