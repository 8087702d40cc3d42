//! General sentences for steps that the puzzle kind has none for.

use std::cell::OnceCell;

use gridwright_grid::Cell;
use gridwright_puzzles::{AnyInstance, Claim, Premise};

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

    /// A claim in words.
    pub(crate) fn claim(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts.get_or_init(|| self.instance.facts())[claim.fact],
            false => &self.negations.get_or_init(|| self.instance.negations())[claim.fact],
        }
    }

    /// Premises and what they force.
    pub(crate) fn rules(&self, premises: &[usize], concludes: &[Claim]) -> String {
        let first = self.premises[premises[0]].sentence();
        let others = premises[1..].iter();
        let others = others.map(|&premise| self.premises[premise].words.as_str());
        let rules: Vec<&str> = std::iter::once(first.as_str()).chain(others).collect();
        format!("{}, so {}.", list(&rules), self.claims(concludes))
    }

    /// An assumption, what follows from it, and the rule that is violated in the end.
    pub(crate) fn chain(&self, chain: &Chain, concludes: &[Claim]) -> String {
        let assumed = chain.assumed.map_or("it", |claim| self.claim(claim));
        let mut text = format!("If {assumed}");
        self.links(&chain.links, &mut text);
        format!("{text}. So {}.", self.claims(concludes))
    }

    /// The cases of a premise, and what follows in every one.
    pub(crate) fn cases(&self, cases: &[(Vec<Claim>, Vec<Link>)], concludes: &[Claim]) -> String {
        let mut text = String::new();
        for (assumed, links) in cases {
            text += if text.is_empty() { "If " } else { "; if " };
            text += &self.claims(assumed);
            self.links(links, &mut text);
        }
        format!("{text}. In every case, {}.", self.claims(concludes))
    }

    /// Many premises that leave only one conclusion.
    pub(crate) fn case_split(&self, n_premises: usize, concludes: &[Claim]) -> String {
        let conclusion = self.claims(concludes);
        format!("In every case that satisfies these {n_premises} rules, {conclusion}.")
    }

    /// What all combinations share.
    pub(crate) fn enumeration(&self, left: usize, concludes: &[Claim]) -> String {
        let combinations = match left {
            1 => "one combination, and in it".to_owned(),
            n => format!("{n} combinations, and in all of them"),
        };
        let conclusion = self.claims(concludes);
        format!("These rules leave {combinations} {conclusion}.")
    }

    fn links(&self, links: &[Link], text: &mut String) {
        let is_violation = |link: &&Link| {
            link.claim.is_none_or(|claim| {
                let mut earlier = links.iter().filter_map(|link| link.claim);
                earlier.any(|other| other == claim.opposite())
            })
        };
        let last = links.last();
        let violated = last.filter(is_violation).and_then(|link| link.premise);
        let conclusions = match violated {
            Some(_) => &links[..links.len() - 1],
            None => links,
        };
        let before = text.len();
        for run in conclusions.chunk_by(|a, b| a.premise.is_some() && a.premise == b.premise) {
            match run[0].premise {
                // Trivial steps are not mentioned.
                Some(premise) if self.premises[premise].weight == 0 => {}
                Some(premise) => {
                    let claims: Vec<Claim> = run.iter().filter_map(|link| link.claim).collect();
                    let why = &self.premises[premise].words;
                    *text += &format!(", then {} ({why})", self.claims(&self.informative(&claims)));
                }
                None => {
                    let Some(claim) = run[0].claim else { continue };
                    let opposite = self.claim(claim.opposite());
                    *text += &format!(", then {} (if {opposite}", self.claim(claim));
                    self.links(&run[0].inner, text);
                    text.push(')');
                }
            }
        }
        if let Some(premise) = violated {
            let which = match text.len() == before {
                true => "this",
                false => "which",
            };
            *text += &format!(
                ", {which} contradicts that {}",
                self.premises[premise].words
            );
        }
    }

    /// The claims of one premise that are worth mentioning: if one states what a cell is, those that state what it is not are left out.
    fn informative(&self, claims: &[Claim]) -> Vec<Claim> {
        let cells = self.cells.get_or_init(|| self.instance.fact_cells());
        let is_stated = |cells_of: &[Cell]| {
            let mut positive = claims.iter().filter(|claim| claim.holds);
            positive.any(|claim| cells[claim.fact] == cells_of)
        };
        let is_informative = |claim: &&Claim| claim.holds || !is_stated(&cells[claim.fact]);
        claims.iter().filter(is_informative).copied().collect()
    }

    fn claims(&self, claims: &[Claim]) -> String {
        let words: Vec<&str> = claims.iter().map(|&claim| self.claim(claim)).collect();
        list(&words)
    }
}

/// "a", "a and b", "a, b and c".
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
