//! Assumptions: cores conflict and are minimal, and a session that has answered other questions gives the same answers as a new one.

use std::collections::BTreeSet;

use gridwright_constraints::{all_different, clause, less, linear_eq, not_equal};
use gridwright_fd::{Atom, Model, Op, Rng, Var};
use gridwright_solve::{
    ClausePool, Completeness, Core, Goal, ModelEngine, RunOptions, Session, SolveResult, Uniqueness,
};

/// Every engine with a model; `sat` gets one that has a CNF encoding.
fn cases() -> [(ModelEngine, Model, Vec<Var>); 6] {
    [
        (ModelEngine::Auto, numbers()),
        (ModelEngine::Fd, numbers()),
        (ModelEngine::Learn, numbers()),
        (ModelEngine::Oracle, numbers()),
        (ModelEngine::Sat, clauses()),
        (ModelEngine::Auto, clauses()),
    ]
    .map(|(engine, (model, x))| (engine, model, x))
}

/// Five different numbers of 1..6, two of them in order, with a given sum.
fn numbers() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let names = (0..5).map(|i| format!("x{i}"));
    let x = model.vars(names, 1..=6).expect("a domain");
    model.post(all_different(x.iter())).expect("small values");
    model.post(less(x[0], x[4])).expect("small values");
    let terms = x.iter().map(|&var| (1, var));
    model.post(linear_eq(terms, 17)).expect("small values");
    model
        .post(not_equal(x[1].view().plus(1).expect("small values"), x[2]))
        .expect("small values");
    (model, x)
}

/// Four different numbers of 1..6 and one more, with clauses: a model with a CNF encoding.
fn clauses() -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let names = (0..5).map(|i| format!("x{i}"));
    let x = model.vars(names, 1..=6).expect("a domain");
    model.post(all_different(&x[..4])).expect("small values");
    model.post(not_equal(x[3], x[4])).expect("small values");
    for atoms in [
        [Atom::le(x[0], 2), Atom::ge(x[1], 5), Atom::eq(x[4], 1)],
        [Atom::ge(x[0], 3), Atom::ne(x[2], 4), Atom::le(x[4], 3)],
        [Atom::ne(x[1], 6), Atom::ge(x[3], 4), Atom::ge(x[4], 5)],
        [Atom::le(x[2], 2), Atom::le(x[3], 2), Atom::ne(x[4], 2)],
    ] {
        model.post(clause(atoms)).expect("small values");
    }
    (model, x)
}

fn random_assumptions(x: &[Var], rng: &mut Rng) -> Vec<Atom> {
    (0..rng.between(0, 5))
        .map(|_| {
            let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
            Atom::new(*rng.pick(x), op, rng.between(0, 7))
        })
        .collect()
}

#[test]
fn a_used_session_gives_the_same_answers_as_a_new_one() {
    for (engine, model, x) in cases() {
        let options = RunOptions::new().engine(engine);
        let mut session = Session::new(&model, &options).expect("valid options");
        let mut rng = Rng::new(7);
        let mut solvable = 0;
        for round in 0..1000 {
            let assumptions = random_assumptions(&x, &mut rng);
            let old = session.solve(&assumptions).expect("valid options");
            let mut fresh = Session::new(&model, &options).expect("valid options");
            let new = fresh.solve(&assumptions).expect("valid options");
            match (&old, &new) {
                (SolveResult::Unsatisfiable, SolveResult::Unsatisfiable) => {}
                (SolveResult::Found(found), SolveResult::Found(_)) => {
                    solvable += 1;
                    for atom in assumptions {
                        assert!(atom.admits(found.value(atom.var())), "{engine} {round}");
                    }
                    for constraint in model.constraints() {
                        assert!(
                            constraint.holds(&|var| found.value(var)),
                            "{engine} {round}"
                        );
                    }
                }
                _ => panic!("{engine}, round {round}: {old:?}, but a new session {new:?}"),
            }
        }
        assert!(
            (100..900).contains(&solvable),
            "the questions are of both kinds"
        );
    }
}

#[test]
fn cores_conflict_and_are_minimal() {
    for (engine, model, x) in cases() {
        let options = RunOptions::new().engine(engine);
        let mut session = Session::new(&model, &options).expect("valid options");
        let mut rng = Rng::new(11);
        let mut conflicts = 0;
        for round in 0..60 {
            let assumptions = random_assumptions(&x, &mut rng);
            let mut oracle = Session::new(&model, &RunOptions::new().engine(ModelEngine::Oracle))
                .expect("valid options");
            let mut solvable = |atoms: &[Atom]| {
                oracle.solve(atoms).expect("few assignments") != SolveResult::Unsatisfiable
            };
            match session.core(&assumptions).expect("valid options") {
                Core::Conflict { atoms, minimal } => {
                    conflicts += 1;
                    assert!(minimal);
                    assert!(atoms.iter().all(|atom| assumptions.contains(atom)));
                    assert!(!solvable(&atoms), "{engine} {round}: {atoms:?}");
                    for removed in 0..atoms.len() {
                        let mut rest = atoms.clone();
                        rest.remove(removed);
                        assert!(
                            solvable(&rest),
                            "{engine} {round}: {atoms:?} less {removed}"
                        );
                    }
                }
                Core::Satisfiable(_) => assert!(solvable(&assumptions), "{engine} {round}"),
                Core::Unknown(limit) => panic!("there is no limit, but {limit} was reached"),
            }
        }
        assert!(conflicts > 10, "some of the questions conflict");
    }
}

#[test]
fn a_model_without_solutions_has_an_empty_core() {
    let mut model = Model::new();
    let x = model.vars(["a", "b", "c"], 1..=2).expect("a domain");
    model.post(all_different(x.iter())).expect("small values");
    for engine in cases().map(|(engine, ..)| engine) {
        let options = RunOptions::new().engine(engine);
        let mut session = Session::new(&model, &options).expect("valid options");
        let expected = Core::Conflict {
            atoms: Vec::new(),
            minimal: true,
        };
        let core = session.core(&[Atom::eq(x[0], 1)]);
        assert_eq!(core, Ok(expected), "{engine}");
    }
}

#[test]
fn the_plans_own_assumptions_hold_for_every_question() {
    for (engine, model, x) in cases() {
        let options = RunOptions::new()
            .engine(engine)
            .assuming([Atom::eq(x[0], 2)]);
        let mut session = Session::new(&model, &options).expect("valid options");
        for found in session.solutions(&[]).expect("valid options") {
            assert_eq!(found.value(x[0]), 2, "{engine}");
        }
        let solved = session.solve(&[Atom::ne(x[0], 2)]);
        assert_eq!(solved, Ok(SolveResult::Unsatisfiable), "{engine}");
    }
}

/// Compares uniqueness, the list of solutions and the backbone in one session under changing assumptions with brute force.
#[test]
fn engines_agree_under_assumptions() {
    let (model, x) = clauses();
    let session =
        |engine| Session::new(&model, &RunOptions::new().engine(engine)).expect("valid options");
    let engines = [
        ModelEngine::Auto,
        ModelEngine::Fd,
        ModelEngine::Learn,
        ModelEngine::Sat,
    ];
    let mut sessions = engines.map(|engine| (engine, session(engine)));
    let mut oracle = session(ModelEngine::Oracle);
    let mut rng = Rng::new(3);
    let mut n_unique = 0;
    for round in 0..300 {
        let mut assumptions = random_assumptions(&x, &mut rng);
        for &var in &x[..2 + rng.below(3)] {
            assumptions.push(Atom::eq(var, rng.between(1, 6)));
        }
        assumptions.retain(|_| !rng.one_in(4));
        let solutions = oracle.solutions(&assumptions).expect("few assignments");
        let expected: BTreeSet<Vec<i32>> = solutions.map(|found| found.values(&x)).collect();
        let shared = |at: usize| {
            let mut values = expected.iter().map(|found| found[at]);
            let first = values.next()?;
            values.all(|value| value == first).then_some(first)
        };
        let expected_backbone: Vec<_> = (0..x.len()).map(|at| (x[at], shared(at))).collect();
        n_unique += u32::from(expected.len() == 1);
        for (engine, session) in &mut sessions {
            let context = format!("{engine}, round {round}: {assumptions:?}");
            let unique = session.unique_under(&assumptions).expect("valid options");
            let n_found = match unique {
                Uniqueness::Unsatisfiable => 0,
                Uniqueness::One(_) => 1,
                Uniqueness::Many(one, other) => {
                    assert_ne!(one.values(&x), other.values(&x), "{context}");
                    2
                }
                Uniqueness::Unknown(..) => panic!("{context}: there is no limit"),
            };
            assert_eq!(n_found, expected.len().min(2), "{context}");
            let solutions = session.solutions(&assumptions).expect("valid options");
            let found: Vec<Vec<i32>> = solutions.map(|found| found.values(&x)).collect();
            assert_eq!(found.len(), expected.len(), "{context}");
            assert_eq!(BTreeSet::from_iter(found), expected, "{context}");
            let backbone = session.backbone(&assumptions).expect("valid options");
            match backbone.completeness {
                Completeness::NoSolution => assert!(expected.is_empty(), "{context}"),
                known => {
                    assert_eq!(known, Completeness::Complete, "{context}");
                    assert_eq!(backbone.values, expected_backbone, "{context}");
                }
            }
        }
    }
    assert!(n_unique > 5, "{n_unique}");
}

#[test]
fn sat_keeps_what_it_learnt_between_questions() {
    // If enabled, seven pigeons must fit into the six holes 1..6.
    let mut model = Model::new();
    let enabled = model.bool("enabled");
    let names = (0..7).map(|i| format!("p{i}"));
    let pigeons = model.vars(names, 0..=7).expect("a domain");
    model.post(all_different(&pigeons)).expect("small values");
    for &pigeon in &pigeons {
        for atom in [Atom::ge(pigeon, 1), Atom::le(pigeon, 6)] {
            let in_hole = clause([Atom::le(enabled, 0), atom]);
            model.post(in_hole).expect("small values");
        }
    }
    let options = RunOptions::new().engine(ModelEngine::Sat);
    let mut session = Session::new(&model, &options).expect("valid options");
    let mut failures = Vec::new();
    for _ in 0..2 {
        let before = session.stats().failures;
        let solved = session
            .solve(&[Atom::ge(enabled, 1)])
            .expect("valid options");
        assert_eq!(solved, SolveResult::Unsatisfiable);
        failures.push(session.stats().failures - before);
    }
    assert!(failures[0] > 50 && failures[1] == 0, "{failures:?}");
    assert_eq!(session.engine(), ModelEngine::Sat);
    let solved = session
        .solve(&[Atom::le(enabled, 0)])
        .expect("valid options");
    assert!(matches!(solved, SolveResult::Found(_)));
}

#[test]
fn cubes_may_end_in_a_late_stage_of_sat() {
    // Seven pigeons in six holes, two by two: no propagation sees it.
    let mut model = Model::new();
    let names = (0..7).map(|i| format!("x{i}"));
    let x = model.vars(names, 1..=6).expect("small domains");
    for (i, &a) in x.iter().enumerate() {
        for &b in &x[i + 1..] {
            model.post(not_equal(a, b)).expect("two variables");
        }
    }
    let cube = [Atom::le(x[0], 3)];
    let mut session = Session::new(&model, &RunOptions::new()).expect("a session");
    let none = Ok(Uniqueness::Unsatisfiable);
    assert_eq!(session.unique_under(&cube), none);
    assert_eq!(session.engine(), ModelEngine::Learn);
    let mut session = Session::new(&model, &RunOptions::new()).expect("a session");
    session.keep_late_sat();
    assert_eq!(session.unique_under(&cube), none);
    assert_eq!(session.engine(), ModelEngine::Sat);
}

/// Counts under the cubes of a model, by sessions in turn that exchange clauses: clauses that exclude the solutions of one cube must not reach the others.
#[test]
fn sessions_that_exchange_clauses_count_the_same() {
    let mut rng = Rng::new(6);
    let (mut n_found, mut n_none) = (0, 0);
    for round in 0..12 {
        let mut model = Model::new();
        let names = (0..26).map(|i| format!("x{i}"));
        let x = model.vars(names, 1..=3).expect("small domains");
        for i in 0..26 {
            for j in 0..i {
                if rng.below(100) < 17 {
                    model.post(not_equal(x[i], x[j])).expect("two variables");
                }
            }
        }
        let options = |engine| RunOptions::new().engine(engine);
        let mut whole = Session::new(&model, &options(ModelEngine::Fd)).expect("a session");
        let expected = whole.count(3000).expect("valid options").solutions;
        let pool = ClausePool::default();
        let mut sessions = [0, 1].map(|_| {
            let sat = options(ModelEngine::Sat);
            let mut session = Session::new(&model, &sat).expect("a session");
            session.share_clauses(&pool);
            session
        });
        let cubes = sessions[0].cubes(8, Goal::All).expect("a split");
        let mut sum = 0;
        for (at, cube) in cubes.iter().enumerate() {
            let count = sessions[at % 2].count_under(cube, 3000 - sum);
            sum += count.expect("valid options").solutions;
            if sum == 3000 {
                break;
            }
            let halves = sessions[at % 2]
                .cubes_under(cube, 2, Goal::All)
                .expect("a split");
            assert!(halves.iter().all(|half| half.starts_with(cube)));
        }
        assert_eq!(sum, expected, "round {round}");
        match expected {
            0 => n_none += 1,
            _ => n_found += 1,
        }
    }
    assert!(n_found > 2 && n_none > 0, "{n_found}, {n_none}");
}
