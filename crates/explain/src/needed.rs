//! Leaves out the steps of an explanation that nothing depends on, and puts the others where they are first needed.
//!
//! A step that only rules something out is held back until a step that places something depends on it. Steps that nothing depends on are never shown.

use gridwright_puzzles::{Claim, FactState};

use crate::find::knowledge::Knowledge;
use crate::step::{Step, TrivialStep};

/// Decides which steps to show. It follows the same steps as the finder.
pub(crate) struct NeededSteps<'n> {
    /// What is known after the steps that are shown.
    shown: Knowledge<'n>,
    /// Per fact, what it follows from.
    origins: Vec<Origin>,
    steps: Vec<Held>,
}

/// What a fact follows from.
#[derive(Clone, Debug, Default)]
enum Origin {
    /// Nothing: it is open, or given.
    #[default]
    Given,
    /// The step of this number.
    Step(usize),
    /// Facts, by a trivial step.
    Facts(Vec<u32>),
}

/// A step, unless it is shown already, and the facts it uses.
struct Held {
    step: Option<Step>,
    uses: Vec<u32>,
}

impl<'n> NeededSteps<'n> {
    /// Starts with the trivial steps before the first step. `shown` knows no more than these.
    pub(crate) fn new(shown: Knowledge<'n>, given: &[TrivialStep]) -> NeededSteps<'n> {
        let n_facts = shown.known().len();
        let mut needed = NeededSteps {
            shown,
            origins: vec![Origin::Given; n_facts],
            steps: Vec::new(),
        };
        needed.follow(given);
        needed
    }

    /// Records a step as it is found, with its trivial steps. If it places something, returns the steps to show up to and including this one.
    pub(crate) fn add(&mut self, step: Step, places: bool) -> Vec<Step> {
        let number = self.steps.len();
        for claim in &step.concludes {
            self.origins[claim.fact] = Origin::Step(number);
        }
        self.follow(&step.trivial);
        let uses = step.used.iter().map(|claim| claim.fact as u32).collect();
        let step = Some(step);
        self.steps.push(Held { step, uses });
        match places {
            true => self.show(number),
            false => Vec::new(),
        }
    }

    fn follow(&mut self, trivial: &[TrivialStep]) {
        for step in trivial {
            for claim in &step.concludes {
                let used = step.used.iter().map(|used| used.fact as u32);
                self.origins[claim.fact] = Origin::Facts(used.collect());
            }
        }
    }

    /// The steps that a step depends on and that are not shown yet, and the step itself, in order.
    fn show(&mut self, number: usize) -> Vec<Step> {
        let mut is_needed = vec![false; self.steps.len()];
        let mut is_seen = vec![false; self.origins.len()];
        is_needed[number] = true;
        let mut facts = self.steps[number].uses.clone();
        while let Some(fact) = facts.pop() {
            if std::mem::replace(&mut is_seen[fact as usize], true) {
                continue;
            }
            match &self.origins[fact as usize] {
                Origin::Given => {}
                Origin::Facts(used) => facts.extend(used),
                Origin::Step(by) => {
                    if !std::mem::replace(&mut is_needed[*by], true) {
                        facts.extend(&self.steps[*by].uses);
                    }
                }
            }
        }
        self.take(&is_needed)
    }

    /// The steps that are not shown yet.
    pub(crate) fn rest(&mut self) -> Vec<Step> {
        self.take(&vec![true; self.steps.len()])
    }

    fn take(&mut self, is_needed: &[bool]) -> Vec<Step> {
        let mut shown = Vec::new();
        for (at, held) in self.steps.iter_mut().enumerate() {
            let Some(mut step) = held.step.take_if(|_| is_needed[at]) else {
                continue;
            };
            let known = self.shown.known();
            let is_open = |claim: &Claim| claim.known(&known) == FactState::Open;
            if !step.concludes.iter().any(is_open) {
                continue;
            }
            // A chain proves the first conclusion, so that one stays even if it is known by now.
            let proved = step.chain.assumed.map(Claim::opposite);
            step.concludes
                .retain(|claim| Some(*claim) == proved || is_open(claim));
            let learned = self.shown.learn(&step.concludes);
            step.trivial = learned.expect("the premises have a model for every answer");
            shown.push(step);
        }
        shown
    }

    /// What is known after the steps that are shown.
    pub(crate) fn known(&self) -> Vec<FactState> {
        self.shown.known()
    }
}
