//! Steps of Battleship in the words of ships.

use gridwright_grid::Cell;

use crate::contract::{Argument, Claim, Known, Premise, PremiseForm, StepText};
use crate::kinds::battleship::instance::Instance;
use crate::kinds::battleship::premises::{FLEET, LONGER, LONGEST, REST, ROOM, SURROUND, TALLY};

/// A step by its name, where it has one.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = concluded(instance, argument)?;
    let (technique, sentence) = match argument.premises {
        _ if !argument.ways.is_empty() => by_ways(instance, argument, &then)?,
        [premise] => by_one(argument, premise, &then)?,
        premises if argument.told.is_none() => by_line(argument, premises, &then)?,
        _ => return None,
    };
    Some(StepText {
        technique,
        sentence,
    })
}

/// What follows, in words.
fn concluded(instance: &Instance, argument: &Argument<'_>) -> Option<String> {
    let of = |holds: bool| {
        let claims = argument.concludes.iter();
        let cells = claims.filter(move |claim| claim.holds == holds);
        let cells: Vec<String> = cells
            .map(|claim| instance.grid.cell(claim.fact).to_string())
            .collect();
        let verb = if cells.len() == 1 { "is" } else { "are" };
        Some((list(&cells)?, verb))
    };
    Some(match (of(true), of(false)) {
        (Some((ships, are)), Some((water, verb))) => {
            format!("{ships} {are} ship and {water} {verb} water")
        }
        (Some((ships, are)), None) => format!("{ships} {are} ship"),
        (None, Some((water, verb))) => format!("{water} {verb} water"),
        (None, None) => return None,
    })
}

/// A step of one rule.
fn by_one(
    argument: &Argument<'_>,
    premise: &Premise,
    then: &str,
) -> Option<(&'static str, String)> {
    let told = premise.sentence();
    let all_water = argument.concludes.iter().all(|claim| !claim.holds);
    let all_ship = argument.concludes.iter().all(|claim| claim.holds);
    Some(match premise.rule {
        TALLY if all_water && argument.used.iter().all(|claim| !claim.holds) => {
            ("empty line", format!("{told}: {then}."))
        }
        TALLY if all_water => {
            let found = match told.ends_with("one cell of a ship") {
                true => "which is found",
                false => "which are found",
            };
            ("tally is full", format!("{told}, {found}: {then}."))
        }
        TALLY if all_ship => (
            "tally takes the rest",
            format!("{told}, and every open cell is needed: {then}."),
        ),
        LONGEST => ("longest ship", format!("{told}, so {then}.")),
        LONGER if all_water => (
            "ship cannot be longer",
            format!("{told}, which are found, so no other ship is that long: {then}."),
        ),
        REST => ("what is left of the fleet", format!("{told}, so {then}.")),
        FLEET if is_found(argument, premise) && all_ship => (
            "ship cannot be shorter",
            format!("{told}, found already, so this one goes on: {then}."),
        ),
        FLEET if is_found(argument, premise) => {
            ("ships are found", format!("{told}, and no more: {then}."))
        }
        LONGER | ROOM | FLEET => (
            "only place for a ship",
            format!("{told}, and nowhere else: {then}."),
        ),
        _ => return None,
    })
}

/// Whether all ships that a rule counts are found.
fn is_found(argument: &Argument<'_>, premise: &Premise) -> bool {
    let PremiseForm::Groups { of, max, .. } = &premise.form else {
        return false;
    };
    let is_known = |group: &&Vec<Claim>| {
        let mut claims = group.iter();
        claims.all(|claim| claim.known(argument.known) == Known::True)
    };
    of.iter().filter(is_known).count() == *max
}

/// A step of tallies together with what ships do to their neighbours, or of one with how long they may be.
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
    let [tally] = tallies[..] else {
        return None;
    };
    let told = tally.sentence();
    let all_water = argument.concludes.iter().all(|claim| !claim.holds);
    if all_water && others.iter().all(|premise| premise.rule == SURROUND) {
        return Some((
            "surround",
            format!("{told}, and a ship beside it would leave too few open: {then}."),
        ));
    }
    let [length] = others[..] else {
        return None;
    };
    match length.rule {
        LONGEST | LONGER => Some((
            "tally and length",
            format!("{told}, and {}: {then}.", length.words),
        )),
        _ => None,
    }
}

/// How many ways to lay ships are told one by one.
const TOLD_WAYS: usize = 6;

/// A step by all ways to lay the longest ships.
fn by_ways(
    instance: &Instance,
    argument: &Argument<'_>,
    then: &str,
) -> Option<(&'static str, String)> {
    let cells = |ship: &Vec<Claim>| -> Vec<Cell> {
        let cells = ship.iter().filter(|claim| claim.holds);
        cells.map(|claim| instance.grid.cell(claim.fact)).collect()
    };
    let ships: Vec<Vec<Vec<Cell>>> = argument
        .ways
        .iter()
        .map(|way| way.iter().map(cells).collect())
        .collect();
    let mut lengths: Vec<usize> = ships.iter().flatten().map(Vec::len).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let named: Vec<String> = lengths.iter().rev().map(ToString::to_string).collect();
    let which = format!("ships of length {}", list(&named)?);
    let laid = |way: &Vec<Vec<Cell>>| -> Option<String> {
        let place = |ship: &Vec<Cell>| match &ship[..] {
            [first, .., last] => format!("{first} to {last}"),
            cells => cells.iter().map(ToString::to_string).collect(),
        };
        list(&way.iter().map(place).collect::<Vec<_>>())
    };
    let sentence = match &ships[..] {
        [way] => format!(
            "There is only one way to lay the {which} that the rest can go with, {}: {then}.",
            laid(way)?
        ),
        ways if ways.len() <= TOLD_WAYS => {
            let told: Option<Vec<String>> = ways.iter().map(laid).collect();
            format!(
                "There are {} ways to lay the {which} that the rest can go with: {}. In all of them {then}.",
                ways.len(),
                told?.join("; or ")
            )
        }
        ways => format!(
            "There are {} ways to lay the {which} that the rest can go with, and in all of them {then}.",
            ways.len()
        ),
    };
    Some(("ships together", sentence))
}

/// Two tallies of lines that lie side by side, with all that is concluded in them.
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

/// Words with commas and an "and"; nothing of nothing.
fn list(words: &[String]) -> Option<String> {
    let (last, rest) = words.split_last()?;
    Some(match rest {
        [] => last.clone(),
        _ => format!("{} and {last}", rest.join(", ")),
    })
}
