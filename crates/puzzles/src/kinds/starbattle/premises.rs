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
use crate::blocks::open_cells::{Conclusions, all_there, n_used, rest_needed};
use crate::blocks::step_words::{line_name, list};
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, StepText, plural};
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
        premises.push(line.violation(format!("{name} cannot have {stars}")));
    }
    for region in instance.regions() {
        let name = format!("the region at {}", cell(region[0]));
        let words = format!("{name} has {stars}");
        let form = PremiseForm::exactly(instance.stars, Claim::are(&region));
        let cells = region.iter().map(|&fact| cell(fact));
        let region = Premise::new(REGION, 1, words, cells, form).clue();
        premises.push(region.violation(format!("{name} cannot have {stars}")));
    }
    for square in instance.open.squares(&instance.grid) {
        let form = PremiseForm::at_most(1, Claim::are(&square));
        let cells = square.iter().map(|&fact| cell(fact));
        premises.push(Premise::new("touch", 0, "stars do not touch", cells, form));
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
        let sentence =
            format!("{title}, and a star at {cells} would leave too little room for them: {then}.");
        return Some(StepText::new(technique, sentence));
    }
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        let names = |rule: &str| -> Vec<String> {
            let premises = argument.premises.iter();
            let words = premises.filter(|premise| premise.rule == rule);
            let names = words.filter_map(|premise| premise.words.split_once(" has "));
            names.map(|(name, _)| name.to_owned()).collect()
        };
        let (lines, regions) = (names(LINE), names(REGION));
        let is_both = !lines.is_empty()
            && !regions.is_empty()
            && lines.len() + regions.len() == argument.premises.len();
        let sentence = format!(
            "The stars of {} are those of {}: {then}.",
            list(&lines, "and"),
            list(&regions, "and")
        );
        return is_both.then(|| StepText::new("regions in lines", sentence));
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
