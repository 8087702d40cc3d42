//! Replaying an explanation with nothing of what found it: each step's conclusion follows from its premises and the claims it uses alone, those claims were
//! established before, and the last board is an answer.
//!
//! That something follows is shown in one of two ways. Where the step tells a chain from the opposite to a rule that breaks, or a tree of cases that all break or lead to it, that is followed, each link by one rule. Else by
//! plain search: the opposite is assumed, and every truth of the facts in scope is tried, as far as the premises can still hold.
//! The premises are those of the instance, derived anew; all that is shared with whoever found the steps is what a [`PremiseForm`] means.

use std::fmt;

use gridwright_puzzles::{AnyInstance, Claim, Known, Premise, PremiseForm};

use crate::search::{Search, TooLong, can_hold};
use crate::step::{Chain, Explanation, Link, Reached, Silent, truth};

/// Why an explanation is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// At which step, counted from 1; 0 is before the first, and nothing is the end.
    pub step: Option<usize>,
    /// What is wrong with it, in words.
    pub what: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(0) => write!(f, "before the first step: {}", self.what),
            Some(step) => write!(f, "step {step}: {}", self.what),
            None => write!(f, "at the end: {}", self.what),
        }
    }
}

impl std::error::Error for VerifyError {}

/// What is said where the checker gives up.
const TOO_MANY_CASES: &str = "takes too many cases";

impl VerifyError {
    /// Whether nothing was found to be wrong, but the checker has no patience to see that it is right.
    pub fn is_undecided(&self) -> bool {
        self.what.ends_with(TOO_MANY_CASES)
    }
}

/// Replays an explanation of an instance. What it starts from beside what is given is believed.
pub fn verify(instance: &dyn AnyInstance, explanation: &Explanation) -> Result<(), VerifyError> {
    let mut replay = Replay {
        premises: instance.premises(),
        facts: instance.facts(),
        denials: instance.negations(),
        known: vec![Known::Open; instance.facts().len()],
    };
    for claim in &explanation.start {
        replay.known[claim.fact] = truth(*claim);
    }
    let at = |step: usize| {
        move |what: String| VerifyError {
            step: Some(step),
            what,
        }
    };
    replay.silent(&explanation.given).map_err(at(0))?;
    for (i, step) in explanation.steps.iter().enumerate() {
        let wrong = at(i + 1);
        if step.concludes.is_empty() {
            return Err(wrong("it concludes nothing".to_owned()));
        }
        let followed = replay.follow(&step.premises, &step.used, &step.concludes, &step.chain);
        followed.map_err(wrong)?;
        replay.silent(&step.silent).map_err(wrong)?;
    }
    let end = |what: String| VerifyError { step: None, what };
    if explanation.end == Reached::Solved {
        replay.is_answered(instance, explanation).map_err(end)?;
    }
    Ok(())
}

struct Replay {
    premises: Vec<Premise>,
    facts: Vec<String>,
    denials: Vec<String>,
    known: Vec<Known>,
}

impl Replay {
    fn silent(&mut self, all: &[Silent]) -> Result<(), String> {
        for silent in all {
            let premise = self.premises.get(silent.premise);
            if premise.is_some_and(|premise| premise.weight > 0) {
                let words = &self.premises[silent.premise].words;
                return Err(format!("that {words} does not go without saying"));
            }
            let chain = Chain::default();
            self.follow(&[silent.premise], &silent.used, &silent.concludes, &chain)?;
        }
        Ok(())
    }

    /// Checks that claims follow, and takes them in.
    fn follow(
        &mut self,
        premises: &[usize],
        used: &[Claim],
        concludes: &[Claim],
        chain: &Chain,
    ) -> Result<(), String> {
        for claim in used.iter().chain(concludes) {
            if claim.fact >= self.facts.len() {
                return Err(format!("there is no fact {}", claim.fact));
            }
        }
        if let Some(claim) = used
            .iter()
            .find(|claim| claim.known(&self.known) != Known::True)
        {
            return Err(format!("`{}` was not shown before", self.words(*claim)));
        }
        let mut forms = Vec::new();
        for &premise in premises {
            let premise = self.premises.get(premise);
            let premise = premise.ok_or("it uses a rule that the puzzle does not have")?;
            pieces(&premise.form, &mut forms);
        }
        let in_every_way = chain.assumed.is_none()
            && !chain.links.is_empty()
            && self.leads_to(premises, used, chain, concludes);
        for (shown, &claim) in concludes.iter().enumerate() {
            if in_every_way {
                break;
            }
            if chain.assumed == Some(claim.opposite()) && self.breaks(premises, used, chain) {
                continue;
            }
            let mut search = Search::new(&forms, self.facts.len());
            search.assume(used);
            search.assume(&concludes[..shown]);
            search.assume(&[claim.opposite()]);
            match search.has_model() {
                Ok(false) => {}
                Ok(true) => {
                    return Err(format!("`{}` does not follow", self.words(claim)));
                }
                Err(TooLong) => {
                    let words = self.words(claim);
                    return Err(format!("whether `{words}` follows {TOO_MANY_CASES}"));
                }
            }
        }
        for &claim in concludes {
            if claim.known(&self.known) == Known::False {
                return Err(format!("`{}` was refuted before", self.words(claim)));
            }
            self.known[claim.fact] = truth(claim);
        }
        Ok(())
    }

    /// Whether a chain leads from its assumption and the claims used to a rule that breaks, each link by one of the premises.
    fn breaks(&self, premises: &[usize], used: &[Claim], chain: &Chain) -> bool {
        let mut truth = vec![None; self.facts.len()];
        for claim in used.iter().chain(&chain.assumed) {
            truth[claim.fact] = Some(claim.holds);
        }
        self.close(premises, &chain.links, &mut truth, &[], &[])
    }

    /// Whether a chain without assumption leads from the claims used to all of some claims, whichever of its cases is true.
    fn leads_to(&self, premises: &[usize], used: &[Claim], chain: &Chain, to: &[Claim]) -> bool {
        let mut truth = vec![None; self.facts.len()];
        for claim in used {
            truth[claim.fact] = Some(claim.holds);
        }
        self.close(premises, &chain.links, &mut truth, &[], to)
    }

    /// Whether links, one after the other, come to a rule that breaks, or to all claims of a goal, where there is one. What they settle is forgotten. Cases that are closed
    /// outside are closed inside, where no less is known.
    fn close<'l>(
        &self,
        premises: &[usize],
        links: &'l [Link],
        truth: &mut [Option<bool>],
        closed: &[&'l [Claim]],
        goal: &[Claim],
    ) -> bool {
        let mut settled = Vec::new();
        let mut failed: Vec<&[Claim]> = closed.to_vec();
        let mut astray = false;
        for link in links {
            if !link.case.is_empty() {
                if !self.case_closes(premises, link, truth, &failed, goal) {
                    break;
                }
                failed.push(&link.case);
                continue;
            }
            let premise = link.premise.filter(|premise| premises.contains(premise));
            let form = premise.map(|premise| &self.premises[premise].form);
            let Some(claim) = link.claim.filter(|claim| claim.fact < truth.len()) else {
                astray = form.is_some_and(|form| {
                    !can_hold(&without(form, &failed), truth) || !has_way(form, &failed, truth)
                });
                break;
            };
            let before = truth[claim.fact].replace(!claim.holds);
            let follows = match form {
                Some(form) => !can_hold(form, truth) || !has_way(form, &[], truth),
                // That the opposite leads to the goal would say nothing of this claim: it must fail.
                None => {
                    link.premise.is_none() && self.close(premises, &link.inner, truth, &[], &[])
                }
            };
            truth[claim.fact] = before;
            // What follows may be known to be wrong: that is the break.
            astray = follows && before == Some(!claim.holds);
            if !follows || astray {
                break;
            }
            if before.is_none() {
                truth[claim.fact] = Some(claim.holds);
                settled.push(claim.fact);
            }
        }
        let is_true = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
        let closes = astray || (!goal.is_empty() && goal.iter().all(is_true));
        for fact in settled {
            truth[fact] = None;
        }
        closes
    }

    /// Whether the claims of a case cannot all hold, or lead to the goal: one is false already, or the links lead from them to a rule that breaks, or there.
    fn case_closes<'l>(
        &self,
        premises: &[usize],
        link: &'l Link,
        truth: &[Option<bool>],
        closed: &[&'l [Claim]],
        goal: &[Claim],
    ) -> bool {
        if link.case.iter().any(|claim| claim.fact >= truth.len()) {
            return false;
        }
        let is_false = |claim: &Claim| truth[claim.fact] == Some(!claim.holds);
        if link.case.iter().any(is_false) {
            return true;
        }
        let mut inside = truth.to_vec();
        for claim in &link.case {
            inside[claim.fact] = Some(claim.holds);
        }
        self.close(premises, &link.inner, &mut inside, closed, goal)
    }

    fn is_answered(
        &self,
        instance: &dyn AnyInstance,
        explanation: &Explanation,
    ) -> Result<(), String> {
        let text = explanation.answer.as_ref().ok_or("the answer is missing")?;
        let answer = instance.parse_answer(text).map_err(|error| error.message)?;
        let judged = instance.check(&answer);
        judged.map_err(|violation| format!("the answer is none: {violation}"))?;
        for (fact, (known, truth)) in self.known.iter().zip(instance.known(&answer)).enumerate() {
            let words = &self.facts[fact];
            match known {
                Known::Open => return Err(format!("whether {words} is left open")),
                known if *known != truth => return Err(format!("the answer denies that {words}")),
                _ => {}
            }
        }
        Ok(())
    }

    fn words(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts[claim.fact],
            false => &self.denials[claim.fact],
        }
    }
}

/// What must hold at once, taken apart.
fn pieces<'f>(form: &'f PremiseForm, out: &mut Vec<&'f PremiseForm>) {
    match form {
        PremiseForm::All(forms) => forms.iter().for_each(|form| pieces(form, out)),
        form => out.push(form),
    }
}

/// A form without the groups, or the claims, that some cases which failed show not to hold. It can hold only if the form can.
fn without(form: &PremiseForm, failed: &[&[Claim]]) -> PremiseForm {
    let fails = |group: &[Claim]| {
        let mut cases = failed.iter();
        cases.any(|case| case.iter().all(|claim| group.contains(claim)))
    };
    match form {
        PremiseForm::Count { of, min, max } => PremiseForm::Count {
            of: of
                .iter()
                .filter(|claim| !fails(&[**claim]))
                .copied()
                .collect(),
            min: *min,
            max: *max,
        },
        PremiseForm::Groups { of, min, max } => PremiseForm::Groups {
            of: of.iter().filter(|group| !fails(group)).cloned().collect(),
            min: *min,
            max: *max,
        },
        PremiseForm::When(claims, form) => {
            PremiseForm::When(claims.clone(), Box::new(without(form, failed)))
        }
        PremiseForm::All(forms) => {
            PremiseForm::All(forms.iter().map(|form| without(form, failed)).collect())
        }
        form => form.clone(),
    }
}

/// How many ways to make a total are looked at.
const MOST_WAYS: usize = 10_000;

/// Whether a total can still be made in a way that is none of some cases which failed; of other forms, or where that takes long, it is taken to be so.
fn has_way(form: &PremiseForm, failed: &[&[Claim]], truth: &[Option<bool>]) -> bool {
    let PremiseForm::Total { of, min, max } = form else {
        return true;
    };
    let mut ways: Vec<(i64, Vec<usize>)> = vec![(0, Vec::new())];
    for list in of {
        let is_settled = list.iter().any(|(fact, _)| truth[*fact] == Some(true));
        let mut longer = Vec::new();
        for (sum, way) in &ways {
            for (fact, number) in list {
                let may_be = match truth[*fact] {
                    Some(is_true) => is_true,
                    None => !is_settled,
                };
                if may_be {
                    let mut way = way.clone();
                    way.push(*fact);
                    longer.push((sum + number, way));
                }
            }
        }
        ways = longer;
        if ways.len() > MOST_WAYS {
            return true;
        }
    }
    let is_case = |case: &&[Claim], way: &[usize]| {
        let mut claims = case.iter();
        claims.all(|claim| claim.holds && way.contains(&claim.fact))
    };
    let fits = |(sum, _): &&(i64, Vec<usize>)| (*min..=*max).contains(sum);
    let mut fitting = ways.iter().filter(fits);
    fitting.any(|(_, way)| !failed.iter().any(|case| is_case(case, way)))
}

#[cfg(test)]
mod laws;
