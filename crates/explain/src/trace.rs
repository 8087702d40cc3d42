//! Tracing back: from a conflict or a forced claim to the premises and the known claims it rests on, and the chain between them.

use crate::packed::Packed;
use crate::state::{Conflict, State, Why};
use crate::step;

/// What a claim or a conflict rests on.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trace {
    /// The premises, each once, in order.
    pub(crate) premises: Vec<u32>,
    /// The claims known for good that it uses, each once, in order.
    pub(crate) known: Vec<Packed>,
    /// What was concluded on the way, in the order it was.
    pub(crate) chain: Vec<Link>,
}

/// One conclusion on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// What was concluded; nothing where the premise breaks.
    pub(crate) claim: Option<Packed>,
    /// By which premise; none where an assumption under the assumption fails.
    pub(crate) premise: Option<u32>,
    /// What else was assumed there, and the chain to its failure.
    pub(crate) inner: Vec<Link>,
}

impl Link {
    /// The same as it is told.
    pub(crate) fn told(&self) -> step::Link {
        step::Link {
            claim: self.claim.map(Packed::claim),
            premise: self.premise.map(|premise| premise as usize),
            case: Vec::new(),
            inner: self.inner.iter().map(Link::told).collect(),
        }
    }
}

/// An assumption made under another one that failed: its opposite holds because of these.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) why: Vec<Packed>,
    pub(crate) trace: Trace,
}

impl Trace {
    /// Makes the lists sorted and free of repetitions.
    pub(crate) fn tidy(&mut self) {
        self.premises.sort_unstable();
        self.premises.dedup();
        self.known.sort_unstable();
        self.known.dedup();
    }

    /// Takes in what another conclusion rests on.
    pub(crate) fn join(&mut self, other: &Trace) {
        self.premises.extend(&other.premises);
        self.known.extend(&other.known);
    }
}

/// Traces a conflict back. What stands below `base` on the trail is known for good.
pub(crate) fn conflict(
    state: &State<'_>,
    conflict: Conflict,
    base: usize,
    lemmas: &[Lemma],
) -> Trace {
    let premise = state.net.nodes[conflict.node as usize].premise;
    let mut why = state.reason(conflict.node, conflict.forced, u32::MAX);
    let mut trace = Trace::default();
    match conflict.forced {
        // What is forced is already false: the claim that says so is told as the last link.
        Some(claim) => {
            why.push(claim.opposite());
            trace.chain.push(Link {
                claim: Some(claim),
                premise: Some(premise),
                inner: Vec::new(),
            });
        }
        None => trace.chain.push(Link {
            claim: None,
            premise: Some(premise),
            inner: Vec::new(),
        }),
    }
    trace.premises.push(premise);
    back(state, &why, base, lemmas, &mut trace);
    trace
}

/// Traces a claim on the trail back.
pub(crate) fn claim(state: &State<'_>, claim: Packed, base: usize, lemmas: &[Lemma]) -> Trace {
    claims(state, &[claim], base, lemmas)
}

/// Traces claims on the trail back, all in one chain.
pub(crate) fn claims(state: &State<'_>, claims: &[Packed], base: usize, lemmas: &[Lemma]) -> Trace {
    let mut trace = Trace::default();
    back(state, claims, base, lemmas, &mut trace);
    trace
}

/// The claims above `base` that some claims rest on immediately, assumptions among them, are followed down to what is known.
fn back(state: &State<'_>, from: &[Packed], base: usize, lemmas: &[Lemma], trace: &mut Trace) {
    let mut needed = vec![false; state.len().saturating_sub(base)];
    let need = |claims: &[Packed], needed: &mut Vec<bool>, known: &mut Vec<Packed>| {
        for claim in claims {
            match state.place(claim.fact()).checked_sub(base) {
                Some(above) => needed[above] = true,
                None => known.push(*claim),
            }
        }
    };
    need(from, &mut needed, &mut trace.known);
    let mut chain = Vec::new();
    for above in (0..needed.len()).rev() {
        if !needed[above] {
            continue;
        }
        let place = base + above;
        let (claim, why) = state.at(place);
        match why {
            Why::Known | Why::Assumed => {}
            Why::Node(node) => {
                let premise = state.net.nodes[node as usize].premise;
                let why = state.reason(node, Some(claim), place as u32);
                need(&why, &mut needed, &mut trace.known);
                trace.premises.push(premise);
                chain.push(Link {
                    claim: Some(claim),
                    premise: Some(premise),
                    inner: Vec::new(),
                });
            }
            Why::Failed(lemma) => {
                let lemma = &lemmas[lemma as usize];
                need(&lemma.why, &mut needed, &mut trace.known);
                trace.premises.extend(&lemma.trace.premises);
                trace.known.extend(&lemma.trace.known);
                chain.push(Link {
                    claim: Some(claim),
                    premise: None,
                    inner: lemma.trace.chain.clone(),
                });
            }
        }
    }
    chain.reverse();
    chain.append(&mut trace.chain);
    trace.chain = chain;
    trace.tidy();
}
