//! The law of premises: the truths of facts that satisfy all premises of an instance are those of its answers, and no others. Checked over the examples on every
//! card, by an engine that is told what the forms mean and nothing of any viewpoint.

use std::collections::BTreeSet;

use gridwright_constraints::formula::{and, holds, iff, implies};
use gridwright_constraints::{
    Formula, Graph, bool_sum_ge, bool_sum_le, connected_spanning, exactly_one, linear_ge,
    linear_le, post_formula,
};
use gridwright_fd::{Atom, Model, Var, View};
use gridwright_puzzles::{AnyInstance, CATALOGUE, Claim, Form, Known, Premise, Wish};
use gridwright_solve::{Plan, Session};

/// What a form means, over one 0..1 variable per fact.
fn meaning(form: &Form, facts: &[Var], model: &mut Model) -> Formula {
    let atom = |claim: &Claim| Atom::eq(facts[claim.fact], i32::from(claim.holds));
    let view = |claim: &Claim| match claim.holds {
        true => facts[claim.fact].view(),
        false => facts[claim.fact].view().complement(),
    };
    let between = |bools: Vec<View>, min: usize, max: usize| {
        and([
            holds(bool_sum_ge(bools.clone(), View::constant(min as i32))),
            holds(bool_sum_le(bools, View::constant(max as i32))),
        ])
    };
    match form {
        Form::Count { of, min, max } => between(of.iter().map(view).collect(), *min, *max),
        Form::Groups { of, min, max } => {
            let mut whole = Vec::new();
            for (i, group) in of.iter().enumerate() {
                let is_whole = model.bool(format!("group {} {i}", model.n_vars()));
                let parts = and(group.iter().map(atom));
                post_formula(model, &iff(Atom::eq(is_whole, 1), parts)).expect("bools");
                whole.push(is_whole.view());
            }
            between(whole, *min, *max)
        }
        Form::Total { of, min, max } => {
            let ones = of
                .iter()
                .map(|list| holds(exactly_one(list.iter().map(|(fact, _)| facts[*fact]))));
            let terms: Vec<(i32, Var)> = of
                .iter()
                .flatten()
                .map(|(fact, number)| (*number as i32, facts[*fact]))
                .collect();
            let sums = [
                holds(linear_ge(terms.clone(), *min as i32)),
                holds(linear_le(terms, *max as i32)),
            ];
            and(ones.chain(sums))
        }
        Form::Joined { nodes, edges } => {
            let pairs = edges.iter().map(|(a, b, _)| (*a, *b));
            let graph = Graph::new(*nodes, pairs).expect("edges between nodes");
            let edges = edges.iter().map(|(_, _, edge)| view(edge));
            holds(connected_spanning(&graph, edges))
        }
        Form::When(claims, form) => {
            let then = meaning(form, facts, model);
            implies(and(claims.iter().map(atom)), then)
        }
        Form::All(forms) => {
            let parts: Vec<Formula> = forms
                .iter()
                .map(|form| meaning(form, facts, model))
                .collect();
            and(parts)
        }
    }
}

/// All truths of facts that satisfy some premises.
fn truths<'p>(n_facts: usize, premises: impl Iterator<Item = &'p Premise>) -> BTreeSet<Vec<bool>> {
    let mut model = Model::new();
    let facts: Vec<Var> = (0..n_facts)
        .map(|fact| model.bool(format!("f{fact}")))
        .collect();
    for premise in premises {
        let formula = meaning(&premise.form, &facts, &mut model);
        post_formula(&mut model, &formula).expect("small numbers");
    }
    model
        .set_keys(facts.clone())
        .expect("variables of the model");
    let mut session = Session::new(&model, &Plan::new()).expect("a plain plan");
    let solutions = session.solutions(&[]).expect("solutions can be listed");
    solutions
        .map(|found| facts.iter().map(|&fact| found.value(fact) == 1).collect())
        .collect()
}

/// The truths of facts in all answers, found by the usual viewpoint.
fn answers(instance: &dyn AnyInstance) -> BTreeSet<Vec<bool>> {
    let mut model = Model::new();
    let formulation = instance
        .formulate(&Wish::default(), &mut model)
        .expect("examples can be formulated");
    let mut session = Session::new(&model, &Plan::new()).expect("a plain plan");
    let solutions = session.solutions(&[]).expect("solutions can be listed");
    solutions
        .filter_map(|found| formulation.read(&found))
        .map(|answer| {
            let known = instance.known(&answer);
            known.iter().map(|known| *known == Known::True).collect()
        })
        .collect()
}

#[test]
fn premises_say_what_the_rules_say() {
    for kind in CATALOGUE {
        let card = kind.card();
        for example in card.examples {
            let context = format!("{}: {}", card.id, example.name);
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
            // What is called implied changes nothing, so all the others alone must do.
            let needed = premises.iter().filter(|premise| !premise.is_implied);
            assert_eq!(truths(n_facts, needed), expected, "{context}");
        }
    }
}
