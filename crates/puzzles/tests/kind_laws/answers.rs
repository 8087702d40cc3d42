//! Every example has as many answers as it says, by every viewpoint, pair of viewpoints, rule, connectivity and consistency; the judge accepts them; texts are read back.

use std::collections::{BTreeMap, BTreeSet};

use gridwright_fd::{Atom, Consistency, ConsistencyMap, Model};
use gridwright_puzzles::{
    AnyAnswer, AnyFormulation, AnyInstance, Effect, FactState, FormulateOptions, Kind,
};
use gridwright_solve::{ModelEngine, RunOptions, Session};

/// All answers, by their texts.
type Answers = BTreeMap<String, AnyAnswer>;

fn formulate(
    instance: &dyn AnyInstance,
    options: &FormulateOptions<'_>,
) -> (Model, AnyFormulation) {
    let mut model = Model::new();
    let formulation = instance.formulate(options, &mut model);
    let formulation = formulation.expect("examples can be formulated");
    (model, formulation)
}

/// All answers that passive rules accept; fails if one is found twice.
fn answers(
    instance: &dyn AnyInstance,
    formulate_options: &FormulateOptions<'_>,
    options: &RunOptions,
) -> Answers {
    let (model, formulation) = formulate(instance, formulate_options);
    let mut session = Session::new(&model, options).expect("the options suit the model");
    let mut found = Answers::new();
    for solution in session.solutions(&[]).expect("no objective") {
        if let Some(answer) = formulation.read(&solution) {
            let text = instance.print_answer(&answer);
            let before = found.insert(text, answer);
            assert!(before.is_none(), "an answer was found twice");
        }
    }
    found
}

/// The texts of answers.
fn texts(answers: &Answers) -> BTreeSet<&str> {
    answers.keys().map(String::as_str).collect()
}

fn check_same(found: &Answers, expected: &Answers, context: &str) {
    assert_eq!(texts(found), texts(expected), "{context}");
}

pub fn examples_have_their_answers(kind: &'static dyn Kind) {
    let info = kind.info();
    assert!(!info.examples.is_empty(), "{} has no example", info.id);
    let viewpoints: Vec<String> = kind
        .viewpoints()
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    for example in info.examples {
        let context = format!("{}: {}", info.id, example.name);
        let instance = kind.read(None, example.text).unwrap_or_else(|error| {
            panic!("{context}: {}", error.render(example.text, example.name))
        });
        let printed = instance.print();
        let again = kind.read(None, &printed);
        let again = again
            .unwrap_or_else(|error| panic!("{context}: {}", error.render(&printed, "its text")));
        assert_eq!(format!("{again:?}"), format!("{instance:?}"), "{context}");
        let run = |viewpoints: &[String], options: &RunOptions| {
            let formulate_options = FormulateOptions {
                viewpoints,
                ..FormulateOptions::default()
            };
            answers(&*instance, &formulate_options, options)
        };
        let expected = run(&[], &RunOptions::new());
        assert_eq!(expected.len() as u64, example.answers, "{context}");
        for (i, one) in viewpoints.iter().enumerate() {
            let one = std::slice::from_ref(one);
            for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
                let options = RunOptions::new().consistency(ConsistencyMap::all(level));
                let context = format!("{context}: {one:?} {level:?}");
                check_same(&run(one, &options), &expected, &context);
            }
            if example.answers < 100 {
                let options = RunOptions::new().engine(ModelEngine::Learn);
                let context = format!("{context}: {one:?} learning");
                check_same(&run(one, &options), &expected, &context);
            }
            for two in &viewpoints[i + 1..] {
                let both = [one[0].clone(), two.clone()];
                let context = format!("{context}: {both:?}");
                check_same(&run(&both, &RunOptions::new()), &expected, &context);
            }
            choices_keep_the_answers(kind, &*instance, one, &expected, &context);
        }
        let states = expected.values().map(|answer| truth(&*instance, answer));
        let states: BTreeSet<Vec<bool>> = states.collect();
        assert_eq!(states.len(), expected.len(), "{context}: facts");
        for (text, answer) in expected.iter().take(20) {
            answer_is_judged(&*instance, text, answer, &expected, &context);
            facts_determine_the_answer(&*instance, &viewpoints, text, answer, &context);
        }
    }
}

/// The truth of every fact.
fn truth(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Vec<bool> {
    let known = instance.known(answer);
    known
        .iter()
        .map(|state| *state == FactState::True)
        .collect()
}

/// Every way to enforce connectivity gives the same answers, and so does every rule, alone and with all others. A symmetry-breaking rule gives a subset, which is empty only
/// if there are no answers.
fn choices_keep_the_answers(
    kind: &dyn Kind,
    instance: &dyn AnyInstance,
    viewpoints: &[String],
    expected: &Answers,
    context: &str,
) {
    let context = format!("{context}: {viewpoints:?}");
    let mut all: Vec<(Vec<String>, Option<&str>)> = Vec::new();
    for way in kind.connectivity() {
        all.push((Vec::new(), Some(way.name())));
    }
    let mut together = Vec::new();
    for rule in kind.rules() {
        let rules = vec![rule.name.to_owned()];
        if rule.effect == Effect::Symmetry {
            let options = FormulateOptions {
                viewpoints,
                rules: &rules,
                connectivity: None,
            };
            let found = answers(instance, &options, &RunOptions::new());
            let context = format!("{context} with {}", rule.name);
            assert!(texts(&found).is_subset(&texts(expected)), "{context}");
            assert_eq!(found.is_empty(), expected.is_empty(), "{context}");
        } else {
            together.push(rule.name.to_owned());
            all.push((rules, None));
        }
    }
    if !together.is_empty() {
        all.push((together, None));
    }
    for (rules, connectivity) in &all {
        for engine in [ModelEngine::Fd, ModelEngine::Learn] {
            if engine == ModelEngine::Fd || expected.len() < 100 {
                let options = FormulateOptions {
                    viewpoints,
                    rules,
                    connectivity: *connectivity,
                };
                let found = answers(instance, &options, &RunOptions::new().engine(engine));
                let context = format!("{context} with {rules:?} {connectivity:?}, {engine}");
                check_same(&found, expected, &context);
            }
        }
    }
}

/// The judge accepts an answer, its text is read back, and no other text that can be read is an answer.
fn answer_is_judged(
    instance: &dyn AnyInstance,
    text: &str,
    answer: &AnyAnswer,
    all: &Answers,
    context: &str,
) {
    assert_eq!(instance.check(answer), Ok(()), "{context}");
    let again = instance.parse_answer(text);
    let again = again.unwrap_or_else(|error| panic!("{context}: {}", error.render(text, "text")));
    assert_eq!(instance.print_answer(&again), text, "{context}");
    assert_eq!(
        truth(instance, &again),
        truth(instance, answer),
        "{context}"
    );
    // Exchanges two tokens of the printed answer: unless the result is an answer too, the judge must reject it.
    let tokens: Vec<&str> = text.split_whitespace().collect();
    if tokens.len() > 1 && tokens[0] != tokens[1] {
        let swapped = text
            .replacen(tokens[0], "\0", 1)
            .replacen(tokens[1], tokens[0], 1)
            .replacen('\0', tokens[1], 1);
        if let Ok(other) = instance.parse_answer(&swapped) {
            let is_answer = all.contains_key(&instance.print_answer(&other));
            assert_eq!(instance.check(&other).is_ok(), is_answer, "{context}");
        }
    }
}

/// Under the assumption of the truth of every fact, the model of every viewpoint has only this answer.
fn facts_determine_the_answer(
    instance: &dyn AnyInstance,
    viewpoints: &[String],
    text: &str,
    answer: &AnyAnswer,
    context: &str,
) {
    let truth = truth(instance, answer);
    for viewpoint in viewpoints {
        let options = FormulateOptions {
            viewpoints: std::slice::from_ref(viewpoint),
            ..FormulateOptions::default()
        };
        let (model, formulation) = formulate(instance, &options);
        let context = format!("{context}: {viewpoint}");
        assert_eq!(truth.len(), formulation.facts.len(), "{context}");
        let assumed = truth.iter().zip(&formulation.facts);
        let assumed: Vec<Atom> = assumed
            .filter_map(|(truth, atom)| atom.map(|atom| if *truth { atom } else { !atom }))
            .collect();
        let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
        let found: Vec<String> = session
            .solutions(&assumed)
            .expect("no objective")
            .filter_map(|solution| formulation.read(&solution))
            .map(|answer| instance.print_answer(&answer))
            .collect();
        assert_eq!(found, [text], "{context}");
    }
}
