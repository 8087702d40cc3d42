//! Tracing back from a conflict or a true literal to the premises and known literals it follows from.

use crate::find::literal::Literal;
use crate::find::state::{Conflict, State, Why};
use crate::step::Link;

/// What a literal or a conflict follows from.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Trace {
    /// The premises, sorted.
    pub(crate) premises: Vec<u32>,
    /// The literals that were known for good, sorted.
    pub(crate) known: Vec<Literal>,
    /// The conclusions in between, in order.
    pub(crate) chain: Vec<Link>,
}

/// A literal that failed under another assumption.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    /// The literals that were true when it failed.
    pub(crate) why: Vec<Literal>,
    pub(crate) trace: Trace,
}

impl Trace {
    /// Sorts the lists and removes duplicates.
    pub(crate) fn normalize(&mut self) {
        self.premises.sort_unstable();
        self.premises.dedup();
        self.known.sort_unstable();
        self.known.dedup();
    }

    /// Adds the premises and known literals of another trace.
    pub(crate) fn join(&mut self, other: &Trace) {
        self.premises.extend(&other.premises);
        self.known.extend(&other.known);
    }
}

/// Traces a conflict back. The literals below position `base` of the trail are known for good.
pub(crate) fn conflict(
    state: &State<'_>,
    conflict: Conflict,
    base: usize,
    lemmas: &[Lemma],
) -> Trace {
    let premise = state.network.premise_of[conflict.node as usize];
    let mut trace = trace_back(state, &conflict_reason(state, conflict), base, lemmas, true);
    let claim = conflict.forced.map(Literal::claim);
    trace
        .chain
        .push(Link::new(claim, Some(premise), Vec::new()));
    trace.premises.push(premise);
    trace.normalize();
    trace
}

/// The literals of which a conflict consists.
fn conflict_reason(state: &State<'_>, conflict: Conflict) -> Vec<Literal> {
    let mut why = state.reason(conflict.node, conflict.forced, u32::MAX);
    // A forced literal that is false already is the last link of the chain.
    why.extend(conflict.forced.map(Literal::opposite));
    why
}

/// The premises and known literals that a conflict or some true literals follow from, without a chain; not normalised.
pub(crate) fn causes(
    state: &State<'_>,
    conflict: Option<Conflict>,
    literals: &[Literal],
    base: usize,
) -> Trace {
    let Some(conflict) = conflict else {
        return trace_back(state, literals, base, &[], false);
    };
    let why = conflict_reason(state, conflict);
    let mut trace = trace_back(state, &why, base, &[], false);
    let premise = state.network.premise_of[conflict.node as usize];
    trace.premises.push(premise);
    trace
}

/// Traces true literals back, all in one chain.
pub(crate) fn literals(state: &State<'_>, literals: &[Literal], base: usize) -> Trace {
    let mut trace = trace_back(state, literals, base, &[], true);
    trace.normalize();
    trace
}

/// Follows literals down the trail to those below `base`. The lists are not normalised.
fn trace_back(
    state: &State<'_>,
    from: &[Literal],
    base: usize,
    lemmas: &[Lemma],
    with_chain: bool,
) -> Trace {
    let mut trace = Trace::default();
    let mut needed = vec![false; state.len()];
    let need = |literals: &[Literal], needed: &mut Vec<bool>, known: &mut Vec<Literal>| {
        for &literal in literals {
            let position = state.position(literal.fact());
            if !std::mem::replace(&mut needed[position], true) && position < base {
                known.push(literal);
            }
        }
    };
    need(from, &mut needed, &mut trace.known);
    for position in (base..state.len()).rev() {
        if !needed[position] {
            continue;
        }
        let (literal, why) = state.at(position);
        let (premise, inner) = match why {
            Why::Known | Why::Assumed => continue,
            Why::Node(node) => {
                let premise = state.network.premise_of[node as usize];
                let why = state.reason(node, Some(literal), position as u32);
                need(&why, &mut needed, &mut trace.known);
                trace.premises.push(premise);
                (Some(premise), Vec::new())
            }
            Why::Refuted(lemma) => {
                let lemma = &lemmas[lemma as usize];
                need(&lemma.why, &mut needed, &mut trace.known);
                trace.join(&lemma.trace);
                (None, lemma.trace.chain.clone())
            }
        };
        if !with_chain {
            continue;
        }
        let claim = Some(literal.claim());
        trace.chain.push(Link::new(claim, premise, inner));
    }
    trace.chain.reverse();
    trace
}
