//! The rules of Hashiwokakero as people say them.
//!
//! | premise | says | weight |
//! |---|---|---|
//! | `bridges` | two bridges include one | 0 |
//! | `crossing` | bridges do not cross | 0 |
//! | `island` | an island has as many bridges as its number, a clue | 2 |
//! | `isolation` | an island and neighbours that would take all its bridges are not joined in that way, implied | 3 |
//! | `joined` | all islands hang together | 8 |

use gridwright_grid::Cell;

use super::instance::{Instance, Island};
use crate::premise::{Argument, Claim, Form, Premise, Said};

/// The names of the premises.
const BRIDGES: &str = "bridges";
const CROSSING: &str = "crossing";
const ISLAND: &str = "island";
const ISOLATION: &str = "isolation";
const JOINED: &str = "joined";

/// The fact that a segment has at least so many bridges, from 1.
fn fact(instance: &Instance, segment: usize, bridges: i32) -> usize {
    segment * instance.most as usize + bridges as usize - 1
}

/// All premises of a board.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (segment, &pair) in instance.segments.iter().enumerate() {
        let (a, b) = instance.ends(pair);
        for bridges in 2..=instance.most {
            let more = Claim::is(fact(instance, segment, bridges));
            let fewer = Claim::is(fact(instance, segment, bridges - 1));
            let form = Form::When(vec![more], Box::new(Form::just(fewer)));
            let words = format!("{bridges} bridges include {}", bridges - 1);
            premises.push(Premise::new(BRIDGES, 0, words, [a, b], form));
        }
    }
    premises.extend(crossings(instance));
    for (island, at) in instance.islands.iter().zip(&instance.at) {
        if let Some(wanted) = island.bridges {
            let all = at.iter().flat_map(|&segment| {
                (1..=instance.most).map(move |bridges| Claim::is(fact(instance, segment, bridges)))
            });
            let form = Form::exactly(wanted as usize, all.collect());
            let words = format!("the {wanted} at {} has {}", island.cell, count(wanted));
            premises.push(Premise::new(ISLAND, 2, words, [island.cell], form).clue());
        }
    }
    premises.extend(isolations(instance));
    let edges = instance.segments.iter().enumerate();
    let form = Form::Joined {
        nodes: instance.islands.len(),
        edges: edges
            .map(|(segment, pair)| (pair.a, pair.b, Claim::is(fact(instance, segment, 1))))
            .collect(),
    };
    premises.push(Premise::new(
        JOINED,
        8,
        "all islands hang together",
        [],
        form,
    ));
    premises
}

/// So many bridges, in words.
fn count(bridges: i32) -> String {
    match bridges {
        1 => "one bridge".to_owned(),
        2 => "two bridges".to_owned(),
        3 => "three bridges".to_owned(),
        n => format!("{n} bridges"),
    }
}

/// One premise for every two segments that cross.
fn crossings(instance: &Instance) -> Vec<Premise> {
    let mut over: Vec<Option<usize>> = vec![None; instance.grid.n_cells()];
    let mut premises = Vec::new();
    for (segment, &pair) in instance.segments.iter().enumerate() {
        for cell in instance.water(pair) {
            let Some(other) = over[instance.grid.index(cell)].replace(segment) else {
                continue;
            };
            let both = [other, segment].map(|segment| Claim::is(fact(instance, segment, 1)));
            let words = format!("bridges do not cross at {cell}");
            let (a, b) = instance.ends(pair);
            let (c, d) = instance.ends(instance.segments[other]);
            let form = Form::at_most(1, both.to_vec());
            premises.push(Premise::new(CROSSING, 0, words, [a, b, c, d], form));
        }
    }
    premises
}

/// For every island and neighbours that would take exactly its bridges and have no others: not all of them do, unless these are all islands.
fn isolations(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (island, at) in instance.at.iter().enumerate() {
        let here = instance.islands[island];
        let Some(wanted) = here.bridges else {
            continue;
        };
        let theirs = at.iter().filter_map(|&segment| {
            let other = instance.islands[instance.across(segment, island)];
            let bridges = other.bridges.filter(|&bridges| bridges <= instance.most)?;
            Some((segment, bridges, other.cell))
        });
        let near: Vec<(usize, i32, Cell)> = theirs.collect();
        for set in 1_u32..1 << near.len() {
            let chosen = near.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let chosen: Vec<(usize, i32, Cell)> = chosen.map(|(_, &star)| star).collect();
            let takes: i32 = chosen.iter().map(|(_, bridges, _)| bridges).sum();
            // A pair is seen from both its islands.
            let is_told = chosen.len() == 1 && chosen[0].2 < here.cell;
            if takes != wanted || chosen.len() + 1 >= instance.islands.len() || is_told {
                continue;
            }
            let fewer = chosen
                .iter()
                .map(|&(segment, bridges, _)| Claim::is_not(fact(instance, segment, bridges)));
            let mut cells = vec![here.cell];
            cells.extend(chosen.iter().map(|(_, _, cell)| *cell));
            let numbers: Vec<String> = chosen.iter().map(|(_, n, _)| n.to_string()).collect();
            let words = format!(
                "the {wanted} at {} and its {} {} would be cut off from the rest",
                here.cell,
                if chosen.len() == 1 {
                    "neighbour"
                } else {
                    "neighbours"
                },
                numbers.join(" and "),
            );
            let form = Form::at_least(1, fewer.collect());
            premises.push(Premise::new(ISOLATION, 3, words, cells, form).implied());
        }
    }
    premises
}

/// A step in the words of bridges.
pub(super) fn say(instance: &Instance, argument: &Argument<'_>) -> Option<Said> {
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
        ISOLATION => Some(Said {
            technique: match premise.cells.len() {
                2 if premise.words.starts_with("the 1") => "isolation 1-1",
                2 => "isolation 2=2",
                _ => "isolation",
            },
            sentence: format!(
                "Otherwise {}: {}.",
                premise.words,
                told(instance, argument, None)
            ),
        }),
        JOINED => Some(Said {
            technique: "cut",
            sentence: format!(
                "Otherwise the islands would not hang together: {}.",
                told(instance, argument, None)
            ),
        }),
        _ => None,
    }
}

/// What is concluded: segments of which the same is said stand together, seen from an island if all are at one.
fn told(instance: &Instance, argument: &Argument<'_>, from: Option<usize>) -> String {
    let most = instance.most as usize;
    let concludes = argument.concludes;
    let mut segments: Vec<usize> = concludes.iter().map(|claim| claim.fact / most).collect();
    segments.sort_unstable();
    segments.dedup();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for segment in segments {
        let of = |holds: bool| {
            let here = concludes
                .iter()
                .filter(move |claim| claim.fact / most == segment && claim.holds == holds);
            here.map(|claim| (claim.fact % most) as i32 + 1)
        };
        let said = match (of(true).max(), of(false).min()) {
            (Some(least), Some(_)) => format!("exactly {}", count(least)),
            (Some(least), None) if least == instance.most => count(least),
            (Some(least), None) => format!("at least {}", count(least)),
            (None, Some(1)) => "no bridge".to_owned(),
            (None, Some(below)) => format!("at most {}", count(below - 1)),
            (None, None) => continue,
        };
        let (a, b) = instance.ends(instance.segments[segment]);
        let place = match from {
            Some(island) => instance.islands[instance.across(segment, island)]
                .cell
                .to_string(),
            None => format!("{a} and {b}"),
        };
        match groups.iter_mut().find(|(other, _)| *other == said) {
            Some((_, places)) => places.push(place),
            None => groups.push((said, vec![place])),
        }
    }
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(said, places)| match from {
            Some(_) => format!("{said} to {}", listed(&places, " and ")),
            None => format!("{said} between {}", listed(&places, ", and between ")),
        })
        .collect();
    groups.join("; ")
}

/// Words with commas, and something before the last.
fn listed(words: &[String], before_last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{}{before_last}{last}", rest.join(", ")),
    }
}

/// A step by the number of one island, named by how its sides fill it.
fn by_island(
    instance: &Instance,
    premise: &Premise,
    argument: &Argument<'_>,
    island: usize,
) -> Said {
    let sides = instance.at[island].len();
    let wanted = instance.islands[island].bridges.unwrap_or(0);
    let room = sides as i32 * instance.most;
    let of = |holds: bool| {
        argument
            .used
            .iter()
            .filter(move |claim| claim.holds == holds)
    };
    let (placed, blocked) = (of(true).count() as i32, of(false).count());
    let closes = argument.concludes.iter().all(|claim| !claim.holds);
    let (technique, why) = if closes && placed == wanted {
        let them = if wanted == 1 { "it" } else { "all of them" };
        return Said {
            technique: "island is full",
            sentence: format!(
                "{}, and it has {them}: {}.",
                premise.sentence(),
                told(instance, argument, Some(island))
            ),
        };
    } else if sides == 1 {
        ("only neighbour", "it has only one neighbour")
    } else if blocked == 0 && room == wanted {
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
    Said {
        technique,
        sentence: format!(
            "{}, and {why}: {}.",
            premise.sentence(),
            told(instance, argument, Some(island))
        ),
    }
}
