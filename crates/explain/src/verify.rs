//! Replaying an explanation with nothing of what found it: each step's conclusion follows from its premises and the claims it uses alone, those claims were
//! established before, and the last board is an answer.
//!
//! That something follows is shown by plain search: the opposite is assumed, and every truth of the facts in scope is tried, as far as the premises can still hold.
//! The premises are those of the instance, derived anew; all that is shared with whoever found the steps is what a [`Form`] means.

use std::fmt;

use gridwright_puzzles::{AnyInstance, Claim, Form, Known, Premise};

use crate::step::{Explanation, Reached, Silent, truth};

/// How many cases one conclusion may take.
const MOST_CASES: u64 = 200_000;

/// Why an explanation is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// At which step, counted from 1; 0 is before the first, and nothing is the end.
    pub step: Option<usize>,
    /// What is wrong with it, in words.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(0) => write!(f, "before the first step: {}", self.what),
            Some(step) => write!(f, "step {step}: {}", self.what),
            None => write!(f, "at the end: {}", self.what),
        }
    }
}

impl std::error::Error for Flaw {}

/// Replays an explanation of an instance. What it starts from beside what is given is believed.
pub fn verify(instance: &dyn AnyInstance, explanation: &Explanation) -> Result<(), Flaw> {
    let mut replay = Replay {
        premises: instance.premises(),
        facts: instance.facts(),
        denials: instance.denials(),
        known: vec![Known::Open; instance.facts().len()],
    };
    for claim in &explanation.start {
        replay.known[claim.fact] = truth(*claim);
    }
    let at = |step: usize| {
        move |what: String| Flaw {
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
        let followed = replay.follow(&step.premises, &step.used, &step.concludes);
        followed.map_err(wrong)?;
        replay.silent(&step.silent).map_err(wrong)?;
    }
    let end = |what: String| Flaw { step: None, what };
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
            self.follow(&[silent.premise], &silent.used, &silent.concludes)?;
        }
        Ok(())
    }

    /// Checks that claims follow, and takes them in.
    fn follow(
        &mut self,
        premises: &[usize],
        used: &[Claim],
        concludes: &[Claim],
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
        for &claim in concludes {
            let mut search = Search::new(&forms, self.facts.len());
            search.assume(used);
            search.assume(&[claim.opposite()]);
            match search.has_model() {
                Ok(false) => {}
                Ok(true) => {
                    return Err(format!("`{}` does not follow", self.words(claim)));
                }
                Err(TooLong) => {
                    return Err(format!(
                        "whether `{}` follows takes too many cases",
                        self.words(claim)
                    ));
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
fn pieces<'f>(form: &'f Form, out: &mut Vec<&'f Form>) {
    match form {
        Form::All(forms) => forms.iter().for_each(|form| pieces(form, out)),
        form => out.push(form),
    }
}

/// A conclusion that takes more cases than a checker has patience for.
struct TooLong;

/// A plain search for a model of some forms: what a single form leaves no choice about is settled, and where that ends, both sides of a fact are tried, of
/// the form that leaves least to choose.
struct Search<'f> {
    forms: &'f [&'f Form],
    /// For every form, the facts it speaks of.
    facts: Vec<Vec<usize>>,
    /// For every fact, the forms that speak of it.
    of_fact: Vec<Vec<usize>>,
    truth: Vec<Option<bool>>,
    /// Forms to look at, as something they speak of was settled.
    changed: Vec<usize>,
    cases: u64,
}

impl<'f> Search<'f> {
    fn new(forms: &'f [&'f Form], n_facts: usize) -> Search<'f> {
        let facts: Vec<Vec<usize>> = forms.iter().map(|form| form.facts()).collect();
        let mut of_fact = vec![Vec::new(); n_facts];
        for (form, facts) in facts.iter().enumerate() {
            for &fact in facts {
                of_fact[fact].push(form);
            }
        }
        Search {
            changed: (0..forms.len()).collect(),
            forms,
            facts,
            of_fact,
            truth: vec![None; n_facts],
            cases: 0,
        }
    }

    fn assume(&mut self, claims: &[Claim]) {
        for claim in claims {
            // A claim and its opposite have no model together; the forms do not matter then.
            if self.truth[claim.fact].is_some_and(|truth| truth != claim.holds) {
                self.cases = u64::MAX;
            }
            self.truth[claim.fact] = Some(claim.holds);
        }
    }

    fn has_model(&mut self) -> Result<bool, TooLong> {
        if self.cases == u64::MAX {
            return Ok(false);
        }
        self.search()
    }

    fn search(&mut self) -> Result<bool, TooLong> {
        self.cases += 1;
        if self.cases > MOST_CASES {
            return Err(TooLong);
        }
        let mut settled = Vec::new();
        let found = match self.settle(&mut settled) {
            false => Ok(false),
            true => match self.open() {
                None => Ok(true),
                Some(fact) => self.split(fact),
            },
        };
        self.changed.clear();
        for fact in settled {
            self.truth[fact] = None;
        }
        found
    }

    fn split(&mut self, fact: usize) -> Result<bool, TooLong> {
        for side in [true, false] {
            self.set(fact, side);
            let found = self.search();
            self.truth[fact] = None;
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn set(&mut self, fact: usize, side: bool) {
        self.truth[fact] = Some(side);
        self.changed.extend(&self.of_fact[fact]);
    }

    /// Settles every fact one side of which some form cannot have, until there is none; false if a form has neither.
    fn settle(&mut self, settled: &mut Vec<usize>) -> bool {
        while let Some(form) = self.changed.pop() {
            if !can_hold(self.forms[form], &self.truth) {
                return false;
            }
            for at in 0..self.facts[form].len() {
                let fact = self.facts[form][at];
                if self.truth[fact].is_some() {
                    continue;
                }
                match [true, false].map(|side| self.can_be(form, fact, side)) {
                    [true, true] => {}
                    [false, false] => return false,
                    [side, _] => {
                        self.set(fact, side);
                        settled.push(fact);
                    }
                }
            }
        }
        true
    }

    fn can_be(&mut self, form: usize, fact: usize, side: bool) -> bool {
        self.truth[fact] = Some(side);
        let can = can_hold(self.forms[form], &self.truth);
        self.truth[fact] = None;
        can
    }

    /// An open fact of the form that leaves least open, of those that may still fail; none if no form may.
    fn open(&self) -> Option<usize> {
        let is_open = |fact: &&usize| self.truth[**fact].is_none();
        let unsure = self.forms.iter().zip(&self.facts);
        let unsure = unsure.filter(|(form, _)| !must_hold(form, &self.truth));
        let tightest = unsure
            .map(|(_, facts)| (facts.iter().filter(is_open).count(), facts))
            .filter(|(open, _)| *open > 0)
            .min_by_key(|(open, _)| *open);
        tightest.and_then(|(_, facts)| facts.iter().find(is_open).copied())
    }
}

/// Whether a form holds however open facts turn out, as far as that is plain to see; exact where none is open.
fn must_hold(form: &Form, truth: &[Option<bool>]) -> bool {
    let is = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
    let may = |claim: &Claim| truth[claim.fact] != Some(!claim.holds);
    match form {
        Form::Count { of, min, max } => {
            let least = of.iter().filter(|claim| is(claim)).count();
            let most = of.iter().filter(|claim| may(claim)).count();
            least >= *min && most <= *max
        }
        Form::When(claims, form) => !claims.iter().all(may) || must_hold(form, truth),
        form => {
            let settled = form.facts().iter().all(|&fact| truth[fact].is_some());
            settled && form.holds(&|fact| truth[fact] == Some(true))
        }
    }
}

/// Whether a form can still hold where some facts are open; exact where none is.
fn can_hold(form: &Form, truth: &[Option<bool>]) -> bool {
    let is = |claim: &Claim| truth[claim.fact] == Some(claim.holds);
    let may = |claim: &Claim| truth[claim.fact] != Some(!claim.holds);
    match form {
        Form::Count { of, min, max } => {
            let least = of.iter().filter(|claim| is(claim)).count();
            let most = of.iter().filter(|claim| may(claim)).count();
            least <= *max && most >= *min
        }
        Form::Groups { of, min, max } => {
            let least = of.iter().filter(|group| group.iter().all(is)).count();
            let most = of.iter().filter(|group| group.iter().all(may)).count();
            least <= *max && most >= *min
        }
        Form::Total { of, min, max } => {
            let (mut least, mut most) = (0, 0);
            for list in of {
                let trues = list.iter().filter(|(fact, _)| truth[*fact] == Some(true));
                let may_be = list.iter().filter(|(fact, _)| truth[*fact] != Some(false));
                let numbers: Vec<i64> = match trues.clone().count() {
                    0 => may_be.map(|(_, number)| *number).collect(),
                    1 => trues.map(|(_, number)| *number).collect(),
                    _ => return false,
                };
                let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else {
                    return false;
                };
                least += first;
                most += last;
            }
            least <= *max && most >= *min
        }
        Form::Joined { nodes, edges } => {
            let mut part: Vec<usize> = (0..*nodes).collect();
            for (a, b, edge) in edges {
                if may(edge) && part[*a] != part[*b] {
                    let (from, to) = (part[*a], part[*b]);
                    part.iter_mut()
                        .filter(|p| **p == from)
                        .for_each(|p| *p = to);
                }
            }
            part.windows(2).all(|pair| pair[0] == pair[1])
        }
        Form::When(claims, form) => !claims.iter().all(is) || can_hold(form, truth),
        Form::All(forms) => forms.iter().all(|form| can_hold(form, truth)),
    }
}
