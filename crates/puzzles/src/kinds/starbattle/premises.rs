//! The premises of Star Battle.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `line` | row 1 has 2 stars | 1 |
//! | `region` | the region at r1c1 has 2 stars | 1 |
//! | `touch` | stars do not touch | 0 |
//! | `two_lines` | rows 1 and 2 have 2 stars each, which do not touch; a summary | 3 |
//!
//! Rows or columns side by side and the regions inside them are suggested together, and so are regions and the rows or columns inside them: the stars of the inner ones fill
//! the outer ones if there are as many.

use crate::blocks::line_pairs::{self, CountedLine};
use crate::blocks::open_cells::{Conclusions, all_there, n_used, rest_needed, too_few};
use crate::blocks::step_words::{capital, line_name, list};
use crate::contract::{
    Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText, plural,
};
use crate::kinds::starbattle::Instance;

const LINE: &str = "line";
const REGION: &str = "region";
const TWO_LINES: &str = "two_lines";

/// The most rows, columns or regions that are suggested together.
const MAX_TOGETHER: usize = 4;

const WORDS: Conclusions = Conclusions {
    is: "a star",
    are: "stars",
    is_not: "not a star",
    are_not: "not stars",
};

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let cell = |fact: usize| instance.open.cells[fact];
    let stars = plural(instance.stars, "star");
    let n_rows = instance.grid.rows();
    let mut premises = Vec::new();
    for (i, line) in instance.lines().into_iter().enumerate() {
        let name = line_name(n_rows, i);
        let form = PremiseForm::exactly(instance.stars, Claim::are(&line));
        let cells = line.iter().map(|&fact| cell(fact));
        let line = Premise::new(LINE, 1, format!("{name} has {stars}"), cells, form);
        premises.push(counted(line, &name, instance.stars));
    }
    for region in instance.regions() {
        let name = format!("the region at {}", cell(region[0]));
        let words = format!("{name} has {stars}");
        let form = PremiseForm::exactly(instance.stars, Claim::are(&region));
        let cells = region.iter().map(|&fact| cell(fact));
        let region = Premise::new(REGION, 1, words, cells, form).clue();
        premises.push(counted(region, &name, instance.stars));
    }
    for square in instance.open.squares(&instance.grid) {
        let form = PremiseForm::at_most(1, Claim::are(&square));
        let cells = square.iter().map(|&fact| cell(fact));
        let touch = Premise::new("touch", 0, "stars do not touch", cells, form);
        premises.push(touch.failure(Failure::TooMany, "{} would touch"));
    }
    let lines = instance.places();
    for (i, pair) in lines.windows(2).enumerate() {
        // The last row and the first column are not side by side.
        if i + 1 == n_rows {
            continue;
        }
        let line = |places: &[Option<usize>]| CountedLine {
            places: places.to_vec(),
            count: instance.stars,
        };
        let form = line_pairs::form(&[line(&pair[0]), line(&pair[1])]);
        let (name, first) = match i < n_rows {
            true => ("rows", i + 1),
            false => ("columns", i - n_rows + 1),
        };
        let words = format!("{name} {first} and {} have {stars} each", first + 1);
        let cells = pair.iter().flatten().flatten().map(|&fact| cell(fact));
        premises.push(Premise::new(TWO_LINES, 3, words, cells, form).summary());
    }
    premises
}

/// The same with what is wrong if it has more or fewer stars.
fn counted(premise: Premise, name: &str, n: usize) -> Premise {
    let stars = plural(n, "star");
    premise
        .failure(
            Failure::TooMany,
            format!("{name} would have more than {stars}"),
        )
        .failure(Failure::TooFew, format!("{name} {}", too_few(n, "star")))
        .violation(format!("{name} cannot have {stars}"))
        .brief(name)
}

/// Lines side by side with the regions whose open cells lie inside them, if there are as many of both; and the other way around.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let lines = instance.lines();
    let regions = instance.regions();
    let n_rows = instance.grid.rows();
    // A cell that cannot have a star counts for nothing.
    let left = |cells: &[usize]| -> Vec<usize> {
        let cells = cells.iter().copied();
        cells.filter(|&at| known[at] != FactState::False).collect()
    };
    let left_regions: Vec<Vec<usize>> = regions.iter().map(|region| left(region)).collect();
    let mut found = Vec::new();
    for size in 1..=MAX_TOGETHER {
        for (start, end) in [(0, n_rows), (n_rows, lines.len())] {
            for first in start..(end + 1).saturating_sub(size) {
                let together = first..first + size;
                let cells: Vec<usize> = lines[together.clone()].concat();
                let inside = |region: &usize| {
                    let open = &left_regions[*region];
                    open.iter().all(|at| cells.contains(at))
                };
                let inner: Vec<usize> = (0..regions.len()).filter(inside).collect();
                let touched = |region: &usize| {
                    let open = &left_regions[*region];
                    open.iter().any(|at| cells.contains(at))
                };
                let outer: Vec<usize> = (0..regions.len()).filter(touched).collect();
                for set in [inner, outer] {
                    if set.len() == size {
                        let regions = set.iter().map(|region| lines.len() + region);
                        found.push(together.clone().chain(regions).collect());
                    }
                }
            }
        }
    }
    found
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = instance.open.conclusions(argument, &WORDS);
    if let Some(rule) = argument.refuting_rule().filter(|_| argument.excludes()) {
        let cells = instance.open.excluded(argument);
        let technique = match rule.rule {
            REGION => "pressured region",
            _ => "pressured line",
        };
        let title = rule.sentence();
        let them = if instance.stars == 1 { "it" } else { "them" };
        let sentence = format!(
            "{title}, and a star at {cells} would leave too little room for {them}: {then}."
        );
        return Some(StepText::new(technique, sentence));
    }
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return regions_in_lines(instance, argument, &then);
    };
    if premise.rule == TWO_LINES {
        let title = premise.sentence();
        let sentence = format!("{title}, and however they are placed without touching, {then}.");
        return Some(StepText::new("lines side by side", sentence));
    }
    let PremiseForm::Count { of, max, .. } = &premise.form else {
        return None;
    };
    let how = match n_used(argument, of) {
        known if known == *max => all_there(*max),
        _ => rest_needed(*max),
    };
    let sentence = format!("{}{how}: {then}.", premise.sentence());
    Some(StepText::new("number of stars", sentence))
}

/// A step of as many lines as regions: the cells left for the stars of the ones are all in the others.
fn regions_in_lines(instance: &Instance, argument: &Argument<'_>, then: &str) -> Option<StepText> {
    let of = |rule: &str| -> Vec<&Premise> {
        let premises = argument.premises.iter().copied();
        premises.filter(|premise| premise.rule == rule).collect()
    };
    let (lines, regions) = (of(LINE), of(REGION));
    if lines.is_empty() || lines.len() + regions.len() != argument.premises.len() {
        return None;
    }
    let excluded = instance.open.cells[argument.concludes.first()?.fact];
    let is_in_lines = lines.iter().any(|line| line.cells.contains(&excluded));
    let (inner, outer) = match is_in_lines {
        true => (regions, lines),
        false => (lines, regions),
    };
    let stars = match (inner.len(), instance.stars) {
        (1, 1) => "its star",
        (1, _) => "its stars",
        _ => "their stars",
    };
    let sentence = format!(
        "{} can have {stars} only in {}: {then}.",
        capital(&names(&inner)?),
        names(&outer)?
    );
    Some(StepText::new("regions in lines", sentence))
}

/// The names of lines, or of regions: "row 1", "rows 1 and 2", "the regions at r1c1 and r1c4".
fn names(premises: &[&Premise]) -> Option<String> {
    let names = premises.iter().map(|premise| {
        let (name, _) = premise.words.split_once(" has ")?;
        name.rsplit_once(' ')
    });
    let names: Vec<(&str, &str)> = names.collect::<Option<_>>()?;
    let places: Vec<String> = names.iter().map(|(_, at)| (*at).to_owned()).collect();
    let (what, _) = names.first()?;
    Some(match places.len() {
        1 => format!("{what} {}", places[0]),
        _ => {
            let many = what.replace("region", "regions");
            let many = many.replace("row", "rows").replace("column", "columns");
            format!("{many} {}", list(&places, "and"))
        }
    })
}
