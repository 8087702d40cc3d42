//! Random small models are printed, parsed again and solved by the engines, and must have the solutions that a naive evaluator finds. It works on the
//! syntax tree, without plans, sums or models, and tries every assignment.

mod evaluate;
mod random;

use std::collections::BTreeSet;

use gridwright_fd::Assignment;
use gridwright_fd::Rng;
use gridwright_lang::{Program, Source, parse_statements};
use gridwright_solve::{ModelEngine, RunOptions, Session};

/// All solutions by an engine, as values in the order of declaration.
fn solutions(program: &Program, engine: ModelEngine) -> BTreeSet<Vec<i32>> {
    let built = program.model().expect("small numbers");
    let options = RunOptions::new().engine(engine);
    let mut session = Session::new(&built.model, &options).expect("valid options");
    let found = session.solutions(&[]).expect("no objective");
    let values = |found: Assignment| found.values(&built.vars);
    let all: Vec<Vec<i32>> = found.map(values).collect();
    let set: BTreeSet<Vec<i32>> = all.iter().cloned().collect();
    assert_eq!(all.len(), set.len(), "solutions are distinct");
    set
}

#[test]
fn random_models_have_the_solutions_of_the_evaluator() {
    let (mut solvable, mut refused) = (0, 0);
    for seed in 0..250 {
        let text = random::model(&mut Rng::new(seed));
        let (statements, diagnostics) = parse_statements(&text);
        assert!(
            diagnostics.is_empty(),
            "seed {seed}: {diagnostics:?}\n{text}"
        );
        let program = match Source::new("law", text.as_str()).program(&[]) {
            Ok(program) => program,
            Err(why) => {
                // A division by a constant 0, or the maximum of an empty list, is undefined.
                let known = ["division by 0", "has no arguments", "does not exist at"];
                let shown = why.render();
                assert!(
                    known.iter().any(|known| shown.contains(known)),
                    "seed {seed}: {shown}\n{text}"
                );
                refused += 1;
                continue;
            }
        };
        let expected = evaluate::solutions(&statements);
        solvable += usize::from(!expected.is_empty());
        for engine in [ModelEngine::Fd, ModelEngine::Learn] {
            let found = solutions(&program, engine);
            assert_eq!(found, expected, "seed {seed}, {engine}\n{text}");
        }
    }
    assert!(solvable > 60, "{solvable} of the models have a solution");
    assert!(refused < 40, "{refused} models were refused");
}

#[test]
fn printing_round_trips() {
    for seed in 0..500 {
        let text = random::model(&mut Rng::new(seed));
        let (statements, _) = parse_statements(&text);
        let shown = |statements: &[gridwright_lang::syntax::Statement]| {
            let lines: Vec<String> = statements.iter().map(ToString::to_string).collect();
            lines.join("\n")
        };
        let printed = shown(&statements);
        let (again, diagnostics) = parse_statements(&printed);
        assert!(
            diagnostics.is_empty(),
            "seed {seed}: {diagnostics:?}\n{printed}"
        );
        assert_eq!(shown(&again), printed, "seed {seed}");
        let bare = |text: &str| text.replace([' ', '(', ')', '\n'], "");
        assert_eq!(
            bare(&printed),
            bare(&text),
            "seed {seed}: nothing but brackets is lost"
        );
    }
}

#[test]
fn models_with_switches_are_equivalent() {
    for seed in 0..300 {
        let text = random::model(&mut Rng::new(seed));
        let Ok(program) = Source::new("law", text.as_str()).program(&[]) else {
            continue;
        };
        let built = program.switched().expect("small numbers");
        let on = |switch: &gridwright_lang::Switch| gridwright_fd::Atom::ge(switch.var, 1);
        let on: Vec<_> = built.switches.iter().map(on).collect();
        let mut session = Session::new(&built.model, &RunOptions::new()).expect("valid options");
        let found = session.solutions(&on).expect("no objective");
        let found: BTreeSet<Vec<i32>> = found.map(|one| one.values(&built.vars)).collect();
        assert_eq!(
            found,
            solutions(&program, ModelEngine::Fd),
            "seed {seed}\n{text}"
        );
    }
}
