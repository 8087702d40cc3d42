//! Cubes: whatever the number of parts and their order, the joined result is that of the whole.

use gridwright::lang::Source;
use gridwright::puzzles::CATALOGUE;
use gridwright::solving::{CubeJoin, CubeSolver, CubeSubject};
use gridwright::{AnyInstance, Question, Report, Request, Verdict, ask, kind};

/// Answers a question by cubes, the last first.
fn by_cubes(instance: &dyn AnyInstance, question: Question, n: usize) -> Option<Report> {
    let request = Request::default();
    let mut solver = CubeSolver::new(instance, question, &request, n).expect("a split")?;
    let mut join = CubeJoin::new(question, solver.n_cubes());
    for cube in (0..solver.n_cubes()).rev() {
        let report = solver.ask(cube, &request).expect("a report");
        if join.add(report) {
            break;
        }
    }
    Some(join.finish())
}

#[test]
fn joined_results_equal_those_of_the_whole() {
    let mut n_split = 0;
    for &kind in CATALOGUE {
        for example in kind.info().examples {
            let instance = kind.read(None, example.text).expect("an example");
            for question in [
                Question::Unique,
                Question::Count { limit: 1000 },
                Question::Count { limit: 2 },
                Question::Solve { max: 1 },
            ] {
                let whole = ask(&*instance, question, &Request::default()).expect("a report");
                for n in [1, 2, 7, 40] {
                    let Some(joined) = by_cubes(&*instance, question, n) else {
                        continue;
                    };
                    n_split += 1;
                    let context = format!("{} {}: {n}", kind.info().id, example.name);
                    assert_eq!(joined.verdict, whole.verdict, "{context}");
                    assert_eq!(joined.count, whole.count, "{context}");
                    assert_eq!(joined.answers.len(), whole.answers.len(), "{context}");
                }
            }
        }
    }
    assert!(n_split > 50, "{n_split}");
}

#[test]
fn branches_of_one_search_give_the_results_of_the_whole() {
    let request = Request::default();
    let (mut n_shared, mut n_given) = (0, 0);
    for &kind in CATALOGUE {
        for example in kind.info().examples {
            let instance = kind.read(None, example.text).expect("an example");
            for question in [
                Question::Unique,
                Question::Count { limit: 1000 },
                Question::Solve { max: 1 },
            ] {
                let solver = CubeSolver::for_threads(&*instance, question, &request, 4, 3);
                let Some(mut solver) = solver.expect("a split") else {
                    continue;
                };
                let Some(branches) = solver.branches().cloned() else {
                    continue;
                };
                let mut other = solver.more()(&request).expect("another worker");
                let mut join = CubeJoin::new(question, 0);
                while let Some(branch) = branches.take() {
                    std::mem::swap(&mut solver, &mut other);
                    if join.add(solver.ask_branch(branch, &request).expect("a report")) {
                        branches.close();
                    }
                }
                join.set_n_cubes(branches.n_branches() as usize);
                n_shared += 1;
                n_given += branches.n_branches() - 1;
                let joined = join.finish();
                let whole = ask(&*instance, question, &request).expect("a report");
                let context = format!("{} {}: {question:?}", kind.info().id, example.name);
                assert_eq!(joined.verdict, whole.verdict, "{context}");
                assert_eq!(joined.count, whole.count, "{context}");
                assert_eq!(joined.complete, whole.complete, "{context}");
                assert_eq!(joined.answers.len(), whole.answers.len(), "{context}");
            }
        }
    }
    assert!(n_shared > 20 && n_given > 20, "{n_shared}, {n_given}");
}

#[test]
fn cubes_that_are_split_again_give_the_same_answers() {
    let request = Request::default();
    let mut n_parts = 0;
    for &kind in CATALOGUE {
        let example = &kind.info().examples[0];
        let instance = kind.read(None, example.text).expect("an example");
        let question = Question::Unique;
        let whole = ask(&*instance, question, &request).expect("a report");
        let Some(mut solver) = CubeSolver::new(&*instance, question, &request, 3).expect("a split")
        else {
            continue;
        };
        let mut other = solver.more()(&request).expect("another worker");
        let mut parts = Vec::new();
        for cube in 0..solver.n_cubes() {
            for half in other.split(&solver.part(cube), &request).expect("halves") {
                parts.extend(solver.split(&half, &request).expect("halves"));
            }
        }
        n_parts += parts.len();
        let mut join = CubeJoin::new(question, parts.len());
        for part in parts {
            std::mem::swap(&mut solver, &mut other);
            if join.add(solver.ask_part(&part, &request).expect("a report")) {
                break;
            }
        }
        let joined = join.finish();
        assert_eq!(joined.verdict, whole.verdict, "{}", kind.info().id);
        assert_eq!(joined.answers.len(), whole.answers.len());
    }
    assert!(n_parts > 20, "{n_parts}");
}

#[test]
fn magic_squares_are_counted_in_parts() {
    let instance = kind("magic").expect("a kind");
    let instance = instance.read(None, "order 3").expect("a board");
    let report = by_cubes(&*instance, Question::Count { limit: u64::MAX }, 30);
    let report = report.expect("it is split");
    assert_eq!((report.count, report.verdict), (Some(8), Verdict::Multiple));
    assert!(report.complete);
}

#[test]
fn a_limit_in_one_cube_is_a_limit_of_the_whole() {
    let instance = kind("magic").expect("a kind");
    let instance = instance.read(None, "order 4").expect("a board");
    let request = Request {
        nodes: Some(5),
        ..Request::default()
    };
    let question = Question::Count { limit: u64::MAX };
    let solver = CubeSolver::new(&*instance, question, &request, 8).expect("a split");
    let mut solver = solver.expect("it is split");
    let mut join = CubeJoin::new(question, solver.n_cubes());
    assert!(join.add(solver.ask(0, &request).expect("a report")));
    let report = join.finish();
    assert!(matches!(report.verdict, Verdict::Stopped(_)), "{report:?}");
    assert!(!report.complete);
}

#[test]
fn solutions_of_a_model_are_counted_in_parts() {
    let text = "Name: A, B, C, domain: 1..5\nConstraint: A < B\nConstraint: B \\= C";
    let source = Source::new("less.gw", text);
    let program = source.program(&[]).map_err(|refused| refused.render());
    let program = program.expect("a program");
    let built = program.model().expect("a model");
    let subject = CubeSubject::Model {
        model: &built.model,
        decisions: &built.vars,
        text,
    };
    let question = Question::Count { limit: u64::MAX };
    for n in [1, 2, 9, 1000] {
        let request = Request::default();
        let solver = CubeSolver::new(subject, question, &request, n).expect("a split");
        let mut solver = solver.expect("it is split");
        let mut join = CubeJoin::new(question, solver.n_cubes());
        for cube in 0..solver.n_cubes() {
            assert!(!join.add(solver.ask(cube, &request).expect("a report")));
        }
        let report = join.finish();
        // Ten pairs A < B, and four values of C for each.
        assert_eq!((report.count, report.complete), (Some(40), true), "{n}");
    }
    let unique = CubeSolver::new(subject, Question::Unique, &Request::default(), 4);
    assert!(
        unique.expect("no error").is_none(),
        "only counting is split"
    );
}
