//! Steps in words, for steps that their kind has no words for: one premise and what it forces, or an assumption and where it leads.

use std::cell::OnceCell;

use gridwright_grid::Cell;
use gridwright_puzzles::{AnyInstance, Claim, Premise};

use crate::step::{Chain, Link};

/// The words of an instance: of its facts, their opposites, and its premises.
///
/// Kinds have words of their own for most steps, so those of facts are made when the first of them is asked for.
#[derive(Debug)]
pub(crate) struct Words<'p> {
    instance: &'p dyn AnyInstance,
    facts: OnceCell<Vec<String>>,
    denials: OnceCell<Vec<String>>,
    cells: OnceCell<Vec<Vec<Cell>>>,
    premises: &'p [Premise],
}

impl<'p> Words<'p> {
    pub(crate) fn new(instance: &'p dyn AnyInstance, premises: &'p [Premise]) -> Words<'p> {
        Words {
            instance,
            facts: OnceCell::new(),
            denials: OnceCell::new(),
            cells: OnceCell::new(),
            premises,
        }
    }

    /// A claim in words.
    pub(crate) fn claim(&self, claim: Claim) -> &str {
        match claim.holds {
            true => &self.facts.get_or_init(|| self.instance.facts())[claim.fact],
            false => &self.denials.get_or_init(|| self.instance.negations())[claim.fact],
        }
    }

    /// One premise and what it forces.
    pub(crate) fn single(&self, premises: &[usize], concludes: &[Claim]) -> String {
        let rules: Vec<&str> = premises
            .iter()
            .map(|&premise| self.premises[premise].words.as_str())
            .collect();
        format!("{}, so {}.", capital(&list(&rules)), self.claims(concludes))
    }

    /// An assumption, where it leads, and what that breaks.
    pub(crate) fn chain(&self, chain: &Chain, concludes: &[Claim]) -> String {
        let assumed = chain.assumed.map_or("it", |claim| self.claim(claim));
        let mut text = format!("If {assumed}");
        self.links(&chain.links, &mut text);
        format!("{text}. So {}.", self.claims(concludes))
    }

    /// The cases of a premise, and what follows in all that do not fail.
    pub(crate) fn by_cases(
        &self,
        cases: &[(Vec<Claim>, Vec<Link>)],
        concludes: &[Claim],
    ) -> String {
        let mut text = String::new();
        for (assumed, links) in cases {
            text += if text.is_empty() { "If " } else { "; if " };
            text += &self.claims(assumed);
            self.links(links, &mut text);
        }
        format!("{text}. In every case, {}.", self.claims(concludes))
    }

    /// Several premises that leave no way out, however it is tried.
    pub(crate) fn cases(&self, n_premises: usize, concludes: &[Claim]) -> String {
        format!(
            "Trying every way to keep {n_premises} rules at once leaves only one: {}.",
            self.claims(concludes)
        )
    }

    /// What the ways that are left share.
    pub(crate) fn ways(&self, left: usize, concludes: &[Claim]) -> String {
        let ways = match left {
            1 => "one way is left, and in it".to_owned(),
            n => format!("{n} ways are left, and in all of them"),
        };
        let told = self.claims(concludes);
        format!("Of all ways to keep these rules together, {ways} {told}.")
    }

    fn links(&self, links: &[Link], text: &mut String) {
        let breaks = |link: &&Link| {
            link.claim.is_none_or(|claim| {
                let earlier = links.iter().filter_map(|link| link.claim);
                earlier.clone().any(|other| other == claim.opposite())
            })
        };
        let last = links.last();
        let broken = last.filter(breaks).and_then(|link| link.premise);
        let told = match broken {
            Some(_) => &links[..links.len() - 1],
            None => links,
        };
        let before = text.len();
        for run in told.chunk_by(|a, b| a.premise.is_some() && a.premise == b.premise) {
            match run[0].premise {
                // What goes without saying is not said.
                Some(premise) if self.premises[premise].weight == 0 => {}
                Some(premise) => {
                    let claims: Vec<Claim> = run.iter().filter_map(|link| link.claim).collect();
                    let why = &self.premises[premise].words;
                    *text += &format!(", then {} ({why})", self.claims(&self.telling(&claims)));
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
        if let Some(premise) = broken {
            let which = if text.len() == before {
                "this"
            } else {
                "which"
            };
            *text += &format!(", {which} breaks that {}", self.premises[premise].words);
        }
    }

    /// Of what one premise forces at once, what is worth telling: where it says what a cell is, not what else the cell is not.
    fn telling(&self, claims: &[Claim]) -> Vec<Claim> {
        let cells = self.cells.get_or_init(|| self.instance.fact_cells());
        let said: Vec<&[Cell]> = claims
            .iter()
            .filter(|claim| claim.holds)
            .map(|claim| cells[claim.fact].as_slice())
            .collect();
        let is_news = |claim: &&Claim| claim.holds || !said.contains(&cells[claim.fact].as_slice());
        claims.iter().filter(is_news).copied().collect()
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

/// The text with a capital at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // The name of a cell stays as it is.
        Some('r') if chars.clone().next().is_some_and(|c| c.is_ascii_digit()) => text.to_owned(),
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
