//! Explanations as JSON, as written by `explain --json` and read by `verify`.

use std::cell::LazyCell;

use gridwright::AnyInstance;
use gridwright::control::Limit;
use gridwright::explain::{Chain, Explanation, ExplanationEnd, Link, NamedPart, Step, TrivialStep};
use gridwright::explaining::{claim_number, end_word};
use gridwright::puzzles::{Claim, NamedTechnique, Premise, StepPattern, technique_index};
use serde::{Deserialize, Serialize};

/// An explanation with its puzzle.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedExplanation {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The puzzle in its kind's own notation.
    pub(crate) puzzle: String,
    /// How it ends: solved, shared, no answer, enough or stopped.
    pub(crate) end: String,
    /// The answer, if it is unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// Trivial deductions at the start.
    given: Vec<SavedSilent>,
    pub(crate) steps: Vec<SavedStep>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedStep {
    pub(crate) sentence: String,
    /// The sentence in full, if it is folded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    full: Option<String>,
    pub(crate) technique: String,
    pub(crate) cost: u32,
    pub(crate) premises: Vec<SavedPremise>,
    pub(crate) used: Vec<SavedClaim>,
    pub(crate) concludes: Vec<SavedClaim>,
    /// The assumption of a proof by contradiction, and the links to the contradiction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assumed: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chain: Vec<SavedLink>,
    silent: Vec<SavedSilent>,
    /// The named technique, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    named: Option<SavedName>,
}

/// A named technique, roughly where it is, and whether it rests on the puzzle having only one answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedName {
    id: String,
    place: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_uniqueness: bool,
}

/// A derived claim, with the premise it follows from or the links that refute its opposite; or the claims of a case.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub(crate) struct SavedPremise {
    pub(crate) at: usize,
    pub(crate) words: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedClaim {
    pub(crate) fact: usize,
    pub(crate) holds: bool,
    pub(crate) words: String,
}

/// The index of a premise, and the claims it uses and implies, each a fact number from 1, negative if the fact is false.
type SavedSilent = (usize, Vec<i64>, Vec<i64>);

impl SavedExplanation {
    pub(crate) fn new(
        name: &str,
        instance: &dyn AnyInstance,
        explained: &Explanation,
    ) -> SavedExplanation {
        // Large boards have many, and an explanation that was stopped may need none.
        let premises = LazyCell::new(|| instance.premises());
        let facts = LazyCell::new(|| instance.facts());
        let denials = LazyCell::new(|| instance.negations());
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
            full: step.full.clone(),
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
            assumed: step.chain.assumed.as_ref().map(claim_number),
            chain: step.chain.links.iter().map(save_link).collect(),
            silent: step.trivial.iter().map(silent).collect(),
            named: step.named.as_ref().map(|named| SavedName {
                id: named.technique.id.to_owned(),
                place: named.place.clone(),
                by_uniqueness: named.technique.needs_uniqueness,
            }),
        };
        SavedExplanation {
            kind: instance.kind().info().id.to_owned(),
            name: name.to_owned(),
            puzzle: instance.print(),
            end: end_word(explained.end).to_owned(),
            answer: explained.answer.clone(),
            given: explained.given.iter().map(silent).collect(),
            steps: explained.steps.iter().map(step).collect(),
        }
    }

    /// The explanation, checked against its instance.
    pub(crate) fn explanation(&self, instance: &dyn AnyInstance) -> Result<Explanation, String> {
        let (premises, facts) = (instance.premises(), instance.facts());
        let (denials, techniques) = (instance.negations(), instance.techniques());
        let claims = |saved: &[SavedClaim]| -> Result<Vec<Claim>, String> {
            let one = |saved: &SavedClaim| {
                let words = if saved.holds { &facts } else { &denials };
                match words.get(saved.fact) {
                    Some(words) if *words == saved.words => Ok(Claim {
                        fact: saved.fact,
                        holds: saved.holds,
                    }),
                    Some(words) => Err(format!(
                        "fact text differs: `{}` is `{words}` in this puzzle",
                        saved.words
                    )),
                    None => Err(format!("unknown fact {}", saved.fact)),
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
                        return Err(at(format!("`{words}` is not a rule of this puzzle")));
                    }
                }
            }
            Ok(Step {
                premises: saved.premises.iter().map(|premise| premise.at).collect(),
                used: claims(&saved.used).map_err(at)?,
                visible: Vec::new(),
                concludes: claims(&saved.concludes).map_err(at)?,
                chain: Chain {
                    assumed: read_claim(saved.assumed, facts.len()).map_err(at)?,
                    links: read_links(&saved.chain, facts.len()).map_err(at)?,
                },
                technique: saved.technique.clone(),
                sentence: saved.sentence.clone(),
                full: saved.full.clone(),
                cost: saved.cost,
                trivial: silent(&saved.silent).map_err(at)?,
                named: read_name(saved.named.as_ref(), &techniques).map_err(at)?,
            })
        };
        let steps = self.steps.iter().enumerate().map(step);
        let mut explanation = Explanation {
            // A saved explanation starts from the puzzle without marks.
            start: Vec::new(),
            answer: self.answer.clone(),
            given: silent(&self.given)?,
            steps: steps.collect::<Result<_, _>>()?,
            known: vec![gridwright::puzzles::FactState::Open; facts.len()],
            end: match self.end.as_str() {
                "solved" => ExplanationEnd::Solved,
                "shared" => ExplanationEnd::Shared,
                "no answer" => ExplanationEnd::NoAnswer,
                "stuck" => ExplanationEnd::Stuck,
                "enough" => ExplanationEnd::UntilReached,
                "stopped" => ExplanationEnd::Stopped(Limit::Stop),
                end => return Err(format!("unknown end `{end}`")),
            },
        };
        if let Some(last) = explanation.boards().pop() {
            explanation.known = last;
        }
        Ok(explanation)
    }
}

fn read_name(
    saved: Option<&SavedName>,
    techniques: &[NamedTechnique],
) -> Result<Option<NamedPart>, String> {
    let Some(saved) = saved else {
        return Ok(None);
    };
    let technique = techniques[technique_index(&saved.id, techniques)?];
    if technique.needs_uniqueness != saved.by_uniqueness {
        return Err(format!("`{}` is wrong about uniqueness", saved.id));
    }
    Ok(Some(NamedPart {
        technique,
        place: saved.place.clone(),
        // The picture is not part of a saved explanation.
        pattern: StepPattern::default(),
    }))
}

/// The claim of a fact number from 1, negative if the fact is false.
fn unsigned(signed: i64, n_facts: usize) -> Result<Claim, String> {
    match signed.unsigned_abs() as usize {
        at @ 1.. if at <= n_facts => Ok(Claim {
            fact: at - 1,
            holds: signed > 0,
        }),
        at => Err(format!("unknown fact {at}")),
    }
}

fn save_link(link: &Link) -> SavedLink {
    SavedLink {
        claim: link.claim.as_ref().map(claim_number),
        by: link.premise,
        case: link.case.iter().map(claim_number).collect(),
        inner: link.inner.iter().map(save_link).collect(),
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
    let all = |claims: &[Claim]| claims.iter().map(claim_number).collect();
    (silent.premise, all(&silent.used), all(&silent.concludes))
}

fn read_silent(
    (premise, used, concludes): &SavedSilent,
    premises: &[Premise],
    n_facts: usize,
) -> Result<TrivialStep, String> {
    if *premise >= premises.len() {
        return Err(format!("unknown rule {premise}"));
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
