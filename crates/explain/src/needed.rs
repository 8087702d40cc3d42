//! Leaves out the steps of an explanation that nothing depends on, and puts the others where they are first needed.
//!
//! A step that only rules something out is held back until a step that places something depends on it. If the placement has few alternatives, and each fails by a short chain, they are
//! one step by cases instead; assumptions that fail in the same way are one step too. Steps that nothing depends on are never shown.

use gridwright_puzzles::{AnyInstance, Claim, FactState};

use crate::find::deduction::Deduction;
use crate::find::joined;
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::sources::failed_literal::fails;
use crate::find::trace::Trace;
use crate::step::{Step, TrivialStep};
use crate::techniques::describe;
use crate::techniques::sentences::Sentences;

/// Decides which steps to show. It follows the same steps as the finder.
pub(crate) struct NeededSteps<'n> {
    instance: &'n dyn AnyInstance,
    sentences: &'n Sentences<'n>,
    /// The time limit of the search for a step by cases.
    limits: LimitCheck,
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
    pub(crate) fn new(
        instance: &'n dyn AnyInstance,
        sentences: &'n Sentences<'n>,
        shown: Knowledge<'n>,
        given: &[TrivialStep],
        limits: LimitCheck,
    ) -> NeededSteps<'n> {
        let n_facts = shown.known().len();
        let mut needed = NeededSteps {
            instance,
            sentences,
            limits,
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

    /// The steps that a step depends on and that are not shown yet, and the step itself, in order; if one step by cases can stand for some of them, that one.
    fn show(&mut self, number: usize) -> Vec<Step> {
        let mut is_needed = self.needed_for(&self.steps[number].uses);
        is_needed[number] = true;
        if let Some(mut joined) = self.join(number, &is_needed) {
            let facts: Vec<u32> = joined.used.iter().map(|claim| claim.fact as u32).collect();
            let mut shown = self.take(&self.needed_for(&facts));
            self.steps[number].step = None;
            self.learn(&mut joined);
            shown.push(joined);
            return shown;
        }
        self.take(&is_needed)
    }

    /// Per step, whether it is needed for some facts that are not known from the steps that are shown.
    fn needed_for(&self, facts: &[u32]) -> Vec<bool> {
        let known = self.shown.known();
        let mut is_needed = vec![false; self.steps.len()];
        let mut is_seen: Vec<bool> = known.iter().map(|one| *one != FactState::Open).collect();
        let mut facts = facts.to_vec();
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
        is_needed
    }

    /// A step by cases that stands for a placement and for some of the steps before it that it needs. It is no harder than the hardest of these.
    fn join(&mut self, number: usize, is_needed: &[bool]) -> Option<Step> {
        let needed = (0..number).filter(|&at| is_needed[at]);
        let before: Vec<&Step> = needed
            .filter_map(|at| self.steps[at].step.as_ref())
            .collect();
        let placing = self.steps[number].step.as_ref()?;
        let start = self.shown.state.len();
        let mut joined = None;
        for at in 0..before.len() {
            if let Some(one) = at.checked_sub(1) {
                let _ = self.shown.suppose(&before[one].concludes);
            }
            // What a single rule shows at once stays a step of its own.
            if !before[at..].iter().all(|step| self.is_long_chain(step)) {
                continue;
            }
            let costs = before[at..].iter().map(|step| step.cost);
            let max_cost = costs.fold(placing.cost, u32::max);
            let found = joined::step(&mut self.shown, placing, max_cost, &mut self.limits);
            let step =
                found.map(|found| describe(self.instance, self.sentences, &self.shown, &found));
            joined = step.filter(|step| step.full.is_none());
            if joined.is_some() {
                break;
            }
        }
        self.shown.state.undo(start);
        joined
    }

    /// The steps that are not shown yet.
    pub(crate) fn rest(&mut self) -> Vec<Step> {
        self.take(&vec![true; self.steps.len()])
    }

    fn take(&mut self, is_needed: &[bool]) -> Vec<Step> {
        let mut shown = Vec::new();
        for at in (0..self.steps.len()).filter(|&at| is_needed[at]) {
            let Some(step) = self.steps[at].step.take() else {
                continue;
            };
            let Some(mut step) = self.news_of(step) else {
                continue;
            };
            for other in (at + 1..self.steps.len()).filter(|&other| is_needed[other]) {
                if let Some(both) = self.with(&step, other) {
                    self.steps[other].step = None;
                    step = both;
                }
            }
            self.learn(&mut step);
            shown.push(step);
        }
        shown
    }

    /// Adds the conclusions of a step to what is shown. The step gets what follows by trivial steps, and what the reader sees of the facts it uses.
    fn learn(&mut self, step: &mut Step) {
        let used: Vec<Literal> = step.used.iter().map(|&claim| claim.into()).collect();
        step.visible = self.shown.visible(&used);
        let trivial = self.shown.learn(&step.concludes);
        step.trivial = trivial.expect("the premises have a model for every answer");
    }

    /// A step without the conclusions that are known; `None` if all are.
    fn news_of(&mut self, mut step: Step) -> Option<Step> {
        let view = self.shown.state.view();
        let is_open = |claim: &Claim| view.is_open((*claim).into());
        let news = step.concludes.iter().filter(|claim| is_open(claim));
        let news: Vec<Claim> = news.copied().collect();
        if news.is_empty() {
            return None;
        }
        let proved = step.chain.assumed.map(Claim::opposite);
        if proved.is_some_and(|proved| !is_open(&proved))
            && let Some(again) = self.proved_again(&step, &news)
        {
            return Some(again);
        }
        // A chain proves the first conclusion, so that one stays even if it is known by now.
        step.concludes
            .retain(|claim| Some(*claim) == proved || news.contains(claim));
        Some(step)
    }

    /// A step by a chain with a chain for one of its conclusions that are not known yet.
    fn proved_again(&mut self, step: &Step, news: &[Claim]) -> Option<Step> {
        let premises: Vec<u32> = step.premises.iter().map(|&one| one as u32).collect();
        let mask = self.shown.network.mask(&premises);
        let (at, mut trace) = news.iter().enumerate().find_map(|(at, &claim)| {
            let assumed = Literal::from(claim).opposite();
            Some((at, fails(&mut self.shown, assumed, &mask, u32::MAX)?))
        })?;
        trace.join(&Trace {
            premises,
            known: step.used.iter().map(|&claim| claim.into()).collect(),
            chain: Vec::new(),
        });
        trace.normalize();
        let mut concludes: Vec<Literal> = news.iter().map(|&claim| claim.into()).collect();
        concludes.swap(0, at);
        let assumed = Some(concludes[0].opposite());
        let mut found = Deduction::new(&self.shown, trace, assumed, concludes);
        found.cost = step.cost;
        Some(describe(self.instance, self.sentences, &self.shown, &found))
    }

    /// Whether a step is a chain of several rules.
    fn is_long_chain(&self, step: &Step) -> bool {
        let weights = step.premises.iter();
        let weights = weights.map(|&premise| self.shown.premises[premise].weight);
        step.chain.assumed.is_some() && weights.filter(|&weight| weight > 0).count() > 1
    }

    /// A step that stands for another one too, which fails in the same way: by the same rules, with an assumption about the same cell or with the same rule violated in the end.
    fn with(&self, step: &Step, other: usize) -> Option<Step> {
        let other = self.steps[other].step.as_ref()?;
        let view = self.shown.state.view();
        let is_known = |claim: &Claim| view.is_true((*claim).into());
        if !self.are_alike(step, other) || !other.used.iter().all(is_known) {
            return None;
        }
        let is_open = |claim: &&Claim| view.is_open((**claim).into());
        let news = other.concludes.iter().filter(is_open);
        let news: Vec<Claim> = news.copied().collect();
        if news.is_empty() {
            return None;
        }
        let both = joined::alike(&self.shown, step, other, &news);
        let both = describe(self.instance, self.sentences, &self.shown, &both);
        let is_as_clear = both.technique == step.technique && both.full.is_none();
        is_as_clear.then_some(both)
    }

    fn are_alike(&self, step: &Step, other: &Step) -> bool {
        let rules = |step: &Step| -> Option<Vec<&str>> {
            let premises = step.chain.links.iter().map(|link| link.premise);
            let premises: Option<Vec<usize>> = premises.collect();
            let premises = premises?.into_iter().map(|at| &self.shown.premises[at]);
            let weighty = premises.filter(|premise| premise.weight > 0);
            Some(weighty.map(|premise| premise.rule).collect())
        };
        let (Some(one), Some(another)) = (step.chain.assumed, other.chain.assumed) else {
            return false;
        };
        let violated = |step: &Step| step.chain.links.last().map(|link| link.premise);
        let cells = |claim: Claim| self.sentences.cells(claim.fact);
        step.technique == other.technique
            && (violated(step) == violated(other) || cells(one) == cells(another))
            && rules(step).is_some_and(|all| Some(all) == rules(other))
    }

    /// What is known after the steps that are shown.
    pub(crate) fn known(&self) -> Vec<FactState> {
        self.shown.known()
    }
}
