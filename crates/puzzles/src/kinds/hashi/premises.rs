//! The premises of Hashiwokakero.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `bridges` | if a segment has at least two bridges, it has at least one | 0 |
//! | `crossing` | bridges do not cross | 0 |
//! | `small` | no more bridges lead to an island than its number, implied | 0 |
//! | `island` | an island has as many bridges as its number, a clue | 2 |
//! | `isolation` | no star of islands is isolated (see `isolation.rs`), implied | 4 |
//! | `joined` | all islands are connected | 8 |

use gridwright_grid::Cell;

use crate::contract::{Claim, Failure, Premise, PremiseForm};
use crate::kinds::hashi::instance::Instance;
use crate::kinds::hashi::isolation::{Star, stars};

const BRIDGES: &str = "bridges";
const CROSSING: &str = "crossing";
const SMALL: &str = "small";
pub(super) const ISLAND: &str = "island";
pub(super) const ISOLATION: &str = "isolation";
pub(super) const JOINED: &str = "joined";

/// The fact that a segment has at least `bridges` bridges, from 1.
fn fact(instance: &Instance, segment: usize, bridges: i32) -> usize {
    segment * instance.max_bridges as usize + bridges as usize - 1
}

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (segment, &pair) in instance.segments.iter().enumerate() {
        let (a, b) = instance.ends(pair);
        for bridges in 2..=instance.max_bridges {
            let more = Claim::is(fact(instance, segment, bridges));
            let fewer = Claim::is(fact(instance, segment, bridges - 1));
            let form = PremiseForm::When(vec![more], Box::new(PremiseForm::just(fewer)));
            let words = format!("{bridges} bridges include {}", bridges - 1);
            premises.push(Premise::new(BRIDGES, 0, words, [a, b], form));
        }
    }
    premises.extend(crossings(instance));
    premises.extend(small(instance));
    for (island, at) in instance.islands.iter().zip(&instance.at) {
        if let Some(required) = island.bridges {
            let form = filled(instance, at, required);
            let words = format!("the {required} at {} has {}", island.cell, count(required));
            let name = format!("the {required} at {}", island.cell);
            let violation = format!("{name} cannot have {}", count(required));
            let island = Premise::new(ISLAND, 2, words, [island.cell], form).clue();
            premises.push(island.violation(violation).brief(name));
        }
    }
    premises.extend(isolations(instance));
    let edges = instance.segments.iter().enumerate();
    let form = PremiseForm::Joined {
        nodes: instance.islands.len(),
        edges: edges
            .map(|(segment, pair)| (pair.a, pair.b, Claim::is(fact(instance, segment, 1))))
            .collect(),
    };
    let joined = Premise::new(JOINED, 8, "all islands are connected", [], form);
    premises.push(
        joined
            .failure(Failure::Apart, "{} would be cut off from the other islands")
            .violation("some islands would be cut off from the others")
            .brief("to stay connected"),
    );
    premises
}

/// An island has as many bridges as its number. The form includes, for each segment, the bounds that the other segments imply: human solvers see them at a glance.
fn filled(instance: &Instance, at: &[usize], required: i32) -> PremiseForm {
    let max = instance.max_bridges;
    let of = |segment: usize| (1..=max).map(move |bridges| fact(instance, segment, bridges));
    let all = at.iter().flat_map(|&segment| of(segment)).map(Claim::is);
    let mut forms = vec![PremiseForm::exactly(required as usize, all.collect())];
    for &segment in at {
        let others = at.iter().filter(|&&other| other != segment);
        let others: Vec<Claim> = others.flat_map(|&other| of(other)).map(Claim::is).collect();
        for bridges in 1..=max {
            let here = Claim::is(fact(instance, segment, bridges));
            let Ok(rest) = usize::try_from(required - bridges) else {
                continue;
            };
            if rest >= others.len() {
                forms.push(PremiseForm::just(here));
                continue;
            }
            // If the segment has at least `bridges` bridges, the others have at most `rest`; otherwise they have more.
            let fewer = Box::new(PremiseForm::at_most(rest, others.clone()));
            let more = Box::new(PremiseForm::at_least(rest + 1, others.clone()));
            forms.push(PremiseForm::When(vec![here], fewer));
            forms.push(PremiseForm::When(vec![here.opposite()], more));
        }
    }
    PremiseForm::All(forms)
}

/// A number of bridges, in words.
pub(super) fn count(bridges: i32) -> String {
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
            let form = PremiseForm::at_most(1, both.to_vec());
            let crossing = Premise::new(CROSSING, 0, words, [a, b, c, d], form);
            premises.push(crossing.violation(format!("bridges would cross at {cell}")));
        }
    }
    premises
}

/// The smaller given number of the two islands of a segment, with the cell of that island; `None` if neither is given.
pub(super) fn least(instance: &Instance, segment: usize) -> Option<(i32, Cell)> {
    let pair = instance.segments[segment];
    let ends = [pair.a, pair.b].map(|island| instance.islands[island]);
    let given = ends.iter().filter_map(|end| Some((end.bridges?, end.cell)));
    given.min_by_key(|(bridges, _)| *bridges)
}

/// One premise for every segment whose number of bridges is limited by a small number at one end.
fn small(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (segment, &pair) in instance.segments.iter().enumerate() {
        let Some((number, cell)) = least(instance, segment) else {
            continue;
        };
        let more = (number + 1..=instance.max_bridges).filter(|bridges| *bridges > 0);
        let more: Vec<Claim> = more
            .map(|bridges| Claim::is(fact(instance, segment, bridges)))
            .collect();
        if !more.is_empty() {
            let words = format!("no more than {} to the {number} at {cell}", leads(number));
            let (a, b) = instance.ends(pair);
            let form = PremiseForm::at_most(0, more);
            premises.push(Premise::new(SMALL, 0, words, [a, b], form).implied());
        }
    }
    premises
}

/// A number of bridges with the verb "lead".
pub(super) fn leads(bridges: i32) -> String {
    let verb = if bridges == 1 { "leads" } else { "lead" };
    format!("{} {verb}", count(bridges))
}

/// One premise for every star: it is not isolated.
fn isolations(instance: &Instance) -> Vec<Premise> {
    let premise = |Star { island, rays }: Star| {
        let here = instance.islands[island].cell;
        let required: i32 = rays.iter().map(|(_, n)| n).sum();
        let fewer = rays.iter();
        let fewer = fewer.map(|&(segment, n)| Claim::is_not(fact(instance, segment, n)));
        let mut cells = vec![here];
        let others = rays
            .iter()
            .map(|&(segment, _)| instance.across(segment, island));
        cells.extend(others.map(|other| instance.islands[other].cell));
        let numbers: Vec<String> = rays.iter().map(|(_, n)| n.to_string()).collect();
        let plural = if rays.len() == 1 { "" } else { "s" };
        let words = format!(
            "the {required} at {here} and its neighbour{plural} {} are not cut off from the rest",
            numbers.join(" and "),
        );
        let mut forms = vec![PremiseForm::at_least(1, fewer.collect())];
        // So a bridge leads from the island to another one; in a star of two, also from its neighbour.
        let mut leads_away = |island: usize| {
            let at = instance.at[island].iter().copied();
            let away = at.filter(|segment| rays.iter().all(|(inside, _)| inside != segment));
            let away = away.map(|segment| Claim::is(fact(instance, segment, 1)));
            forms.push(PremiseForm::at_least(1, away.collect()));
        };
        leads_away(island);
        if let [(segment, _)] = rays[..] {
            leads_away(instance.across(segment, island));
        }
        let form = PremiseForm::All(forms);
        Premise::new(ISOLATION, 4, words, cells, form).implied()
    };
    stars(instance).into_iter().map(premise).collect()
}
