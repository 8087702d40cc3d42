//! Laws of explanations, over the examples of every kind: the verifier accepts each explanation and rejects a tampered one, an explanation derives
//! everything that all answers share, and the same puzzle has the same explanation.

use std::time::Duration;

use gridwright_explain::{
    ExplainOptions, Explanation, ExplanationEnd, Rating, Step, VerifyOptions, explain, verify,
    verify_with,
};
use gridwright_fd::{Limit, Limits};
use gridwright_puzzles::{AnyInstance, BoxedInstance, CATALOGUE, Claim, FactState};

/// Every example of every kind that has premises, with its number of answers.
fn examples() -> Vec<(String, BoxedInstance, u64)> {
    let mut all = Vec::new();
    for kind in CATALOGUE {
        let info = kind.info();
        for example in info.examples {
            let instance = kind.read(None, example.text).expect("a valid example");
            if !instance.premises().is_empty() {
                let name = format!("{}: {}", info.id, example.name);
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
fn explanations_are_accepted_and_lead_to_the_answer() {
    for (name, instance, answers) in examples() {
        let explanation = explained(&name, &*instance);
        let expected = match answers {
            0 => ExplanationEnd::NoAnswer,
            1 => ExplanationEnd::Solved,
            _ => ExplanationEnd::Shared,
        };
        assert_eq!(explanation.end, expected, "{name}");
        if let Err(error) = verify(&*instance, &explanation) {
            panic!("{name}: {error}\n{explanation:#?}");
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

#[test]
fn tampered_explanations_are_refused() {
    for (name, instance, answers) in examples() {
        let explanation = explained(&name, &*instance);
        if answers != 1 || explanation.steps.is_empty() {
            continue;
        }
        let refused = |what: &str, change: &dyn Fn(&mut Explanation)| {
            let mut changed = explanation.clone();
            change(&mut changed);
            let verified = verify(&*instance, &changed);
            assert!(verified.is_err(), "{name}: {what} is accepted");
        };
        for at in 0..explanation.steps.len().min(12) {
            let refused_step = |what: &str, change: &dyn Fn(&mut Step)| {
                let what = format!("{what} in step {}", at + 1);
                refused(&what, &|changed| change(&mut changed.steps[at]));
            };
            refused_step("a wrong conclusion", &|step| {
                step.concludes[0] = step.concludes[0].opposite();
            });
            refused_step("a missing premise", &|step| {
                step.premises.pop();
            });
            if !explanation.steps[at].used.is_empty() {
                refused_step("missing facts", &|step| step.used.clear());
            }
            refused_step("a missing conclusion", &|step| {
                step.concludes.pop();
            });
            refused_step("an unknown fact", &|step| step.used.push(step.concludes[0]));
        }
        refused("a missing answer", &|changed| changed.answer = None);
        refused("a missing last step", &|changed| {
            changed.steps.pop();
        });
    }
}

#[test]
fn words_are_compared_with_those_of_another_explanation() {
    for (name, instance, _) in examples() {
        let explanation = explained(&name, &*instance);
        let options = VerifyOptions {
            again: Some(&explanation),
            ..VerifyOptions::default()
        };
        let verified = |changed: &Explanation| verify_with(&*instance, changed, &options);
        let all = verified(&explanation).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(all.unchecked().is_empty(), "{name}: {:?}", all.unchecked());
        type Change = fn(&mut Step);
        let changes: [(&str, Change); 4] = [
            ("technique", |step| step.technique.push('x')),
            ("sentence", |step| step.sentence.push('x')),
            ("full sentence", |step| {
                step.full = Some(step.full.take().unwrap_or_default() + "x");
            }),
            ("cost", |step| step.cost += 1),
        ];
        for at in 0..explanation.steps.len().min(12) {
            for (what, change) in changes {
                let mut changed = explanation.clone();
                change(&mut changed.steps[at]);
                let is_refused = verified(&changed).is_err();
                assert!(is_refused, "{name}: another {what} in step {}", at + 1);
            }
        }
    }
}

#[test]
fn verification_stops_at_the_time_limit() {
    for (name, instance, _) in examples() {
        let explanation = explained(&name, &*instance);
        let options = VerifyOptions {
            limits: Limits::default().time_limit(Duration::ZERO),
            ..VerifyOptions::default()
        };
        if !explanation.steps.is_empty() {
            let error = verify_with(&*instance, &explanation, &options);
            let limit = error.expect_err("the limit comes first").limit;
            assert_eq!(limit, Some(Limit::Time), "{name}");
        }
    }
}

#[test]
fn known_claims_are_not_concluded_again() {
    for (name, instance, _) in examples() {
        let explanation = explained(&name, &*instance);
        for (step, before) in explanation.steps.iter().zip(explanation.boards()) {
            // A chain proves the opposite of its assumption, which may be known by now; something else must be new.
            let proved = step.chain.assumed.map(Claim::opposite);
            let is_open = |claim: &Claim| before[claim.fact] == FactState::Open;
            let is_new = |claim: &Claim| is_open(claim) || Some(*claim) == proved;
            assert!(step.concludes.iter().any(is_open), "{name}");
            assert!(
                step.concludes.iter().all(is_new),
                "{name}: {}",
                step.sentence
            );
            let known = |claim: &Claim| claim.known(&before) == FactState::True;
            assert!(step.used.iter().all(known), "{name}: {}", step.sentence);
        }
        let rating = Rating::of(&*instance, &explanation);
        assert!(rating.first_progress <= rating.first_placement, "{name}");
        assert!(rating.first_placement <= rating.hardest, "{name}");
        assert!(rating.hardest <= rating.total, "{name}");
    }
}

#[test]
fn the_part_that_leads_to_a_claim_is_accepted() {
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
        if let Err(error) = verify(&*instance, &part) {
            panic!("{name}: {error}");
        }
    }
}
