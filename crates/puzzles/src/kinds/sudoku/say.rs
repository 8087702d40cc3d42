//! Steps of Sudoku in the words of those who solve it.

use crate::contract::{Argument, Claim, Known, StepText};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::premises::{Layout, Shape, article};

/// A step by its name, where it has one.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let parts = Parts::new(instance, argument)?;
    parts
        .single()
        .or_else(|| parts.locked())
        .or_else(|| parts.naked_set())
        .or_else(|| parts.hidden_set())
        .or_else(|| parts.fish())
        .or_else(|| parts.wing())
        .or_else(|| parts.chain())
}

/// A step taken apart by the rules it uses; houses by their places, cells and numbers from 0.
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

/// Names of sets and fish, by their size from 2.
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
            return said(
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
            return said(
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
        said("hidden single", sentence)
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
        let sentence = format!(
            "The {} of {} must be where it meets {}, so nowhere else in {} is {} {}: {}.",
            number + 1,
            house.name(),
            other.name(),
            other.name(),
            article(number + 1),
            number + 1,
            self.ruled_out()
        );
        said(name, sentence)
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
        let house = &self.layout.houses[self.once[0].0];
        let cells: Vec<String> = self
            .cell_needs
            .iter()
            .map(|&cell| self.name(cell))
            .collect();
        let numbers: Vec<String> = self.once.iter().map(|(_, n)| (n + 1).to_string()).collect();
        let sentence = format!(
            "{} take {} between them, so the rest of {} has none of these: {}.",
            list(&cells, "and"),
            list(&numbers, "and"),
            house.name(),
            self.ruled_out()
        );
        said(NAKED[size - 2], sentence)
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
        let house = &self.layout.houses[self.needs[0].0];
        let numbers: Vec<String> = self
            .needs
            .iter()
            .map(|(_, n)| (n + 1).to_string())
            .collect();
        let cells: Vec<String> = self.cell_once.iter().map(|&cell| self.name(cell)).collect();
        let sentence = format!(
            "In {} only {} can take {}, so they take nothing else: {}.",
            house.name(),
            list(&cells, "and"),
            list(&numbers, "and"),
            self.ruled_out()
        );
        said(HIDDEN[size - 2], sentence)
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
            let last = |name: &str| name.rsplit(' ').next().unwrap_or_default().to_owned();
            let mut all: Vec<usize> = houses.iter().map(|(h, _)| *h).collect();
            all.sort_unstable();
            let names: Vec<String> = all
                .into_iter()
                .map(|h| last(&self.layout.houses[h].name()))
                .collect();
            list(&names, "and")
        };
        let word = |shape: Shape| match shape {
            Shape::Row => "rows",
            _ => "columns",
        };
        let number = self.needs[0].1 + 1;
        let sentence = format!(
            "In {} {} the {number} must be in {} {}, so nowhere else in these {}: {}.",
            word(base),
            numbers(&self.needs),
            word(cover),
            numbers(&self.once),
            word(cover),
            self.ruled_out()
        );
        said(FISH[size - 2], sentence)
    }

    fn wing(&self) -> Option<StepText> {
        if self.cell_needs.len() != 3 || !self.needs.is_empty() || !self.cell_once.is_empty() {
            return None;
        }
        let sizes: Vec<usize> = self
            .cell_needs
            .iter()
            .map(|&cell| self.left(cell))
            .collect();
        let name = match sizes.iter().sum::<usize>() {
            6 => "XY-wing",
            7 => "XYZ-wing",
            _ => return None,
        };
        let number = self.argument.concludes.first()?.fact % self.layout.n + 1;
        let one_number = |claim: &Claim| !claim.holds && claim.fact % self.layout.n + 1 == number;
        if !self.argument.concludes.iter().all(one_number) {
            return None;
        }
        let cells: Vec<String> = self
            .cell_needs
            .iter()
            .map(|&cell| self.name(cell))
            .collect();
        let sentence = format!(
            "However {} are filled, one of them is {number}, so no cell that sees those that can be is: {}.",
            list(&cells, "and"),
            self.ruled_out()
        );
        said(name, sentence)
    }

    /// What is shown by an assumption that fails, by the links it takes.
    fn chain(&self) -> Option<StepText> {
        let told = self.argument.told?;
        let only_pairs = self.cell_needs.iter().all(|&cell| self.left(cell) == 2);
        let conjugate = |&(house, number): &(usize, usize)| {
            let cells = self.layout.houses[house].cells.iter();
            let open = |&&cell: &&usize| {
                self.argument.known[self.layout.fact(cell, number)] == Known::Open
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
        said(name, told.to_owned())
    }

    fn n_premises(&self) -> usize {
        self.argument.premises.len()
    }

    /// Whether all rules about houses are about one number.
    fn is_one_number(&self) -> bool {
        let mut numbers = self
            .needs
            .iter()
            .chain(&self.once)
            .map(|(_, number)| *number);
        let first = numbers.next();
        numbers.all(|number| Some(number) == first)
    }

    fn is_filled(&self, cell: usize) -> bool {
        let n = self.layout.n;
        self.argument.known[cell * n..(cell + 1) * n].contains(&Known::True)
    }

    /// How many numbers a cell may still have.
    fn left(&self, cell: usize) -> usize {
        let n = self.layout.n;
        let facts = &self.argument.known[cell * n..(cell + 1) * n];
        facts.iter().filter(|fact| **fact != Known::False).count()
    }

    fn name(&self, cell: usize) -> String {
        self.instance.grid.cell(cell).to_string()
    }

    /// What is concluded, cell by cell: "r1c2 is not 3 or 7, r4c5 is 2".
    fn ruled_out(&self) -> String {
        let n = self.layout.n;
        let mut claims = self.argument.concludes.to_vec();
        claims.sort_unstable_by_key(|claim| claim.fact);
        let of_cells = claims.chunk_by(|a, b| a.fact / n == b.fact / n);
        let told = of_cells.map(|claims| {
            let cell = self.name(claims[0].fact / n);
            if let Some(placed) = claims.iter().find(|claim| claim.holds) {
                return format!("{cell} is {}", placed.fact % n + 1);
            }
            let numbers = claims.iter().map(|claim| (claim.fact % n + 1).to_string());
            format!("{cell} is not {}", list(&numbers.collect::<Vec<_>>(), "or"))
        });
        list(&told.collect::<Vec<_>>(), "and")
    }
}

fn said(technique: &'static str, sentence: String) -> Option<StepText> {
    Some(StepText {
        technique,
        sentence,
    })
}

/// "a", "a and b", "a, b and c".
fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
