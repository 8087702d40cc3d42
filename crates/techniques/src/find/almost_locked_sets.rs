//! Steps with almost locked sets: ALS-XZ, ALS-XY-Wing, ALS-XY-Chain and Death Blossom.

use std::cmp::Reverse;

use crate::cells::{ALL, CellSet};
use crate::find::cache::Cache;
use crate::find::implications::index_sum;
use crate::find::sets::{Als, Common, Sets};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
use crate::technique::Technique;

/// A petal of a death blossom is taken among as many sets.
const MAX_PETALS: usize = 100;

/// The most choices of petals that are tried for a stem.
const MAX_TRIES: usize = 200_000;

/// The next step of one of the techniques with almost locked sets.
pub(crate) fn find(grid: &Grid, technique: Technique, cache: &mut Cache) -> Option<Step> {
    let sets = cache.sets(grid);
    match technique {
        Technique::AlsXz => find_xz(grid, sets),
        Technique::AlsXyWing => find_xy_wing(grid, sets),
        Technique::AlsXyChain => find_chain(grid, sets),
        Technique::DeathBlossom => find_blossom(grid, sets),
        _ => None,
    }
}

/// The candidates ruled out if one of two sets has the digit, for every digit of both that is not in `without`.
fn shared_eliminations(a: &Als, b: &Als, without: u16, out: &mut Vec<Candidate>) {
    for digit in digits(a.digits & b.digits & !without) {
        out.extend((a.seen[digit] & b.seen[digit]).map(|cell| (cell, digit)));
    }
}

fn find_xz(grid: &Grid, sets: &Sets) -> Option<Step> {
    let mut eliminations = Vec::new();
    for &common in &sets.commons {
        let (a, b) = (sets.one(common), sets.other(common));
        shared_eliminations(a, b, 1 << common.digit, &mut eliminations);
        if let Some(second) = common.second {
            shared_eliminations(a, b, 1 << second, &mut eliminations);
            for (one, other) in [(a, b), (b, a)] {
                for digit in digits(one.digits & !common.digits()) {
                    let seen = one.seen[digit] - other.cells;
                    eliminations.extend(seen.map(|cell| (cell, digit)));
                }
            }
        }
        if !eliminations.is_empty() {
            let x = usize::from(common.digit);
            let links = match common.second {
                None => chain_links(&[a, b], &[x], eliminations[0].1),
                Some(second) => {
                    let y = usize::from(second);
                    let mut links = chain_links(&[a, b], &[x], y);
                    links.push(link((b, y), (a, y), false));
                    links
                }
            };
            return Some(step(grid, Technique::AlsXz, &[a, b], links, eliminations));
        }
    }
    None
}

fn find_xy_wing(grid: &Grid, sets: &Sets) -> Option<Step> {
    let mut eliminations = Vec::new();
    for (at, &first) in sets.commons.iter().enumerate() {
        for second in incident_after(sets, first, at as u32) {
            let second = sets.commons[second as usize];
            if first.digits() == second.digits() && first.second.is_none() {
                continue;
            }
            let hinge = if [second.one, second.other].contains(&first.one) {
                first.one
            } else {
                first.other
            };
            let end = |common: Common| &sets.sets[usize::from(common.one ^ common.other ^ hinge)];
            let (a, b) = (end(first), end(second));
            if a.cells.meets(b.cells) {
                continue;
            }
            let without = first.digits() | second.digits();
            shared_eliminations(a, b, without, &mut eliminations);
            if !eliminations.is_empty() {
                let c = &sets.sets[usize::from(hinge)];
                let (x, y) = two_digits(first, second);
                let links = chain_links(&[a, c, b], &[x, y], eliminations[0].1);
                return Some(step(
                    grid,
                    Technique::AlsXyWing,
                    &[a, c, b],
                    links,
                    eliminations,
                ));
            }
        }
    }
    None
}

/// The commons after position `at` that have exactly one set together with this one, in order.
fn incident_after(sets: &Sets, common: Common, at: u32) -> impl Iterator<Item = u32> + '_ {
    let after = |set: u16| {
        let list = &sets.of_set[usize::from(set)];
        let from = list.partition_point(|&other| other <= at);
        list[from..].iter().copied().peekable()
    };
    let (mut ones, mut others) = (after(common.one), after(common.other));
    std::iter::from_fn(move || match (ones.peek(), others.peek()) {
        (Some(one), Some(other)) if one < other => ones.next(),
        (Some(_), None) => ones.next(),
        _ => others.next(),
    })
}

/// A digit of each of two commons, not the same.
fn two_digits(first: Common, second: Common) -> (usize, usize) {
    let differ = |(x, y): &(usize, usize)| x != y;
    let pairs = digits(first.digits())
        .flat_map(|x| digits(second.digits()).map(move |y| (x, y)))
        .find(differ);
    pairs.expect("two commons that are used together differ")
}

/// Which of the digits of a common a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usable {
    First,
    Second,
    Both,
}

/// Which digits of a common a chain may use after another common, if any.
///
/// Of a common with two usable digits the first one counts as used.
fn usable_after(used: usize, common: Common) -> Option<Usable> {
    let is_first = usize::from(common.digit) == used;
    match common.second {
        None if is_first => None,
        None => Some(Usable::First),
        Some(second) if usize::from(second) == used => Some(Usable::First),
        Some(_) if is_first => Some(Usable::Second),
        Some(_) => Some(Usable::Both),
    }
}

fn usable_digits(common: Common, usable: Usable) -> u16 {
    match usable {
        Usable::First => 1 << common.digit,
        Usable::Second => 1 << common.second.expect("a second digit is usable"),
        Usable::Both => common.digits(),
    }
}

/// The first usable digit, which counts as the one that the chain uses.
fn used_digit(common: Common, usable: Usable) -> usize {
    usable_digits(common, usable).trailing_zeros() as usize
}

/// The most states that the search for chains enters, over all beginnings. Puzzles stay far below it; grids with few digits have so many sets that the
/// search would take minutes.
const MAX_STATES: usize = 20_000_000;

/// A chain of sets.
struct Chain {
    eliminations: Vec<Candidate>,
    n_cells: usize,
    /// Positions in the list of commons, each with its usable digits.
    commons: Vec<(u32, Usable)>,
}

/// The chain of four or more sets that rules out most candidates.
///
/// Sets come in the order of the list, so that what follows a common depends on it and on its usable digits alone: a depth-first search that
/// enters each such state once for every beginning meets the same eliminations as one over all chains, in the same order.
/// On grids with very many sets, only the chains from the first sets are searched.
fn find_chain(grid: &Grid, sets: &Sets) -> Option<Step> {
    let mut best: Option<Chain> = None;
    // When a state was entered: for every common, how the usable digits and the length differ.
    let mut entered = vec![[0_u32; 6]; sets.commons.len()];
    let mut beginning = 0;
    let mut n_states = 0;
    let mut eliminations = Vec::new();
    for start in 0..sets.sets.len() {
        if n_states > MAX_STATES {
            break;
        }
        for first in sets.starts[start]..sets.starts[start + 1] {
            let common = sets.commons[first as usize];
            let options: &[Usable] = match common.second {
                None => &[Usable::First],
                Some(_) => &[Usable::First, Usable::Second],
            };
            for &option in options {
                beginning += 1;
                let mut chain = vec![(first, option)];
                let mut next = vec![sets.starts[usize::from(common.other)]];
                while let Some(&(last, usable)) = chain.last() {
                    let last = sets.commons[last as usize];
                    let at = next.last_mut().expect("a position for every common");
                    if *at == sets.starts[usize::from(last.other) + 1] {
                        chain.pop();
                        next.pop();
                        continue;
                    }
                    let found = *at;
                    *at += 1;
                    let common = sets.commons[found as usize];
                    let Some(usable) = usable_after(used_digit(last, usable), common) else {
                        continue;
                    };
                    let length = (chain.len() - 1).min(1);
                    let state = &mut entered[found as usize][3 * length + usable as usize];
                    if *state == beginning {
                        continue;
                    }
                    *state = beginning;
                    n_states += 1;
                    chain.push((found, usable));
                    next.push(sets.starts[usize::from(common.other)]);
                    if chain.len() < 3 {
                        continue;
                    }
                    let (a, b) = (&sets.sets[start], sets.other(common));
                    let without = usable_digits(sets.commons[first as usize], option)
                        | usable_digits(common, usable);
                    eliminations.clear();
                    shared_eliminations(a, b, without, &mut eliminations);
                    if eliminations.is_empty() {
                        continue;
                    }
                    let n_cells: usize = a.cells.len()
                        + chain
                            .iter()
                            .map(|&(at, _)| sets.other(sets.commons[at as usize]).cells.len())
                            .sum::<usize>();
                    let key = |found: &[Candidate]| (Reverse(found.len()), index_sum(found));
                    let is_better = best.as_ref().is_none_or(|best| {
                        key(&eliminations) < key(&best.eliminations)
                            || best.eliminations == eliminations && n_cells < best.n_cells
                    });
                    if is_better {
                        best = Some(Chain {
                            eliminations: eliminations.clone(),
                            n_cells,
                            commons: chain.clone(),
                        });
                    }
                }
            }
        }
    }
    let Chain {
        eliminations,
        commons: chain,
        ..
    } = best?;
    let first = sets.commons[chain[0].0 as usize];
    let mut members = vec![sets.one(first)];
    let mut shared = Vec::new();
    for &(at, usable) in &chain {
        let common = sets.commons[at as usize];
        shared.push(used_digit(common, usable));
        members.push(sets.other(common));
    }
    let links = chain_links(&members, &shared, eliminations[0].1);
    Some(step(
        grid,
        Technique::AlsXyChain,
        &members,
        links,
        eliminations,
    ))
}

/// A stem cell whose every digit is a candidate that a set, a petal, cannot share with it: the petals rule out what all of them would have.
fn find_blossom(grid: &Grid, sets: &Sets) -> Option<Step> {
    grid.open().find_map(|stem| {
        let stem_digits: Vec<usize> = digits(grid.candidates(stem)).collect();
        let petals: Vec<Vec<&Als>> = stem_digits
            .iter()
            .map(|&digit| {
                let fits = |als: &&Als| als.seen[digit].contains(stem);
                sets.sets.iter().filter(fits).take(MAX_PETALS).collect()
            })
            .collect();
        if petals.iter().any(Vec::is_empty) {
            return None;
        }
        let outside = !(grid.candidates(stem));
        // The petals chosen: position, cells so far, and for every digit the cells that see all of it.
        let mut chosen: Vec<(usize, CellSet, [CellSet; 9])> = Vec::new();
        let mut next = 0;
        let mut n_tried = 0;
        loop {
            n_tried += 1;
            if n_tried > MAX_TRIES {
                return None;
            }
            let level = chosen.len();
            let none = (0, CellSet::EMPTY, [ALL - CellSet::of(stem); 9]);
            let &(_, cells, seen) = chosen.last().unwrap_or(&none);
            if level == petals.len() || next == petals[level].len() {
                let (last, _, _) = chosen.pop()?;
                next = last + 1;
                continue;
            }
            let petal = petals[level][next];
            let mut narrowed = [CellSet::EMPTY; 9];
            let mut is_open = false;
            if !petal.cells.meets(cells) {
                for digit in digits(petal.digits & outside & 0x1ff) {
                    narrowed[digit] = seen[digit] & petal.seen[digit];
                    is_open |= !narrowed[digit].is_empty();
                }
            }
            if !is_open {
                next += 1;
                continue;
            }
            let cells = cells | petal.cells;
            chosen.push((next, cells, narrowed));
            next = 0;
            if chosen.len() < petals.len() {
                continue;
            }
            let eliminations: Vec<Candidate> = (0..9)
                .flat_map(|digit| (narrowed[digit] - cells).map(move |cell| (cell, digit)))
                .collect();
            if eliminations.is_empty() {
                continue;
            }
            let members: Vec<&Als> = chosen
                .iter()
                .enumerate()
                .map(|(level, &(at, _, _))| petals[level][at])
                .collect();
            let stem_group = |digit| Group {
                cells: CellSet::of(stem),
                digit,
            };
            let mut links = Vec::new();
            for (petal, &digit) in members.iter().zip(&stem_digits) {
                links.push(Link {
                    from: stem_group(digit),
                    to: petal.group(digit),
                    is_strong: false,
                });
                links.push(link((petal, digit), (petal, eliminations[0].1), true));
            }
            let mut step = step(grid, Technique::DeathBlossom, &members, links, eliminations);
            step.pattern.needs.push(Need::Cell(stem));
            step.pattern.sets.insert(0, CellSet::of(stem));
            let marks = stem_digits.iter().map(|&d| ((stem, d), Colour::Fin));
            step.pattern.candidates.extend(marks);
            return Some(step);
        }
    })
}

/// The link between a digit of a set and a digit of the same or another set.
fn link((a, x): (&Als, usize), (b, y): (&Als, usize), is_strong: bool) -> Link {
    Link {
        from: a.group(x),
        to: b.group(y),
        is_strong,
    }
}

/// The links of a chain of sets that starts and ends with a digit: a set without its first digit has the digit that it does not share with the next set.
fn chain_links(members: &[&Als], shared: &[usize], ends: usize) -> Vec<Link> {
    let mut links = Vec::new();
    let mut first = ends;
    for (at, als) in members.iter().enumerate() {
        let last = shared.get(at).copied().unwrap_or(ends);
        links.push(link((als, first), (als, last), true));
        if let Some(next) = members.get(at + 1) {
            links.push(link((als, last), (next, last), false));
        }
        first = last;
    }
    links
}

/// A step of sets: digits that two sets cannot share are fins, sets take turns with the other colours.
fn step(
    grid: &Grid,
    technique: Technique,
    members: &[&Als],
    links: Vec<Link>,
    mut eliminations: Vec<Candidate>,
) -> Step {
    let mut once = Vec::new();
    eliminations.retain(|candidate| {
        let is_new = !once.contains(candidate);
        once.push(*candidate);
        is_new
    });
    let mut pattern = Pattern {
        sets: members.iter().map(|als| als.cells).collect(),
        ..Pattern::default()
    };
    for (at, als) in members.iter().enumerate() {
        pattern.needs.extend(als.cells.map(Need::Cell));
        for cell in als.cells {
            for digit in digits(grid.candidates(cell)) {
                let is_linked = |link: &Link| {
                    !link.is_strong
                        && link.from.digit == digit
                        && (link.from.cells.contains(cell) || link.to.cells.contains(cell))
                };
                let colour = if links.iter().any(is_linked) {
                    Colour::Fin
                } else if at % 2 == 0 {
                    Colour::First
                } else {
                    Colour::Second
                };
                pattern.candidates.push(((cell, digit), colour));
            }
        }
    }
    pattern.links = links;
    crate::find::nice_loops::tidy(&mut pattern, &eliminations);
    Step {
        technique,
        placements: Vec::new(),
        eliminations,
        pattern,
    }
}
