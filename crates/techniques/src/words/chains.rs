//! Sentences for chains, almost locked sets and forcing chains. A long chain is folded: its first and last members are named.

use crate::cells::CellSet;
use crate::grid::Grid;
use crate::step::{Candidate, Group, Link, Step};
use crate::technique::Technique;
use crate::words::{cell, cells, claim, consequence, house, list, numbers};

/// The most members of a chain that are named one by one.
const MAX_NAMED: usize = 5;

/// The step in a sentence.
pub(crate) fn sentence(grid: &Grid, step: &Step) -> String {
    use Technique::*;
    match step.technique {
        RemotePair => remote_pair(grid, step),
        AlsXz => xz(grid, step),
        AlsXyWing | AlsXyChain => sets(grid, step),
        DeathBlossom => blossom(step),
        ForcingChain | ForcingNet => forcing(step),
        _ => chain(step),
    }
}

fn remote_pair(grid: &Grid, step: &Step) -> String {
    let links = &step.pattern.links;
    let chain: Vec<usize> = links
        .iter()
        .filter(|link| link.is_strong)
        .filter_map(|link| link.from.cells.first())
        .collect();
    let names: Vec<String> = chain.iter().map(|&at| cell(at)).collect();
    let pair = chain.first().map_or(0, |&at| grid.candidates(at));
    let differ = if chain.len() == 4 {
        "the first and the last differ"
    } else {
        "every other one is the same, and the rest differ from them"
    };
    format!(
        "{} can only be {}, and each sees the next, so {differ}: {}.",
        list(&names, "and"),
        numbers(pair, "or"),
        consequence(step)
    )
}

/// What becomes true along a chain: "r1c2 is 3, r1c7 is 5 and, 4 steps on, r6c7 is 8".
fn along(links: &[Link]) -> String {
    let on = links.iter().filter(|link| link.is_strong);
    let names: Vec<String> = on.map(|link| claim(link.to, true)).collect();
    match names.as_slice() {
        [first, second, rest @ .., last] if names.len() > MAX_NAMED => {
            let n = rest.len() + 1;
            format!("{first}, {second} and, {n} steps on, {last}")
        }
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// A chain or loop of candidates and groups.
fn chain(step: &Step) -> String {
    let links = &step.pattern.links;
    let follows = consequence(step);
    let (Some(first), Some(last)) = (links.first(), links.last()) else {
        return format!("{follows}.");
    };
    let (start, end) = (first.from, last.to);
    let premise = claim(start, !first.is_strong);
    let path = along(links);
    let is_loop = start.cells == end.cells;
    match (is_loop, first.is_strong, last.is_strong) {
        (false, true, true) => format!("If {premise}, then {path}; either way {follows}."),
        (true, true, true) if start.digit == end.digit => {
            format!("If {premise}, then {path}: so it is, and {follows}.")
        }
        (true, false, true) if start.digit != end.digit => {
            format!("If {premise}, then {path} as well, so {follows}.")
        }
        (true, false, false) if start.digit == end.digit => {
            let last = claim(end, false);
            format!("If {premise}, then {path}, so that {last}: a contradiction, so {follows}.")
        }
        (true, true, false) if start.digit != end.digit => {
            let last = claim(end, false);
            format!("If {premise}, then {path}, so that {last}; either way {follows}.")
        }
        _ => {
            // The last link, back to the start, is not drawn.
            let n = links.len() + 1;
            let next = along(&links[..links.len().min(2)]);
            format!(
                "If {premise}, then {next}, and so on round a loop of {n} links; if not, all is reversed. Either way {follows}."
            )
        }
    }
}

/// A set with its digits: "r1c2 and r1c3 (2, 5 and 7)". Those of a large set are left out.
fn set(grid: &Grid, members: CellSet) -> String {
    if members.len() > 4 {
        return cells(members, "and");
    }
    let all = members.fold(0, |bits, at| bits | grid.candidates(at));
    format!("{} ({})", cells(members, "and"), numbers(all, "and"))
}

/// The digits that neighbouring sets cannot share, in order.
fn shared(step: &Step) -> Vec<usize> {
    let links = step.pattern.links.iter();
    links
        .filter(|l| !l.is_strong)
        .map(|l| l.from.digit)
        .collect()
}

fn xz(grid: &Grid, step: &Step) -> String {
    let follows = consequence(step);
    let [a, b] = step.pattern.sets[..] else {
        return format!("{follows}.");
    };
    let (a, b) = (set(grid, a), set(grid, b));
    let bits = shared(step)
        .iter()
        .fold(0_u16, |bits, digit| bits | 1 << digit);
    let common = numbers(bits, "nor");
    if bits.count_ones() > 1 {
        return format!(
            "{a} and {b} share neither {common}, so each has one of these and all its other digits: {follows}."
        );
    }
    let z = zs(step);
    format!("{a} and {b} cannot both have {common}, so one of them has {z}: {follows}.")
}

/// The digits that the first or the last set has.
fn zs(step: &Step) -> String {
    let of = |bits: u16, at: &Candidate| bits | 1 << at.1;
    let bits = step.eliminations.iter().fold(0, of);
    let each = if bits.count_ones() > 1 {
        "each of "
    } else {
        ""
    };
    format!("{each}{}", numbers(bits, "and"))
}

fn sets(grid: &Grid, step: &Step) -> String {
    let follows = consequence(step);
    let members = &step.pattern.sets;
    let (Some(&first), Some(&last)) = (members.first(), members.last()) else {
        return format!("{follows}.");
    };
    let digits: Vec<String> = shared(step).iter().map(|d| (d + 1).to_string()).collect();
    let z = zs(step);
    if let [a, b, c] = members[..] {
        return format!(
            "{} cannot share {} with {} nor {} with {}, so one of the last two has {z}: {follows}.",
            set(grid, b),
            digits[0],
            set(grid, a),
            digits[1],
            set(grid, c)
        );
    }
    format!(
        "In a chain of sets from {} to {}, neighbours cannot share {}, so the first or the last set has {z}: {follows}.",
        cells(first, "and"),
        cells(last, "and"),
        list(&digits, "then"),
    )
}

fn blossom(step: &Step) -> String {
    let follows = consequence(step);
    let Some((&stem, petals)) = step.pattern.sets.split_first() else {
        return format!("{follows}.");
    };
    let names: Vec<String> = petals
        .iter()
        .take(3)
        .map(|&set| cells(set, "and"))
        .collect();
    let more = petals.len() - names.len();
    let more = match more {
        0 => String::new(),
        n => format!(" or {n} more"),
    };
    format!(
        "Whichever digit {} has, one of the sets {}{more} cannot have it and so has {}: {follows}.",
        cells(stem, "and"),
        names.join("; "),
        zs(step),
    )
}

/// Forcing chains and nets: a contradiction, or what all cases lead to.
fn forcing(step: &Step) -> String {
    let follows = consequence(step);
    let pattern = &step.pattern;
    let links = &pattern.links;
    let n = links.len();
    let Some(first) = links.first() else {
        return format!("{follows}.");
    };
    let result: Option<Candidate> = step
        .placements
        .iter()
        .chain(&step.eliminations)
        .next()
        .copied();
    let is_result = |group: Group| {
        group.cells.len() == 1 && group.cells.first().map(|at| (at, group.digit)) == result
    };
    if let Some(&at) = pattern.sets.first() {
        let cell = cells(at, "and");
        return format!("Whichever digit {cell} has, {follows}, by chains of {n} links in all.");
    }
    if let Some(&at) = pattern.houses.first() {
        let digit = first.from.digit + 1;
        let house = house(at);
        return format!(
            "Wherever {digit} is in {house}, {follows}, by chains of {n} links in all."
        );
    }
    let premise = claim(first.from, !first.is_strong);
    if !is_result(first.from) {
        return format!("Whether or not {premise}, {follows}, by chains of {n} links in all.");
    }
    if step.technique == Technique::ForcingNet {
        return format!("If {premise}, a net of {n} links ends in a contradiction, so {follows}.");
    }
    // The ends of chains: where the next link starts elsewhere.
    let is_end = |at: usize| {
        links
            .get(at + 1)
            .is_none_or(|next| next.from != links[at].to)
    };
    let ends: Vec<String> = (0..n)
        .filter(|&at| is_end(at))
        .map(|at| claim(links[at].to, links[at].is_strong))
        .collect();
    format!(
        "If {premise}, then {}, by {n} links: a contradiction, so {follows}.",
        list(&ends, "and")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: (usize, usize), to: (usize, usize), is_strong: bool) -> Link {
        let group = |(at, digit)| Group {
            cells: CellSet::of(at),
            digit,
        };
        Link {
            from: group(from),
            to: group(to),
            is_strong,
        }
    }

    #[test]
    fn long_chains_fold() {
        let mut links = vec![link((0, 0), (0, 1), true)];
        assert_eq!(along(&links), "r1c1 is 2");
        for at in 1..8 {
            links.push(link((at - 1, 1), (at, 1), false));
            links.push(link((at, 1), (at, 2), true));
        }
        assert_eq!(along(&links[..5]), "r1c1 is 2, r1c2 is 3 and r1c3 is 3");
        assert_eq!(
            along(&links),
            "r1c1 is 2, r1c2 is 3 and, 6 steps on, r1c8 is 3"
        );
    }
}
