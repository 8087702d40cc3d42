//! Explanations as JSON: written by `explain --json`, read by `verify`.

use gridwright::{
    AnyInstance, Chain, Claim, Explanation, ExplanationEnd, Link, Premise, Step, TrivialStep,
};
use serde::{Deserialize, Serialize};

/// An explanation as it is saved, with the puzzle it explains.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The puzzle, in its kind's own text.
    pub(crate) puzzle: String,
    /// How it ends: solved, shared, no answer, enough or stopped.
    pub(crate) end: String,
    /// The answer, where there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// What goes without saying at the start.
    given: Vec<SavedSilent>,
    pub(crate) steps: Vec<SavedStep>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedStep {
    pub(crate) sentence: String,
    pub(crate) technique: String,
    pub(crate) cost: u32,
    pub(crate) premises: Vec<SavedPremise>,
    pub(crate) used: Vec<SavedClaim>,
    pub(crate) concludes: Vec<SavedClaim>,
    /// What is assumed where the step goes by a contradiction, and the links to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assumed: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chain: Vec<SavedLink>,
    silent: Vec<SavedSilent>,
}

/// A claim that follows, if one does, the premise it follows from, or the links by which its opposite fails, or the claims of a case do.
#[derive(Debug, Serialize, Deserialize)]
struct SavedLink {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    case: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    inner: Vec<SavedLink>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedPremise {
    pub(crate) at: usize,
    pub(crate) words: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedClaim {
    pub(crate) fact: usize,
    pub(crate) holds: bool,
    pub(crate) words: String,
}

/// A premise by its place, and the claims it uses and forces: a fact by its place counted from 1, negative where it is denied.
type SavedSilent = (usize, Vec<i64>, Vec<i64>);

impl Saved {
    pub(crate) fn new(name: &str, instance: &dyn AnyInstance, explained: &Explanation) -> Saved {
        let (premises, facts) = (instance.premises(), instance.facts());
        let denials = instance.negations();
        let claims = |claims: &[Claim]| -> Vec<SavedClaim> {
            let saved = claims.iter().map(|claim| SavedClaim {
                fact: claim.fact,
                holds: claim.holds,
                words: match claim.holds {
                    true => facts[claim.fact].clone(),
                    false => denials[claim.fact].clone(),
                },
            });
            saved.collect()
        };
        let step = |step: &Step| SavedStep {
            sentence: step.sentence.clone(),
            technique: step.technique.clone(),
            cost: step.cost,
            premises: step
                .premises
                .iter()
                .map(|&at| SavedPremise {
                    at,
                    words: premises[at].words.clone(),
                })
                .collect(),
            used: claims(&step.used),
            concludes: claims(&step.concludes),
            assumed: step.chain.assumed.map(signed),
            chain: step.chain.links.iter().map(link).collect(),
            silent: step.trivial.iter().map(silent).collect(),
        };
        Saved {
            kind: instance.kind().card().id.to_owned(),
            name: name.to_owned(),
            puzzle: instance.print(),
            end: word(explained.end).to_owned(),
            answer: explained.answer.clone(),
            given: explained.given.iter().map(silent).collect(),
            steps: explained.steps.iter().map(step).collect(),
        }
    }

    /// The line.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
    }

    /// The explanation, for the instance it says it explains.
    pub(crate) fn explanation(&self, instance: &dyn AnyInstance) -> Result<Explanation, String> {
        let (premises, facts) = (instance.premises(), instance.facts());
        let denials = instance.negations();
        let claims = |saved: &[SavedClaim]| -> Result<Vec<Claim>, String> {
            let one = |saved: &SavedClaim| {
                let words = if saved.holds { &facts } else { &denials };
                match words.get(saved.fact) {
                    Some(words) if *words == saved.words => Ok(Claim {
                        fact: saved.fact,
                        holds: saved.holds,
                    }),
                    Some(words) => Err(format!("`{}` is here `{words}`", saved.words)),
                    None => Err(format!("there is no fact {}", saved.fact)),
                }
            };
            saved.iter().map(one).collect()
        };
        let silent = |all: &[SavedSilent]| -> Result<Vec<TrivialStep>, String> {
            let one = |saved: &SavedSilent| read_silent(saved, &premises, facts.len());
            all.iter().map(one).collect()
        };
        let step = |(i, saved): (usize, &SavedStep)| -> Result<Step, String> {
            let at = |message: String| format!("step {}: {message}", i + 1);
            for premise in &saved.premises {
                match premises.get(premise.at) {
                    Some(here) if here.words == premise.words => {}
                    _ => {
                        let words = &premise.words;
                        return Err(at(format!("`{words}` is no rule of this puzzle")));
                    }
                }
            }
            Ok(Step {
                premises: saved.premises.iter().map(|premise| premise.at).collect(),
                used: claims(&saved.used).map_err(at)?,
                seen: Vec::new(),
                concludes: claims(&saved.concludes).map_err(at)?,
                chain: Chain {
                    assumed: read_claim(saved.assumed, facts.len()).map_err(at)?,
                    links: read_links(&saved.chain, facts.len()).map_err(at)?,
                },
                technique: saved.technique.clone(),
                sentence: saved.sentence.clone(),
                cost: saved.cost,
                trivial: silent(&saved.silent).map_err(at)?,
            })
        };
        let steps = self.steps.iter().enumerate().map(step);
        let mut explanation = Explanation {
            // A saved explanation starts from the puzzle alone.
            start: Vec::new(),
            answer: self.answer.clone(),
            given: silent(&self.given)?,
            steps: steps.collect::<Result<_, _>>()?,
            known: vec![gridwright::Known::Open; facts.len()],
            end: match self.end.as_str() {
                "solved" => ExplanationEnd::Solved,
                "shared" => ExplanationEnd::Shared,
                "no answer" => ExplanationEnd::NoAnswer,
                _ => ExplanationEnd::Enough,
            },
        };
        if let Some(last) = explanation.boards().pop() {
            explanation.known = last;
        }
        Ok(explanation)
    }
}

/// A fact by its place counted from 1, negative where it is denied.
fn signed(claim: Claim) -> i64 {
    (claim.fact as i64 + 1) * if claim.holds { 1 } else { -1 }
}

fn unsigned(signed: i64, n_facts: usize) -> Result<Claim, String> {
    match signed.unsigned_abs() as usize {
        at @ 1.. if at <= n_facts => Ok(Claim {
            fact: at - 1,
            holds: signed > 0,
        }),
        at => Err(format!("there is no fact {at}")),
    }
}

fn link(told: &Link) -> SavedLink {
    SavedLink {
        claim: told.claim.map(signed),
        by: told.premise,
        case: told.case.iter().copied().map(signed).collect(),
        inner: told.inner.iter().map(link).collect(),
    }
}

fn read_claim(saved: Option<i64>, n_facts: usize) -> Result<Option<Claim>, String> {
    saved.map(|saved| unsigned(saved, n_facts)).transpose()
}

fn read_links(saved: &[SavedLink], n_facts: usize) -> Result<Vec<Link>, String> {
    let one = |saved: &SavedLink| {
        let case = saved.case.iter().map(|&claim| unsigned(claim, n_facts));
        Ok(Link {
            case: case.collect::<Result<_, String>>()?,
            claim: read_claim(saved.claim, n_facts)?,
            premise: saved.by,
            inner: read_links(&saved.inner, n_facts)?,
        })
    };
    saved.iter().map(one).collect()
}

fn silent(silent: &TrivialStep) -> SavedSilent {
    let all = |claims: &[Claim]| claims.iter().copied().map(signed).collect();
    (silent.premise, all(&silent.used), all(&silent.concludes))
}

fn read_silent(
    (premise, used, concludes): &SavedSilent,
    premises: &[Premise],
    n_facts: usize,
) -> Result<TrivialStep, String> {
    if *premise >= premises.len() {
        return Err(format!("there is no rule {premise}"));
    }
    let claims = |all: &[i64]| -> Result<Vec<Claim>, String> {
        all.iter().map(|&one| unsigned(one, n_facts)).collect()
    };
    Ok(TrivialStep {
        premise: *premise,
        used: claims(used)?,
        concludes: claims(concludes)?,
    })
}

/// How an explanation ends, in a word or two.
pub(crate) fn word(end: ExplanationEnd) -> &'static str {
    match end {
        ExplanationEnd::Solved => "solved",
        ExplanationEnd::Shared => "shared",
        ExplanationEnd::NoAnswer => "no answer",
        ExplanationEnd::Enough => "enough",
        ExplanationEnd::Stopped(_) => "stopped",
    }
}
