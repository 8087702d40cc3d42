//! A step in one or two sentences: where its pattern is, and what follows. The name of the technique is not in them.

mod chains;

use crate::cells::{CellSet, HOUSES};
use crate::grid::{Grid, digits};
use crate::step::{Colour, Group, Link, Need, Step};
use crate::technique::Technique;

/// The most members of a list that are named before it is folded.
const MAX_NAMED: usize = 6;

/// The step in one or two sentences of at most 60 words. The grid is the one before the step.
pub fn sentence(grid: &Grid, step: &Step) -> String {
    use Technique::*;
    match step.technique {
        FullHouse | NakedSingle | HiddenSingle => single(step),
        LockedCandidates1 | LockedCandidates2 => locked_candidates(step),
        LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple => naked_set(step),
        HiddenPair | HiddenTriple | HiddenQuadruple => hidden_set(step),
        XWing
        | Swordfish
        | Jellyfish
        | FinnedXWing
        | FinnedSwordfish
        | FinnedJellyfish
        | SashimiXWing
        | SashimiSwordfish
        | SashimiJellyfish
        | FrankenXWing
        | FrankenSwordfish
        | FrankenJellyfish
        | FinnedFrankenXWing
        | FinnedFrankenSwordfish
        | FinnedFrankenJellyfish => fish(step),
        Skyscraper | TwoStringKite | TurbotFish => two_links(step),
        EmptyRectangle => empty_rectangle(step),
        WWing => w_wing(step),
        XyWing | XyzWing => xy_wing(grid, step),
        WxyzWing => wxyz_wing(grid, step),
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4
        | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle | AvoidableRectangle1
        | AvoidableRectangle2 => rectangle(grid, step),
        BugPlus1 => bug(step),
        SimpleColors => simple_colours(step),
        MultiColors => multi_colours(step),
        SueDeCoq => sue_de_coq(grid, step),
        RemotePair | XChain | XyChain | NiceLoop | GroupedNiceLoop | AlsXz | AlsXyWing
        | AlsXyChain | DeathBlossom | ForcingChain | ForcingNet => chains::sentence(grid, step),
    }
}

/// Where a step is, for a first hint: "around block 6". It is the block that has most of the pattern.
pub fn place(step: &Step) -> String {
    let pattern = &step.pattern;
    let marked = pattern.candidates.iter().map(|&((cell, _), _)| cell);
    let marked: CellSet = marked.collect();
    let ends = step.placements.iter().chain(&step.eliminations);
    let ends: CellSet = ends.map(|&(cell, _)| cell).collect();
    let n_in = |set: CellSet, block: usize| (set & HOUSES[block]).len();
    let most = (18..27).max_by_key(|&block| (n_in(marked, block), n_in(ends, block), 27 - block));
    format!("around {}", most.map_or_else(String::new, house))
}

/// The name of a cell: "r1c2".
fn cell(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// The name of a house: "block 6".
fn house(house: usize) -> String {
    format!(
        "{} {}",
        ["row", "column", "block"][house / 9],
        house % 9 + 1
    )
}

/// Several names in one list: "a, b and c". A long list ends with how many more there are.
fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        _ if names.len() > MAX_NAMED => {
            let shown = names[..MAX_NAMED - 1].join(", ");
            format!("{shown} {last} {} more", names.len() - MAX_NAMED + 1)
        }
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn cells(set: CellSet, last: &str) -> String {
    list(&set.map(cell).collect::<Vec<_>>(), last)
}

/// Digits in a list: "4 or 8".
fn numbers(bits: u16, last: &str) -> String {
    let names: Vec<String> = digits(bits).map(|digit| (digit + 1).to_string()).collect();
    match names.as_slice() {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Houses in a list: "rows 2 and 7", "row 2 and block 5".
fn houses(members: &[usize]) -> String {
    let kind = members.first().map_or(0, |first| first / 9);
    if members.len() > 1 && members.iter().all(|member| member / 9 == kind) {
        let bits = members
            .iter()
            .fold(0, |bits, member| bits | 1 << (member % 9));
        let plural = ["rows", "columns", "blocks"][kind];
        return format!("{plural} {}", numbers(bits, "and"));
    }
    let names: Vec<String> = members.iter().map(|&member| house(member)).collect();
    list(&names, "and")
}

/// What a step rules out or places: "r1c2 and r3c4 are not 5".
fn consequence(step: &Step) -> String {
    if let [(at, digit), ..] = step.placements[..] {
        return format!("{} is {}", cell(at), digit + 1);
    }
    // Digits with the same cells are named together.
    let mut groups: Vec<(CellSet, u16)> = Vec::new();
    for digit in 0..9 {
        let of_digit = step.eliminations.iter().filter(|at| at.1 == digit);
        let set: CellSet = of_digit.map(|at| at.0).collect();
        match groups.iter_mut().find(|group| group.0 == set) {
            _ if set.is_empty() => {}
            Some(group) => group.1 |= 1 << digit,
            None => groups.push((set, 1 << digit)),
        }
    }
    let n_named = 3;
    let named: Vec<String> = groups
        .iter()
        .take(n_named)
        .map(|&(set, bits)| {
            let verb = if set.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not {}", cells(set, "and"), numbers(bits, "or"))
        })
        .collect();
    let rest: usize = groups[named.len()..]
        .iter()
        .map(|(set, bits)| set.len() * bits.count_ones() as usize)
        .sum();
    if rest > 0 {
        let candidates = if rest == 1 {
            "candidate goes"
        } else {
            "candidates go"
        };
        return format!("{}, and {rest} more {candidates}", named.join(", "));
    }
    list(&named, "and")
}

/// The digits of the marked candidates of a step.
fn marked_digits(step: &Step) -> u16 {
    let marked = step.pattern.candidates.iter();
    marked.fold(0, |bits, ((_, digit), _)| bits | 1 << digit)
}

/// The cells of the marked candidates of a colour.
fn marked_cells(step: &Step, colour: Colour) -> CellSet {
    let marked = step.pattern.candidates.iter();
    let of_colour = marked.filter(|(_, other)| *other == colour);
    of_colour.map(|((cell, _), _)| *cell).collect()
}

/// The houses of the needs of a step.
fn needed_houses(step: &Step) -> Vec<usize> {
    let of_house = |need: &Need| match need {
        Need::House(house, _) => Some(*house),
        Need::Cell(_) => None,
    };
    step.pattern.needs.iter().filter_map(of_house).collect()
}

fn single(step: &Step) -> String {
    let Some(&(at, digit)) = step.placements.first() else {
        return String::new();
    };
    let (at, digit) = (cell(at), digit + 1);
    match (step.technique, step.pattern.houses.first()) {
        (Technique::FullHouse, Some(&in_house)) => {
            format!(
                "{at} is the last open cell of {}, so it is {digit}.",
                house(in_house)
            )
        }
        (Technique::HiddenSingle, Some(&in_house)) => {
            format!("In {}, only {at} can be {digit}.", house(in_house))
        }
        _ => format!("{at} can only be {digit}."),
    }
}

fn locked_candidates(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let [from, to] = step.pattern.houses[..] else {
        return String::new();
    };
    format!(
        "In {}, {digit} can only be in {}, so {}.",
        house(from),
        house(to),
        consequence(step)
    )
}

fn naked_set(step: &Step) -> String {
    let set = marked_cells(step, Colour::First);
    let bits = numbers(marked_digits(step), "or");
    let is_hit = |of: &usize| {
        step.eliminations
            .iter()
            .any(|at| HOUSES[*of].contains(at.0))
    };
    let hit = step.pattern.houses.iter().copied().filter(is_hit);
    let hit: Vec<String> = hit.map(house).collect();
    format!(
        "{} can only be {bits}, so no other cell of {} is {bits}.",
        cells(set, "and"),
        list(&hit, "or")
    )
}

fn hidden_set(step: &Step) -> String {
    let set = marked_cells(step, Colour::First);
    let in_house = step.pattern.houses.first().map_or(0, |&of| of);
    format!(
        "In {}, {} can only be in {}, so these cells are nothing else.",
        house(in_house),
        numbers(marked_digits(step), "and"),
        cells(set, "and")
    )
}

fn fish(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let (base, cover) = step.pattern.houses.split_at(step.pattern.needs.len());
    let fins = marked_cells(step, Colour::Fin);
    let (base, cover) = (houses(base), houses(cover));
    let follows = consequence(step);
    if fins.is_empty() {
        return format!("In {base}, {digit} can only be in {cover}, so {follows}.");
    }
    format!(
        "In {base}, {digit} is in {cover}, unless it is in {}; either way {follows}.",
        cells(fins, "or")
    )
}

/// The cells that a chain of single candidates goes through.
fn path(links: &[Link]) -> Vec<usize> {
    let ends = links.iter().map(|link| link.to);
    let start = links.first().map(|link| link.from);
    let groups = start.into_iter().chain(ends);
    groups.filter_map(|group| group.cells.first()).collect()
}

fn two_links(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let path: Vec<String> = path(&step.pattern.links).into_iter().map(cell).collect();
    let ([a, b, c, d], [one, two]) = (&path[..], &step.pattern.houses[..]) else {
        return String::new();
    };
    let (one, two) = (house(*one), house(*two));
    let follows = consequence(step);
    if a == d {
        return format!(
            "If {a} is not {digit}, both {b} ({one}) and {c} ({two}) are, though they see each other. So {a} is {digit}, and {follows}."
        );
    }
    format!(
        "{digit} is in {a} or {b} ({one}) and in {c} or {d} ({two}). {b} and {c} are not both {digit}, so {a} or {d} is: {follows}."
    )
}

fn empty_rectangle(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let pair = step.pattern.links.last().map(|link| [link.from, link.to]);
    let ([block, near, far, across], Some([start, end])) = (&step.pattern.houses[..], pair) else {
        return String::new();
    };
    let [start, end] = [start, end].map(|group| cells(group.cells, "or"));
    format!(
        "In {}, {digit} is in {} or {}. If in {}, {start} is not {digit} and {end} is ({}); either way {}.",
        house(*block),
        house(*near),
        house(*far),
        house(*near),
        house(*across),
        consequence(step)
    )
}

fn w_wing(step: &Step) -> String {
    let path = path(&step.pattern.links);
    let [one, _, a, b, two, _] = path[..] else {
        return String::new();
    };
    let bits = numbers(marked_digits(step), "or");
    let joined = step.pattern.links[0].to.digit + 1;
    let ends = step.pattern.links[0].from.digit + 1;
    let in_house = step.pattern.houses.first().map_or(0, |&of| of);
    format!(
        "{} and {} can only be {bits}. In {}, {joined} is in {} or {}, so the two are not both {joined} and one is {ends}: {}.",
        cell(one),
        cell(two),
        house(in_house),
        cell(a),
        cell(b),
        consequence(step)
    )
}

fn xy_wing(grid: &Grid, step: &Step) -> String {
    let corners: Vec<usize> = step
        .pattern
        .sets
        .iter()
        .filter_map(|set| set.first())
        .collect();
    let [pivot, one, two] = corners[..] else {
        return String::new();
    };
    let shared = grid.candidates(one) & grid.candidates(two);
    let z = numbers(shared, "or");
    let x = numbers(grid.candidates(one) & !shared, "or");
    let y = numbers(grid.candidates(two) & !shared, "or");
    let all = numbers(grid.candidates(pivot), "or");
    let follows = consequence(step);
    let (pivot, one, two) = (cell(pivot), cell(one), cell(two));
    format!(
        "{pivot} is {all}: if {x}, {one} is {z}, if {y}, {two} is {z}; {} {follows}.",
        match step.technique {
            Technique::XyWing => "either way",
            _ => "in any case",
        }
    )
}

fn wxyz_wing(grid: &Grid, step: &Step) -> String {
    let set = step.pattern.sets.first().copied().unwrap_or_default();
    let all = set.fold(0, |bits, at| bits | grid.candidates(at));
    let ends = marked_cells(step, Colour::Second);
    let z = step.eliminations.first().map_or(0, |at| at.1 + 1);
    format!(
        "{} have the digits {}, of which only {z} can be in two of them. So {z} is in {}, and {}.",
        cells(set, "and"),
        numbers(all, "and"),
        cells(ends, "or"),
        consequence(step)
    )
}

fn rectangle(grid: &Grid, step: &Step) -> String {
    use Technique::*;
    let set = step.pattern.sets.first().copied().unwrap_or_default();
    let own = step.pattern.candidates.iter();
    let own = own.filter(|(_, colour)| *colour == Colour::First);
    let bits = own.fold(0, |bits, ((_, digit), _)| bits | 1 << digit);
    let placed = set.filter_map(|at| grid.placed(at));
    let bits = placed.fold(bits, |bits, digit| bits | 1 << digit);
    let extra = marked_cells(step, Colour::Fin);
    let pair = numbers(bits, "and");
    let start = format!(
        "If {} had only {pair}, these could be exchanged for a second answer.",
        cells(set, "and")
    );
    let follows = consequence(step);
    let in_houses = || {
        let mut needed = needed_houses(step);
        if needed.len() > 2 {
            // The rows alone confine the digit.
            needed.retain(|&of| of < 9);
        }
        houses(&needed)
    };
    let kept = step.pattern.needs.iter().find_map(|need| match need {
        Need::House(_, digit) => Some(digit + 1),
        Need::Cell(_) => None,
    });
    let kept = kept.map_or_else(String::new, |digit| digit.to_string());
    let rest = match step.technique {
        UniqueRectangle2 | UniqueRectangle5 | AvoidableRectangle2 => {
            let digit = step.eliminations.first().map_or(0, |at| at.1 + 1);
            format!("So {digit} is in {}, and {follows}.", cells(extra, "or"))
        }
        UniqueRectangle3 => {
            let added = step.pattern.sets.get(1).copied().unwrap_or_default();
            format!(
                "So {} is something else, and makes a set with {}: {follows}.",
                cells(extra, "or"),
                cells(added, "and")
            )
        }
        UniqueRectangle4 => format!(
            "In {}, {kept} is in {}, so {follows}.",
            in_houses(),
            cells(extra, "or")
        ),
        UniqueRectangle6 | HiddenRectangle => format!(
            "In {}, {kept} is only in these cells, so {follows}.",
            in_houses()
        ),
        _ => format!("So {follows}."),
    };
    format!("{start} {rest}")
}

fn bug(step: &Step) -> String {
    let Some(&((at, digit), _)) = step.pattern.candidates.first() else {
        return String::new();
    };
    let (at, digit) = (cell(at), digit + 1);
    format!(
        "Without {digit} in {at}, every open cell would have two candidates and every digit two places in its houses, and such a grid never has exactly one answer. So {at} is {digit}."
    )
}

fn simple_colours(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let [one, two] = step.pattern.sets[..] else {
        return String::new();
    };
    let first = step.eliminations.first().map_or(0, |at| at.0);
    let start = format!(
        "{digit} is in all of {}, or in all of {}.",
        cells(one, "and"),
        cells(two, "and")
    );
    let reason = if one.contains(first) {
        "Two of the former see each other"
    } else if two.contains(first) {
        "Two of the latter see each other"
    } else {
        "What sees both goes"
    };
    format!("{start} {reason}: {}.", consequence(step))
}

fn multi_colours(step: &Step) -> String {
    let digit = numbers(marked_digits(step), "or");
    let [a, b, c, d] = step.pattern.sets[..] else {
        return String::new();
    };
    // Long groups are shown by their first cells, so that four of them fit into a sentence.
    let short = |set: CellSet| match set.len() {
        0..=3 => cells(set, "and"),
        n => {
            let first: Vec<String> = set.take(2).map(cell).collect();
            format!("{} and {} more", first.join(", "), n - 2)
        }
    };
    format!(
        "{digit} is in all of {} or all of {}; and in all of {} or all of {}. These see each other, so {}.",
        short(a),
        short(b),
        short(c),
        short(d),
        consequence(step)
    )
}

fn sue_de_coq(grid: &Grid, step: &Step) -> String {
    let [meet, in_line, in_block] = step.pattern.sets[..] else {
        return String::new();
    };
    let bits = |set: CellSet| set.fold(0, |bits, at| bits | grid.candidates(at));
    let of = |set: CellSet, at: usize| {
        let in_house = step
            .pattern
            .houses
            .get(at)
            .map_or_else(String::new, |&of| house(of));
        format!("{} of {in_house}", numbers(bits(set), "and"))
    };
    format!(
        "{} have as many digits as cells, so they take {} and {}: {}.",
        cells(meet | in_line | in_block, "and"),
        of(in_line, 0),
        of(in_block, 1),
        consequence(step)
    )
}

/// The candidate or group at an end of a chain: "r1c2 is 4".
fn claim(group: Group, is_true: bool) -> String {
    let is = if is_true { "is" } else { "is not" };
    format!("{} {is} {}", cells(group.cells, "or"), group.digit + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Pattern;

    #[test]
    fn lists_fold_when_they_are_long() {
        let set: CellSet = (0..20).collect();
        assert_eq!(
            cells(set, "and"),
            "r1c1, r1c2, r1c3, r1c4, r1c5 and 15 more"
        );
        assert_eq!(cells((0..3).collect(), "or"), "r1c1, r1c2 or r1c3");
        assert_eq!(houses(&[1, 6]), "rows 2 and 7");
        assert_eq!(houses(&[1, 22]), "row 2 and block 5");
    }

    #[test]
    fn consequences_name_digits_of_the_same_cells_together() {
        let step = Step {
            technique: Technique::NakedPair,
            placements: Vec::new(),
            eliminations: vec![(0, 3), (0, 7), (4, 3), (4, 7), (8, 1)],
            pattern: Pattern::default(),
        };
        assert_eq!(
            consequence(&step),
            "r1c9 is not 2 and r1c1 and r1c5 are not 4 or 8"
        );
        assert_eq!(place(&step), "around block 1");
    }
}
