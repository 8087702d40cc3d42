//! The names and sentences of Sudoku steps, as players know them.

use crate::blocks::number_cells::{describe_claims, describe_groups};
use crate::blocks::step_words::{list, list_within};
use crate::contract::{Argument, Claim, FactState, Premise, StepText};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::premises::{Layout, Shape, article};

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let Some(parts) = Parts::new(instance, argument) else {
        return variant_step(instance, argument);
    };
    parts
        .single()
        .or_else(|| parts.locked())
        .or_else(|| parts.naked_set())
        .or_else(|| parts.hidden_set())
        .or_else(|| parts.fish())
        .or_else(|| parts.wing())
        .or_else(|| parts.chain())
}

/// The most words of the conclusions of a step of a variant that are not folded.
const MAX_WORDS: usize = 30;

/// A step in which a constraint of a variant has a part.
fn variant_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let is_own = |rule: &str| ["needs", "once", "cell_needs", "cell_once"].contains(&rule);
    let name = |premise: &Premise| match premise.rule {
        "cage_sum" | "cage_once" => "killer cage",
        "cage_combination" => "cage combinations",
        "little_killer" => "little killer",
        "disjoint_group" => "disjoint group",
        "extra_region" => "extra region",
        "x_sum" => "X-sum",
        "difference" => "white dot",
        "ratio" => "black dot",
        "sum" => "X or V",
        "negative" if premise.words.ends_with("not consecutive") => "not consecutive",
        "negative" => "no dot",
        rule => rule,
    };
    let then = describe_groups(argument, instance.n(), |at| instance.grid.cell(at));
    let then = list_within(&then, MAX_WORDS, argument.is_full);
    if let Some(rule) = argument.refuting_rule() {
        let title = rule.sentence();
        return match rule.rule {
            "needs" | "diagonal" | "disjoint_group" | "window" | "extra_region" => step(
                "pointing",
                format!("{title}, and every place for it rules this out: {then}."),
            ),
            "cell_needs" => step(
                "cell pointing",
                format!("{title}, and every number left for it rules this out: {then}."),
            ),
            _ => step(
                name(rule),
                format!("{title}, which would be impossible otherwise: {then}."),
            ),
        };
    }
    if let Some(chain) = argument.chain {
        let technique = match (argument.is_nested, argument.assumptions) {
            (true, _) => "nested forcing chain",
            (false, 2..) => "multiple forcing chains",
            (false, _) => "forcing chain",
        };
        return step(technique, chain.sentence());
    }
    match argument.premises {
        [premise] if premise.words.contains(" needs ") => {
            let title = premise.sentence();
            let placed = argument.concludes.iter().find(|claim| claim.holds)?;
            let at = instance.grid.cell(placed.fact / instance.n());
            step(
                "hidden single",
                format!("{title} and only {at} can take it."),
            )
        }
        [premise] if !is_own(premise.rule) => {
            step(name(premise), format!("{}: {then}.", premise.sentence()))
        }
        _ => None,
    }
}

/// The conclusions in words, cell by cell.
fn conclusions(instance: &Instance, argument: &Argument<'_>) -> Vec<String> {
    let numbers = |numbers: &[usize]| {
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        list(&words, "or")
    };
    let cell = |at: usize| instance.grid.cell(at);
    describe_claims(argument.concludes, instance.n(), cell, numbers)
}

/// The premises of a step, sorted by rule. Houses are indices; cells and numbers count from 0.
struct Parts<'a> {
    instance: &'a Instance,
    layout: Layout,
    argument: &'a Argument<'a>,
    /// Houses and the numbers they need.
    needs: Vec<(usize, usize)>,
    /// Houses and the numbers they have only once.
    once: Vec<(usize, usize)>,
    cell_needs: Vec<usize>,
    cell_once: Vec<usize>,
}

/// Names of naked sets, hidden sets and fish of sizes 2 to 4.
const NAKED: [&str; 3] = ["naked pair", "naked triple", "naked quad"];
const HIDDEN: [&str; 3] = ["hidden pair", "hidden triple", "hidden quad"];
const FISH: [&str; 3] = ["X-wing", "swordfish", "jellyfish"];

impl<'a> Parts<'a> {
    fn new(instance: &'a Instance, argument: &'a Argument<'a>) -> Option<Parts<'a>> {
        let mut parts = Parts {
            instance,
            layout: Layout::new(instance),
            argument,
            needs: Vec::new(),
            once: Vec::new(),
            cell_needs: Vec::new(),
            cell_once: Vec::new(),
        };
        for premise in argument.premises {
            let fact = *premise.form.facts().first()?;
            let number = fact % parts.layout.n;
            let cell = fact / parts.layout.n;
            match premise.rule {
                "cell_needs" => parts.cell_needs.push(cell),
                "cell_once" => parts.cell_once.push(cell),
                rule => {
                    let house = parts.layout.house_of(&premise.words)?;
                    match rule {
                        "needs" => parts.needs.push((house, number)),
                        "once" => parts.once.push((house, number)),
                        _ => return None,
                    }
                }
            }
        }
        Some(parts)
    }

    fn single(&self) -> Option<StepText> {
        let [premise] = self.argument.premises else {
            return None;
        };
        let [claim] = self.argument.concludes else {
            return None;
        };
        let (cell, number) = (claim.fact / self.layout.n, claim.fact % self.layout.n + 1);
        let at = self.name(cell);
        if premise.rule == "cell_needs" {
            return step(
                "naked single",
                format!("{at} can only be {number}: every other number is taken."),
            );
        }
        let &[(house, _)] = &self.needs[..] else {
            return None;
        };
        let house = &self.layout.houses[house];
        let (title, a) = (capital(&house.name()), article(number));
        let filled = |&&other: &&usize| other == cell || self.is_filled(other);
        if house.cells.iter().filter(filled).count() == self.layout.n {
            return step(
                "full house",
                format!("{title} is full but for {at}, which takes its {number}."),
            );
        }
        let n = self.layout.n;
        let sentence = match house.shape {
            Shape::Row => format!(
                "{title} needs {a} {number} and only column {} can take it.",
                cell % n + 1
            ),
            Shape::Column => format!(
                "{title} needs {a} {number} and only row {} can take it.",
                cell / n + 1
            ),
            Shape::Block => format!("{title} needs {a} {number} and only {at} can take it."),
        };
        step("hidden single", sentence)
    }

    fn locked(&self) -> Option<StepText> {
        let (&[(house, number)], &[(other, again)]) = (&self.needs[..], &self.once[..]) else {
            return None;
        };
        if number != again || self.n_premises() != 2 {
            return None;
        }
        let (house, other) = (&self.layout.houses[house], &self.layout.houses[other]);
        let name = match house.shape {
            Shape::Block => "pointing",
            _ => "claiming",
        };
        let (house, other) = (house.name(), other.name());
        let (number, a, then) = (number + 1, article(number + 1), self.ruled_out());
        let sentence = format!(
            "The {number} of {house} must be where it meets {other}, so nowhere else in {other} is {a} {number}: {then}."
        );
        step(name, sentence)
    }

    fn naked_set(&self) -> Option<StepText> {
        let size = self.cell_needs.len();
        let same_house = self.once.windows(2).all(|pair| pair[0].0 == pair[1].0);
        if !(2..=4).contains(&size)
            || self.once.len() != size
            || !same_house
            || self.n_premises() != 2 * size
        {
            return None;
        }
        let house = self.layout.houses[self.once[0].0].name();
        let (cells, numbers) = (self.names(&self.cell_needs), numbers(&self.once));
        let then = self.ruled_out();
        let sentence = format!(
            "{cells} take {numbers} between them, so the rest of {house} has none of these: {then}."
        );
        step(NAKED[size - 2], sentence)
    }

    fn hidden_set(&self) -> Option<StepText> {
        let size = self.needs.len();
        let same_house = self.needs.windows(2).all(|pair| pair[0].0 == pair[1].0);
        if !(2..=4).contains(&size)
            || !same_house
            || !self.once.is_empty()
            || !self.cell_needs.is_empty()
        {
            return None;
        }
        let house = self.layout.houses[self.needs[0].0].name();
        let (cells, numbers) = (self.names(&self.cell_once), numbers(&self.needs));
        let then = self.ruled_out();
        let sentence = format!(
            "In {house} only {cells} can take {numbers}, so they take nothing else: {then}."
        );
        step(HIDDEN[size - 2], sentence)
    }

    fn fish(&self) -> Option<StepText> {
        let size = self.needs.len();
        let shape_of = |house: usize| self.layout.houses[house].shape;
        if !(2..=4).contains(&size)
            || self.once.len() != size
            || self.n_premises() != 2 * size
            || !self.is_one_number()
        {
            return None;
        }
        let (base, cover) = (shape_of(self.needs[0].0), shape_of(self.once[0].0));
        let lines = base != Shape::Block && cover != Shape::Block && base != cover;
        let alike = self.needs.iter().all(|(h, _)| shape_of(*h) == base)
            && self.once.iter().all(|(h, _)| shape_of(*h) == cover);
        if !lines || !alike {
            return None;
        }
        let numbers = |houses: &[(usize, usize)]| {
            let mut all: Vec<usize> = houses.iter().map(|(h, _)| *h).collect();
            all.sort_unstable();
            let numbers = all
                .iter()
                .map(|&h| self.layout.houses[h].number.to_string());
            list(&numbers.collect::<Vec<_>>(), "and")
        };
        let word = |shape: Shape| match shape {
            Shape::Row => "rows",
            _ => "columns",
        };
        let (number, then) = (self.needs[0].1 + 1, self.ruled_out());
        let (base, cover) = (word(base), word(cover));
        let (at, only_at) = (numbers(&self.needs), numbers(&self.once));
        let sentence = format!(
            "In {base} {at} the {number} must be in {cover} {only_at}, so nowhere else in these {cover}: {then}."
        );
        step(FISH[size - 2], sentence)
    }

    fn wing(&self) -> Option<StepText> {
        if self.cell_needs.len() != 3 || !self.needs.is_empty() || !self.cell_once.is_empty() {
            return None;
        }
        let sizes = self.cell_needs.iter().map(|&cell| self.left(cell));
        let name = match sizes.sum::<usize>() {
            6 => "XY-wing",
            7 => "XYZ-wing",
            _ => return None,
        };
        let number = self.argument.concludes.first()?.fact % self.layout.n + 1;
        let one_number = |claim: &Claim| !claim.holds && claim.fact % self.layout.n + 1 == number;
        if !self.argument.concludes.iter().all(one_number) {
            return None;
        }
        let (cells, then) = (self.names(&self.cell_needs), self.ruled_out());
        let sentence = format!(
            "However {cells} are filled, one of them is {number}, so no cell that sees those that can be is: {then}."
        );
        step(name, sentence)
    }

    /// A step by the consequences of one or more assumptions, named after the types of links in its chain.
    fn chain(&self) -> Option<StepText> {
        let sentence = self.argument.chain?.sentence();
        let only_pairs = self.cell_needs.iter().all(|&cell| self.left(cell) == 2);
        let conjugate = |&(house, number): &(usize, usize)| {
            let cells = self.layout.houses[house].cells.iter();
            let open = |&&cell: &&usize| {
                self.argument.known[self.layout.fact(cell, number)] == FactState::Open
            };
            cells.filter(open).count() == 2
        };
        let linear = only_pairs && self.needs.iter().all(conjugate);
        let name = if self.argument.is_nested {
            "nested forcing chain"
        } else if self.argument.assumptions > 1 {
            "multiple forcing chains"
        } else if self.cell_needs.is_empty() && self.cell_once.is_empty() && self.is_one_number() {
            match self.needs.len() {
                2 => "turbot fish",
                _ if linear => "simple colouring",
                _ => "X-chain",
            }
        } else if self.needs.is_empty() && only_pairs {
            "XY-chain"
        } else if linear {
            "forcing chain"
        } else {
            "forcing net"
        };
        step(name, sentence.to_owned())
    }

    fn n_premises(&self) -> usize {
        self.argument.premises.len()
    }

    /// Whether all premises about houses are about the same number.
    fn is_one_number(&self) -> bool {
        let houses = self.needs.iter().chain(&self.once);
        let mut numbers = houses.map(|(_, number)| number);
        let first = numbers.next();
        numbers.all(|number| Some(number) == first)
    }

    fn is_filled(&self, cell: usize) -> bool {
        let n = self.layout.n;
        self.argument.known[cell * n..(cell + 1) * n].contains(&FactState::True)
    }

    /// The number of candidates of a cell.
    fn left(&self, cell: usize) -> usize {
        let n = self.layout.n;
        let facts = self.argument.known[cell * n..(cell + 1) * n].iter();
        facts.filter(|fact| **fact != FactState::False).count()
    }

    /// "r1c1, r1c2 and r1c3".
    fn names(&self, cells: &[usize]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        list(&names, "and")
    }

    fn name(&self, cell: usize) -> String {
        self.instance.grid.cell(cell).to_string()
    }

    /// The conclusions in words, cell by cell: "r1c2 is not 3 or 7, r4c5 is 2".
    fn ruled_out(&self) -> String {
        let claims = conclusions(self.instance, self.argument);
        list(&claims, "and")
    }
}

/// The numbers that some premises about houses are about: "1, 2 and 3".
fn numbers(rules: &[(usize, usize)]) -> String {
    let numbers: Vec<String> = rules.iter().map(|(_, n)| (n + 1).to_string()).collect();
    list(&numbers, "and")
}

fn step(technique: &'static str, sentence: String) -> Option<StepText> {
    Some(StepText::new(technique, sentence))
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
