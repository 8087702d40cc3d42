//! Assumptions: cores really clash, and re-solving gives what a fresh solver gives.

use gridwright_constraints::{all_different, less, linear_eq, not_equal};
use gridwright_fd::Rng;
use gridwright_fd::{Atom, Model, Op, Var};
use gridwright_solve::{Core, EngineName, Plan, Session, Solved};

const ENGINES: [EngineName; 4] = [
    EngineName::Auto,
    EngineName::Fd,
    EngineName::Learn,
    EngineName::Oracle,
];

/// Five different numbers of 1..6 that rise somewhere and have a given sum.
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

fn random_assumptions(x: &[Var], rng: &mut Rng) -> Vec<Atom> {
    (0..rng.between(0, 5))
        .map(|_| {
            let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
            Atom::new(*rng.pick(x), op, rng.between(0, 7))
        })
        .collect()
}

#[test]
fn a_thousand_questions_get_the_answers_of_a_fresh_solver() {
    let (model, x) = numbers();
    for engine in [EngineName::Auto, EngineName::Fd, EngineName::Learn] {
        let plan = Plan::new().engine(engine);
        let mut session = Session::new(&model, &plan).expect("a plan that holds");
        let mut rng = Rng::new(7);
        let mut solvable = 0;
        for round in 0..1000 {
            let assumptions = random_assumptions(&x, &mut rng);
            let old = session.solve(&assumptions).expect("a plan that holds");
            let mut fresh = Session::new(&model, &plan).expect("a plan that holds");
            let new = fresh.solve(&assumptions).expect("a plan that holds");
            match (&old, &new) {
                (Solved::None, Solved::None) => {}
                (Solved::Found(found), Solved::Found(_)) => {
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
                _ => panic!("{engine}, round {round}: {old:?}, but fresh {new:?}"),
            }
        }
        assert!(
            (100..900).contains(&solvable),
            "the questions are of both kinds"
        );
    }
}

#[test]
fn cores_clash_and_none_of_them_can_be_spared() {
    let (model, x) = numbers();
    for engine in ENGINES {
        let plan = Plan::new().engine(engine);
        let mut session = Session::new(&model, &plan).expect("a plan that holds");
        let mut rng = Rng::new(11);
        let mut clashes = 0;
        for round in 0..60 {
            let assumptions = random_assumptions(&x, &mut rng);
            let mut referee = Session::new(&model, &Plan::new().engine(EngineName::Oracle))
                .expect("a plan that holds");
            let mut solvable =
                |atoms: &[Atom]| referee.solve(atoms).expect("few assignments") != Solved::None;
            match session.core(&assumptions).expect("a plan that holds") {
                Core::Clash { atoms, minimal } => {
                    clashes += 1;
                    assert!(minimal);
                    assert!(atoms.iter().all(|atom| assumptions.contains(atom)));
                    assert!(!solvable(&atoms), "{engine} {round}: {atoms:?}");
                    for spared in 0..atoms.len() {
                        let mut rest = atoms.clone();
                        rest.remove(spared);
                        assert!(solvable(&rest), "{engine} {round}: {atoms:?} less {spared}");
                    }
                }
                Core::Solvable(_) => assert!(solvable(&assumptions), "{engine} {round}"),
                Core::Unknown(limit) => panic!("there is no limit, but {limit} was reached"),
            }
        }
        assert!(clashes > 10, "some of the questions clash");
    }
}

#[test]
fn a_model_without_solutions_has_an_empty_core() {
    let mut model = Model::new();
    let x = model.vars(["a", "b", "c"], 1..=2).expect("a domain");
    model.post(all_different(x.iter())).expect("small values");
    for engine in ENGINES {
        let plan = Plan::new().engine(engine);
        let mut session = Session::new(&model, &plan).expect("a plan that holds");
        let core = session
            .core(&[Atom::eq(x[0], 1)])
            .expect("a plan that holds");
        let expected = Core::Clash {
            atoms: Vec::new(),
            minimal: true,
        };
        assert_eq!(core, expected, "{engine}");
    }
}

#[test]
fn the_plans_own_assumptions_hold_for_every_question() {
    let (model, x) = numbers();
    for engine in ENGINES {
        let plan = Plan::new().engine(engine).assuming([Atom::eq(x[0], 2)]);
        let mut session = Session::new(&model, &plan).expect("a plan that holds");
        for found in session.solutions(&[]).expect("a plan that holds") {
            assert_eq!(found.value(x[0]), 2, "{engine}");
        }
        let solved = session
            .solve(&[Atom::ne(x[0], 2)])
            .expect("a plan that holds");
        assert_eq!(solved, Solved::None, "{engine}");
    }
}
