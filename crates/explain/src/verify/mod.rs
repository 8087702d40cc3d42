//! Verifies an explanation by replaying it: every conclusion follows from the premises and known claims of its step, and the last board is an answer.
//!
//! A step with a chain or a tree of cases is checked link by link, each by one premise. Any other conclusion is checked by plain search: the opposite
//! is assumed, and the premises must have no model. The conclusion of a technique that rests on uniqueness is checked against the answer, which an engine shows
//! to be the only one, and a conclusion by brute force against what all answers share. The premises are computed anew from the instance. Only data types are shared with `find`: [`PremiseForm`] and [`Step`].
//!
//! # Chains
//!
//! A link has one of four forms:
//!
//! | form | `claim` | `premise` | `case` | `inner` |
//! |---|---|---|---|---|
//! | a claim that follows from a premise | yes | yes | | |
//! | a claim whose opposite leads to a contradiction | yes | | | from the opposite |
//! | a case that leads to a contradiction or to the goal | | | yes | from the case; empty if the case is false already |
//! | a violated premise | | yes | | |
//!
//! A list of links ends with its first contradiction, that is, with a violated premise or with a claim that is known to be false. A list without a contradiction is
//! that of a case: all claims of the goal are true after it, and it ends with one of them. A list has no claim and no case twice. The goal is the conclusions
//! of the step; a chain with an assumption has no goal and ends with a contradiction.
//!
//! Premises, used claims and links may be more than are needed, as long as each is true and is said once.

mod answers;
mod search;

use std::collections::BTreeSet;
use std::fmt;

use gridwright_fd::{Deadline, Limit, Limits};
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
    /// The limit that ended the check; then nothing is known to be wrong.
    pub limit: Option<Limit>,
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
    /// Whether no error was found, but checking the step takes too many cases, or a limit was reached.
    pub fn is_undecided(&self) -> bool {
        self.limit.is_some() || self.what.ends_with(TOO_MANY_CASES)
    }
}

/// How the conclusions of a step were found to follow.
enum Followed {
    /// From its premises at once.
    Directly,
    /// By its chain or cases.
    ByChain,
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
    /// The steps whose name and cost are those of their named technique, or of the same step of [`VerifyOptions::again`].
    pub named: usize,
    /// The steps whose sentence is the one that the technique has for this position, or that of the same step of [`VerifyOptions::again`].
    pub sentences: usize,
    /// Whether the steps are those of [`VerifyOptions::again`], in the same order.
    pub order: bool,
    /// Whether the end was checked: the answer, that there is none, or what all answers share.
    pub end: bool,
}

/// Options of a check. The default has no limits, and compares with nothing.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions<'v> {
    /// The limits of the check.
    pub limits: Limits,
    /// Another explanation of the instance, which must be right, such as one made for the check. A step that it has too, by the same premises and links and after
    /// the same steps, must have the same words: name, cost and sentences.
    pub again: Option<&'v Explanation>,
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
            self.order.then(|| ORDER.to_owned()),
            self.end.then(|| "end".to_owned()),
        ];
        parts.into_iter().flatten().collect()
    }

    /// What was not checked, in words.
    pub fn unchecked(&self) -> Vec<String> {
        let of = |n: usize, what: &str| (n > 0).then(|| format!("{what} of {}", plural(n)));
        let parts = [
            of(self.steps - self.named, "techniques and costs"),
            of(self.steps - self.sentences, "sentences"),
            (!self.end).then(|| "end".to_owned()),
            (self.steps > 0 && !self.order).then(|| ORDER.to_owned()),
        ];
        parts.into_iter().flatten().collect()
    }
}

/// Other steps, or the same in another order or with fewer parts, may lead to the same end.
const ORDER: &str = "order of the steps, and whether there are easier ones";

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
    verify_with(instance, explanation, &VerifyOptions::default())
}

/// Verifies an explanation as [`verify`] does, within limits, and compares its words with those of another one.
pub fn verify_with(
    instance: &dyn AnyInstance,
    explanation: &Explanation,
    options: &VerifyOptions<'_>,
) -> Result<Verified, VerifyError> {
    let deadline = options.limits.deadline();
    let mut replay = Replay {
        premises: instance.premises(),
        facts: instance.facts(),
        negations: instance.negations(),
        known: vec![FactState::Open; instance.n_facts()],
        deadline: &deadline,
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
    let at = |step: Option<usize>| {
        let deadline = &deadline;
        move |what: String| {
            // A check that is cut short fails.
            let limit = deadline.reached();
            let what = limit.map_or(what, |limit| limit.describe().to_owned());
            VerifyError { step, what, limit }
        }
    };
    replay.trivial(&explanation.given).map_err(at(Some(0)))?;
    // Whether all steps so far are those of the other explanation.
    let mut is_same_way = (options.again)
        .is_some_and(|again| explanation.start == again.start && explanation.given == again.given);
    let mut only_answer: Option<Vec<FactState>> = None;
    let mut all_answers: Option<Vec<FactState>> = None;
    for (i, step) in explanation.steps.iter().enumerate() {
        let wrong = at(Some(i + 1));
        if deadline.reached().is_some() {
            return Err(wrong(String::new()));
        }
        if is_repeating(&step.premises) {
            return Err(wrong("it names a rule twice".to_owned()));
        }
        replay.are_known(&step.visible).map_err(&wrong)?;
        let same = options.again.and_then(|again| same_step(again, step));
        is_same_way = is_same_way && options.again.is_some_and(|again| is_at(again, i, step));
        let mut is_worded = false;
        if let Some(named) = &step.named {
            let worded = names(instance, &techniques, &replay.known, step, named);
            is_worded = worded.map_err(&wrong)?;
        }
        // Words and costs depend on what was known before.
        let has_same_words = match same.map(|same| has_words(step, same)) {
            Some(Err(what)) if is_same_way => return Err(wrong(what)),
            Some(Ok(())) => true,
            _ => false,
        };
        verified.named += usize::from(step.named.is_some() || has_same_words);
        verified.sentences += usize::from(is_worded || has_same_words);
        let is_by_answers = step.needs_uniqueness() || step.is_brute_force();
        if is_by_answers && step.chain != Chain::default() {
            return Err(wrong("it has a chain, but rests on the answers".to_owned()));
        }
        if step.needs_uniqueness() {
            if only_answer.is_none() {
                only_answer = Some(only(instance, &deadline).map_err(&wrong)?);
            }
            let answer = only_answer.as_deref().unwrap_or(&[]);
            replay
                .agree(&step.used, &step.concludes, answer)
                .map_err(&wrong)?;
            verified.by_uniqueness += 1;
        } else if step.is_brute_force() {
            if all_answers.is_none() {
                all_answers = Some(common(instance, &deadline).map_err(&wrong)?);
            }
            let answers = all_answers.as_deref().unwrap_or(&[]);
            replay
                .agree(&step.used, &step.concludes, answers)
                .map_err(&wrong)?;
            verified.by_brute_force += 1;
        } else {
            let followed = replay.follow(&step.premises, &step.used, &step.concludes, &step.chain);
            match followed.map_err(&wrong)? {
                Followed::ByChain => verified.chains += 1,
                Followed::Directly => {}
            }
        }
        replay.trivial(&step.trivial).map_err(&wrong)?;
    }
    let end = match explanation.end {
        ExplanationEnd::Solved => replay.is_answered(instance, explanation),
        ExplanationEnd::Shared | ExplanationEnd::NoAnswer => {
            replay.is_shared(instance, explanation)
        }
        _ if explanation.answer.is_some() => replay.is_on_the_way(instance, explanation),
        _ => Ok(()),
    };
    end.map_err(at(None))?;
    verified.end = matches!(
        explanation.end,
        ExplanationEnd::Solved | ExplanationEnd::Shared | ExplanationEnd::NoAnswer
    );
    verified.order = is_same_way
        && options.again.is_some_and(|again| {
            explanation.end == again.end && explanation.steps.len() == again.steps.len()
        });
    Ok(verified)
}

/// Whether another explanation has this step at this place.
fn is_at(again: &Explanation, at: usize, step: &Step) -> bool {
    let same = again.steps.get(at);
    same.is_some_and(|same| is_same(step, same) && step.trivial == same.trivial)
}

/// The step of another explanation with the same argument.
fn same_step<'a>(again: &'a Explanation, step: &Step) -> Option<&'a Step> {
    again.steps.iter().find(|same| is_same(step, same))
}

/// Whether two steps have the same argument, whatever they are called.
fn is_same(step: &Step, other: &Step) -> bool {
    let technique = |step: &Step| step.named.as_ref().map(|named| named.technique.id);
    step.concludes == other.concludes
        && step.used == other.used
        && step.premises == other.premises
        && step.chain == other.chain
        && technique(step) == technique(other)
}

/// Checks that a step has the words of another one with the same argument.
fn has_words(step: &Step, same: &Step) -> Result<(), String> {
    let place = |step: &Step| step.named.as_ref().map(|named| named.place.clone());
    if step.technique != same.technique || step.cost != same.cost {
        let (name, cost) = (&same.technique, same.cost);
        return Err(format!("it should be named `{name}` and cost {cost}"));
    }
    if step.sentence != same.sentence || place(step) != place(same) {
        return Err(format!("the sentence should be: {}", same.sentence));
    }
    match step.full == same.full {
        true => Ok(()),
        false => Err("its full sentence should be another one".to_owned()),
    }
}

/// The truth of every fact in the only answer; an error if there is not exactly one.
fn only(instance: &dyn AnyInstance, deadline: &Deadline) -> Result<Vec<FactState>, String> {
    match answers(instance, deadline)? {
        Answers::One(truths) => Ok(truths),
        _ => Err(
            "it rests on uniqueness, but the puzzle does not have exactly one answer".to_owned(),
        ),
    }
}

/// The truth of every fact in all answers.
fn common(instance: &dyn AnyInstance, deadline: &Deadline) -> Result<Vec<FactState>, String> {
    match answers(instance, deadline)? {
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
    if step.full.is_some() {
        return Err("it has a full sentence, but a named technique has one sentence".to_owned());
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

/// What a link of a chain concludes.
enum Concluded<'l> {
    /// A premise is violated, or a claim is false.
    Contradiction,
    /// The claims of a case are not all true, or the goal is reached with them.
    FailedCase(&'l [Claim]),
    Claim(Claim),
}

impl Concluded<'_> {
    /// The conclusion of a claim about a fact with this truth. A claim that is known to be false is a contradiction.
    fn of(claim: Claim, known: Option<bool>) -> Self {
        match known == Some(!claim.holds) {
            true => Concluded::Contradiction,
            false => Concluded::Claim(claim),
        }
    }
}

/// The state of the replay.
pub(crate) struct Replay<'d> {
    pub(crate) premises: Vec<Premise>,
    pub(crate) facts: Vec<String>,
    pub(crate) negations: Vec<String>,
    pub(crate) known: Vec<FactState>,
    pub(crate) deadline: &'d Deadline,
}

impl Replay<'_> {
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
        self.are_usable(used, concludes)?;
        if let Some(&claim) = concludes
            .iter()
            .find(|claim| claim.known(answer) != FactState::True)
        {
            return Err(format!("`{}` contradicts the answers", self.words(claim)));
        }
        self.learn(concludes)
    }

    /// Checks that claims are about facts of the instance, each named once, that those used are known, and that a conclusion is new.
    fn are_usable(&self, used: &[Claim], concludes: &[Claim]) -> Result<(), String> {
        self.are_known(used)?;
        self.are_facts(concludes)?;
        if is_repeating(used) || is_repeating(concludes) {
            return Err("it names a fact twice".to_owned());
        }
        let is_open = |claim: &Claim| claim.known(&self.known) == FactState::Open;
        match concludes.iter().any(is_open) {
            true => Ok(()),
            false => Err("it concludes nothing new".to_owned()),
        }
    }

    fn are_facts(&self, claims: &[Claim]) -> Result<(), String> {
        match claims.iter().find(|claim| claim.fact >= self.facts.len()) {
            Some(claim) => Err(format!("there is no fact {}", claim.fact)),
            None => Ok(()),
        }
    }

    fn are_known(&self, claims: &[Claim]) -> Result<(), String> {
        self.are_facts(claims)?;
        let mut claims = claims.iter();
        match claims.find(|claim| claim.known(&self.known) != FactState::True) {
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
    fn is_shared(
        &self,
        instance: &dyn AnyInstance,
        explanation: &Explanation,
    ) -> Result<(), String> {
        if explanation.answer.is_some() {
            return Err("it has an answer, but the puzzle has several or none".to_owned());
        }
        match (explanation.end, answers(instance, self.deadline)?) {
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
        self.are_usable(used, concludes)?;
        let mut forms = Vec::new();
        for &premise in premises {
            let premise = self.premises.get(premise);
            let premise = premise.ok_or("it uses a rule that the puzzle does not have")?;
            pieces(&premise.form, &mut forms);
        }
        match chain.assumed {
            None if chain.links.is_empty() => {}
            None => {
                if !self.leads_to(premises, used, chain, concludes) {
                    return Err("its cases do not lead to its conclusions".to_owned());
                }
                self.learn(concludes)?;
                return Ok(Followed::ByChain);
            }
            Some(assumed) => {
                let is_opposite = concludes.first().map(|claim| claim.opposite()) == Some(assumed);
                if !is_opposite || !self.leads_to(premises, used, chain, &[]) {
                    return Err(
                        "its chain does not lead from the opposite of its conclusion to a contradiction"
                            .to_owned(),
                    );
                }
            }
        }
        for (shown, &claim) in concludes.iter().enumerate() {
            if chain.assumed == Some(claim.opposite()) {
                continue;
            }
            let mut search = Search::new(&forms, self.facts.len(), self.deadline);
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
        Ok(match chain.assumed {
            None => Followed::Directly,
            Some(_) => Followed::ByChain,
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

    /// Whether links are closed, as a branch of a tableau is: every link follows, and the last one is a contradiction or, unless `goal` is empty, completes the
    /// goal. Nothing may follow a contradiction. `closed` are the cases closed so far by the enclosing links; they stay closed here, where at least as much is known.
    /// `truth` is restored in the end.
    fn close<'l>(
        &self,
        premises: &[usize],
        links: &'l [Link],
        truth: &mut [Option<bool>],
        closed: &[&'l [Claim]],
        goal: &[Claim],
    ) -> bool {
        let mut assigned = Vec::new();
        let closes = self.closes(premises, links, truth, closed, goal, &mut assigned);
        for fact in assigned {
            truth[fact] = None;
        }
        closes
    }

    /// Whether links are closed, as [`Replay::close`] says; the facts that it assigns stay assigned.
    fn closes<'l>(
        &self,
        premises: &[usize],
        links: &'l [Link],
        truth: &mut [Option<bool>],
        closed: &[&'l [Claim]],
        goal: &[Claim],
        assigned: &mut Vec<usize>,
    ) -> bool {
        let mut failed: Vec<&[Claim]> = closed.to_vec();
        let mut claims: Vec<Claim> = Vec::new();
        for (at, link) in links.iter().enumerate() {
            let is_last = at + 1 == links.len();
            match self.conclude(premises, link, truth, &failed, goal) {
                None => return false,
                Some(Concluded::Contradiction) => return is_last,
                Some(Concluded::FailedCase(case)) => {
                    // What is said twice is not a step of a proof.
                    if failed[closed.len()..].contains(&case) {
                        return false;
                    }
                    failed.push(case);
                }
                Some(Concluded::Claim(claim)) => {
                    if claims.contains(&claim) {
                        return false;
                    }
                    claims.push(claim);
                    if truth[claim.fact].is_none() {
                        truth[claim.fact] = Some(claim.holds);
                        assigned.push(claim.fact);
                    }
                }
            }
        }
        let is_true = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
        // A conclusion that other steps have shown in the meantime is not in the goal any more.
        let is_wanted =
            |claim: Claim| goal.contains(&claim) || claim.known(&self.known) == FactState::True;
        let ends_in_goal = links
            .last()
            .is_none_or(|last| last.claim.is_some_and(is_wanted));
        !goal.is_empty() && goal.iter().all(is_true) && ends_in_goal
    }

    /// What a link concludes; `None` if it does not follow, has not one of the four forms of a link, or the deadline came first.
    fn conclude<'l>(
        &self,
        premises: &[usize],
        link: &'l Link,
        truth: &mut [Option<bool>],
        failed: &[&'l [Claim]],
        goal: &[Claim],
    ) -> Option<Concluded<'l>> {
        if self.deadline.reached().is_some() {
            return None;
        }
        let form = match link.premise {
            Some(premise) if premises.contains(&premise) => Some(&self.premises[premise].form),
            Some(_) => return None,
            None => None,
        };
        let has_fact = |claim: &Claim| claim.fact < truth.len();
        if !link.claim.iter().chain(&link.case).all(has_fact) {
            return None;
        }
        match (link.claim, form, &link.case[..], &link.inner[..]) {
            // By one premise.
            (Some(claim), Some(form), [], []) => {
                let before = truth[claim.fact].replace(!claim.holds);
                let follows = !can_hold(form, truth) || !has_combination(form, &[], truth);
                truth[claim.fact] = before;
                follows.then(|| Concluded::of(claim, before))
            }
            // Because its opposite fails. Reaching the goal from the opposite would not prove the claim.
            (Some(claim), None, [], inner) => {
                let before = truth[claim.fact].replace(!claim.holds);
                let follows = self.close(premises, inner, truth, &[], &[]);
                truth[claim.fact] = before;
                follows.then(|| Concluded::of(claim, before))
            }
            // A case.
            (None, None, case @ [_, ..], inner) if !is_repeating(case) => {
                let is_false = |claim: &Claim| truth[claim.fact] == Some(!claim.holds);
                let closes = match case.iter().any(is_false) {
                    true => inner.is_empty(),
                    false => {
                        let mut inside = truth.to_vec();
                        for claim in case {
                            inside[claim.fact] = Some(claim.holds);
                        }
                        self.close(premises, inner, &mut inside, failed, goal)
                    }
                };
                closes.then_some(Concluded::FailedCase(case))
            }
            // A premise is violated.
            (None, Some(form), [], []) => {
                // Without the failed cases a premise may hold that does not hold with them, if a claim of theirs is true by now.
                let is_violated = !can_hold(form, truth)
                    || !can_hold(&without(form, failed), truth)
                    || !has_combination(form, failed, truth);
                is_violated.then_some(Concluded::Contradiction)
            }
            _ => None,
        }
    }

    /// Checks the end of an explanation that leads to the answer.
    fn is_answered(
        &self,
        instance: &dyn AnyInstance,
        explanation: &Explanation,
    ) -> Result<(), String> {
        self.is_on_the_way(instance, explanation)?;
        match self.known.iter().position(|one| *one == FactState::Open) {
            Some(fact) => Err(format!("`{}` is left open", self.facts[fact])),
            None => Ok(()),
        }
    }

    /// Checks that the answer of an explanation is one and agrees with what is known.
    fn is_on_the_way(
        &self,
        instance: &dyn AnyInstance,
        explanation: &Explanation,
    ) -> Result<(), String> {
        let text = explanation.answer.as_ref().ok_or("the answer is missing")?;
        let answer = instance.parse_answer(text).map_err(|error| error.message)?;
        let judged = instance.check(&answer);
        judged.map_err(|violation| format!("the answer is wrong: {violation}"))?;
        let truths = instance.known(&answer);
        let mut facts = self.known.iter().zip(truths);
        match facts.position(|(known, truth)| *known != FactState::Open && *known != truth) {
            Some(fact) => Err(format!("the answer contradicts that {}", self.facts[fact])),
            None => Ok(()),
        }
    }

    fn words(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts[claim.fact],
            false => &self.negations[claim.fact],
        }
    }
}

/// Whether a list has an item twice.
fn is_repeating<T: Ord>(list: &[T]) -> bool {
    let mut seen = BTreeSet::new();
    !list.iter().all(|item| seen.insert(item))
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
