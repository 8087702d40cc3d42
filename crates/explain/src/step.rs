//! Explanations and their steps, as data.

use std::collections::BTreeSet;

use gridwright_fd::Limit;
use gridwright_grid::board::Board;
use gridwright_puzzles::{AnyInstance, Claim, DrawOptions, FactState, NamedTechnique, StepPattern};

/// An explanation: steps from the given clues to the answer, or to everything that all answers share.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// What it starts from besides the clues: the marks of a player.
    pub start: Vec<Claim>,
    /// The trivial steps before the first step.
    pub given: Vec<TrivialStep>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What is known of every fact at the end.
    pub known: Vec<FactState>,
    /// How it ends.
    pub end: ExplanationEnd,
    /// The answer in the text format of its kind, if there is exactly one.
    pub answer: Option<String>,
}

/// How an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplanationEnd {
    /// Everything is known.
    Solved,
    /// Everything that all answers share is known; there are several answers.
    Shared,
    /// There is no answer.
    NoAnswer,
    /// The point given by [`Until`](crate::Until) is reached.
    UntilReached,
    /// The techniques allowed do not go further.
    Stuck,
    /// A limit was reached first.
    Stopped(Limit),
}

/// One step: a few premises and known claims, and what they force together.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The indices of the premises, the heaviest first.
    pub premises: Vec<usize>,
    /// The known claims that it uses.
    pub used: Vec<Claim>,
    /// The claims that a reader sees on the board, from which the used claims follow by trivial steps.
    pub visible: Vec<Claim>,
    /// What follows.
    pub concludes: Vec<Claim>,
    /// The chain from an assumption to a conflict, or the tree of an enumeration; empty if the conclusion follows without either.
    pub chain: Chain,
    /// The name of the technique.
    pub technique: String,
    /// The step as a sentence, in which long lists and chains are folded.
    pub sentence: String,
    /// The sentence with everything in full, if `sentence` is folded.
    pub full: Option<String>,
    /// How hard it is.
    pub cost: u32,
    /// The trivial steps after it.
    pub trivial: Vec<TrivialStep>,
    /// What the kind says besides, if the technique is one of its own.
    pub named: Option<NamedPart>,
}

/// The name of steps that have no reason but that all answers share their conclusion.
pub(crate) const BRUTE_FORCE: &str = "brute force";

/// What a kind says of a step by one of its named techniques.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPart {
    /// The technique.
    pub technique: NamedTechnique,
    /// Roughly where the step is: "around block 6".
    pub place: String,
    /// Its picture.
    pub pattern: StepPattern,
}

impl Step {
    /// Whether it rests on the puzzle having only one answer.
    pub fn needs_uniqueness(&self) -> bool {
        let named = self.named.as_ref();
        named.is_some_and(|named| named.technique.needs_uniqueness)
    }

    /// Whether it has no reason but that all answers share its conclusion.
    pub fn is_brute_force(&self) -> bool {
        self.technique == BRUTE_FORCE && self.premises.is_empty() && self.named.is_none()
    }
}

/// Claims that follow from one premise of weight 0; a reader needs no explanation for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrivialStep {
    /// The index of the premise.
    pub premise: usize,
    /// The known claims that it uses.
    pub used: Vec<Claim>,
    /// What follows.
    pub concludes: Vec<Claim>,
}

/// An assumption and what follows from it; or, without an assumption, the cases of an enumeration.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chain {
    /// The assumption: the opposite of the first conclusion. `None` for an enumeration.
    pub assumed: Option<Claim>,
    /// What follows, in order; the last link violates a premise.
    pub links: Vec<Link>,
}

/// One conclusion of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The conclusion; `None` if the premise is violated, or if this is a case.
    pub claim: Option<Claim>,
    /// The premise it follows from; `None` if the inner links show that the opposite, or the case, fails.
    pub premise: Option<usize>,
    /// The claims of a case.
    pub case: Vec<Claim>,
    /// The links from the opposite, or from the case.
    pub inner: Vec<Link>,
}

impl Link {
    /// A link that is not a case.
    pub(crate) fn new(claim: Option<Claim>, premise: Option<u32>, inner: Vec<Link>) -> Link {
        Link {
            claim,
            premise: premise.map(|premise| premise as usize),
            case: Vec::new(),
            inner,
        }
    }
}

impl Explanation {
    /// What is known of every fact before each step, and after the last.
    pub fn boards(&self) -> Vec<Vec<FactState>> {
        let mut known = vec![FactState::Open; self.known.len()];
        let mut learn = |claims: &[Claim], trivial: &[TrivialStep]| {
            let trivial = trivial.iter().flat_map(|step| &step.concludes);
            for claim in claims.iter().chain(trivial) {
                known[claim.fact] = truth(*claim);
            }
            known.clone()
        };
        let mut boards = vec![learn(&self.start, &self.given)];
        for step in &self.steps {
            boards.push(learn(&step.concludes, &step.trivial));
        }
        boards
    }

    /// The part of the explanation that some claims depend on.
    pub fn leading_to(&self, claims: &[Claim]) -> Explanation {
        let mut needed: BTreeSet<Claim> = claims.iter().copied().collect();
        let keep = |trivial: &[TrivialStep], needed: &mut BTreeSet<Claim>| -> Vec<TrivialStep> {
            let mut kept: Vec<TrivialStep> = Vec::new();
            for step in trivial.iter().rev() {
                if step.concludes.iter().any(|claim| needed.contains(claim)) {
                    needed.extend(&step.used);
                    kept.push(step.clone());
                }
            }
            kept.reverse();
            kept
        };
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps.iter().rev() {
            let trivial = keep(&step.trivial, &mut needed);
            if !trivial.is_empty() || step.concludes.iter().any(|claim| needed.contains(claim)) {
                needed.extend(&step.used);
                let step = Step {
                    trivial,
                    ..step.clone()
                };
                steps.push(step);
            }
        }
        steps.reverse();
        Explanation {
            given: keep(&self.given, &mut needed),
            steps,
            known: self.known.clone(),
            end: ExplanationEnd::UntilReached,
            start: self.start.clone(),
            answer: self.answer.clone(),
        }
    }
}

/// What is known of a fact if a claim about it holds.
pub(crate) fn truth(claim: Claim) -> FactState {
    match claim.holds {
        true => FactState::True,
        false => FactState::False,
    }
}

/// The board with what is known, without candidates.
pub(crate) fn board(instance: &dyn AnyInstance, known: &[FactState]) -> Board {
    instance.draw(&DrawOptions {
        known,
        candidates: false,
        marks: &[],
    })
}
