//! General sentences for steps that the puzzle kind has none for.

use std::cell::OnceCell;

use gridwright_grid::Cell;
use gridwright_puzzles::{AnyInstance, ChainText, Claim, Premise};

use crate::step::{Chain, Link};

/// Makes sentences from the words of an instance: those of its facts, their opposites, and its premises.
///
/// Kinds have their own sentences for most steps, so the words of facts are computed on first use.
#[derive(Debug)]
pub(crate) struct Sentences<'p> {
    instance: &'p dyn AnyInstance,
    facts: OnceCell<Vec<String>>,
    negations: OnceCell<Vec<String>>,
    cells: OnceCell<Vec<Vec<Cell>>>,
    premises: &'p [Premise],
}

impl<'p> Sentences<'p> {
    pub(crate) fn new(instance: &'p dyn AnyInstance, premises: &'p [Premise]) -> Sentences<'p> {
        Sentences {
            instance,
            facts: OnceCell::new(),
            negations: OnceCell::new(),
            cells: OnceCell::new(),
            premises,
        }
    }

    /// The cells that a fact is about.
    pub(crate) fn cells(&self, fact: usize) -> &[Cell] {
        &self.cells.get_or_init(|| self.instance.fact_cells())[fact]
    }

    /// A claim in words.
    pub(crate) fn claim(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts.get_or_init(|| self.instance.facts())[claim.fact],
            false => &self.negations.get_or_init(|| self.instance.negations())[claim.fact],
        }
    }

    /// Premises and what they force.
    pub(crate) fn rules(&self, premises: &[usize], concludes: &[Claim], is_full: bool) -> String {
        let first = self.premises[premises[0]].sentence();
        let others = premises[1..].iter();
        let others = others.map(|&premise| self.premises[premise].words.as_str());
        let rules: Vec<&str> = std::iter::once(first.as_str()).chain(others).collect();
        let sentence = |rules: String| format!("{rules}, so {}.", self.claims(concludes, is_full));
        let full = sentence(list(&rules));
        match rules.len() > 3 && !is_full && n_words(&full) > MAX_WORDS {
            true => sentence(fold(&rules, 2, "more rules")),
            false => full,
        }
    }

    /// An assumption, what follows from it, and the rule that is violated in the end.
    pub(crate) fn chain(&self, chain: &Chain, concludes: &[Claim], detail: Detail) -> ChainWords {
        let assumed = chain.assumed.map_or("it", |claim| self.claim(claim));
        let conclusion = self.claims(concludes, detail != Detail::Ends);
        let mut text = format!("If {assumed}");
        self.links(&chain.links, detail, &mut text);
        let why = format!("{text}. So");
        ChainWords { why, conclusion }
    }

    /// The cases of a premise, and what follows in every one.
    pub(crate) fn cases(
        &self,
        cases: &[(Vec<Claim>, Vec<Link>)],
        concludes: &[Claim],
        detail: Detail,
    ) -> ChainWords {
        // If the conclusion is one of the cases, all others fail.
        let is_own = |assumed: &[Claim]| assumed.iter().all(|claim| concludes.contains(claim));
        let is_refuted = |claim: &Claim| concludes.contains(&claim.opposite());
        let is_one_left = cases.iter().any(|(assumed, _)| is_own(assumed));
        let last = match is_one_left {
            true => "So",
            false
                if cases
                    .iter()
                    .any(|(assumed, _)| assumed.iter().any(is_refuted)) =>
            {
                "In every case that works:"
            }
            false => "In every case:",
        };
        let conclusion = self.claims(concludes, detail != Detail::Ends);
        if detail == Detail::Ends {
            let each = cases.iter().map(|(assumed, _)| self.claims(assumed, false));
            let each: Vec<String> = each.collect();
            let ends = cases.iter().filter(|(assumed, _)| !is_own(assumed));
            let ends = ends.map(|(assumed, links)| {
                let end = self.violation(links).unwrap_or("it follows".to_owned());
                format!("if {}, eventually {end}", self.claims(assumed, false))
            });
            let ends = format!(
                "Either {}: {}. {last}",
                each.join(" or "),
                ends.collect::<Vec<_>>().join("; ")
            );
            let why = match n_words(&each.join(" ")) > MAX_WORDS / 2 {
                _ if n_words(&ends) + n_words(&conclusion) <= MAX_WORDS => ends,
                true => format!(
                    "Of {} cases, all that do not fail lead to this:",
                    cases.len()
                ),
                false => format!("Either {}. {last}", each.join(", or ")),
            };
            return ChainWords { why, conclusion };
        }
        let mut text = String::new();
        if is_one_left {
            let each = cases.iter().map(|(assumed, _)| self.claims(assumed, true));
            text = format!("Either {}. ", each.collect::<Vec<_>>().join(" or "));
        }
        let before_all = text.len();
        for (assumed, links) in cases.iter().filter(|(assumed, _)| !is_own(assumed)) {
            text += match text.len() == before_all {
                true => "If ",
                false => "; if ",
            };
            text += &self.claims(assumed, detail == Detail::Full);
            let before = text.len();
            self.links(links, detail, &mut text);
            if text.len() == before {
                text += ", it follows at once";
            }
        }
        let why = format!("{text}. {last}");
        ChainWords { why, conclusion }
    }

    /// Some of the conclusions of a chain, after the words that lead to them.
    pub(crate) fn concluding(&self, why: &str, concludes: &[Claim], is_full: bool) -> ChainWords {
        ChainWords {
            why: why.to_owned(),
            conclusion: self.claims(concludes, is_full),
        }
    }

    /// Many premises that leave only one conclusion.
    pub(crate) fn case_split(
        &self,
        n_premises: usize,
        concludes: &[Claim],
        is_full: bool,
    ) -> String {
        let conclusion = self.claims(concludes, is_full);
        format!("In every case that satisfies these {n_premises} rules, {conclusion}.")
    }

    /// What all combinations share.
    pub(crate) fn enumeration(&self, left: usize, concludes: &[Claim], is_full: bool) -> String {
        let combinations = match left {
            1 => "one combination, and in it".to_owned(),
            n => format!("{n} combinations, and in all of them"),
        };
        let conclusion = self.claims(concludes, is_full);
        format!("These rules leave {combinations} {conclusion}.")
    }

    /// A conclusion without a reason.
    pub(crate) fn brute_force(&self, concludes: &[Claim]) -> String {
        let conclusion = self.claims(concludes, true);
        format!(
            "No argument was found within the effort allowed; trying all ways shows that {conclusion}."
        )
    }

    fn links(&self, links: &[Link], detail: Detail, text: &mut String) {
        let violated = violated(links);
        let conclusions = match violated {
            Some(_) => &links[..links.len() - 1],
            None => links,
        };
        let before = text.len();
        match detail {
            Detail::Main | Detail::Ends => self.main_conclusions(conclusions, detail, text),
            Detail::Full | Detail::Reasons => self.each_conclusion(conclusions, detail, text),
        }
        if let Some(premise) = violated {
            let premise = &self.premises[premise];
            let words = &premise.words;
            let end = match (&premise.violation, text.len() == before) {
                (Some(violation), true) => violation.clone(),
                (Some(violation), false) => format!("and {violation}"),
                (None, true) => format!("this contradicts that {words}"),
                (None, false) => format!("which contradicts that {words}"),
            };
            *text += &format!(", {end}");
        }
    }

    /// What is wrong at the end of a chain; `None` if no premise is violated.
    fn violation(&self, links: &[Link]) -> Option<String> {
        let premise = &self.premises[violated(links)?];
        let violation = premise.violation.clone();
        Some(violation.unwrap_or_else(|| format!("this contradicts that {}", premise.words)))
    }

    /// Every conclusion of a chain with its reason.
    fn each_conclusion(&self, conclusions: &[Link], detail: Detail, text: &mut String) {
        for run in conclusions.chunk_by(|a, b| a.premise.is_some() && a.premise == b.premise) {
            match run[0].premise {
                // Trivial steps are not mentioned.
                Some(premise) if self.premises[premise].weight == 0 => {}
                Some(premise) => {
                    let claims: Vec<Claim> = run.iter().filter_map(|link| link.claim).collect();
                    let claims = self.claims(&self.informative(&claims), detail == Detail::Full);
                    let why = &self.premises[premise].words;
                    *text += &format!(", then {claims} ({why})");
                }
                None => {
                    let Some(claim) = run[0].claim else { continue };
                    let opposite = self.claim(claim.opposite());
                    *text += &format!(", then {} (if {opposite}", self.claim(claim));
                    self.links(&run[0].inner, detail, text);
                    text.push(')');
                }
            }
        }
    }

    /// The conclusions of a chain without their reasons. If some place something, only those.
    fn main_conclusions(&self, conclusions: &[Link], detail: Detail, text: &mut String) {
        let is_trivial = |premise: usize| self.premises[premise].weight == 0;
        let concluded = conclusions
            .iter()
            .filter(|link| !link.premise.is_some_and(is_trivial));
        let all: Vec<Claim> = concluded.filter_map(|link| link.claim).collect();
        let mut main: Vec<Claim> = all.iter().copied().filter(|claim| claim.holds).collect();
        if main.is_empty() {
            main = all;
        }
        if !main.is_empty() {
            *text += &format!(", then {}", self.claims(&main, detail == Detail::Main));
        }
    }

    /// The claims of one premise that are worth mentioning: if one states what a cell is, those that state what it is not are left out.
    fn informative(&self, claims: &[Claim]) -> Vec<Claim> {
        let is_stated = |cells: &[Cell]| {
            let mut positive = claims.iter().filter(|claim| claim.holds);
            positive.any(|claim| self.cells(claim.fact) == cells)
        };
        let is_informative = |claim: &&Claim| claim.holds || !is_stated(self.cells(claim.fact));
        claims.iter().filter(is_informative).copied().collect()
    }

    /// Claims in words; a long list is folded unless it is to be full.
    fn claims(&self, claims: &[Claim], is_full: bool) -> String {
        let words = claims.iter().map(|&claim| self.claim(claim));
        let words = without_repetition(&words.collect::<Vec<_>>());
        let mut total = 0;
        let fits = |claim: &&&str| {
            total += n_words(claim);
            total <= MAX_CLAIM_WORDS
        };
        let n = words.iter().take_while(fits).count().max(1);
        match is_full || n >= words.len() {
            true => list(&words),
            false => fold(&words, n, "more"),
        }
    }
}

/// How much of a chain is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Everything.
    Full,
    /// Every conclusion with its reason; long lists in the chain are folded.
    Reasons,
    /// The assumption, the main conclusions without their reasons, and the contradiction.
    Main,
    /// The same with long lists folded; of several cases, only what they assume.
    Ends,
}

/// The longest sentence that is not folded, in words. A kind may put a few words around it.
const MAX_WORDS: usize = 50;

/// The longest list of claims that is not folded, in words.
const MAX_CLAIM_WORDS: usize = 12;

/// The sentence of a step by assumptions, in two parts.
#[derive(Debug)]
pub(crate) struct ChainWords {
    why: String,
    conclusion: String,
}

impl ChainWords {
    pub(crate) fn text(&self) -> ChainText<'_> {
        ChainText {
            why: &self.why,
            conclusion: &self.conclusion,
        }
    }
}

/// The premise that is violated at the end of a chain: that of the last link, if it has no claim, or one whose opposite came earlier.
fn violated(links: &[Link]) -> Option<usize> {
    let last = links.last()?;
    let is_violation = last.claim.is_none_or(|claim| {
        let mut earlier = links.iter().filter_map(|link| link.claim);
        earlier.any(|other| other == claim.opposite())
    });
    last.premise.filter(|_| is_violation)
}

pub(crate) fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// "a", "a and b", "a, b and c".
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// The verbs of claims.
const VERBS: [&str; 5] = ["is", "are", "has", "runs", "belongs"];

/// Claims in one list. A claim that begins like the one before it, up to an article after the verb, is written from that article on: "the loop runs along the left side of r1c1",
/// "the lower side of r1c1". A claim with an "and" stays as it is.
fn without_repetition<'c>(claims: &[&'c str]) -> Vec<&'c str> {
    let rest = |before: &str, claim: &'c str| {
        let both = before.split(' ').zip(claim.split(' '));
        let same = both.take_while(|(one, other)| one == other).enumerate();
        let articles = same.filter(|(_, (word, _))| *word == "the");
        let n = articles.last().map_or(0, |(at, _)| at);
        let rest = claim.splitn(n + 1, ' ').nth(n);
        let is_after_verb = |rest: &&str| !rest.split(' ').any(|word| VERBS.contains(&word));
        let rest = rest.filter(|_| !claim.contains(" and "));
        rest.filter(is_after_verb).unwrap_or(claim)
    };
    let others = claims.windows(2).map(|pair| rest(pair[0], pair[1]));
    claims.first().copied().into_iter().chain(others).collect()
}

/// The first entries of a long list, and the number of the others: "a, b and 5 more".
fn fold(words: &[&str], n: usize, more: &str) -> String {
    format!("{} and {} {more}", words[..n].join(", "), words.len() - n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_in_a_list_do_not_repeat_how_they_begin() {
        let claims = [
            "the loop runs along the left side of r1c1",
            "the loop runs along the lower side of r1c1",
            "the loop runs along the lower side of r1c2",
        ];
        let expected = ["the lower side of r1c1", "the lower side of r1c2"];
        assert_eq!(without_repetition(&claims)[1..], expected);
        for claims in [
            ["r1c1 is not 2", "r1c1 is not 3"],
            [
                "the loop joins r1c1 and r1c2",
                "the loop joins r1c1 and r2c1",
            ],
        ] {
            assert_eq!(without_repetition(&claims), claims);
        }
        assert!(without_repetition(&[]).is_empty());
    }
}
