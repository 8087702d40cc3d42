//! Verifies an explanation by replaying it: every conclusion follows from the premises and known claims of its step, and the last board is an answer.
//!
//! A step with a chain or a tree of cases is checked link by link, each by one premise. Any other conclusion is checked by plain search: the opposite
//! is assumed, and the premises must have no model. The conclusion of a technique that rests on uniqueness is checked against the answer, which an engine shows
//! to be the only one, and a conclusion by brute force against what all answers share. The premises are computed anew from the instance. Only data types are shared with `find`: [`PremiseForm`] and [`Step`].

mod answers;
mod search;

use std::fmt;

use gridwright_puzzles::{
    AnyInstance, Claim, FactState, NamedTechnique, Premise, PremiseForm, TechniqueChoice,
};

use crate::rate::named_cost;
use crate::step::{Chain, Explanation, ExplanationEnd, Link, NamedPart, Step, TrivialStep, truth};
use crate::verify::answers::{Answers, answers};
use crate::verify::search::{Search, TooLong, can_hold};

/// Why an explanation is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The number of the step, from 1; 0 is before the first, and `None` is the end.
    pub step: Option<usize>,
    /// What is wrong with it.
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

/// The end of the message if the verifier gives up.
const TOO_MANY_CASES: &str = "takes too many cases";

impl VerifyError {
    /// Whether no error was found, but checking the step takes too many cases.
    pub fn is_undecided(&self) -> bool {
        self.what.ends_with(TOO_MANY_CASES)
    }
}

/// How the conclusions of a step were found to follow.
enum Followed {
    /// From its premises at once.
    Directly,
    /// By its chain or cases.
    ByChain,
    /// By a search over its premises, since its cases were not conclusive.
    WithoutCases,
}

/// What was checked of an accepted explanation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// The number of steps. The conclusions of each follow from its premises and from what was known, unless it rests on uniqueness.
    pub steps: usize,
    /// The steps that rest on uniqueness: the puzzle has one answer, and their conclusions agree with it.
    pub by_uniqueness: usize,
    /// The steps by brute force: all answers share their conclusions.
    pub by_brute_force: usize,
    /// The steps with a chain or cases; each leads where the step says.
    pub chains: usize,
    /// The steps with cases that the verifier cannot follow one by one, though their conclusions do follow.
    pub unfollowed_cases: usize,
    /// The steps by a named technique of the kind, whose name, cost and need of uniqueness are those of the technique.
    pub named: usize,
    /// Those of them whose sentence is the one that the technique has for this position.
    pub sentences: usize,
    /// Whether the end was checked: the answer, that there is none, or what all answers share.
    pub end: bool,
}

impl Verified {
    /// What was checked, in words.
    pub fn checked(&self) -> Vec<String> {
        let proved = self.steps - self.by_uniqueness - self.by_brute_force;
        let of = |n: usize, what: &str| (n > 0).then(|| format!("{what} of {}", plural(n)));
        let parts = [
            of(proved, "conclusions"),
            of(self.by_uniqueness, "agreement with the only answer")
                .map(|words| words + " by uniqueness"),
            of(self.by_brute_force, "agreement with all answers")
                .map(|words| words + " by brute force"),
            of(self.chains, "chains"),
            of(self.named, "techniques and costs"),
            of(self.sentences, "sentences"),
            self.end.then(|| "end".to_owned()),
        ];
        parts.into_iter().flatten().collect()
    }

    /// What was not checked, in words.
    pub fn unchecked(&self) -> Vec<String> {
        let of = |n: usize, what: &str| (n > 0).then(|| format!("{what} of {}", plural(n)));
        let parts = [
            of(self.unfollowed_cases, "cases"),
            of(self.steps - self.named, "techniques and costs"),
            of(self.steps - self.sentences, "sentences"),
            (!self.end).then(|| "end".to_owned()),
        ];
        parts.into_iter().flatten().collect()
    }
}

fn plural(n: usize) -> String {
    match n {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    }
}

/// Verifies an explanation of an instance; returns what was checked. The marks it starts from are assumed to be correct.
pub fn verify(
    instance: &dyn AnyInstance,
    explanation: &Explanation,
) -> Result<Verified, VerifyError> {
    let mut replay = Replay {
        premises: instance.premises(),
        facts: instance.facts(),
        negations: instance.negations(),
        known: vec![FactState::Open; instance.n_facts()],
    };
    let n_facts = replay.known.len();
    for claim in explanation.start.iter().filter(|c| c.fact < n_facts) {
        replay.known[claim.fact] = truth(*claim);
    }
    let techniques = instance.techniques();
    let mut verified = Verified {
        steps: explanation.steps.len(),
        ..Verified::default()
    };
    let at = |step: Option<usize>| move |what: String| VerifyError { step, what };
    replay.trivial(&explanation.given).map_err(at(Some(0)))?;
    let mut only_answer: Option<Vec<FactState>> = None;
    let mut all_answers: Option<Vec<FactState>> = None;
    for (i, step) in explanation.steps.iter().enumerate() {
        let wrong = at(Some(i + 1));
        if step.concludes.is_empty() {
            return Err(wrong("it concludes nothing".to_owned()));
        }
        if let Some(named) = &step.named {
            let is_worded = names(instance, &techniques, &replay.known, step, named);
            verified.sentences += usize::from(is_worded.map_err(wrong)?);
            verified.named += 1;
        }
        if step.needs_uniqueness() {
            if only_answer.is_none() {
                only_answer = Some(only(instance).map_err(wrong)?);
            }
            let answer = only_answer.as_deref().unwrap_or(&[]);
            replay
                .agree(&step.used, &step.concludes, answer)
                .map_err(wrong)?;
            verified.by_uniqueness += 1;
        } else if step.is_brute_force() {
            if all_answers.is_none() {
                all_answers = Some(common(instance).map_err(wrong)?);
            }
            let answers = all_answers.as_deref().unwrap_or(&[]);
            replay
                .agree(&step.used, &step.concludes, answers)
                .map_err(wrong)?;
            verified.by_brute_force += 1;
        } else {
            let followed = replay.follow(&step.premises, &step.used, &step.concludes, &step.chain);
            match followed.map_err(wrong)? {
                Followed::ByChain => verified.chains += 1,
                Followed::WithoutCases => verified.unfollowed_cases += 1,
                Followed::Directly => {}
            }
        }
        replay.trivial(&step.trivial).map_err(wrong)?;
    }
    verified.end = match explanation.end {
        ExplanationEnd::Solved => {
            replay
                .is_answered(instance, explanation)
                .map_err(at(None))?;
            true
        }
        ExplanationEnd::Shared | ExplanationEnd::NoAnswer => {
            replay
                .is_shared(instance, explanation.end)
                .map_err(at(None))?;
            true
        }
        _ => false,
    };
    Ok(verified)
}

/// The truth of every fact in the only answer; an error if there is not exactly one.
fn only(instance: &dyn AnyInstance) -> Result<Vec<FactState>, String> {
    match answers(instance)? {
        Answers::One(truths) => Ok(truths),
        _ => Err(
            "it rests on uniqueness, but the puzzle does not have exactly one answer".to_owned(),
        ),
    }
}

/// The truth of every fact in all answers.
fn common(instance: &dyn AnyInstance) -> Result<Vec<FactState>, String> {
    match answers(instance)? {
        Answers::One(truths) | Answers::Several(truths) => Ok(truths),
        Answers::None => Err("it rests on the answers, but there is none".to_owned()),
    }
}

/// Checks that a named technique is one of the kind and has this name, cost and need of uniqueness. Returns whether the technique has this sentence for this
/// position; false if it finds other steps here first, so that this cannot be said.
fn names(
    instance: &dyn AnyInstance,
    techniques: &[NamedTechnique],
    known: &[FactState],
    step: &Step,
    named: &NamedPart,
) -> Result<bool, String> {
    let technique = &named.technique;
    let Some(at) = techniques.iter().position(|one| one == technique) else {
        return Err(format!("the puzzle has no technique `{}`", technique.id));
    };
    if step.technique != technique.name {
        let (name, own) = (&step.technique, technique.name);
        return Err(format!(
            "it is named `{name}`, but its technique is `{own}`"
        ));
    }
    if step.cost != named_cost(technique) {
        let (cost, own) = (step.cost, named_cost(technique));
        return Err(format!(
            "its cost is {cost}, but a step by {} costs {own}",
            technique.name
        ));
    }
    let only = TechniqueChoice::of(techniques, |one| one.id == technique.id);
    let Some(mut steps) = instance.named_steps(known, only) else {
        return Ok(false);
    };
    // Other steps of the technique may come first here; they are carried out, and the search goes on.
    for nth in 0..MAX_STEPS_BEFORE {
        let Some(found) = steps.next_step().filter(|found| found.technique == at) else {
            break;
        };
        if found.concludes == step.concludes {
            let is_same = found.sentence == step.sentence && found.place == named.place;
            return match is_same || nth > 0 {
                true => Ok(is_same),
                false => Err(format!("the sentence should be: {}", found.sentence)),
            };
        }
        steps.learn(&found.concludes);
    }
    Ok(false)
}

/// The most steps of the same technique that are carried out to find the one whose sentence is checked.
const MAX_STEPS_BEFORE: usize = 100;

/// The state of the replay.
pub(crate) struct Replay {
    pub(crate) premises: Vec<Premise>,
    pub(crate) facts: Vec<String>,
    pub(crate) negations: Vec<String>,
    pub(crate) known: Vec<FactState>,
}

impl Replay {
    fn trivial(&mut self, steps: &[TrivialStep]) -> Result<(), String> {
        for step in steps {
            if let Some(premise) = self.premises.get(step.premise)
                && premise.weight > 0
            {
                return Err(format!("the rule that {} is not trivial", premise.words));
            }
            let chain = Chain::default();
            self.follow(&[step.premise], &step.used, &step.concludes, &chain)?;
        }
        Ok(())
    }

    /// Checks that what a step uses is known and that its conclusions agree with the answers, and adds them to what is known.
    fn agree(
        &mut self,
        used: &[Claim],
        concludes: &[Claim],
        answer: &[FactState],
    ) -> Result<(), String> {
        self.are_known(used, concludes)?;
        if let Some(&claim) = concludes
            .iter()
            .find(|claim| claim.known(answer) != FactState::True)
        {
            return Err(format!("`{}` contradicts the answers", self.words(claim)));
        }
        self.learn(concludes)
    }

    /// Checks that claims are about facts of the instance, and that those used are known.
    fn are_known(&self, used: &[Claim], concludes: &[Claim]) -> Result<(), String> {
        for claim in used.iter().chain(concludes) {
            if claim.fact >= self.facts.len() {
                return Err(format!("there is no fact {}", claim.fact));
            }
        }
        let unknown = used
            .iter()
            .find(|claim| claim.known(&self.known) != FactState::True);
        match unknown {
            Some(&claim) => Err(format!("`{}` was not shown before", self.words(claim))),
            None => Ok(()),
        }
    }

    fn learn(&mut self, concludes: &[Claim]) -> Result<(), String> {
        for &claim in concludes {
            if claim.known(&self.known) == FactState::False {
                return Err(format!("`{}` was refuted before", self.words(claim)));
            }
            self.known[claim.fact] = truth(claim);
        }
        Ok(())
    }

    /// Checks the end of an explanation of a puzzle that has no answer, or several.
    fn is_shared(&self, instance: &dyn AnyInstance, end: ExplanationEnd) -> Result<(), String> {
        match (end, answers(instance)?) {
            (ExplanationEnd::NoAnswer, Answers::None) => Ok(()),
            (ExplanationEnd::NoAnswer, _) => Err("the puzzle has an answer".to_owned()),
            (_, Answers::Several(truths)) => {
                let mut facts = truths.iter().zip(&self.known);
                match facts.position(|(truth, known)| truth != known) {
                    Some(fact) => Err(format!(
                        "whether {} is not what all answers have in common",
                        self.facts[fact]
                    )),
                    None => Ok(()),
                }
            }
            _ => Err("the puzzle does not have several answers".to_owned()),
        }
    }

    /// Checks that claims follow, and adds them to what is known.
    fn follow(
        &mut self,
        premises: &[usize],
        used: &[Claim],
        concludes: &[Claim],
        chain: &Chain,
    ) -> Result<Followed, String> {
        self.are_known(used, concludes)?;
        let mut forms = Vec::new();
        for &premise in premises {
            let premise = self.premises.get(premise);
            let premise = premise.ok_or("it uses a rule that the puzzle does not have")?;
            pieces(&premise.form, &mut forms);
        }
        let has_cases = chain.assumed.is_none() && !chain.links.is_empty();
        let by_cases = has_cases && self.leads_to(premises, used, chain, concludes);
        if let Some(assumed) = chain.assumed
            && (concludes.first().map(|claim| claim.opposite()) != Some(assumed)
                || !self.leads_to(premises, used, chain, &[]))
        {
            return Err(
                "its chain does not lead from the opposite of its conclusion to a contradiction"
                    .to_owned(),
            );
        }
        for (shown, &claim) in concludes.iter().enumerate() {
            if by_cases {
                break;
            }
            if chain.assumed == Some(claim.opposite()) {
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
                    return Err(format!(
                        "checking whether `{words}` follows {TOO_MANY_CASES}"
                    ));
                }
            }
        }
        self.learn(concludes)?;
        Ok(match (chain.links.is_empty(), has_cases && !by_cases) {
            (true, _) => Followed::Directly,
            (false, true) => Followed::WithoutCases,
            (false, false) => Followed::ByChain,
        })
    }

    /// Whether a chain leads from its assumption, if any, and the used claims to a violated premise or, unless `goal` is empty, to all claims of the goal.
    pub(crate) fn leads_to(
        &self,
        premises: &[usize],
        used: &[Claim],
        chain: &Chain,
        goal: &[Claim],
    ) -> bool {
        let mut truth = vec![None; self.facts.len()];
        for claim in used.iter().chain(&chain.assumed) {
            truth[claim.fact] = Some(claim.holds);
        }
        self.close(premises, &chain.links, &mut truth, &[], goal)
    }

    /// Whether links, in order, lead to a violated premise or, unless `goal` is empty, to all claims of the goal. Such links are closed, as a branch of a
    /// tableau is. `closed` are the cases closed so far by the enclosing links; they stay closed here, where at least as much is known. `truth` is restored in the end.
    fn close<'l>(
        &self,
        premises: &[usize],
        links: &'l [Link],
        truth: &mut [Option<bool>],
        closed: &[&'l [Claim]],
        goal: &[Claim],
    ) -> bool {
        let mut assigned = Vec::new();
        let mut failed: Vec<&[Claim]> = closed.to_vec();
        let mut is_violated = false;
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
                // Without the failed cases a premise may hold that does not hold with them, if a claim of theirs is true by now.
                is_violated = form.is_some_and(|form| {
                    !can_hold(form, truth)
                        || !can_hold(&without(form, &failed), truth)
                        || !has_combination(form, &failed, truth)
                });
                break;
            };
            let before = truth[claim.fact].replace(!claim.holds);
            let follows = match form {
                Some(form) => !can_hold(form, truth) || !has_combination(form, &[], truth),
                // The opposite must fail. Reaching the goal from it would not prove the claim.
                None => {
                    link.premise.is_none() && self.close(premises, &link.inner, truth, &[], &[])
                }
            };
            truth[claim.fact] = before;
            // A conclusion that is known to be false is a violation.
            is_violated = follows && before == Some(!claim.holds);
            if !follows || is_violated {
                break;
            }
            if before.is_none() {
                truth[claim.fact] = Some(claim.holds);
                assigned.push(claim.fact);
            }
        }
        let is_true = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
        let closes = is_violated || (!goal.is_empty() && goal.iter().all(is_true));
        for fact in assigned {
            truth[fact] = None;
        }
        closes
    }

    /// Whether a case is closed: one of its claims is false already, or its links lead to a violated premise or to the goal.
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
        judged.map_err(|violation| format!("the answer is wrong: {violation}"))?;
        for (fact, (known, truth)) in self.known.iter().zip(instance.known(&answer)).enumerate() {
            let words = &self.facts[fact];
            match known {
                FactState::Open => return Err(format!("`{words}` is left open")),
                known if *known != truth => {
                    return Err(format!("the answer contradicts that {words}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn words(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts[claim.fact],
            false => &self.negations[claim.fact],
        }
    }
}

/// Splits a conjunction into its conjuncts.
fn pieces<'f>(form: &'f PremiseForm, out: &mut Vec<&'f PremiseForm>) {
    match form {
        PremiseForm::All(forms) => forms.iter().for_each(|form| pieces(form, out)),
        form => out.push(form),
    }
}

/// A form without the groups or claims that failed cases exclude. If the form holds and these are false, it holds too.
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

/// Beyond this many combinations of numbers, a total counts as satisfiable.
const MAX_COMBINATIONS: usize = 10_000;

/// Whether some combination of numbers still reaches a total and is not one of the failed cases. True for other forms, and if there are too many combinations.
fn has_combination(form: &PremiseForm, failed: &[&[Claim]], truth: &[Option<bool>]) -> bool {
    let PremiseForm::Total { of, min, max } = form else {
        return true;
    };
    let mut combinations: Vec<(i64, Vec<usize>)> = vec![(0, Vec::new())];
    for list in of {
        let has_true = list.iter().any(|(fact, _)| truth[*fact] == Some(true));
        let mut longer = Vec::new();
        for (sum, combination) in &combinations {
            for (fact, number) in list {
                let may_be = match truth[*fact] {
                    Some(is_true) => is_true,
                    None => !has_true,
                };
                if may_be {
                    let mut combination = combination.clone();
                    combination.push(*fact);
                    longer.push((sum + number, combination));
                }
            }
        }
        combinations = longer;
        if combinations.len() > MAX_COMBINATIONS {
            return true;
        }
    }
    let is_case = |case: &&[Claim], combination: &[usize]| {
        let mut claims = case.iter();
        claims.all(|claim| claim.holds && combination.contains(&claim.fact))
    };
    let fits = |(sum, _): &&(i64, Vec<usize>)| (*min..=*max).contains(sum);
    let mut fitting = combinations.iter().filter(fits);
    fitting.any(|(_, combination)| !failed.iter().any(|case| is_case(case, combination)))
}
