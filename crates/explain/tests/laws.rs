//! The laws of explanations, over the examples on every card: each explanation holds in the eyes of the checker and leads as far as all answers agree; one that
//! is tampered with is refused; the same puzzle has the same explanation.

use gridwright_explain::{ExplainOptions, Explanation, Rating, Reached, explain, verify};
use gridwright_puzzles::{AnyInstance, BoxedInstance, CATALOGUE, Claim, Known};

/// Every example of every kind that says its rules in words, with its number of answers.
fn examples() -> Vec<(String, BoxedInstance, u64)> {
    let mut all = Vec::new();
    for kind in CATALOGUE {
        let card = kind.card();
        for example in card.examples {
            let instance = kind.read(None, example.text).expect("examples are read");
            if !instance.premises().is_empty() {
                let name = format!("{}: {}", card.id, example.name);
                all.push((name, instance, example.answers));
            }
        }
    }
    assert!(!all.is_empty());
    all
}

fn explained(name: &str, instance: &dyn AnyInstance) -> Explanation {
    let explanation = explain(instance, &ExplainOptions::default());
    explanation.unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn explanations_hold_and_lead_to_the_answer() {
    for (name, instance, answers) in examples() {
        let explanation = explained(&name, &*instance);
        let expected = match answers {
            0 => Reached::NoAnswer,
            1 => Reached::Solved,
            _ => Reached::Shared,
        };
        assert_eq!(explanation.end, expected, "{name}");
        if let Err(refusal) = verify(&*instance, &explanation) {
            panic!("{name}: {refusal}\n{explanation:#?}");
        }
        assert_eq!(
            explanation.boards().last(),
            Some(&explanation.known),
            "{name}"
        );
        for step in &explanation.steps {
            assert!(step.sentence.ends_with('.'), "{name}: {}", step.sentence);
            assert!(step.cost > 0 && !step.technique.is_empty(), "{name}");
        }
    }
}

#[test]
fn the_same_puzzle_has_the_same_explanation() {
    for (name, instance, _) in examples() {
        let [one, other] = [(), ()].map(|()| explained(&name, &*instance));
        assert_eq!(one, other, "{name}");
    }
}

/// What is left of an explanation with one step changed must be refused.
fn refused(name: &str, instance: &dyn AnyInstance, what: &str, changed: &Explanation) {
    assert!(
        verify(instance, changed).is_err(),
        "{name}: {what} is not noticed"
    );
}

#[test]
fn tampered_explanations_are_refused() {
    for (name, instance, answers) in examples() {
        let explanation = explained(&name, &*instance);
        if answers != 1 || explanation.steps.is_empty() {
            continue;
        }
        for at in 0..explanation.steps.len().min(12) {
            let change = |what: &str, change: &dyn Fn(&mut Explanation)| {
                let mut changed = explanation.clone();
                change(&mut changed);
                refused(
                    &name,
                    &*instance,
                    &format!("{what} in step {}", at + 1),
                    &changed,
                );
            };
            change("a wrong conclusion", &|changed| {
                let claim = &mut changed.steps[at].concludes[0];
                *claim = claim.opposite();
            });
            change("a missing premise", &|changed| {
                changed.steps[at].premises.pop();
            });
            if !explanation.steps[at].used.is_empty() {
                change("missing facts", &|changed| changed.steps[at].used.clear());
            }
            change("a missing conclusion", &|changed| {
                changed.steps[at].concludes.pop();
            });
            change("a fact nobody has shown", &|changed| {
                let claim = changed.steps[at].concludes[0];
                changed.steps[at].used.push(claim);
            });
            change("a missing answer", &|changed| changed.answer = None);
        }
        let mut changed = explanation.clone();
        changed.steps.pop();
        refused(&name, &*instance, "a missing last step", &changed);
    }
}

#[test]
fn claims_that_are_known_are_not_concluded_again() {
    for (name, instance, _) in examples() {
        let explanation = explained(&name, &*instance);
        for (step, before) in explanation.steps.iter().zip(explanation.boards()) {
            let is_open = |claim: &Claim| before[claim.fact] == Known::Open;
            assert!(
                step.concludes.iter().all(is_open),
                "{name}: {}",
                step.sentence
            );
            let known = |claim: &Claim| claim.known(&before) == Known::True;
            assert!(step.used.iter().all(known), "{name}: {}", step.sentence);
        }
        let rating = Rating::of(&*instance, &explanation);
        assert!(rating.first_progress <= rating.first_placement, "{name}");
        assert!(rating.first_placement <= rating.hardest, "{name}");
        assert!(rating.hardest <= rating.total, "{name}");
    }
}

#[test]
fn what_leads_to_a_claim_holds_by_itself() {
    for (name, instance, answers) in examples() {
        let explanation = explained(&name, &*instance);
        let Some(last) = explanation.steps.last().filter(|_| answers == 1) else {
            continue;
        };
        let part = explanation.leading_to(&last.concludes[..1]);
        assert!(part.steps.len() <= explanation.steps.len(), "{name}");
        assert_eq!(
            part.steps.last().map(|step| &step.sentence),
            Some(&last.sentence)
        );
        if let Err(refusal) = verify(&*instance, &part) {
            panic!("{name}: {refusal}");
        }
    }
}
