//! Steps by the named techniques of a kind: which are allowed, what they cost, and how one becomes a step of an explanation.

use gridwright_puzzles::{
    AnyInstance, Claim, FactState, NamedStep, NamedSteps, NamedTechnique, TechniqueChoice,
};

use crate::find::knowledge::Knowledge;
use crate::rate::named_cost;
use crate::step::{Chain, NamedPart, Step};

/// The named techniques of an instance, at the current position of an explanation.
pub(crate) struct Named {
    list: Vec<NamedTechnique>,
    steps: Box<dyn NamedSteps>,
}

/// The techniques to use: those allowed, without those on uniqueness unless every fact has the same truth in all answers.
pub(crate) fn usable(
    list: &[NamedTechnique],
    allowed: Option<TechniqueChoice>,
    target: &[FactState],
) -> TechniqueChoice {
    let allowed = allowed.unwrap_or_else(|| TechniqueChoice::default_of(list));
    match target.contains(&FactState::Open) {
        true => allowed.without_uniqueness(list),
        false => allowed,
    }
}

impl Named {
    /// The techniques at a position; `None` if the kind has none for this instance.
    pub(crate) fn new(
        instance: &dyn AnyInstance,
        allowed: Option<TechniqueChoice>,
        knowledge: &Knowledge<'_>,
    ) -> Option<Named> {
        let list = instance.techniques();
        let allowed = usable(&list, allowed, &knowledge.target);
        let steps = instance.named_steps(&knowledge.known(), allowed)?;
        Some(Named { list, steps })
    }

    /// The next step, if a technique finds one. A step that contradicts the answers is not taken.
    pub(crate) fn next_step(&mut self, knowledge: &Knowledge<'_>) -> Option<Step> {
        let found = self.steps.next_step()?;
        let is_false = |claim: &Claim| claim.known(&knowledge.target) == FactState::False;
        let is_open = |claim: &&Claim| knowledge.state.is_open(claim.fact);
        if found.concludes.iter().any(is_false) || !found.concludes.iter().any(|c| is_open(&c)) {
            return None;
        }
        let NamedStep {
            technique,
            place,
            premises,
            used,
            mut concludes,
            sentence,
            pattern,
        } = found;
        concludes.retain(|claim| is_open(&claim));
        let technique = self.list[technique];
        let literals: Vec<_> = used.iter().map(|&claim| claim.into()).collect();
        Some(Step {
            visible: knowledge.visible(&literals),
            premises,
            used,
            concludes,
            chain: Chain::default(),
            technique: technique.name.to_owned(),
            sentence,
            full: None,
            cost: named_cost(&technique),
            trivial: Vec::new(),
            named: Some(NamedPart {
                technique,
                place,
                pattern,
            }),
        })
    }

    /// Follows the explanation.
    pub(crate) fn learn(&mut self, claims: &[Claim]) {
        self.steps.learn(claims);
    }
}
