//! The names and sentences of Battleship steps.

use gridwright_grid::Cell;

use crate::blocks::step_words::{self, describe_cells, list};
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, StepText};
use crate::kinds::battleship::instance::Instance;
use crate::kinds::battleship::premises::{FLEET, LONGER, LONGEST, REST, ROOM, SURROUND, TALLY};

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = concluded(instance, argument)?;
    let (technique, sentence) = match argument.premises {
        _ if !argument.cases.is_empty() => by_cases(instance, argument, &then),
        _ if argument.chain.is_some() => by_chain(instance, argument, &then)?,
        [premise] => by_one(argument, premise, &then)?,
        premises => by_line(argument, premises, &then)?,
    };
    Some(StepText::new(technique, sentence))
}

/// A step by an assumption or by cases. It is named after the rule that is violated in the end.
fn by_chain(
    instance: &Instance,
    argument: &Argument<'_>,
    then: &str,
) -> Option<(&'static str, String)> {
    let text = argument.chain?;
    let chain = text.concluding(then);
    if argument.assumptions != 1 {
        return Some((text.cases_technique(), chain));
    }
    if let Some(rule) = argument.refuting_rule() {
        return Some(by_refuting(instance, argument, rule, then));
    }
    let technique = match argument.violated.map(|premise| premise.rule) {
        _ if argument.is_nested => "what if",
        Some(LONGER | ROOM | FLEET) => "no room for a ship",
        Some(TALLY | REST) => "tally out of reach",
        Some(LONGEST) => "longest ship",
        Some(SURROUND) => "ships would touch",
        _ => "what if",
    };
    Some((technique, chain))
}

/// A step by an assumption that violates one rule: a person sees it at once.
fn by_refuting(
    instance: &Instance,
    argument: &Argument<'_>,
    rule: &Premise,
    then: &str,
) -> (&'static str, String) {
    let excluded = argument.concludes.first();
    let cell = excluded.map_or(String::new(), |claim| {
        instance.grid.cell(claim.fact).to_string()
    });
    let cell = match argument.concludes {
        [_] => cell,
        _ => "any of these cells".to_owned(),
    };
    let holds = |claim: &Claim| claim.holds;
    let start = match argument.excludes() {
        true => format!("A ship at {cell}"),
        false if argument.concludes.iter().all(holds) => format!("Water at {cell}"),
        false => "Anything else".to_owned(),
    };
    let (technique, why) = match rule.rule {
        TALLY => (
            "surround",
            format!("would leave too few cells: {}", rule.words),
        ),
        REST => (
            "what is left of the fleet",
            format!("would leave too few cells: {}", rule.words),
        ),
        LONGEST => (
            "longest ship",
            format!("would make a ship too long: {}", rule.words),
        ),
        _ => (
            "no room for a ship",
            format!("would leave too little room: {}", rule.words),
        ),
    };
    (technique, format!("{start} {why}. So {then}."))
}

/// The conclusions in words.
fn concluded(instance: &Instance, argument: &Argument<'_>) -> Option<String> {
    let of = |holds: bool, one: &str, many: &str| {
        let claims = argument.concludes.iter();
        let cells = claims.filter(|claim| claim.holds == holds);
        let cells = cells.map(|claim| instance.grid.cell(claim.fact).to_string());
        let cells: Vec<String> = cells.collect();
        let what = if cells.len() == 1 { one } else { many };
        describe_cells(&cells, what, argument.is_full)
    };
    let both = [
        of(true, "a ship cell", "ship cells"),
        of(false, "water", "water"),
    ];
    let both: Vec<String> = both.into_iter().flatten().collect();
    (!both.is_empty()).then(|| both.join(" and "))
}

/// A step that uses one rule.
fn by_one(
    argument: &Argument<'_>,
    premise: &Premise,
    then: &str,
) -> Option<(&'static str, String)> {
    let rule = premise.sentence();
    let all_water = argument.concludes.iter().all(|claim| !claim.holds);
    let all_ship = argument.concludes.iter().all(|claim| claim.holds);
    Some(match premise.rule {
        TALLY if all_water && argument.used.iter().all(|claim| !claim.holds) => {
            ("empty line", format!("{rule}: {then}."))
        }
        TALLY if all_water => {
            let found = match rule.ends_with("one cell of a ship") {
                true => "which is found",
                false => "which are found",
            };
            ("tally is full", format!("{rule}, {found}: {then}."))
        }
        TALLY if all_ship => (
            "tally takes the rest",
            format!("{rule}, and every open cell is needed: {then}."),
        ),
        LONGEST => ("longest ship", format!("{rule}, so {then}.")),
        LONGER if all_water => (
            "ship cannot be longer",
            format!("{rule}, which are found, so no other ship is that long: {then}."),
        ),
        REST => ("what is left of the fleet", format!("{rule}, so {then}.")),
        FLEET if is_found(argument, premise) && all_ship => (
            "ship cannot be shorter",
            format!("{rule}, found already, so this one goes on: {then}."),
        ),
        FLEET if is_found(argument, premise) => {
            ("ships are found", format!("{rule}, and no more: {then}."))
        }
        LONGER | ROOM | FLEET => {
            let how = match has_one_way(argument, premise) {
                true => "and there is no other place left",
                false => "and every place that is left leads to this",
            };
            ("only place for a ship", format!("{rule}, {how}: {then}."))
        }
        _ => return None,
    })
}

/// Whether all ships that a premise counts are found.
fn is_found(argument: &Argument<'_>, premise: &Premise) -> bool {
    let PremiseForm::Groups { of, max, .. } = &premise.form else {
        return false;
    };
    let is_known = |group: &&Vec<Claim>| {
        let mut claims = group.iter();
        claims.all(|claim| claim.known(argument.known) == FactState::True)
    };
    of.iter().filter(is_known).count() == *max
}

/// Whether no more places are left than a premise needs.
fn has_one_way(argument: &Argument<'_>, premise: &Premise) -> bool {
    let PremiseForm::Groups { of, min, .. } = &premise.form else {
        return false;
    };
    let is_open = |group: &&Vec<Claim>| {
        let mut claims = group.iter();
        claims.all(|claim| claim.known(argument.known) != FactState::False)
    };
    of.iter().filter(is_open).count() == *min
}

/// A step that combines tallies with the water around ships, or one tally with the lengths of ships.
fn by_line(
    argument: &Argument<'_>,
    premises: &[&Premise],
    then: &str,
) -> Option<(&'static str, String)> {
    let (tallies, others): (Vec<&Premise>, Vec<&Premise>) =
        premises.iter().partition(|premise| premise.rule == TALLY);
    if let Some((here, there)) = neighbours(argument, &tallies)
        && others.iter().all(|premise| premise.rule == SURROUND)
    {
        return Some((
            "side by side",
            format!(
                "{} and {}, and there is no other way to lay ships side by side that do not touch: {then}.",
                here.sentence(),
                there.words
            ),
        ));
    }
    let is_surround = |premise: &&Premise| premise.rule == SURROUND;
    let all_water = argument.concludes.iter().all(|claim| !claim.holds);
    let lengths: Vec<&Premise> = others
        .iter()
        .copied()
        .filter(|one| !is_surround(one))
        .collect();
    match (&tallies[..], &lengths[..]) {
        ([tally], []) if all_water => Some((
            "surround",
            format!(
                "{}, and a ship cell next to its open cells would leave too few of them: {then}.",
                tally.sentence()
            ),
        )),
        ([tally], [length]) if matches!(length.rule, LONGEST | LONGER) => Some((
            "tally and length",
            format!("{}, and {}: {then}.", tally.sentence(), length.words),
        )),
        ([first, rest @ ..], _) => {
            let others = rest.iter().chain(&lengths).map(|one| one.words.clone());
            let mut rules: Vec<String> = std::iter::once(first.sentence()).chain(others).collect();
            if premises.iter().any(is_surround) {
                rules.push("ships do not touch".to_owned());
            }
            let rules = step_words::list_within(&rules, MAX_RULE_WORDS, argument.is_full);
            Some((
                "crossing lines",
                format!("{rules}, and together they leave only this: {then}."),
            ))
        }
        ([], _) => None,
    }
}

/// The most words of the rules of a step that are not folded.
const MAX_RULE_WORDS: usize = 30;

/// A step by case distinction over the places of the longest ships.
fn by_cases(instance: &Instance, argument: &Argument<'_>, then: &str) -> (&'static str, String) {
    let cells = |ship: &Vec<Claim>| -> Vec<Cell> {
        let cells = ship.iter().filter(|claim| claim.holds);
        cells.map(|claim| instance.grid.cell(claim.fact)).collect()
    };
    let ships: Vec<Vec<Vec<Cell>>> = argument
        .cases
        .iter()
        .map(|way| way.iter().map(cells).collect())
        .collect();
    let mut lengths: Vec<usize> = ships.iter().flatten().map(Vec::len).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let named: Vec<String> = lengths.iter().rev().map(ToString::to_string).collect();
    let task = format!("lay the ships of length {}", list(&named, "and"));
    let place = |ship: &Vec<Cell>| match &ship[..] {
        [first, .., last] => format!("{first} to {last}"),
        cells => cells.iter().map(ToString::to_string).collect(),
    };
    let case = |ships: &Vec<Vec<Cell>>| {
        let places: Vec<String> = ships.iter().map(place).collect();
        list(&places, "and")
    };
    let cases: Vec<String> = ships.iter().map(case).collect();
    let sentence = step_words::by_cases(&task, &cases, then, argument.is_full);
    ("ships together", sentence)
}

/// Two tallies of neighbouring lines that contain all conclusions.
fn neighbours<'p>(
    argument: &Argument<'_>,
    tallies: &[&'p Premise],
) -> Option<(&'p Premise, &'p Premise)> {
    let is_beside = |a: &Premise, b: &Premise| {
        let pairs = || a.cells.iter().zip(&b.cells);
        pairs().all(|(a, b)| (a.row + 1, a.col) == (b.row, b.col))
            || pairs().all(|(a, b)| (a.row, a.col + 1) == (b.row, b.col))
    };
    let holds_all = |a: &Premise, b: &Premise| {
        let (here, there) = (a.form.facts(), b.form.facts());
        let mut claims = argument.concludes.iter();
        claims.all(|claim| here.contains(&claim.fact) || there.contains(&claim.fact))
    };
    let mut each = tallies
        .iter()
        .flat_map(|a| tallies.iter().map(move |b| (*a, *b)));
    each.find(|(a, b)| is_beside(a, b) && holds_all(a, b))
}
