//! Premises are equivalent to the rules: the truth assignments to facts that satisfy all premises of an instance are exactly those of its answers. Checked
//! on every example, by an engine on a model of the premises, without any viewpoint.

use std::collections::BTreeSet;

use gridwright_constraints::post_bool_expr;
use gridwright_fd::{Model, Var};
use gridwright_puzzles::{AnyInstance, FactState, FormulateOptions, Kind, Premise};
use gridwright_solve::{RunOptions, Session};

/// All truth assignments to facts that satisfy these premises.
fn truths<'p>(n_facts: usize, premises: impl Iterator<Item = &'p Premise>) -> BTreeSet<Vec<bool>> {
    let mut model = Model::new();
    let facts: Vec<Var> = (0..n_facts)
        .map(|fact| model.bool(format!("f{fact}")))
        .collect();
    for premise in premises {
        let formula = premise.form.formula(&facts, &mut model);
        let formula = formula.expect("small numbers");
        post_bool_expr(&mut model, &formula).expect("small numbers");
    }
    model
        .set_keys(facts.clone())
        .expect("variables of the model");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("solutions can be listed");
    solutions
        .map(|found| facts.iter().map(|&fact| found.value(fact) == 1).collect())
        .collect()
}

/// The truth assignments of all answers, found by the default viewpoint.
fn answers(instance: &dyn AnyInstance) -> BTreeSet<Vec<bool>> {
    let mut model = Model::new();
    let formulation = instance
        .formulate(&FormulateOptions::default(), &mut model)
        .expect("examples can be formulated");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("solutions can be listed");
    solutions
        .filter_map(|found| formulation.read(&found))
        .map(|answer| {
            let known = instance.known(&answer);
            known
                .iter()
                .map(|known| *known == FactState::True)
                .collect()
        })
        .collect()
}

pub fn premises_are_equivalent_to_the_rules(kind: &'static dyn Kind) {
    let info = kind.info();
    for example in info.examples {
        let context = format!("{}: {}", info.id, example.name);
        let instance = kind.read(None, example.text).expect("examples are read");
        let premises = instance.premises();
        if premises.is_empty() {
            continue;
        }
        let n_facts = instance.facts().len();
        for premise in &premises {
            let words = &premise.words;
            assert!(!words.is_empty(), "{context}: {premise:?}");
            let in_range = premise.form.facts().iter().all(|&fact| fact < n_facts);
            assert!(in_range, "{context}: {words}");
        }
        let expected = answers(&*instance);
        for truth in &expected {
            for premise in &premises {
                let kept = premise.form.holds(&|fact| truth[fact]);
                assert!(kept, "{context}: an answer breaks `{}`", premise.words);
            }
        }
        // The premises that are not implied must have the same solutions.
        let needed = premises.iter().filter(|premise| !premise.is_implied);
        assert_eq!(truths(n_facts, needed), expected, "{context}");
    }
}
