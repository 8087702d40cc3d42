//! Steps and explanations, as data.

use std::collections::BTreeSet;

use gridwright_fd::Limit;
use gridwright_puzzles::{Claim, Known};

/// An explanation: from nothing known to the answer, or as far as all answers agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// What it starts from beside what is given: a person's marks.
    pub start: Vec<Claim>,
    /// What goes without saying before the first step.
    pub given: Vec<Silent>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What is known of every fact at the end.
    pub known: Vec<Known>,
    /// How it ends.
    pub end: Reached,
    /// The answer in its kind's text, where there is exactly one.
    pub answer: Option<String>,
}

/// How an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// Everything is known.
    Solved,
    /// Everything is known that all answers share; there are several.
    Shared,
    /// There is no answer, so there is nothing to explain.
    NoAnswer,
    /// As far as was asked for.
    Enough,
    /// A limit was reached first.
    Stopped(Limit),
}

/// One step: a few rules and known claims, and what they force together.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The premises, by their places, the one that speaks first in front.
    pub premises: Vec<usize>,
    /// The claims it uses, which were known before.
    pub used: Vec<Claim>,
    /// Where to look for them: the claims they go back to without a further step.
    pub seen: Vec<Claim>,
    /// What follows.
    pub concludes: Vec<Claim>,
    /// How it follows: an assumption, what it leads to, and what that breaks; empty where one look is enough.
    pub chain: Chain,
    /// The name people have for it, or what it is in general.
    pub technique: String,
    /// The step as a sentence.
    pub sentence: String,
    /// How much it asks of a person.
    pub cost: u32,
    /// What goes without saying after it.
    pub silent: Vec<Silent>,
}

/// Claims that follow from one premise of no weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silent {
    /// The premise, by its place.
    pub premise: usize,
    /// The claims it uses, which were known before.
    pub used: Vec<Claim>,
    /// What follows.
    pub concludes: Vec<Claim>,
}

/// An assumption and what it leads to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chain {
    /// What is assumed, the opposite of what is concluded first.
    pub assumed: Option<Claim>,
    /// What follows, one after the other; the last link breaks a premise.
    pub links: Vec<Link>,
}

/// One conclusion of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What is concluded; nothing where the premise cannot hold any more, or where a case fails.
    pub claim: Option<Claim>,
    /// The premise it follows from; none where assuming the opposite, or the case, fails by the inner links.
    pub premise: Option<usize>,
    /// The claims of a case that fails: they cannot all hold.
    pub case: Vec<Claim>,
    /// How assuming the opposite, or the case, fails.
    pub inner: Vec<Link>,
}

impl Explanation {
    /// What is known of every fact before each step, and after the last.
    pub fn boards(&self) -> Vec<Vec<Known>> {
        let mut known = vec![Known::Open; self.known.len()];
        let mut boards = Vec::with_capacity(self.steps.len() + 1);
        let tell = |silent: &[Silent], known: &mut Vec<Known>| {
            for claim in silent.iter().flat_map(|silent| &silent.concludes) {
                known[claim.fact] = truth(*claim);
            }
        };
        for claim in &self.start {
            known[claim.fact] = truth(*claim);
        }
        tell(&self.given, &mut known);
        for step in &self.steps {
            boards.push(known.clone());
            for claim in &step.concludes {
                known[claim.fact] = truth(*claim);
            }
            tell(&step.silent, &mut known);
        }
        boards.push(known);
        boards
    }

    /// The steps that some claims rest on, and no others.
    pub fn leading_to(&self, claims: &[Claim]) -> Explanation {
        let mut needed: BTreeSet<Claim> = claims.iter().copied().collect();
        let keep = |silent: &[Silent], needed: &mut BTreeSet<Claim>| -> Vec<Silent> {
            let mut kept: Vec<Silent> = Vec::new();
            for silent in silent.iter().rev() {
                if silent.concludes.iter().any(|claim| needed.contains(claim)) {
                    needed.extend(&silent.used);
                    kept.push(silent.clone());
                }
            }
            kept.reverse();
            kept
        };
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps.iter().rev() {
            let silent = keep(&step.silent, &mut needed);
            if !silent.is_empty() || step.concludes.iter().any(|claim| needed.contains(claim)) {
                needed.extend(&step.used);
                let step = Step {
                    silent,
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
            end: Reached::Enough,
            start: self.start.clone(),
            answer: self.answer.clone(),
        }
    }
}

/// What a claim says of its fact.
pub(crate) fn truth(claim: Claim) -> Known {
    match claim.holds {
        true => Known::True,
        false => Known::False,
    }
}
