//! The names and sentences of Hashiwokakero steps.

use crate::blocks::step_words::list;
use crate::contract::{Argument, ChainText, Claim, Premise, StepText};
use crate::kinds::hashi::instance::{Instance, Island};
use crate::kinds::hashi::premises::{ISLAND, ISOLATION, JOINED, count, leads, least};

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    if let Some(chain) = argument.chain {
        return Some(by_chain(instance, argument, chain));
    }
    let [premise] = argument.premises else {
        return None;
    };
    match premise.rule {
        ISLAND => {
            let at = premise.cells.first()?;
            let found = |island: &Island| island.cell == *at;
            let island = instance.islands.iter().position(found)?;
            Some(by_island(instance, premise, argument, island))
        }
        ISOLATION => {
            let technique = match premise.cells.len() {
                2 if premise.words.starts_with("the 1 ") => "isolation 1-1",
                2 if premise.words.starts_with("the 2 ") => "isolation 2=2",
                3 if premise.words.starts_with("the 2 ") => "isolation 1-2-1",
                _ => "isolation",
            };
            let then = conclusions(instance, argument, None);
            let sentence = format!("{}: {then}.", premise.sentence());
            Some(StepText::new(technique, sentence))
        }
        JOINED => {
            let then = conclusions(instance, argument, None);
            let sentence = format!("Otherwise the islands would not be connected: {then}.");
            Some(StepText::new("cut", sentence))
        }
        _ => None,
    }
}

/// A step by an assumption or by cases. It is named after the rule that is violated in the end.
fn by_chain(instance: &Instance, argument: &Argument<'_>, chain: ChainText<'_>) -> StepText {
    let then = conclusions(instance, argument, None);
    if let Some(rule) = argument.refuting_rule() {
        let (technique, why) = match rule.rule {
            ISLAND => (
                "no room for bridges",
                format!("Otherwise it could not be that {}", rule.words),
            ),
            ISOLATION => (
                "isolation",
                format!("Otherwise it could not be that {}", rule.words),
            ),
            _ => (
                "cut",
                "Otherwise the islands would not be connected".to_owned(),
            ),
        };
        return StepText::new(technique, format!("{why}: {then}."));
    }
    let technique = match argument.violated.map(|premise| premise.rule) {
        _ if argument.assumptions != 1 => chain.cases_technique(),
        _ if argument.is_nested => "what if",
        Some(ISOLATION | JOINED) => "isolated islands",
        Some(ISLAND) => "no room for bridges",
        _ => "what if",
    };
    StepText::new(technique, chain.concluding(&then))
}

/// The longest list of pairs of islands that is not folded.
const MAX_PAIRS: usize = 4;

/// The conclusions in words, grouped by number of bridges. If all segments are at one island, they are named by their other end.
fn conclusions(instance: &Instance, argument: &Argument<'_>, from: Option<usize>) -> String {
    let max = instance.max_bridges as usize;
    let concludes = argument.concludes;
    let mut segments: Vec<usize> = concludes.iter().map(|claim| claim.fact / max).collect();
    segments.sort_unstable();
    segments.dedup();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for segment in segments {
        let of = |holds: bool| {
            let here = concludes
                .iter()
                .filter(move |claim| claim.fact / max == segment && claim.holds == holds);
            here.map(|claim| (claim.fact % max) as i32 + 1)
        };
        let bridges = match (of(true).max(), of(false).min()) {
            (Some(least), Some(_)) => format!("exactly {}", count(least)),
            (Some(least), None) if least == instance.max_bridges => count(least),
            (Some(least), None) => format!("at least {}", count(least)),
            (None, Some(1)) => "no bridge".to_owned(),
            (None, Some(below)) => format!("at most {}", count(below - 1)),
            (None, None) => continue,
        };
        let (a, b) = instance.ends(instance.segments[segment]);
        let name = match from {
            Some(island) => instance.islands[instance.across(segment, island)]
                .cell
                .to_string(),
            None => format!("{a} and {b}"),
        };
        match groups.iter_mut().find(|(other, _)| *other == bridges) {
            Some((_, names)) => names.push(name),
            None => groups.push((bridges, vec![name])),
        }
    }
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(bridges, names)| match from {
            Some(_) => format!("{bridges} to {}", list(&names, "and")),
            None => {
                let n = match argument.is_full || names.len() <= MAX_PAIRS {
                    true => names.len(),
                    false => MAX_PAIRS - 1,
                };
                let more = match names.len() - n {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                format!(
                    "{bridges} between {}{more}",
                    names[..n].join(", and between ")
                )
            }
        })
        .collect();
    groups.join("; ")
}

/// A step that uses the number of one island. Its name depends on why the conclusions follow.
fn by_island(
    instance: &Instance,
    premise: &Premise,
    argument: &Argument<'_>,
    island: usize,
) -> StepText {
    let sides = instance.at[island].len();
    let required = instance.islands[island].bridges.unwrap_or(0);
    let room = sides as i32 * instance.max_bridges;
    let of = |holds: bool| {
        argument
            .used
            .iter()
            .filter(move |claim| claim.holds == holds)
    };
    let (placed, blocked) = (of(true).count() as i32, of(false).count());
    let max = instance.max_bridges as usize;
    let by_number = |claim: &Claim| {
        let least = least(instance, claim.fact / max);
        least.is_some_and(|(number, _)| (claim.fact % max) as i32 >= number)
    };
    let smallest = of(false).filter_map(|claim| least(instance, claim.fact / max));
    let smallest = smallest.map(|(number, _)| number).min();
    let then = conclusions(instance, argument, Some(island));
    let small;
    let closes = argument.concludes.iter().all(|claim| !claim.holds);
    let (technique, why) = if closes && placed == required {
        let them = if required == 1 { "it" } else { "all of them" };
        let sentence = format!("{}, and it has {them}: {then}.", premise.sentence());
        return StepText::new("island is full", sentence);
    } else if sides == 1 {
        ("only neighbour", "it has only one neighbour")
    } else if let Some(number) = smallest.filter(|_| of(false).all(by_number)) {
        small = format!("no more than {} to a {number}", leads(number));
        ("small neighbour", small.as_str())
    } else if blocked == 0 && room == required {
        match sides {
            2 => ("corner count", "its two neighbours can give no more"),
            3 => ("side count", "its three neighbours can give no more"),
            _ => ("middle count", "its four neighbours can give no more"),
        }
    } else if blocked == 0 && placed == 0 {
        (
            "one each way",
            "its neighbours but one cannot give them all",
        )
    } else if closes {
        (
            "too many bridges",
            "more would leave no room for the others",
        )
    } else {
        ("last bridges", "the sides that are left must give the rest")
    };
    let sentence = format!("{}, and {why}: {then}.", premise.sentence());
    StepText::new(technique, sentence)
}
